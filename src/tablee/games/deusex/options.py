"""The house rules of DeusEx: the document's own optional rules, and where it leaves a doubt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tablee.rules.action import Option, Scene, where
from tablee.rules.fields import Audience
from tablee.text import Text

CONTENT_NOTE = Text(
    fr="Les règles de stress et de Troubles mettent en jeu des traumatismes, des crises et des troubles mentaux ; "
    "au plus bas, un personnage met fin à ses jours. Ce sont des règles de jeu, pas un portrait de ces maladies. "
    "Parlez-en avec toute la table avant de les activer : chacun peut dire non. Vous pouvez aussi choisir des mots "
    "neutres et taire les nombres, ou couper ces règles à tout moment.",
    en="The stress and Trouble rules bring trauma, crises and mental disorders into play; at the lowest, a character "
    "ends their own life. They are rules of a game, not a portrait of these illnesses. Talk it over with the whole "
    "table before switching them on: anyone may say no. You may also choose neutral words and keep numbers silent, "
    "or switch these rules off at any time.",
)

STRESS_RULES = Option(
    "stress_rules",
    Text(fr="Règles de stress", en="Stress rules"),
    (True, False),
    "DEX-STRESS-01",
    CONTENT_NOTE,
)
TROUBLE_RULES = Option(
    "trouble_rules",
    Text(fr="Troubles mentaux", en="Mental troubles"),
    (True, False),
    "DEX-TROUBLE-01",
    CONTENT_NOTE,
)
STRESS_WORDS = Option(
    "stress_words",
    Text(fr="Mots des règles de stress", en="Words of the stress rules"),
    ("book", "neutral"),
    "DEX-STRESS-08",
    words=(
        Text(fr="ceux du livre", en="the book's"),
        Text(fr="neutres", en="neutral"),
    ),
)
STRESS_NUMBERS = Option(
    "stress_numbers",
    Text(fr="Nombres des règles de stress", en="Numbers of the stress rules"),
    ("shown", "hidden"),
    "DEX-STRESS-01",
    words=(
        Text(fr="montrés au joueur", en="shown to the player"),
        Text(fr="au meneur seul", en="the GM's alone"),
    ),
)
STRESS_LOSS_CAP = Option(
    "stress_loss_cap",
    Text(fr="Perte de PS au plus, par incident", en="Most PS lost to one incident"),
    (None, *range(1, 31)),
    "DEX-STRESS-03",
)
CROSSED_TESTS = Option(
    "crossed_tests", Text(fr="Tests d'Aptitude croisés", en="Crossed Aptitude Tests"), (False, True), "DEX-TEST-06"
)
OPEN_ROLLS = Option("open_rolls", Text(fr="Jets ouverts", en="Open rolls"), (False, True), "DEX-OPEN-01")
RANGED_DODGE = Option("ranged_dodge", Text(fr="Esquiver les tirs", en="Dodging shots"), (False, True), "DEX-COMBAT-05")
UNTRAINED = Option(
    "untrained",
    Text(fr="Agir sans l'Aptitude", en="Acting without the Aptitude"),
    ("by_category", "talent", "forbidden"),
    "DEX-TEST-05",
    words=(
        Text(fr="selon la catégorie", en="by category"),
        Text(fr="avec le Talent", en="with the Talent"),
        Text(fr="interdit", en="forbidden"),
    ),
)
CRIT_SUCCESS_AUTO = Option(
    "crit_success_auto",
    Text(fr="Deux 0 réussissent toujours", en="Two 0s always succeed"),
    (True, False),
    "DEX-CRIT-04",
)
OPPOSITION_CRIT_PRIORITY = Option(
    "opposition_crit_priority",
    Text(fr="En opposition, le critique l'emporte", en="A critical wins an opposition"),
    (False, True),
    "DEX-OPP-06",
)
MELEE_DAMAGE_MARGIN = Option(
    "melee_damage_margin",
    Text(fr="Marge des dégâts au corps à corps", en="Margin of melee damage"),
    ("winner", "difference"),
    "DEX-COMBAT-03",
    words=(
        Text(fr="celle du vainqueur", en="the winner's"),
        Text(fr="la différence des deux", en="the difference of both"),
    ),
)
MIN_HIT_DAMAGE = Option(
    "min_hit_damage", Text(fr="Dégâts minimum d'un coup", en="Least damage of a hit"), (0, 1), "DEX-COMBAT-03"
)
HALF_ROUNDING = Option(
    "half_rounding",
    Text(fr="Arrondi des moitiés", en="Rounding of halves"),
    ("down", "up", "nearest"),
    "DEX-DICE-05",
    words=(
        Text(fr="en dessous", en="down"),
        Text(fr="au-dessus", en="up"),
        Text(fr="au plus proche", en="to the nearest"),
    ),
)
RESERVE_REFILL = Option(
    "reserve_refill",
    Text(fr="La réserve revient à chaque…", en="The reserve returns with each…"),
    ("scenario", "seance"),
    "DEX-RESERVE-02",
    words=(
        Text(fr="scénario", en="scenario"),
        Text(fr="séance", en="session"),
    ),
)

OPTIONS = (
    STRESS_RULES,
    TROUBLE_RULES,
    STRESS_WORDS,
    STRESS_NUMBERS,
    STRESS_LOSS_CAP,
    CROSSED_TESTS,
    OPEN_ROLLS,
    RANGED_DODGE,
    UNTRAINED,
    CRIT_SUCCESS_AUTO,
    OPPOSITION_CRIT_PRIORITY,
    MELEE_DAMAGE_MARGIN,
    MIN_HIT_DAMAGE,
    HALF_ROUNDING,
    RESERVE_REFILL,
)


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
