"""What the answers of the lab have in common: how sure they are, cells of tables, bars, JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from tablee.cli.language import spoken
from tablee.text import Text, margin, percent

if TYPE_CHECKING:
    from tablee.lab.fights import Estimate, Fight, Result
    from tablee.rules.action import Scene
    from tablee.rules.game import Game

AS_JSON = Text(fr="En JSON.", en="As JSON.")
CSV = Text(fr="En CSV, pour un tableur : … > fichier.csv.", en="As CSV, for a spreadsheet: … > file.csv.")
SVG = Text(fr="Dessiner dans ce fichier SVG.", en="Draw into this SVG file.")
PNG = Text(fr="Dessiner dans ce fichier PNG.", en="Draw into this PNG file.")
EXACT = Text(fr="= exact ({states} situation{states:|s}{left})", en="= exact ({states} situation{states:|s}{left})")
ALL_TOLD = Text(
    fr=" ; moins d'un combat sur un million laissé sans fin",
    en="; less than one fight in a million left without an end",
)
THROWN = Text(
    fr="≈ {fights} combat{fights:|s} simulé{fights:|s} en masse, ± {error} points",
    en="≈ {fights} fight{fights:|s} simulated in bulk, ± {error} points",
)
ONE_BY_ONE = Text(
    fr="≈ {fights} combat{fights:|s} joué{fights:|s} un à un, ± {error} points",
    en="≈ {fights} fight{fights:|s} played one by one, ± {error} points",
)
TRIED = Text(
    fr="(plus de {most} situations pour un calcul exact : --most en permet plus)",
    en="(more than {most} situations for an exact answer: --most allows more)",
)
TOLD = 1e-6  # of fights without an end: more is told apart


def json_option(lang: str) -> click.Option:
    """The answer as JSON, as an option."""
    return click.Option(["--json", "as_json"], is_flag=True, help=AS_JSON.say(lang))


def files(lang: str) -> list[click.Parameter]:
    """The answer as CSV or as a picture, as options."""
    return [
        click.Option(["--csv", "as_csv"], is_flag=True, help=CSV.say(lang)),
        click.Option(["--svg"], metavar="…", help=SVG.say(lang)),
        click.Option(["--png"], metavar="…", help=PNG.say(lang)),
    ]


def print_json(data: Any) -> None:
    """Plain data, as JSON."""
    print(json.dumps(data, ensure_ascii=False, indent=1))


def shape_of(as_json: bool, given: Mapping[str, Any]) -> tuple[str, str]:
    """How an answer is given (json, csv, svg, png, or "" for the terminal), and into which file."""
    from tablee.cli import curves

    return curves.shape_of(as_json, given["as_csv"], given["svg"], given["png"])


def draw(title: str, rows: Sequence[tuple[str, float, float]], path: str, shape: str, **more: Any) -> None:
    """Write shares as bars into a file."""
    from tablee.cli import curves
    from tablee.lab.charts import bars_svg

    curves.written(bars_svg(title, rows, spoken(), **more), path, shape, spoken())


def certainty(result: Result, lang: str) -> str:
    """« = exact » or « ≈ 20 000 combats, ± 0,6 »: how a result was found, with twice its standard error."""
    if result.method == "exact":
        return EXACT.say(lang, states=result.states, left=ALL_TOLD if result.unfinished <= TOLD else "")
    error = margin(max(one.error for one in result.wins), lang)
    said = (THROWN if result.method == "bulk" else ONE_BY_ONE).say(lang, fights=result.fights, error=error)
    return f"{said} {TRIED.say(lang, most=result.tried)}" if result.tried else said


def first_scene(game: Game, asked: Fight, actor: str = "") -> Scene[Any]:
    """The people of a fight before it begins."""
    from tablee.lab.setups import staged

    brought = game.cast_from(asked.cast) if asked.cast else {}
    return game.scene(actor, staged(game, (asked.one, asked.two), brought).cast, asked.options)


def cell(wins: Estimate, lang: str) -> str:
    return percent(wins.value, lang) + (f" ± {margin(wins.error, lang)}" if wins.error else "")
