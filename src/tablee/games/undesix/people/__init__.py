"""Characters outside play: creation, non-player characters, progress between games, qualities and flaws."""
