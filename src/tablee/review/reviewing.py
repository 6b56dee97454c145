"""reviewed(): a fight that is over as a `Review`: the chance to win before each action, what moved it, how much of it
was dice and how much choices.

A moment is told only if what it moved is beyond three errors, on the dice of the curve and again on others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from tablee.lab.fights import Estimate, Progress, silent
from tablee.review.chances import AGAIN, FIGHTS, Place, chance_of
from tablee.review.evening import Fought
from tablee.review.steps import Step, steps_of
from tablee.review.turning import Turned, clear, turned_by

LEAST_TURNS = 4  # of a fight that says anything
MAX_MOMENTS = 5


@dataclass(frozen=True)
class Point:
    """The chance of our side to win before a line."""

    n: int
    round: int
    wins: Estimate


@dataclass(frozen=True)
class Moment:
    """What moved our chance at a line: dice (`luck`), or a choice of our side; an answer names its question."""

    n: int
    kind: str
    who: str
    question: str
    before: Estimate
    after: Estimate
    turned: Turned | None = None

    @property
    def moved(self) -> float:
        return self.after.value - self.before.value


@dataclass(frozen=True)
class Review:
    """A fight read again. `luck`, `ours`, `theirs` and `word` (the MJ's corrections) lead from the first point to the
    end: their sum is what lies between.
    """

    game: str
    ended: int  # the line that tells its end
    how: str
    points: tuple[Point, ...]
    end: Estimate
    luck: Estimate
    ours: Estimate
    theirs: Estimate
    word: Estimate
    moments: tuple[Moment, ...]
    fights: int = FIGHTS  # thrown for a point that is not exact

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def reviewed(fought: Fought, progress: Progress = silent) -> Review | None:
    """A fight read again; None if it is too short to say anything, or nobody of one side is there any more."""
    steps = steps_of(fought)
    if len(fought.turns) < LEAST_TURNS or not all(all(step.start.sides) and all(step.end.sides) for step in steps):
        return None
    values = _valued(steps, progress)
    last = values[steps[-1].end]
    end = last if fought.end is None else Estimate(fought.end)
    moved = {kind: _Sum() for kind in ("luck", "ours", "theirs", "word")}
    for step in steps:
        moved[step.kind].add(step.start, step.end, values)
    if fought.end is not None:
        moved["word"].end(steps[-1].end, last, fought.end)
    starts = {turn: step.start for step in reversed(steps) if (turn := step.turn) and step.kind != "word"}
    points = [Point(turn.line.n, int(turn.before.play["round"]), values[starts[turn]]) for turn in fought.turns]
    return Review(
        game=fought.game.id,
        ended=fought.ended.n,
        how=fought.how,
        points=tuple(points),
        end=end,
        luck=moved["luck"].estimate,
        ours=moved["ours"].estimate,
        theirs=moved["theirs"].estimate,
        word=moved["word"].estimate,
        moments=_moments(steps, values),
    )


class _Sum:
    """What steps of one kind moved, added up. Its error is that of the places whose chances are left in it."""

    def __init__(self) -> None:
        self.total = 0.0
        self.shares = dict[Place, list[float]]()

    def add(self, start: Place, end: Place, values: Mapping[Place, Estimate]) -> None:
        """One more step."""
        self.total += values[end].value - values[start].value
        for place, share in ((start, -1.0), (end, 1.0)):
            self.shares.setdefault(place, [0.0, values[place].error])[0] += share

    def end(self, place: Place, chance: Estimate, end: float) -> None:
        """From the last place to how the fight came out."""
        self.total += end - chance.value
        self.shares.setdefault(place, [0.0, chance.error])[0] -= 1.0

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.total, sqrt(sum((share * error) ** 2 for share, error in self.shares.values())))


def _valued(steps: Sequence[Step], progress: Progress) -> dict[Place, Estimate]:
    """What each place is worth: the moments of the curve first, from the last one back, each exactly until one is too
    large; then what lies in the middle of actions.
    """
    places = list(dict.fromkeys(place for step in reversed(steps) for place in (step.end, step.start)))
    curve = [place for place in places if not place.deeds]
    between = [place for place in places if place.deeds]
    values, solve = dict[Place, Estimate](), True
    for done, place in enumerate(curve + between):
        progress(done, len(places))
        if place.deeds:
            solve = _beside(place, values)
        values[place] = chance_of(place, solve)
        solve = solve and not values[place].error
    progress(len(places), len(places))
    return values


def _beside(place: Place, values: Mapping[Place, Estimate]) -> bool:
    """Whether the moment in which a deed began is known exactly."""
    return any(not found.error for other, found in values.items() if other.midway is place.midway)


def _moments(steps: Sequence[Step], values: Mapping[Place, Estimate]) -> tuple[Moment, ...]:
    """What moved our chance most, in the order in which it happened: dice, and choices of our side."""
    told = [step for step in steps if step.kind in ("luck", "ours") and clear(values[step.start], values[step.end])]
    told.sort(key=lambda step: -abs(values[step.end].value - values[step.start].value))
    found = list[Moment]()
    for step in told:
        start, end = (_again(place, values[place]) for place in (step.start, step.end))
        first, second = values[step.end].value - values[step.start].value, end.value - start.value
        if clear(start, end) and first * second > 0:
            turned = turned_by(step, end) if step.kind == "luck" else None
            found.append(Moment(step.turn.line.n, step.kind, step.who, step.question, start, end, turned))
        if len(found) == MAX_MOMENTS:
            break
    return tuple(sorted(found, key=lambda moment: moment.n))


def _again(place: Place, known: Estimate) -> Estimate:
    """A chance on other dice; one that is exact stays."""
    return chance_of(place, False, AGAIN, seed=2) if known.error else known
