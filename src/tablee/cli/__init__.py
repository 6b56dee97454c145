"""The command line: tablee play | character | roll | odds | rules | check | verify | serve | doctor | table.

main        the commands and their errors
actions     options, characters and decisions, from the same declarations as everything else
odds_tables odds as tables with bars, and as JSON
progress    a bar while something long goes on
language    French or English, in help and in errors too
typed_input what people type: faces, files, settings
saved_rolls the last roll, and those with a name
welcome     what `tablee` alone shows
keyboard    a person at a terminal
table_words what is typed to the table itself
play        a table at one keyboard
characters  characters without a table, in a file
check       what a game's author got wrong
tables      play, serve, and the tables kept here
"""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `tablee` and exit; what is asked for most by scripts, its version, without loading the rest."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words == ["--version"]:
        from importlib.metadata import version

        print(f"tablee {version('tablee')}")
        sys.exit(0)
    from tablee.cli.main import main as whole

    whole(words)
