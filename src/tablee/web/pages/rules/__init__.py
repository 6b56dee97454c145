"""Règles: the book of a game in our words, its rules at work, a page for a first evening."""
