"""Adventures: what is played tonight, as data. No room below knows them, and they know no game by name.

structure   Adventure: scenes, tries, outcomes, fights, ends, as `adventure.toml` declares them
words       Words: the texts of one language, as `fr.md` and `en.md` write them
folder      Files, Bound: the three files of an adventure read together; those that a game brings
story       Progress, Turn: where a table is in an adventure, and what follows from what happens there
check       what a writer got wrong, with file and line
paths       every way through an adventure: what nobody reaches, where nobody gets on
pack        an adventure as one file to send: written, and read with distrust
"""
