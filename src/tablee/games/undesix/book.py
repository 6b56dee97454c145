"""The book of UnDéSix: its clauses, and the names of the numbers its chapters share."""

from tablee.rules.book import Book

BOOK = Book.load(__package__, "people", "check", "world", "fight", "magic")

PHY = BOOK.term("phy")
DEX = BOOK.term("dex")
SAV = BOOK.term("sav")
PSY = BOOK.term("psy")
SENS = BOOK.term("sens")
CHARACTERISTICS = {"phy": PHY, "dex": DEX, "sav": SAV, "psy": PSY, "sens": SENS}
CHARACTERISTIC_NAMES = {id: label.label for id, label in CHARACTERISTICS.items()}

MODIFIER = BOOK.term("modifier")
SKILL = BOOK.term("skill")
EXPERIENCE = BOOK.term("xp")
GIFTED = BOOK.term("gifted")
VITALITY = BOOK.term("vitality")
DESPAIR = BOOK.term("despair")
WEAPON = BOOK.term("weapon")
CA = BOOK.term("ca")
MARGIN = BOOK.term("margin")
DAMAGE = BOOK.term("damage")
HEALED = BOOK.term("healed")
