"""Players who go on quarrelling about who goes first (Fiche 3, Désaccord entre les joueurs)."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Reroll, Roll, rule
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.side import best_item, bolder_each, pay, side, skill_terms
from tablee.games.cle_en_main.check.throws import Dice, Thrown, plain_dice
from tablee.games.cle_en_main.options import OPPOSITION_AUTO
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Grade, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Audience, Declared, Label, OneOf
from tablee.rules.why import Note
from tablee.text import Text

QUICKEST = BOOK.saying(
    "CEM-TURN-06", key="won", fr="{who:Le} est {who:le plus vif|la plus vive}", en="{who:The} is the quickest"
)
SPEED = BOOK.saying("CEM-TURN-06", key="result", fr="Réflexes {total}", en="Réflexes {total}")
SPEED_OF = BOOK.saying("CEM-TURN-06", key="bonus", fr="Réflexes {who:de}", en="Réflexes of {who:the}")
FIRST = Grade("first", Text(fr="{who:le plus vif|la plus vive}", en="quickest"), True)
SLOWER = Grade("slower", Text(fr="{who:plus lent|plus lente}", en="slower"), False)


class Rivals(Declared):
    """Two or more PJ who want to go first."""

    rivals: Annotated[
        tuple[str, ...],
        OneOf(lambda scene: {who: sheet.name for who, sheet in scene.cast.items() if sheet.pj}),
        Label(fr="Les PJ en désaccord", en="The PJ who disagree"),
    ]


NOBODY_ELSE = BOOK.saying(
    "CEM-TURN-06", key="alone", fr="Il faut au moins deux PJ à départager", en="At least two PJ are needed to settle it"
)


def alone(scene: Scene[Sheet], do: Rivals | None) -> Note | None:
    return NOBODY_ELSE.note() if do and len(set(do.rivals)) < 2 else None


Strength = tuple[int, int, int]  # automatic or not, result, skill: what an opposition compares


class Rival(NamedTuple):
    """One of those who want to go first: what is added to his dice, the bare skill, the dice themselves."""

    bonus: int
    skill: int
    dice: Dice = Dice()


@rule
def ahead(roll: Roll, rivals: tuple[Rival, ...], auto: bool = True) -> tuple[Strength, tuple[int, ...]]:
    """The best of several tests of Réflexes, and whose it is; several if they are equal."""
    last = len(rivals) - 1
    bonus, skill, dice = rivals[last]

    def strength(thrown: Thrown) -> Strength:
        roll.note(SPEED, total=thrown.dice + bonus)
        return (thrown.auto if auto else 0, thrown.dice + bonus, skill)

    if not last:
        return roll(plain_dice(dice), strength, by="0"), (0,)
    best, leaders = roll(ahead(rivals[:last], auto))
    mine = roll(plain_dice(dice), strength, by=str(last))
    if mine == best:
        return best, (*leaders, last)
    return (mine, (last,)) if mine > best else (best, leaders)


@rule
def quickest(roll: Roll, rivals: tuple[Rival, ...], auto: bool = True) -> int:
    """CEM-TURN-06: who comes out first; all are active, so a draw is rolled again between the tied."""
    _, leaders = roll(ahead(rivals, auto))
    if len(leaders) == 1:
        return leaders[0]
    if len(leaders) == len(rivals):
        raise Reroll
    tied = tuple(rivals[place] for place in leaders)
    return leaders[roll(quickest(tied, auto), by={str(n): str(place) for n, place in enumerate(leaders)})]


@action(
    "cle-en-main.settle",
    Rivals,
    fr="Départager aux Réflexes",
    en="Settle it by Réflexes",
    refuse=alone,
    by=Audience.MJ,
)
def settle(scene: Scene[Sheet], do: Rivals, roll: Roll) -> Outcome:
    """CEM-TURN-06, CEM-OPP-04, CEM-MOD-01, CEM-HERO-03: an opposition of Réflexes between the PJ concerned, all active;
    the tied roll again.
    """
    rivals, purse = tuple(dict.fromkeys(do.rivals)), Purse(scene)
    sides = [side(purse, who, quickness(scene[who], roll), "reflexes") for who in rivals]
    dared = bolder_each(roll, *sides)
    for one, bought in dared:
        pay(purse, one.who, bought)
    racers = tuple(Rival(one.bonus, one.skill, one.dice) for one, _ in dared)
    auto = scene.option(OPPOSITION_AUTO) != "none"
    first = rivals[roll(quickest(racers, auto), by={str(n): who for n, who in enumerate(rivals)})]
    parts = tuple(part(who, FIRST if who == first else SLOWER) for who in rivals)
    return Outcome(parts, QUICKEST.note(who=scene[first].name), tuple(purse.spent))


def quickness(sheet: Sheet, roll: Roll) -> int:
    """CEM-MOD-01: Réflexes, with what helps."""
    tally = SPEED_OF.sum(*skill_terms(sheet, "reflexes", items=best_item(sheet, "reflexes"))).named(sheet.name)
    roll.note(tally)
    return tally.total
