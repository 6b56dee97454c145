"""Wounds and fatigue: damage against resistance, how severe it is, and what it leads to. Proposed by Tablée."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.dice import Roll, rule
from tablee.games.d6.bases import step_of
from tablee.games.d6.book import BOOK
from tablee.games.d6.check.rolls import Result, all_ones, compared
from tablee.games.d6.check.skills import DERIVED, ExplainedCode, derived_of
from tablee.games.d6.codes import DieCode
from tablee.games.d6.health import State, Track
from tablee.games.d6.options import BY_THE_BOOK, Reading
from tablee.games.d6.play import lists_of
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.why import Note
from tablee.text import Name, Text

ARMOUR = BOOK.term("armour")

STATES: dict[Track, dict[State, Text]] = {
    "wound": {
        "wounded": Text(fr="{who:blessé|blessée}", en="wounded"),
        "out": Text(fr="hors de combat et {who:mourant|mourante}", en="out of action and dying"),
        "dead": Text(fr="{who:mort|morte}", en="dead"),
    },
    "fatigue": {
        "wounded": Text(fr="{who:fatigué|fatiguée}", en="tired"),
        "unconscious": Text(fr="{who:inconscient|inconsciente}", en="unconscious"),
    },
}


def severity(margin: int, harmless: bool, _resistance_ones: bool) -> int:
    """D6-COMBAT-04: a damage roll of all ones never wounds; ones in resistance are ordinary."""
    return 0 if harmless else step_of(margin)


def _explained(damage: Result, resistance: Result) -> Note:
    margin = damage.total - resistance.total
    if all_ones(damage):
        return BOOK.note("D6-COMBAT-04:ones", damage=damage.total, resistance=resistance.total, margin=min(margin, 0))
    return BOOK.note(
        "D6-COMBAT-04", damage=damage.total, resistance=resistance.total, margin=margin, rank=step_of(margin)
    )


@rule
def wound(roll: Roll, damage: DieCode, resistance: DieCode, how: Reading = BY_THE_BOOK) -> int:
    """D6-COMBAT-04, -06: damage rolled against resistance, to wounds or to fatigue; answers how severe it is."""
    return roll(compared(damage, resistance, (1, 6, 11, 16), severity, _explained, how))


def resistance_of(scene: Scene[Sheet], who: str, track: Track) -> ExplainedCode:
    """D6-COMBAT-03, -06: encaissement of wounds plus armour, or encaissement of fatigue alone."""
    lists = lists_of(scene)
    value = "fatigue" if track == "fatigue" else "wounds"
    made = ExplainedCode(
        BOOK.sum("D6-COMBAT-03:resists", DERIVED(derived_of(scene, who, value).rank, of=lists.name_of(value)))
    )
    armour = lists.armours.get(scene[who].armour) if track == "wound" else None
    return made.more(ARMOUR(armour.code.rank, of=armour.name)) if armour else made


def agreed(text: Text, who: Name) -> Text:
    """The text with its words agreed with `who`: « blessée »."""
    return Text(text.say("fr", who=who), text.say("en", who=who))


@dataclass(frozen=True)
class Wound:
    """D6-COMBAT-05, -06: an effect that adds ranks to one of the two counts."""

    who: str
    ranks: int
    track: Track = "wound"

    def on(self, sheet: Sheet) -> Sheet:
        if self.track == "fatigue":
            return sheet.with_changes(fatigue=sheet.fatigue + self.ranks)
        return sheet.with_changes(
            wounds=sheet.wounds + self.ranks, lost=sheet.lost + self.ranks, fresh=True, stable=False, rested=0
        )
