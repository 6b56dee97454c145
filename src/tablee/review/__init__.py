"""An evening read again: once a fight is over, the chance to win it before each line, what moved it, dice or choices.

It reads the log of a table and asks the lab; neither knows of it. `evening.fights_of` finds the fights of a log,
`reviewing.reviewed` makes a `Review` of one, `words.told` says it. Needs NumPy, as the lab's fights do.
"""
