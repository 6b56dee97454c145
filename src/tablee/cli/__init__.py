"""The command line: tablee play | roll | odds | rules | check | verify | serve | table.

main        the commands and their errors
actions     options, characters and decisions, from the same declarations as everything else
draw        odds as tables with bars, and as JSON
language    French or English, in help and in errors too
typed       what people type: faces, files
tour        what one sees who just types tablee
play        a table at one keyboard
check       what a game's author got wrong
house       serve, and the tables kept here
"""

from tablee.cli.main import main

__all__ = ["main"]
