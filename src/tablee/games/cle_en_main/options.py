"""The house rules of Clé en main: where the book leaves the choice to the table."""

from tablee.rules.action import Option
from tablee.text import Text

OPPOSITION_AUTO = Option(
    "opposition_auto",
    Text(fr="Résultats automatiques en opposition", en="Automatic results in oppositions"),
    ("symmetric", "active_only", "none"),
    "CEM-OPP-04",
)
FOUR_DICE_SIXES = Option(
    "four_dice_sixes",
    Text(fr="Trois 6 avec un quatrième dé", en="Three 6s with a fourth die"),
    ("at_least_three", "base_three_only"),
    "CEM-TEST-02",
)
HEROISM_WINDOW = Option(
    "heroism_window",
    Text(fr="Chaque effet d'héroïsme, une fois par tour ou par round", en="Each heroism effect once per turn or round"),
    ("turn", "round"),
    "CEM-HERO-08",
)
HEROISM_OUTSIDE_TABLE = Option(
    "heroism_outside_table",
    Text(fr="Un PJ, ou plus de cinq", en="One PJ, or more than five"),
    ("error", "extrapolate", "clamp"),
    "CEM-HERO-01",
)
EXTRA_DIE_SOURCE = Option(
    "extra_die_source",
    Text(fr="Le dé d'Attaque meurtrière", en="The die of Attaque meurtrière"),
    ("step_up", "fresh"),
    "CEM-DMG-08",
)
LIGHT_WOUND_ORDER = Option(
    "light_wound_order",
    Text(fr="Blessure légère et protection", en="Blessure légère and protection"),
    ("before_protection", "after_protection"),
    "CEM-DMG-08",
)
MEP_DAMAGE = Option(
    "mep_damage",
    Text(fr="Dégâts qui mettent mal en point", en="Damage that puts in bad shape"),
    ("final", "raw"),
    "CEM-VIT-03",
)
PROTECTION_VS_HAZARDS = Option(
    "protection_vs_hazards",
    Text(fr="Protection contre les chutes et le feu", en="Protection against falls and fire"),
    (False, True),
    "CEM-HAZARD-04",
)

OPTIONS = (
    OPPOSITION_AUTO,
    FOUR_DICE_SIXES,
    HEROISM_WINDOW,
    HEROISM_OUTSIDE_TABLE,
    EXTRA_DIE_SOURCE,
    LIGHT_WOUND_ORDER,
    MEP_DAMAGE,
    PROTECTION_VS_HAZARDS,
)
