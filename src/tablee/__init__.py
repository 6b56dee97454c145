"""Tablée: light French role-playing games, played together and explained number by number."""
