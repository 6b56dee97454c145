"""Trial tables swept: those whose time is over are deleted when the house opens, and every hour."""

from __future__ import annotations

import asyncio
import logging

from tablee.errors import Unavailable
from tablee.table.service import House

EVERY = 3600.0  # seconds


async def sweep(house: House) -> None:
    """Delete the trials whose time is over, now and every hour, until cancelled; an accident is said in the log."""
    while True:
        try:
            await asyncio.to_thread(house.delete_old_trials)
        except Unavailable:
            pass
        except Exception:
            logging.getLogger("tablee").exception("deleting old trials")
        await asyncio.sleep(EVERY)
