"""What strangers leave in a house's memory: prints, questions to the lab, imports and pictures, one after the other.

Every fifth print is of a sheet as long as a house takes, every tenth import has 26 MB of papers, every picture nine
million dots; fights are of four people at most, so that all of it takes minutes. A house is started on a file of its
own; the resident memory of its process is told at first and after each of them.
"""

from __future__ import annotations

import argparse
import http.client
import io
import itertools
import json
import random
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from PIL import Image

from bench.serving import MAIN, Running, serving
from tablee.lab.setups import policies_of
from tablee.rules.game import games
from tablee.table.log.events import EVERYONE, Event
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.character import Enter
from tablee.table.topics.chat import Said, Say

SERVE = ["-c", MAIN, "serve", "--port", "PORT", "--proxy", "127.0.0.1", "--database"]
LINES = 300  # of an imported table
CARRIED, LONG = 300, 200  # things on a long sheet, in each of three lists, and the letters of each
DOTS = (3000, 3000)
PAPERS, PAPER = 520, 50_000  # of a heavy import, and the letters of each
ALLOWED = 150  # megabytes more at the end than at the beginning


class Strangers:
    """People of many addresses, who ask one thing each."""

    def __init__(self, server: Running) -> None:
        self.server, self._count = server, itertools.count(1)
        self.answers: dict[int, int] = {}

    def ask(self, way: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> None:
        n = next(self._count)
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=180)
        told = {"X-Forwarded-For": f"198.{18 + n // 65536}.{n // 256 % 256}.{n % 256}", "Host": "127.0.0.1", **headers}
        connection.request(way, path, body or None, told)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        self.answers[answer.status] = self.answers.get(answer.status, 0) + 1


def fight(chance: random.Random) -> str:
    """A question about a fight that nobody asked before."""
    game = chance.choice(list(games().values()))
    ready, plans = list(game.ready()), list(policies_of(game))
    sides = [(side, chance.choice(ready)) for side in ("one", "two") for _ in range(chance.randint(1, 2))]
    told = [("game", game.id), *sides, *((f"plan-{side}", chance.choice(plans)) for side in ("one", "two"))]
    return f"/labo/combat/{chance.choice(['issue', 'mieux', 'conseil', 'egal'])}?{urlencode(told)}"


def picture(n: int) -> bytes:
    """The file of a picture with as many dots as one of a telephone, unlike those of other numbers."""
    file = io.BytesIO()
    Image.linear_gradient("L").rotate(n).resize(DOTS).save(file, "PNG")
    return file.getvalue()


def heavy_export(database: str) -> bytes:
    """The export of a table with as many papers as come in over the network."""
    store = SqliteStore(database)
    house = House(store)
    table, _ = house.open("undesix")
    version = house.state(table).version
    numbers = range(version + 1, version + 1 + PAPERS)
    papers = [Event(n, 0.0, "mj", EVERYONE, Said("handout", "x" * PAPER, title=f"{n}")) for n in numbers]
    store.append(table, "", version, papers)
    whole = "\n".join(house.exported(table, "mj")).encode()
    store.close()
    return whole


def measured(counts: dict[str, int], seed: int) -> Iterator[tuple[str, float, dict[int, int]]]:
    """The memory in megabytes at first and after each kind of request, with how many had which answer."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(f"{folder}/tables.db")
        house = House(store)
        table, token = house.open_ready("undesix")
        for n in range(LINES):
            assert isinstance(house.submit(table, "mj", Say(text=f"ligne {n}")), Submitted)
        whole, (who, *_) = "\n".join(house.exported(table, "mj")).encode(), house.state(table).cast
        long = {
            field: [f"{n} ".ljust(LONG, "x") for n in range(CARRIED)] for field in ("traits", "equipment", "languages")
        }
        sheet = house.state(table).cast[who].sheet | long
        assert isinstance(house.submit(table, "mj", Enter(who="long", sheet=sheet)), Submitted)
        store.close()
        heavy = heavy_export(f"{folder}/heavy.db")
        mine = {"Authorization": f"Bearer {token}", "Cookie": f"tablee-{table}={token}"}
        with serving(1, *SERVE, f"{folder}/tables.db") as server:
            for path in ("/", "/labo", f"/t/{table}", "/labo/combat/issue"):  # its modules are loaded
                Strangers(server).ask("GET", path, mine)
            yield "at first", server.megabytes(), {}
            asked: dict[str, Any] = {
                "prints": lambda them, n: them.ask("GET", f"/t/{table}/papier/{who if n % 5 else 'long'}.pdf", mine),
                "lab": lambda them, _: them.ask("GET", fight(chance), {}),
                "imports": lambda them, n: them.ask("POST", "/api/tables/import", {}, whole if n % 10 else heavy),
                "pictures": lambda them, n: them.ask("POST", f"/api/tables/{table}/pictures", mine, picture(n)),
            }
            for kind, ask in asked.items():
                them = Strangers(server)
                for n in range(counts[kind]):
                    ask(them, n)
                yield f"{counts[kind]} {kind}", server.megabytes(), them.answers


def memory(asked: argparse.Namespace) -> None:
    """Tell what stays in memory, and fail if that is too much."""
    counts = {
        kind: round(asked.share * many)
        for kind, many in (("prints", 200), ("lab", 100), ("imports", 100), ("pictures", 100))
    }
    held = []
    for what, megabytes, answers in measured(counts, asked.seed):
        held.append(megabytes)
        print(f"{what:>14}: {megabytes:6.0f} MB  {json.dumps(answers) if answers else ''}", flush=True)
    if held[-1] - held[0] > ALLOWED:
        raise SystemExit(f"more than {ALLOWED} MB stayed")
