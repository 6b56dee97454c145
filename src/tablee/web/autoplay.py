"""Autoplay: at tables that at least one seat follows, opponents act by themselves, one move after the other.

Between two moves there is a pause, for people to read. Whatever goes wrong with a move is said in the log, and tried
again at the next change of its table.
"""

from __future__ import annotations

import asyncio
import logging

from tablee.errors import BadInput, Unavailable
from tablee.table.service import House
from tablee.web.laboratory import Laboratory
from tablee.web.live import AGAIN, Hub
from tablee.web.opponents import Opponents

PAUSE = 1.2  # seconds before each move


class Autoplay:
    """One task for each table on which a move may be due, as long as it is followed in this process."""

    def __init__(self, house: House, hub: Hub, laboratory: Laboratory | None = None) -> None:
        self.house, self.hub, self.opponents = house, hub, Opponents(house, laboratory)
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._stirred: set[str] = set()  # tables that changed since their task last looked
        hub.stirred.append(self.stir)

    def stir(self, table: str) -> None:
        """A table changed, or a seat begins to follow it."""
        if self.house.plays_opponents(table):
            self._stirred.add(table)
            if table not in self._playing:
                self._playing[table] = asyncio.create_task(self._play(table))

    async def _play(self, table: str) -> None:
        try:
            while table in self._stirred and self.hub.followed(table):
                self._stirred.discard(table)
                await asyncio.sleep(PAUSE)
                if self.hub.followed(table) and await self._moved(table):
                    self._stirred.add(table)
        finally:
            self._stirred.discard(table)
            del self._playing[table]

    async def _moved(self, table: str) -> bool:
        """Whether to look at the table again: something was done, or the tables did not answer."""
        try:
            return await asyncio.to_thread(self.opponents.move, table)
        except Unavailable:
            await asyncio.sleep(AGAIN)
            return True
        except BadInput:  # the table is gone, or its game
            return False
        except Exception:
            logging.getLogger("tablee").exception("the opponents of table %s", table)
            return False

    def close(self) -> None:
        """End every task; a move under way is kept."""
        for task in list(self._playing.values()):
            task.cancel()
