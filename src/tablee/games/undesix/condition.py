"""How somebody is, in a word that everybody may know, and whether they still stand."""

from __future__ import annotations

from dataclasses import replace

from tablee.games.undesix.check.checks import out_of_the_fight
from tablee.games.undesix.magic.state import asleep, body_points, masterless
from tablee.games.undesix.options import below_zero
from tablee.games.undesix.sheet import Sheet, State
from tablee.rules.action import Scene
from tablee.rules.sheets import Condition
from tablee.text import Text

UNHURT = Condition("unhurt", Text(fr="indemne", en="unhurt"))
HURT = Condition("hurt", Text(fr="{who:touché|touchée}", en="hurt"))
BADLY_HURT = Condition("badly_hurt", Text(fr="mal en point", en="badly hurt"))
MAD = Condition("mad", Text(fr="{who:fou|folle}", en="mad"))
MAD_FOR_GOOD = Condition("mad_for_good", Text(fr="{who:fou|folle} pour toujours", en="mad for good"))
SPENT = Condition("spent", Text(fr="à bout de forces", en="spent"))
ASLEEP = Condition("asleep", Text(fr="{who:endormi|endormie}", en="asleep"))
MASTERLESS = Condition("masterless", Text(fr="immobile", en="standing still"))
BY_STATE: dict[State, Condition] = {
    "dying": Condition("dying", Text(fr="{who:mourant|mourante}", en="dying")),
    "unconscious": Condition("unconscious", Text(fr="{who:inconscient|inconsciente}", en="unconscious")),
    "dead": Condition("dead", Text(fr="{who:mort|morte}", en="dead")),
}


def condition(scene: Scene[Sheet], who: str) -> Condition:
    """UDS-HEALTH-03…06, UDS-STATE-03, -04: the gravest word for somebody, and whether they are still in the fight."""
    return replace(_word(scene, who), standing=out_of_the_fight(scene, who) is None)


def _word(scene: Scene[Sheet], who: str) -> Condition:
    sheet = scene[who]
    state = sheet.state_if(*below_zero(scene))
    if state != "able":
        return BY_STATE[state]
    if sheet.exhausted:
        return SPENT
    if asleep(scene, who):
        return ASLEEP
    if masterless(scene, who):
        return MASTERLESS
    if sheet.mad_for_good:
        return MAD_FOR_GOOD
    if sheet.psy < 0 or sheet.mad_days:
        return MAD
    lost = sheet.phy_max + sheet.vitality_max - body_points(sheet)
    return BADLY_HURT if lost > 0 and 2 * sheet.phy <= sheet.phy_max else HURT if lost > 0 else UNHURT
