"""One attack against several defences foreseen, a plan answering for everybody (Fiches 2, 3 and 5).

Given the attack, what each target makes of it is his own affair. Only the attacker's wish ties them together: he redoes
as long as somebody is missed. « Somebody is missed » is whatever happens, less « everybody is hit »: counted so, with
ways that are taken off, targets need never be paired either.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from tablee.dice import Roll
from tablee.games.cle_en_main.attack.clash import Guard, Met, Terms, decided_by_dice, reach
from tablee.games.cle_en_main.attack.strengths import MISSED, Ends, Shield, Strength, Ways
from tablee.games.cle_en_main.check.checks import Side, again, again_each
from tablee.games.cle_en_main.check.cooperation import Mate, Paid
from tablee.games.cle_en_main.check.throws import Thrown

Facing = tuple[Ways, ...]
"""How one target stands: for each of his defences, in how many ways it came about with which strength."""


class Target(NamedTuple):
    """One target: his defences, each the redo of the one before, and what he has paid by then."""

    defences: tuple[tuple[Shield, Paid], ...]

    @classmethod
    def of(cls, roll: Roll, guard: Guard, terms: Terms) -> Target:
        """CEM-HERO-04: as many as the plan holds."""
        found, paid = [], Paid()
        while True:
            found.append((Shield.of(guard, terms), paid))
            bought = again_each(roll, {guard.side.who: guard.side}) if guard.can_redo() else {}
            if not bought:
                return cls(tuple(found))
            guard, paid = guard._replace(side=guard.side.redone(bought[guard.side.who])), paid + tuple(bought.items())

    @property
    def out_of(self) -> int:
        return prod([shield.total for shield, _ in self.defences])

    def start(self) -> Facing:
        """His first defence, before anything; each later one not thrown yet."""
        shield, _ = self.defences[0]
        later = self.out_of // shield.total
        return ({one: count * later for one, count in shield.strengths.items()}, *({} for _ in self.defences[1:]))

    def hit(self, facing: Facing, attack: Strength) -> Facing:
        """CEM-ATTACK-01: as far as the attack hits him."""
        return tuple(
            [
                {one: ways for one, ways in known.items() if _beats(attack, one, shield)}
                for known, (shield, _) in zip(facing, self.defences, strict=True)
            ]
        )

    def replied(self, facing: Facing, attack: Strength) -> Facing:
        """CEM-HERO-04: as long as he is hit and can, he redoes his defence against the same attack."""
        found = [dict(facing[0])]
        for place, (shield, _) in enumerate(self.defences[1:]):
            before, _ = self.defences[place]
            hits = [one for one in found[place] if _beats(attack, one, before)]
            lost = sum([found[place].pop(one) for one in hits])
            now = dict(facing[place + 1])
            for one, count in shield.strengths.items() if lost else ():
                now[one] = now.get(one, 0) + lost // shield.total * count
            found.append(now)
        return tuple(found)

    def ends(self, facing: Facing, attack: Strength) -> dict[tuple[Met, Paid], int]:
        """CEM-DMG-06: what becomes of him, for good."""
        law: dict[tuple[Met, Paid], int] = {}
        for known, (shield, paid) in zip(facing, self.defences, strict=True):
            for one, ways in known.items():
                if not _beats(attack, one, shield):
                    law[MISSED, paid] = law.get((MISSED, paid), 0) + ways
                    continue
                for heroic, strengths in shield.spared.items():
                    if one in strengths:
                        end = Met(True, Thrown(0, heroic=heroic)), paid
                        law[end] = law.get(end, 0) + ways // shield.strengths[one] * strengths[one]
        return law


def _beats(attack: Strength, defence: Strength, shield: Shield) -> bool:
    return decided_by_dice(attack[1], shield.reading).get(defence[1], defence[0] <= attack[0])


class Several:
    """The ways to every end of one attack on several people (CEM-PRIME-05, CEM-EQUIP-08, -09).

    Where only one of them is watched, what becomes of the others is counted, not told.
    """

    def __init__(self, roll: Roll, terms: Terms, mate: Mate, guards: Sequence[Guard]) -> None:
        self.roll, self.terms, self.mate = roll, terms, mate
        self.targets = [Target.of(roll, guard, terms) for guard in guards]
        self.ends: Ends = {}

    def counted(self) -> Ends:
        out_of = prod([target.out_of for target in self.targets])
        self.attack(self.mate.side, [target.start() for target in self.targets], 1, out_of, ())
        for thrust in self.ends.values():
            for strength, found in thrust.items():
                thrust[strength] = {met: ways for met, ways in found.items() if ways}
        return self.ends

    def attack(self, side: Side, standing: Sequence[Facing], ways: int, out_of: int, paid: Paid) -> None:
        """CEM-HERO-04: the attack is thrown against those who stand so; redone as long as somebody is missed."""
        throw = self.mate._replace(side=side).helper().throw().odds()
        bought, out_of = again(self.roll, side), out_of * throw.total
        redone, paying = side.redone(bought), (*paid, (side.who, bought))
        if bought:
            self.attack(redone, standing, ways * throw.total, out_of, paying)
        if bought and side.anyway:
            return
        for thrown, share in throw.items():
            total, many = thrown.dice + side.bonus, ways * share
            attacks = [
                (reach(total, side.skill, target.defences[0][0].side, self.terms), thrown.auto)
                for target in self.targets
            ]
            if not bought:
                self.end(side, thrown, self.replied(standing, attacks), attacks, many, out_of, paid)
                continue
            hit = self.hit(standing, attacks)
            if not all(any(facing) for facing in hit):
                continue
            self.attack(redone, hit, -many, out_of, paying)
            replied = self.replied(hit, attacks)
            still = self.hit(replied, attacks)
            self.end(side, thrown, still, attacks, many, out_of, paid)
            if replied != still:
                self.attack(redone, replied, many, out_of, paying)
                self.attack(redone, still, -many, out_of, paying)

    def hit(self, standing: Sequence[Facing], attacks: Sequence[Strength]) -> list[Facing]:
        return [target.hit(one, by) for target, one, by in zip(self.targets, standing, attacks, strict=True)]

    def replied(self, standing: Sequence[Facing], attacks: Sequence[Strength]) -> list[Facing]:
        return [target.replied(one, by) for target, one, by in zip(self.targets, standing, attacks, strict=True)]

    def end(
        self,
        side: Side,
        thrown: Thrown,
        standing: Sequence[Facing],
        attacks: Sequence[Strength],
        ways: int,
        out_of: int,
        paid: Paid,
    ) -> None:
        """Nobody redoes anything more."""
        found: dict[tuple[tuple[Met, ...], Paid], int] = {((), paid): ways}
        for place, target in enumerate(self.targets):
            law = target.ends(standing[place], attacks[place])
            if self.terms.watched not in (None, place):
                law = {(MISSED, ()): sum(law.values())}
            found = {
                ((*met, one), known + more): count * weight
                for (met, known), count in found.items()
                for (one, more), weight in law.items()
            }
        for (met, known), count in found.items():
            here = self.ends.setdefault((0, known, out_of), {}).setdefault((side.dice, thrown.dice, thrown.auto), {})
            here[met] = here.get(met, 0) + count
