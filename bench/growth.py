"""What a command, a stream, a page and the journal cost on a short log and on a long one: the same, since the state is
kept in memory, every so many lines on the disk, and pages read a window of lines.

A house is opened anew many times, as after a restart: what its first command costs is told too. Processor time, since a
disk takes as long as it likes: the first line that a process writes makes it wait for some ten milliseconds, whatever
the length of the log.

python -m bench growth
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable

from tablee.table.log.events import Event
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.chat import Said, Say
from tablee.web.pages.drawing import draw
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.journal.journal import Journal
from tablee.web.pages.journal.seeking import Sought
from tablee.web.pages.table.page import Page

LENGTHS = (100, 1_000, 10_000, 100_000)
COMMANDS = 200
PAGES = 15
HOUSES = 9  # opened one after the other
TOLD = {
    "opening": "opening",
    "first_command": "the first command",
    "command": "a command",
    "stream": "a stream at the end",
    "page": "a page",
    "journal": "the journal",
    "journal_middle": "the journal at a line",
}


def cost(length: int) -> dict[str, float]:
    """Milliseconds of processor for each of `TOLD`, on a log of that length."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(f"{folder}/tables.db")
        table = grown(store, length)
        opening, first = [], []
        for _ in range(HOUSES):
            house = House(store)
            opening.append(spent(lambda house=house: house.state(table)))  # type: ignore[misc]
            first.append(spent(lambda house=house: house.submit(table, "mj", Say(text="/r 3d6"))))  # type: ignore[misc]
            house.keeper.settle()

        def line() -> object:
            return house.submit(table, "mj", Say(text="…"))  # nothing is known of what comes after it

        def stream() -> object:
            return house.lines(table, "mj", house.state(table).version - 1)

        told = {
            "opening": statistics.median(opening),
            "first_command": statistics.median(first),
            "command": usual(COMMANDS, lambda: house.submit(table, "mj", Say(text="/r 3d6"))),
            "stream": usual(COMMANDS, stream),
            "page": usual(PAGES, lambda: drawn(house, table), before=line),
            "journal": usual(PAGES, lambda: journal(house, table, Sought())),
            "journal_middle": usual(PAGES, lambda: journal(house, table, Sought(at=length // 2))),
        }
        house.keeper.settle()
        store.close()
    return told


def grown(store: SqliteStore, length: int) -> str:
    """A table with the first scene of a game and so many lines."""
    house = House(store)
    table, _ = house.open_ready("undesix")
    while (version := house.state(table).version) < length:
        more = range(version + 1, min(version + 500, length) + 1)
        store.append(table, "", version, [Event(n, 0.0, "mj", "everyone", Said("say", "…")) for n in more])
        house.state(table)
        house.keeper.settle()
    return table


def spent(work: Callable[[], object]) -> float:
    """Milliseconds of processor that work takes."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def usual(times: int, work: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """Milliseconds of processor that work usually takes, something else done before each time."""
    found = []
    for _ in range(times):
        before()
        found.append(spent(work))
    return statistics.median(found)


def drawn(house: House, table: str) -> str:
    """The whole page of the MJ."""
    shown = Page(house, table, "mj", "fr", PageQuery(), frozenset({"mj"}))
    return draw("table/table.html", "fr", page=shown, tab="table", refusal="", game=shown.game.id, address="/")


def journal(house: House, table: str, sought: Sought) -> str:
    """A page of the journal."""
    shown = Journal(house, table, "mj", "fr", sought)
    return draw("journal/journal.html", "fr", page=shown, game=shown.game.id, address="/", refusal="")


def growth(asked: argparse.Namespace) -> None:
    """Print the figures and their ratios."""
    figures = {length: cost(length) for length in LENGTHS}
    if asked.json:
        print(json.dumps(figures))
        return
    short = figures[LENGTHS[0]]
    for length, row in figures.items():
        costs = ", ".join(f"{row[name]:.2f} ms {what} (×{row[name] / short[name]:.2f})" for name, what in TOLD.items())
        print(f"{length:>7} events: {costs}")
