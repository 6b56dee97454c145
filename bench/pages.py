"""What a whole page of a table costs a house after an attack, in processor time; asked by HTTP alone, so that another
version of the code can be measured in turn with this one.
"""

from __future__ import annotations

import http.client
import json
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from itertools import permutations
from typing import Any

from bench.serving import MAIN, NO_LIMIT, Running, serving

PAGES = 25  # of one table, between two looks at the clock
MEASURED = 5  # times for each house, one after the other
WARM = 3  # pages that are not counted


def asked(server: Running, way: str, path: str, token: str = "", body: Mapping[str, Any] | None = None) -> Any:
    """The answer of a house: the JSON of an API, True for a page."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    headers = {"Accept-Encoding": "gzip" if body is None else "", "Content-Type": "application/json"}
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


def pages(beside: str = "") -> dict[str, list[float]]:
    """Milliseconds of processor for a page: of each table of this version, and of `beside` (the Python of another) in
    turn with it.
    """
    pythons = {"ours": sys.executable} | ({"beside": beside} if beside else {})
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        houses: dict[str, tuple[Running, list[tuple[str, str]]]] = {}
        for name, python in pythons.items():
            words = ["-c", MAIN, "serve", "--port", "PORT", *NO_LIMIT, "--database", f"{folder}/{name}.db"]
            server = stack.enter_context(serving(1, *words, python=python))
            games = [one["id"] for one in asked(server, "GET", "/api/games")]
            tables = [attacked(server, game) for game in games]
            for table, token in tables * WARM:
                asked(server, "GET", f"/t/{table}", token)
            houses[name] = server, tables
        found: dict[str, list[float]] = {name: [] for name in houses}
        for _ in range(MEASURED):
            for name, (server, tables) in houses.items():
                before = server.cpu()
                for table, token in tables * PAGES:
                    if not asked(server, "GET", f"/t/{table}", token):
                        raise RuntimeError("a page was refused")
                found[name].append((server.cpu() - before) * 1000 / len(tables) / PAGES)
    return found
