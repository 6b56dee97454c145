"""reviewed(): a fight that is over as a `Review`: the chance to win before each action, what moved it, how much of it
was dice and how much choices.

A moment is told only if what it moved is beyond three errors, on the dice of the curve and again on others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from math import sqrt
from typing import Any

from tablee.lab.fights import Estimate, Progress, silent
from tablee.review.chances import AGAIN, FIGHTS, Place, chance_of
from tablee.review.evening import MAX_MOMENTS, Fought
from tablee.review.steps import Step, steps_of
from tablee.review.turning import Turned, clear, turned_by

LEAST_TURNS = 4  # of a fight that says anything


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
    reading = Reading(fought)
    if reading.short:
        return None
    for done in range(len(reading.places)):
        progress(done, len(reading.places))
        reading.value_next()
    progress(len(reading.places), len(reading.places))
    return reading.review(reading.moments())


class Reading:
    """A fight while it is read again: its places are valued one after the other, those of the curve first, each from
    the last one back; `known` are the chances of the first of them, if they were found before.
    """

    def __init__(self, fought: Fought, known: Sequence[Estimate] = ()) -> None:
        self.fought, self.steps = fought, steps_of(fought)
        places = dict.fromkeys(place for step in reversed(self.steps) for place in (step.end, step.start))
        self.curve = [place for place in places if not place.deeds]
        self.places = self.curve + [place for place in places if place.deeds]
        self.values = dict[Place, Estimate](zip(self.places, known, strict=False))

    @property
    def short(self) -> bool:
        """Whether there is too little of it to say anything."""
        sides = all(all(step.start.sides) and all(step.end.sides) for step in self.steps)
        return len(self.fought.turns) < LEAST_TURNS or not sides

    def value_next(self) -> Estimate:
        """The chance of the next place that has none yet: exact until one is too large, then thrown."""
        place = self.places[len(self.values)]
        beside = [found for other, found in self.values.items() if other.midway is place.midway]
        exact = (
            any(not found.error for found in beside)
            if place.deeds
            else not any(found.error for found in self.values.values())
        )
        self.values[place] = chance_of(place, exact)
        return self.values[place]

    @property
    def points(self) -> tuple[Point, ...]:
        """The curve, once its places are valued."""
        starts = {turn: step.start for step in reversed(self.steps) if (turn := step.turn) and step.kind != "word"}
        return tuple(
            Point(turn.line.n, int(turn.before.play["round"]), self.values[starts[turn]]) for turn in self.fought.turns
        )

    @property
    def end(self) -> Estimate:
        """How it came out; the chance that was left, if it was stopped."""
        end = self.fought.end
        return self.values[self.steps[-1].end] if end is None else Estimate(end)

    def moments(self) -> Iterator[Moment]:
        """What moved our chance most, the greatest first, once everything is valued: dice, and choices of players. As
        many as are ever told of those that the same people read: nobody's place is taken by what they do not see.
        """
        values, found = self.values, Counter[Any]()
        told = [step for step in self.steps if _may_be_told(step) and clear(values[step.start], values[step.end])]
        told.sort(key=lambda step: -abs(values[step.end].value - values[step.start].value))
        for step in told:
            readers = step.turn.line.to, "" if step.kind == "luck" else step.who
            if found[readers] == MAX_MOMENTS:
                continue
            start, end = (_again(place, values[place]) for place in (step.start, step.end))
            first, second = values[step.end].value - values[step.start].value, end.value - start.value
            if clear(start, end) and first * second > 0:
                turned = turned_by(step, end) if step.kind == "luck" else None
                found[readers] += 1
                yield Moment(step.turn.line.n, step.kind, step.who, step.question, start, end, turned)

    def review(self, moments: Iterable[Moment]) -> Review:
        """What can be said of it, once everything is valued."""
        fought, values, last = self.fought, self.values, self.values[self.steps[-1].end]
        moved = {kind: _Sum() for kind in ("luck", "ours", "theirs", "word")}
        for step in self.steps:
            moved[step.kind].add(step.start, step.end, values)
        if fought.end is not None:
            moved["word"].end(self.steps[-1].end, last, fought.end)
        return Review(
            game=fought.game.id,
            ended=fought.ended.n,
            how=fought.how,
            points=self.points,
            end=self.end,
            luck=moved["luck"].estimate,
            ours=moved["ours"].estimate,
            theirs=moved["theirs"].estimate,
            word=moved["word"].estimate,
            moments=tuple(sorted(islice(moments, MAX_MOMENTS), key=lambda moment: moment.n)),
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


def _may_be_told(step: Step) -> bool:
    """Whether a step may be a moment: dice, and what a player chose. What the MJ chose, for whomever, is mercy."""
    one = step.turn.before.cast.get(step.who)
    return step.kind == "luck" or (step.kind == "ours" and one is not None and bool(one.player or one.free))


def _again(place: Place, known: Estimate) -> Estimate:
    """A chance on other dice; one that is exact stays."""
    return chance_of(place, False, AGAIN, seed=2) if known.error else known
