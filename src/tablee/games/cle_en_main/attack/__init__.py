"""Attacks: what is declared, the steps, damage and what it does to people (Fiches 3 to 6)."""
