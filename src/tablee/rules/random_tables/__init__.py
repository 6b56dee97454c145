"""Random tables: what an MJ needs on the spot (a name, a rumour), drawn by dice; those of games, and people's own."""
