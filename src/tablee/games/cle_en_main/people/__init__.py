"""Who takes part: ready characters, NPCs, evolution, and the atouts that are actions (Fiches 1, 2, 5 and 6)."""
