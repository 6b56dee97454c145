"""Tablée without a server, in a real Chromium: built, put on a plain static server below a path, played, unplugged."""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from inpage.build import NO_NPM, build
from playwright.sync_api import BrowserContext, Error, FrameLocator, Page, Playwright, expect, sync_playwright

from browser.chromium import FLAGS, SLOWEST, chromium

pytestmark = [
    pytest.mark.evening,
    pytest.mark.skipif(not (shutil.which("npm") and shutil.which("node")), reason=NO_NPM),
]
OPEN = "() => !document.getElementById('page').hidden"
STARTS = 180_000  # milliseconds that a start may take on a busy machine
THROWN = "#cards .die"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing: a plain static server."""


class Host:
    """A plain static server that has the site below a path."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", port), partial(Quiet, directory=folder))
        self.port = self._server.server_port
        self.address = f"http://127.0.0.1:{self.port}/jeux/tablee/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    sent = build(root / "jeux" / "tablee")
    assert sum(sent.values()) < 15_000_000
    return root


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as one:
        yield one


@contextmanager
def browsing(playwright: Playwright, profile: Path) -> Iterator[BrowserContext]:
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=chromium(),
        args=list(FLAGS),
        timeout=SLOWEST,
        locale="fr-FR",
        viewport={"width": 390, "height": 844},
    )
    context.set_default_timeout(60_000)
    try:
        yield context
    finally:
        with suppress(Error):  # it may have been killed
            context.close()


def opened(context: BrowserContext, address: str) -> Page:
    """A window in which the house is open."""
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(OPEN, timeout=STARTS)
    return page


def inside(page: Page) -> FrameLocator:
    return page.frame_locator("#page")


def at_a_fight(page: Page, game: str = "UnDéSix") -> str:
    """Begin the quick fight of a game; the address of its table."""
    inside(page).get_by_role("button", name="Un combat, vite").filter(has_text=game).click()
    inside(page).locator("#cards").wait_for()
    page.wait_for_function("() => location.hash.includes('/t/')")
    return page.url


def throw(page: Page) -> int:
    """Make the move that is proposed first; how many dice lie on the table then."""
    before = inside(page).locator(THROWN).count()
    inside(page).get_by_role("link", name="Agir").or_(inside(page).get_by_role("button", name="Agir")).first.click()
    inside(page).get_by_role("button", name="Lancer").first.click()
    expect(inside(page).locator(THROWN)).not_to_have_count(before, timeout=60_000)
    page.wait_for_timeout(500)
    return inside(page).locator(THROWN).count()


def killed(profile: Path) -> None:
    """End a browser as a power cut would."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if str(profile).encode() in words and b"--type=" not in words:
            os.kill(int(process.name), signal.SIGKILL)


def test_a_fight_survives_the_browser_and_goes_on_without_a_network(
    site: Path, playwright: Playwright, tmp_path: Path
) -> None:
    host = Host(site)
    with browsing(playwright, tmp_path) as context:
        page = opened(context, host.address)
        table = at_a_fight(page)
        thrown = throw(page)
        host.stop()
        killed(tmp_path)
    with browsing(playwright, tmp_path) as context:
        page = opened(context, table)
        expect(inside(page).locator(THROWN).nth(thrown - 1)).to_be_visible(timeout=60_000)
        inside(page).get_by_role("link", name="Agir").or_(
            inside(page).get_by_role("button", name="Agir")
        ).first.wait_for()
        throw(page)


def test_a_second_window_shares_the_house_and_takes_it_over(site: Path, playwright: Playwright, tmp_path: Path) -> None:
    host = Host(site)
    with browsing(playwright, tmp_path) as context:
        first = opened(context, host.address)
        table = at_a_fight(first)
        second = opened(context, table)
        thrown = throw(second)
        expect(inside(first).locator(THROWN).nth(thrown - 1)).to_be_visible()
        first.close()
        throw(second)
        control = context.new_cdp_session(second)
        control.send("ServiceWorker.enable")
        control.send("ServiceWorker.stopAllWorkers")
        throw(second)
    host.stop()


def test_a_new_build_says_so_and_waits(site: Path, playwright: Playwright, tmp_path: Path) -> None:
    folder = tmp_path / "host"
    shutil.copytree(site, folder)
    host = Host(folder)
    with browsing(playwright, tmp_path / "profile") as context:
        page = opened(context, host.address)
        at_a_fight(page)
        place = folder / "jeux" / "tablee"
        was = next((place / "b").iterdir()).name
        shutil.move(place / "b" / was, place / "b" / "feedc0ffee00")
        for name in ("index.html", "sw.js"):
            (place / name).write_text((place / name).read_text("utf-8").replace(was, "feedc0ffee00"), "utf-8")
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((one) => one.update())")
        expect(page.locator("#news")).to_be_visible(timeout=60_000)
        assert page.evaluate("() => document.documentElement.dataset.build") == was
        thrown = throw(page)
        page.get_by_role("button", name="L'ouvrir maintenant").click()
        page.wait_for_function("() => document.documentElement.dataset.build === 'feedc0ffee00'", timeout=60_000)
        page.wait_for_function(OPEN, timeout=STARTS)
        expect(inside(page).locator(THROWN).nth(thrown - 1)).to_be_attached(timeout=60_000)
    host.stop()


def test_everything_can_be_wiped(site: Path, playwright: Playwright, tmp_path: Path) -> None:
    host = Host(site)
    with browsing(playwright, tmp_path) as context:
        page = opened(context, host.address)
        at_a_fight(page)
        page.goto(f"{host.address}#/ici")
        with page.expect_download() as taken:
            inside(page).get_by_role("link", name="Tout emporter").click()
        assert Path(taken.value.path()).stat().st_size > 1000
        inside(page).get_by_text("Tout effacer…").click()
        inside(page).get_by_role("button", name="Tout effacer").click()
        expect(inside(page).get_by_role("heading", name="Tout est dans cette page")).to_be_visible(timeout=STARTS)
        assert inside(page).get_by_role("heading", name="Vos tables").count() == 0
    host.stop()
