"""The rules of Clé en main (`rules.toml`, `rules-fights.toml`), and the names of the numbers that several chapters add
up.
"""

from tablee.rules.why import Book
from tablee.text import Text

BOOK = Book.load(__package__, "rules.toml", "rules-fights.toml")

SKILL = BOOK.term("skill", fr="compétence", en="skill")
CIRCUMSTANCES = BOOK.term("circumstances", fr="circonstances", en="circumstances", rule="CEM-MOD-02")
MODIFIER = BOOK.term("modifier", fr="modificateur", en="modifier")
BONUS = BOOK.term("bonus", fr="bonus", en="bonus")
PROTECTION = BOOK.term("protection", fr="protection", en="protection", rule="CEM-DMG-05")
BROKEN = BOOK.term("broken", fr="brisé", en="broken", rule="CEM-EQUIP-12")
ARMOUR = BOOK.term("armour", fr="armure", en="armour", rule="CEM-EQUIP-13")
DAMAGE = BOOK.term("damage", fr="dégâts", en="damage", unit=Text("dégât{n:|s}", "damage"))

# the dice, by their colour (CEM-DMG-02)
RED = BOOK.term("red", fr="rouge", en="red")
WHITES = BOOK.term("white", fr="blancs", en="white")
HEROIC = BOOK.term("heroic", fr="dé héroïque", en="heroic die", rule="CEM-DMG-06")
