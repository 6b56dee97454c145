"""The book of UnDéSix: its clauses, and the names of the numbers its chapters share."""

from tablee.rules.why import Book

BOOK = Book.load(__package__)

PHY = BOOK.term("phy", fr="PHY", en="PHY")
DEX = BOOK.term("dex", fr="DEX", en="DEX")
SAV = BOOK.term("sav", fr="SAV", en="SAV")
PSY = BOOK.term("psy", fr="PSY", en="PSY")
SENS = BOOK.term("sens", fr="SENS", en="SENS")
CHARACTERISTICS = {"phy": PHY, "dex": DEX, "sav": SAV, "psy": PSY, "sens": SENS}

MODIFIER = BOOK.term("modifier", fr="modificateur", en="modifier")
EXPERIENCE = BOOK.term("xp", fr="expérience", en="experience")
WEAPON = BOOK.term("weapon", fr="arme", en="weapon")
CA = BOOK.term("ca", fr="CA", en="CA")
MARGIN = BOOK.term("margin", fr="marge", en="margin")
DAMAGE = BOOK.term("damage", fr="dégâts", en="damage")
