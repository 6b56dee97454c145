"""What a command and a page of the journal cost on a short log and on a long one: the same, since the fold is kept in
memory and a journal reads a window of its lines.

python -m bench growth
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time

from tablee.table.log.events import Event
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.chat import Said, Say
from tablee.web.pages.drawing import draw
from tablee.web.pages.journal.journal import Journal
from tablee.web.pages.journal.seeking import Sought

LENGTHS = (100, 10_000, 100_000)
COMMANDS = 200
PAGES = 15


def cost(length: int) -> dict[str, float]:
    """Milliseconds of one command, of opening the table again and of pages of its journal, on a log of that length."""
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
        opened = {"journal": Sought(), "journal_middle": Sought(at=length // 2)}
        pages = {
            name: statistics.median(_opening(fresh, table, sought) for _ in range(PAGES))
            for name, sought in opened.items()
        }
        store.close()
    return {"command": statistics.median(times), "first_opening": opening, **pages}


def _opening(house: House, table: str, sought: Sought) -> float:
    """Milliseconds of a page of the journal, drawn."""
    began = time.perf_counter()
    shown = Journal(house, table, "mj", "fr", sought)
    draw("journal/journal.html", "fr", page=shown, game=shown.game.id, address="/", refusal="")
    return (time.perf_counter() - began) * 1000


def growth(asked: argparse.Namespace) -> None:
    """Print the figures and their ratios."""
    figures = {length: cost(length) for length in LENGTHS}
    if asked.json:
        print(json.dumps(figures))
        return
    short = figures[LENGTHS[0]]
    for length, row in figures.items():
        opening = row["first_opening"]
        told = {"a command": "command", "the journal": "journal", "the journal at a line": "journal_middle"}
        costs = ", ".join(f"{row[name]:.2f} ms {what} (×{row[name] / short[name]:.2f})" for what, name in told.items())
        print(f"{length:>7} events: {costs}, first opening {opening:.0f} ms")
