"""One attack against one defence: who wins, what is remembered, and the exact laws of both at once (Fiches 2, 3, 5).

At the table everything is told, die by die (`met`). For odds, nothing is kept but what later steps may read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple, TypeVar, cast

from tablee.dice import Odds, Question, Roll
from tablee.dice.question import Player
from tablee.dice.rule import RulePlayer
from tablee.errors import BadRule
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.checks import NEAR_SKILL, Side, judged, near_difficulty
from tablee.games.cle_en_main.damage import more_dice
from tablee.games.cle_en_main.oppositions import DECIDED, settle
from tablee.games.cle_en_main.throws import (
    NOTHING,
    UNREAD,
    Dice,
    Read,
    Thrown,
    Unread,
    attack_dice,
    by_strength,
    plain_dice,
)

T = TypeVar("T")

TOLD = "at the table every die is told"
COUNTED = -1  # sixes: the damage already holds their chains, and the dice rolled besides

CLASHED = BOOK.saying(
    "CEM-ATTACK-01",
    key="clash",
    fr="Attaque {attack} (dés {dice}) contre Défense {defence} (dés {against}), {decided} : {hit:touché|manqué}",
    en="Attack {attack} (dice {dice}) against Défense {defence} (dice {against}), {decided}: {hit:hit|missed}",
)


class Terms(NamedTuple):
    """What everybody agrees on before rolling: the dice read for damage and the table's readings."""

    read: int
    six_plus: bool = False
    auto: str = "symmetric"
    near: bool = False  # the attack uses a near skill (CEM-NEAR-01, -02)
    told: bool = False  # keep every result, for those who want to see them
    fresh: int = 0  # damage dice to roll besides, once somebody is hit
    most: int = 0  # of a 6+ weapon: odds count its dice up to here (see `damage.most_told`)
    net: bool = False  # exactly, nobody will ask for more than the damage less what a heroic defence spares

    def more(self, sixes: int) -> Odds[int]:
        """CEM-DMG-03, CEM-EQUIP-10: what is rolled besides the attack's own dice, so many of which show 6."""
        return more_dice(self.fresh, self.six_plus, sixes, self.most).odds()


class Guard(NamedTuple):
    """One target: his Défense, or the difficulty of hitting him if he does not perceive the attack."""

    side: Side
    difficulty: int = 0  # CEM-DEF-03: not 0 if he cannot defend


class Foe(NamedTuple):
    """The same as numbers, and what must be remembered of his defence."""

    bonus: int
    skill: int
    dice: Dice
    difficulty: int
    keep: int  # his result: 0 never, 1 if the attack misses, 2 always
    keep_spared: bool
    later: bool = False  # what the heroic die spares can be read later, given his result


class Met(NamedTuple):
    """One target once the dice have fallen."""

    hit: bool
    spared: int = 0  # by the heroic die of his defence
    defence: Thrown = NOTHING


BARELY = (Met(False), Met(True))


def met(roll: Roll, attack: Thrown, bonus: int, skill: int, defence: Thrown, foe: Foe, terms: Terms) -> Met:
    """CEM-ATTACK-01, CEM-OPP-01, -02, -04, CEM-NEAR-02: who wins."""
    mine, theirs = attack.dice + bonus - NEAR_SKILL * terms.near, defence.dice + foe.bonus
    winner, decided = settle(mine, attack.auto, skill, theirs, defence.auto, foe.skill, "a", terms.auto)
    hit = winner == "a"
    roll.note(
        CLASHED,
        attack=mine,
        dice=attack.dice,
        defence=theirs,
        against=defence.dice,
        decided=DECIDED[decided],
        hit=hit,
    )
    return remembered(hit, defence, foe)


def remembered(hit: bool, defence: Thrown, foe: Foe) -> Met:
    """CEM-DMG-06: what is kept of a defence: its result if that may serve again, what its heroic die spares."""
    kept, heroic = NOTHING, defence.heroic if foe.keep_spared else 0
    if foe.keep > hit:
        kept = Thrown(defence.dice, defence.auto, heroic=UNREAD if heroic and foe.later else heroic)
    return Met(hit, heroic if hit else 0, kept)


def unseen(roll: Roll, attack: Thrown, bonus: int, foe: Foe, terms: Terms) -> Met:
    """CEM-DEF-03, -04, CEM-NEAR-01: a plain test of Combat."""
    return Met(judged(roll, attack, bonus, near_difficulty(foe.difficulty, terms.near)))


def defences(
    roll: Roll,
    attack: Thrown,
    bonus: int,
    skill: int,
    foes: tuple[Foe, ...],
    terms: Terms,
    end: Callable[[tuple[Met, ...]], T],
    standing: Sequence[Met | None] = (),
    damage: Damage | None = None,
) -> T:
    """CEM-DEF-01, -03, CEM-HERO-03, -04: each target against the attack, one after the other, then the end.

    Where a defence stands already it is not rolled again.
    """

    def after(found: tuple[Met, ...]) -> T:
        place = len(found)
        if place == len(foes):
            return end(found)
        foe, known = foes[place], standing[place] if standing else None
        if known is None and foe.difficulty:
            known = unseen(roll, attack, bonus, foe, terms)
        if known is not None:
            return after((*found, known))
        parry = Parry(attack, bonus, skill, foe, terms, damage)
        return roll.then(parry, lambda one: after((*found, one)), by=str(place))

    return after(())


class Parry(Question[Met]):
    """A defence against one attack result. At the table it is told in full; exactly, the attack has a reach: the best
    ordinary dice it still beats, a tie going to the higher skill, then to the attacker. With the `damage` of the
    attack, what it deals is already taken from what is spared.
    """

    __slots__ = ("attack", "bonus", "damage", "foe", "skill", "terms")

    def __init__(
        self, attack: Thrown, bonus: int, skill: int, foe: Foe, terms: Terms, damage: Damage | None = None
    ) -> None:
        self.attack, self.bonus, self.skill, self.foe, self.terms = attack, bonus, skill, foe, terms
        self.damage = damage

    def odds(self) -> Odds[Met]:
        foe, sure = self.foe, decided_by_dice(self.attack.auto, self.terms.auto)
        reach = self.attack.dice + self.bonus - NEAR_SKILL * self.terms.near - foe.bonus - (self.skill < foe.skill)
        law: dict[Met, int] = {}
        for (dice, auto), shown in by_strength(cast(Any, plain_dice(foe.dice))).shown.items():
            hit = sure.get(auto, dice <= reach)
            if foe.keep_spared and (hit or (foe.keep and not foe.later)):  # the heroic die itself will be read
                for thrown, weight in shown.items():
                    one = remembered(hit, Thrown(dice, auto, heroic=thrown.heroic), foe)
                    law[one] = law.get(one, 0) + weight
                continue
            one = remembered(hit, Thrown(dice, auto, heroic=UNREAD), foe) if foe.keep > hit else BARELY[hit]
            law[one] = law.get(one, 0) + shown.total
        return dealt(law, self.damage.odds()) if self.damage and any(one.hit for one in law) else Odds(law)

    def play(self, player: Player) -> Met:
        def told(roll: Roll) -> Met:
            return met(roll, self.attack, self.bonus, self.skill, roll(plain_dice(self.foe.dice)), self.foe, self.terms)

        return cast(RulePlayer, player).run(told, (), {})


def dealt(law: dict[Met, int], damage: Odds[Thrown]) -> Odds[Met]:
    """The same hits and misses, the damage dice of the hits taken from what is spared."""
    net: dict[Met, int] = {}
    for one, weight in law.items():
        if not one.hit:
            net[one] = weight * damage.total
            continue
        for thrown, share in damage.items():
            left = Met(True, one.spared - thrown.damage)
            net[left] = net.get(left, 0) + weight * share
    return Odds(net)


@lru_cache(maxsize=16)
def decided_by_dice(auto: int, reading: str) -> dict[int, bool]:
    """CEM-OPP-04: for each automatic result of a defence that settles the matter, whether the attack hits."""
    met = {theirs: settle(0, auto, 0, 0, theirs, 0, "a", reading) for theirs in (-1, 0, 1)}
    return {theirs: winner == "a" for theirs, (winner, decided) in met.items() if decided == "auto"}


class Exchange(Question[Met]):
    """CEM-ATTACK-01: one attack, one defence, only the net damage asked; for odds alone."""

    __slots__ = ("bonus", "foe", "skill", "terms", "throw")

    def __init__(self, bonus: int, skill: int, throw: Question[Thrown], terms: Terms, foe: Foe) -> None:
        self.bonus, self.skill, self.throw, self.terms, self.foe = bonus, skill, throw, terms, foe

    def odds(self) -> Odds[Met]:
        missed, net = dict[Met, int](), dict[tuple[int, int], int]()  # what is spared less the dice, and their 6s
        for strength, shown in by_strength(cast(Any, self.throw)).shown.items():
            parried = Parry(Thrown(*strength), self.bonus, self.skill, self.foe, self.terms).odds()
            for one, share in parried.items():
                if not one.hit:
                    missed[one] = missed.get(one, 0) + share * shown.total
                    continue
                for (_, _, damage, sixes, _), weight in shown.items():
                    key = one.spared - damage, sixes
                    net[key] = net.get(key, 0) + share * weight
        more = {sixes: self.terms.more(sixes) for _, sixes in net}
        common, law = lcm(*(each.total for each in more.values())), dict[int, int]()
        for (left, sixes), weight in net.items():
            scale = weight * (common // more[sixes].total)
            for extra, share in more[sixes].items():
                law[left - extra] = law.get(left - extra, 0) + share * scale
        hits = Odds(law).read(lambda left: Met(True, max(left, -self.terms.most) if self.terms.most else left))
        return Odds({**{one: weight * common for one, weight in missed.items()}, **dict(hits)}).reduced()

    def play(self, player: Player) -> Met:
        raise BadRule(TOLD)


class Damage(Question[Thrown]):
    """CEM-DMG-03, CEM-EQUIP-10: the damage dice of an attack that hits, given its result, those rolled besides and the
    chains of a 6+ weapon included (COUNTED). Asked only when exact.
    """

    __slots__ = ("attack", "dice", "terms")

    def __init__(self, dice: Question[Thrown], attack: Thrown, terms: Terms) -> None:
        self.dice, self.attack, self.terms = dice, attack, terms

    def odds(self) -> Odds[Thrown]:
        return dealt_dice(cast(Any, self.dice), self.attack, self.terms).read(lambda dice: Thrown(0, 0, dice, COUNTED))

    def play(self, player: Player) -> Thrown:
        return Read(self.dice, self.attack).play(player)


@lru_cache(maxsize=256)
def dealt_dice(throw: Any, attack: Thrown, terms: Terms) -> Odds[int]:
    """Their sum, told up to where nothing more can come of it."""
    shown = Read(throw, attack).odds()
    more = {thrown.sixes: terms.more(thrown.sixes) for thrown in shown}
    common, sums = lcm(*(law.total for law in more.values())), dict[int, int]()
    for (_, _, damage, sixes, _), weight in shown.items():
        scale = weight * (common // more[sixes].total)
        for extra, share in more[sixes].items():
            dice = damage + extra
            sums[dice] = sums.get(dice, 0) + share * scale
    return Odds(sums).read(lambda dice: min(dice, terms.most)) if terms.most else Odds(sums)


class Riposte(Question[Met]):
    """CEM-HERO-04: the same against one defence, where only the net damage is asked; for odds alone."""

    __slots__ = ("bonus", "defence", "dice", "foe", "skill", "terms")

    def __init__(self, bonus: int, skill: int, dice: Dice, terms: Terms, foe: Foe, defence: Thrown) -> None:
        self.bonus, self.skill, self.dice, self.terms, self.foe, self.defence = bonus, skill, dice, terms, foe, defence

    def odds(self) -> Odds[Met]:
        foe, defence, terms = self.foe, self.defence, self.terms
        least = defence.dice + foe.bonus + (self.skill < foe.skill) - self.bonus + NEAR_SKILL * terms.near
        throw: Any = attack_dice(terms.read, self.dice, terms.six_plus)
        again = reaching(throw, terms, least, defence.auto)
        spared = [(defence.heroic, 1)]
        if defence.heroic == UNREAD:
            shown = Read(plain_dice(foe.dice), defence).odds()
            spared = [(thrown.heroic, weight) for thrown, weight in shown.items()]
        law: dict[Met, int] = {}
        for damage, weight in again.items():
            if damage == UNREAD:
                missed = remembered(False, defence, foe)
                law[missed] = weight * sum(share for _, share in spared)
                continue
            for heroic, share in spared:
                left = Met(True, heroic - damage)
                law[left] = law.get(left, 0) + weight * share
        return Odds(law)

    def play(self, player: Player) -> Met:
        raise BadRule(TOLD)


@lru_cache(maxsize=256)
def reaching(throw: Any, terms: Terms, least: int, auto: int) -> Odds[int]:
    """The damage dice of an attack whose ordinary dice must show `least` against a defence; UNREAD if it misses."""
    parts: list[tuple[Odds[int], int]] = []
    for attack, weight in Unread(throw).odds().items():
        sure = decided_by_dice(attack.auto, terms.auto)
        if sure.get(auto, attack.dice >= least):
            parts.append((dealt_dice(throw, attack, terms), weight))
        else:
            parts.append((NO_DAMAGE, weight))
    return Odds.mix(parts)


NO_DAMAGE = Odds({UNREAD: 1})
