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

OPTIONS = (OPPOSITION_AUTO, FOUR_DICE_SIXES)
