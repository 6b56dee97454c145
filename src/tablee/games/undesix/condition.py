"""How a character is, in a word that everybody may know, and whether they still stand."""

from __future__ import annotations

from dataclasses import replace

from tablee.games.undesix.check.checks import stands
from tablee.games.undesix.magic.state import asleep, masterless
from tablee.games.undesix.options import below_zero
from tablee.games.undesix.sheet import Shape, Sheet, State
from tablee.rules.action import Scene
from tablee.rules.sheet.sheets import Condition
from tablee.text import Text

UNHURT = Condition("unhurt", Text(fr="indemne", en="unhurt"), fit=True)
HURT = Condition("hurt", Text(fr="{who:touché|touchée}", en="hurt"))
BADLY_HURT = Condition("badly_hurt", Text(fr="mal en point", en="badly hurt"))
MAD = Condition("mad", Text(fr="{who:fou|folle}", en="mad"))
MAD_FOR_GOOD = Condition("mad_for_good", Text(fr="{who:fou|folle} pour toujours", en="mad for good"))
SPENT = Condition("spent", Text(fr="à bout de forces", en="spent"))
ASLEEP = Condition("asleep", Text(fr="{who:endormi|endormie}", en="asleep"))
MASTERLESS = Condition("masterless", Text(fr="immobile", en="standing still"))
BY_SHAPE: dict[Shape, Condition] = {
    "unhurt": UNHURT,
    "hurt": HURT,
    "badly_hurt": BADLY_HURT,
    "mad": MAD,
    "mad_for_good": MAD_FOR_GOOD,
}
BY_STATE: dict[State, Condition] = {
    "dying": Condition("dying", Text(fr="{who:mourant|mourante}", en="dying")),
    "unconscious": Condition("unconscious", Text(fr="{who:inconscient|inconsciente}", en="unconscious")),
    "dead": Condition("dead", Text(fr="{who:mort|morte}", en="dead")),
}


def condition(scene: Scene[Sheet], who: str) -> Condition:
    """UDS-HEALTH-03…06, UDS-STATE-03, -04: the gravest word for a character, and whether they still stand."""
    return replace(_word(scene, who), standing=stands(scene, who))


def _word(scene: Scene[Sheet], who: str) -> Condition:
    sheet = scene[who]
    state = sheet.state_if(*below_zero(scene))
    if state != "able":
        return BY_STATE[state]
    if sheet.spent:
        return SPENT
    if asleep(scene, who):
        return ASLEEP
    if masterless(scene, who):
        return MASTERLESS
    return BY_SHAPE[sheet.shape]
