"""Addresses: one function makes each that a page, a redirect or a link holds.

A house may live below the root of its site, at `https://example.org/tablee/`. Inside, its paths are as if it did not
(`/t/{table}/menu`): `inner` takes the prefix off what is asked, `url` puts it before what is answered. A process serves
one house at one place, which pages drawn in threads and in streams know without being told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote_plus

AS_IT_IS = re.compile(r"[\w.~-]*", re.ASCII)  # most names and values of the hundreds of fields in the links of a page
_prefix = ""


def live_under(prefix: str) -> None:
    """Say where the house of this process lives on its site: "" at its root, `/tablee` below it."""
    global _prefix
    _prefix = prefix


def url(path: str, *ids: object) -> str:
    """The address of a path of this house, its `{}` filled in: `url("/t/{}/menu", table)`."""
    return _prefix + (path.format(*ids) if ids else path)


def query(fields: Iterable[tuple[str, str]]) -> str:
    """Fields as the query of an address.

    >>> query([("who", "ana"), ("p.target", "L'ogre & co")])
    'who=ana&p.target=L%27ogre+%26+co'
    """
    return "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in fields)


def _quoted(word: str) -> str:
    return word if AS_IT_IS.fullmatch(word) else quote_plus(word)


def cookie_path() -> str:
    """Below which address browsers send the cookies of this house."""
    return _prefix or "/"


def inner(path: str) -> str:
    """The path inside the house that an address asks for, whether a proxy has taken the prefix off it or not."""
    if _prefix and (path == _prefix or path.startswith(f"{_prefix}/")):
        return path[len(_prefix) :] or "/"
    return path
