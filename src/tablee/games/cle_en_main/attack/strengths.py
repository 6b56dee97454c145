"""How strong an attack or a defence may fall, and in how many ways: what decides who wins (Fiches 2 and 3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import accumulate
from sys import maxsize
from typing import Any, NamedTuple, cast

from tablee.games.cle_en_main.attack.clash import Guard, Met, Terms, decided_by_dice, reach
from tablee.games.cle_en_main.check.checks import Side
from tablee.games.cle_en_main.check.cooperation import Helped, Lead, Paid, Team, result_of
from tablee.games.cle_en_main.check.throws import Dice, Thrown, by_strength, plain_dice

Strength = tuple[int, int]
"""Of a defence: its dice, and what they decide by themselves; of an attack: the best dice it beats, and the same."""
Ways = dict[Strength, int]
Thrust = dict[tuple[Dice, int, int], dict[tuple[Met, ...], int]]
"""For what the leader threw with, its sum, and what it decides by itself: the ways, by what becomes of the targets."""
Ends = dict[tuple[int, Paid, int], Thrust]
"""All of these by the leader, what was paid, and out of how many."""
MISSED = Met(False)


class Ladder:
    """Ways by strength, summed up to any height, automatic results apart."""

    def __init__(self, ways: Mapping[Strength, int]) -> None:
        heights = [height for height, _ in ways]
        self.lowest = min(heights)
        above = range(self.lowest, max(heights) + 1)
        self.rungs = {
            auto: list(accumulate([ways.get((height, auto), 0) for height in above]))
            for auto in {auto for _, auto in ways}
        }

    def whole(self, auto: int) -> int:
        return self.rungs[auto][-1]

    def up_to(self, auto: int, height: int) -> int:
        rungs = self.rungs[auto]
        return rungs[min(height - self.lowest, len(rungs) - 1)] if height >= self.lowest else 0


def beaten(attack: Strength, defences: Ladder, reading: str) -> int:
    """CEM-OPP-01, -04: in how many ways the defence falls short of this attack."""
    sure, ways = decided_by_dice(attack[1], reading), 0
    for auto in defences.rungs:
        if auto in sure:
            ways += defences.whole(auto) if sure[auto] else 0
        else:
            ways += defences.up_to(auto, attack[0])
    return ways


def beating(defence: Strength, attacks: Ladder, reading: str) -> int:
    """CEM-OPP-01, -04: in how many ways the attack falls short of this defence."""
    ways = 0
    for auto in attacks.rungs:
        sure = decided_by_dice(auto, reading)
        if defence[1] in sure:
            ways += 0 if sure[defence[1]] else attacks.whole(auto)
        else:
            ways += attacks.up_to(auto, defence[0] - 1)
    return ways


class Front(NamedTuple):
    """An attack as it falls: the ways to each strength, and whose dice they are then, with what sum."""

    strengths: Ways
    leads: dict[Strength, dict[tuple[int, int], int]]

    @classmethod
    def of(
        cls, falls: Iterable[tuple[Lead, Helped]], leaders: Collection[int], team: Team, shield: Shield, terms: Terms
    ) -> Front:
        """What falls, where one of these leads."""
        strengths, leads = Ways(), dict[Strength, dict[tuple[int, int], int]]()
        for lead, counts in falls:
            if lead.leader not in leaders:
                continue
            mate = team[lead.leader]
            each, auto, key = 1 + mate.per_helper, lead.thrown.auto, (lead.leader, lead.thrown.dice)
            base = reach(result_of(lead, team), mate.side.skill, shield.side, terms)
            for (helping, hampering), count in counts.items():
                strength = base + each * helping - hampering, auto
                strengths[strength] = strengths.get(strength, 0) + count
                whose = leads.setdefault(strength, {})
                whose[key] = whose.get(key, 0) + count
        return cls(strengths, leads)


class Shield(NamedTuple):
    """A defence as it falls: the ways to each strength, in all and for each value its heroic die may spare."""

    side: Side
    strengths: Ways
    spared: dict[int, Ways]
    reading: str

    @classmethod
    def of(cls, guard: Guard, terms: Terms) -> Shield:
        if guard.difficulty is not None:  # CEM-DEF-03, CEM-TEST-01, -02: the attack alone is thrown, and must reach it
            ways = {(guard.difficulty + terms.circumstances, 0): 1}
            return cls(Side("", 0, -maxsize), ways, {0: ways}, "symmetric")
        strengths, spared = Ways(), dict[int, Ways]()
        for strength, shown in by_strength(cast(Any, plain_dice(guard.side.dice))).shown.items():
            strengths[strength] = shown.total
            for thrown, weight in shown.items():
                spared.setdefault(thrown.heroic, {})[strength] = weight
        return cls(guard.side, strengths, spared, terms.auto)

    @property
    def total(self) -> int:
        return sum(self.strengths.values())

    def falling(self, ways: Ways) -> dict[Met, Ladder]:
        """CEM-DMG-06: what a hit may be, and how often the defence is how weak, each strength counted so many times."""
        return {
            Met(True, Thrown(0, heroic=heroic)): Ladder({one: count * ways[one] for one, count in shown.items()})
            for heroic, shown in self.spared.items()
        }
