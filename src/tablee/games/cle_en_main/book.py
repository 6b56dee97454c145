"""The book of Clé en main: its clauses, and the names of the numbers that several chapters add up."""

from tablee.rules.book import Book

BOOK = Book.load(__package__, "people", "order", "world", "attack", "check")

SKILL = BOOK.term("skill")
CIRCUMSTANCES = BOOK.term("circumstances")
MODIFIER = BOOK.term("modifier")
BONUS = BOOK.term("bonus")
PROTECTION = BOOK.term("protection")
BROKEN = BOOK.term("broken")
ARMOUR = BOOK.term("armour")
DAMAGE = BOOK.term("damage")

# the dice, by their colour (CEM-DMG-02)
RED = BOOK.term("red")
WHITES = BOOK.term("white")
HEROIC = BOOK.term("heroic")
