"""What D6 puts at hand on paper: usual thresholds, the rules to read first, the tables to look up."""

from tablee.games.d6.check.difficulty import BANDS
from tablee.games.d6.codes import ONE_DIE, DieCode
from tablee.games.d6.lists.contents import Weapon
from tablee.games.d6.lists.reader import PROPOSED
from tablee.games.d6.people.costs import HIGHEST_CHARACTERISTIC, characteristic_price, level_price
from tablee.rules.reference import Difficulty, Reference, Table
from tablee.text import Text

USUAL = ("easy", "medium", "hard", "very_hard", "heroic")
HIGHEST_SHOWN = DieCode(15)  # 5D: higher levels are rare
CODE, THRESHOLD, PRICE = Text(fr="Code", en="Code"), Text(fr="Seuil", en="Threshold"), Text(fr="Prix", en="Price")
SKILL = Text(fr="Compétence", en="Skill")


def _damage(weapon: Weapon) -> str:
    """D6-COMBAT-03: what a weapon adds to strength, or deals by itself."""
    return _added(weapon.code) if weapon.strength else str(weapon.code)


def _added(code: DieCode) -> str:
    """A code as it is added: +1D, and +2 for mere pips."""
    return str(code) if str(code).startswith("+") else f"+{code}"


REFERENCE = Reference(
    difficulties=tuple(
        Difficulty(band.name, Text(str(band.top), str(band.top)), {"difficulty": id})
        for id, band in BANDS.items()
        if id in USUAL
    ),
    first=(
        "D6-CODE-01",
        "D6-TEST-01",
        "D6-TEST-02",
        "D6-TEST-03",
        "D6-TEST-05",
        "D6-CRIT-01",
        "D6-CRIT-02",
        "D6-CHAR-01",
        "D6-OPP-01",
        "D6-COMBAT-01",
        "D6-COMBAT-02",
        "D6-COMBAT-03",
    ),
    in_play=(
        "D6-CODE-02",
        "D6-CODE-03",
        "D6-CODE-04",
        "D6-TEST-04",
        "D6-CRIT-03",
        "D6-CRIT-04",
        "D6-SKILL-01",
        "D6-SKILL-02",
        "D6-SPEC-04",
        "D6-COMBAT-04",
        "D6-COMBAT-05",
        "D6-COMBAT-06",
        "D6-COMBAT-07",
        "D6-COMBAT-08",
        "D6-ADV-01",
    ),
    tables=(
        Table(
            Text(fr="Seuils", en="Thresholds"),
            "D6-TEST-03",
            (Text(fr="Difficulté", en="Difficulty"), Text(fr="Jusqu'à", en="Up to")),
            tuple((band.name, band.top) for band in BANDS.values()),
        ),
        Table(
            Text(fr="Cas typiques", en="Typical cases"),
            "D6-TEST-03",
            (Text(fr="Cas", en="Case"), THRESHOLD),
            tuple((case.name, case.threshold) for case in PROPOSED.cases.values()),
        ),
        Table(
            Text(fr="Armes", en="Weapons"),
            "D6-COMBAT-03",
            (Text(fr="Arme", en="Weapon"), CODE, SKILL),
            tuple(
                (
                    weapon.name,
                    f"+{weapon.code}" if weapon.strength else str(weapon.code),
                    PROPOSED.name_of(weapon.skill),
                )
                for weapon in PROPOSED.weapons.values()
            ),
        ),
        Table(
            Text(fr="Armures", en="Armours"),
            "D6-COMBAT-03",
            (Text(fr="Armure", en="Armour"), CODE),
            tuple((armour.name, _added(armour.code)) for armour in PROPOSED.armours.values()),
        ),
        Table(
            Text(fr="Bases des compétences", en="Bases of skills"),
            "D6-BASE-01",
            (SKILL, Text(fr="Base", en="Base")),
            tuple((skill.name, skill.formula) for skill in PROPOSED.skills.values()),
        ),
        Table(
            Text(fr="Prix", en="Prices"),
            "D6-CREATE-02",
            (CODE, Text(fr="Caractéristique", en="Characteristic"), Text(fr="Niveau", en="Level")),
            tuple(
                (str(code), characteristic_price(code), level_price(code))
                for code in map(DieCode, range(ONE_DIE.rank, HIGHEST_CHARACTERISTIC.rank + 1))
                if code <= HIGHEST_SHOWN
            ),
        ),
    ),
)
