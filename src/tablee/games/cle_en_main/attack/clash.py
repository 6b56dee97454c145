"""One attack against one defence: who wins, what is remembered, what the attack deals (Fiches 2, 3, 5)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, cast

from tablee.dice import Odds, Question, Roll
from tablee.dice.question import Player
from tablee.dice.rule import RulePlayer
from tablee.errors import BadRule
from tablee.games.cle_en_main.attack.damage import Blow, with_more_dice
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.checks import NEAR_SKILL, Side, judged, near_difficulty
from tablee.games.cle_en_main.check.oppositions import DECIDED, decide
from tablee.games.cle_en_main.check.throws import NOTHING, Thrown, by_strength, plain_dice
from tablee.text import Name

COUNTED = -1  # sixes: the damage already holds their chains, and the dice rolled besides

CLASHED = BOOK.saying(
    "CEM-ATTACK-01",
    key="clash",
    fr="Attaque {attack} (dés {dice}) contre Défense {defence} (dés {against}), {decided} : {hit:touché|manqué}",
    en="Attack {attack} (dice {dice}) against Défense {defence} (dice {against}), {decided}: {hit:hit|missed}",
)
CLASHED_WITH = BOOK.saying(
    "CEM-ATTACK-01",
    key="clash_whose",
    fr="Contre {who:le} : attaque {attack} (dés {dice}), Défense {defence} (dés {against}), {decided} : "
    "{hit:touché|manqué}",
    en="Against {who:the}: attack {attack} (dice {dice}), Défense {defence} (dice {against}), {decided}: "
    "{hit:hit|missed}",
)


class Terms(NamedTuple):
    """What everybody agrees on before rolling: the table's readings, and what odds will be asked for."""

    auto: str = "symmetric"
    near: bool = False  # the attack uses a near skill (CEM-NEAR-01, -02)
    circumstances: int = 0  # what they add against those who defend, and only there (CEM-MOD-02)
    most: int = 0  # of a 6+ weapon: odds count its dice up to here (see `endless.most_told`)
    net: bool = False  # exactly, nobody will ask for more than the damage less what a heroic defence spares
    watched: int | None = None  # of several targets: the one whose odds are asked
    as_if: tuple[int, ...] = ()  # for each of a team: exactly, who might as well lead, with the same damage announced


class Guard(NamedTuple):
    """One target: his Défense, or the difficulty of hitting him if he does not perceive the attack."""

    side: Side
    difficulty: int | None = None  # CEM-DEF-03: if he cannot defend
    name: Name | None = None  # told where several are aimed at

    def can_redo(self) -> bool:
        return self.side.points > 0 and bool(self.side.redos) and self.difficulty is None


class Assault(NamedTuple):
    """An attack as those who defend meet it."""

    thrown: Thrown
    bonus: int
    skill: int


class Met(NamedTuple):
    """One target once the dice have fallen."""

    hit: bool
    defence: Thrown = NOTHING  # as far as it may serve again

    @property
    def spared(self) -> int:
        """CEM-DMG-06: by the heroic die of a defence, even one that failed."""
        return self.defence.heroic if self.hit else 0


def met(roll: Roll, attack: Assault, defence: Thrown, guard: Guard, terms: Terms, keep: bool) -> Met:
    """CEM-ATTACK-01, CEM-OPP-01, -02, -04, CEM-NEAR-02: who wins."""
    (thrown, bonus, skill), side = attack, guard.side
    mine, theirs = thrown.dice + bonus - NEAR_SKILL * terms.near, defence.dice + side.bonus
    winner, decided = decide(mine, thrown.auto, skill, theirs, defence.auto, side.skill, "a", terms.auto)
    hit = winner == "a"
    roll.note(
        CLASHED_WITH if guard.name else CLASHED,
        who=guard.name,
        attack=mine,
        dice=thrown.dice,
        auto=thrown.auto,
        defence=theirs,
        against=defence.dice,
        decided=DECIDED[decided],
        hit=hit,
    )
    return remembered(hit, defence, keep)


def remembered(hit: bool, defence: Thrown, keep: bool) -> Met:
    """CEM-DMG-06: a defence that may serve again is kept whole; otherwise, what its heroic die spares."""
    if keep:
        return Met(hit, defence)
    return Met(True, Thrown(0, heroic=defence.heroic)) if hit and defence.heroic else BARELY[hit]


BARELY = (Met(False), Met(True))


def unseen(roll: Roll, attack: Assault, difficulty: int, terms: Terms) -> Met:
    """CEM-DEF-03, -04, CEM-NEAR-01, CEM-MOD-02: a plain test of Combat; circumstances are in its difficulty."""
    bonus = attack.bonus - terms.circumstances
    return Met(judged(roll, attack.thrown, bonus, near_difficulty(difficulty, terms.near)))


class Parry(Question[Met]):
    """A defence against one attack. At the table it is told in full; exactly, the attack has a reach: the best ordinary
    dice it still beats.
    """

    __slots__ = ("attack", "guard", "keep", "terms")

    def __init__(self, attack: Assault, guard: Guard, terms: Terms, keep: bool) -> None:
        self.attack, self.guard, self.terms, self.keep = attack, guard, terms, keep

    def odds(self) -> Odds[Met]:
        sure = decided_by_dice(self.attack.thrown.auto, self.terms.auto)
        most = reach(self.attack.thrown.dice + self.attack.bonus, self.attack.skill, self.guard.side, self.terms)
        law: dict[Met, int] = {}
        for (dice, auto), shown in by_strength(cast(Any, plain_dice(self.guard.side.dice))).shown.items():
            hit = sure.get(auto, dice <= most)
            for thrown, weight in shown.items():
                one = remembered(hit, Thrown(dice, auto, heroic=thrown.heroic), self.keep)
                law[one] = law.get(one, 0) + weight
        return Odds(law)

    def play(self, player: Player) -> Met:
        def told(roll: Roll) -> Met:
            return met(roll, self.attack, roll(plain_dice(self.guard.side.dice)), self.guard, self.terms, self.keep)

        return cast(RulePlayer, player).run(told, (), {})


def reach(total: int, skill: int, guard: Side, terms: Terms) -> int:
    """CEM-OPP-02: the best ordinary dice of a defence that this attack beats: a tie goes to the higher skill, then to
    the attacker.
    """
    return total - NEAR_SKILL * terms.near - guard.bonus - (skill < guard.skill)


@lru_cache(maxsize=16)
def decided_by_dice(auto: int, reading: str) -> dict[int, bool]:
    """CEM-OPP-04: for each automatic result of a defence that settles the matter, whether the attack hits."""
    found = {theirs: decide(0, auto, 0, 0, theirs, 0, "a", reading) for theirs in (-1, 0, 1)}
    return {theirs: winner == "a" for theirs, (winner, decided) in found.items() if decided == "auto"}


class Damage(Question[Thrown]):
    """CEM-DMG-03, CEM-EQUIP-10: the damage dice of an attack left unread, given its result, with those rolled besides
    and the chains of a 6+ weapon (COUNTED). Asked only when exact.
    """

    __slots__ = ("attack", "blow", "dice", "most")

    def __init__(self, dice: Question[Thrown], attack: Thrown, blow: Blow, most: int) -> None:
        self.dice, self.attack, self.blow, self.most = dice, attack, blow, most

    def odds(self) -> Odds[Thrown]:
        law = by_strength(cast(Any, self.dice)).shown[self.attack.dice, self.attack.auto]
        shown = {(thrown.damage, thrown.sixes): weight for thrown, weight in law.items()}
        return with_more_dice(shown, self.blow, self.most).read(lambda dice: Thrown(0, 0, dice, COUNTED))

    def play(self, player: Player) -> Thrown:
        raise BadRule("dice on the table are there to see")
