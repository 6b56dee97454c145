"""A slider dragged: an UnDéSix attack whose form and odds are asked for again 60 times a second, over loopback.

    python -m bench slider [--seconds 5] [--rate 60] [--json]

Every question must be answered or superseded, none refused as too many (429), and the last one of each kind answered.
Their time is told as a ratio with that of the same calls in this process, in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

import httpx2

from bench.command import MJ, Place
from bench.serving import serving
from tablee.table.topics.action import Act

KINDS = ("form", "odds")
SUPERSEDED = 409
REPEATS = 9


@dataclass(frozen=True)
class Dragged:
    """What came of it: answers by status, those of the last questions, and their seconds beside those in process."""

    asked: int
    statuses: dict[int, int]
    last: dict[str, int]
    seconds: dict[str, float]
    in_process: dict[str, float]

    @property
    def ratio(self) -> float:
        """The last change until it was answered whole, form and odds, against both calls in process."""
        return max(self.seconds.values()) / sum(self.in_process.values())


def blow(cover: int) -> dict[str, Any]:
    """The wolf attacks Chloé, who is under so much cover."""
    return {"actor": "loup", "action": "undesix.attack", "params": {"target": "chloe", "cover": cover % 10}}


async def dragged(seconds: float, rate: float) -> Dragged:
    """Ask for the form and the odds of an attack at this rate, each time with other parameters."""
    place = Place("undesix")
    headers = {"authorization": f"Bearer {place.token}"}
    command = ["-c", "from tablee.cli import main; main()", "serve", "--port", "PORT", "--database", place.database]
    with serving(1, *command) as server:
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", headers=headers) as client:
            found = await _dragged(client, f"/api/tables/{place.table}", int(seconds * rate), 1 / rate)
    alone = {kind: _in_process(place, kind) for kind in KINDS}
    place.close()
    return Dragged(**found, in_process=alone)


async def _dragged(client: httpx2.AsyncClient, table: str, changes: int, pause: float) -> dict[str, Any]:
    """How many questions were asked, their statuses, those of the last of each kind, and the seconds these took."""
    statuses, tasks = Counter[int](), list[asyncio.Task[int]]()

    async def ask(kind: str, cover: int) -> int:
        answer = await client.post(f"{table}/{kind}", json=blow(cover), timeout=60)
        return int(answer.status_code)

    for n in range(changes):
        tasks += [asyncio.create_task(ask(kind, n)) for kind in KINDS]
        await asyncio.sleep(pause)
    began, took, last = time.perf_counter(), dict[str, float](), dict[str, int]()

    async def ask_last(kind: str) -> None:
        # An earlier question, on another connection, may arrive later and supersede this one: it is then asked again.
        status, late = SUPERSEDED, True
        while status == SUPERSEDED and late:
            late = not all(task.done() for task in tasks)
            status = await ask(kind, changes)
        last[kind] = status
        took[kind] = time.perf_counter() - began

    await asyncio.gather(*map(ask_last, KINDS))
    statuses.update([*last.values(), *await asyncio.gather(*tasks)])
    return {"asked": len(tasks) + len(KINDS), "statuses": dict(statuses), "last": last, "seconds": took}


def _in_process(place: Place, kind: str) -> float:
    """Seconds that one question takes without a server, as the median of some, each with other parameters."""
    times = []
    for n in range(REPEATS):
        began = time.perf_counter()
        getattr(place.house, kind)(place.table, MJ, Act(**blow(n)), "fr")
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def slider(asked: argparse.Namespace) -> None:
    """Print what came of it."""
    found = asyncio.run(dragged(asked.seconds, asked.rate))
    if asked.json:
        print(json.dumps({**asdict(found), "ratio": found.ratio}, indent=2))
        return
    print(f"{found.asked} questions: " + ", ".join(f"{count} × {status}" for status, count in found.statuses.items()))
    print(f"  the last form and odds: {found.last}, together {found.ratio:.1f} × the same calls in process")
