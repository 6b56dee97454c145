"""The house rules of Clé en main: where the book leaves the choice to the table."""

from tablee.rules.book import options_of

OPTIONS = options_of(__package__)
OPPOSITION_AUTO = OPTIONS["opposition_auto"]
FOUR_DICE_SIXES = OPTIONS["four_dice_sixes"]
HEROISM_WINDOW = OPTIONS["heroism_window"]
HEROISM_OUTSIDE_TABLE = OPTIONS["heroism_outside_table"]
EXTRA_DIE_SOURCE = OPTIONS["extra_die_source"]
LIGHT_WOUND_ORDER = OPTIONS["light_wound_order"]
MEP_DAMAGE = OPTIONS["mep_damage"]
PROTECTION_VS_HAZARDS = OPTIONS["protection_vs_hazards"]
