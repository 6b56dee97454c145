"""The shared screen of a table."""
