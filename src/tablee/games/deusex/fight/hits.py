"""What blows and shots do: who is hit, how badly, in one line."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from tablee.dice import Roll
from tablee.games.deusex.book import BOOK, in_words
from tablee.games.deusex.check.contests import BURDENED
from tablee.games.deusex.check.oppositions import STATU_QUO, A, B
from tablee.games.deusex.check.reserve import spendings
from tablee.games.deusex.condition import pv_tier
from tablee.games.deusex.fight.combat import Blow, Shot
from tablee.games.deusex.play import Engaged
from tablee.games.deusex.sheet import Sheet, Wound
from tablee.games.deusex.tables import PV_TIERS
from tablee.rules.action import Effect, Ended, Ending, Grade, Outcome, Part, Scene, part
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
ALSO_STRIKES = BOOK.saying(
    "DEX-COMBAT-06",
    key="also_strikes",
    fr="{who:Le} attaque aussi {target:le} : {damage} point{damage:|s} de dégâts",
    en="{who:The} attacks {target:the} too: {damage} point{damage:|s} of damage",
)
STRUCK_BY = BOOK.saying(
    "DEX-COMBAT-06",
    key="struck_by",
    fr="{who:Le} est {who:touché|touchée} : {damage} point{damage:|s} de dégâts{shares} ({tier})",
    en="{who:The} is hit for {damage} point{damage:|s} of damage{shares} ({tier})",
)
MEANWHILE = BOOK.saying(
    "DEX-COMBAT-06",
    key="meanwhile",
    fr="{first} ; {who:le} subit {damage} point{damage:|s} de dégâts{shares} ({tier})",
    en="{first}; {who:the} takes {damage} point{damage:|s} of damage{shares} ({tier})",
)

MISSED = Grade("missed", Text(fr="{who:manqué|manquée}", en="missed"), False)
HIT = {
    tier.id: Grade(f"hit_{tier.id}", Text(f"{{who:touché|touchée}}, {tier.name.fr}", f"hit, {tier.name.en}"), True)
    for tier in PV_TIERS
}
STRUCK = {tier: Grade(f"struck_{tier}", grade.label, False) for tier, grade in HIT.items()}  # the one who attacks
UNTOUCHED = Grade("untouched", Text(fr="indemne", en="unhurt"), True)

Telling = Callable[[T], Ended]
"""What an action makes of how the dice came out."""


def blows(scene: Scene[Sheet], target: str, engaged: Engaged, bonuses: dict[str, int], roll: Roll) -> Telling[Blow]:
    """DEX-COMBAT-03, -06, DEX-OPP-05, DEX-WOUND-03, -04: who is wounded, how badly, by whom, in one line."""
    who, me, foe = scene.actor, scene.me, scene[target]
    missed, unhurt, spent = part(target, MISSED), part(who, UNTOUCHED), spendings(bonuses)
    others = tuple(scene[other].name for other in engaged.met if other not in (who, target))

    def told(blow: Blow) -> Ended:
        won, lost = blow.outcome == A, blow.outcome == B
        to_me = blow.damage if lost else blow.also
        if blow.burdened:
            roll.note(BURDENED, who=(me if blow.burdened == A else foe).name)
        for name, share in zip(others, blow.shares, strict=False):  # none where nothing is thrown
            roll.note(ALSO_STRIKES, who=name, target=me.name, damage=share)
        theirs = hit(HIT, foe, target, blow.damage) if won else missed
        own = hit(STRUCK, me, who, to_me) if to_me or lost else unhurt

        def tell() -> Outcome:
            wounds: tuple[Effect, ...] = (Wound(target, blow.damage),) if won else ()
            if to_me:
                wounds += (Wound(who, to_me),)
            return Outcome((theirs, own), in_one_line(me, foe, others, blow), (*spent, *wounds, engaged))

        return Ending((theirs, own), tell)

    return told


def in_one_line(me: Sheet, foe: Sheet, others: tuple[Name, ...], blow: Blow) -> Note:
    """DEX-COMBAT-03, -06: who hit whom; where others struck too, what each of them dealt."""
    besides = sum(blow.shares)
    if blow.outcome == B:
        if not besides:
            return hits(foe, me, blow.damage)
        return STRUCK_BY.note(**suffered(me, blow.damage, (foe.name, *others), (blow.damage - besides, *blow.shares)))
    if blow.outcome == A:
        first = hits(me, foe, blow.damage)
    else:
        first = (EVEN if blow.outcome == STATU_QUO else BOTH_MISS).note(who=me.name, target=foe.name)
    if not besides:
        return first
    return MEANWHILE.note(first=in_words(first), **suffered(me, besides, others, blow.shares))


def suffered(me: Sheet, damage: int, dealers: tuple[Name, ...], shares: tuple[int, ...]) -> dict[str, Any]:
    """What somebody took, and from whom; each one's share, where there are several."""
    dealt = [(name, share) for name, share in zip(dealers, shares, strict=True) if share]
    if len(dealt) == 1:
        name = dealt[0][0]
        by = Name(f" {name.with_article('fr', 'de')}", f" from {name.with_article('en', 'the')}")
    else:
        by = Name(
            "".join(f", {share} {name.with_article('fr', 'de')}" for name, share in dealt),
            "".join(f", {share} from {name.with_article('en', 'the')}" for name, share in dealt),
        )
    tier = tier_words(pv_tier(me.pv - damage).id, me.name)
    return {"who": me.name, "damage": damage, "shares": by, "tier": tier}


def landed(scene: Scene[Sheet], target: str, bonuses: dict[str, int]) -> Telling[Shot]:
    """DEX-COMBAT-04, DEX-WOUND-03: an attack that one side alone makes."""
    me, foe, spent, engaged = scene.me, scene[target], spendings(bonuses), Engaged(scene.actor)

    def told(struck: Shot) -> Ended:
        if not struck.hit:
            headline = MISSES.note(who=me.name, target=foe.name)
            return Outcome((part(target, MISSED),), headline, (*spent, engaged))
        parts = (hit(HIT, foe, target, struck.damage),)

        def tell() -> Outcome:
            effects = (*spent, Wound(target, struck.damage), engaged)
            return Outcome(parts, hits(me, foe, struck.damage), effects)

        return Ending(parts, tell)

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
