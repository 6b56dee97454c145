"""Odds as curves and files: `tablee odds … --over chloe.phy=1..6`, with --csv, --svg and --png."""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablee.cli import odds_tables
from tablee.dice.odds import probability
from tablee.errors import BadInput
from tablee.rules.why import Note
from tablee.text import Text, percent

if TYPE_CHECKING:
    from tablee.cli.actions import DeclaredAction
    from tablee.dice.odds import Odds
    from tablee.rules.run import Parts

OVER = Text(
    fr="Une courbe : un paramètre (difficulty=5..25) ou une valeur d'une fiche (chloe.phy=1..6, "
    "mael.levels.Forge=1D,2D).",
    en="A curve: a parameter (difficulty=5..25) or a value of a sheet (chloe.phy=1..6, mael.levels.Forge=1D,2D).",
)
AT_LEAST = Text(
    fr="De dés : dans un fichier, les chances d'au moins chaque total.",
    en="Of dice: in a file, the chance of each total or more.",
)
AS_CSV = Text(fr="En CSV, pour un tableur : … > fichier.csv.", en="As CSV, for a spreadsheet: … > file.csv.")
SVG = Text(fr="Dessiner dans ce fichier SVG.", en="Draw into this SVG file.")
PNG = Text(fr="Dessiner dans ce fichier PNG.", en="Draw into this PNG file.")
NOT_OVER = Text(
    fr="« {text} » : écrivez nom=1..6, qui.valeur=1..6, ou des valeurs entre virgules.",
    en="“{text}”: write name=1..6, who.value=1..6, or values between commas.",
)
ONE_CURVE = Text(
    fr="Une courbe ne suit qu'une valeur : donnez un seul --over. Pour plusieurs à la fois : tablee study {action} "
    "--grid {first} --grid {second}",
    en="A curve follows one value: give a single --over. For several at once: tablee study {action} --grid {first} "
    "--grid {second}",
)
ONE_SHAPE = Text(
    fr="Une seule forme à la fois : --json, --csv, --svg ou --png.",
    en="One shape at a time: --json, --csv, --svg or --png.",
)
NOTHING_TO_DRAW = Text(
    fr="Rien ne varie ici qui se dessine en colonnes : demandez une courbe avec --over, ou --csv.",
    en="Nothing varies here that columns could draw: ask for a curve with --over, or for --csv.",
)
DRAWN = Text(fr="Dessiné dans {path}.", en="Drawn into {path}.")
REFUSED_AT = Text(fr="{value} : {why}", en="{value}: {why}")
RANGE = re.compile(r"(-?[0-9]{1,18})\s*(?:\.\.|…)\s*(-?[0-9]{1,18})")
TOTAL = Text(fr="total", en="total")
CHANCE = Text(fr="chances", en="chance")


def options(lang: str) -> list[click.Option]:
    """What `tablee odds` takes for curves and files."""
    return [
        click.Option(["--over"], multiple=True, help=OVER.say(lang), metavar="…"),
        click.Option(["--at-least", "at_least"], is_flag=True, help=AT_LEAST.say(lang)),
        click.Option(["--csv", "as_csv"], is_flag=True, help=AS_CSV.say(lang)),
        click.Option(["--svg"], help=SVG.say(lang), metavar="…"),
        click.Option(["--png"], help=PNG.say(lang), metavar="…"),
    ]


def shape_of(as_json: bool, as_csv: bool, svg: str | None, png: str | None, **_other: Any) -> tuple[str, str]:
    """How odds are given (json, csv, svg, png, or "" for the terminal), and into which file."""
    asked = [("json", "")] * as_json + [("csv", "")] * as_csv
    asked += [(shape, path) for shape, path in (("svg", svg), ("png", png)) if path]
    if len(asked) > 1:
        raise BadInput(ONE_SHAPE)
    return asked[0] if asked else ("", "")


def only_over(given: Sequence[str], action: str) -> str | None:
    """What varies, if anything does; BadInput if two values do."""
    if len(given) > 1:
        raise BadInput(ONE_CURVE, action=action, first=given[0], second=given[1])
    return given[0] if given else None


def over_of(text: str) -> Any:
    """What varies, from « chloe.phy=1..6 » or « difficulty=10,15,20 »."""
    from tablee.lab.curves import MAX_POINTS, TOO_LONG, Over

    name, sign, values = (part.strip() for part in text.partition("="))
    if not sign or not name or not values:
        raise BadInput(NOT_OVER, text=text)
    who, dot, field = name.partition(".")
    if between := RANGE.fullmatch(values):
        low, high = sorted(int(end) for end in between.groups())
        if high - low >= MAX_POINTS:
            raise BadInput(TOO_LONG, count=high - low + 1, most=MAX_POINTS)
        return Over(field or who, tuple(range(low, high + 1)), who if dot else "")
    listed = tuple(_number_or_word(value.strip()) for value in values.split(",") if value.strip())
    return Over(field or who, listed, who if dot else "")


def with_first(over: str, given: dict[str, Any]) -> dict[str, Any]:
    """The parameters given, and the first value of the one that varies, where it was left out."""
    varying = over_of(over)
    if varying.who or varying.field not in given or given[varying.field] not in (None, ()) or not varying.values:
        return given
    first = str(varying.values[0])
    return {**given, varying.field: (first,) if given[varying.field] == () else first}


def _number_or_word(value: str) -> int | str:
    return int(value) if re.fullmatch("-?[0-9]{1,6}", value) else value


def drawn_curves(ways: dict[str, DeclaredAction], over: str, lang: str, shape: str, path: str) -> None:
    """Print the chance of each way at each value, or write it as JSON, CSV, SVG or PNG."""
    from tablee.lab import charts, curves
    from tablee.rules.forms import in_words

    varying = over_of(over)
    asked = {label: one.way(lang) for label, one in ways.items()}
    found = [curves.curve(way, varying, label, lang) for label, way in asked.items()]
    way = next(iter(asked.values()))
    under = varying.label(way, lang)
    if shape == "json":
        told = [
            {
                "way": one.label,
                "points": [
                    {
                        "at": point.at,
                        **probability(point.chance),
                        "means": [
                            {"who": who, "amount": amount, "mean": float(mean)}
                            for (who, amount), mean in point.means.items()
                        ],
                    }
                    for point in one.points
                ],
                "refused": [{"at": at, "why": why} for at, why in one.refused],
            }
            for one in found
        ]
        print(json.dumps({"over": over, "curves": told}, ensure_ascii=False, indent=1))
    elif shape == "csv":
        csv.writer(sys.stdout, lineterminator="\n").writerows(curves.rows(found, under))
    elif shape in ("svg", "png"):
        fixed = {name: value for name, value in way.values.items() if varying.who or name != varying.field}
        words = in_words(way.game, way.action, way.scene, fixed, lang, optional=True)
        title = f"{way.scene.me.name.say(lang)} · {words}" if way.scene.actor else words
        written(charts.curves_svg(found, title, under, lang), path, shape, lang)
    else:
        print("\n".join(_table(found, under, lang)))


def _table(found: list[Any], under: str, lang: str) -> list[str]:
    """A row for each value with a bar for the first way; several ways side by side."""
    lines = [f"{place}. {one.label}" for place, one in enumerate(found, 1)] if len(found) > 1 else []
    values = {point.at: point.said for one in found for point in one.points}
    chances = [{point.at: point.chance for point in one.points} for one in found]
    rows = [[under, *([f"{place}." for place in range(1, len(found) + 1)] if len(found) > 1 else [CHANCE.say(lang)])]]
    for value, said in values.items():
        rows.append([said, *(percent(each[value], lang) if value in each else "—" for each in chances)])
    lines += odds_tables.aligned(rows)
    for one in found:
        lines += [REFUSED_AT.say(lang, value=str(value), why=why) for value, why in one.refused[:1]]
    return lines


def action_file(ways: dict[str, DeclaredAction], lang: str, shape: str, path: str) -> None:
    """The outcomes of an action in one or several ways as CSV, or the laws of its first amount drawn as columns."""
    from tablee.rules.chances import amount_law, by_amount, by_grade
    from tablee.rules.tell import name_of

    ready = next(iter(ways.values()))
    laws: dict[str, Odds[Parts]] = {}
    for way, one in ways.items():
        law = one.way(lang).law()
        assert not isinstance(law, Note), "a declared action is not refused"
        laws[way] = law
    if shape == "csv":
        graded = [{one.parts: float(one.chance) for one in by_grade(law)} for law in laws.values()]
        rows = [
            [odds_tables.label(ready.game, ready.scene, parts, lang), *(each.get(parts, 0.0) for each in graded)]
            for parts in dict.fromkeys(parts for each in graded for parts in each)
        ]
        heads = [ready.action.label.say(lang), *(ways if len(ways) > 1 else [CHANCE.say(lang)])]
        csv.writer(sys.stdout, lineterminator="\n").writerows([heads, *rows])
        return
    from tablee.lab import charts

    amounts = [one for law in laws.values() for one in by_amount(law)]
    if not amounts:
        raise BadInput(NOTHING_TO_DRAW)
    who, amount = amounts[0].who, amounts[0].amount
    under = ready.game.book.terms[amount].label.say(lang)
    title = odds_tables.AMOUNT.say(lang, who=name_of(ready.scene, who), amount=under)
    drawn = {way: amount_law(law, who, amount) for way, law in laws.items()}
    written(charts.columns_svg(drawn, title, under, lang), path, shape, lang)


def dice_file(laws: dict[str, Odds[Any]], lang: str, shape: str, path: str, at_least: bool = False) -> None:
    """The laws of free dice as CSV, or drawn as columns side by side; with `at_least`, of each value or more."""
    numbers = {dice: law.read(int) for dice, law in laws.items()}
    if shape == "csv":
        values = sorted({value for law in numbers.values() for value in law})
        chances = [law.survival(values) if at_least else map(law.p, values) for law in numbers.values()]
        rows = [[value, *map(float, each)] for value, *each in zip(values, *chances, strict=True)]
        csv.writer(sys.stdout, lineterminator="\n").writerows([[TOTAL.say(lang), *laws], *rows])
        return
    from tablee.lab import charts

    title = " / ".join(laws)
    drawn = charts.at_least_svg if at_least else charts.columns_svg
    written(drawn(numbers, title, TOTAL.say(lang), lang), path, shape, lang)


def written(svg: str, path: str, shape: str, lang: str) -> None:
    """Write a drawing into a file, and say so."""
    if shape == "svg":
        Path(path).write_text(svg, "utf-8")
    else:
        from tablee.lab.pictures import png

        Path(path).write_bytes(png(svg))
    print(DRAWN.say(lang, path=path))
