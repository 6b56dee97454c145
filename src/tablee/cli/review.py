"""tablee review: the fights of an evening read again, from the MJ's export of a table."""

from __future__ import annotations

import click

from tablee.cli.lab.answer import json_option, print_json
from tablee.cli.language import Command, spoken
from tablee.cli.progress import progress
from tablee.cli.typed_input import text_of
from tablee.text import Text

REVIEW = Text(
    fr="Relire les combats d'une soirée : nos chances avant chaque action, ce qui a compté, dés ou choix.",
    en="Read the fights of an evening again: our chances before each action, what counted, dice or choices.",
)
LOG = Text(fr="SOIRÉE.jsonl", en="EVENING.jsonl")


def command(lang: str) -> Command:
    """`tablee review`, in one language."""
    log = click.Argument(["log"], metavar=LOG.say(lang))
    return Command("review", params=[log, json_option(lang)], callback=review, help=REVIEW.say(lang))


def review(log: str, as_json: bool) -> None:
    """Print what can be said of each fight of an evening that is over."""
    from tablee.review.evening import fights_in  # tables and the lab are slow to load: only here
    from tablee.review.reviewing import reviewed
    from tablee.review.words import NO_FIGHT, short_told, told

    fights, lang = fights_in(text_of(log).encode()), spoken()
    found = [reviewed(one, progress) for one in fights]
    if as_json:
        print_json([one.to_json() for one in found if one])
        return
    texts = [
        told(one, fight, lang) if one else [short_told(fight, lang)] for one, fight in zip(found, fights, strict=True)
    ]
    print("\n\n".join("\n".join(lines) for lines in texts) or NO_FIGHT.say(lang))
