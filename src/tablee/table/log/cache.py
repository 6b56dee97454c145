"""CachedTable: the state and the newest lines of a table in use, and a lock for one writer at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from threading import RLock

from tablee.dice import fair
from tablee.rules.game import Game
from tablee.table.log.events import Event
from tablee.table.log.state import State, fold
from tablee.table.log.store import Store

OFTEN = 50  # lines between two looks at how much a table holds
RECENT = 256
PAGE = 200


class CachedTable:
    """The fold of a table's log so far: a command costs the same on a long log as on a short one."""

    def __init__(self, table: str, game: Game, keys: fair.Keychain, state: State) -> None:
        self.table, self.game, self.keys, self.state = table, game, keys, state
        self.recent: deque[Event] = deque(maxlen=RECENT)
        self.lock = RLock()
        self.settled = -1  # the version at which nothing more was due
        self._held, self._weighed = 0, 0  # bytes of lines, up to a version

    def held(self, store: Store) -> int:
        """How many bytes of lines the table holds, those of its newest lines perhaps not counted."""
        with self.lock:
            version = self.state.version
            if not self._weighed or version >= self._weighed + OFTEN:
                self._held += store.size(self.table, self._weighed, version)
                self._weighed = version
            return self._held

    def catch_up(self, store: Store) -> State:
        """The table as it is now, whichever process wrote to it last."""
        with self.lock:
            while events := store.read(self.table, self.state.version):
                for event in events:
                    self.state = fold(self.state, event)
                self.recent.extend(events)
            return self.state

    def backwards(self, store: Store, version: int) -> Iterator[Event]:
        """Its lines up to a version, the newest first: from memory as far as it goes, then from the store."""
        with self.lock:
            newest = [event for event in reversed(self.recent) if event.n <= version]
        if newest and newest[0].n == version:
            yield from newest
            version = newest[-1].n - 1
        while version and (page := store.before(self.table, version, PAGE)):
            yield from page
            version = page[-1].n - 1
