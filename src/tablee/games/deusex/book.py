"""The book of DeusEx: its clauses, and the names of the numbers its chapters share."""

from tablee.rules.why import Book

BOOK = Book.load(__package__)
