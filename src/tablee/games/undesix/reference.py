"""What UnDéSix puts at hand on paper: how hard things usually are, the rules to read first, the tables to look up."""

from tablee.games.undesix.magic.words import DISTANCES, DURATIONS, ESSENCES, SIZES, VERBS
from tablee.games.undesix.tables import ARMOURS, ATTITUDES, CIRCUMSTANCES, LOCATIONS, PARTS, WEAPONS
from tablee.games.undesix.world.hazards import HAZARDS
from tablee.rules.reference import Difficulty, Reference, Table
from tablee.text import LANGS, Text, signed

BONUS = Text(fr="Bonus", en="Bonus")
ATTITUDE = Text(fr="Attitude", en="Attitude")
NOTHING = "–"
PLAIN_WEAPONS = [row for row in WEAPONS.values() if not row.special]
LEVELS = (  # UDS-TEST-04
    ("0", Text(fr="de justesse", en="just made it")),
    ("1", Text(fr="mineur", en="minor")),
    ("2, 3", Text(fr="majeur", en="major")),
    ("4", Text(fr="exceptionnel", en="exceptional")),
    ("5 +", Text(fr="légendaire", en="legendary")),
)


def _modifier(by: int, fr: str, en: str) -> Difficulty:
    """UDS-TEST-05: a bonus or a malus by its size."""
    return Difficulty(Text(fr, en), Text(signed(by, "fr"), signed(by, "en")), {"modifier": by})


def _signed(value: int | None) -> str:
    return NOTHING if value is None else signed(value, "fr")


def _each(count: int, unit: Text) -> Text:
    return Text(*(f"{count} {unit.say(lang, n=count)}" for lang in LANGS))


REFERENCE = Reference(
    difficulties=(
        _modifier(2, "aisé", "easy"),
        _modifier(0, "normal", "normal"),
        _modifier(-1, "malus mineur", "minor malus"),
        _modifier(-2, "malus moyen", "medium malus"),
    ),
    first=(
        "UDS-CHAR-01",
        "UDS-TEST-01",
        "UDS-TEST-02",
        "UDS-TEST-03",
        "UDS-OPP-01",
        "UDS-COMBAT-01",
        "UDS-COMBAT-03",
        "UDS-HEALTH-01",
        "UDS-MAGIC-02",
        "UDS-MAGIC-04",
        "UDS-XP-01",
    ),
    in_play=(
        "UDS-TEST-05",
        "UDS-OPP-02",
        "UDS-INIT-01",
        "UDS-INIT-03",
        "UDS-COMBAT-02",
        "UDS-COMBAT-04",
        "UDS-COMBAT-05",
        "UDS-CA-04",
        "UDS-HEALTH-03",
        "UDS-HEALTH-04",
        "UDS-STATE-03",
        "UDS-STATE-04",
        "UDS-HEAL-01",
        "UDS-HEAL-04",
        "UDS-MAGIC-17",
        "UDS-MAGIC-24",
        "UDS-MAGIC-28",
        "UDS-MAGIC-30",
    ),
    tables=(
        Table(
            Text(fr="La marge", en="The margin"),
            "UDS-TEST-04",
            (Text(fr="Marge", en="Margin"), Text(fr="Réussite ou échec", en="Success or failure")),
            LEVELS,
        ),
        Table(
            Text(fr="Circonstances", en="Circumstances"),
            "UDS-TEST-06",
            (Text(fr="Circonstance", en="Circumstance"), Text(fr="Seuil", en="Target")),
            tuple((row.name, _signed(row.modifier)) for row in CIRCUMSTANCES.values()),
        ),
        Table(
            Text(fr="Attitudes", en="Attitudes"),
            "UDS-ATTITUDE-02",
            (
                Text(fr="Attitude", en="Attitude"),
                Text(fr="Attaque", en="Attack"),
                Text("SENS", "SENS"),
                Text("CA", "AC"),
            ),
            tuple((row.name, _signed(row.attack), _signed(row.sens), _signed(row.ca)) for row in ATTITUDES.values()),
        ),
        Table(
            Text(fr="Armures", en="Armours"),
            "UDS-CA-01",
            (Text(fr="Armure", en="Armour"), Text("CA", "AC")),
            tuple((row.name, row.ca) for row in ARMOURS.values()),
        ),
        Table(
            Text(fr="Armes", en="Weapons"),
            "UDS-COMBAT-02",
            (Text(fr="Arme", en="Weapon"), BONUS, Text(fr="Avec", en="With")),
            tuple(
                (row.name, _signed(row.bonus), row.characteristic.upper())
                for row in WEAPONS.values()
                if not row.special
            ),
        ),
        Table(
            Text(fr="Viser", en="Aiming"),
            "UDS-ACTION-10",
            (Text(fr="Où", en="Where"), Text(fr="Seuil", en="Target")),
            tuple((row.name, _signed(row.modifier)) for row in PARTS.values()),
        ),
        Table(
            Text(fr="Où le coup porte", en="Where a blow lands"),
            "UDS-COMBAT-13",
            (Text(fr="Dé", en="Die"), Text(fr="Endroit", en="Place")),
            tuple((str(face), place.name) for face, place in LOCATIONS.items()),
        ),
        Table(
            Text(fr="Verbes", en="Verbs"),
            "UDS-MAGIC-07",
            (Text(fr="Verbe", en="Verb"), Text("Malus", "Malus")),
            tuple((word.name, _signed(-word.malus)) for id, word in VERBS.items() if word.key == f"verb:{id}"),
        ),
        Table(
            Text(fr="Essences", en="Essences"),
            "UDS-MAGIC-09",
            (Text(fr="Essence", en="Essence"), Text("Malus", "Malus")),
            tuple((word.name, _signed(-word.malus)) for word in ESSENCES.values()),
        ),
        Table(
            Text(fr="Taille, durée, distance", en="Size, duration, distance"),
            "UDS-MAGIC-13",
            (Text(fr="Du sort", en="Of a spell"), Text("Malus", "Malus")),
            tuple(
                (row.name, _signed(-row.malus))
                for table in (SIZES, DURATIONS, DISTANCES)
                for row in table.values()
                if row.malus
            ),
        ),
        Table(
            Text(fr="Dangers", en="Dangers"),
            "UDS-HEALTH-07",
            (Text(fr="Danger", en="Danger"), Text(fr="Chaque", en="Each"), Text(fr="PHY perdu", en="PHY lost")),
            tuple((row.name, _each(row.unit, row.of), row.points) for row in HAZARDS.values()),
        ),
    ),
)
