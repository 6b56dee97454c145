"""`python -m browser shots [--into FOLDER] [--only WORD] [--whole]`: pictures; `evenings [--only WORD]`: long tests."""

from __future__ import annotations

import argparse
import sys


def main() -> None:
    parser = argparse.ArgumentParser(prog="browser", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    pictures = commands.add_parser("shots", help="pictures of every page")
    pictures.add_argument("--into", default="shots")
    pictures.add_argument("--only", default="", help="only pictures whose name holds this word")
    pictures.add_argument("--whole", action="store_true", help="whole pages, however long")
    long = commands.add_parser("evenings", help="long tests; the last line is one JSON object")
    long.add_argument("--only", default="", help="only tests that this expression names (pytest -k)")
    asked = parser.parse_args()
    if asked.command == "evenings":
        from browser.evening_list import evenings

        sys.exit(evenings(asked.only))

    from browser.shots import shots

    shots(asked.into, asked.only, asked.whole)


if __name__ == "__main__":
    main()
