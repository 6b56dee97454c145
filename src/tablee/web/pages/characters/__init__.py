"""Personnages: characters made step by step, kept in this browser's notebook, brought to tables and taken away."""
