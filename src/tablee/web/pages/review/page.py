"""The page of a fight read again, as one seat is shown it."""

from __future__ import annotations

import secrets
from functools import cached_property

from tablee.review.figures import chance, points
from tablee.review.seen import MomentSeen, ReviewSeen
from tablee.table.seen.view import View
from tablee.text import Text
from tablee.web.pages import tokens
from tablee.web.pages.review.curve import Drawn, drawn

SUMS = {
    "luck": Text(fr="les dés", en="dice"),
    "ours": Text(fr="nos choix", en="our choices"),
    "theirs": Text(fr="les leurs", en="theirs"),
    "word": Text(fr="la parole du meneur", en="the GM’s word"),
}


class ReviewPage:
    """A fight of a table, read again."""

    def __init__(self, table: str, view: View, review: ReviewSeen, lang: str) -> None:
        self.table, self.view, self.review, self.lang = table, view, review, lang

    @property
    def mj(self) -> bool:
        return self.view.mj

    @property
    def players(self) -> bool:
        """Whether anybody else reads fights at this table."""
        return any(seat.role == "player" for seat in self.view.seats.values())

    @cached_property
    def curve(self) -> Drawn | None:
        return drawn(self.review)

    @property
    def turning(self) -> MomentSeen | None:
        """The moment that moved most."""
        return self.review.decided

    @property
    def sums(self) -> list[tuple[str, str]]:
        """What dice and choices came to: what is nothing of the MJ's is left out."""
        found = self.review.sums.items()
        return [
            (SUMS[name].say(self.lang), points(came, self.lang)) for name, came in found if name != "word" or came[0]
        ]

    @property
    def began(self) -> str:
        """The chance at the start."""
        return self.review.points[0].said if self.review.points else ""

    @property
    def ended(self) -> str:
        """The chance in the end."""
        end = self.review.end
        return chance((end.chance, end.error), self.lang) if end else ""

    def token(self, who: str) -> tuple[str, str, bool]:
        """The name, the tint and the side of somebody who acted, for their token."""
        return tokens.called(who, self.view, self.lang), tokens.tint(who, self.view), tokens.is_foe(who, self.view)

    @cached_property
    def key(self) -> str:
        """The key of the next command: what is posted twice is done once."""
        return secrets.token_urlsafe(12)
