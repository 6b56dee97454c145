"""Watching a store: a thread that calls back with each table that changed, whoever wrote to it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from threading import Event, Thread, current_thread

TICK = 0.2  # seconds between two looks at a file that others may have written to, and for a watch to end

Told = Callable[[str], None]
"""What a watch calls, with a table's id."""

Stop = Callable[[], None]
"""What ends a watch, called any number of times from any thread."""


def started(look: Callable[[Event], None]) -> Stop:
    """Run a watch in its own thread, until the event it is given is set; the function that ends it."""
    stopped = Event()
    thread = Thread(target=look, args=(stopped,), name="tablee-watch", daemon=True)
    thread.start()

    def stop() -> None:
        stopped.set()
        if thread is not current_thread():
            thread.join()

    return stop


def differing(before: Mapping[str, int], now: Mapping[str, int]) -> list[str]:
    """The tables whose version is not what it was, with those that came or went."""
    return sorted(table for table in before.keys() | now.keys() if before.get(table) != now.get(table))


def tell(callback: Told, tables: Iterable[str]) -> None:
    """Call back with each table; an accident there must not end the watch."""
    for table in tables:
        try:
            callback(table)
        except Exception:
            logging.getLogger(__name__).exception("watching table %s", table)
