"""A question for the lab as it is typed: who fights whom, played how, counted how."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from tablee.cli.language import spoken
from tablee.errors import BadInput
from tablee.text import Text

if TYPE_CHECKING:
    from tablee.lab.fights import Fight
    from tablee.rules.game import Game

SIDES = Text(fr="QUI… contre QUI…", en="WHO… vs WHO…")
GAME = Text(fr="JEU", en="GAME")
POLICY = Text(
    fr="Comment joue un camp ou quelqu'un : one=brutal, brigand=lache, two=ma-facon.toml. Prêts : {known}.",
    en="How a side or somebody plays: one=brutal, brigand=coward, two=my-way.toml. Ready: {known}.",
)
FIGHTS = Text(fr="Combien de combats simuler, s'il le faut.", en="How many fights to simulate, if need be.")
MOST = Text(
    fr="Combien de situations un calcul exact peut compter ; 40 000 sinon.",
    en="How many situations an exact answer may count; else 40,000.",
)
PRECISION = Text(
    fr="La précision à atteindre, en points : 0.5 simule assez de combats pour ± 0,5.",
    en="The precision to reach, in points: 0.5 simulates enough fights for ± 0.5.",
)
SEED = Text(fr="Un nombre : le même donne les mêmes combats.", en="A number: the same gives the same fights.")
METHOD = Text(fr="auto, exact, bulk (en masse) ou loop (un à un).", en="auto, exact, bulk or loop (one by one).")
CAST = Text(fr="Un fichier de personnages, JSON ou TOML.", en="A file of characters, JSON or TOML.")
OPTIONS = Text(fr="Une règle de la table : nom=valeur.", en="A house rule: name=value.")
NOT_A_POLICY = Text(
    fr="« {path} » ne se lit pas comme une manière de jouer : {why}",
    en="“{path}” cannot be read as a way of playing: {why}",
)
NO_NUMPY = Text(
    fr='Le labo a besoin de NumPy : pip install "tablee[lab]".', en='The lab needs NumPy: pip install "tablee[lab]".'
)
NO_SIDES = Text(
    fr="Dites qui se bat contre qui : « nicolas chloe contre brigand*3 ».",
    en="Say who fights whom: “nicolas chloe vs brigand*3”.",
)
NOBODY_PLAYS = Text(
    fr="--policy {who}=… : « {who} » n'est pas dans ce combat. Écrivez one, two, ou quelqu'un : {known}.",
    en="--policy {who}=…: “{who}” is not in this fight. Write one, two, or somebody: {known}.",
)
NO_METHOD = Text(fr="« {text} » : auto, exact, bulk ou loop.", en="“{text}”: auto, exact, bulk or loop.")
NOT_A_NUMBER = Text(
    fr="« {text} » : écrivez un nombre entier, sans signe.", en="“{text}”: write a whole number, without a sign."
)
NOT_POINTS = Text(fr="« {text} » : écrivez des points, comme 0.5 ou 2.", en="“{text}”: write points, such as 0.5 or 2.")
METHODS = ("auto", "exact", "bulk", "loop")
KNOWN = "strike, natural, careful, brutal, coward, best"


def game_named(lang: str) -> click.Argument:
    """The game, as an argument."""
    return click.Argument(["game"], metavar=GAME.say(lang))


def sides_named(lang: str, optional: bool = False) -> click.Argument:
    """Who fights whom, as an argument."""
    shown = SIDES.say(lang)
    return click.Argument(["sides"], nargs=-1, metavar=f"[{shown}]" if optional else shown)


def ways(lang: str) -> list[click.Parameter]:
    """How a fight is played and counted, as options."""
    return [
        click.Option(["--policy"], multiple=True, metavar="…", help=POLICY.say(lang, known=KNOWN)),
        click.Option(["--cast"], metavar="…", help=CAST.say(lang)),
        click.Option(["--option"], multiple=True, metavar="…", help=OPTIONS.say(lang)),
        click.Option(["--fights"], metavar="N", help=FIGHTS.say(lang)),
        click.Option(["--most"], metavar="N", help=MOST.say(lang)),
        click.Option(["--error"], metavar="±", help=PRECISION.say(lang)),
        click.Option(["--seed"], metavar="N", help=SEED.say(lang)),
        click.Option(["--method"], default="auto", metavar="…", help=METHOD.say(lang)),
    ]


def needs_numpy() -> None:
    """BadInput if the lab's extra is not installed."""
    try:
        import tablee.lab.tables.facts  # noqa: F401
    except ModuleNotFoundError:
        raise BadInput(NO_NUMPY) from None


def whole(text: str | None, default: int) -> int:
    """A whole number as it was typed."""
    if text is None:
        return default
    if not text.isdecimal():
        raise BadInput(NOT_A_NUMBER, text=text)
    return int(text)


def points(text: str | None) -> float:
    """Percentage points as they were typed, 0.5 or 0,5; 0 where none are: nobody can ask for that."""
    if text is None:
        return 0.0
    written = text.replace(",", ".")
    if not (re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", written) and float(written)):
        raise BadInput(NOT_POINTS, text=text)
    return float(written)


def sides_of(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """`nicolas chloe contre brigand*3` → the people of both sides."""
    between = [at for at, word in enumerate(words) if word.lower() in ("vs", "contre")]
    if len(between) != 1:
        raise BadInput(NO_SIDES)
    from tablee.lab.setups import people_of

    one, two = (people_of(side) for side in (words[: between[0]], words[between[0] + 1 :]))
    if not one or not two:
        raise BadInput(NO_SIDES)
    return one, two


def asked_fight(game: str, sides: Sequence[str], given: Mapping[str, Any]) -> tuple[Game, Fight]:
    """The question as it was typed."""
    needs_numpy()
    from tablee.cli.actions import cast_of, house_rule, pair_of
    from tablee.lab.chain import MAX_STATES
    from tablee.lab.fights import Fight
    from tablee.rules.game import game_called
    from tablee.rules.playing import cast_json

    played = game_called(game)
    one, two = sides_of(sides)
    if given["method"] not in METHODS:
        raise BadInput(NO_METHOD, text=given["method"])
    policies = {who: policy_of(told) for who, told in map(pair_of, given["policy"])}
    for who in policies:
        if who not in ("one", "two") and who.partition("#")[0] not in (*one, *two):
            raise BadInput(NOBODY_PLAYS, who=who, known=tuple(dict.fromkeys((*one, *two))))
    options = dict(house_rule(played, text) for text in given["option"])
    cast = cast_json(cast_of(played, given["cast"])) if given["cast"] else {}
    count = None if given["fights"] is None else whole(given["fights"], 0)
    seed, most, error = whole(given["seed"], 1), whole(given["most"], MAX_STATES), points(given["error"]) / 100
    return played, Fight(game, one, two, policies, options, cast, count, seed, given["method"], most, error)


def policy_of(told: str) -> Any:
    """A ready policy by its name, as it is; one in a file (`.toml` or `.json`), read."""
    if not told.endswith((".toml", ".json")):
        return told
    from tablee.cli.typed_input import text_of
    from tablee.lab.policy import Policy
    from tablee.rules.fields import record_of

    text = text_of(told)
    try:
        read = tomllib.loads(text) if told.endswith(".toml") else json.loads(text)
        record_of(Policy, read)
    except BadInput as no:
        raise BadInput(NOT_A_POLICY, path=told, why=no.say(spoken())) from None
    except (ValueError, TypeError) as no:
        raise BadInput(NOT_A_POLICY, path=told, why=str(no)) from None
    return read
