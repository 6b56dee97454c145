"""Walkers: people who tap what they see at a table, and what must hold at each of their steps (`make wander`)."""
