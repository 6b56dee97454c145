"""How a test ends, as numbers, since icepool wants outcomes it can sort."""

FUMBLE, FAILURE, SUCCESS, CRITICAL = range(4)

Test = tuple[int, int]
"""Kind and margin."""
