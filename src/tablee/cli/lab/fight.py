"""tablee fight: who wins, in how many rounds, who falls, what is left; one fight, or several in a row.

tablee fight undesix nicolas chloe vs 'brigand*3' --policy two=brutal
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tablee.cli.keyboard import show
from tablee.cli.lab.answer import TOLD, cell, certainty, draw, files, first_scene, json_option, print_json, shape_of
from tablee.cli.lab.asked import NO_SIDES, asked_fight, game_named, sides_named, ways
from tablee.cli.language import Command, spoken
from tablee.cli.odds_tables import aligned
from tablee.cli.progress import progress
from tablee.errors import BadInput
from tablee.text import Text, number, percent

if TYPE_CHECKING:
    from tablee.lab.fights import Fight, Result
    from tablee.rules.game import Game

FIGHT = Text(
    fr="Qui gagne un combat, en combien de rounds, qui tombe, ce qui reste : nicolas chloe contre brigand*3 ; ou "
    "plusieurs à la suite : … contre loup puis brigand.",
    en="Who wins a fight, in how many rounds, who falls, what is left: nicolas chloe vs brigand*3; or several in a row "
    "(… vs loup then brigand).",
)
AGAINST = Text(fr="{one} contre {two}", en="{one} against {two}")
FALLS = Text(fr="{who} tombe", en="{who} falls")
SIDE_WINS = Text(fr="{side} gagne{count:|nt}", en="{side} {count:wins|win}")
STILL_UP = Text(
    fr="{side} : chances d'avoir gagné jusque-là, combat après combat",
    en="{side}: chance to have won so far, fight after fight",
)
ROW_THROWN = Text(fr="≈ {runs} suites de combats jouées", en="≈ {runs} rows of fights played")
WINS = Text(fr="{side} : gagne{count:|nt} {chance}", en="{side}: {count:wins|win} {chance}")
NOBODY = Text(fr="personne ne reste debout : {chance}", en="nobody is left standing: {chance}")
LEFT = Text(fr="sans vainqueur quand on s'arrête : {chance}", en="no winner when we stop: {chance}")
NEVER_ENDS = Text(
    fr="Personne ne gagne ce combat : avec ces manières de jouer, aucun camp ne fait tomber l'autre. Changez-en une "
    "(--policy), ou les personnages.",
    en="Nobody wins this fight: played this way, neither side brings the other down. Change how one plays (--policy), "
    "or the characters.",
)
ROUNDS = Text(fr="{rounds} rounds en moyenne", en="{rounds} rounds on average")
PERSON = Text(fr="{who} tombe {chance}{left}", en="{who} falls {chance}{left}")


def command(lang: str) -> Command:
    """`tablee fight`, in one language."""
    params = [game_named(lang), sides_named(lang), *ways(lang), json_option(lang), *files(lang)]
    return Command("fight", params=params, callback=fight, help=FIGHT.say(lang))


def fight(game: str, sides: Sequence[str], as_json: bool, **given: Any) -> None:
    """Print what comes of a fight, or draw it; of several in a row, where others follow (`then loup`)."""
    first, *then = _between(sides, ("then", "puis"))
    played, asked = asked_fight(game, first, given)
    shape, path = shape_of(as_json, given)
    if then:
        _in_a_row(played, asked, then, shape, path)
        return
    from tablee.lab.fights import fight as fought

    result, lang = fought(asked, progress), spoken()
    if shape == "json":
        print_json(result.to_json())
    elif shape == "csv":
        _csv(result)
    elif shape:
        title, rows = _fight_bars(played, asked, result, lang)
        draw(title, rows, path, shape, under=certainty(result, lang))
    else:
        print("\n".join(result_in_words(played, asked, result, lang)))


def _between(words: Sequence[str], marks: Sequence[str]) -> list[list[str]]:
    """The words between these, part by part."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word.lower() in marks:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _in_a_row(game: Game, asked: Fight, then: Sequence[Sequence[str]], shape: str, path: str) -> None:
    """Several fights in a row: how far the first side comes, and the law of what it has left."""
    from tablee.lab.in_a_row import in_a_row
    from tablee.lab.setups import people_of

    if not all(then):
        raise BadInput(NO_SIDES)
    found, lang = in_a_row(asked, [people_of(side) for side in then], progress), spoken()
    people: dict[str, Any] = {**game.ready(), **(game.cast_from(asked.cast) if asked.cast else {})}

    def named(side: Sequence[str]) -> str:
        names = Counter(people[who].name.say(lang) for who in side)
        said = ", ".join(f"{name} × {count}" if count > 1 else name for name, count in names.items())
        return said[:1].upper() + said[1:]

    stages = [(f"{place}. {named(one.foes)}", one.won) for place, one in enumerate(found.stages, 1)]
    if shape == "json":
        print_json(found.to_json())
    elif shape == "csv":
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["who", "gauge", "value", "share"])
        table.writerows(["", "won", place, one.won.value] for place, one in enumerate(found.stages, 1))
        for one in found.left:
            table.writerows([one.who, one.gauge, value, times / found.fights] for value, times in one.law.items())
    elif shape:
        title = f"{game.label.say(lang)} · {STILL_UP.say(lang, side=named(asked.one))}"
        draw(title, [(label, won.value, won.error) for label, won in stages], path, shape)
    else:
        print(STILL_UP.say(lang, side=named(asked.one)))
        print("\n".join(aligned([[label, cell(won, lang)] for label, won in stages])))
        print(ROW_THROWN.say(lang, runs=found.fights) + "\n")
        scene: Any = first_scene(game, asked)
        for one in found.left:
            if len(one.law) > 1:
                label = next(entry.label.say(lang) for entry in game.watched(scene, one.who) if entry.id == one.gauge)
                shares = (f"{number(v, lang)} ({percent(n / found.fights, lang)})" for v, n in one.law.items())
                name = scene[one.who].name.say(lang)
                show(f"  {name[:1].upper() + name[1:]}, {label} {number(one.start, lang)} → {', '.join(shares)}")


def _fight_bars(game: Game, asked: Fight, result: Result, lang: str) -> tuple[str, list[tuple[str, float, float]]]:
    """The picture of a fight: its title, the chance of each side to win and of each person to fall."""
    cast: Any = first_scene(game, asked).cast
    names = {one.id: cast[one.id].name.say(lang) for one in result.people}
    sides = [[names[one.id] for one in result.people if one.side == side] for side in (0, 1)]
    rows = [
        (SIDE_WINS.say(lang, side=", ".join(side), count=len(side)), wins.value, wins.error)
        for side, wins in zip(sides, result.wins, strict=True)
    ]
    rows += [(FALLS.say(lang, who=names[one.id]), one.falls.value, one.falls.error) for one in result.people]
    one, two = (", ".join(side) for side in sides)
    return f"{game.label.say(lang)} · {AGAINST.say(lang, one=one, two=two)}", rows


def _csv(result: Result) -> None:
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["id", "side", "side_wins", "falls", "error", "gauge", "start", "left", "left_error", "method"])
    for person in result.people:
        wins = result.wins[person.side].value
        own = [person.id, person.side + 1, wins, person.falls.value, person.falls.error]
        for gauge in person.gauges:
            table.writerow([*own, gauge.id, gauge.start, gauge.left.value, gauge.left.error, result.method])


def result_in_words(game: Game, asked: Fight, result: Result, lang: str) -> list[str]:
    """A result in words."""
    if result.unfinished > 0.999:
        return [NEVER_ENDS.say(lang), certainty(result, lang)]
    scene = first_scene(game, asked)
    cast: Any = scene.cast
    lines = []
    for side, wins in enumerate(result.wins):
        names = [cast[one.id].name.say(lang) for one in result.people if one.side == side]
        named, chance = ", ".join(names), percent(wins.value, lang)
        lines.append(WINS.say(lang, side=named[:1].upper() + named[1:], count=len(names), chance=chance))
    lines += [NOBODY.say(lang, chance=percent(result.nobody.value, lang))] if result.nobody.value else []
    lines += [LEFT.say(lang, chance=percent(result.unfinished, lang))] if result.unfinished > TOLD else []
    lines += [ROUNDS.say(lang, rounds=number(result.rounds.value, lang, 1)), certainty(result, lang), ""]
    for one in result.people:
        labels = {entry.id: entry.label.say(lang) for entry in game.watched(scene, one.id)}
        left = "".join(
            f"   {labels[gauge.id]} {number(gauge.start, lang)} → {number(gauge.left.value, lang, 1)}"
            for gauge in one.gauges
        )
        name = cast[one.id].name.say(lang)
        chance = percent(one.falls.value, lang)
        lines.append("  " + PERSON.say(lang, who=name[:1].upper() + name[1:], chance=chance, left=left))
    return lines
