"""A page that follows its table: what it costs does not grow with the log, and is counted for its seat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.table.lines import Line
from tablee.table.service import House
from tablee.table.topics.chat import Say
from tablee.web.live import Hub
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.table.cards import MOST
from tablee.web.pages.table.live import PageStream
from tablee.web.pages.table.page import WINDOW, Page
from tablee.web.serving.turns import OF_A_SEAT, Turns


def opened(house: House, lines: int = 0) -> tuple[str, str]:
    table, token = house.open("undesix", "Une longue soirée")
    for n in range(lines):
        house.submit(table, "mj", Say(text=f"ligne {n}"))
    return table, token


def stream(house: House, table: str, token: str, turns: Turns) -> PageStream:
    """The stream of the MJ's page, which has seen nothing yet."""
    page = lambda: Page(house, table, "mj", "fr", PageQuery(), frozenset())  # noqa: E731
    return PageStream(Hub(), turns, table, "mj", 0, page, token)


def test_a_page_far_behind_gets_the_last_cards_and_not_every_line(house: House) -> None:
    table, token = opened(house, WINDOW + 20)
    sent: list[str] = []

    async def caught_up() -> None:
        follows = stream(house, table, token, Turns())

        async def send(message: Any) -> None:
            sent.append(message["body"].decode())

        follows.send = send
        await follows.new()

    asyncio.run(caught_up())
    assert sent[0].startswith(f"id: {house.view(table, 'mj').seen}\n")
    assert sent[0].count("<article") == MOST
    assert f"ligne {WINDOW + 19}" in sent[0]
    assert "?before=" in sent[0], "those between are behind a link"


def test_a_page_is_drawn_in_the_turns_of_its_seat(house: House) -> None:
    """However many windows a seat has open, drawing them holds up nobody else."""
    table, token = opened(house)

    async def drawn() -> tuple[bool, list[bytes]]:
        turns = Turns()
        follows = stream(house, table, token, turns)
        held = [turns.of(table, token) for _ in range(OF_A_SEAT)]
        for one in held:
            await one.__aenter__()
        drawing = asyncio.create_task(follows.presence())
        await asyncio.wait([drawing], timeout=0.3)
        begun = drawing.done()
        for one in held:
            await one.__aexit__(None, None, None)
        return begun, await drawing

    begun, patches = asyncio.run(drawn())
    assert not begun
    assert b'data-at="people"' in patches[0]


def test_reading_earlier_cards_reads_no_more_than_those(
    browser: TestClient, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, token = opened(house, WINDOW * 2)
    told: list[int] = []
    teller = House.teller

    def counted(self: House, table: str, lang: str) -> Callable[[Line], Line]:
        tell = teller(self, table, lang)

        def one(line: Line) -> Line:
            told.append(line.n)
            return tell(line)

        return one

    monkeypatch.setattr(House, "teller", counted)
    browser.cookies.set(f"tablee-seat-{table}", token)
    for before in (1, 100, 300):
        page = browser.get(f"/t/{table}?before={before}").text
        assert (f"ligne {before - 5}<" in page) == (before > 1)
        assert len(told) <= MOST + 1
        told.clear()
