"""The dice that turned a fight: which roll of an action moved most, and from which total on it went otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import hypot

from tablee.dice.handful import values_of
from tablee.dice.throw import Rolled
from tablee.lab.fights import Estimate
from tablee.review.chances import AGAIN, FIGHTS, Deed, chance_of
from tablee.review.steps import Step, attempt_of, cards_before
from tablee.rules.run import Progress

ERRORS = 3.0  # that a difference is beyond, to be told
WORTH_TELLING = 0.03  # of chance
MAX_FALLS = 216  # of a handful: all of them up to three dice of six faces, else so many drawn

MAX_TOTALS = 20  # that are valued each by itself


@dataclass(frozen=True)
class Turned:
    """The dice that turned it: what fell in all, and from which total on, up or down, our chance was another."""

    dice: int
    sides: int
    fell: int
    total: int
    or_more: bool
    wins: Estimate


def clear(start: Estimate, end: Estimate) -> bool:
    """Whether a difference is worth telling, and beyond what chance makes of it."""
    return abs(end.value - start.value) > max(WORTH_TELLING, ERRORS * hypot(start.error, end.error))


def turned_by(step: Step, end: Estimate) -> Turned | None:
    """The roll of a step that moved most, and from which total on our chance would have been another; None where no
    such total parts the better falls from the others. `end` is our chance after the step.
    """
    turn, rolls = step.turn, step.turn.what.rolls
    first = len(step.start.deeds[0].known.rolls) if step.start.deeds else 0
    last = len(step.end.deeds[0].known.rolls) if step.end.deeds else len(rolls)
    if first == last:
        return None
    attempt = attempt_of(step.start.midway.game, turn)
    deed = Deed(attempt.action, attempt.do, attempt.scene)

    def worth(at: int, *fallen: Rolled, fights: int = FIGHTS, seed: int = 1) -> Estimate:
        """Our chance before the roll number `at`, or once it fell in one of these ways."""
        before = rolls[:at], turn.what.answers[: cards_before(turn, attempt, at)]
        known = [Progress((*before[0], one), before[1]) for one in fallen] or [Progress(*before)]
        deeds = tuple(replace(deed, known=one) for one in known)
        return chance_of(replace(step.start, deeds=deeds), not end.error, fights, seed)

    known = [*(worth(place) for place in range(first, last)), end]
    at = first + max(range(last - first), key=lambda place: abs(known[place + 1].value - known[place].value))
    by_total = dict[int, list[Rolled]]()
    for fall in _falls(rolls[at]):
        by_total.setdefault(sum(fall.faces), []).append(fall)
    totals = {total: worth(at, *falls) for total, falls in sorted(by_total.items())}
    higher = known[at - first].value > end.value  # what was likely before it was better for us than what fell
    other = [total for total, wins in totals.items() if clear(end, wins) and (wins.value > end.value) == higher]
    for or_more in (True, False):
        edge = (min if or_more else max)(other, default=0)
        if other and other == [total for total in totals if (total >= edge if or_more else total <= edge)]:
            wins = worth(at, *(fall for total in other for fall in by_total[total]), fights=AGAIN, seed=2)
            if clear(end, wins):
                return Turned(len(rolls[at].faces), rolls[at].sides, sum(rolls[at].faces), edge, or_more, wins)
    return None


def _falls(roll: Rolled) -> list[Rolled]:
    """The ways in which these dice may fall, one as likely as another; none where they are too many, or no numbers."""
    count = len(roll.faces)
    if values_of(roll.label) or roll.sides**count > MAX_FALLS:
        return []
    return [replace(roll, faces=faces) for faces in product(range(1, roll.sides + 1), repeat=count)]
