"""Difficulty, Table: what a game puts at hand on paper: its usual difficulties, and the tables that an MJ looks up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablee.rules.why import Said
from tablee.text import Text

Cell = Said | int | str


@dataclass(frozen=True)
class Difficulty:
    """How hard something usually is: the word and the number people say, and the parameters of a test that mean it."""

    label: Text
    number: Text
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """A table to look up in play: what its columns are, its rows, and the rule it belongs to."""

    label: Text
    rule: str
    head: tuple[Text, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Reference:
    """What a game puts at hand: how hard things usually are, the rules to read first, those to have under one's eyes
    in play, and the tables to look up.
    """

    difficulties: tuple[Difficulty, ...] = ()
    first: tuple[str, ...] = ()  # ids of rules, in the order to read them: what it is, how one acts
    in_play: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
