"""The book of D6: the document's own rules, those that Tablée proposes, and the names of the amounts they share."""

from tablee.errors import BadInput
from tablee.rules.why import Book
from tablee.text import Text

BOOK = Book.load(__package__, "rules.toml", "rules_proposed.toml")

TOTAL = BOOK.term("total", fr="total", en="total")
RANK = BOOK.term("rank", fr="gravité", en="severity")


def said_by(wrong: BadInput) -> Text:
    """The sentence of an error, to be quoted in a refusal, which has its own full stop."""
    french, english = (wrong.say(lang).removesuffix(".") for lang in ("fr", "en"))
    return Text(french, english)
