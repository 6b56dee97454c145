"""From a sheet to one side of a test: the number added to the dice, the dice, the heroism still to be spent."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from tablee.dice import Roll
from tablee.games.cle_en_main.atouts import LANGUE_D_ARGENT, NE_COIFFE, bonus_terms, lucky, near_for_free
from tablee.games.cle_en_main.book import ARMOUR, BONUS, BOOK, CIRCUMSTANCES, MODIFIER, SKILL
from tablee.games.cle_en_main.check.checks import Side
from tablee.games.cle_en_main.check.heroism import ADD_A_DIE, BOUGHT, Purse
from tablee.games.cle_en_main.check.primes import RIGGED, marked
from tablee.games.cle_en_main.check.throws import ThreeDice
from tablee.games.cle_en_main.options import FOUR_DICE_SIXES
from tablee.games.cle_en_main.sheet import EXTRA_DIE, HEROIC_ATOUT, REDO_TEST, Item, Sheet
from tablee.games.cle_en_main.tables import SKILLS, skill_name, split
from tablee.rules.action import Scene
from tablee.rules.why import Tally, Term
from tablee.text import Text

NEAR = BOOK.term("near")
BAND = BOOK.term("band")
RIG = BOOK.term("rig")
GROUP_SIZE = 5  # figurants at most act together


def best_item(sheet: Sheet, skill: str) -> tuple[Item, ...]:
    """CEM-EQUIP-01: the item that helps most with a skill, as a tuple of one; empty if none does."""
    return tuple(sorted(sheet.items(skill), key=lambda item: -item.modifier)[:1])


def skill_terms(
    sheet: Sheet,
    skill: str,
    situation: str = "",
    items: Iterable[Item] | None = None,
    round: int = 0,
    alone: bool = True,
) -> list[Term]:
    """CEM-MOD-01, CEM-EQUIP-01, -13, -14: the terms of a test: skill, armour worn, items, atouts, contrivances.

    Of items the best one counts, unless some are named. A helper (`alone` false) does not count atouts.
    """
    plain, _ = split(skill)
    terms = [SKILL(sheet.skill(skill), of=skill_name(skill))]
    malus = sheet.armour_malus(skill)
    if malus:
        terms.append(-ARMOUR(-malus))
    used = best_item(sheet, skill) if items is None else items
    terms += [BONUS(item.modifier, of=item.name) for item in used]
    if sheet.atouts and alone:
        terms += bonus_terms(sheet, plain, situation)
    if sheet.marks:
        terms += [RIG(2) for mark in marked(sheet, round) if mark.id == f"{RIGGED}{plain}"]
    return terms


def group_bonus(members: int) -> int:
    """CEM-NPC-09: what a group adds to a test and to damage: 1 per member beyond the first."""
    return max(0, members - 1)


def taking_part(sheet: Sheet, members: int) -> int:
    """CEM-NPC-09: how many figurants of a group act together: `members`, or all; 1 for any other character."""
    return min(members or sheet.group, sheet.group, GROUP_SIZE) if sheet.kind == "extra" else 1


def band(sheet: Sheet, members: int = 0) -> list[Term]:
    """CEM-NPC-09: the term that the other members of a group add to a test."""
    bonus = group_bonus(taking_part(sheet, members))
    return [BAND(bonus)] if bonus else []


def band_against(sheet: Sheet, skill: str) -> list[Term]:
    """CEM-NPC-09: the term of a group that is opposed: guards who listen do so together; one attacked defends alone."""
    return [] if split(skill)[0] == "defence" else band(sheet)


def total_of(id: str, terms: Iterable[Term], circumstances: int = 0, modifier: int = 0, near: bool = False) -> Tally:
    """CEM-MOD-01, -02, CEM-NEAR-02: the sum `id` of these terms, with circumstances (2 each), a modifier, −5
    for a near skill.
    """
    more = [CIRCUMSTANCES(2 * circumstances)] if circumstances else []
    more += [MODIFIER(modifier)] if modifier else []
    more += [-NEAR(5)] if near else []
    return BOOK.sum(id, *terms, *more)


def near_costs(sheet: Sheet, used: str, wanted: str) -> bool:
    """CEM-NEAR-01, -02: whether skill `used` in place of skill `wanted` costs 5 (not with Puits de science)."""
    return bool(wanted) and used != wanted and not near_for_free(sheet, split(used)[0], split(wanted)[0])


class Counted(Protocol):
    """A declaration in which the MJ says whose dice count 11 without being thrown, and whose are thrown this time."""

    auto11: tuple[str, ...]
    rolled: tuple[str, ...]


def elevens(scene: Scene[Sheet], do: Counted | None = None) -> Callable[[str], bool]:
    """CEM-AUTO11-01: for whom the MJ counts 11: at this roll, or for good, unless their dice are thrown this time."""

    def counts_11(who: str) -> bool:
        if do is not None and who in do.auto11:
            return True
        return scene[who].auto11 and not scene[who].pj and (do is None or who not in do.rolled)

    return counts_11


def side(
    purse: Purse,
    who: str,
    bonus: int,
    skill: str,
    heroic: bool = False,
    fixed: bool = False,
    atout_dice: int = 0,
    social: bool = False,
) -> Side:
    """CEM-OPP-02, CEM-HERO-03, -04: one side of a test: bonus, bare skill, dice, and what its owner may still buy."""
    sheet = purse.scene[who]
    base_three = purse.scene.option(FOUR_DICE_SIXES) == "base_three_only"
    dice = ThreeDice(heroic, atout_dice, lucky(sheet), base_three, fixed)
    points = 0 if fixed else purse.points(who)
    if not points:
        return Side(who, bonus, sheet.skill(skill), dice)
    redos: tuple[str, ...] = (REDO_TEST,) if purse.free(who, REDO_TEST) else ()
    if sheet.atouts and purse.free(who, HEROIC_ATOUT):
        redos += (NE_COIFFE,) if sheet.atout(NE_COIFFE) else ()
        redos += (LANGUE_D_ARGENT,) if social and sheet.atout(LANGUE_D_ARGENT) else ()
    return Side(who, bonus, sheet.skill(skill), dice, points, redos, not heroic and purse.free(who, EXTRA_DIE))


def with_extra_die(roll: Roll, purse: Purse, one: Side) -> Side:
    """CEM-HERO-03: asks a character who did not declare this test for the extra die; pays it, returns their side."""
    if not one.die_free or not one.points or not roll.choose(one.who, ADD_A_DIE):
        return one
    purse.pay(one.who, EXTRA_DIE)
    return one.redone((EXTRA_DIE,))


def with_extra_dice(roll: Roll, *sides: Side) -> list[tuple[Side, tuple[str, ...]]]:
    """CEM-HERO-03, -08: asks everybody together for the extra die; each side with what it bought, not yet paid."""
    asked = {one.who: ADD_A_DIE for one in sides if one.die_free and one.points and not one.dice.fixed}
    bold = roll.choose_each(asked) if asked else {}
    return [(one.redone((EXTRA_DIE,)), (EXTRA_DIE,)) if bold.get(one.who) else (one, ()) for one in sides]


def pay(purse: Purse, who: str, bought: Iterable[str]) -> None:
    """CEM-HERO-08: takes what a test has cost (extra die, redos) from its owner."""
    for item in bought:
        purse.pay(who, BOUGHT[item])


def skill_names(scene: Scene[Sheet]) -> dict[str, Text]:
    """CEM-SKILL-04: the skills the one who acts may use: the lines of the sheet, and every unspecialised skill."""
    sheet = scene.me
    others = (skill for skill in SKILLS if skill not in sheet.skills and sheet.knows(skill))
    return {skill: skill_name(skill) for skill in (*sheet.skills, *others)}
