"""Grid: every combination of some values, each a question of its own: a fight with another sheet, an action with
another difficulty.

    >>> axes = (Axis("count.brigand", (1, 2, 3)), Axis("nicolas.phy", (3, 4)))
    >>> cells(axes)
    6
    >>> values_at(axes, 5)
    {'count.brigand': 3, 'nicolas.phy': 4}

In a fight `who.field` is a number of a sheet, `count.who` how many copies of a combatant there are, `policy.one` or
`policy.who` how they play, `option.name` a house rule. For the odds of an action, a name alone is one of its
parameters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from tablee.errors import BadInput
from tablee.lab.curves import OF, Over, Way, value_names, with_value
from tablee.lab.fights import Fight
from tablee.rules.action import Action, Scene
from tablee.rules.fields import fields_of
from tablee.rules.game import Game, game_called
from tablee.rules.playing import cast_json
from tablee.text import Text

MAX_CELLS = 10_000
TOO_MANY_CELLS = Text(
    fr="Cette grille a {count} cases : au plus {most}. Prenez moins de valeurs, ou un pas plus large (1..100/10).",
    en="This grid has {count} cells: {most} at most. Take fewer values, or a larger step (1..100/10).",
)
NOT_AN_AXIS = Text(
    fr="« {text} » : écrivez nom=1..6, nom=1..100/10 ou nom=a,b. Noms : qui.valeur, count.qui, policy.one, option.nom, "
    "ou un paramètre de l'action.",
    en="“{text}”: write name=1..6, name=1..100/10 or name=a,b. Names: who.value, count.who, policy.one, option.name, "
    "or a parameter of the action.",
)
TWICE = Text(fr="« {name} » varie deux fois : une seule suffit.", en="“{name}” varies twice: once is enough.")
NOBODY = Text(
    fr="« {who} » n'est dans aucun camp : son nombre ne peut pas varier.",
    en="“{who}” is on neither side: their number cannot vary.",
)
NOT_A_COUNT = Text(
    fr="Il y a de 1 à 40 personnes d'une sorte, pas {count}.", en="There are 1 to 40 people of a kind, not {count}."
)
HOW_MANY = Text(fr="combien · {who}", en="how many · {who}")
HOW_PLAYED = Text(fr="manière de jouer · {who}", en="way of playing · {who}")
SIDES = {"one": Text(fr="les premiers", en="the first side"), "two": Text(fr="les autres", en="the others")}
RANGE = re.compile(r"(-?[0-9]{1,18})\s*(?:\.\.|…)\s*(-?[0-9]{1,18})(?:\s*/\s*([0-9]{1,18}))?")
WHOLE = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True)
class Axis:
    """What varies, and the values it takes: a range is not spelt out before it is known to be short."""

    name: str
    values: Sequence[Any]


def axis_of(text: str) -> Axis:
    """« nicolas.phy=1..6 », « difficulty=5..25/5 », « policy.two=strike,brutal »."""
    name, sign, values = (part.strip() for part in text.partition("="))
    if not sign or not name or not values:
        raise BadInput(NOT_AN_AXIS, text=text)
    if between := RANGE.fullmatch(values):
        low, high = sorted(int(end) for end in between.groups()[:2])
        return Axis(name, range(low, high + 1, max(1, int(between[3] or 1))))
    listed = tuple(whole_or_word(one) for one in map(str.strip, values.split(",")) if one)
    if not listed:
        raise BadInput(NOT_AN_AXIS, text=text)
    return Axis(name, listed)


def whole_or_word(text: str) -> int | str:
    """A value as it was typed."""
    return int(text) if WHOLE.fullmatch(text) else text


def checked(axes: Iterable[Axis]) -> tuple[Axis, ...]:
    """These axes; BadInput if one comes twice or the grid is too large to be worth beginning."""
    listed = tuple(axes)
    names = [axis.name for axis in listed]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise BadInput(TWICE, name=twice)
    if cells(listed) > MAX_CELLS:
        raise BadInput(TOO_MANY_CELLS, count=cells(listed), most=MAX_CELLS)
    return listed


def axis_label(name: str, game: Game, scene: Scene[Any], lang: str, action: Action[Any, Any] | None = None) -> str:
    """What an axis is called beside a picture: « PHY · Nicolas », « combien · le brigand »."""
    what, _, rest = name.partition(".")
    if what == "option":
        return next((one.label.say(lang) for one in game.options if one.id == rest), name)
    if what in ("count", "policy"):
        who: Any = scene.cast[rest].name if rest in scene.cast else SIDES.get(rest, rest)
        return (HOW_MANY if what == "count" else HOW_PLAYED).say(lang, who=who)
    if rest:
        return OF.say(lang, field=value_names(game, scene, what, lang)(rest), who=scene.cast[what].name)
    declared = fields_of(action.params) if action else ()
    return next((one.label.say(lang) for one in declared if one.name == name), name)


def cells(axes: Sequence[Axis]) -> int:
    """How many combinations there are."""
    return prod(len(axis.values) for axis in axes)


def values_at(axes: Sequence[Axis], cell: int) -> dict[str, Any]:
    """The values of one combination, by number: the last axis varies first."""
    found = {}
    for axis in reversed(axes):
        cell, at = divmod(cell, len(axis.values))
        found[axis.name] = axis.values[at]
    return {axis.name: found[axis.name] for axis in axes}


def fight_at(asked: Fight, values: Mapping[str, Any]) -> Fight:
    """A fight with these values."""
    game = game_called(asked.game)
    for name, value in values.items():
        what, _, rest = name.partition(".")
        if what == "count":
            asked = _so_many(asked, rest, value)
        elif what == "policy":
            asked = replace(asked, policies={**asked.policies, rest: value})
        elif what == "option":
            asked = replace(asked, options={**asked.options, rest: _of_option(game, rest, value)})
        elif not rest:
            raise BadInput(NOT_AN_AXIS, text=name)
        else:
            brought = game.cast_from(asked.cast) if asked.cast else {}
            scene = with_value(game, game.scene(cast={**game.ready(), **brought}), what, rest, value)
            asked = replace(asked, cast={**asked.cast, **cast_json({what: scene.cast[what]})})
    return asked


def _so_many(asked: Fight, who: str, count: Any) -> Fight:
    """A fight with another number of copies of a combatant, on the side where they are."""
    if not isinstance(count, int) or not 1 <= count <= 40:
        raise BadInput(NOT_A_COUNT, count=count)
    if who not in (*asked.one, *asked.two):
        raise BadInput(NOBODY, who=who)
    one, two = (tuple(other for other in side if other != who) for side in (asked.one, asked.two))
    if who in asked.two:
        return replace(asked, two=(*two, *[who] * count))
    return replace(asked, one=(*one, *[who] * count))


def _of_option(game: Game, id: str, value: Any) -> Any:
    """The value of a house rule from its written form; left as it is where it is none of them, to be refused later."""
    option = next((one for one in game.options if one.id == id), None)
    return next((one for one in option.values if str(one) == str(value)), value) if option else value


def way_at(way: Way, values: Mapping[str, Any]) -> Way:
    """An action with these values."""
    for name, value in values.items():
        what, _, rest = name.partition(".")
        if what == "option" and rest:
            options = way.game.scene(cast={}, options={rest: _of_option(way.game, rest, value)}).options
            way = replace(way, scene=replace(way.scene, options={**way.scene.options, rest: options[rest]}))
        else:
            way = Over(rest or what, (value,), what if rest else "").at(way, value)
    return way
