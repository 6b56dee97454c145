"""Trial tables swept: those whose time is over are deleted while the house is open.

The clock of a machine that was just switched on may be days ahead until it hears the time. So the house believes the
earlier of two looks at it, and deletes nothing at the first.
"""

from __future__ import annotations

import asyncio
import logging
import time

from tablee.errors import Unavailable
from tablee.table.service import House

EVERY = 900.0  # seconds


async def sweep(house: House) -> None:
    """Delete the trials whose time is over, every quarter of an hour until cancelled; an accident goes to the log."""
    seen = time.time()
    while True:
        await asyncio.sleep(EVERY)
        last, seen = seen, time.time()
        try:
            await asyncio.to_thread(house.delete_old_trials, min(last, seen))
        except Unavailable:
            pass
        except Exception:
            logging.getLogger("tablee").exception("deleting old trials")
