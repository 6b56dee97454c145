"""Seals: hashes by which nobody changes, moves or removes a line of an export unnoticed, whichever seat has it.

Each field of a line has a hash, salted so that nothing can be guessed from it; those of all fields make the line's, and
the lines that a seat was sent make a chain. An export holds the salts of what it shows and the hashes of what it does
not: the same chain comes out of the MJ's. docs/dice.md says it byte for byte.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from tablee.table.log.events import Event, Json

PURPOSE = "tablee/seal/1 "
SALT = 32  # hexadecimal digits
NEVER = ("n", "token", "sealed")  # a number is told by the chain; links are void elsewhere


def _hash(purpose: str, *parts: bytes) -> str:
    return hashlib.sha256(b"\0".join([(PURPOSE + purpose).encode(), *parts])).hexdigest()


FIRST = _hash("first")
"""What a chain begins with."""


def of_field(salt: str, name: str, value: Any) -> str:
    """The hash of a field."""
    written = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return _hash("field", salt.encode(), name.encode(), written.encode())


def chained(before: str, fields: Mapping[str, str]) -> str:
    """The chain with one more line, whose fields have these hashes."""
    return _hash("line", before.encode(), *(fields[name].encode() for name in sorted(fields)))


class Seals:
    """The seals of a table's lines, made with a key of its own that is in no export."""

    def __init__(self, seed: str) -> None:
        self._key = hashlib.sha256((PURPOSE + "key\0" + seed).encode()).digest()

    def salt(self, n: int, name: str) -> str:
        """The salt of a field of the line `n` of the log."""
        return hmac.new(self._key, f"{n} {name}".encode(), hashlib.sha256).hexdigest()[:SALT]

    def fields(self, event: Event) -> dict[str, str]:
        """The hash of each field of a line; where a person was struck out, that of what stood there."""
        whole = {name: value for name, value in event.to_json().items() if name not in NEVER}
        made = {name: of_field(self.salt(event.n, name), name, value) for name, value in whole.items()}
        return made | {name: kept for name, kept in event.sealed.items() if name in made}

    def struck(self, before: Event, after: Event) -> dict[str, str]:
        """The hashes that a line keeps once a person is struck out of it: of the fields that read otherwise now."""
        was, now = before.to_json(), after.to_json()
        return {name: kept for name, kept in self.fields(before).items() if was[name] != now[name]} | dict(
            before.sealed
        )

    def shown(self, event: Event, line: Json, before: str) -> Json:
        """The seal of a line as it is shown to a viewer, whose chain was `before`."""
        whole, hashes = json.loads(json.dumps(event.to_json())), self.fields(event)
        told = {name for name in hashes if name in line and name not in event.sealed and line[name] == whole[name]}
        return {
            "hash": chained(before, hashes),
            "salts": {name: self.salt(event.n, name) for name in hashes if name in told},
            "hidden": {name: made for name, made in hashes.items() if name not in told},
        }
