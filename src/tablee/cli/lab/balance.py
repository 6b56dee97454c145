"""tablee balance: how many people of a kind make an even fight."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from typing import Any

import click

from tablee.cli.lab.answer import certainty, draw, files, first_scene, json_option, print_json, shape_of
from tablee.cli.lab.asked import asked_fight, game_named, sides_named, ways, whole
from tablee.cli.language import Command, spoken
from tablee.text import Text, percent

BALANCE = Text(
    fr="Combien de gens d'une sorte pour un combat égal : nicolas chloe contre brigand.",
    en="How many people of a kind make an even fight: nicolas chloe vs brigand.",
)
TARGET = Text(fr="La chance de gagner visée, en %.", en="The target chance to win, in %.")
OF_WHOM = Text(
    fr="De qui faire varier le nombre, dans l'un ou l'autre camp ; sinon, le premier du second.",
    en="Whose number varies, on either side; else the first of the second.",
)
TIMES = Text(fr="{count} × {who}", en="{count} × {who}")
EVEN_TITLE = Text(fr="{game} · {one} : chances de gagner selon le nombre", en="{game} · {one}: chance to win by number")
EVEN = Text(
    fr="{count} × {who} : {chance} de gagner, au plus près de {target}",
    en="{count} × {who}: {chance} to win, nearest to {target}",
)
UNSURE = Text(
    fr="Un nombre voisin pourrait faire aussi bien : demandez plus de combats (--fights).",
    en="A number next to it might do as well: ask for more fights (--fights).",
)
UNBOUNDED = Text(
    fr="Même {count} ne suffisent pas à rendre ce combat égal.", en="Even {count} are not enough to make it even."
)
ALREADY = Text(
    fr="Un seul, c'est déjà trop pour cette chance : mettez plus de monde en face, ou quelqu'un de plus faible.",
    en="A single one is already too many for that chance: put more people on the other side, or somebody weaker.",
)


def command(lang: str) -> Command:
    """`tablee balance`, in one language."""
    target = click.Option(["--target"], default="50", metavar="%", help=TARGET.say(lang))
    whom = click.Option(["--of", "who"], metavar="…", help=OF_WHOM.say(lang))
    params = [game_named(lang), sides_named(lang), *ways(lang), json_option(lang), *files(lang), target, whom]
    return Command("balance", params=params, callback=balance, help=BALANCE.say(lang))


def balance(game: str, sides: Sequence[str], as_json: bool, target: str, who: str | None, **given: Any) -> None:
    """Print how many foes make a fight even."""
    played, asked = asked_fight(game, sides, given)
    shape, path = shape_of(as_json, given)
    from tablee.lab.balance import balance as balanced

    found, lang = balanced(asked, who or asked.two[0], whole(target.rstrip(" %\u202f"), 50) / 100), spoken()
    if shape == "json":
        print_json(found.to_json())
        return
    rows = [(one.count, one.result.wins[0]) for one in found.tried]
    if shape == "csv":
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["count", "chance", "error"])
        table.writerows([count, wins.value, wins.error] for count, wins in rows)
        return
    if shape:
        cast: Any = first_scene(played, asked).cast
        of = cast[found.who].name.say(lang)
        bars = [(TIMES.say(lang, count=count, who=of), wins.value, wins.error) for count, wins in rows]
        names = ", ".join(cast[who].name.say(lang) for who in asked.one)
        draw(EVEN_TITLE.say(lang, game=played.label, one=names), bars, path, shape)
        return
    for one in found.tried:
        print(f"  {one.count:3}   {percent(one.result.wins[0].value, lang):>8}   {certainty(one.result, lang)}")
    best = next(one for one in found.tried if one.count == found.best)
    chance = percent(best.result.wins[0].value, lang)
    print(EVEN.say(lang, count=found.best, who=found.who, chance=chance, target=percent(found.target, lang)))
    if found.already:
        print(ALREADY.say(lang))
    elif not found.bounded:
        print(UNBOUNDED.say(lang, count=found.tried[-1].count))
    elif not found.sure:
        print(UNSURE.say(lang))
