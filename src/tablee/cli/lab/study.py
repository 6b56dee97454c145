"""tablee study: a grid of fights or odds, on all cores or on a cluster, interrupted and taken up again.

tablee study undesix nicolas chloe vs brigand --grid count.brigand=1..8 --grid nicolas.phy=2..5 --keep brigands.jsonl
tablee study undesix.attack --actor chloe --set target=loup --grid chloe.phy=1..6 --csv
"""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablee.cli import curves
from tablee.cli.lab.answer import TOLD, draw, files, first_scene, json_option, print_json, shape_of
from tablee.cli.lab.asked import asked_fight, needs_numpy, sides_named, ways, whole
from tablee.cli.lab.fight import AGAINST
from tablee.cli.language import Command, spoken
from tablee.cli.progress import progress
from tablee.errors import BadInput
from tablee.text import Text, margin, number, percent

if TYPE_CHECKING:
    from tablee.lab.study import Cell, Study

STUDY = Text(
    fr="Une grille de combats (nicolas contre brigand) ou de chances (undesix.attack), aussi longue qu'il faut.",
    en="A grid of fights (nicolas vs brigand) or of odds (undesix.attack), as long as it takes.",
)
WHAT = Text(fr="JEU ou ACTION", en="GAME or ACTION")
GRID = Text(
    fr="Ce qui varie : count.brigand=1..8, nicolas.phy=2..5, policy.two=strike,brutal, option.nom=a,b, ou un paramètre "
    "de l'action.",
    en="What varies: count.brigand=1..8, nicolas.phy=2..5, policy.two=strike,brutal, option.name=a,b, or a parameter "
    "of the action.",
)
KEEP = Text(
    fr="Garder dans ce fichier ce qui est fait ; la même commande reprend de là.",
    en="Keep what is done in this file; the same command goes on from there.",
)
PROCESSES = Text(fr="Combien de processus ; sinon, un par cœur.", en="How many processes; else one per core.")
CLUSTER = Text(
    fr="L'adresse d'une grappe Dask (tcp://…) ; aussi TABLEE_CLUSTER.",
    en="The address of a Dask cluster (tcp://…); also TABLEE_CLUSTER.",
)
ACTOR = Text(fr="Qui agit.", en="Who acts.")
SET = Text(fr="Un paramètre de l'action : target=loup.", en="A parameter of the action: target=loup.")
NOTHING_VARIES = Text(
    fr="Rien ne varie : donnez au moins une fois --grid, par exemple --grid {example}=1..6.",
    en="Nothing varies: give --grid at least once, for example --grid {example}=1..6.",
)
TWO_AXES = Text(
    fr="Une image montre une ou deux valeurs à la fois : donnez un ou deux --grid, ou --csv.",
    en="A picture shows one or two values at a time: give one or two --grid, or --csv.",
)
STOPPED = Text(
    fr="Interrompu. Ce qui est fait est dans {path} : la même commande reprend de là.",
    en="Interrupted. What is done is in {path}: the same command goes on from there.",
)
STOPPED_UNKEPT = Text(
    fr="Interrompu, et rien n'est gardé : avec --keep FICHIER, la même commande reprendrait.",
    en="Interrupted, and nothing is kept: with --keep FILE the same command would go on.",
)
NO_SIDES_OF_ACTION = Text(
    fr="Une action se donne avec --actor et --set, sans camps.",
    en="An action is given with --actor and --set, without sides.",
)
CHANCE, ERROR, METHOD = Text(fr="chances", en="chance"), Text(fr="±", en="±"), Text(fr="comment", en="how")
CHANCE_TO_WIN = Text(fr="les chances de gagner des premiers", en="the chance of the first side to win")
CHANCE_TO_SUCCEED = Text(fr="les chances de réussir", en="the chance to succeed")
MOST_ERROR = Text(fr=", ± {error} points au plus", en=", ± {error} points at most")
UNFINISHED = Text(fr="{how}, {chance} sans vainqueur", en="{how}, {chance} without a winner")
REFUSED = Text(fr="refusé", en="refused")
HOW = {
    "exact": Text(fr="exact", en="exact"),
    "bulk": Text(fr="simulé", en="simulated"),
    "loop": Text(fr="un à un", en="one by one"),
}


def command(lang: str) -> Command:
    """`tablee study`, in one language."""
    words: list[tuple[str, Text, dict[str, Any]]] = [
        ("--grid", GRID, {"multiple": True}),
        ("--keep", KEEP, {}),
        ("--processes", PROCESSES, {}),
        ("--cluster", CLUSTER, {"envvar": "TABLEE_CLUSTER"}),
        ("--actor", ACTOR, {"default": ""}),
        ("--set", SET, {"multiple": True}),
    ]
    own = [click.Option([name], metavar="…", help=text.say(lang), **more) for name, text, more in words]
    return Command(
        "study",
        params=[
            click.Argument(["what"], metavar=WHAT.say(lang)),
            sides_named(lang, optional=True),
            *own,
            *ways(lang),
            json_option(lang),
            *files(lang),
        ],
        callback=study,
        help=STUDY.say(lang),
    )


def asked_study(what: str, sides: Sequence[str], given: dict[str, Any]) -> Study:
    """The study as it was typed."""
    needs_numpy()
    from tablee.lab.grid import axis_of, checked
    from tablee.lab.study import Study

    if not given["grid"]:
        last = sides[-1].partition("*")[0] if sides else ""
        raise BadInput(NOTHING_VARIES, example="difficulty" if "." in what else f"count.{last}")
    axes = checked(map(axis_of, given["grid"]))
    if "." not in what:
        return Study(axes, asked_fight(what, sides, given)[1])
    if sides:
        raise BadInput(NO_SIDES_OF_ACTION)
    from tablee.cli.actions import cast_of, house_rule, pair_of
    from tablee.lab.grid import whole_or_word
    from tablee.rules.game import game_called
    from tablee.rules.playing import cast_json

    game = game_called(what.partition(".")[0])
    game.action(what)  # an unknown one is refused here
    values = {name: whole_or_word(value) for name, value in map(pair_of, given["set"])}
    cast = cast_json({**game.ready(), **cast_of(game, given["cast"])}) if given["cast"] else {}
    options = dict(house_rule(game, text) for text in given["option"])
    return Study(axes, None, game.id, what, given["actor"], values, cast, options)


def study(what: str, sides: Sequence[str], as_json: bool, **given: Any) -> None:
    """Print what comes of each cell of a grid, or draw it."""
    shape, file = shape_of(as_json, given)
    told, lang = asked_study(what, sides, given), spoken()
    from tablee.lab.study import run

    path = Path(given["keep"]) if given["keep"] else None
    processes = whole(given["processes"], os.cpu_count() or 1)
    try:
        found = run(told, path, processes, given["cluster"] or "", progress)
    except KeyboardInterrupt:
        print("", file=sys.stderr)
        raise BadInput(STOPPED, path=str(path)) if path else BadInput(STOPPED_UNKEPT) from None
    if found[0].refused and all(cell.refused for cell in found):
        raise BadInput(found[0].refused)
    if shape == "json":
        print_json([_row(cell, lang) for cell in found])
    elif shape in ("svg", "png"):
        _drawn(told, found, file, shape, lang)
    elif shape == "csv":
        rows = [{**cell.values, **_row(cell, lang, values=False)} for cell in found]
        table = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    else:
        print("\n".join(_lines(found, lang)))


def _drawn(asked: Study, found: Sequence[Cell], path: str, shape: str, lang: str) -> None:
    """A grid of two values as a heat map, of one as bars; more are too many for a picture."""
    from tablee.lab.charts import heat_svg

    title, names = _words(asked, lang)
    error = max(cell.error for cell in found)
    of = CHANCE_TO_WIN if asked.fight else CHANCE_TO_SUCCEED
    under = of.say(lang) + (MOST_ERROR.say(lang, error=margin(error, lang)) if error else "")
    match asked.axes:
        case (up, across):
            chances = [cell.chance for cell in found]
            axes = (names[1], list(across.values)), (names[0], list(up.values))
            curves.written(heat_svg(title, *axes, chances, lang, under), path, shape, lang)
        case (axis,):
            rows = [(f"{names[0]} = {cell.values[axis.name]}", cell.chance or 0.0, cell.error) for cell in found]
            draw(title, rows, path, shape, under=under)
        case _:
            raise BadInput(TWO_AXES)


def _words(asked: Study, lang: str) -> tuple[str, list[str]]:
    """The title of a picture, and what its axes are called."""
    from tablee.lab.grid import axis_label
    from tablee.rules.forms import in_words
    from tablee.rules.game import game_called

    if asked.fight:
        game = game_called(asked.fight.game)
        scene: Any = first_scene(game, asked.fight)
        one, two = ([scene.cast[who].name.say(lang) for who in side] for side in (asked.fight.one, asked.fight.two))
        title = f"{game.label.say(lang)} · {AGAINST.say(lang, one=', '.join(one), two=', '.join(two))}"
        return title, [axis_label(axis.name, game, scene, lang) for axis in asked.axes]
    game = game_called(asked.game)
    action, brought = game.action(asked.action), game.cast_from(asked.cast) if asked.cast else {}
    scene = game.scene(asked.actor, {**game.ready(), **brought})
    fixed = {name: value for name, value in asked.values.items() if name not in {axis.name for axis in asked.axes}}
    words = in_words(game, action, scene, fixed, lang, optional=True)
    title = f"{scene.me.name.say(lang)} · {words}" if asked.actor else words
    return title, [axis_label(axis.name, game, scene, lang, action) for axis in asked.axes]


def _row(cell: Cell, lang: str, values: bool = True) -> dict[str, Any]:
    told = {"chance": cell.chance, "error": cell.error, "method": cell.method, "fights": cell.fights}
    more = {"rounds": cell.rounds, "unfinished": cell.unfinished, "refused": cell.refused and cell.refused.say(lang)}
    return {**({"values": cell.values} if values else {}), **told, **more}


def _lines(found: Sequence[Cell], lang: str) -> list[str]:
    """A row for each cell; why cells cannot be, once, below them."""
    from tablee.cli.odds_tables import aligned

    why = list(dict.fromkeys(cell.refused.say(lang) for cell in found if cell.refused))
    rows = [[*found[0].values, CHANCE.say(lang), ERROR.say(lang), METHOD.say(lang)]]
    for cell in found:
        said = [number(value, lang) if isinstance(value, int) else str(value) for value in cell.values.values()]
        if cell.refused:
            mark = f" {why.index(cell.refused.say(lang)) + 1}" if len(why) > 1 else ""
            rows.append([*said, "—", "", REFUSED.say(lang) + mark])
        else:
            error = margin(cell.error, lang) if cell.error else ""
            how = HOW[cell.method].say(lang)
            if cell.unfinished > TOLD:
                how = UNFINISHED.say(lang, how=how, chance=percent(cell.unfinished, lang))
            rows.append([*said, percent(cell.chance or 0.0, lang), error, how])
    notes = [f"{place}. {said}" for place, said in enumerate(why, 1)] if len(why) > 1 else why
    return [*aligned(rows), *([""] if why else []), *notes]
