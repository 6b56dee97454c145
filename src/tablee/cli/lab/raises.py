"""tablee raise: which number of a character is worth raising, for its price.

tablee raise d6 mael
tablee raise undesix nicolas vs brigand 'loup*2'
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from tablee.cli.keyboard import show
from tablee.cli.lab.answer import draw, files, json_option, print_json, shape_of
from tablee.cli.lab.asked import CAST, GAME, OPTIONS, needs_numpy
from tablee.cli.language import Command, spoken
from tablee.cli.odds_tables import aligned
from tablee.cli.progress import progress
from tablee.errors import BadInput
from tablee.text import Text, number

if TYPE_CHECKING:
    from tablee.lab.raises import Raised

RAISE = Text(
    fr="Quel nombre de quelqu'un vaut d'être augmenté : son prix, ce qu'il apporte aux épreuves et aux duels types, ou "
    "contre ceux qu'on nomme.",
    en="Which number of somebody is worth raising: its price, what it brings in standard tests and duels, or against "
    "those who are named.",
)
WHO = Text(fr="QUI [contre QUI…]", en="WHO [vs WHO…]")
ONE_PERSON = Text(
    fr="Dites qui progresse, et contre qui si vous voulez : « nicolas contre brigand loup*2 ».",
    en="Say who grows, and against whom if you like: “nicolas vs brigand loup*2”.",
)
TITLE = Text(
    fr="{who:Le} : ce qu'apporte un cran de plus, en points de chance",
    en="{who:The}: what one step more brings, in points of chance",
)
HEADS = (
    Text(fr="prix", en="price"),
    Text(fr="son épreuve", en="own test"),
    Text(fr="épreuves", en="tests"),
    Text(fr="duels", en="duels"),
    Text(fr="pour chaque {unit}", en="for each {unit}"),
)
OTHERS = Text(
    fr="{count} autre{count:|s} ne change{count:|nt} aucune de ces chances.",
    en="{count} other{count:|s} {count:moves|move} none of these chances.",
)
TESTS_AND_DUELS = Text(fr="Épreuves : {tests}. Duels contre {foes}.", en="Tests: {tests}. Duels against {foes}.")
THROWN = Text(
    fr="≈ certains duels sont simulés : les petites différences n'y disent rien.",
    en="≈ some duels are simulated: small differences say nothing there.",
)
FOR_ITS_PRICE = Text(fr="points de chance gagnés, pour son prix", en="points of chance gained, for its price")


def command(lang: str) -> Command:
    """`tablee raise`, in one language."""
    params: list[click.Parameter] = [
        click.Argument(["game"], metavar=GAME.say(lang)),
        click.Argument(["words"], nargs=-1, required=True, metavar=WHO.say(lang)),
        click.Option(["--cast"], metavar="…", help=CAST.say(lang)),
        click.Option(["--option"], multiple=True, metavar="…", help=OPTIONS.say(lang)),
        json_option(lang),
        *files(lang),
    ]
    return Command("raise", params=params, callback=raises, help=RAISE.say(lang))


def raises(
    game: str, words: Sequence[str], cast: str | None, option: Sequence[str], as_json: bool, **given: Any
) -> None:
    """Print what each step is worth to somebody, the most for its price first."""
    needs_numpy()
    from tablee.cli.actions import cast_of, house_rule
    from tablee.lab.house import Tested
    from tablee.lab.raises import raises as worth
    from tablee.lab.setups import people_of
    from tablee.rules.game import game_called
    from tablee.rules.playing import cast_json

    who, *rest = words
    if (rest and rest[0].lower() not in ("vs", "contre")) or len(rest) == 1:
        raise BadInput(ONE_PERSON)
    played, lang = game_called(game), spoken()
    shape, path = shape_of(as_json, given)
    brought = cast_json(cast_of(played, cast)) if cast else {}
    foes = [people_of([one]) for one in rest[1:]]
    found = worth(game, who, foes, brought, dict(house_rule(played, one) for one in option), progress=progress)
    if shape == "json":
        print_json(found.to_json(lang))
        return
    if shape == "csv":
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["what", "action", "price", "unit", "own", "tests", "duels", "each"])
        for one in found.raised:
            counted_in = one.unit.say(lang, n=one.price)
            table.writerow([one.what, one.action, one.price, counted_in, one.own, one.in_tests, one.in_duels, one.each])
        return
    people: Any = played.cast_from(brought) if brought else {}
    sheets = {**played.ready(), **people}
    title = TITLE.say(lang, who=sheets[who].name)
    if shape:
        worthwhile = [one for one in found.raised if one.each > 0] or found.raised
        bars = [(f"{one.label.say(lang)}, {_price(one, lang)}", max(0.0, one.each), 0.0) for one in worthwhile[:14]]
        draw(f"{played.label.say(lang)} · {title}", bars, path, shape, beside=FOR_ITS_PRICE)
        return
    print(title)
    for unit in dict.fromkeys(one.unit for one in found.raised):
        listed = [one for one in found.raised if one.unit == unit]
        moving = [one for one in listed if any((*one.tests, *one.duels))]
        heads = ["", *(head.say(lang, unit=unit.say(lang, n=1)) for head in HEADS)]
        rows = [[one.label.say(lang), *_cells(one, lang)] for one in moving]
        print("\n" + "\n".join(aligned([heads, *rows])))
        if len(moving) < len(listed):
            show(OTHERS.say(lang, count=len(listed) - len(moving)))
    tests = (Tested(who, one.action, one.params, ()).words(played, lang).partition(" · ")[2] for one in found.tests)
    foe_names = (", ".join(sheets[id].name.say(lang) for id in side) for side in found.foes)
    print()
    show(TESTS_AND_DUELS.say(lang, tests=" · ".join(tests) or "—", foes=", ".join(foe_names)))
    if not found.exact:
        show(THROWN.say(lang))


def _price(one: Raised, lang: str) -> str:
    return f"{number(one.price, lang)} {one.unit.say(lang, n=one.price)}"


def _cells(one: Raised, lang: str) -> list[str]:
    """The price, then each gain in points; — where there is none to tell."""
    gains = (one.own, one.in_tests, one.in_duels)
    told = ["—" if gain is None else f"{'+' if gain > 0 else ''}{number(100 * gain, lang, 1)}" for gain in gains]
    return [number(one.price, lang), *told, number(100 * one.each, lang, 2)]
