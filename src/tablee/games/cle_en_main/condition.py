"""How a character is, in a word that everybody may know, and whether they still stand."""

from __future__ import annotations

from tablee.games.cle_en_main.sheet import Shape, Sheet
from tablee.rules.action import Scene
from tablee.rules.sheet.sheets import Condition
from tablee.text import Text

CONDITIONS: dict[Shape, Condition] = {
    "unhurt": Condition("unhurt", Text(fr="indemne", en="unhurt"), fit=True),
    "hurt": Condition("hurt", Text(fr="{who:touché|touchée}", en="hurt")),
    "bad_shape": Condition("bad_shape", Text(fr="mal en point", en="in bad shape")),
    "dying": Condition("dying", Text(fr="en danger de mort", en="in danger of death")),
    "unconscious": Condition("unconscious", Text(fr="sans connaissance", en="unconscious"), standing=False),
    "dying_out": Condition(
        "dying_out",
        Text(fr="sans connaissance, en danger de mort", en="unconscious, in danger of death"),
        standing=False,
    ),
    "dead": Condition("dead", Text(fr="{who:mort|morte}", en="dead"), standing=False),
    "nobody_left": Condition("nobody_left", Text(fr="hors de combat", en="out of the fight"), standing=False),
}


def condition(scene: Scene[Sheet], who: str) -> Condition:
    """CEM-VIT-02…04, CEM-NPC-11: the gravest word for a character; of figurants, how many stand.

    A character who is `eliminated` (CEM-TURN-04) stands no more; the surprised and the dying do.
    """
    sheet = scene[who]
    return _group(sheet.group) if sheet.shape == "standing" else CONDITIONS[sheet.shape]


def stands(scene: Scene[Sheet], who: str) -> bool:
    """Whether a character is still in the fight."""
    return scene[who].standing


def _group(count: int) -> Condition:
    return Condition("standing", Text(fr=f"{count} debout", en=f"{count} standing"))


def side(scene: Scene[Sheet], who: str) -> str:
    """The side a character is on: PJ with PJ and PNJ with PNJ, unless their sheet says otherwise."""
    return scene[who].camp
