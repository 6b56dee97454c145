"""What a command costs on a short log and on a long one: the same, since the fold is kept in memory.

python -m bench growth
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time

from tablee.table.decide.commands import Say
from tablee.table.log.events import Event, Said
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House

LENGTHS = (100, 10_000, 100_000)
COMMANDS = 200


def cost(length: int) -> dict[str, float]:
    """Milliseconds of one command, and of opening the table again, on a log of that length."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(f"{folder}/tables.db")
        house = House(store)
        table, _ = house.open("undesix")
        version = house.state(table).version
        while version < length:
            more = range(version + 1, min(version + 5000, length) + 1)
            store.append(table, "", version, [Event(n, 0.0, "mj", "everyone", Said("say", "…")) for n in more])
            version = more[-1]
        fresh = House(store)
        began = time.perf_counter()
        fresh.state(table)
        opening = (time.perf_counter() - began) * 1000
        times = []
        for n in range(COMMANDS):
            began = time.perf_counter()
            fresh.submit(table, "mj", Say(text=f"/r 3d6+{n}"))
            fresh.lines(table, "mj", fresh.state(table).version - 1)
            times.append((time.perf_counter() - began) * 1000)
        store.close()
    return {"command": statistics.median(times), "first_opening": opening}


def growth(asked: argparse.Namespace) -> None:
    """Print the figures and their ratios."""
    figures = {length: cost(length) for length in LENGTHS}
    if asked.json:
        print(json.dumps(figures))
        return
    short = figures[LENGTHS[0]]["command"]
    for length, row in figures.items():
        ratio = row["command"] / short
        opening = row["first_opening"]
        print(f"{length:>7} events: {row['command']:.2f} ms a command (×{ratio:.2f}), first opening {opening:.0f} ms")
