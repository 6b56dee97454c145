"""Making a character with points, and raising one with experience."""
