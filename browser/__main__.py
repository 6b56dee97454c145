"""`python -m browser shots [--into FOLDER] [--only WORD]`: pictures of every page."""

from __future__ import annotations

import argparse


def main() -> None:
    parser = argparse.ArgumentParser(prog="browser", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    pictures = commands.add_parser("shots", help="pictures of every page")
    pictures.add_argument("--into", default="shots")
    pictures.add_argument("--only", default="", help="only pictures whose name holds this word")
    asked = parser.parse_args()

    from browser.shots import shots

    shots(asked.into, asked.only)


if __name__ == "__main__":
    main()
