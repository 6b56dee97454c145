"""People: how a character is made, how it grows, and those ready to play."""
