"""Fights: rounds, melee, shots, damage and who is hit."""
