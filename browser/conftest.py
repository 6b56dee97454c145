"""A house of tables in a process of its own, and browsers that sit at its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.web.serving import Server

from browser.chromium import started
from browser.seats import Sitting


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = started(playwright)
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(str(Path(tmp_path_factory.mktemp("house")) / "tables.db"), "--limit", "tables-per-address=0")
    yield server
    server.stop()


@pytest.fixture
def sit(browser: Browser, house: Server) -> Iterator[Callable[..., Sitting]]:
    """Another person with a browser of their own; whatever their page complains of fails the test."""
    sitting: list[Sitting] = []

    def one(**how: object) -> Sitting:
        sitting.append(Sitting(browser, f"http://127.0.0.1:{house.port}", **how))  # type: ignore[arg-type]
        return sitting[-1]

    yield one
    for person in sitting:
        person.leave()
