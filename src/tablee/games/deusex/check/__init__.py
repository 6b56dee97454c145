"""Tests: dice, open rolls, the reserve, oppositions, cooperation, the Test DeusEx."""
