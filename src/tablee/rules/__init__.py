"""What games are written with: declarations, actions, explanations, running them. Knows no game.

fields      one declaration for form, command line, JSON and test data
why         clauses of a book, sentences that cite them, sums with their terms
decision    what people are asked
action      what an action reads and what it says
cast        the people of a scene, as choices of a field
order       whose turn it is, clocks, what falls due
run         perform an action, or compute its odds
tables      data files of a package
sheets      a sheet as its game lays it out, the condition of a character
plain_sheet  the sheet of a game that lays out none
placing     the dice that a creation places one by one
game        a game as one value, found by entry point
look        how pages draw what is a game's own
forms       an action as somebody fills it in: what is proposed, what is possible
chances     odds as people read them
playing     a scene played without a table
character_file  characters kept in a file
random_character  a character drawn by dice
tell        a result as a person reads it
check       what a game's author got wrong
"""
