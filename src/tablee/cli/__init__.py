"""The command line: tablee roll | odds | rules | verify.

main        the commands and their errors
actions     options, characters and decisions, from the same declarations as everything else
draw        odds as tables with bars, and as JSON
language    French or English, in help and in errors too
"""

from tablee.cli.main import main

__all__ = ["main"]
