"""How somebody is, in a word that everybody may know, and whether they still stand."""

from __future__ import annotations

from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.sheets import Condition
from tablee.text import Text

UNHURT = Condition("unhurt", Text(fr="indemne", en="unhurt"))
HURT = Condition("hurt", Text(fr="{who:touché|touchée}", en="hurt"))
BAD_SHAPE = Condition("bad_shape", Text(fr="mal en point", en="in bad shape"))
DYING = Condition("dying", Text(fr="en danger de mort", en="in danger of death"))
UNCONSCIOUS = Condition("unconscious", Text(fr="sans connaissance", en="unconscious"), standing=False)
DYING_OUT = Condition(
    "dying_out", Text(fr="sans connaissance, en danger de mort", en="unconscious, in danger of death"), standing=False
)
DEAD = Condition("dead", Text(fr="{who:mort|morte}", en="dead"), standing=False)
NOBODY_LEFT = Condition("nobody_left", Text(fr="hors de combat", en="out of the fight"), standing=False)


def condition(scene: Scene[Sheet], who: str) -> Condition:
    """CEM-VIT-02…04, CEM-NPC-11: the gravest word for somebody; of figurants, how many stand.

    Whoever is `eliminated` (CEM-TURN-04) stands no more; the surprised and the dying do.
    """
    sheet = scene[who]
    if sheet.kind == "extra" and not sheet.dead:
        return _group(sheet.group) if sheet.group > 0 else NOBODY_LEFT
    if sheet.dead:
        return DEAD
    if sheet.unconscious:
        return DYING_OUT if sheet.dying else UNCONSCIOUS
    if sheet.dying:
        return DYING
    if sheet.bad_shape:
        return BAD_SHAPE
    return UNHURT if sheet.vitality >= sheet.vitality_max else HURT


def _group(count: int) -> Condition:
    return Condition("standing", Text(fr=f"{count} debout", en=f"{count} standing"))


def side(scene: Scene[Sheet], who: str) -> str:
    """The side somebody is on: PJ with PJ and PNJ with PNJ, unless their sheet says otherwise."""
    return scene[who].camp
