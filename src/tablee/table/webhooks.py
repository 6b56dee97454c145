"""Webhooks as they are kept with a table: what a seat asked the house to send, and how far it was taken."""

from __future__ import annotations

from typing import NamedTuple


class KeptWebhook(NamedTuple):
    """What a seat asked to have sent: where and how, with the key that it is signed with; and which of its lines was
    the last that was taken.
    """

    table: str
    seat: str
    id: str
    data: dict[str, str]
    taken: int
