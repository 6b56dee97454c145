"""Answers about a table that hang on its state alone: a page, its tabs, its forms and its stream ask the same of it,
and as long as people only talk they are told what was answered before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from threading import Lock
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from tablee.dice.patience import patience

P = ParamSpec("P")
T = TypeVar("T")
MAX_KEPT = 128  # answers of a house: the pages that were looked at last


class Answers:
    """The newest answers of a house, by what was asked; nobody changes one."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], Any] = OrderedDict()
        self._lock = Lock()

    def once(self, asked: tuple[object, ...], answer: Callable[[], T]) -> T:
        """The answer to what was asked, made if it is not kept; what raises or was given up is asked again."""
        with self._lock:
            if asked in self._kept:
                self._kept.move_to_end(asked)
                known: T = self._kept[asked]
                return known
        made, waiting = answer(), patience()
        if waiting is not None and waiting.over:
            return made
        with self._lock:
            self._kept[asked] = made
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return made


class Asked(Protocol):
    """Who is asked about tables."""

    answers: Answers

    def altered(self, table: str) -> int: ...


A = TypeVar("A", bound=Asked)


def until_altered(question: Callable[Concatenate[A, str, P], T]) -> Callable[Concatenate[A, str, P], T]:
    """A question about a table, whose id comes first, that is answered once until something is done there."""

    @wraps(question)
    def answered(house: A, table: str, /, *args: P.args, **named: P.kwargs) -> T:
        words = sha256(repr((args, named)).encode()).digest()  # short, however long what people have filled in
        asked = question.__name__, table, house.altered(table), words
        return house.answers.once(asked, lambda: question(house, table, *args, **named))

    return answered
