"""`python -m bench agreement`: exact fights of each game beside fights thrown one after the other with `perform`.

    python -m bench agreement [--fights 20000] [--game d6] [--seed 1]

For each game a duel, with several ways of playing: what the solved chain says (who wins, who falls, how long it lasts)
and what `perform` throws, as a number of standard errors between them. Fails if one of them is 4 or more.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from math import sqrt
from typing import Any

from tablee.lab.fights import Fight, Ready, Result, fight, result_of
from tablee.lab.tally import Tally

DUELS = {
    "undesix": ("nicolas", "brigand"),
    "cle-en-main": ("salome", "contremaitre"),
    "deusex": ("youssef", "tueur"),
    "d6": ("mael", "rouquin"),
}
PLAYED = (("strike", "strike"), ("brutal", "careful"), ("coward", "natural"))  # by each side
MAX_Z = 4
AT_ONCE = 500  # fights, between two lines of progress


def agreement(asked: argparse.Namespace) -> None:
    worst = 0.0
    for game in [asked.game] if asked.game else DUELS:
        for number, (one, two) in enumerate(PLAYED):
            told = compared(game, one, two, asked.fights, asked.seed + number)  # each has luck of its own
            worst = max(worst, *map(abs, told["z"].values()))
            print(json.dumps(told), flush=True)
    if worst >= MAX_Z:
        raise SystemExit(f"the chain and `perform` differ by {worst:.1f} standard errors")


def compared(game: str, one: str, two: str, fights: int, seed: int) -> dict[str, Any]:
    """One duel, solved and thrown: how many standard errors lie between the two."""
    first, second = DUELS[game]
    question = Fight(game, (first,), (second,), {"one": one, "two": two}, method="exact")
    exact = fight(question)
    ready, tally = Ready(question), Tally()
    for number, begun in enumerate(range(0, fights, AT_ONCE)):
        tally += ready.looped(min(AT_ONCE, fights - begun), seed, number)
    thrown = result_of(ready, tally, "loop")
    return {
        "game": game,
        "one": one,
        "two": two,
        "fights": fights,
        "wins": exact.wins[0].value,
        "z": dict(_z(exact, thrown, fights)),
    }


def _z(exact: Result, thrown: Result, fights: int) -> Iterator[tuple[str, float]]:
    """For each thing told of a fight, how many standard errors lie between the exact answer and the one thrown."""
    shares = {"one wins": (exact.wins[0], thrown.wins[0]), "two wins": (exact.wins[1], thrown.wins[1])}
    shares |= {
        f"{mine.id} falls": (mine.falls, theirs.falls) for mine, theirs in zip(exact.people, thrown.people, strict=True)
    }
    for name, (mine, theirs) in shares.items():
        yield name, _apart(theirs.value - mine.value, mine.value * (1 - mine.value), fights)
    mean = sum(chance * (number + 1) for number, chance in enumerate(exact.by_round))
    spread = sum(chance * (number + 1 - mean) ** 2 for number, chance in enumerate(exact.by_round))
    yield "rounds", _apart(thrown.rounds.value - mean, spread, fights)


def _apart(difference: float, variance: float, fights: int) -> float:
    if variance < 1e-9:  # sure, one way or the other
        return 0.0 if abs(difference) < 1e-6 else float("inf")
    return round(difference / sqrt(variance / fights), 2)
