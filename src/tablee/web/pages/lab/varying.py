"""What may vary under a curve of chances: the numbers of an action's form, and those on sheets that change its odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tablee.errors import BadInput
from tablee.lab.curves import Over, Way
from tablee.rules.fields import Declared
from tablee.rules.game import Game
from tablee.rules.why import Note
from tablee.table.seen.forms import FormSeen

AROUND = 7  # values on each side of the present one


class Varying(NamedTuple):
    """One choice of what varies: its id in an address, what it is called, the values, the present one."""

    id: str
    over: Over
    label: str
    now: Any


def varying(way: Way, form: FormSeen, lang: str) -> list[Varying]:
    """What may vary: numbers of the actor, whole numbers that the form asks for, numbers of the other characters; only
    those that change the odds.
    """
    known, found = way.law(), []
    places = {way.scene.actor: 0, "": 1}
    candidates = sorted([*_of_form(form), *_of_sheets(way)], key=lambda one: places.get(one[0].who, 2))
    for over, other, now in candidates:
        try:
            changed = over.at(way, other).law()
        except BadInput:
            continue
        if not isinstance(changed, Note) and changed != known:
            id = f"{over.who}.{over.field}" if over.who else over.field
            found.append(Varying(id, over, over.label(way, lang), now))
    return found


def _of_form(form: FormSeen) -> Iterator[tuple[Over, Any, Any]]:
    """The whole numbers of a form: what varies, a value it may have, the present one."""
    for one in form.fields:
        if one.applies and one.kind == "int" and not one.many and not one.choices:
            now = one.value if isinstance(one.value, int) else one.low or 0
            low, high = (-99 if one.low is None else one.low), (99 if one.high is None else one.high)
            values = tuple(range(max(low, now - 10), min(high, now + 10) + 1))
            if len(values) > 1:
                yield Over(one.name, values), values[0] if now == values[-1] else now + 1, now


def _of_sheets(way: Way) -> Iterator[tuple[Over, Any, Any]]:
    """The numbers on the sheets of everybody there."""
    for who, sheet in way.scene.cast.items():
        for field, value, values in _numbers(way.game, sheet):
            other = value + 2 if isinstance(value, int) else values[-3:][0]
            yield Over(field, values, who), other, value


def _numbers(game: Game, sheet: Declared) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """Each number of a sheet and of its lists by name: where it stands, what it is, the values around it."""
    for name, value in sheet.model_dump(mode="json").items():
        inside = [(f"{name}.{key}", one) for key, one in value.items()] if isinstance(value, dict) else [(name, value)]
        for path, one in inside:
            if isinstance(one, int) and not isinstance(one, bool):
                yield path, one, tuple(range(max(0, one - AROUND), max(one + AROUND, 2 * AROUND - 4) + 1))
            elif isinstance(one, str) and (values := tuple(game.nearby(one))):
                yield path, one, values


def numbers_of(game: Game, sheet: Declared) -> Iterator[tuple[str, Any]]:
    """Each number of a sheet: where it stands, what it is."""
    for path, value, _ in _numbers(game, sheet):
        yield path, value
