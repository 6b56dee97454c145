"""worth_of_a_point(): what a point of heroism or of reserve, with which decisions are paid, is worth in a fight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from tablee.errors import BadInput, Unknown
from tablee.lab.advice import NOT_HERE
from tablee.lab.best import Answer, answers_in_words, ways_to_answer
from tablee.lab.fights import Estimate, Fight, Ready, fight
from tablee.lab.setups import setup_of
from tablee.rules.game import game_called
from tablee.rules.playing import cast_json
from tablee.text import Text

STATES = 8_000  # of each of the fights compared, before they are thrown
NO_POINTS = Text(
    fr="Rien ne s'achète pendant un combat dans ce jeu : il n'y a pas de point à évaluer.",
    en="Nothing is bought during a fight in this game: there is no point to weigh.",
)
NEVER_ASKED = Text(
    fr="{who:Le} n'a rien à acheter avec ses points dans ce combat : ils n'y valent rien.",
    en="{who:The} has nothing to buy with points in this fight: they are worth nothing in it.",
)


@dataclass(frozen=True)
class Point:
    """The chance of a combatant's side with a point fewer than they have (None if they have none), as many, and one
    more.

    Points are spent by the best of a few standing answers: never, always on one thing, always on everything. `answers`
    are those, and `spared` is the chance if none is ever spent.
    """

    who: str
    field: str
    have: int
    fewer: Estimate | None
    now: Estimate
    more: Estimate
    spared: Estimate
    answers: tuple[Answer, ...]
    method: str

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def worth_of_a_point(asked: Fight, who: str) -> Point:
    """What one point fewer or more does to the chance of a combatant's side."""
    asked = replace(asked, most_states=min(asked.most_states, STATES))
    game, ready = game_called(asked.game), Ready(asked)
    field = setup_of(game.id).points
    if who not in ready.staged.cast:
        raise Unknown(NOT_HERE, who=who, known=tuple(ready.staged.cast))
    if not field:
        raise BadInput(NO_POINTS)
    side, sheet, policy = 0 if who in ready.staged.sides[0] else 1, ready.staged.cast[who], ready.policies[who]
    have = getattr(sheet, field)
    found = set[str]()

    def chance(points: int, answers: Mapping[str, Any]) -> Estimate:
        """The chance with so many points, decisions answered like that."""
        told = with_sheet(asked, who, sheet.with_changes(**{field: points}))
        mine = policy.with_changes(answers={**policy.answers, **answers})
        result = fight(replace(told, policies={**told.policies, _alone(who): mine}))
        found.add(result.method)
        return result.wins[side]

    def best(points: int, ways: list[Mapping[str, Any]]) -> tuple[Estimate, Mapping[str, Any]]:
        return max(((chance(points, way), way) for way in ways), key=lambda one: one[0].value)

    spared = chance(have + 1, {})
    rich = with_sheet(asked, who, sheet.with_changes(**{field: have + 1}))
    stepper = Ready(replace(rich, policies={**rich.policies, _alone(who): policy})).stepper
    ways = ways_to_answer(stepper, _alone(who))
    if not ways:
        raise BadInput(NEVER_ASKED, who=sheet.name)
    more, answers = best(have + 1, [{}, *ways])
    (now, _), fewer = best(have, [{}, answers]), best(have - 1, [{}, answers])[0] if have else None
    method = next(one for one in ("loop", "bulk", "exact") if one in found)
    return Point(who, field, have, fewer, now, more, spared, answers_in_words(stepper, _alone(who), answers), method)


def with_sheet(asked: Fight, who: str, sheet: Any) -> Fight:
    """A fight in which one combatant has another sheet; other copies of the same character keep theirs."""
    kind, _, copy = who.partition("#")
    number, sides = int(copy or 1), []
    for side in (asked.one, asked.two):
        people = list(side)
        at = [place for place, one in enumerate(people) if one == kind]
        if 0 < number <= len(at):
            people[at[number - 1]] = _alone(who)
        number -= len(at)
        sides.append(tuple(people))
    policies = {**asked.policies}
    if (told := policies.get(who, policies.get(kind))) is not None:
        policies[_alone(who)] = told
    cast = {**asked.cast, **cast_json({_alone(who): sheet})}
    return replace(asked, one=sides[0], two=sides[1], policies=policies, cast=cast)


def _alone(who: str) -> str:
    """The id of a combatant whose sheet is not that of their other copies."""
    return who.replace("#", "-") + "-alone"
