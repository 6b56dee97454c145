"""The house rules of UnDéSix: where the book leaves the choice to the table."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tablee.games.undesix.book import BOOK
from tablee.rules.action import Option, Scene
from tablee.rules.book import options_of
from tablee.rules.fields import Audience
from tablee.rules.why import Note

OPTIONS = options_of(__package__)
ROLL_UNDER = OPTIONS["roll_under"]
ONE_SUCCEEDS = OPTIONS["natural_one_succeeds"]
SIX_FAILS = OPTIONS["natural_six_fails"]
NATURAL_SCOPE = OPTIONS["natural_scope"]
GROUP_OPPOSITION = OPTIONS["group_opposition"]
DEX1_CA = OPTIONS["dex1_ca"]
COMBAT_RESOLUTION = OPTIONS["combat_resolution"]
MIN_DAMAGE = OPTIONS["min_damage_on_hit"]
HIT_LOCATIONS = OPTIONS["hit_locations"]
SPELL_ROLLS = OPTIONS["spell_rolls"]
EVERYONE_MAGIC = OPTIONS["everyone_magic"]
FAILED_CAST_COSTS = OPTIONS["failed_cast_costs"]
RESIST_COSTS = OPTIONS["resist_costs_psy"]
TO_MINUS_TEN = OPTIONS["pc_survives_to_minus_ten"]
DEATH_DELAY = OPTIONS["death_delay"]
MADNESS = OPTIONS["madness_rule"]
CRITICAL_DOUBLE = OPTIONS["critical_double"]
CRITICAL_STREAK = OPTIONS["critical_streak"]
FUMBLE_STREAK = OPTIONS["fumble_streak"]
DESPERATE = OPTIONS["desperate_actions"]
DESTINY = OPTIONS["destiny_dice"]
RULE_STAGE = OPTIONS["rule_stage"]
FREE_CREATION = OPTIONS["free_creation"]


def players_choice(options: Mapping[str, Any]) -> Audience:
    """UDS-CREATE-04…09, -12: whose word modes of creation but the random one, and what one carries, are: the MJ's,
    unless the table leaves them to the players.
    """
    return Audience.EVERYONE if FREE_CREATION.at(options) else Audience.MJ


DELAYS = {"none": 0, "minutes": 10, "hours": 180}  # minutes


class BelowZero(NamedTuple):
    """What a table makes of a negative PHY: whether the −10 rule holds, and the minutes before death (0 for none)."""

    to_minus_ten: bool = False
    delay: int = 0


BOOK_FATE = BelowZero()


def below_zero(scene: Scene[Any]) -> BelowZero:
    """UDS-HEALTH-05, -06: what this table makes of a negative PHY."""
    return BelowZero(scene.option(TO_MINUS_TEN), DELAYS[scene.option(DEATH_DELAY)])


def naturals(scene: Scene[Any], where: str) -> tuple[bool, bool]:
    """UDS-TEST-07, UDS-OPT-09: does a 1 always succeed, a 6 always fail, in a `test`, an `opposition` or a `spell`?"""
    here = where in scene.option(NATURAL_SCOPE).split("+")
    return here and scene.option(ONE_SUCCEEDS), here and scene.option(SIX_FAILS)


When = Callable[[Scene[Any], Mapping[str, Any]], bool]
"""Whether a field of a form applies, on a scene and with these values in the other fields."""


def with_option(option: Option) -> When:
    """A field that applies where the table plays with this option."""
    return lambda scene, _values: bool(scene.option(option))


def from_stage(stage: int) -> When:
    """UDS-OPT-12: a field that applies once the rules of this Fiche are introduced."""
    return lambda scene, _values: not_yet(scene, stage) is None


def not_yet(scene: Scene[Any], stage: int) -> Note | None:
    """UDS-OPT-12: the refusal of a rule of Fiche 2, 3 or 4 not introduced yet; by default all are."""
    reached = scene.option(RULE_STAGE)
    return None if reached >= stage else BOOK.note("UDS-OPT-12", stage=stage, reached=reached)
