"""The house rules of UnDéSix: where the book leaves the choice to the table."""

from tablee.rules.action import Option
from tablee.text import Text

ROLL_UNDER = Option(
    "roll_under",
    Text(fr="Réussir à égalité avec le seuil", en="Equal to the target succeeds"),
    ("inclusive", "strict"),
    "UDS-TEST-01",
)
ONE_SUCCEEDS = Option(
    "natural_one_succeeds", Text(fr="Un 1 réussit toujours", en="A 1 always succeeds"), (False, True), "UDS-TEST-07"
)
SIX_FAILS = Option(
    "natural_six_fails", Text(fr="Un 6 échoue toujours", en="A 6 always fails"), (False, True), "UDS-TEST-07"
)
GROUP_OPPOSITION = Option(
    "group_opposition",
    Text(fr="Échecs dans une opposition de groupes", en="Failures in a group opposition"),
    ("successes", "signed"),
    "UDS-OPP-04",
)
DEX1_CA = Option("dex1_ca", Text(fr="CA d'une Dextérité de 1", en="CA of a Dextérité of 1"), (-1, 0), "UDS-CA-03")
COMBAT_RESOLUTION = Option(
    "combat_resolution",
    Text(fr="Résolution des attaques", en="How attacks are resolved"),
    ("fiche1", "fiche8", "simplified"),
    "UDS-COMBAT-12",
)
MIN_DAMAGE = Option(
    "min_damage_on_hit", Text(fr="Dégâts d'une marge nulle", en="Damage of a margin of zero"), (0, 1), "UDS-COMBAT-03"
)

OPTIONS = (ROLL_UNDER, ONE_SUCCEEDS, SIX_FAILS, GROUP_OPPOSITION, DEX1_CA, COMBAT_RESOLUTION, MIN_DAMAGE)
