"""The house rules of Clé en main: where the book leaves the choice to the table."""

from tablee.rules.action import Option
from tablee.text import Text

OPPOSITION_AUTO = Option(
    "opposition_auto",
    Text(fr="Résultats automatiques en opposition", en="Automatic results in oppositions"),
    ("symmetric", "active_only", "none"),
    "CEM-OPP-04",
    words=(
        Text(fr="des deux côtés", en="on both sides"),
        Text(fr="pour qui agit seulement", en="for the one who acts only"),
        Text(fr="aucun", en="none"),
    ),
)
FOUR_DICE_SIXES = Option(
    "four_dice_sixes",
    Text(fr="Trois 6 avec un quatrième dé", en="Three 6s with a fourth die"),
    ("at_least_three", "base_three_only"),
    "CEM-TEST-02",
    words=(
        Text(fr="trois 6 au moins parmi les dés lancés", en="three 6s at least among the dice rolled"),
        Text(fr="les trois premiers dés seulement", en="the first three dice only"),
    ),
)
HEROISM_WINDOW = Option(
    "heroism_window",
    Text(fr="Chaque effet d'héroïsme, une fois par tour ou par round", en="Each heroism effect once per turn or round"),
    ("turn", "round"),
    "CEM-HERO-08",
    words=(
        Text(fr="par tour", en="per turn"),
        Text(fr="par round", en="per round"),
    ),
)
HEROISM_OUTSIDE_TABLE = Option(
    "heroism_outside_table",
    Text(fr="Un PJ, ou plus de cinq", en="One PC, or more than five"),
    ("error", "extrapolate", "clamp"),
    "CEM-HERO-01",
    words=(
        Text(fr="refusé", en="refused"),
        Text(fr="la table prolongée", en="the table extended"),
        Text(fr="la ligne la plus proche", en="the nearest row"),
    ),
)
EXTRA_DIE_SOURCE = Option(
    "extra_die_source",
    Text(fr="Le dé d'Attaque meurtrière", en="The die of Attaque meurtrière"),
    ("step_up", "fresh"),
    "CEM-DMG-08",
    words=(
        Text(fr="l'arme lit un dé de plus", en="the weapon reads one die more"),
        Text(fr="un dé de plus est lancé", en="one die more is rolled"),
    ),
)
LIGHT_WOUND_ORDER = Option(
    "light_wound_order",
    Text(fr="Blessure légère et protection", en="Blessure légère and protection"),
    ("before_protection", "after_protection"),
    "CEM-DMG-08",
    words=(
        Text(fr="moitié avant la protection", en="halved before protection"),
        Text(fr="moitié après la protection", en="halved after protection"),
    ),
)
MEP_DAMAGE = Option(
    "mep_damage",
    Text(fr="Dégâts qui mettent mal en point", en="Damage that puts in bad shape"),
    ("final", "raw"),
    "CEM-VIT-03",
    words=(
        Text(fr="ce qui est subi", en="what is suffered"),
        Text(fr="avant la protection", en="before protection"),
    ),
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
