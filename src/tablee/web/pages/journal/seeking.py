"""What a reader seeks in a journal: which lines, about whom, with which words, and at which line they stand."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from tablee.table.lines import Line
from tablee.table.seen.view import View
from tablee.web.pages.table.cards import Card
from tablee.web.urls import url

Json = dict[str, Any]

ROLLS = ("roll", "slim", "waiting", "unseen", "free", "gather")
WORDS = ("say", "me", "whisper", "paper")
KINDS = ("", "rolls", "words", "changes")
MJ = "mj"  # in the place of a character: those whom the MJ plays, and the MJ's own words
MAX_WORDS = 80


@dataclass(frozen=True)
class Sought:
    """What the address of a journal asks for. Numbers are those of the seat's own lines; 0 for none."""

    kind: str = ""
    who: str = ""
    words: str = ""
    before: int = 0
    at: int = 0  # the line that is replayed
    asks: str = ""  # what is about to be done at that line: "rewind", "redo"

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Sought:
        """What the fields of an address ask for; what cannot be read is not asked."""
        kind, asks = given.get("kind", ""), given.get("ask", "")
        return cls(
            kind if kind in KINDS else "",
            given.get("who", "")[:60],
            given.get("q", "").strip()[:MAX_WORDS],
            _number(given.get("before", "")),
            _number(given.get("at", "")),
            asks if asks in ("rewind", "redo") else "",
        )

    def address(self, table: str, **changed: Any) -> str:
        """The address of the journal with other things asked; a new filter or search begins at the end again."""
        if changed.keys() & {"kind", "who", "words"}:
            changed = {"before": 0, "at": 0, "asks": "", **changed}
        asked = replace(self, **changed)
        fields: dict[str, Any] = {"kind": asked.kind, "who": asked.who, "q": asked.words}
        fields |= {"before": asked.before, "at": asked.at, "ask": asked.asks}
        query = urlencode({name: value for name, value in fields.items() if value})
        here = f"#n{asked.at}" if asked.at and not asked.asks else "#asked" if asked.asks else ""
        return url("/t/{}/journal{}{}", table, f"?{query}" if query else "", here)

    def finds(self, card: Card, line: Line, view: View) -> bool:
        """Whether a line of the journal, drawn as this card, is among those sought."""
        return self._of_kind(card) and self._about(line, view) and self._says(card)

    def _of_kind(self, card: Card) -> bool:
        if self.kind == "rolls":
            return card.kind in ROLLS and bool(card.hands or card.kind in ("unseen", "gather"))
        if self.kind == "words":
            return card.kind in WORDS
        return self.kind != "changes" or bool(card.changes or card.corrected)

    def _about(self, line: Line, view: View) -> bool:
        if not self.who:
            return True
        cast, what = view.cast, line.what
        actor, who = getattr(what, "actor", ""), getattr(what, "who", "")
        if self.who == MJ:
            theirs = actor in cast and not cast[actor].owner and not cast[actor].free
            return theirs or (not actor and line.by in view.seats and view.seats[line.by].role == "mj")
        named = {actor, *((who,) if isinstance(who, str) else who)}  # several of whom a roll is asked
        named |= {one.who for one in (*getattr(what, "parts", ()), *getattr(what, "changes", ()))}
        owner = cast[self.who].owner if self.who in cast else ""
        return self.who in named or (not actor and bool(owner) and line.by == owner)

    def _says(self, card: Card) -> bool:
        if not self.words:
            return True
        said = [card.title, card.text, card.waiting, *card.corrected, card.who.name if card.who else ""]
        said += [f"{one.who.name if one.who else ''} {one.label}" for one in card.changes]
        said += [one.label for one in (card.verdict, *card.others) if one]
        told = plain(" ".join(said))
        return all(word in told for word in plain(self.words).split())


def plain(text: str) -> str:
    """A text as it is searched: small letters, no accents, straight apostrophes.

    >>> plain("L’Épée d'Œdipe")
    "l'epee d'oedipe"
    """
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return bare.casefold().replace("œ", "oe").replace("æ", "ae").replace("’", "'")


def _number(word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 16 else 0
