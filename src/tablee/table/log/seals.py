"""Seals: hashes by which nobody changes, moves or removes a line of an export unnoticed, whichever seat has it.

Each field of a line has a hash, salted so that nothing can be guessed from it; those of all fields make the line's, and
the lines that a seat was sent make a chain. An export holds the salts of what it shows and the hashes of what it does
not. The head of a file binds every line as it stands there, its first one too. docs/dice.md says it byte for byte.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from typing import Any

from tablee.table.log.events import Event, Json

PURPOSE = "tablee/seal/1 "
SALT = 32  # hexadecimal digits
NEVER = ("n", "token", "sealed")  # a number is told by the chain; links are void elsewhere


def _hash(purpose: str, parts: Iterable[str] = ()) -> str:
    made = hashlib.sha256((PURPOSE + purpose).encode())
    for part in parts:
        made.update(b"\0" + part.encode())
    return made.hexdigest()


def _written(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


FIRST = _hash("first")
"""What a chain begins with."""


def of_field(salt: str, name: str, value: Any) -> str:
    """The hash of a field."""
    return _hash("field", (salt, name, _written(value)))


def chained(before: str, fields: Mapping[str, str]) -> str:
    """The chain with one more line, whose fields have these hashes."""
    return _hash("line", (before, *(fields[name] for name in sorted(fields))))


def sent(before: str, line: Json) -> str:
    """The hash of a file with one more line as it stands there. The first line comes last, and is told it: its head."""
    return _hash("sent", (before, _written({name: value for name, value in line.items() if name != "head"})))


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

    def for_file(self, seat: str, lines: int) -> str:
        """What the first line of a seat's export holds, so that nothing can be guessed from its head; nor does it tell
        that something happened which the seat does not see.
        """
        return self.salt(lines, f"file {seat}")
