"""Webhooks as they are kept with a table: what a seat asked the house to send, and how far it was taken."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

ASKED = ("link", "url", "lang", "secret")


class KeptWebhook(NamedTuple):
    """What a seat asked to have sent: where and how, with the key that it is signed with; and which of its lines was
    the last that was taken. Without data, if this version cannot read what another one kept.
    """

    table: str
    seat: str
    id: str
    data: dict[str, str]
    taken: int

    @classmethod
    def read(cls, table: str, seat: str, id: str, data: str, taken: int) -> KeptWebhook:
        """A row as a store has it, its data as JSON."""
        return cls(table, seat, id, _asked(data), taken)


def _asked(text: str) -> dict[str, str]:
    try:
        data: Any = json.loads(text)
        return data if all(isinstance(data[name], str) for name in ASKED) else {}
    except (ValueError, LookupError, TypeError, RecursionError):
        return {}
