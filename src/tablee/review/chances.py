"""The chance that our side wins from any moment of one fight, everybody playing naturally; exact, or thrown.

The lab's tables are shared by all moments of a fight with the same people.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tablee.dice.throw import Seeded
from tablee.errors import NeedDice, TooLong, TooMany
from tablee.lab.advice import Way, weighed
from tablee.lab.fights import Estimate, wilson
from tablee.lab.midway import FromScene, one_of
from tablee.lab.policy import NATURAL, planned
from tablee.lab.sample import generator, played_on
from tablee.lab.tables.stepper import Newcomers
from tablee.review.evening import Sides
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared
from tablee.rules.playing import Midway, Playthrough
from tablee.rules.run import Done, Progress, perform

POLICY = NATURAL  # how everybody is taken to play on
STATES = 2_000  # situations of an exact answer
FIGHTS = 200  # thrown for a point of the curve
AGAIN = 800  # thrown where a difference is told, on other dice
BY_HAND = 100  # thrown one after the other, where somebody comes in or a rule has too many outcomes


@dataclass(frozen=True, eq=False)
class Deed:
    """Something done in the middle of a fight: the action as declared, the scene it read, what is known of it."""

    action: Action[Any, Any]
    do: Declared
    read: Scene[Any]
    known: Progress = field(default_factory=Progress)


@dataclass(frozen=True, eq=False)
class Place:
    """A moment of a fight; with a deed, that moment once it is begun and has come so far; with several, one of them, as
    likely as each other.
    """

    midway: Midway
    sides: Sides
    deeds: tuple[Deed, ...] = ()


def chance_of(place: Place, solve: bool = True, fights: int = FIGHTS, seed: int = 1) -> Estimate:
    """The chance that our side wins from a place: exact (its error is 0) where that is tried and fits, else thrown."""
    ready = FromScene(place.midway, place.sides, POLICY, "auto" if solve else "bulk", fights, STATES)
    try:
        with ready.stepper.lock:
            try:
                way = _way(ready, place)
            except (NeedDice, TooMany) as reason:
                if isinstance(reason, TooLong):
                    raise
                return _begun_by_throws(ready, place, seed)
            return weighed(ready, replace(ready.asked, seed=seed), place.sides[0][0], [way])[1][0]
    except TooLong:  # nobody waits any more
        raise
    except (Newcomers, TooMany):
        count = min(fights, BY_HAND)
        return _share(sum(thrown_by_hand(place, count, seed)), count)


def _way(ready: FromScene, place: Place) -> Way:
    """Where the fights of a place begin, each with its chance."""
    midway, deeds = place.midway, place.deeds
    if not deeds:
        return ready.here(midway)
    return one_of([ready.after(midway, deed.action, deed.do, deed.read, deed.known) for deed in deeds])


def _begun_by_throws(ready: FromScene, place: Place, seed: int) -> Estimate:
    """The chance from a place whose deeds cannot be counted: each is thrown, then fought from where it led."""
    begun = []
    for luck in generator(seed, 1).integers(0, 1 << 62, ready.count).tolist():
        deed = place.deeds[luck % len(place.deeds)]
        begun.append(ready.thrown_after(place.midway, deed.action, deed.do, deed.read, deed.known, luck))
    tally = ready.thrown_from(ready.states(begun), (), len(begun), seed, 0)
    return _share(tally.won[0], len(begun))


def _share(won: float, fights: int) -> Estimate:
    return Estimate(won / fights, wilson(won / fights, fights))


def thrown_by_hand(place: Place, fights: int, seed: int) -> Iterator[bool]:
    """So many fights thrown from a place with `perform`, action by action, as at a table: whether our side won each."""
    policies = dict.fromkeys(place.midway.scene.cast, POLICY)
    game, (ours, theirs) = place.midway.game, place.sides
    for luck in generator(seed, 0).integers(0, 1 << 62, fights).tolist():
        fight = Playthrough(game, place.midway.scene, Seeded(luck), planned(policies))
        fight.began_as(place.midway.began)
        if not place.deeds:
            fight.what_falls_due()
        else:
            deed = place.deeds[luck % len(place.deeds)]
            done = perform(
                deed.action, deed.read, deed.do, fight.dice, deed.known, onto=fight.scene, plan=planned(policies)
            )
            assert isinstance(done, Done), "the plan answers, the dice are there"
            fight.take(deed.read.actor, deed.action.id, done)
        end = played_on(fight, policies)
        up = {who for side in game.sides(end.scene, standing=True).values() for who in side}
        yield end.over and any(who in up for who in ours) and not any(who in up for who in theirs)
