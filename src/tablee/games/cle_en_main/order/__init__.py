"""The order of play in an action scene: the hand, turns, interruption, surprise, the monitor (Fiches 3 and 6)."""
