"""Placing: the dice of a creation that are put in their places one by one, as a page draws them."""

from __future__ import annotations

from typing import NamedTuple

from tablee.text import Text


class Place(NamedTuple):
    """Where a die may lie: the id that an answer names, a short and a long name, the face there (None: no die)."""

    id: str
    short: Text
    long: Text
    face: int | None = None


class Derived(NamedTuple):
    """What follows from a place: its name, the id of the place, whether it is ticked in boxes or written."""

    label: Text
    place: str
    boxes: bool = False


class Placing(NamedTuple):
    """The places in their order, the die that waits for one (0: none), and what follows from those that are filled."""

    places: tuple[Place, ...]
    waiting: int
    derived: tuple[Derived, ...] = ()

    @property
    def total(self) -> int:
        return sum(self.placed.values())

    @property
    def names(self) -> dict[str, Text]:
        """The short name of each place."""
        return {place.id: place.short for place in self.places}

    @property
    def placed(self) -> dict[str, int]:
        """The face that lies in each place that is filled."""
        return {place.id: place.face for place in self.places if place.face is not None}
