"""The house rules of UnDéSix: where the book leaves the choice to the table."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tablee.games.undesix.book import BOOK
from tablee.rules.action import Option, Scene
from tablee.rules.why import Note
from tablee.text import Text

ROLL_UNDER = Option(
    "roll_under",
    Text(fr="Réussir à égalité avec le seuil", en="Equal to the target succeeds"),
    ("inclusive", "strict"),
    "UDS-TEST-01",
    words=(
        Text(fr="oui", en="yes"),
        Text(fr="non", en="no"),
    ),
)
ONE_SUCCEEDS = Option(
    "natural_one_succeeds", Text(fr="Un 1 réussit toujours", en="A 1 always succeeds"), (False, True), "UDS-TEST-07"
)
SIX_FAILS = Option(
    "natural_six_fails", Text(fr="Un 6 échoue toujours", en="A 6 always fails"), (False, True), "UDS-TEST-07"
)
NATURAL_SCOPE = Option(
    "natural_scope",
    Text(fr="Où le 1 et le 6 comptent", en="Where the 1 and the 6 count"),
    (
        "test",
        "opposition",
        "spell",
        "test+opposition",
        "test+spell",
        "opposition+spell",
        "test+opposition+spell",
    ),
    "UDS-TEST-07",
    words=(
        Text(fr="les tests", en="tests"),
        Text(fr="les oppositions", en="oppositions"),
        Text(fr="les sorts", en="spells"),
        Text(fr="les tests et les oppositions", en="tests and oppositions"),
        Text(fr="les tests et les sorts", en="tests and spells"),
        Text(fr="les oppositions et les sorts", en="oppositions and spells"),
        Text(fr="partout", en="everywhere"),
    ),
)
GROUP_OPPOSITION = Option(
    "group_opposition",
    Text(fr="Échecs dans une opposition de groupes", en="Failures in a group opposition"),
    ("successes", "signed"),
    "UDS-OPP-04",
    words=(
        Text(fr="ne comptent pas", en="do not count"),
        Text(fr="se retranchent", en="are taken away"),
    ),
)
DEX1_CA = Option("dex1_ca", Text(fr="CA d'une Dextérité de 1", en="CA of a DEX of 1"), (-1, 0), "UDS-CA-03")
COMBAT_RESOLUTION = Option(
    "combat_resolution",
    Text(fr="Résolution des attaques", en="How attacks are resolved"),
    ("fiche1", "fiche8", "simplified"),
    "UDS-COMBAT-12",
    words=(
        Text(fr="Fiche 1", en="Fiche 1"),
        Text(fr="Fiche 8", en="Fiche 8"),
        Text(fr="simplifiée", en="simplified"),
    ),
)
MIN_DAMAGE = Option(
    "min_damage_on_hit", Text(fr="Dégâts d'une marge nulle", en="Damage of a margin of zero"), (0, 1), "UDS-COMBAT-03"
)
HIT_LOCATIONS = Option(
    "hit_locations", Text(fr="Localiser les blessures", en="Hit locations"), (False, True), "UDS-COMBAT-13"
)
SPELL_ROLLS = Option(
    "spell_rolls",
    Text(fr="Jets d'un sort : par Verbe ou par mot", en="Rolls of a spell: per Verb or per word"),
    ("per_verb", "per_word"),
    "UDS-MAGIC-04",
    words=(
        Text(fr="par Verbe", en="per Verb"),
        Text(fr="par mot", en="per word"),
    ),
)
EVERYONE_MAGIC = Option(
    "everyone_magic",
    Text(fr="Tout le monde peut lancer des sorts", en="Everybody can cast"),
    (False, True),
    "UDS-XP-10",
)
FAILED_CAST_COSTS = Option(
    "failed_cast_costs", Text(fr="Un sort raté se paie", en="A failed spell is paid for"), (True, False), "UDS-MAGIC-19"
)
RESIST_COSTS = Option(
    "resist_costs_psy", Text(fr="Résister coûte 1 PSY", en="Resisting costs 1 PSY"), (True, False), "UDS-MAGIC-24"
)
TO_MINUS_TEN = Option(  # UDS-OPT-10
    "pc_survives_to_minus_ten",
    Text(fr="Les personnages joueurs survivent jusqu'à −10", en="Player characters survive down to −10"),
    (False, True),
    "UDS-HEALTH-05",
)
DEATH_DELAY = Option(
    "death_delay",
    Text(fr="Sous 0 en PHY, la mort vient", en="Below 0 PHY, death comes"),
    ("none", "minutes", "hours"),
    "UDS-HEALTH-06",
    words=(
        Text(fr="aussitôt", en="at once"),
        Text(fr="en quelques minutes", en="within minutes"),
        Text(fr="en quelques heures", en="within hours"),
    ),
)
MADNESS = Option(
    "madness_rule", Text(fr="Folie comptée en jours", en="Madness counted in days"), (True, False), "UDS-STATE-04"
)
CRITICAL_DOUBLE = Option(
    "critical_double", Text(fr="Confirmer les 1 et les 6", en="Confirm 1s and 6s"), (False, True), "UDS-OPT-01"
)
CRITICAL_STREAK = Option(
    "critical_streak",
    Text(fr="Deux 1 de suite : coup critique", en="Two 1s in a row: critical hit"),
    (False, True),
    "UDS-OPT-02",
)
FUMBLE_STREAK = Option(
    "fumble_streak",
    Text(fr="Deux 6 de suite : arme cassée", en="Two 6s in a row: broken weapon"),
    (False, True),
    "UDS-OPT-03",
)
DESPERATE = Option(
    "desperate_actions", Text(fr="Actions désespérées", en="Desperate actions"), (False, True), "UDS-OPT-04"
)
DESTINY = Option("destiny_dice", Text(fr="Dés de Destin", en="Destiny dice"), (False, True), "UDS-OPT-07")
RULE_STAGE = Option(
    "rule_stage", Text(fr="Règles déjà introduites", en="Rules introduced so far"), (4, 1, 2, 3), "UDS-OPT-12"
)

NOT_YET = BOOK.saying(
    "UDS-OPT-12",
    fr="Cette règle vient avec la Fiche {stage} ; la table en est à {reached}. Une option change cela.",
    en="This rule comes with Fiche {stage}; the table has reached {reached}. An option changes that.",
)

OPTIONS = (
    ROLL_UNDER,
    ONE_SUCCEEDS,
    SIX_FAILS,
    NATURAL_SCOPE,
    GROUP_OPPOSITION,
    DEX1_CA,
    COMBAT_RESOLUTION,
    MIN_DAMAGE,
    HIT_LOCATIONS,
    SPELL_ROLLS,
    EVERYONE_MAGIC,
    FAILED_CAST_COSTS,
    RESIST_COSTS,
    TO_MINUS_TEN,
    DEATH_DELAY,
    MADNESS,
    CRITICAL_DOUBLE,
    CRITICAL_STREAK,
    FUMBLE_STREAK,
    DESPERATE,
    DESTINY,
    RULE_STAGE,
)


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
    return None if reached >= stage else NOT_YET.note(stage=stage, reached=reached)
