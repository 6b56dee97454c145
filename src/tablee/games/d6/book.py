"""The book of D6: its clauses, and the names of the numbers its chapters share."""

from tablee.rules.why import Book

BOOK = Book.load(__package__)
