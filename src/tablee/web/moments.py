"""Moments: where people may speak up in the middle of an action, it goes on by itself once the table's time is over.

The time is counted while everybody who is awaited has a page open: nobody who is away is timed out.
"""

from __future__ import annotations

import asyncio
import logging
import time

from tablee.errors import BadInput, Unavailable
from tablee.table.service import House
from tablee.web.live import Hub

LOOKS = 0.25  # seconds between two looks at an open moment


class Moments:
    """One task for each table with an open moment, as long as it is followed in this process."""

    def __init__(self, house: House, hub: Hub) -> None:
        self.house, self.hub = house, hub
        self._open: dict[str, asyncio.Task[None]] = {}
        hub.stirred.append(self.stir)

    def stir(self, table: str) -> None:
        """A table changed, or a seat begins to follow it."""
        if table not in self._open and self.house.open_moment(table):
            self._open[table] = asyncio.create_task(self._watch(table))

    async def _watch(self, table: str) -> None:
        """Wait until the moment of a table is over, then let it pass; again as long as another one is open."""
        card, since = 0, 0.0
        try:
            while self.hub.followed(table) and (moment := self.house.open_moment(table)):
                now, here = time.monotonic(), moment.seats <= self.hub.present(table)
                if moment.n != card or not here:
                    card, since = moment.n, now
                if here and now - since >= moment.seconds:
                    await asyncio.to_thread(self.house.let_pass, table, moment.n)
                await asyncio.sleep(LOOKS)
        except (BadInput, Unavailable):  # the table is gone, or does not answer: it is looked at when it changes
            pass
        except Exception:
            logging.getLogger("tablee").exception("the moment of table %s", table)
        finally:
            del self._open[table]

    def close(self) -> None:
        """End every task."""
        for task in list(self._open.values()):
            task.cancel()
