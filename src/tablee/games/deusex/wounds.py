"""What blows and shots do: who is hit, how badly, in one line."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from tablee.dice import Roll
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.combat import Blow, Shot
from tablee.games.deusex.condition import pv_tier
from tablee.games.deusex.contests import BURDENED
from tablee.games.deusex.oppositions import STATU_QUO, A, B
from tablee.games.deusex.play import Engaged
from tablee.games.deusex.reserve import spendings
from tablee.games.deusex.sheet import Sheet, Wound
from tablee.games.deusex.tables import PV_TIERS
from tablee.rules.action import Effect, Grade, Outcome, Part, Scene, part
from tablee.rules.why import Note
from tablee.text import Name, Text

T = TypeVar("T")

HITS = BOOK.saying(
    "DEX-WOUND-03",
    fr="{who:Le} touche {target:le} : {damage} point{damage:|s} de dégâts ({tier})",
    en="{who:The} hits {target:the} for {damage} point{damage:|s} of damage ({tier})",
)
HARMLESS = BOOK.saying(
    "DEX-WOUND-01",
    fr="{who:Le} touche {target:le}, sans dégâts",
    en="{who:The} hits {target:the} but does no damage",
)
MISSES = BOOK.saying("DEX-COMBAT-04", fr="{who:Le} manque {target:le}", en="{who:The} misses {target:the}")
EVEN = BOOK.saying(
    "DEX-COMBAT-03",
    key="statu_quo",
    fr="{who:Le} et {target:le} se tiennent en respect",
    en="{who:The} and {target:the} keep each other at bay",
)
BOTH_MISS = BOOK.saying(
    "DEX-COMBAT-03",
    key="both_fail",
    fr="Ni {who:le} ni {target:le} ne touche",
    en="Neither {who:the} nor {target:the} lands a blow",
)

MISSED = Grade("missed", Text(fr="{who:manqué|manquée}", en="missed"), False)
HIT = {
    tier.id: Grade(f"hit_{tier.id}", Text(f"{{who:touché|touchée}}, {tier.name.fr}", f"hit, {tier.name.en}"), True)
    for tier in PV_TIERS
}
STRUCK = {tier: Grade(f"struck_{tier}", grade.label, False) for tier, grade in HIT.items()}  # the one who attacks
UNTOUCHED = Grade("untouched", Text(fr="indemne", en="unhurt"), True)

Telling = Callable[[T], Outcome]
"""What an action makes of how the dice came out."""


def blows(scene: Scene[Sheet], target: str, engaged: Engaged, bonuses: dict[str, int], roll: Roll) -> Telling[Blow]:
    """DEX-COMBAT-03, DEX-OPP-05, DEX-WOUND-03, -04: who is wounded, how badly, in one line."""
    who, me, foe = scene.actor, scene.me, scene[target]
    missed, unhurt, spent = part(target, MISSED), part(who, UNTOUCHED), spendings(bonuses)

    def told(blow: Blow) -> Outcome:
        won, lost = blow.outcome == A, blow.outcome == B
        to_me = blow.damage if lost else blow.also
        if blow.burdened:
            roll.note(BURDENED, who=(me if blow.burdened == A else foe).name)
        if won:
            headline = hits(me, foe, blow.damage)
        elif lost:
            headline = hits(foe, me, to_me)
        else:
            headline = (EVEN if blow.outcome == STATU_QUO else BOTH_MISS).note(who=me.name, target=foe.name)
        theirs = hit(HIT, foe, target, blow.damage) if won else missed
        own = hit(STRUCK, me, who, to_me) if to_me or lost else unhurt
        wounds: tuple[Effect, ...] = (Wound(target, blow.damage),) if won else ()
        if to_me:
            wounds += (Wound(who, to_me),)
        return Outcome((theirs, own), headline, (*spent, *wounds, engaged))

    return told


def landed(scene: Scene[Sheet], target: str, bonuses: dict[str, int]) -> Telling[Shot]:
    """DEX-COMBAT-04, DEX-WOUND-03: an attack that one side alone makes."""
    me, foe, spent, engaged = scene.me, scene[target], spendings(bonuses), Engaged(scene.actor)

    def told(struck: Shot) -> Outcome:
        if not struck.hit:
            headline = MISSES.note(who=me.name, target=foe.name)
            return Outcome((part(target, MISSED),), headline, (*spent, engaged))
        effects = (*spent, Wound(target, struck.damage), engaged)
        return Outcome((hit(HIT, foe, target, struck.damage),), hits(me, foe, struck.damage), effects)

    return told


def hit(grades: dict[str, Grade], sheet: Sheet, who: str, dealt: int) -> Part:
    return part(who, grades[pv_tier(sheet.pv - dealt).id], damage=dealt)


def hits(winner: Sheet, loser: Sheet, dealt: int) -> Note:
    if not dealt:
        return HARMLESS.note(who=winner.name, target=loser.name)
    tier = tier_words(pv_tier(loser.pv - dealt).id, loser.name)
    return HITS.note(who=winner.name, target=loser.name, damage=dealt, tier=tier)


@lru_cache(maxsize=1024)
def tier_words(tier: str, name: Name) -> Text:
    """The name of a tier, agreeing with somebody's."""
    words = next(rung.name for rung in PV_TIERS if rung.id == tier)
    return Text(words.say("fr", who=name), words.say("en", who=name))
