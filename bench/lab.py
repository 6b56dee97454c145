"""What the lab costs: fights solved, thrown in bulk and thrown one after the other, as ratios in one run.

Times are of the processor, so that a busy machine does not count. Before anything is timed, the answers of the three
methods are compared: a ratio of wrong answers is worth nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import median
from time import process_time
from typing import Any, Literal
from unittest.mock import patch

import numpy as np

from tablee.dice import Seeded, clear_caches
from tablee.lab.advice import advise
from tablee.lab.balance import balance
from tablee.lab.fights import Fight, Ready, fight
from tablee.lab.setups import setup_of
from tablee.lab.tables.kept import forget_tables

GAMES = ("undesix", "cle-en-main", "deusex", "d6")
MANY_DUELS = 100_000  # that the loop of `perform` is compared for
FACES = 1 << 16  # drawn at a time: they stay in the processor's own memory, which is quicker than all in one call
MAX_Z = 5.0  # standard errors between two answers that are the same


@dataclass(frozen=True)
class Scale:
    """How much is measured: enough for figures, or little, to see that answers are right."""

    repeats: int = 5
    loops: int = 500  # duels thrown one after the other
    thrown: int = 100_000  # duels in bulk
    along: int = 1_000_000  # duels along the solved chain
    crowds: int = 10_000  # fights of four against six, in bulk
    few: int = 100  # of them, the fewest for which bulk should be no slower than one after the other
    crowd_loops: int = 40
    balanced: int | None = None  # fights for each number tried
    beside: int = 120_000  # duels in bulk, beside another version of the code


SHORT = Scale(repeats=1, loops=30, thrown=2_500, along=2_500, crowds=12, few=6, crowd_loops=1, balanced=30, beside=500)


def seconds(work: Callable[[], Any]) -> float:
    """Processor time of some work."""
    before = process_time()
    work()
    return process_time() - before


def duel_of(game: str) -> Fight:
    """The first standard duel of a game, plain blows."""
    one, two = setup_of(game).duels[0]
    return Fight(game, (one,), (two,))


def crowd_of(game: str) -> Fight:
    """The four of the standard duels against six of a kind."""
    duels = setup_of(game).duels
    return Fight(game, tuple(one for one, _ in duels), (duels[0][1],) * 6)


def forget() -> None:
    """Nothing is known any more: neither tables of fights nor laws of dice."""
    forget_tables()
    clear_caches()


def agree(game: str, scale: Scale) -> None:
    """The exact chance, fights in bulk and fights one after the other say the same; AssertionError if not."""
    asked = duel_of(game)
    exact = fight(replace(asked, method="exact")).wins[0].value
    ways: tuple[tuple[Literal["bulk", "loop"], int], ...] = (("bulk", scale.thrown), ("loop", scale.loops))
    for method, count in ways:
        found = fight(replace(asked, method=method, fights=count, seed=3))
        error = sqrt(exact * (1 - exact) / found.fights)
        z = abs(found.wins[0].value - exact) / error
        assert z < MAX_Z, f"{game}: {method} says {found.wins[0].value}, the chain {exact} (z = {z:.1f})"


def duels(game: str, scale: Scale) -> dict[str, float]:
    """A duel by each method, in a shuffled order at each repeat, the exact one twice as a control."""
    asked = duel_of(game)
    ready = Ready(asked)

    def loop() -> None:
        ready.looped(scale.loops, 1, 0)

    def kept() -> None:
        Ready(asked).solved(asked.most_states)

    def cold() -> None:
        forget()
        kept()

    variants = {"loop": loop, "cold": cold, "kept": kept, "control": kept}
    times: dict[str, list[float]] = {name: [] for name in variants}
    for _ in range(scale.repeats):
        for name in random.sample(list(variants), len(variants)):
            if name != "cold":
                kept()  # tables are there, whatever was measured before
            times[name].append(seconds(variants[name]))
    whole = [MANY_DUELS / scale.loops * one for one in times["loop"]]
    return {
        "duel_cold": ratio(whole, times["cold"]),
        "duel_kept": ratio(whole, times["kept"]),
        "duel_kept_ms": 1000 * median(times["kept"]),
        "duel_cold_ms": 1000 * median(times["cold"]),
        "control": ratio(times["kept"], times["control"]),
        "rng_share": rng_share(game, scale),
    }


def ratio(above: list[float], below: list[float]) -> float:
    return median(one / other for one, other in zip(above, below, strict=True))


class Counted(Seeded):
    """Dice that count their faces."""

    faces_thrown = 0

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        Counted.faces_thrown += count
        return super().faces(count, sides, by, label)


def rng_share(game: str, scale: Scale) -> float:
    """Drawing the bare faces of so many duels with NumPy, as a share (in %) of throwing them along the solved chain."""
    Counted.faces_thrown = 0
    asked = duel_of(game)
    ready = Ready(asked)
    with patch("tablee.lab.sample.Seeded", Counted):
        ready.looped(40, 7, 0)
    faces, rng = round(Counted.faces_thrown / 40 * scale.along), np.random.Generator(np.random.SFC64(1))
    sides = 10 if game == "deusex" else 6

    def along() -> None:
        ready.course(asked.most_states)(scale.along, 1, 0)

    def bare() -> None:
        for left in range(faces, 0, -FACES):
            rng.integers(1, sides + 1, min(left, FACES))

    along()
    return median(100 * seconds(bare) / seconds(along) for _ in range(scale.repeats))


def crowds(game: str, scale: Scale) -> dict[str, float]:
    """Four against six: fights one after the other ÷ as many in bulk, nothing known before; many of them, and few."""
    asked = replace(crowd_of(game), method="bulk")

    def over(fights: int) -> float:
        forget()
        bulk = seconds(lambda: fight(replace(asked, fights=fights)))
        loop = seconds(lambda: Ready(asked).looped(scale.crowd_loops, 1, 0))
        return loop / scale.crowd_loops * fights / bulk

    return {
        "bulk_4v6": median(over(scale.crowds) for _ in range(min(3, scale.repeats))),
        "bulk_100": median(over(scale.few) for _ in range(scale.repeats)),
    }


def advice_ms(game: str) -> float:
    """Advice to the first of a duel, tables kept."""
    asked = duel_of(game)
    advise(asked, asked.one[0])
    return 1000 * seconds(lambda: advise(asked, asked.one[0]))


def balance_s(scale: Scale) -> float:
    """How many brigands are even with a party of four, from nothing."""
    asked = replace(crowd_of("undesix"), two=("brigand",), fights=scale.balanced)
    forget()
    return seconds(lambda: balance(asked, "brigand"))


def lab(scale: Scale, games: Sequence[str], tell: Callable[[str, Any], None]) -> dict[str, Any]:
    """Every figure of the lab, by game; answers first. Each group is told once it is found."""
    found: dict[str, Any] = {"games": {}}
    for game in games:
        agree(game, scale)
        here = found["games"][game] = duels(game, scale)
        tell(f"{game}, duels", here)
        here |= {**crowds(game, scale), "advice_ms": advice_ms(game)}
        tell(game, here)
    found["advice_ms"] = max(one["advice_ms"] for one in found["games"].values())
    found["balance_s"] = balance_s(scale)
    tell("all games", {"advice_ms": found["advice_ms"], "balance_s": found["balance_s"]})
    return found
