"""Those a spell is aimed at: touched first, resisting, finding a way out of an overwhelming one (Fiches 5 and 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from tablee.dice import Roll, d6, rule
from tablee.games.undesix.book import BOOK, CA, MODIFIER, PHY
from tablee.games.undesix.check.checks import succeeds
from tablee.games.undesix.check.desperate import desperate_bonus, desperate_dodge, psy_left
from tablee.games.undesix.check.destiny import with_destiny
from tablee.games.undesix.forms import AtStake
from tablee.games.undesix.magic.state import Cast, asleep
from tablee.games.undesix.options import MADNESS, RESIST_COSTS, ROLL_UNDER, below_zero
from tablee.games.undesix.play import stage_of
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.world.health import Drain
from tablee.rules.action import TO_RESIST, Effect, Grade, Kind, Outcome, Scene, action, part
from tablee.rules.decision import Decision, may, pick
from tablee.rules.fields import Declared
from tablee.rules.why import Note, Tally
from tablee.text import Text

RESIST = replace(
    may("undesix.resist", "UDS-MAGIC-24", fr="Résister au sort ?", en="Resist the spell?", psy=1), default=True
)
RESIST_FREE = replace(RESIST, price=())

AFFECTED = BOOK.grade("affected")
RESISTS = BOOK.grade("resists")
ESCAPES = BOOK.grade("escapes")
SHAKES_OFF = BOOK.grade("holds")
SUCCUMBS = BOOK.grade("succumbs")


@rule
def touch(roll: Roll, target: int, strict: bool = False) -> bool:
    """UDS-MAGIC-16, UDS-COMBAT-04, -05: under PHY − CA; a 1 touches, a 6 does not."""
    die = roll(d6)
    touched = die == 1 or (die != 6 and (die < target if strict else die <= target))
    roll.note("UDS-MAGIC-16:touched" if touched else "UDS-MAGIC-16:fumbled", die=die, target=target)
    return touched


@rule
def resistance(roll: Roll, psy: int, strict: bool = False) -> bool:
    """UDS-MAGIC-24, -39: under the remaining PSY; a 6 always fails, a 1 is nothing special."""
    die = roll(d6)
    if die == 6:
        roll.note("UDS-MAGIC-24:six", die=die, psy=psy)
        return False
    resisted = die < psy if strict else die <= psy
    roll.note("UDS-MAGIC-24", die=die, psy=psy, resisted=resisted)
    return resisted


def touch_target(phy: int, ca: int) -> Tally:
    """UDS-MAGIC-16: remaining PHY less the target's CA."""
    return BOOK.sum("UDS-MAGIC-16", PHY(phy), -CA(ca))


def escape_target(sheet: Sheet, characteristic: str = "dex", bonus: int = 1) -> Tally:
    """UDS-MAGIC-34: a characteristic of the MJ's choice, DEX + 1 in the book's example."""
    target = BOOK.sum("UDS-MAGIC-34", sheet.score(characteristic))
    return target.plus(MODIFIER(bonus)) if bonus else target


COUNTER_PRICE = 1  # UDS-MAGIC-34


@cache
def way_out(may_pay: bool) -> Decision[str]:
    """UDS-MAGIC-34: how to escape an overwhelming spell; countering is offered to those who can pay."""
    options = {"escape": Text(fr="tenter d'y échapper", en="try to escape")}
    if may_pay:
        options["counter"] = Text(fr="contrer pour 1 PSY", en="counter it for 1 PSY")
    options["suffer"] = Text(fr="subir", en="suffer it")
    return pick(
        "undesix.way-out",
        "UDS-MAGIC-34",
        fr="Un sort écrasant : que faire ?",
        en="An overwhelming spell: what now?",
        options=options,
    )


class Reactions(NamedTuple):
    """What became of those aimed at: a grade each, and the effects of what they spent."""

    grades: dict[str, Grade]
    effects: tuple[Effect, ...]

    @property
    def affected(self) -> tuple[str, ...]:
        return tuple(who for who, grade in self.grades.items() if grade is AFFECTED)


def resists(
    scene: Scene[Sheet], roll: Roll, who: str, at_stake: bool = False, paid: tuple[Effect, ...] = ()
) -> tuple[bool, tuple[Effect, ...]]:
    """UDS-MAGIC-24: whether `who` resists, and the effects: on a success 1 PSY (option `resist_costs_psy`).

    UDS-OPT-04: where life is `at_stake`, despair may buy a bonus; `paid` is what the action has spent before.
    """
    price = int(scene.option(RESIST_COSTS))
    despair, spent = desperate_bonus(scene, roll, who, at_stake, paid, keep=price)
    psy = scene[who].psy + sum(term.value for term in despair)
    roll.note("UDS-MAGIC-24:tries", who=scene[who].name, psy=psy)
    strict = scene.option(ROLL_UNDER) == "strict"
    roll.throws("resistance")
    resisted, passed = with_destiny(
        scene, roll, who, lambda: roll(resistance(psy, strict), by=who), lambda done: not done, scene.actor, paid
    )
    cost = (Drain(who, price, scene.option(MADNESS)),) if resisted and price else ()
    return resisted, (*spent, *passed, *cost)


def at_stake(scene: Scene[Sheet], do: Cast, who: str) -> bool:
    """UDS-OPT-04: whether the life of a target is at stake: in a fight, or by the MJ's word."""
    return do.at_stake or who in stage_of(scene).fighters


def can_react(scene: Scene[Sheet], who: str) -> bool:
    """UDS-HEALTH-03, UDS-MAGIC-37: whether a target can resist: not the dying, nor sleepers; one who incants can."""
    return scene[who].unable(*below_zero(scene)) is None and not asleep(scene, who)


def react(scene: Scene[Sheet], roll: Roll, do: Cast, targets: Iterable[str]) -> Reactions:
    """UDS-MAGIC-24, -34: what each target does about a spell: all decide together, then each rolls apart."""
    grades = dict.fromkeys(targets, AFFECTED)
    effects: list[Effect] = []
    unwilling = [who for who in grades if who != scene.actor and not do.gentle]
    choice = RESIST if scene.option(RESIST_COSTS) else RESIST_FREE
    asked = {who: choice for who in unwilling if scene[who].psy > 0 and can_react(scene, who)}
    answers = roll.choose_each(asked) if asked else {}
    for who in (who for who, tries in answers.items() if tries):
        resisted, paid = resists(scene, roll, who, at_stake(scene, do, who), tuple(effects))
        effects += paid
        if resisted:
            grades[who] = RESISTS
    if do.overwhelming:
        _find_ways_out(scene, roll, do, [who for who in unwilling if grades[who] is AFFECTED], grades, effects)
    if do.effect == "harm":  # UDS-OPT-05
        for who in [who for who in unwilling if grades[who] is AFFECTED]:
            dodged = desperate_dodge(scene, roll, who, paid=tuple(effects))
            effects += dodged
            if dodged:
                grades[who] = ESCAPES
    return Reactions(grades, tuple(effects))


def _find_ways_out(
    scene: Scene[Sheet], roll: Roll, do: Cast, crushed: list[str], grades: dict[str, Grade], effects: list[Effect]
) -> None:
    """UDS-MAGIC-34: the crushed pay 1 PSY or roll under a characteristic; adds to `grades` and `effects`."""
    asked = {who: way_out(psy_left(scene, who, tuple(effects)) >= COUNTER_PRICE) for who in crushed}
    for who, answer in (roll.choose_each(asked) if asked else {}).items():
        if answer == "counter":
            roll.note("UDS-MAGIC-34:countered", who=scene[who].name)
            effects.append(Drain(who, COUNTER_PRICE, scene.option(MADNESS)))
            grades[who] = ESCAPES
        elif answer == "escape":
            despair, spent = desperate_bonus(scene, roll, who, at_stake(scene, do, who), tuple(effects))
            target = escape_target(scene[who], do.escape, do.escape_bonus).plus(*despair)
            roll.note(target)
            escaped, passed = succeeds(scene, roll, who, target.total, against=scene.actor, paid=(*effects, *spent))
            effects += [*spent, *passed]
            if escaped:
                grades[who] = ESCAPES


def cannot_resist(scene: Scene[Sheet], _do: object) -> Note | None:
    """UDS-MAGIC-24: without a point of PSY the roll cannot succeed, nor be paid for; sleepers do not resist."""
    stopped = scene.me.unable(*below_zero(scene))
    if stopped or asleep(scene, scene.actor):
        return stopped or BOOK.note("UDS-MAGIC-37:asleep", who=scene.me.name)
    return BOOK.note("UDS-MAGIC-24:worn_out", who=scene.me.name) if scene.me.psy < 1 else None


class Resist(Declared):
    """Parameters: what depends on the roll."""

    at_stake: AtStake = False


@action(
    "undesix.resist",
    Resist,
    fr="Résister à un sort",
    en="Resist a spell",
    refuse=cannot_resist,
    kind=Kind.MAGIC,
    success=TO_RESIST,
)
def resist(scene: Scene[Sheet], do: Resist, roll: Roll) -> Outcome:
    """UDS-MAGIC-24, -39: against a spell that nobody at the table casts: a trap, an old curse."""
    resisted, effects = resists(scene, roll, scene.actor, do.at_stake)
    return Outcome(
        (part(scene.actor, SHAKES_OFF if resisted else SUCCUMBS),),
        BOOK.note("UDS-MAGIC-24:headline", who=scene.me.name, resisted=resisted),
        effects,
    )
