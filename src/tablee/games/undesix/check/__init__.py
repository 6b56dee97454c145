"""Rolls outside an attack: tests, oppositions, several people together, despair and destiny."""
