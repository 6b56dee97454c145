"""Facilities: what a house offers beside play, where it has what that needs.

A served house has all of them. One that lives inside a page has no printer, no lab for whole fights, takes no pictures,
nobody can come to it, and its shell is what is installed: pages do not offer these there, and say which house does. As
with addresses (`urls`), a process serves one house, so that pages drawn in streams know without being told.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tablee.errors import BadInput
from tablee.text import Text

PAPER, PICTURES, FIGHTS, GUESTS, INSTALL = "paper", "pictures", "fights", "guests", "install"
ALL = frozenset({PAPER, PICTURES, FIGHTS, GUESTS, INSTALL})
ELSEWHERE = Text(
    fr="Cela, la maison sur un ordinateur le fait, et pas celle-ci, qui tient dans une page : emportez la table "
    "(« Tout le journal »), et reprenez-la là-bas.",
    en="The house on a computer does that, and this one, which lives inside a page, does not: take the table along "
    "(“The whole log”), and bring it in there.",
)
_offered = ALL


def offer(what: frozenset[str]) -> None:
    """Say what the house of this process offers."""
    global _offered
    _offered = what


def offered(what: str) -> bool:
    return what in _offered


def needs(what: str) -> Callable[[], Awaitable[None]]:
    """A condition of addresses: they answer with a sentence where the house does not offer that."""

    async def here() -> None:
        if not offered(what):
            raise BadInput(ELSEWHERE)

    return here
