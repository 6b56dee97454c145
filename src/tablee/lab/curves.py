"""Curves: how the exact odds of an action change as one number does, a parameter or a value on a character's sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tablee.dice.choice import Plan, by_default
from tablee.dice.odds import Odds
from tablee.errors import BadFields, BadInput
from tablee.rules.action import Action, Scene
from tablee.rules.chances import amount_law, success
from tablee.rules.fields import fields_of
from tablee.rules.game import Game
from tablee.rules.run import Parts, prepared
from tablee.rules.why import Note
from tablee.text import Text, number

MAX_POINTS = 200
TOO_LONG = Text(
    fr="{count} valeurs, c'est trop pour une courbe : demandez-en au plus {most}.",
    en="{count} values are too many for a curve: ask for at most {most}.",
)
NO_FIELD = Text(
    fr="« {field} » n'est pas une valeur de cette fiche. Valeurs : {known}.",
    en="“{field}” is not a value of this sheet. Values: {known}.",
)
NO_PARAMETER = Text(
    fr="« {field} » n'est pas un paramètre de cette action. Paramètres : {known}. Pour une fiche, écrivez {example}.",
    en="“{field}” is not a parameter of this action. Parameters: {known}. For a sheet, write {example}.",
)
NOTHING_LEFT = Text(fr="Aucune de ces valeurs n'est possible : {why}", en="None of these values is possible: {why}")
OF = Text(fr="{field} · {who:le}", en="{field} · {who:the}")


@dataclass(frozen=True)
class Way:
    """An action on a scene with its parameters, decisions answered by a plan."""

    game: Game
    action: Action[Any, Any]
    scene: Scene[Any]
    values: Mapping[str, Any]
    plan: Plan = by_default

    def law(self) -> Odds[Parts] | Note:
        """The exact law of what comes out, or why it cannot be done."""
        do = prepared(self.action, self.scene, self.values)
        if isinstance(do, Note):
            return do
        laws = self.game.odds(self.action, self.scene, do, self.plan)
        return laws.get("") or next(iter(laws.values()))


@dataclass(frozen=True)
class Over:
    """What varies: a parameter of the action, or, with `who`, a value on their sheet (`skills.fishing.xp`, `phy`)."""

    field: str
    values: tuple[Any, ...]
    who: str = ""

    def label(self, of: Way, lang: str) -> str:
        """What stands under the axis."""
        if not self.who:
            return next(field.label.say(lang) for field in fields_of(of.action.params) if field.name == self.field)
        named = value_names(of.game, of.scene, self.who, lang)(self.field)
        return OF.say(lang, field=named, who=of.scene[self.who].name)

    def said(self, of: Way, value: Any, lang: str) -> str:
        """A value under the axis: a number, or what a choice is called."""
        if isinstance(value, int):
            return number(value, lang)
        declared = fields_of(of.game.sheet if self.who else of.action.params)
        field = next((one for one in declared if one.name == self.field), None)
        named = field.one_of.on(of.scene).get(value) if field and field.one_of else None
        return named.say(lang) if named else str(value)

    def at(self, way: Way, value: Any) -> Way:
        """The action where this is the value."""
        if not self.who:
            return replace(way, values={**way.values, self.field: value})
        return replace(way, scene=with_value(way.game, way.scene, self.who, self.field, value))


@dataclass(frozen=True)
class Point:
    """The odds at one value: the chance to succeed, and the mean of each amount by person and name."""

    at: Any
    said: str  # the value in words
    chance: Fraction
    means: Mapping[tuple[str, str], Fraction]


@dataclass(frozen=True)
class Curve:
    """One way to act, value by value; `refused` says at which values it cannot be done, and why."""

    label: str
    points: tuple[Point, ...]
    refused: tuple[tuple[Any, str], ...] = ()


def curve(way: Way, over: Over, label: str, lang: str) -> Curve:
    """The odds of an action at each value; BadInput if there is nothing to vary, or no value is possible."""
    if len(over.values) > MAX_POINTS:
        raise BadInput(TOO_LONG, count=len(over.values), most=MAX_POINTS)
    parameters = [field.name for field in fields_of(way.action.params)]
    if not over.who and over.field not in parameters:
        known = tuple(parameters)
        raise BadInput(NO_PARAMETER, field=over.field, known=known, example=f"{way.scene.actor or '…'}.…=1..6")
    points, refused = [], []
    for value in over.values:
        try:
            law = over.at(way, value).law()
        except BadFields as problem:
            refused.append((value, problem.say(lang)))
            continue
        if isinstance(law, Note):
            refused.append((value, law.say(lang)))
        else:
            points.append(_point(value, over.said(way, value, lang), law))
    if not points:
        raise BadInput(NOTHING_LEFT, why=refused[0][1] if refused else "")
    return Curve(label, tuple(points), tuple(refused))


def _point(value: Any, said: str, law: Odds[Parts]) -> Point:
    named = dict.fromkeys((part.who, name) for parts in law for part in parts for name, _ in part.amounts)
    means = {(who, amount): amount_law(law, who, amount).mean(int) for who, amount in named}
    return Point(value, said, success(law), means)


def with_value(game: Game, scene: Scene[Any], who: str, field: str, value: Any) -> Scene[Any]:
    """The scene with another value on a sheet: of a field, or of something inside it (`skills.fishing.xp`)."""
    scene[who]  # an unknown character is refused here
    told = scene.cast[who].model_dump(mode="json")
    *path, last = field.split(".")
    inside = told
    for step in path:
        inside = inside.setdefault(step, {}) if inside is not told else inside.get(step, {})
        if not isinstance(inside, dict):
            raise BadInput(NO_FIELD, field=field, known=tuple(told))
    if (path[0] if path else last) not in told:
        raise BadInput(NO_FIELD, field=field, known=tuple(told))
    inside[last] = value
    (sheet,) = game.cast_from({who: told}).values()
    return replace(scene, cast={**scene.cast, who: sheet})


def value_names(game: Game, scene: Scene[Any], who: str, lang: str) -> Callable[[str], str]:
    """What a character's sheet, laid out once, calls each value on it."""
    entries = [entry for one in game.sections(scene.acting(who), who) for entry in one.entries]
    fields = {one.name: one.label for one in fields_of(game.sheet)}

    def named(field: str) -> str:
        last = field.rpartition(".")[2]
        exact = [entry.label for entry in entries if entry.id == last]
        ending = [entry.label for entry in entries if entry.id.endswith((f":{last}", f" {last}"))]
        label = next(iter((*exact, *ending)), fields.get(last))
        return label.say(lang) if label else last

    return named


def rows(curves: Sequence[Curve], heading: str) -> list[list[Any]]:
    """The table of several curves, for a file: a row for each value, a column for each curve, chances as decimals."""
    values = list(dict.fromkeys(point.at for one in curves for point in one.points))
    found = [{point.at: float(point.chance) for point in one.points} for one in curves]
    heads = [heading, *(one.label for one in curves)]
    return [heads, *([value, *(each.get(value, "") for each in found)] for value in values)]
