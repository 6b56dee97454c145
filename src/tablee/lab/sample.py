"""Fights thrown: in bulk, thousands at a time on the stepper's tables; or by hand, one after the other with `perform`.

Fights come in chunks of a fixed size, each with a seed of its own (`numpy.random.SeedSequence(seed, spawn_key=(n,))`):
the same seed gives the same numbers, whatever the tables knew, in whatever order and wherever chunks are thrown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.dice.patience import look
from tablee.dice.throw import Seeded
from tablee.lab.policy import NATURAL, Policy, planned
from tablee.lab.setups import Staged, setup_of
from tablee.lab.tables.laws import BITS
from tablee.lab.tables.states import States
from tablee.lab.tables.stepper import Stepper
from tablee.rules.action import Scene
from tablee.rules.game import Game
from tablee.rules.playing import Playthrough

CHUNK = 40_000  # fights thrown together
MAX_ROUNDS = 200
MAX_ACTIONS = 20_000  # of one fight


@dataclass(frozen=True)
class Chunk:
    """A chunk of fights: where they ended and in which round; how many were not over when we stopped."""

    ends: States
    rounds: NDArray[np.int32]
    unfinished: int


def generator(seed: int, chunk: int) -> np.random.Generator:
    """The luck of one chunk."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(chunk,))))


def thrown(
    stepper: Stepper,
    states: States,
    chances: Sequence[Fraction | float],
    fights: int,
    seed: int,
    chunk: int,
    most: int = MAX_ROUNDS,
) -> Chunk:
    """So many fights that begin in these states, each with its chance (without chances, one in each of them): all one
    action further at each step, until each is over or has lasted `most` rounds.
    """
    rng = generator(seed, chunk)
    if chances:
        limits = [int(limit * (1 << BITS)) for limit in accumulate(chances)]
        limits[-1] = 1 << BITS
        states = states.at(np.searchsorted(limits, rng.integers(0, 1 << BITS, fights, np.int64), side="right"))
    rounds = np.ones(fights, np.int32)
    ends, ended_in, unfinished = [], [], 0
    for _ in range(MAX_ACTIONS):
        look()
        deeds = stepper.next_deeds(states)
        out = (deeds < 0) | (rounds > most)
        if out.any():
            over = np.nonzero(deeds < 0)[0]
            unfinished += int(np.count_nonzero(out)) - len(over)
            ends.append(states.at(over))
            ended_in.append(rounds[over])
            going = np.nonzero(~out)[0]
            states, rounds, deeds = states.at(going), rounds[going], deeds[going]
        if not len(states):
            break
        landed = stepper.throw(states, deeds, rng)
        states, rounds = landed.states, rounds + (landed.rounds > 0)
    unfinished += len(states)
    return Chunk(_joined(ends, states), np.concatenate([np.zeros(0, np.int32), *ended_in]), unfinished)


def _joined(parts: list[States], none: States) -> States:
    parts = parts or [none.at(np.zeros(0, np.int64))]
    now = [np.concatenate(columns) for columns in zip(*(part.now for part in parts), strict=True)]
    return States(now, now[:-1])


@dataclass(frozen=True)
class Ended:
    """One fight thrown by hand: its last scene, its last round; not over if we stopped before."""

    scene: Scene[Any]
    round: int
    over: bool


def by_hand(
    game: Game,
    staged: Staged,
    policies: Mapping[str, Policy],
    options: Mapping[str, Any],
    seed: int,
    most: int = MAX_ROUNDS,
) -> Ended:
    """One fight thrown with `perform`, action by action, as at a table."""
    look()
    fight = Playthrough(game, game.scene(cast=staged.cast, options=options), Seeded(seed), planned(policies))
    action, who, params = staged.begin
    fight.act(who, action, params)
    return played_on(fight, policies, most)


def played_on(fight: Playthrough, policies: Mapping[str, Policy], most: int = MAX_ROUNDS) -> Ended:
    """A fight that goes on, thrown with `perform` to its end or for so many rounds."""
    look()
    game, health, rounds = fight.game, setup_of(fight.game.id).health, 1
    while not fight.over and rounds <= most:
        move = next(
            (
                (who, move.action, move.params)
                for who in fight.may_act
                for move in policies.get(who, NATURAL).moves(game, fight.seen_by(who), health)
            ),
            ("", game.next_round, {}),
        )
        if not move[1]:
            return Ended(fight.scene, rounds, over=True)  # nobody can do anything
        before = fight.scene.play.round
        fight.act(*move)
        rounds += max(0, fight.scene.play.round - before)
    return Ended(fight.scene, rounds, fight.over)
