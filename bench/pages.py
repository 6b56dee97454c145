"""What a whole page of a table costs a house after an attack, in processor time: asked again, and after each of many
changes of a sheet. Asked by HTTP alone, so that another version of the code can be measured in turn with this one.
"""

from __future__ import annotations

import http.client
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import cycle, permutations
from typing import Any

from bench.serving import MAIN, NO_LIMIT, Running, serving

PAGES = 25  # of one table, between two looks at the clock
MEASURED = 5  # times for each house, one after the other
WARM = 3  # pages that are not counted


def asked(server: Running, way: str, path: str, token: str = "", body: Mapping[str, Any] | None = None) -> Any:
    """The answer of a house: the JSON of an API, True for a page."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    headers = {"Accept-Encoding": "" if path.startswith("/api/") else "gzip", "Content-Type": "application/json"}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    connection.request(way, path, json.dumps(body) if body is not None else None, headers)
    answer = connection.getresponse()
    told = answer.read()
    connection.close()
    if answer.status >= 400:
        return None
    return json.loads(told) if path.startswith("/api/") else True


def attacked(server: Running, game: str) -> tuple[str, str]:
    """A new table with the first scene of a game, in which somebody has attacked: its id, and the MJ's token."""
    opened = asked(server, "POST", "/api/tables", body={"game": game, "ready": True})
    table, token = opened["table"], opened["token"]
    people = asked(server, "GET", f"/api/tables/{table}", token)["cast"]
    for actor, target in permutations(people, 2):
        blow = {"actor": actor, "action": f"{game}.attack", "params": {"target": target}}
        if asked(server, "POST", f"/api/tables/{table}/act", token, blow):
            return table, token
    raise RuntimeError(f"nobody can attack in {game}")


def corrections(server: Running, table: str, token: str) -> Iterator[Mapping[str, Any]]:
    """The MJ's word on a number of somebody, which goes down and up again, without end."""
    people = asked(server, "GET", f"/api/tables/{table}", token)["cast"]
    numbers = ((who, field, value) for who, one in people.items() for field, value in one["sheet"].items())
    who, field, most = next(one for one in numbers if type(one[2]) is int and one[2] > 1)
    for value in cycle((most - 1, most)):
        yield {"who": who, "field": field, "value": value}


class Tables:
    """A house with a table of each game, of each of which pages are asked."""

    def __init__(self, server: Running) -> None:
        self.server = server
        games = [one["id"] for one in asked(server, "GET", "/api/games")]
        self.tables = [attacked(server, game) for game in games]
        self.changes = {table: corrections(server, table, token) for table, token in self.tables}
        for _ in range(WARM):
            self.cost(1, change=True)

    def cost(self, times: int, change: bool = False, page: bool = True) -> float:
        """Milliseconds of processor for each table, so many times: a change of somebody's number, a page, or both."""
        before = self.server.cpu()
        for table, token in self.tables * times:
            if change and not asked(
                self.server, "POST", f"/api/tables/{table}/correct", token, next(self.changes[table])
            ):
                raise RuntimeError("a change was refused")
            if page and not asked(self.server, "GET", f"/t/{table}", token):
                raise RuntimeError("a page was refused")
        return (self.server.cpu() - before) * 1000 / len(self.tables) / times


def pages(beside: str = "") -> dict[str, list[float]]:
    """Milliseconds of processor for a page of this version, asked again (`ours`) and after a change (`ours_changed`);
    the same of `beside`, the Python of another, in turn with it.
    """
    pythons = {"ours": sys.executable} | ({"beside": beside} if beside else {})
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        houses: dict[str, Tables] = {}
        for name, python in pythons.items():
            words = ["-c", MAIN, "serve", "--port", "PORT", *NO_LIMIT, "--database", f"{folder}/{name}.db"]
            houses[name] = Tables(stack.enter_context(serving(1, *words, python=python)))
        found: dict[str, list[float]] = {f"{name}{when}": [] for name in houses for when in ("", "_changed")}
        for _ in range(MEASURED):
            for name, house in houses.items():
                found[name].append(house.cost(PAGES))
                alone = house.cost(PAGES, change=True, page=False)
                found[f"{name}_changed"].append(house.cost(PAGES, change=True) - alone)
    return found
