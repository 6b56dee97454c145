"""A table of each game with its first scene: its MJ and Ana, who plays, each with a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.table.decide.command import Command
from tablee.table.seen.view import View
from tablee.table.service import House, Submitted
from tablee.table.topics.character import Claim
from tablee.table.topics.seat import Invite, Join
from tests.web.pages.reading import FRENCH, Page, read

SCRIPT = {"accept": "application/json"}
GAMES = ("undesix", "cle-en-main", "deusex", "d6")


class Run:
    """A table that is being run."""

    def __init__(self, house: House, browser: TestClient, game: str) -> None:
        self.house, self.mj = house, browser
        self.table, token = house.open_ready(game)
        browser.get(f"/t/{self.table}/place/{token}")
        made = self.do("mj", Invite())
        self.ana_seat = made.seat
        self.who = next(who for who, one in house.state(self.table).cast.items() if one.free)
        self.foe = next(who for who, one in house.state(self.table).cast.items() if not one.free)
        self.do(self.ana_seat, Join(called="Ana", colour="sapin"))
        self.do(self.ana_seat, Claim(who=self.who))
        self.ana = TestClient(browser.app, "http://localhost", headers=FRENCH)
        self.ana.follow_redirects = False
        self.ana.get(f"/t/{self.table}/place/{made.token}")

    def do(self, seat: str, command: Command) -> Submitted:
        done = self.house.submit(self.table, seat, command)
        assert isinstance(done, Submitted), done
        return done

    def screen(self, query: str = "") -> Page:
        return read(self.mj, f"/t/{self.table}/mj{query}")

    def post(self, command: str, **fields: Any) -> Any:
        """What the script of the screen sends; refused with a sentence, or done."""
        return self.mj.post(f"/t/{self.table}/{command}", data=fields, headers=SCRIPT)

    @property
    def view(self) -> View:
        return self.house.view(self.table, "mj")


@pytest.fixture
def running(house: House, browser: TestClient) -> Callable[[str], Run]:
    return lambda game: Run(house, browser, game)
