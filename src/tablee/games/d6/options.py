"""The house rules of D6, and how a table that uses them reads its dice."""

from __future__ import annotations

from typing import Any, NamedTuple

from tablee.rules.action import Scene
from tablee.rules.book import options_of

OPTIONS = options_of(__package__)
THRESHOLD_COMPARISON = OPTIONS["threshold_comparison"]
EXPLODE = OPTIONS["explode"]
CRIT_SUCCESS_AUTO = OPTIONS["crit_success_auto"]
CRIT_FAILURE_AUTO = OPTIONS["crit_failure_auto"]
CRIT_MIN_DICE = OPTIONS["crit_min_dice"]
SPEND_ALL = OPTIONS["spend_all"]
BASE_PIPS = OPTIONS["base_pips"]
DERIVED_UNIT = OPTIONS["derived_unit"]
SPEC_STACKING = OPTIONS["spec_stacking"]
SKILL_COST_9D2 = OPTIONS["skill_cost_9d2"]
SPEC_LEVEL2_PRICE = OPTIONS["spec_level2_price"]


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
