"""A character on paper and on screen: its sheet, the file that keeps it, a character drawn by dice."""
