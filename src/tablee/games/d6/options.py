"""The house rules of D6, and how a table that uses them reads its dice."""

from __future__ import annotations

from typing import Any, NamedTuple

from tablee.rules.action import Option, Scene
from tablee.text import Text

THRESHOLD_COMPARISON = Option(
    "threshold_comparison",
    Text(fr="Égaler le seuil", en="Equalling the threshold"),
    ("strict", "inclusive"),
    "D6-TEST-02",
    words=(
        Text(fr="ne suffit pas", en="is not enough"),
        Text(fr="suffit", en="is enough"),
    ),
)
EXPLODE = Option(
    "explode",
    Text(fr="Relance des 6", en="Rolling all sixes again"),
    ("repeat", "once", "none"),
    "D6-CRIT-03",
    words=(
        Text(fr="tant qu'il n'y a que des 6", en="as long as all are 6s"),
        Text(fr="une fois", en="once"),
        Text(fr="jamais", en="never"),
    ),
)
CRIT_SUCCESS_AUTO = Option(
    "crit_success_auto",
    Text(fr="Tous les dés sur 6 réussissent toujours", en="All sixes always succeed"),
    (False, True),
    "D6-CRIT-04",
)
CRIT_FAILURE_AUTO = Option(
    "crit_failure_auto",
    Text(fr="Tous les dés sur 1 échouent toujours", en="All ones always fail"),
    (True, False),
    "D6-CRIT-01",
)
CRIT_MIN_DICE = Option(
    "crit_min_dice",
    Text(fr="Nombre de dés à partir duquel il y a des critiques", en="Fewest dice that can be critical"),
    (1, 2),
    "D6-CRIT-05",
)
SPEND_ALL = Option(
    "spend_all",
    Text(fr="Tous les points de création doivent être dépensés", en="All creation points must be spent"),
    (False, True),
    "D6-CREATE-01",
)
BASE_PIPS = Option(
    "base_pips",
    Text(fr="Les « +1 » et « +2 » dans le calcul de la base", en="Pips in the sum of a base"),
    ("ignore", "carry"),
    "D6-BASE-02",
    words=(
        Text(fr="laissés de côté", en="left out"),
        Text(fr="ajoutés avec les dés", en="added with the dice"),
    ),
)
DERIVED_UNIT = Option(
    "derived_unit",
    Text(fr="Ce dont les valeurs secondaires sont la moyenne", en="What secondary values average"),
    ("pips", "dice"),
    "D6-DERIVED-02",
    words=(
        Text(fr="les crans", en="pips"),
        Text(fr="les dés entiers", en="whole dice"),
    ),
)
SPEC_STACKING = Option(
    "spec_stacking",
    Text(fr="Plusieurs spécialités à la fois", en="Several specialities at once"),
    ("best", "sum"),
    "D6-SPEC-07",
    words=(
        Text(fr="la meilleure compte", en="the best counts"),
        Text(fr="elles s'ajoutent", en="they add up"),
    ),
)
SKILL_COST_9D2 = Option(
    "skill_cost_9d2",
    Text(fr="Prix du niveau 9D+2 (imprimé 145)", en="Price of level 9D+2 (printed 145)"),
    (155, 145),
    "D6-CREATE-04",
)
SPEC_LEVEL2_PRICE = Option(
    "spec_level2_price",
    Text(fr="Choix que prend une spécialité de niveau 2", en="Picks that a speciality of level 2 takes"),
    (1, 2),
    "D6-SPEC-03",
)

OPTIONS = (
    THRESHOLD_COMPARISON,
    EXPLODE,
    CRIT_SUCCESS_AUTO,
    CRIT_FAILURE_AUTO,
    CRIT_MIN_DICE,
    SPEND_ALL,
    BASE_PIPS,
    DERIVED_UNIT,
    SPEC_STACKING,
    SKILL_COST_9D2,
    SPEC_LEVEL2_PRICE,
)

ALWAYS = 100  # rerolls of all sixes: more than will ever fall


class Reading(NamedTuple):
    """How a table reads its dice: the options that a rule needs, as plain values."""

    rerolls: int = ALWAYS
    least_dice: int = 1
    inclusive: bool = False
    ones_fail: bool = True
    sixes_succeed: bool = False


class Prices(NamedTuple):
    """How a table counts points: the options of creation and growth, as plain values."""

    spend_all: bool = False
    highest_level: int = 155  # of 9D+2
    narrow: int = 1  # picks of a speciality of level 2


BY_THE_BOOK = Reading()
BOOK_PRICES = Prices()


def reading(scene: Scene[Any]) -> Reading:
    """The options of this scene."""
    return Reading(
        {"repeat": ALWAYS, "once": 1, "none": 0}[scene.option(EXPLODE)],
        scene.option(CRIT_MIN_DICE),
        scene.option(THRESHOLD_COMPARISON) == "inclusive",
        scene.option(CRIT_FAILURE_AUTO),
        scene.option(CRIT_SUCCESS_AUTO),
    )


def prices(scene: Scene[Any]) -> Prices:
    """D6-CREATE-01, -04, D6-SPEC-03: how this scene counts points."""
    return Prices(scene.option(SPEND_ALL), scene.option(SKILL_COST_9D2), scene.option(SPEC_LEVEL2_PRICE))
