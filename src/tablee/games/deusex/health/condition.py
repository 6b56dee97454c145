"""How a character is, in a word that everybody may know; a character who cannot act is out of the fight."""

from __future__ import annotations

from tablee.games.deusex.check.attempts import stopped_by
from tablee.games.deusex.options import STRESS_WORDS
from tablee.games.deusex.play import HELD, KNOCKED_OUT, YIELDED, play_of
from tablee.games.deusex.pv_and_ps import can_act
from tablee.games.deusex.sheet import Sheet
from tablee.games.deusex.tables import PS_TIERS, PV_TIERS
from tablee.rules.action import Scene
from tablee.rules.sheet.sheets import Condition
from tablee.text import Text

UNHURT = Condition("unhurt", Text(fr="indemne", en="unhurt"), fit=True)
OUT_OF_PLAY = Condition("withdrawn", Text(fr="{who:retiré|retirée} du jeu", en="out of play"), standing=False)
OUT_OF_FIGHT = {
    KNOCKED_OUT: Condition(KNOCKED_OUT, Text(fr="knock-out", en="knocked out"), standing=False),
    HELD: Condition(HELD, Text(fr="{who:immobilisé|immobilisée}", en="held"), standing=False),
    YIELDED: Condition(YIELDED, Text(fr="{who:rendu|rendue}", en="yielded"), standing=False),
}
OF_PV = {tier.id: Condition(tier.id, tier.name, can_act(tier.at)) for tier in PV_TIERS}
OF_PS = {tier.id: Condition(tier.id, tier.name, can_act(tier.at)) for tier in PS_TIERS}
OF_PS_IN_NEUTRAL_WORDS = {tier.id: Condition(tier.id, tier.neutral or tier.name, can_act(tier.at)) for tier in PS_TIERS}


def condition(scene: Scene[Sheet], who: str) -> Condition:
    """DEX-COMBAT-02, DEX-WOUND-04, DEX-STRESS-05, DEX-TROUBLE-05: how a character is out of the fight without a wound;
    else the tier of PV, or that of PS where PS are what stops them.

    Only the word is for everybody; the numbers are not (DEX-STRESS-01).
    """
    sheet, stopped = scene[who], stopped_by(scene, who)
    if not stopped and (out := play_of(scene).out_as(who)):
        return OUT_OF_FIGHT[out]
    if not stopped and sheet.unhurt:
        return UNHURT
    if stopped == "withdrawn":
        return OUT_OF_PLAY
    if stopped in ("gone", "crisis"):
        neutral = scene.option(STRESS_WORDS) == "neutral"
        return (OF_PS_IN_NEUTRAL_WORDS if neutral else OF_PS)[sheet.composure]
    return OF_PV[sheet.health]
