"""A whole evening of each game in four browsers; its log, imported elsewhere, shows the same pages."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.web.serving import Server

from browser.evenings.alike import main_of, seen_as, up_to_date
from browser.evenings.programme import Room, evening, gathered
from browser.seats import DESKTOP, Sitting
from browser.shots import GAMES
from browser.tables import Sit

TAKEN_IN = re.compile(r"Table ([\w-]+)\. .*/place/([\w-]+)$")
ARRIVED = (  # what must differ: the line by which a house takes a table in, and what counts the lines
    re.compile(r'<article class="passage event" id="n\d+">\s*<p>La table s’est installée .*?</article>', re.DOTALL),
    re.compile(r'<li id="n\d+" class="of-event[^>]*>(?:(?!</li>).)*La table s’est installée .*?</li>', re.DOTALL),
    re.compile(r'<p class="soft">La table s’est installée dans cette maison.</p>'),
    re.compile(r'(?<=name="key" value=")\d+|(?<=name="seen" value=")\d+'),
    re.compile(r'<section class="paper replay".*?<ul class="changes">', re.DOTALL),
)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_evening(
    sit: Sit, browser: Browser, tmp_path: Path, game: str, record_property: Callable[[str, object], None]
) -> None:
    room = gathered(sit, game)
    began, took = time.monotonic(), dict[str, float]()
    for step in evening(room):
        up_to_date(room)
        took[step] = round(time.monotonic() - began, 1)
        began = time.monotonic()
        if step in ("first_fight", "danger_or_chase", "session_ended"):
            seen_as(room)
    record_property(f"evening, s, {game}", {**took, "lines": room.mj.view()["seen"], "taps": room.mj.taps})
    log = taken_away(room, tmp_path / "journal.jsonl")
    over_http(room, log, sit(size=DESKTOP))
    from_the_shell(room, log, browser)


def taken_away(room: Room, path: Path) -> Path:
    """The log as the MJ takes it away from the journal."""
    mj = room.mj
    mj.go(f"/t/{mj.table}/journal")
    with mj.page.expect_download() as download:
        mj.tap(mj.page.locator("a", has_text="JSON"))
    download.value.save_as(path)
    return path


def over_http(room: Room, log: Path, other: Sitting) -> None:
    """The log posted to this house makes another table, with the same pages."""
    made = other.context.request.post(f"{other.house}/api/tables/import", data=log.read_bytes())
    assert made.ok, made.text()
    told = made.json()
    same_pages(room, other, told["table"], told["token"])


def from_the_shell(room: Room, log: Path, browser: Browser) -> None:
    """Whoever keeps another house takes the log in by their shell: the same pages there."""
    database = str(log.parent / "elsewhere.db")
    words = ["table", "import", str(log), "--database", database]
    done = subprocess.run(
        [sys.executable, "-c", "from tablee.cli import main; main()", *words],
        capture_output=True,
        text=True,
        check=True,
    )
    taken_in = TAKEN_IN.search(done.stdout.strip())
    assert taken_in, done.stdout
    house = Server(database)
    other = Sitting(browser, f"http://127.0.0.1:{house.port}", DESKTOP)
    try:
        same_pages(room, other, *taken_in.groups())
        other.leave()
    finally:
        house.stop()


def same_pages(room: Room, other: Sitting, table: str, token: str) -> None:
    """The MJ of the other table reads what the MJ of this one does: table, journal, recap, screen, what Ana sees."""
    other.go(f"/t/{table}/place/{token}")
    other.see("#cards")
    mj = room.mj
    mj.go(f"/t/{mj.table}")
    ana = room.ana.view()["you"]
    for page in ("", "/journal", "/journal?kind=rolls", "/journal/recit", "/ecran", f"/mj/comme/{ana}"):
        here, there = (plain(main_of(one, page), one) for one in (mj, other))
        assert there.split("\n") == here.split("\n"), page


def plain(main: str, person: Sitting) -> str:
    """A page without what must differ between two houses, a line for each tag."""
    view = person.view()
    for own in (person.table, view["code"], f"{view['code'][:3]} {view['code'][3:]}"):
        main = main.replace(own, "…")
    for must_differ in ARRIVED:
        main = must_differ.sub("", main)
    return re.sub(r">\s*<", ">\n<", main)
