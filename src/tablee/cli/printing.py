"""tablee print: sheets, a booklet of ready characters, an MJ's reference and cards, as PDF."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablee.cli.characters import FILE_OR_GAME, WRITTEN, cast_of
from tablee.cli.language import Command, spoken
from tablee.errors import BadInput
from tablee.text import Text

if TYPE_CHECKING:
    from tablee.rules.fields import Declared
    from tablee.rules.game import Game

PRINT = Text(
    fr="Imprimer en PDF : une page par personnage, l'essentiel du meneur, ou des cartes.",
    en="Print as PDF: one page per character, the GM's reference, or cards.",
)
INTO = Text(fr="Le fichier PDF à écrire.", en="The PDF file to write.")
REFERENCE = Text(fr="L'essentiel du meneur, sur deux pages.", en="The GM's reference, on two pages.")
CARDS = Text(
    fr="Des cartes à découper, huit par page ; d'un jeu, ses PNJ prêts.",
    en="Cards to cut out, eight to a page; of a game, its ready NPCs.",
)
ONE_KIND = Text(fr="Choisissez : --reference ou --cards, pas les deux.", en="Choose: --reference or --cards, not both.")
NOBODY = Text(fr="Il n'y a personne à imprimer ici.", en="There is nobody to print here.")


def command(lang: str) -> Command:
    """`tablee print`, in one language."""
    params: list[click.Parameter] = [
        click.Argument(["what"], metavar=FILE_OR_GAME.say(lang)),
        click.Argument(["who"], nargs=-1, metavar="[ID]…"),
        click.Option(["--into"], metavar="…", required=True, help=INTO.say(lang)),
        click.Option(["--reference"], is_flag=True, help=REFERENCE.say(lang)),
        click.Option(["--cards"], is_flag=True, help=CARDS.say(lang)),
    ]
    return Command("print", params=params, callback=print_paper, help=PRINT.say(lang))


def print_paper(what: str, who: tuple[str, ...], into: str, reference: bool, cards: bool) -> None:
    """Write the PDF that was asked for."""
    if reference and cards:
        raise BadInput(ONE_KIND)
    game, cast, ready = cast_of(what)
    lang = spoken()
    Path(into).write_bytes(_paper(game, cast, ready, who, reference, cards, lang))
    print(WRITTEN.say(lang, path=into))


def _paper(
    game: Game,
    cast: Mapping[str, Declared],
    ready: bool,
    who: tuple[str, ...],
    reference: bool,
    cards: bool,
    lang: str,
) -> bytes:
    from tablee.printing.cards import non_players, print_cards
    from tablee.printing.reference import print_reference
    from tablee.printing.sheets import print_sheets, sheet_of

    if reference:
        return print_reference(game, lang)
    scene = game.scene(cast=cast)
    for one in who:
        scene[one]  # an unknown character is refused here
    people = list(who) or (non_players(cast) if cards and ready else list(cast))
    if not people:
        raise BadInput(NOBODY)
    if cards:
        return print_cards(game, scene, people, lang)
    return print_sheets(game, [sheet_of(game, scene, one, lang) for one in people], lang, cover=ready and not who)
