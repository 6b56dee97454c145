"""fight(): who wins a fight, how long it lasts, who falls, what is left; exact where it can be, else thrown.

    >>> result = fight(Fight("undesix", ("nicolas",), ("brigand",)))
    >>> result.method
    'exact'
    >>> 0.4 < result.wins[0].value < 0.6
    True

A `Fight` is plain data, and so is its `Result` (`to_json`). It is solved exactly while its moments fit the budget; else
thrown in bulk; else, where a combatant comes in half-way or a rule has too many outcomes, one fight after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from html import escape
from math import ceil, sqrt
from typing import Any, Literal

import numpy as np

from tablee.errors import BadInput, TooLong, TooMany
from tablee.lab.best import BEST, ONE_BEST, Play
from tablee.lab.chain import MAX_STATES, Chain, TooManyStates
from tablee.lab.policy import Policy
from tablee.lab.sample import CHUNK, MAX_ROUNDS, Ended, by_hand, generator, thrown
from tablee.lab.setups import Staged, policy_called, staged, told_apart, usual_policy
from tablee.lab.tables.kept import Tables, kept_tables
from tablee.lab.tables.moments import Moments
from tablee.lab.tables.states import States
from tablee.lab.tables.stepper import Newcomers, Stepper
from tablee.lab.tables.watch import frozen
from tablee.lab.tally import Tally, counted, counted_by_hand
from tablee.lab.thrown_chain import ThrownChain
from tablee.rules.fields import record_of
from tablee.rules.game import Game, game_called
from tablee.text import Text

Method = Literal["auto", "exact", "bulk", "loop"]
FIGHTS = 20_000  # thrown unless the question says how many
FIGHTS_OF_MANY = 2_000  # of more people than MANY: each costs far more
MANY = 4
LONG = 200_000  # so many fights of few people are thrown along the solved chain
LOOPS = 500  # thrown one after the other
LOOPS_AT_ONCE = 100
HOPELESS = 40  # of these without an end, and nobody wins, ever
MAX_FIGHTS = 10_000_000
LEAST_ERROR = MAX_FIGHTS**-0.5  # as near as the most fights come to a chance of one half

Progress = Callable[[int, int], None]
"""Told how many pieces are done, and of how many known so far."""

NO_EXACT = Text(
    fr="Ce combat passe par plus de {most} situations : il ne se résout pas exactement. Demandez « --fights » combats "
    "simulés, ou moins de monde.",
    en="This fight goes through more than {most} situations: it cannot be solved exactly. Ask for “--fights” simulated "
    "fights, or for fewer people.",
)
BEST_IS_SOLVED = Text(
    fr="Le meilleur jeu se résout exactement ou pas du tout, et celui-ci passe par trop de situations : --most 200000 "
    "en permet plus ; sinon, moins de monde.",
    en="The best play is solved exactly or not at all, and this one goes through too many situations: --most 200000 "
    "allows more; else take fewer people.",
)
ERROR_BETWEEN = Text(
    fr="Une précision va de {least} à 50 points, pas {error}.",
    en="A precision goes from {least} to 50 points, not {error}.",
)
FIGHTS_BETWEEN = Text(fr="De 1 à {most} combats, pas {fights}.", en="From 1 to {most} fights, not {fights}.")


@dataclass(frozen=True)
class Fight:
    """A question: two sides of people, named by id and as often as they come, and how each plays.

    `policies` are ready ones by id (or plain data), for a person or for a side (`one`, `two`); one person may play as
    well as can be (`best`). `cast` brings characters
    as plain data; `options` are house rules. `error` is a precision to reach where fights are thrown, twice the
    standard error of any chance: 0.005 for half a point.
    """

    game: str
    one: tuple[str, ...]
    two: tuple[str, ...]
    policies: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    cast: Mapping[str, Any] = field(default_factory=dict)
    fights: int | None = None  # as many as its people allow in a few seconds
    seed: int = 1
    method: Method = "auto"
    most_states: int = MAX_STATES
    error: float = 0.0

    @property
    def count(self) -> int:
        """How many fights to throw: as many as told, as the precision needs, or as take a few seconds."""
        usual = FIGHTS if len(self.one) + len(self.two) <= MANY else FIGHTS_OF_MANY
        if self.fights is None and self.error:
            if not LEAST_ERROR <= self.error <= 0.5:
                written = [f"{100 * share:g}" for share in (round(LEAST_ERROR, 5), self.error)]
                least, error = (Text(one.replace(".", ","), one) for one in written)
                raise BadInput(ERROR_BETWEEN, least=least, error=error)
            return ceil(self.error**-2)
        count = usual if self.fights is None else self.fights
        if not 1 <= count <= MAX_FIGHTS:
            raise BadInput(FIGHTS_BETWEEN, most=MAX_FIGHTS, fights=count)
        return count

    @property
    def worth_solving(self) -> bool:
        """Whether to try for an exact answer, within the budget."""
        return self.method in ("auto", "exact")


@dataclass(frozen=True)
class Estimate:
    """A number, and its standard error: 0 where it is exact."""

    value: float
    error: float = 0.0


@dataclass(frozen=True)
class Gauge:
    """What a combatant has left in a gauge at the end, from what they began with."""

    id: str
    start: int
    left: Estimate


@dataclass(frozen=True)
class Person:
    """How one person comes out of it: the chance to fall, and what is left."""

    id: str
    side: int  # 0 or 1
    falls: Estimate
    gauges: tuple[Gauge, ...]


@dataclass(frozen=True)
class Result:
    """What comes of a fight. `unfinished` is the chance that nobody has won when we stop looking."""

    method: Literal["exact", "bulk", "loop"]
    fights: int  # thrown; 0 where it is exact
    states: int  # situations met; 0 where fights were thrown
    wins: tuple[Estimate, Estimate]
    nobody: Estimate  # both sides fall
    unfinished: float
    rounds: Estimate
    by_round: tuple[float, ...] = field(repr=False)  # the chance to end in round 1, 2…
    people: tuple[Person, ...]
    seed: int
    tried: int = 0  # situations after which an exact answer was given up

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def _repr_html_(self) -> str:
        """A table, as notebooks show it: each side's chance, then each person's to fall and what is left."""
        rows = []
        for side, wins in enumerate(self.wins):
            people = [one for one in self.people if one.side == side]
            rows.append([", ".join(one.id for one in people), f"wins {_chance(wins)}", ""])
            for one in people:
                left = ", ".join(f"{gauge.id} {gauge.start} → {gauge.left.value:.1f}" for gauge in one.gauges)
                rows.append(["", f"{one.id} falls {_chance(one.falls)}", left])
        how = f"exact, {self.states} situations" if self.method == "exact" else f"{self.fights} fights thrown"
        rows.append([how, f"{self.rounds.value:.1f} rounds", ""])
        cells = ("".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in row) for row in rows)
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


class Ready:
    """A fight made ready: its game, its people, how they play; and the tables that its fights fill. `best` is the one
    who plays as well as can be, if anybody does: such a fight is solved or refused, never thrown.
    """

    best = ""

    def __init__(self, asked: Fight) -> None:
        self.game: Game = game_called(asked.game)
        self.count = asked.count  # a number that cannot be is refused before anything is done
        brought = self.game.cast_from(asked.cast) if asked.cast else {}
        self.staged: Staged = staged(self.game, (asked.one, asked.two), brought)
        self.game = told_apart(self.game, self.staged)
        self.best, told = best_apart(self.staged, asked.policies)
        self.policies = policies_for(self.game, self.staged, told)
        self.options = dict(asked.options)
        self.game.scene(cast=self.staged.cast, options=self.options)  # an unknown option is refused here
        self.tables = self._tables()

    def _tables(self) -> Tables:
        sides = () if self.game is game_called(self.game.id) else self.staged.sides
        key = self.game.id, sides, frozen(self.staged.cast), frozen(self.policies), frozen(self.options)
        return kept_tables(key, lambda: Stepper(self.game, self.staged.cast, self.policies, self.options))

    @property
    def stepper(self) -> Stepper:
        return self.tables.stepper

    @property
    def moments(self) -> Moments:
        return self.tables.moments

    def chunk(self, fights: int, seed: int, number: int) -> Tally:
        """One chunk of fights, thrown in bulk."""
        self._thrown_at_all()
        self.tables = self._tables()  # new ones, if the last chunk has filled them
        with self.stepper.lock:
            return self.thrown_from(*self._begun(fights, seed, number), fights, seed, number)

    def _begun(self, fights: int, seed: int, number: int) -> tuple[States, Sequence[Fraction]]:
        """Where the fights of a chunk begin, with the chances; without them, one fight in each state."""
        try:
            return self.stepper.begin(self.staged.begin)
        except TooMany:
            seeds = generator(seed, number).integers(0, 1 << 62, fights).tolist()
            return self.stepper.thrown_openings(self.staged.begin, seeds), ()

    def thrown_from(
        self, states: States, chances: Sequence[Fraction | float], fights: int, seed: int, number: int
    ) -> Tally:
        """One chunk of fights that begin in these states, thrown in bulk."""
        many = thrown(self.stepper, states, chances, fights, seed, number)
        rounds = np.bincount(many.rounds, minlength=1)[1:].tolist()
        return counted(self.stepper, self.staged.sides, many.ends, np.ones(len(many.ends)), rounds, fights)

    def _thrown_at_all(self) -> None:
        if self.best:
            raise BadInput(BEST_IS_SOLVED)

    def course(self, most: int) -> Callable[[int, int, int], Tally]:
        """The function that throws chunks along the solved chain; TooManyStates past the budget."""
        self._thrown_at_all()
        with self.stepper.lock:
            chain = Chain(self.moments, *self.stepper.begin(self.staged.begin), most)
            ends, course = chain.states.at(chain.ends), ThrownChain(chain)

        def throw(fights: int, seed: int, number: int) -> Tally:
            found = course.thrown(fights, generator(seed, number), MAX_ROUNDS)
            with self.stepper.lock:
                rounds, counts = found.rounds[1:].tolist(), found.counts.astype(np.float64)
                return counted(self.stepper, self.staged.sides, ends, counts, rounds, fights)

        return throw

    def looped(self, fights: int, seed: int, number: int) -> Tally:
        """One chunk of fights, thrown one after the other."""
        self._thrown_at_all()
        seeds = generator(seed, number).integers(0, 1 << 62, fights).tolist()
        ended = (by_hand(self.game, self.staged, self.policies, self.options, one) for one in seeds)
        return counted_by_hand(self.game, self.staged.sides, _while_some_end(ended))

    def solved(self, most: int) -> tuple[Chain, Tally]:
        """The fight solved exactly; TooManyStates past the budget."""
        with self.stepper.lock:
            return self.solved_from(*self.stepper.begin(self.staged.begin), most)

    def solved_from(self, states: States, chances: Sequence[Fraction | float], most: int) -> tuple[Chain, Tally]:
        """The fights that begin in these states solved exactly; TooManyStates past the budget."""
        moments = self.moments
        if self.best:
            moments = Moments(self.stepper, Play(self, self.best, states, most).deeds)
        chain = Chain(moments, states, chances, most)
        told, ends = chain.solved(), chain.states.at(chain.ends)
        return chain, counted(self.stepper, self.staged.sides, ends, told.ends, told.by_round, 1.0)


def _while_some_end(fights: Iterable[Ended]) -> Iterator[Ended]:
    """These fights; the first of them alone, if none of those has an end: more of it says no more."""
    some = False
    for number, one in enumerate(fights, 1):
        yield one
        some |= one.over
        if number == HOPELESS and not some:
            return


def best_apart(staged: Staged, asked: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Who plays as well as can be, if anybody is told to; and the other ways of playing. BadInput if it is several."""
    told = {who: way for who, way in asked.items() if way != BEST}
    people = [
        who
        for name, side in zip(("one", "two"), staged.sides, strict=True)
        for who in side
        if next((asked[key] for key in (who, who.partition("#")[0], name) if key in asked), "") == BEST
    ]
    if len(people) > 1:
        raise BadInput(ONE_BEST)
    return next(iter(people), ""), told


def policies_for(game: Game, staged: Staged, asked: Mapping[str, Any]) -> dict[str, Policy]:
    """How each person plays: as told for them, else for the kind they are copies of, else for their side."""
    found = {}
    for name, side in zip(("one", "two"), staged.sides, strict=True):
        for who in side:
            told = next((asked[key] for key in (who, who.partition("#")[0], name) if key in asked), usual_policy(game))
            if isinstance(told, Policy):
                found[who] = told
            else:
                found[who] = policy_called(game, told) if isinstance(told, str) else record_of(Policy, told)
    return found


def silent(_done: int, _known: int) -> None:
    """Nobody is told how far it is."""


def fight(asked: Fight, progress: Progress = silent) -> Result:
    """What comes of a fight, by the best method that fits it."""
    ready, tried = Ready(asked), 0
    try:
        if asked.worth_solving:
            try:
                chain, tally = ready.solved(asked.most_states)
            except TooLong:  # nobody waits any more: not for another method either
                raise
            except (TooManyStates, TooMany):
                if asked.method == "exact":
                    raise BadInput(NO_EXACT, most=asked.most_states) from None
                tried = asked.most_states
            else:
                return result_of(ready, tally, "exact", states=len(chain), seed=asked.seed)
        if asked.method != "loop":
            found = result_of(ready, added(ready, asked, "bulk", progress), "bulk", seed=asked.seed)
            return replace(found, tried=tried)
    except (Newcomers, TooMany) as reason:
        if asked.method not in ("auto", "loop") or isinstance(reason, TooLong):
            raise
    return result_of(ready, added(ready, asked, "loop", progress), "loop", seed=asked.seed)


def added(ready: Ready, asked: Fight, method: Literal["bulk", "loop"], progress: Progress = silent) -> Tally:
    """All the fights asked for, chunk after chunk; a great many along the solved chain, where it fits the budget.

    Thrown one after the other they are fewer, unless `asked` says both that way and how many.
    """
    throw: Callable[[int, int, int], Tally] = ready.chunk
    most, size, tally = ready.count, CHUNK, Tally()
    if method == "loop":
        throw, size = ready.looped, LOOPS_AT_ONCE
        told = asked.error or (asked.method == "loop" and asked.fights is not None)
        most = most if told else min(most, LOOPS)
    elif ready.count >= LONG and len(ready.staged.cast) <= MANY:
        with suppress(TooManyStates):
            throw, size = ready.course(asked.most_states), LONG
    for number, first in enumerate(range(0, most, size)):
        tally += throw(min(size, most - first), asked.seed, number)
        if number == 0 and tally.unfinished == tally.total:
            break  # nobody wins, ever: more of it says no more
        if most > size:
            progress(min(first + size, most), most)
    return tally


def _chance(one: Estimate) -> str:
    return f"{one.value:.1%}" + (f" ± {2 * one.error:.1%}" if one.error else "")


def wilson(share: float, count: float) -> float:
    """Half the distance from a share seen in so many throws to the farther end of Wilson's interval (of two standard
    errors): never 0, though it came always or never.

    >>> wilson(0.5, 10_000), wilson(0.0, 96)
    (0.004999000299900035, 0.02)
    """
    centre = (share + 2 / count) / (1 + 4 / count)
    half = 2 * sqrt(share * (1 - share) / count + 1 / count**2) / (1 + 4 / count)
    return (abs(centre - share) + half) / 2


def result_of(
    ready: Ready, tally: Tally, method: Literal["exact", "bulk", "loop"], states: int = 0, seed: int = 0
) -> Result:
    """A tally as chances and means, with their standard errors."""
    total, exact = tally.total, method == "exact"

    def share(weight: float) -> Estimate:
        p = min(1.0, weight / total)
        return Estimate(p, 0.0 if exact else wilson(p, total))

    def mean(sums: float, squares: float, count: float) -> Estimate:
        value = sums / count if count else 0.0
        spread = max(0.0, squares / count - value * value) if count else 0.0
        return Estimate(value, 0.0 if exact or not count else sqrt(spread / count))

    first = ready.game.scene(cast=ready.staged.cast, options=ready.options)
    ended = sum(tally.rounds)
    weighed = total if method == "loop" else ended  # what is left was added up over these fights
    people = []
    for side, members in enumerate(ready.staged.sides):
        for who in members:
            gauges = [
                Gauge(
                    entry.id,
                    int(entry.value),
                    mean(
                        tally.sums[who].get(entry.id, 0.0),
                        tally.squares[who].get(entry.id, 0.0),
                        weighed,
                    ),
                )
                for entry in ready.game.watched(first, who)
                if isinstance(entry.value, int)
            ]
            people.append(Person(who, side, share(tally.fell[who]), tuple(gauges)))
    sums = sum((number + 1) * weight for number, weight in enumerate(tally.rounds))
    squares = sum((number + 1) ** 2 * weight for number, weight in enumerate(tally.rounds))
    return Result(
        method,
        0 if exact else round(total),
        states,
        (share(tally.won[0]), share(tally.won[1])),
        share(tally.nobody),
        tally.unfinished / total,
        mean(sums, squares, ended),
        tuple(weight / total for weight in tally.rounds),
        tuple(people),
        seed,
    )
