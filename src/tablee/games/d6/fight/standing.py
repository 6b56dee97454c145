"""Condition: how a character is in a word, and whether they are still in the fight; the sides of a fight. Ours."""

from __future__ import annotations

from tablee.games.d6.fight.wounds import STATES
from tablee.games.d6.play import state_of
from tablee.games.d6.sheet import Shape, Sheet
from tablee.rules.action import Scene
from tablee.rules.sheet.sheets import Condition
from tablee.text import Text

CONDITIONS: dict[Shape, Condition] = {
    "unhurt": Condition("unhurt", Text(fr="indemne", en="unhurt"), fit=True),
    "wounded": Condition("wounded", STATES["wound"]["wounded"]),
    "tired": Condition("tired", STATES["fatigue"]["wounded"]),
    "weak": Condition("weak", Text(fr="mal en point", en="in a bad way")),
    "fleeing": Condition("fleeing", Text(fr="en fuite", en="fleeing"), standing=False, runs=True),
    "stable": Condition("stable", Text(fr="hors de combat", en="out of action"), standing=False),
    "dying": Condition("dying", STATES["wound"]["out"], standing=False),
    "dead": Condition("dead", STATES["wound"]["dead"], standing=False),
    "unconscious": Condition("unconscious", STATES["fatigue"]["unconscious"], standing=False),
}


def condition(scene: Scene[Sheet], who: str) -> Condition:
    """D6-COMBAT-05…07: how a character is. Those who cannot act, and those who flee, are no longer in the fight."""
    return CONDITIONS[scene[who].shape]


def standing(scene: Scene[Sheet], who: str) -> bool:
    """Whether a character is still in the fight."""
    return scene[who].standing


def side(scene: Scene[Sheet], who: str) -> str:
    """Players' characters or the others; each for themselves in a fight that has only one of the two camps."""
    fighters = state_of(scene).fighters
    if who in fighters and len({scene[one].pj for one in fighters}) == 1:
        return who
    return "players" if scene[who].pj else "others"
