"""Wounds: loss of vitality, bad shape, danger of death, unconsciousness; the end of lesser NPCs (Fiches 4 and 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from tablee.dice import Odds, Question, Roll, d6, procedure
from tablee.dice.question import Player
from tablee.games.cle_en_main.atouts import LANGUE_D_ARGENT, NE_COIFFE, VOLONTE_D_ACIER
from tablee.games.cle_en_main.check.checks import Attempt, Side, tried, with_die
from tablee.games.cle_en_main.check.heroism import ADD_A_DIE, PRICES
from tablee.games.cle_en_main.condition import side, stands
from tablee.games.cle_en_main.sheet import CANCEL, HEROIC_ATOUT, Sheet
from tablee.rules.action import Effect, RolledEffect, Scene
from tablee.rules.decision import LET_PASS, Decision, may
from tablee.rules.why import Tally
from tablee.text import Name, Text

ROUNDS_PER_MINUTE = 10

IRON_WILL = may(
    "cle-en-main.volonte-d-acier",
    "CEM-HERO-05",
    fr="Volonté d'acier : rester conscient malgré tout ?",
    en="Volonté d'acier: stay conscious after all?",
    says=Text(fr="Un point ! Volonté d'acier : je reste conscient", en="A point! Volonté d'acier: I stay conscious"),
    heroism=PRICES[HEROIC_ATOUT],
)


DIE_TO_RESIST = replace(
    ADD_A_DIE,
    label=Text(fr="Un dé de plus pour ne pas mourir ?", en="An extra die so as not to die?"),
    aloud=(LET_PASS, Text(fr="Un point ! Un dé de plus en Résistance", en="A point! An extra die for Résistance")),
)
DIE_TO_STAY_AWAKE = replace(
    ADD_A_DIE,
    id="cle-en-main.extra-die-awake",
    label=Text(fr="Un dé de plus pour rester conscient ?", en="An extra die to stay conscious?"),
    aloud=(LET_PASS, Text(fr="Un point ! Un dé de plus en Volonté", en="A point! An extra die for Volonté")),
)
NO, AGAIN, STEEL, SEE = "no", "again", "steel", "see"
WISHES = {  # each as it is named, and as it is said
    NO: (LET_PASS, LET_PASS),
    AGAIN: (
        Text(fr="refaire le premier qui rate (Héroïsme −1)", en="redo the first that fails (Heroism −1)"),
        Text(
            fr="Un point si Résistance ou Volonté rate : je refais (Héroïsme −1)",
            en="A point if Résistance or Volonté fails: I redo it (Heroism −1)",
        ),
    ),
    STEEL: (
        Text(fr="Volonté d'acier si la Volonté rate (Héroïsme −1)", en="Volonté d'acier if Volonté fails (Heroism −1)"),
        Text(
            fr="Un point si Volonté rate : Volonté d'acier (Héroïsme −1)",
            en="A point if Volonté fails: Volonté d'acier (Heroism −1)",
        ),
    ),
    SEE: (
        Text(fr="voir d'abord les dés", en="see the dice first"),
        Text(fr="Résistance, Volonté : je verrai sur les dés", en="Résistance, Volonté: I shall see by the dice"),
    ),
}


@lru_cache(maxsize=8)
def if_one_fails(redo: bool, iron_will: bool, spares: bool) -> Decision[str]:
    """CEM-HERO-04, -05: what somebody in bad shape says before their two tests of a failure to come: to redo the first
    that fails, to stay conscious by Volonté d'acier, or to speak once the dice are seen. A sensible person who `spares`
    enough points to cancel a blow redoes it.
    """
    wishes = (NO, *[AGAIN] * redo, *[STEEL] * iron_will, SEE)
    return Decision(
        "cle-en-main.if-one-fails",
        wishes,
        NO,
        Text(fr="Si la Résistance ou la Volonté rate ?", en="If Résistance or Volonté fails?"),
        tuple(WISHES[wish][0] for wish in wishes),
        "CEM-HERO-04",
        aloud=tuple(WISHES[wish][1] for wish in wishes),
        sensible=AGAIN if redo and spares else None,
    )


ONE = Odds({1: 1})


class NotInOdds(Question[int]):
    """Dice whose value odds do not tell, such as a number of rounds: thrown at the table, counted as 1 in odds. Where
    effects are asked, the effect stands for every value (`fall`).
    """

    __slots__ = ("dice",)

    def __init__(self, dice: Question[int]) -> None:
        self.dice = dice

    def odds(self) -> Odds[int]:
        return ONE

    def play(self, player: Player) -> int:
        return self.dice.play(player)


ROUNDS_TO_LIVE = NotInOdds(d6)
TIME_OUT = NotInOdds(2 * d6)


class Wounded(NamedTuple):
    """A character after damage: vitality, wounds beyond the first, whether the two tests are due, and their malus."""

    vitality: int
    extra_wounds: int
    tests: bool
    malus: int


def wounded(vitality: int, extra_wounds: int, damage: int, ignored: int = 0) -> Wounded:
    """CEM-VIT-01, -02, -03, -05, CEM-DMG-07: points lost to damage, or one more wound for a character in bad shape.

    No damage is no wound. The first `ignored` wounds beyond the first give no malus (Increvable).
    """
    if not damage:
        return Wounded(vitality, extra_wounds, False, 0)
    if vitality > 0:
        left = max(0, vitality - damage)
        return Wounded(left, 0, not left, 0)
    wounds = extra_wounds + 1
    return Wounded(0, wounds, True, -5 * max(0, wounds - ignored))


class VitalResult(NamedTuple):
    """The end of the two tests of a character in bad shape: rounds to live, rounds unconscious (0: neither), what was
    paid.
    """

    dying: int = 0
    unconscious: int = 0
    paid: tuple[str, ...] = ()


@procedure
def vital_tests(
    roll: Roll, body: Side, will: Side, difficulty: int, iron_will: bool = False, told: tuple[Tally, ...] = ()
) -> VitalResult:
    """CEM-VIT-03, -04: Résistance, or else dying; Volonté, or else unconscious; heroism may help with each.

    The order of rolls: Résistance, its d6 if it fails, Volonté, its 2d6 if it fails. For which of the two one buys an
    extra die is asked before (CEM-HERO-03, -08: once a turn); whoever bought none says then too what they would do if
    one fails, or that they will see. `told` are the sums of both tests.
    """
    body, paid = with_die(roll, body, DIE_TO_RESIST)
    will, bought = with_die(roll, will.spent(paid), DIE_TO_STAY_AWAKE)
    body, paid = body.spent(bought) if bought else body, paid + bought
    wish, redo, steel = SEE, bool(body.redos or will.redos), iron_will and body.points > 0
    if not paid and (redo or steel):
        wish = roll.choose(body.who, if_one_fails(redo, steel, body.points > PRICES[CANCEL]))
    for tally in told[:1]:
        roll.note(tally)
    roll.throws("body_test")
    holds, more = tried_as_wished(roll, body, difficulty, wish)
    paid += more
    roll.throws("rounds_left")
    dying = 0 if holds else roll(ROUNDS_TO_LIVE, by=body.who)
    if dying:
        roll.note("CEM-VIT-03", rounds=dying)
    will = will.spent(more) if more else will
    for tally in told[1:]:
        roll.note(tally)
    roll.throws("will_test")
    awake, more = tried_as_wished(roll, will, difficulty, NO if paid and wish == AGAIN else wish)
    paid += more
    steely = not awake and iron_will and wish in (STEEL, SEE) and steels(will, paid, more)
    if steely and (wish == STEEL or roll.choose(will.who, IRON_WILL)):
        awake, paid = True, (*paid, VOLONTE_D_ACIER)
    roll.throws("time_out")
    unconscious = 0 if awake else roll(TIME_OUT, by=will.who)
    if unconscious:
        roll.note("CEM-VIT-04", rounds=unconscious)
    return VitalResult(dying, unconscious, paid)


def tried_as_wished(roll: Roll, side: Side, difficulty: int, wish: str) -> Attempt:
    """CEM-HERO-04: one of the two tests, redone as its owner said beforehand, or asked about once its dice are seen."""
    if wish == SEE:
        return tried(roll, side, difficulty)
    first = tried(roll, side._replace(redos=()), difficulty)
    if first.success or wish != AGAIN or not side.redos:
        return first
    paid = side.redos[:1]
    return Attempt(tried(roll, side.redone(paid)._replace(redos=()), difficulty).success, paid)


def steels(will: Side, paid: tuple[str, ...], more: tuple[str, ...]) -> bool:
    """CEM-HERO-08: whether Volonté d'acier may be bought: a point is left, and no other heroic atout was used."""
    return will.points > len(more) and not {LANGUE_D_ARGENT, NE_COIFFE} & set(paid)


class CutDown(NamedTuple):
    """A second couteau or a figurant after damage: vitality left, killed, or unconscious for some minutes."""

    vitality: int
    dead: bool = False
    minutes: int = 0  # unconscious for so long


@procedure
def cut_down(roll: Roll, vitality: int, resistance: int, damage: int, of: Name | None = None) -> CutDown:
    """CEM-NPC-07, -11: at 0 vitality, damage above Résistance kills; otherwise it knocks out for 2d6 minutes.

    `of` is the name that the explanation gives, where several people are hurt.
    """
    left = max(0, vitality - damage)
    if left or not damage:
        return CutDown(left)
    if damage > resistance:
        roll.note("CEM-NPC-07:whose_death" if of else "CEM-NPC-07:killed", who=of, damage=damage, resistance=resistance)
        return CutDown(0, dead=True)
    roll.throws("time_out")
    minutes = roll(TIME_OUT)
    roll.note(
        "CEM-NPC-07:whose_sleep" if of else "CEM-NPC-07:stunned",
        who=of,
        damage=damage,
        resistance=resistance,
        minutes=minutes,
    )
    return CutDown(0, minutes=minutes)


def vital_difficulty(damage: int, raw: int = 0, reading: str = "final") -> int:
    """CEM-VIT-03, -04: the difficulty of both tests: 5 + damage suffered, or + the attack's damage with the option."""
    return 5 + (raw if raw and reading == "raw" else damage)


def can_finish(unconscious: bool, in_reach: bool) -> bool:
    """CEM-VIT-06: whether a character may be killed with one action, without a test."""
    return unconscious and in_reach


def earliest(round: int, rounds: int, known: int = 0) -> int:
    """CEM-VIT-05, -07: the round at whose end a character dies; an earlier one that was known stays."""
    return min(known, round + rounds) if known else round + rounds


def latest(round: int, rounds: int, known: int = 0) -> int:
    """CEM-VIT-05, -07: the round at whose end a character wakes; a later one that was known stays."""
    return max(known, round + rounds)


@dataclass(frozen=True)
class Wound:
    """CEM-VIT-01, -05: a character suffers damage."""

    who: str
    damage: int

    def on(self, sheet: Sheet) -> Sheet:
        after = wounded(sheet.vitality, sheet.extra_wounds, self.damage)
        return sheet.with_changes(vitality=after.vitality, extra_wounds=after.extra_wounds)


@dataclass(frozen=True)
class Fall:
    """CEM-VIT-03, -04, -07: a character is dying or unconscious for some rounds; the unconscious fall and drop their
    weapon.
    """

    who: str
    round: int
    dying: int = 0
    unconscious: int = 0

    def on(self, sheet: Sheet) -> Sheet:
        changes: dict[str, object] = {}
        if self.dying:
            changes["dies_at"] = earliest(self.round, self.dying, sheet.dies_at)
        if self.unconscious:
            wakes = latest(self.round, self.unconscious, sheet.wakes_at)
            changes |= {"wakes_at": wakes, "prone": True}
            sheet = sheet.disarmed()
        return sheet.with_changes(**changes)


def fall(scene: Scene[Sheet], who: str, dying: int = 0, unconscious: int = 0) -> Effect:
    """CEM-VIT-03, -04: a character falls for so many rounds. Where odds ask for effects, in which dice count as 1, as
    many as each face makes them; but who is the last of their side to lose consciousness ends the fight, however long.
    """
    round = scene.play.round
    if not scene.effects or (unconscious and not any(fights_on(scene, who, one) for one in scene.cast)):
        return Fall(who, round, dying, unconscious)
    return falls(who, round, dying, unconscious)


def fights_on(scene: Scene[Sheet], who: str, other: str) -> bool:
    """Whether another of this person's side still stands."""
    return other != who and side(scene, other) == side(scene, who) and stands(scene, other)


@lru_cache(maxsize=1024)  # people come and go
def falls(who: str, round: int, dying: int, unconscious: int) -> RolledEffect:
    """CEM-VIT-03, -04, CEM-NPC-07: a fall for each face of its dice: so many times d6 rounds to live, 2d6 out."""
    found: dict[Effect, int] = {}
    for (lives, ways), (out, more) in product(d6.odds().items(), (2 * d6).odds().items()):
        one = Fall(who, round, dying * lives, unconscious * out)
        found[one] = found.get(one, 0) + ways * more
    return RolledEffect(who, Odds(found).reduced())


@dataclass(frozen=True)
class Disarmed:
    """CEM-MANO-02: the weapon in a character's hand falls to the ground."""

    who: str

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.disarmed()


@dataclass(frozen=True)
class Die:
    """CEM-VIT-06, CEM-NPC-07: a character dies at once."""

    who: str

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(dead=True, dies_at=0, wakes_at=0)


@dataclass(frozen=True)
class Thin:
    """CEM-NPC-09, -11: a group loses some of its figurants."""

    who: str
    count: int

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(group=max(0, sheet.group - self.count))


@dataclass(frozen=True)
class KnockedOut:
    """CEM-NPC-07, -11: one figurant of a group is unconscious, and comes back to it at the end of round `at`."""

    who: str
    at: int

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(group=max(0, sheet.group - 1), out=(*sheet.out, self.at))


def knocked_out(scene: Scene[Sheet], who: str, rounds: int) -> Effect:
    """CEM-NPC-07, -11: one figurant of a group is unconscious for so many rounds. Where odds ask for effects, in which
    those rounds are not thrown, the fight goes on without them.
    """
    return Thin(who, 1) if scene.effects else KnockedOut(who, scene.play.round + rounds)
