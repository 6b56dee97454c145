"""Tests and oppositions (Fiche 1, Réussir une action; Fiche 8, Jet en opposition)."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Reroll, Roll, d6, rule
from tablee.games.undesix.book import BOOK, CHARACTERISTICS, MODIFIER
from tablee.games.undesix.options import ONE_SUCCEEDS, ROLL_UNDER, SIX_FAILS
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Grade, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.why import Note, Tally
from tablee.text import Name, Text

TARGET = BOOK.saying("UDS-TEST-02", fr="Seuil", en="Target")
ROLLED = BOOK.saying(
    "UDS-TEST-01",
    fr="Le dé montre {die} pour un seuil de {target} : {success:réussi|raté}, marge {margin}",
    en="The die shows {die} against a target of {target}: {success:success|failure}, margin {margin}",
)
NATURAL = BOOK.saying(
    "UDS-TEST-07",
    fr="Un {die} {success:réussit|échoue} toujours à cette table",
    en="A {die} always {success:succeeds|fails} at this table",
)
TIED = BOOK.saying("UDS-OPP-02", fr="Marges égales : on relance", en="Equal margins: both roll again")
WON = BOOK.saying(
    "UDS-OPP-01",
    fr="{winner:Le} l'emporte, marge {better} contre {worse}",
    en="{winner:The} wins, margin {better} against {worse}",
)
TESTED = BOOK.saying(
    "UDS-TEST-03",
    fr="{who:Le} {success:réussit|échoue} : marge {margin}, {level}",
    en="{who:The} {success:succeeds|fails}: margin {margin}, {level}",
)

SUCCESS = Grade("success", Text(fr="réussi", en="success"), True)
FAILURE = Grade("failure", Text(fr="raté", en="failure"), False)
WINS = Grade("wins", Text(fr="l'emporte", en="wins"), True)
LOSES = Grade("loses", Text(fr="est {who:battu|battue}", en="loses"), False)

LEVELS = {
    "just": Text(fr="de justesse", en="just made it"),
    "minor": Text(fr="mineur", en="minor"),
    "major": Text(fr="majeur", en="major"),
    "exceptional": Text(fr="exceptionnel", en="exceptional"),
    "legendary": Text(fr="légendaire", en="legendary"),
}


class Check(NamedTuple):
    """How a roll under a target came out."""

    success: bool
    margin: int

    @property
    def level(self) -> str:
        """UDS-TEST-04; a natural success with a negative margin is just made (UDS-TEST-07)."""
        size = abs(self.margin)
        if size == 0 or (self.success and self.margin < 0):
            return "just"
        return "minor" if size == 1 else "major" if size <= 3 else "exceptional" if size == 4 else "legendary"


@rule
def check(roll: Roll, target: int, strict: bool = False, one_succeeds: bool = False, six_fails: bool = False) -> Check:
    """UDS-TEST-01, -03, -07: equal or under succeeds, the margin is target minus die."""
    die = roll(d6)
    margin = target - die
    success = margin > 0 if strict else margin >= 0
    if (die == 1 and one_succeeds) or (die == 6 and six_fails):
        success = die == 1
        roll.note(NATURAL, die=die, success=success)
    roll.note(ROLLED, die=die, target=target, success=success, margin=margin)
    return Check(success, margin)


class Contest(NamedTuple):
    """Who wins an opposition, and by which margins."""

    active_wins: bool
    active: int
    passive: int


@rule
def opposition(roll: Roll, active: int, passive: int) -> Contest:
    """UDS-OPP-01, -02: the higher margin wins, failures included; ties are rolled again."""
    mine = roll(check(active), by="active").margin
    theirs = roll(check(passive), by="passive").margin
    if mine == theirs:
        raise Reroll
    return Contest(mine > theirs, mine, theirs)


def camp_total(margins: tuple[int, ...], signed: bool) -> int:
    """UDS-OPP-04: the margins of those who succeed, or the least bad one if nobody does."""
    if signed:
        return sum(margins)
    made = [margin for margin in margins if margin >= 0]
    return sum(made) if made else max(margins)


@rule
def group_opposition(roll: Roll, camps: tuple[tuple[int, ...], ...], signed: bool = False) -> tuple[int, ...]:
    """UDS-OPP-04: the total of each camp; a tie for the best is rolled again."""
    totals = tuple(camp_total(tuple(roll(check(score)).margin for score in camp), signed) for camp in camps)
    if sorted(totals)[-1] == sorted(totals)[-2]:
        raise Reroll
    return totals


CHARACTERISTIC_NAMES = {id: label.label for id, label in CHARACTERISTICS.items()}


def others(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    return {who: sheet.name for who, sheet in scene.cast.items() if who != scene.actor}


def unable(scene: Scene[Sheet], _do: object) -> Note | None:
    """UDS-HEALTH-03: the dying and the dead do nothing."""
    return scene.me.unable()


class Try(Declared):
    """What is tried, and how hard it is."""

    characteristic: Annotated[str, OneOf(CHARACTERISTIC_NAMES), Label(fr="Caractéristique", en="Characteristic")]
    modifier: Annotated[int, Between(-20, 20), Label(fr="Modificateur", en="Modifier"), By(Audience.MJ)] = 0


def target_of(sheet: Sheet, characteristic: str, modifier: int) -> Tally:
    target = TARGET.sum(sheet.score(characteristic))
    return target.plus(MODIFIER(modifier)) if modifier else target


@action("undesix.test", Try, fr="Tenter", en="Try", refuse=unable)
def try_it(scene: Scene[Sheet], do: Try, roll: Roll) -> Outcome:
    """UDS-TEST-01…04."""
    target = target_of(scene.me, do.characteristic, do.modifier)
    roll.note(target)
    strict = scene.option(ROLL_UNDER) == "strict"
    result = roll(check(target.total, strict, scene.option(ONE_SUCCEEDS), scene.option(SIX_FAILS)), by=scene.actor)
    headline = TESTED.note(who=scene.me.name, success=result.success, margin=result.margin, level=LEVELS[result.level])
    return Outcome((part(scene.actor, SUCCESS if result.success else FAILURE, margin=result.margin),), headline)


class Oppose(Declared):
    """Two scores against each other (UDS-OPP-03: not always the same characteristic)."""

    target: Annotated[str, OneOf(others), Label(fr="Adversaire", en="Opponent")]
    mine: Annotated[str, OneOf(CHARACTERISTIC_NAMES), Label(fr="Ma caractéristique", en="My characteristic")]
    theirs: Annotated[str, OneOf(CHARACTERISTIC_NAMES), Label(fr="La sienne", en="Theirs")]
    modifier: Annotated[int, Between(-20, 20), Label(fr="Modificateur", en="Modifier"), By(Audience.MJ)] = 0


@action("undesix.oppose", Oppose, fr="S'opposer", en="Oppose", refuse=unable)
def oppose(scene: Scene[Sheet], do: Oppose, roll: Roll) -> Outcome:
    """UDS-OPP-01…03."""
    mine = target_of(scene.me, do.mine, do.modifier)
    theirs = target_of(scene[do.target], do.theirs, 0)
    roll.note(mine)
    roll.note(theirs)
    contest = roll(opposition(mine.total, theirs.total), by={"active": scene.actor, "passive": do.target})
    winner, loser = (scene.actor, do.target) if contest.active_wins else (do.target, scene.actor)
    headline = WON.note(
        winner=scene[winner].name,
        better=max(contest.active, contest.passive),
        worse=min(contest.active, contest.passive),
    )
    return Outcome((part(winner, WINS), part(loser, LOSES)), headline)
