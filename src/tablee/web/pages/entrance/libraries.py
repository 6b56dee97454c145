"""The libraries that this house runs on, each with its licence: read from what is installed."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import NamedTuple

HOUSE = "tablee"
NAME = re.compile(r"[A-Za-z0-9._-]+")
LONGEST = 40  # letters of a licence's name; longer is its whole text


class Library(NamedTuple):
    """An installed library: its name and that of its licence ("" where it does not tell). Its version is nobody's to
    know who might look for a hole in it.
    """

    name: str
    licence: str


@cache
def libraries() -> tuple[Library, ...]:
    """What the house needs, and what these need in turn, by name."""
    found: dict[str, Library] = {}
    left = [HOUSE]
    while left:
        try:
            one = distribution(left.pop())
        except PackageNotFoundError:  # for another machine, or an extra that is not installed
            continue
        name = one.metadata["Name"]
        if name not in found:
            found[name] = Library(name, _licence(one))
            left += [
                match[0] for needed in one.requires or () if (match := NAME.match(needed)) and "extra ==" not in needed
            ]
    found.pop(HOUSE, None)
    return tuple(sorted(found.values(), key=lambda one: one.name.lower()))


def _licence(one: Distribution) -> str:
    """The name of a licence as packages have told it over the years: an expression, a word, a classifier."""
    for field in ("License-Expression", "License"):
        told = next(iter(one.metadata.get_all(field) or ()), "")
        if told and len(told) <= LONGEST and "\n" not in told:
            return told
    marks = [mark for mark in one.metadata.get_all("Classifier") or () if mark.startswith("License :: ")]
    return ", ".join(mark.rpartition(" :: ")[2] for mark in marks)
