"""The shared screen of a table: what a newcomer may see, in large, for the television of the room."""
