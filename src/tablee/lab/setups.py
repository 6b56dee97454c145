"""Setup: what the lab knows of a game (its `lab.toml`): how a fight opens, its policies, standard duels and tests."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from pydantic import Field

from tablee.errors import BadInput, Unknown
from tablee.lab.policy import NATURAL, Policy
from tablee.rules.data.openings import FILE, Opening, opening_of
from tablee.rules.fields import Declared, record_of
from tablee.rules.game import Game, game_called, own_file
from tablee.text import Name, Text, plain

NO_POLICY = Text(
    fr="Il n'y a pas de manière de jouer « {id} ». Connues pour ce jeu : {known} ; et best, "
    "pour une seule personne d'un combat.",
    en="There is no way of playing “{id}”. Known for this game: {known}; and best, for one person of a fight.",
)
NOT_A_COUNT = Text(
    fr="« {text} » : écrivez après * un nombre de 1 à 999, comme brigand*3.",
    en="“{text}”: write a number from 1 to 999 after *, as in brigand*3.",
)
NOBODY = Text(
    fr="« {who} » n'est ni un personnage prêt de ce jeu, ni dans le fichier donné. Prêts : {known}.",
    en="“{who}” is neither a ready character of this game nor in the file given. Ready: {known}.",
)
NO_FIGHTS = Text(
    fr="{game} n'a pas de combat que le labo sache ouvrir.", en="{game} has no fight that the lab knows how to open."
)
EMPTY_SIDE = Text(fr="Il faut quelqu'un dans chaque camp.", en="Each side needs somebody.")
TOO_MANY_PEOPLE = Text(
    fr="{count} personnes, c'est trop pour un combat du labo : {most} au plus.",
    en="{count} people are too many for a fight of the lab: {most} at most.",
)
MAX_PEOPLE = 40
Begin = tuple[str, str, Mapping[str, Any]]
"""The action that opens a fight: its id, who does it (nobody), its parameters."""


class Trial(Declared):
    """Something that a ready character tries: a standard test of a game."""

    who: str
    action: str
    params: Mapping[str, Any] = Field(default_factory=dict)


class OwnTest(Declared):
    """The plain test of something that is raised: an action, and the parameter that names it."""

    action: str
    what: str
    params: Mapping[str, Any] = Field(default_factory=dict)


class Growth(Declared):
    """One way in which characters of a game grow: its action, and the parameter that names what is raised.

    A sheet has the values `given` first, so that the price can be paid. The price is by how much the field `purse`
    falls, else `price`; `fr` and `en` are what it is counted in (« 3 ans »). `test` is the test of what was raised.
    """

    action: str
    what: str
    params: Mapping[str, Any] = Field(default_factory=dict)
    given: Mapping[str, Any] = Field(default_factory=dict)
    purse: str = ""
    price: int = 1
    test: OwnTest | None = None
    fr: str = ""
    en: str = ""

    @property
    def unit(self) -> Text:
        return Text(self.fr, self.en)


class Setup(Opening):
    """What the `lab.toml` of a game says: every line of it has a default.

    `health` tells the weak from the strong, and `points` is what decisions are paid with.
    """

    health: str = ""
    points: str = ""
    policies: Mapping[str, Policy] = Field(default_factory=dict)
    duels: tuple[tuple[str, str], ...] = ()
    tests: tuple[Trial, ...] = ()
    growth: tuple[Growth, ...] = ()


@cache
def setup_of(game: str) -> Setup:
    """What the lab knows of the game of this id.

    Where nothing is said, fights open as its first scene does, and its first two ready ones duel.
    """
    told = own_file(game, FILE)
    said: Setup = record_of(Setup, {} if told is None else tomllib.loads(told))
    ready = tuple(game_called(game).ready())[:2]
    usual = ((ready[0], ready[1]),) if len(ready) == 2 else ()
    return said.with_changes(open=opening_of(game).open, duels=said.duels or usual)


def policies_of(game: Game) -> dict[str, Policy]:
    """The ways of playing that are ready for a game; the natural moves first."""
    return {"natural": NATURAL, **setup_of(game.id).policies}


def usual_policy(game: Game) -> Policy:
    """How people play if nobody says: straight on, where the game has that; else the natural moves, which read more."""
    return policies_of(game).get("strike", NATURAL)


def policy_called(game: Game, name: str) -> Policy:
    """The ready policy of this id, or of this name in French or English."""
    known = policies_of(game)
    for id, policy in known.items():
        if plain(name) in (id, plain(policy.fr), plain(policy.en)):
            return policy
    raise Unknown(NO_POLICY, id=name, known=tuple(known))


def people_of(words: Sequence[str]) -> tuple[str, ...]:
    """The people of a side, by id and as often as they come.

    >>> people_of(["chloe", "brigand*2"])
    ('chloe', 'brigand', 'brigand')
    """
    found: list[str] = []
    for word in words:
        who, times, count = word.partition("*")
        if times and not (count.isdecimal() and 0 < int(count) < 1000):
            raise BadInput(NOT_A_COUNT, text=word)
        found += [who] * (int(count) if times else 1)
    return tuple(found)


class Staged(NamedTuple):
    """A fight about to begin: everybody's sheet, who is on which side, the action that opens it."""

    cast: dict[str, Any]
    sides: tuple[tuple[str, ...], ...]
    begin: Begin


def staged(game: Game, sides: Sequence[Sequence[str]], brought: Mapping[str, Any] | None = None) -> Staged:
    """The fight between two sides, each person named by id and as often as they come (`brigand`, `brigand`).

    People are those brought, else the ready ones, else those of the first scene; copies are numbered.
    """
    setup = setup_of(game.id)
    if not setup.open:
        raise BadInput(NO_FIGHTS, game=game.label)
    if len(sides) != 2 or not all(sides):
        raise BadInput(EMPTY_SIDE)
    if sum(map(len, sides)) > MAX_PEOPLE:
        raise BadInput(TOO_MANY_PEOPLE, count=sum(map(len, sides)), most=MAX_PEOPLE)
    known = {**game.ready(), **(brought or {})}
    cast, named = dict[str, Any](), list[tuple[str, ...]]()
    for side in sides:
        here = []
        for who in side:
            if who not in known:
                raise Unknown(NOBODY, who=who, known=tuple(known))
            count = 1 + sum(1 for other in cast if other.partition("#")[0] == who)
            id = who if count == 1 else f"{who}#{count}"
            cast[id] = known[who] if count == 1 else _numbered(known[who], count)
            here.append(id)
        named.append(tuple(here))
    one, two = named
    cast = _apart(game, setup, cast, one, two)
    return Staged(cast, (one, two), (setup.open, "", setup.params(one, two)))


def told_apart(game: Game, staged: Staged) -> Game:
    """The game as a fight is fought: where neither its sheets nor its opening tell two sides, they are those asked."""
    scene = game.scene(cast=staged.cast)
    sides = [{game.side(scene, who) for who in side} for side in staged.sides]
    if setup_of(game.id).one or (len(sides[0]) == len(sides[1]) == 1 and sides[0] != sides[1]):
        return game
    first = frozenset(staged.sides[0])
    return replace(game, side=lambda _scene, who: "one" if who in first else "two")


def _numbered(sheet: Any, count: int) -> Any:
    """Another of the same kind, whose name tells it apart."""
    name: Name = sheet.name
    return sheet.with_changes(name=replace(name, fr=f"{name.fr} {count}", en=f"{name.en} {count}" if name.en else ""))


def _apart(game: Game, setup: Setup, cast: dict[str, Any], one: Sequence[str], two: Sequence[str]) -> dict[str, Any]:
    """The cast on two sides, where sides follow from the sheets."""
    scene = game.scene(cast=cast)
    sides = [{game.side(scene, who) for who in side} for side in (one, two)]
    if setup.one or (len(sides[0]) == len(sides[1]) == 1 and sides[0] != sides[1]):
        return cast
    field = setup.camp or setup.pj
    if not field:
        return cast
    values = ("one", "two") if setup.camp else (True, False)
    marks = {**dict.fromkeys(one, values[0]), **dict.fromkeys(two, values[1])}
    return {who: sheet.with_changes(**{field: marks[who]}) for who, sheet in cast.items()}
