"""Watching a store: a watch calls its function back with each table that changed, once for each change, whichever
seat or process made it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from threading import Event, Lock, Thread, current_thread

from tablee.table.log import events

TICK = 0.2  # seconds between two looks at a file that others may have written to, and for a watch to end

Told = Callable[[str, int | None, Sequence[events.Event]], None]
"""What a watch calls, with a table's id, its version (None if it is gone), and the events that led to it if known."""

Stop = Callable[[], None]
"""What ends a watch, called any number of times from any thread."""


class Watch:
    """One who watches, and the version of each table they were last told of; None for one that is gone."""

    def __init__(self, callback: Told, known: Mapping[str, int]) -> None:
        self._callback, self._lock = callback, Lock()
        self._known: dict[str, int | None] = dict(known)

    def heard(self, table: str, version: int | None, newest: Sequence[events.Event] = ()) -> None:
        """Call back about a table at this version (None: it is gone), unless that was told already."""
        with self._lock:
            before = self._known.get(table)
            further = before is None or version is None or version > before
            news = table not in self._known or (version != before and further)
            if news:
                self._known[table] = version
        if news:
            try:
                self._callback(table, version, newest)
            except Exception:  # an error there must not end the watch, nor fail the command that wrote
                logging.getLogger(__name__).exception("watching table %s", table)

    def looked(self, now: Mapping[str, int]) -> None:
        """Call back about every table that is not as it was last told, with those that came or went."""
        with self._lock:
            before = dict(self._known)
        for table in sorted(before.keys() | now.keys()):
            if before.get(table) != now.get(table):
                self.heard(table, now.get(table))


class Watches:
    """All those who watch one store."""

    def __init__(self) -> None:
        self._open: list[Watch] = []
        self._stops: list[Stop] = []

    def start(self, callback: Told, known: Mapping[str, int], look: Callable[[Watch, Event], None] | None) -> Stop:
        """Watch from these versions on; `look` hears of other processes, in a thread, until its event is set. Without
        it there are none.
        """
        watch, stopped = Watch(callback, known), Event()
        thread = Thread(target=look, args=(watch, stopped), name="tablee-watch", daemon=True) if look else None

        def stop() -> None:
            stopped.set()
            if watch in self._open:
                self._open.remove(watch)
            if thread and thread is not current_thread():
                thread.join()

        self._open.append(watch)
        self._stops.append(stop)
        if thread:
            thread.start()
        return stop

    def heard(self, table: str, version: int | None, newest: Sequence[events.Event] = ()) -> None:
        """This process wrote to a table: everybody is told at once, and not again when its trace is found."""
        for watch in list(self._open):
            watch.heard(table, version, newest)

    def close(self) -> None:
        for stop in self._stops:
            stop()
