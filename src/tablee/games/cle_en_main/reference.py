"""What Clé en main puts at hand on paper: usual difficulties, the rules to read first, the tables to look up."""

from tablee.games.cle_en_main.layout import reach
from tablee.games.cle_en_main.tables import ARMOURS, CARE, FIRES, HEROISM, SKILLS, TRAVELS, WEAPONS
from tablee.rules.reference import Difficulty, Reference, Table
from tablee.text import Text

DIFFICULTIES = {  # CEM-TEST-04
    10: Text(fr="facile", en="easy"),
    15: Text(fr="moyen", en="average"),
    20: Text(fr="difficile", en="hard"),
    25: Text(fr="héroïque", en="heroic"),
}
KINDS = {
    "standard": Text(fr="ordinaire", en="ordinary"),
    "war": Text(fr="de guerre", en="war"),
    "heavy": Text(fr="lourde", en="heavy"),
}
STATES = {
    "normal": Text(fr="normal", en="normal"),
    "bad_shape": Text(fr="mal en point", en="in bad shape"),
    "unconscious": Text(fr="inconscient", en="unconscious"),
    "dying": Text(fr="danger de mort", en="danger of death"),
}
SKILL, DICE = Text(fr="Compétence", en="Skill"), Text(fr="Dés", en="Dice")
DIFFICULTY = Text(fr="Difficulté", en="Difficulty")


REFERENCE = Reference(
    difficulties=tuple(
        Difficulty(label, Text(str(number), str(number)), {"difficulty": number})
        for number, label in DIFFICULTIES.items()
    ),
    first=(
        "CEM-CHAR-02",
        "CEM-TEST-01",
        "CEM-TEST-02",
        "CEM-TEST-04",
        "CEM-OPP-01",
        "CEM-TURN-02",
        "CEM-TURN-03",
        "CEM-ATTACK-01",
        "CEM-DMG-01",
        "CEM-PRIME-01",
        "CEM-HERO-03",
        "CEM-HERO-04",
        "CEM-VIT-02",
    ),
    in_play=(
        "CEM-OPP-02",
        "CEM-TURN-05",
        "CEM-TURN-07",
        "CEM-ACT-01",
        "CEM-ACT-02",
        "CEM-DEF-01",
        "CEM-DEF-02",
        "CEM-DEF-03",
        "CEM-DEF-04",
        "CEM-DMG-08",
        "CEM-PRIME-04",
        "CEM-PRIME-05",
        "CEM-PRIME-06",
        "CEM-PRIME-07",
        "CEM-PEN-02",
        "CEM-PEN-03",
        "CEM-PEN-04",
        "CEM-PEN-05",
        "CEM-VIT-03",
        "CEM-VIT-04",
        "CEM-HERO-06",
        "CEM-HERO-07",
        "CEM-COOP-01",
        "CEM-CHASE-02",
        "CEM-HAZARD-01",
        "CEM-NPC-07",
        "CEM-NPC-09",
    ),
    tables=(
        Table(
            Text(fr="Armes", en="Weapons"),
            "CEM-EQUIP-06",
            (Text(fr="Arme", en="Weapon"), Text(fr="Sorte", en="Kind"), DICE, Text(fr="Portée", en="Reach")),
            tuple((row.name, KINDS[row.category], row.dice, reach(row) or "") for row in WEAPONS.values()),
        ),
        Table(
            Text(fr="Armures et boucliers", en="Armours and shields"),
            "CEM-EQUIP-12",
            (Text(fr="Armure", en="Armour"), Text(fr="Sorte", en="Kind"), Text(fr="Protection", en="Protection")),
            tuple((row.name, KINDS[row.category], row.protection) for row in ARMOURS.values()),
        ),
        Table(
            Text(fr="Compétences", en="Skills"),
            "CEM-SKILL-02",
            (SKILL, Text(fr="Sert à", en="Used to")),
            tuple((row.name, row.used_for) for row in SKILLS.values()),
        ),
        Table(
            Text(fr="Soins", en="Care"),
            "CEM-HEAL-02",
            (Text(fr="Patient", en="Patient"), DIFFICULTY),
            tuple((STATES[id], number) for id, number in CARE.items()),
        ),
        Table(
            Text(fr="Héroïsme", en="Heroism"),
            "CEM-HERO-01",
            (Text(fr="Joueurs", en="Players"), Text(fr="Points chacun", en="Points each")),
            tuple((str(players), points) for players, points in HEROISM.items()),
        ),
        Table(
            Text(fr="Poursuites", en="Chases"),
            "CEM-CHASE-02",
            (Text(fr="Comment", en="How"), SKILL),
            tuple((row.name, SKILLS[row.skill].name) for row in TRAVELS.values()),
        ),
        Table(
            Text(fr="Feu", en="Fire"),
            "CEM-HAZARD-02",
            (Text(fr="Feu", en="Fire"), Text(fr="Dés par round", en="Dice a round")),
            tuple((row.name, row.dice) for row in FIRES.values()),
        ),
    ),
)
