"""The dice of a test, what they decide by themselves, tests and oppositions with their redos (Fiche 2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, cast

from tablee.dice import Odds, Question, Roll, d6, procedure, rule, together
from tablee.dice.question import Player
from tablee.errors import BadRule
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.heroism import BEFORE_A_TEST, REDO, REDO_WITH_DIE
from tablee.games.cle_en_main.sheet import EXTRA_DIE, HEROIC_ATOUT, REDO_TEST
from tablee.rules.decision import Decision, may

AUTO_FAILURE, AUTO_SUCCESS = -1, 1
FIXED = 11  # 10.5 rounded up (CEM-AUTO11-01)
FIXED_DAMAGE = (0, 4, 7, 11)  # by number of damage dice: red 3.5 rounded up, whites 7 (CEM-AUTO11-02)

ALL_ONES = BOOK.saying(
    "CEM-TEST-02",
    key="ones",
    fr="Tous les dés montrent 1 : échec automatique",
    en="Every die shows 1: automatic failure",
)
ENOUGH_SIXES = BOOK.saying(
    "CEM-TEST-02",
    key="sixes",
    fr="{sixes} dés montrent 6 : réussite automatique",
    en="{sixes} dice show 6: automatic success",
)
ELEVEN = BOOK.saying(
    "CEM-AUTO11-01", fr="Le meneur compte 11 sans lancer les dés", en="The GM counts 11 without rolling"
)
TESTED = BOOK.saying(
    "CEM-TEST-01",
    fr="{total} contre une difficulté de {difficulty} : {success:réussi|raté}",
    en="{total} against a difficulty of {difficulty}: {success:success|failure}",
)
AGAIN_LUCKY = may(
    "cem.t21", "CEM-HERO-05", fr="Né coiffé : refaire ce test ?", en="Né coiffé: redo this test?", heroism=1
)
AGAIN_SILVER = may(
    "cem.t11",
    "CEM-HERO-05",
    fr="Langue d'argent : refaire avec un dé de plus ?",
    en="Langue d'argent: redo with an extra die?",
    heroism=1,
)
REDOS: dict[str, Decision[bool]] = {REDO_TEST: REDO, "t21": AGAIN_LUCKY, "t11": AGAIN_SILVER}

RED = d6.named("red")
WHITES = (2 * d6).named("white").total_and_count(6)
HEROIC = d6.named("heroic")
THREE = (3 * d6).total_and_count(6)


class Dice(NamedTuple):
    """What a test is thrown with."""

    heroic: bool = False  # the fourth die of CEM-HERO-03
    atout: int = 0  # dice an atout adds
    lucky: bool = False  # two 6s are enough (atout T21)
    base_three_only: bool = False  # the table's reading of three 6s with more dice
    fixed: bool = False  # 11 automatique

    @property
    def number(self) -> int:
        return 3 + self.heroic + self.atout


class Thrown(NamedTuple):
    """The dice of one test: their sum, and whether they decide by themselves."""

    dice: int
    auto: int = 0  # AUTO_FAILURE, 0 or AUTO_SUCCESS
    damage: int = 0  # of an attack: what its damage dice show, heroic and atout dice included
    sixes: int = 0  # of an attack with a 6+ weapon: how many of those dice show 6
    heroic: int = 0  # of a defence: what its heroic die will spare

    def strength(self) -> Thrown:
        """What decides who wins."""
        return Thrown(self.dice, self.auto)


UNREAD = -1
NOTHING = Thrown(0)


def automatic(roll: Roll, dice: Dice, total: int, base_sixes: int, more_sixes: int) -> int:
    """CEM-TEST-02: every die on 1 fails, three 6s succeed (two for those born lucky)."""
    if total == dice.number:
        roll.note(ALL_ONES)
        return AUTO_FAILURE
    sixes = base_sixes if dice.base_three_only else base_sixes + more_sixes
    if sixes >= (2 if dice.lucky else 3):
        roll.note(ENOUGH_SIXES, sixes=sixes)
        return AUTO_SUCCESS
    return 0


@rule
def plain_dice(roll: Roll, dice: Dice = Dice()) -> Thrown:  # noqa: B008 — immutable
    """CEM-TEST-01, -02, CEM-HERO-03, CEM-AUTO11-01: three dice, more with heroism or an atout, or a flat 11."""
    if dice.fixed:
        roll.note(ELEVEN)
        return Thrown(FIXED)

    def read(three: tuple[int, int], heroic: int = 0, atout: tuple[int, int] = (0, 0)) -> Thrown:
        total = three[0] + heroic + atout[0]
        return Thrown(total, automatic(roll, dice, total, three[1], (heroic == 6) + atout[1]), heroic=heroic)

    if not dice.heroic and not dice.atout:
        return roll(THREE, read)
    if not dice.atout:
        return roll(together(THREE, HEROIC), lambda faces: read(*faces))
    more = _atout_dice(dice.atout)
    if not dice.heroic:
        return roll(together(THREE, more), lambda faces: read(faces[0], 0, faces[1]))
    return roll(together(THREE, HEROIC, more), lambda faces: read(*faces))


@rule
def attack_dice(roll: Roll, read: int, dice: Dice = Dice(), six_plus: bool = False) -> Thrown:  # noqa: B008
    """CEM-DMG-01, -02, -04, CEM-AUTO11-02: the same test, one die red and two white, since damage is read on them.

    `read` is how many of the three are damage dice: the red one, the two whites, or all of them. Heroic and atout dice
    always count. With a 6+ weapon the 6s among the damage dice are counted too (CEM-EQUIP-10).
    """
    if dice.fixed:
        roll.note(ELEVEN)
        return Thrown(FIXED, damage=FIXED_DAMAGE[read])

    def seen(red: int, whites: tuple[int, int], heroic: int = 0, atout: tuple[int, int] = (0, 0)) -> Thrown:
        white, white_sixes = whites
        red_six, more, more_sixes = red == 6, heroic + atout[0], (heroic == 6) + atout[1]
        total = red + white + more
        sixes = more_sixes + (red_six if read in (1, 3) else 0) + (white_sixes if read >= 2 else 0)
        base_sixes = white_sixes + red_six
        remarkable = total == dice.number or base_sixes + more_sixes >= 2  # nothing is automatic otherwise
        auto = automatic(roll, dice, total, base_sixes, more_sixes) if remarkable else 0
        return Thrown(total, auto, (0, red, white, red + white)[read] + more, sixes if six_plus else 0)

    if not dice.heroic and not dice.atout:
        return roll(together(RED, WHITES), lambda faces: seen(*faces))
    if not dice.atout:
        return roll(together(RED, WHITES, HEROIC), lambda faces: seen(*faces))
    more = _atout_dice(dice.atout)
    if not dice.heroic:
        return roll(together(RED, WHITES, more), lambda faces: seen(faces[0], faces[1], 0, faces[2]))
    return roll(together(RED, WHITES, HEROIC, more), lambda faces: seen(*faces))


def _atout_dice(count: int) -> Question[tuple[int, int]]:
    return (count * d6).named("atout").total_and_count(6)


class Unread(Question[Thrown]):
    """An attack's dice as those who defend meet them. At the table every die is there to see; exactly, the damage is
    left unread (UNREAD) until it matters, and `Read` asks for it then: most branches never do.
    """

    __slots__ = ("dice",)

    def __init__(self, dice: Question[Thrown]) -> None:
        self.dice = dice

    def odds(self) -> Odds[Thrown]:
        return by_strength(cast(Any, self.dice)).unread

    def play(self, player: Player) -> Thrown:
        return self.dice.play(player)


class Strengths(NamedTuple):
    """The dice of a test by what decides who wins, and what they show besides, given that."""

    unread: Odds[Thrown]
    shown: dict[tuple[int, int], Odds[Thrown]]


@lru_cache(maxsize=64)
def by_strength(dice: Any) -> Strengths:
    """Reckoned once for each kind of throw."""
    found: dict[tuple[int, int], dict[Thrown, int]] = {}
    for (total, auto, damage, sixes, heroic), weight in dice.odds().items():
        known = found.setdefault((total, auto), {})
        shown = Thrown(0, 0, damage, sixes, heroic)
        known[shown] = known.get(shown, 0) + weight
    laws = {strength: Odds(law) for strength, law in found.items()}
    return Strengths(Odds({Thrown(*strength, UNREAD): law.total for strength, law in laws.items()}), laws)


class Read(Question[Thrown]):
    """What the same dice show besides, given what decided: the damage of an attack, the heroic die of a defence."""

    __slots__ = ("dice", "strength")

    def __init__(self, dice: Question[Thrown], attack: Thrown) -> None:
        self.dice = dice
        self.strength = attack.dice, attack.auto

    def odds(self) -> Odds[Thrown]:
        return by_strength(cast(Any, self.dice)).shown[self.strength]

    def play(self, player: Player) -> Thrown:
        raise BadRule("dice on the table are there to see")


class Side(NamedTuple):
    """One person making a test: what is added to the dice, the bare skill that settles ties, what he may still buy."""

    who: str
    bonus: int
    skill: int = 0
    dice: Dice = Dice()
    points: int = 0  # heroism left
    redos: tuple[str, ...] = ()  # what would redo this test, in the order it is offered; see REDOS
    die_free: bool = False  # the extra die has not been used this turn

    open: bool = True  # a redo may be wanted: nobody knows at the table, a plan may say no
    sure: bool = False  # a plan says that the first one will be
    planned: bool = False  # a plan answers, whatever it says
    anyway: bool = False  # a redo is offered even for a test that is won

    def under(self, roll: Roll) -> Side:
        """The same person, with what a plan already says of his redos."""
        if self.points < 1 or not self.redos:
            return self
        answers = [roll.known(self.who, REDOS[redo]) for redo in self.redos]
        wanted = any(answer is not False for answer in answers)
        return self._replace(open=wanted, sure=answers[0] is True, planned=answers[0] is not None)

    def may_redo(self) -> bool:
        """Whether a redo may still come."""
        return self.open and self.points > 0 and bool(self.redos)

    def will_redo(self) -> bool:
        """Whether a lost test will surely be redone."""
        return self.sure and self.points > 0 and bool(self.redos)

    def may_add_die(self) -> bool:
        """CEM-HERO-09: the extra die may come on top of a redo, if it was not used and can be paid."""
        return self.die_free and self.points > 1 and not self.dice.heroic and not self.dice.fixed

    def spent(self, paid: tuple[str, ...]) -> Side:
        """CEM-HERO-08: what is left to buy once this is paid; two heroic atouts are one and the same effect."""
        gone = {BOUGHT[item] for item in paid}
        redos = tuple(redo for redo in self.redos if BOUGHT[redo] not in gone)
        return self._replace(
            points=self.points - len(paid), redos=redos, die_free=self.die_free and EXTRA_DIE not in gone
        )

    def redone(self, paid: tuple[str, ...]) -> Side:
        """CEM-HERO-04, -09: the same test with the same dice, and one more if that was paid for."""
        return _redone(self, paid) if paid else self


@lru_cache(maxsize=256)
def _redone(side: Side, paid: tuple[str, ...]) -> Side:
    dice = side.dice._replace(heroic=side.dice.heroic or EXTRA_DIE in paid, atout=side.dice.atout + ("t11" in paid))
    return side.spent(paid)._replace(dice=dice)


BOUGHT = {EXTRA_DIE: EXTRA_DIE, REDO_TEST: REDO_TEST, "t21": HEROIC_ATOUT, "t11": HEROIC_ATOUT, "t17": HEROIC_ATOUT}
"""Which of the five effects of heroism each purchase is."""


def again_each(roll: Roll, sides: Mapping[str, Side]) -> dict[str, tuple[str, ...]]:
    """CEM-HERO-04, -09: those who lost their test are asked together whether they redo it; what the yeses bought."""
    bought: dict[str, tuple[str, ...]] = {}
    offers = {who: list(side.redos) for who, side in sides.items() if side.points > 0}
    while asked := {who: REDOS[left[0]] for who, left in offers.items() if left and who not in bought}:
        for who, yes in roll.choose_each(asked).items():
            redo = offers[who].pop(0)
            if yes:
                bought[who] = (redo,)
    bolder = {who: REDO_WITH_DIE for who in bought if sides[who].may_add_die()}
    for who, yes in roll.choose_each(bolder).items() if bolder else ():
        bought[who] += (EXTRA_DIE,) if yes else ()
    return bought


def again(roll: Roll, side: Side) -> tuple[str, ...]:
    """What the owner of one lost test pays for redoing it; nothing if he does not."""
    if side.points < 1 or not side.redos:
        return ()
    for redo in side.redos:
        if roll.choose(side.who, REDOS[redo]):
            return (redo, EXTRA_DIE) if side.may_add_die() and roll.choose(side.who, REDO_WITH_DIE) else (redo,)
    return ()


NEAR_SKILL = 5


def near_difficulty(difficulty: int, near: bool) -> int:
    """CEM-NEAR-01: a near skill makes a plain test harder by 5."""
    return difficulty + NEAR_SKILL * near


def judged(roll: Roll, thrown: Thrown, bonus: int, difficulty: int) -> bool:
    """CEM-TEST-01, -02: the dice decide by themselves, or the result reaches the difficulty."""
    total, auto = thrown.dice + bonus, thrown.auto
    success = auto > 0 if auto else total >= difficulty
    roll.note(TESTED, total=total, difficulty=difficulty, success=success, auto=auto)
    return success


@rule
def passes(roll: Roll, bonus: int, difficulty: int, dice: Dice = Dice()) -> bool:  # noqa: B008
    """CEM-TEST-01, -02, -04: one test against a difficulty."""
    return roll(plain_dice(dice), lambda thrown: judged(roll, thrown, bonus, difficulty))


class Trial(Question[bool]):
    """The same test. At the table it is told in full; exactly, only what the dice must reach counts, so that all
    bonuses and difficulties share a few laws.
    """

    __slots__ = ("bonus", "dice", "difficulty")

    def __init__(self, bonus: int, difficulty: int, dice: Dice) -> None:
        self.bonus, self.difficulty, self.dice = bonus, difficulty, dice

    def odds(self) -> Odds[bool]:
        least, beyond = self.dice.number, 6 * self.dice.number + 1
        return passes(0, min(max(least, self.difficulty - self.bonus), beyond), self.dice).odds()

    def play(self, player: Player) -> bool:
        return passes(self.bonus, self.difficulty, self.dice).play(player)


class Attempt(NamedTuple):
    """A test that will not be made again, and what was paid for it."""

    success: bool
    paid: tuple[str, ...] = ()


def tried(roll: Roll, side: Side, difficulty: int) -> Attempt:
    """CEM-HERO-04: a test, redone if it fails (or `anyway`) and its owner pays for it."""
    success = roll(Trial(side.bonus, difficulty, side.dice), by=side.who)
    paid: tuple[str, ...] = ()
    while (side.anyway or not success) and (more := again(roll, side)):
        side, paid = side.redone(more), paid + more
        success = roll(Trial(side.bonus, difficulty, side.dice), by=side.who)
    return Attempt(success, paid)


def asked_to_try(roll: Roll, side: Side, difficulty: int) -> Attempt:
    """CEM-HERO-03, -04: a test its owner did not start, so that the extra die is asked for first."""
    if not (side.die_free and side.points and roll.choose(side.who, BEFORE_A_TEST)):
        return tried(roll, side, difficulty)
    success, paid = tried(roll, side.redone((EXTRA_DIE,)), difficulty)
    return Attempt(success, (EXTRA_DIE, *paid))


attempt = procedure(tried)
asked_attempt = procedure(asked_to_try)


def may_retry(failed: tuple[int, int, Dice], now: tuple[int, int, Dice], in_combat: bool = False) -> bool:
    """CEM-TEST-03, CEM-ATTACK-02: again only with better chances; in a fight, always.

    Each attempt is (bonus, difficulty, dice).
    """
    before, after = (passes(*attempt).odds().p(True) for attempt in (failed, now))
    return in_combat or after > before


DEGREES = (10, 15, 20, 25)


def degree(total: int) -> int:
    """CEM-OPEN-01, -02: one degree per step reached; the dice decide nothing by themselves."""
    return sum(total >= step for step in DEGREES)
