"""`python -m browser shots [--into FOLDER] [--only WORD] [--whole]`: pictures; `showcase`: those of the README;
`evenings [--only WORD]`: long tests; `wander [--walks N] [--seed SEED]`: people who tap what they see;
`tales [--how …]`: adventures to their ends; `icons`: those of the house, drawn anew.
"""

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
    commands.add_parser("showcase", help="the pictures of the README, with their stamps")
    long = commands.add_parser("evenings", help="long tests; the last line is one JSON object")
    long.add_argument("--only", default="", help="only tests that this expression names (pytest -k)")
    walks = commands.add_parser("wander", help="people who tap what they see; fails at the first thing that stops one")
    walks.add_argument("--walks", type=int, default=200)
    walks.add_argument(
        "--seed",
        default="",
        help="the walks of this seed; with --walks 1, or several with commas, the very walks that printed them",
    )
    walks.add_argument("--game", default="")
    walks.add_argument("--temper", default="")
    walks.add_argument("--seats", type=int, default=0)
    walks.add_argument("--led", action="store_true", help="an MJ who leads, and three players")
    walks.add_argument("--at-once", type=int, default=2, help="so many walks at the same time")
    walks.add_argument("--into", default="wander", help="where the pictures of what went wrong go")
    tales = commands.add_parser("tales", help="people who play an adventure and know only what they see")
    tales.add_argument("--tales", type=int, default=4)
    tales.add_argument("--seed", default="")
    tales.add_argument("--game", default="")
    tales.add_argument("--how", default="alone", choices=("alone", "together", "mj"))
    tales.add_argument("--into", default="wander", help="where the pictures of what went wrong go")
    tales.add_argument("--ends", action="store_true", help="so many tales at most for each end, until it is reached")
    commands.add_parser("icons", help="the icons of the house in dots, from their drawing")
    asked = parser.parse_args()
    if asked.command == "icons":
        from browser.icons import icons

        icons()
        sys.exit()
    if asked.command == "tales":
        from browser.wandering import tale

        sys.exit(min(tale.tell(tale.Asked(asked.tales, asked.seed, asked.game, asked.how, asked.into, asked.ends)), 1))
    if asked.command == "wander":
        from browser.wandering.run import Asked, wander

        which = Asked.of(asked.walks, asked.seed, asked.game, asked.temper, asked.seats, asked.led, asked.into)
        sys.exit(min(wander(which, asked.at_once), 1))
    if asked.command == "evenings":
        from browser.evening_list import evenings

        sys.exit(evenings(asked.only))

    if asked.command == "showcase":
        from browser.showcase import showcase

        showcase()
        return

    from browser.shots import shots

    shots(asked.into, asked.only, asked.whole)


if __name__ == "__main__":
    main()
