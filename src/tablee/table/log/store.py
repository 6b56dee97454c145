"""Store: where logs are kept, and the store of a setting.

A log is only ever appended to, but for the lines of a person who is struck out of it. (table, number) is both key and
lock; a command's key makes a retry harmless.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

from tablee.errors import BadInput
from tablee.table.log.events import Event, Json, from_json
from tablee.table.log.watching import Stop, Told
from tablee.table.webhooks import KeptWebhook
from tablee.text import Text

PAGE = 1000
MAX_REVIEWS = 40  # fights of a table of which what was worked out is kept
PATIENCE = 10.0  # seconds that a store waits for another process, or for its server, when it is opened

LOCKED = Text(
    fr="Les tables sont occupées par un autre programme : réessayez dans un instant.",
    en="Another program is using the tables: try again in a moment.",
)
FULL = Text(
    fr="Il n'y a plus de place pour garder les tables : rien n'a changé. Prévenez qui tient la maison.",
    en="There is no room left to keep the tables: nothing has changed. Tell whoever runs this house.",
)
READ_ONLY = Text(
    fr="Les tables ne peuvent qu'être lues en ce moment : rien n'a changé. Prévenez qui tient la maison.",
    en="The tables can only be read at the moment: nothing has changed. Tell whoever runs this house.",
)
AWAY = Text(
    fr="Les tables ne répondent pas : réessayez dans un instant.",
    en="The tables do not answer: try again in a moment.",
)

GONE = Text(fr="Cette table n'existe plus.", en="This table is gone.")
NO_DRIVER = Text(
    fr="PostgreSQL demande un paquet de plus : pip install 'tablee[postgres]'.",
    en="PostgreSQL needs one more package: pip install 'tablee[postgres]'.",
)


class Conflict(Exception):
    """Another writer was quicker: the log is further than expected, or the id or code of a new table is taken."""


class AlreadyKept(Exception):
    """The key of an append was used already, for the same thing: `done` tells what it led to."""


class OtherBody(Exception):
    """The key of an append was used already, for something else."""


class Kept(NamedTuple):
    """What became of a command that had a key: the version it led to, and the digest of what was asked."""

    version: int
    body: str


class KeptPicture(NamedTuple):
    """A picture that is kept with a table: who brought it (a seat), when (seconds since 1970), and its size."""

    id: str
    by: str
    at: float
    size: int


class KeptSnapshot(NamedTuple):
    """A snapshot that is kept: the version of its table, how many lines each had been shown then, and how many bytes
    all lines took.
    """

    version: int
    counts: Mapping[str, int]
    held: int


class Store(Protocol):
    """Where tables are kept. Safe for any number of threads, and for several processes.

    Every method raises Unavailable, soon, when the tables are locked, full, read-only or away.
    """

    def create(self, table: str, code: str, secret: Json, trial: bool = False) -> None:
        """Make room for a table; its secret (the dice's keys) is kept apart from its log. A trial is not kept long."""
        ...

    def append(
        self,
        table: str,
        key: str,
        expected: int,
        events: Iterable[Event],
        body: str = "",
        instead: Mapping[int, Event] | None = None,
    ) -> int:
        """Keep these events if the log is where it was expected; the version afterwards.

        With them, lines that are there already are rewritten as `instead` has them by number, and what is known of the
        commands that made these is forgotten.

        A key already used keeps nothing: AlreadyKept; OtherBody if it was used with another `body`, the digest of what
        is asked. Conflict if another writer was quicker, Unknown if the table was
        deleted.
        """
        ...

    def done(self, table: str, key: str) -> Kept | None:
        """What a command of that key led to, if it was kept already."""
        ...

    def read(self, table: str, after: int = 0, limit: int = PAGE) -> list[Event]: ...

    def before(self, table: str, version: int, limit: int = PAGE) -> list[Event]:
        """The lines up to a version, the newest first."""
        ...

    def size(self, table: str, after: int, version: int) -> int:
        """How many bytes the lines after one version take, up to another."""
        ...

    def secret(self, table: str) -> Json | None: ...

    def keep_snapshot(self, table: str, key: str, about: KeptSnapshot, data: bytes) -> None:
        """Keep a snapshot of a table, unless a line was rewritten since or the table is gone; those of other keys go.
        They go too with the table, and when a line of it is rewritten.
        """
        ...

    def snapshot(self, table: str, key: str, version: int) -> bytes | None:
        """The last snapshot of a key up to a version."""
        ...

    def snapshots(self, table: str, key: str) -> list[KeptSnapshot]:
        """The snapshots of a key, in order, without their data."""
        ...

    def keep_picture(self, table: str, id: str, by: str, file: bytes) -> None:
        """Keep a file beside the log of a table, brought by this seat; one with that id stays as it is.

        Unknown if the table was deleted.
        """
        ...

    def picture(self, table: str, id: str) -> bytes | None: ...

    def pictures(self, table: str) -> list[KeptPicture]:
        """The pictures of a table, without their files, by id."""
        ...

    def drop_pictures(self, table: str, ids: Collection[str]) -> None: ...

    def keep_review(self, table: str, fight: int, key: str, data: bytes) -> None:
        """Keep what was worked out of a fight that is over, in the place of what was kept of it, unless the table is
        gone; `key` tells the lines that it was made from. Only so many are kept of a table, those of its last fights.
        They go with the table, and when a line of it is rewritten.
        """
        ...

    def review(self, table: str, fight: int, key: str) -> bytes | None:
        """What was kept of a fight, if it was made from these lines."""
        ...

    def drop_review(self, table: str, fight: int) -> None: ...

    def keep_webhook(self, process: str, hook: KeptWebhook, most: int) -> bool:
        """Keep what a seat asks for, in the place of what it asked before, for this process to send; False if that many
        other seats have one. It goes with its table. Unknown if the table was deleted.
        """
        ...

    def claim_webhooks(self, process: str, taken: Mapping[str, int], fresh: float) -> list[KeptWebhook]:
        """What this process shall send: its own, and those of processes that have not asked in the last `fresh`
        seconds. Of its own it says, by id, which line was the last that was taken.
        """
        ...

    def drop_webhook(self, table: str, seat: str, id: str = "") -> None:
        """Forget what a seat asked for; that of this id alone, if one is given."""
        ...

    def table_of_code(self, code: str) -> str | None:
        """The id of the table with this code, if there is one."""
        ...

    def tables(self) -> list[tuple[str, str]]:
        """Every table with its code."""
        ...

    def delete(self, table: str) -> None: ...

    def keep(self, table: str) -> None:
        """Keep a trial for good, like any other table."""
        ...

    def delete_trials(self, before: float) -> list[str]:
        """Delete the trials whose last line is older than that (seconds since 1970); their ids."""
        ...

    def watch(self, callback: Told) -> Stop:
        """Call back with each table that changed or went, once a change, of any process; from any thread."""
        ...

    def share_presence(self, process: str, seats: Mapping[str, Collection[str]], fresh: float) -> list[Json]:
        """Keep which seats (by table) have a page open in this process, and tell those of the other processes that
        said so in the last `fresh` seconds.
        """
        ...

    def close(self) -> None: ...


def store_at(setting: str) -> Store:
    """The store of a setting: a PostgreSQL URI, or else the path of a file."""
    if not setting.startswith(("postgresql://", "postgres://")):
        from tablee.table.log.sqlite import SqliteStore

        return SqliteStore(setting)
    try:
        from tablee.table.log.postgres import PostgresStore
    except ImportError as why:
        raise BadInput(NO_DRIVER) from why
    return PostgresStore(setting)


def written(expected: int, events: Iterable[Event]) -> list[str]:
    """Events as lines of text, numbered on from what is expected: the log has no gap, whichever process writes."""
    lines = []
    for n, event in enumerate(events, expected + 1):
        if event.n != n:
            raise ValueError(f"events are not numbered from {expected + 1} on")
        lines.append(line_of(event))
    return lines


def line_of(event: Event) -> str:
    """An event as a line of text."""
    line = json.dumps(event.to_json(), ensure_ascii=False, allow_nan=False)
    return line.encode("utf-8", "replace").decode()  # half a character is no text for a database


def from_text(line: str) -> Event:
    """An event as it is read from a line of text that was written."""
    return from_json(json.loads(line))
