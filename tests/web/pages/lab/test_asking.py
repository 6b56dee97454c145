"""What one address may ask of the lab holds nobody up: its work ends when it leaves, and pages are drawn apart."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.dice.patience import look
from tablee.errors import TooLong
from tablee.lab.curves import value_names
from tablee.rules.game import game_called
from tablee.table.service import House
from tablee.web.application import application
from tablee.web.pages.answering import page
from tablee.web.pages.lab import fights, house_rules, numbers

ADDRESSES = ["/labo/regles?game=d6&now=1", "/labo/regles/poids?game=d6"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_is_counted_for_somebody_who_leaves_ends(
    house: House, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, ended = threading.Event(), threading.Event()

    def counting(*_: Any) -> None:
        began.set()
        try:
            for _step in range(1000):  # ten seconds of waiting, but no work: patience alone does not end it
                look()
                time.sleep(0.01)
        except TooLong:
            ended.set()
            raise

    monkeypatch.setattr(house_rules, "weighed", counting)
    path, _, query = address.partition("?")
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "scheme": "http",
        "root_path": "",
        "http_version": "1.1",
    }

    async def leaving() -> None:
        app, sent = application(house), [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if sent:
                return sent.pop()
            await asyncio.to_thread(began.wait, 5)
            return {"type": "http.disconnect"}

        async def send(_: Any) -> None:
            """Nobody reads it."""

        async with app.router.lifespan_context(app):
            await app(scope, receive, send)
            assert await asyncio.to_thread(ended.wait, 5), "it is counted on"

    asyncio.run(leaving())


def test_the_page_of_a_fight_is_drawn_away_from_the_tables(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crowd of two dozen people has hundreds of numbers to choose from: others are answered meanwhile."""
    threads, laid_out = list[str](), list[str]()

    def drawn(*args: Any, **values: Any) -> Any:
        threads.append(threading.current_thread().name)
        return page(*args, **values)

    def named(game: Any, scene: Any, who: str, lang: str) -> Any:
        laid_out.append(who)
        return value_names(game, scene, who, lang)

    monkeypatch.setattr(fights, "page", drawn)
    monkeypatch.setattr(numbers, "value_names", named)
    people = list(game_called("d6").ready())
    asked = "&".join(f"{side}={who}" for side in ("one", "two") for who in people[:12])
    assert browser.get(f"/labo/combat?game=d6&{asked}").status_code == 200
    assert all(name.startswith("tablee") for name in threads)
    assert threads
    assert len(laid_out) == len(set(laid_out)) == len(people[:12]), "each sheet is laid out once"
