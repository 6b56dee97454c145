"""An adventure as its MJ reads it: the scene, its text and secrets, its people, what may be tried and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablee.adventures.folder import Bound


class OutcomeLed(NamedTuple):
    """What may follow from something tried: its place, its name, the texts to read (each with its place; the first that
    fits), what it does in a few words.
    """

    place: str
    name: str
    texts: tuple[tuple[str, str], ...]
    does: str


class TryLed(NamedTuple):
    """Something that may be tried: what it is called, the roll to ask for, what may follow; whether it fits now, and
    whether all do it together; the fields of the roll that leave a choice, each with its values and their names.
    """

    label: str
    action: str
    params: Mapping[str, Any]
    outcomes: tuple[OutcomeLed, ...]
    fits: bool
    together: bool
    left: tuple[tuple[str, tuple[tuple[Any, str], ...]], ...] = ()


class PersonLed(NamedTuple):
    """Somebody of the scene: what they are called, what the MJ is told of them, whether they are in, and whether the
    story has them there now, for so many players.
    """

    id: str
    name: str
    about: str
    here: bool
    fits: bool


class ClockLed(NamedTuple):
    """Something that fills: how far, what it does once it is full, and the text of that (its place, its words)."""

    id: str
    label: str
    now: int
    size: int
    does: str
    full: tuple[str, str]


class PaperLed(NamedTuple):
    """A paper of the adventure: its place, its title and text, what the MJ is told of it, whether people have it."""

    place: str
    title: str
    text: str
    about: str
    given: bool
    picture: str = ""
    alt: str = ""


class AdventureLed(NamedTuple):
    """An adventure as its MJ reads it now."""

    scene: str
    text: str
    picture: tuple[str, str]  # of the scene, or of the end that it came to: its file, and what it shows
    notes: str
    more: tuple[tuple[str, str], ...]  # texts that fit beside it: place, words
    people: tuple[PersonLed, ...]
    tries: tuple[TryLed, ...]
    fight: tuple[OutcomeLed, ...]
    fighting: bool  # the fight of the scene is due, or goes on
    known: tuple[str, ...]  # remembered and carried
    clocks: tuple[ClockLed, ...]
    papers: tuple[PaperLed, ...]
    scenes: tuple[tuple[str, str], ...]  # all of them: id, first words
    next: tuple[str, ...]  # where something leads from here
    end: tuple[str, str, str]  # its place, title and text, once it came to one
    before: str  # what the MJ reads first


class AdventureStands(NamedTuple):
    """An adventure where it stands at a table, to be played on elsewhere: the party's sheets, where the story is (None
    once it has ended: from the beginning), the house rules.
    """

    book: Bound
    party: Mapping[str, Mapping[str, Any]]
    at: Mapping[str, Any] | None
    options: Mapping[str, Any]
