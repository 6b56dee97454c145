"""The house rules of DeusEx: the document's own optional rules, and where it leaves a doubt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tablee.rules.action import Option, Scene, where
from tablee.rules.book import options_of
from tablee.rules.fields import Audience

OPTIONS = options_of(__package__)
STRESS_RULES = OPTIONS["stress_rules"]
TROUBLE_RULES = OPTIONS["trouble_rules"]
STRESS_WORDS = OPTIONS["stress_words"]
STRESS_NUMBERS = OPTIONS["stress_numbers"]
STRESS_LOSS_CAP = OPTIONS["stress_loss_cap"]
CROSSED_TESTS = OPTIONS["crossed_tests"]
OPEN_ROLLS = OPTIONS["open_rolls"]
RANGED_DODGE = OPTIONS["ranged_dodge"]
UNTRAINED = OPTIONS["untrained"]
CRIT_SUCCESS_AUTO = OPTIONS["crit_success_auto"]
OPPOSITION_CRIT_PRIORITY = OPTIONS["opposition_crit_priority"]
MELEE_DAMAGE_MARGIN = OPTIONS["melee_damage_margin"]
MIN_HIT_DAMAGE = OPTIONS["min_hit_damage"]
HALF_ROUNDING = OPTIONS["half_rounding"]
CARE_REPEAT = OPTIONS["care_repeat"]
RESERVE_REFILL = OPTIONS["reserve_refill"]


WITH_STRESS = where(STRESS_RULES, Audience.EVERYONE)
WITH_TROUBLES = where(TROUBLE_RULES, Audience.EVERYONE)
HELP_SEEN = where(STRESS_RULES, Audience.OWNER)
TROUBLE_SEEN = where(TROUBLE_RULES, Audience.OWNER)


def numbers_of(chapter: Option) -> Callable[[Mapping[str, Any]], Audience]:
    """DEX-STRESS-01: the audience of a chapter's numbers: their owner, or the MJ alone where they are hidden."""

    def seen(options: Mapping[str, Any]) -> Audience:
        hidden = STRESS_NUMBERS.at(options) == "hidden"
        return Audience.NOBODY if not chapter.at(options) else Audience.MJ if hidden else Audience.OWNER

    return seen


PS_SEEN, PHASE_SEEN = numbers_of(STRESS_RULES), numbers_of(TROUBLE_RULES)


class Readings(NamedTuple):
    """What the table has chosen for Tests, read at once since every Test needs it."""

    stress: bool
    troubles: bool
    crossed: bool
    open: bool
    auto: bool
    untrained: str


OF_TESTS = (STRESS_RULES, TROUBLE_RULES, CROSSED_TESTS, OPEN_ROLLS, CRIT_SUCCESS_AUTO, UNTRAINED)
AS_PRINTED = Readings(*(option.default for option in OF_TESTS))


def readings(scene: Scene[Any]) -> Readings:
    """The options of Tests in force in a scene."""
    return Readings(*map(scene.option, OF_TESTS)) if scene.options else AS_PRINTED
