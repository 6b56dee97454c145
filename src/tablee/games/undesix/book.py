"""The book of UnDéSix: its clauses, and the names of the numbers its chapters share."""

from tablee.rules.why import Book
from tablee.text import Text

BOOK = Book.load(__package__, "rules-people.toml", "rules-fights.toml", "rules-magic.toml")

PHY = BOOK.term("phy", fr="PHY", en="PHY")
DEX = BOOK.term("dex", fr="DEX", en="DEX")
SAV = BOOK.term("sav", fr="SAV", en="SAV")
PSY = BOOK.term("psy", fr="PSY", en="PSY")
SENS = BOOK.term("sens", fr="SENS", en="SENS")
CHARACTERISTICS = {"phy": PHY, "dex": DEX, "sav": SAV, "psy": PSY, "sens": SENS}
CHARACTERISTIC_NAMES = {id: label.label for id, label in CHARACTERISTICS.items()}

MODIFIER = BOOK.term("modifier", fr="modificateur", en="modifier", rule="UDS-TEST-05")
SKILL = BOOK.term("skill", fr="compétence", en="skill")
EXPERIENCE = BOOK.term("xp", fr="expérience", en="experience", rule="UDS-XP-02")
GIFTED = BOOK.term("gifted", fr="Doué", en="Gifted", rule="UDS-QUAL-05")
VITALITY = BOOK.term("vitality", fr="Vitalité", en="Vitality")
DESPAIR = BOOK.term("despair", fr="désespoir", en="despair", rule="UDS-OPT-04")
WEAPON = BOOK.term("weapon", fr="arme", en="weapon")
CA = BOOK.term("ca", fr="CA", en="CA")
MARGIN = BOOK.term("margin", fr="marge", en="margin")
DAMAGE = BOOK.term("damage", fr="dégâts", en="damage", unit=Text("dégât{n:|s}", "damage"))
HEALED = BOOK.term("healed", fr="points rendus", en="points restored")
