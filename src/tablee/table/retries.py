"""Commands sent again with the same key: what tells one from another, and the words that a repeated one makes again."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from hmac import digest
from itertools import count, islice

from tablee.table.decide.command import Command
from tablee.table.decide.context import hashed
from tablee.table.log.state import State
from tablee.table.log.store import Kept
from tablee.table.topics.seat import Invite
from tablee.text import Text

KEY_USED = Text(
    fr="Cette clé a déjà servi pour une autre demande : prenez-en une nouvelle.",
    en="This key was used for another request already: take a new one.",
)


def body_of(command: Command) -> str:
    """The digest of a command: two that ask for the same thing have the same."""
    asked = json.dumps([command.id, command.model_dump(mode="json")], sort_keys=True)
    return sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()


def words(seed: str, key: str, body: str) -> Iterator[str]:
    """Unguessable words: random, or for a command with a key the same ones each time it is sent.

    So a link whose answer was lost is told again, and nothing that opens it is kept. `seed` is the table's own secret
    in hexadecimal; empty for a table of an earlier version, whose secrets may have been shown.
    """
    for n in count():
        if key and seed:
            made = digest(bytes.fromhex(seed), f"word {n} {body} {key}".encode("utf-8", "replace"), "sha256")
            yield urlsafe_b64encode(made).decode()[:32]
        else:
            yield secrets.token_urlsafe(24)


def version_and_link(done: Kept, state: State, command: Command, made: Iterator[str]) -> tuple[int, str, str]:
    """What a command that was kept before led to: a version, a token and a seat.

    The token is that of the link it made, if it still opens its seat; `made` are the command's words.
    """
    tokens = {hashed(word): word for word in islice(made, 2)}
    for id, seat in state.seats.items():
        if seat.token in tokens:
            return done.version, tokens[seat.token], id if isinstance(command, Invite) else ""
    return done.version, "", command.knock if isinstance(command, Invite) else ""
