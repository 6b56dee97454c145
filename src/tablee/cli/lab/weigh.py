"""tablee weigh: what a house rule changes in the standard duels and tests of a game."""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING, Any

import click

from tablee.cli.lab.answer import cell, draw, files, json_option, print_json, shape_of
from tablee.cli.lab.asked import FIGHTS, KNOWN, POLICY, game_named, needs_numpy, whole
from tablee.cli.language import Command, spoken
from tablee.cli.odds_tables import aligned
from tablee.cli.progress import progress
from tablee.text import Text, number, percent

if TYPE_CHECKING:
    from tablee.lab.house import House

WEIGH = Text(
    fr="Ce qu'une règle de la table change aux duels et aux tests types d'un jeu ; sans nom, toutes, classées.",
    en="What a house rule changes in the standard duels and tests of a game; without a name, all of them, ranked.",
)
OPTION = Text(fr="OPTION", en="OPTION")
ALL_WEIGHED = Text(
    fr="{game} : de combien chaque règle de la table déplace les chances, au plus",
    en="{game}: by how much each house rule moves the chances, at most",
)
POINTS_MOVED = Text(fr="le plus grand écart, en points de chances", en="the largest change, in points of chance")
WEIGHED = Text(
    fr="{rule} : les chances du premier de gagner chaque duel, et de réussir chaque test",
    en="{rule}: the chance of the first to win each duel, and to succeed at each test",
)
SOME_THROWN = Text(
    fr="Avec un ±, le duel est simulé ; sans, il est exact.", en="With a ±, a duel is simulated; without, it is exact."
)
SOLID = Text(
    fr="les chances du premier de gagner chaque duel, et de réussir chaque test ; en plein, comme dans le livre",
    en="the chance of the first to win each duel, and to succeed at each test; solid: as in the book",
)
TITLE = Text(fr="{game} · {rule}", en="{game} · {rule}")
BY_BOOK = Text(fr="{value} (le livre)", en="{value} (the book)")


def command(lang: str) -> Command:
    """`tablee weigh`, in one language."""
    option = click.Argument(["option"], required=False, metavar=f"[{OPTION.say(lang)}]")
    policy = click.Option(["--policy"], default="", metavar="…", help=POLICY.say(lang, known=KNOWN))
    many = click.Option(["--fights"], metavar="N", help=FIGHTS.say(lang))
    params = [game_named(lang), option, policy, many, json_option(lang), *files(lang)]
    return Command("weigh", params=params, callback=weigh, help=WEIGH.say(lang))


def weigh(game: str, option: str | None, policy: str, fights: str | None, as_json: bool, **given: Any) -> None:
    """Print what a house rule changes; without a name, what each of them does, what moves most first."""
    needs_numpy()
    shape, path = shape_of(as_json, given)
    from tablee.lab.house import weigh as weighed
    from tablee.rules.game import game_called

    many = None if fights is None else whole(fights, 0)
    if not option:
        _weigh_all(game, policy, many, shape, path)
        return
    found = weighed(game, option, policy=policy, fights=many)
    if shape == "json":
        print_json(found.to_json())
        return
    lang = spoken()
    switch = next(one for one in game_called(game).options if one.id == option)
    if shape:
        _weighed_file(game, found, shape, path)
        return
    said = [switch.said(value, lang) for value in found.values]
    rows = [["", BY_BOOK.say(lang, value=said[0]), *said[1:]]]
    for duel in found.duels:
        rows.append([duel.words(game_called(game), lang), *(cell(result.wins[0], lang) for result in duel.results)])
    for test in found.tests:
        chances = ("—" if one is None else percent(one, lang) for one in test.chances)
        rows.append([test.words(game_called(game), lang), *chances])
    print("\n".join([WEIGHED.say(lang, rule=switch.label), "", *aligned(rows)]))
    if any(result.method != "exact" for duel in found.duels for result in duel.results):
        print(SOME_THROWN.say(lang))


def _weighed_file(game: str, found: House, shape: str, path: str) -> None:
    """What a house rule changes as CSV, or as bars."""
    from tablee.rules.game import game_called

    played, lang = game_called(game), spoken()
    switch = next(one for one in played.options if one.id == found.option)
    rows: list[tuple[str, str, float, float]] = []
    for duel in found.duels:
        for value, result in zip(found.values, duel.results, strict=True):
            chance = result.wins[0]
            rows.append((duel.words(played, lang), switch.said(value, lang), chance.value, chance.error))
    for test in found.tests:
        for value, exact in zip(found.values, test.chances, strict=True):
            if exact is not None:
                rows.append((test.words(played, lang), switch.said(value, lang), float(exact), 0.0))
    if shape == "csv":
        csv.writer(sys.stdout, lineterminator="\n").writerows([["what", "value", "chance", "error"], *rows])
    else:
        title = TITLE.say(lang, game=played.label, rule=switch.label)
        book = switch.said(found.values[0], lang)
        bars = [(f"{what} · {value}", chance, error) for what, value, chance, error in rows]
        ways = [int(value != book) for _, value, _, _ in rows]
        draw(title, bars, path, shape, under=SOLID.say(lang), ways=ways)


def _weigh_all(game: str, policy: str, fights: int | None, shape: str, path: str) -> None:
    """Every house rule, what moves most first: in words, as JSON, as CSV or as bars."""
    from tablee.lab.house import weigh_all
    from tablee.rules.game import game_called

    played, lang = game_called(game), spoken()
    found = weigh_all(game, policy, fights, progress)
    labels = {one.id: one.label.say(lang) for one in played.options}
    if shape == "json":
        print_json([one.to_json() for one in found])
    elif shape == "csv":
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["option", "most", "where"])
        table.writerows([one.option, one.most, one.where] for one in found)
    elif shape:
        title = ALL_WEIGHED.say(lang, game=played.label)
        draw(title, [(labels[one.option], one.most, 0.0) for one in found[:14]], path, shape, beside=POINTS_MOVED)
    else:
        told = []
        for one in found:
            where = one.at.words(played, lang) if one.at else ""
            told.append([labels[one.option], number(100 * one.most, lang, 1), one.option, where])
        print("\n".join([ALL_WEIGHED.say(lang, game=played.label), "", *aligned(told)]))
