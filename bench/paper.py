"""A hundred characters of each game on paper: pages, words that leave them or lie over others, words lost, the time."""

from __future__ import annotations

import argparse
from time import perf_counter

from tests.printing.characters import drawn
from tests.printing.reading import pages_of, squeezed

from tablee.printing.sheets import print_sheets, sheet_of
from tablee.rules.game import game_called

GAMES = ("undesix", "cle-en-main", "deusex", "d6")


def paper(asked: argparse.Namespace) -> None:
    """Print `count` characters of each game, in French and English by turns, and say how each game came out."""
    for id in GAMES:
        game, wrong = game_called(id), list[str]()
        began = perf_counter()
        for seed in range(asked.seed, asked.seed + asked.count):
            lang = ("fr", "en")[seed % 2]
            cast = drawn(game, seed)
            (who,) = cast
            sheet = sheet_of(game, game.scene(cast=cast), who, lang)
            pages = pages_of(print_sheets(game, [sheet], lang))
            words = squeezed(pages[0].words)
            lost = [row["label"] for section in sheet["sections"] for row in section["rows"]]
            lost = [label for label in lost if squeezed(label) not in words]
            if len(pages) != 1 or pages[0].outside or pages[0].over_others or lost:
                wrong.append(f"seed {seed}: {len(pages)} pages, {len(pages[0].outside)} out, lost {lost[:3]}")
        each = (perf_counter() - began) / asked.count
        print(
            f"{id}: {asked.count - len(wrong)} of {asked.count} on one page, {1000 * each:.0f} ms each",
            *wrong,
            sep="\n  ",
        )
