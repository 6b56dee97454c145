"""Around the fights: the scenario, chases, hazards, care (Fiches 1, 3, 4 and 5)."""
