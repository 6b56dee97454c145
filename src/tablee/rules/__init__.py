"""What games are written with: declarations, actions, explanations, running them. Knows no game.

The author of a game imports from here: `from tablee.rules import Book, Game, Roll, action, d6, rule`.

fields      one declaration for form, command line, JSON and test data
book        the rules of a game and every word that tells them, read from its rules.toml
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
forms       an action as a player fills it in: what is proposed, what is possible
chances     odds as people read them
playing     a scene played without a table
character_file  characters kept in a file
random_character  a character drawn by dice
tell        a result as a person reads it
check       what a game's author got wrong
"""

from tablee.dice import Fed, Odds, Pool, Reroll, Roll, d6, d10, die, difference, procedure, rule, sum_of, together
from tablee.rules.action import (
    PLAY,
    Add,
    Create,
    Effect,
    Grade,
    Kind,
    Option,
    Outcome,
    Part,
    Put,
    Scene,
    action,
    part,
    where,
)
from tablee.rules.book import Book, endings_of, options_of
from tablee.rules.cast import everybody, others
from tablee.rules.data.tables import names, toml_table
from tablee.rules.decision import Decision, may, pick
from tablee.rules.fields import Ask, Audience, Between, By, Declared, Group, Label, Nothing, OneOf, Quiet, Seen
from tablee.rules.game import FirstScene, Game
from tablee.rules.order import Clock, Freely, Play
from tablee.rules.sheet.sheets import Entry
from tablee.rules.why import Note, Tally, Term
from tablee.text import Name, Text

__all__ = [
    "PLAY",
    "Add",
    "Ask",
    "Audience",
    "Between",
    "Book",
    "By",
    "Clock",
    "Create",
    "Decision",
    "Declared",
    "Effect",
    "Entry",
    "Fed",
    "FirstScene",
    "Freely",
    "Game",
    "Grade",
    "Group",
    "Kind",
    "Label",
    "Name",
    "Note",
    "Nothing",
    "Odds",
    "OneOf",
    "Option",
    "Outcome",
    "Part",
    "Play",
    "Pool",
    "Put",
    "Quiet",
    "Reroll",
    "Roll",
    "Scene",
    "Seen",
    "Tally",
    "Term",
    "Text",
    "action",
    "d6",
    "d10",
    "die",
    "difference",
    "endings_of",
    "everybody",
    "may",
    "names",
    "options_of",
    "others",
    "part",
    "pick",
    "procedure",
    "rule",
    "sum_of",
    "together",
    "toml_table",
    "where",
]
