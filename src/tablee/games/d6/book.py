"""The book of D6: the document's own rules, those that Tablée proposes, and the names of the amounts they share."""

from tablee.errors import BadInput
from tablee.games.d6.codes import as_code
from tablee.rules.book import Book
from tablee.text import Text

BOOK = Book.load(__package__, "check", "people", "fight", writes={"code": as_code})

TOTAL = BOOK.term("total")
RANK = BOOK.term("rank")


def said_by(wrong: BadInput) -> Text:
    """The sentence of an error, to be quoted in a refusal, which has its own full stop."""
    french, english = (wrong.say(lang).removesuffix(".") for lang in ("fr", "en"))
    return Text(french, english)
