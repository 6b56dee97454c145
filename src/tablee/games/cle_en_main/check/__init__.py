"""Tests and oppositions: the dice, who rolls them, heroism, primes and penalties (Fiches 2 and 4)."""
