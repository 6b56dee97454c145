"""How quick pages are beside the API in the same run: a click on one seat to the page of another, odds of a form."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx2
import pytest
from playwright.sync_api import TimeoutError, expect
from tests.web.serving import Server

from browser.seats import DESKTOP, PATIENCE
from browser.shots import GAMES
from browser.tables import Sit, seated
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.chat import Say

TIMES = 40
MAX_TAPS = {"undesix": 2.0, "cle-en-main": 6.0, "deusex": 3.5, "d6": 3.5}  # of an own turn, answers included
SHORT, LONG, OPENED = 100, 10_000, 12  # lines of two journals, and how often each is opened
SEEN = """count => new Promise(done => {
  const box = document.getElementById('cards');
  if (box.children.length > count) return done(performance.timeOrigin + performance.now());
  new MutationObserver((_, watch) => {
    if (box.children.length > count) { watch.disconnect(); done(performance.timeOrigin + performance.now()); }
  }).observe(box, { childList: true });
})"""


def p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


def test_a_click_reaches_the_page_of_another_seat(
    sit: Sit, house: Server, record_property: Callable[[str, object], None]
) -> None:
    """p95 at most three times that of POST → line of the JSON stream."""
    table = seated(sit, "undesix")
    mj, bob = table.mj, table.bob
    token = next(one["value"] for one in mj.context.cookies() if one["name"].endswith(mj.table))
    path, auth = f"/api/tables/{mj.table}", {"authorization": f"Bearer {token}"}
    arrived: dict[str, float] = {}
    client = httpx2.Client(base_url=mj.house, timeout=60)

    def read() -> None:
        with (
            httpx2.Client(base_url=mj.house, timeout=600) as wire,
            wire.stream("GET", f"{path}/events", headers=auth) as stream,
        ):
            for line in stream.iter_lines():
                if line.startswith("data: {"):
                    arrived[json.loads(line[6:]).get("text", "")] = time.perf_counter()
                    if "the end" in arrived:
                        return

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    pages, lines = list[float](), list[float]()
    mj.see("#cards")
    for n in range(TIMES):
        mj.page.locator("#say").fill(f"page {n}")
        count = bob.page.locator("#cards > *").count()
        bob.page.evaluate(f"() => {{ window.seen = ({SEEN})({count}) }}")
        clicked = mj.page.evaluate(
            """() => {
              const now = performance.timeOrigin + performance.now();
              document.querySelector('.say .send').click();
              return now;
            }"""
        )
        pages.append(bob.page.evaluate("() => window.seen") - clicked)
        expect(mj.page.locator("#say")).to_have_value("")
        began = time.perf_counter()
        client.post(f"{path}/say", json={"text": f"line {n}"}, headers=auth)
        while f"line {n}" not in arrived:
            time.sleep(0.0005)
        lines.append((arrived[f"line {n}"] - began) * 1000)
        expect(bob.page.locator("#cards > *")).to_have_count(count + 2)
    client.post(f"{path}/say", json={"text": "the end"}, headers=auth)
    reader.join(60)
    client.close()
    told = {"page p50": median(pages), "page p95": p95(pages), "line p50": median(lines), "line p95": p95(lines)}
    record_property("click to another page, ms", {name: round(value, 1) for name, value in told.items()})
    assert p95(pages) <= 3 * p95(lines)


@pytest.mark.parametrize("game", GAMES)
def test_the_fragment_of_odds(sit: Sit, game: str, record_property: Callable[[str, object], None]) -> None:
    """p95 at most twice that of POST /odds, asked in turn by one client."""
    person = sit()
    person.try_out(game)
    person.prepare()
    asked = person.page.locator("#prepare").evaluate("form => String(new URLSearchParams(new FormData(form)))")
    fields = dict(one.split("=", 1) for one in asked.split("&") if "=" in one)
    token = next(one["value"] for one in person.context.cookies() if one["name"].endswith(person.table))
    auth, path = {"authorization": f"Bearer {token}"}, f"/api/tables/{person.table}"
    client = httpx2.Client(base_url=person.house, timeout=60, headers=auth)
    form = client.post(f"{path}/form", json={"actor": fields["who"], "action": fields["do"]}).json()
    act = {"actor": fields["who"], "action": fields["do"], "params": form["values"]}
    pages, lines = list[float](), list[float]()
    for n in range(TIMES + 5):
        began = time.perf_counter()
        assert client.post(f"{path}/odds", json=act).status_code == 200
        between = time.perf_counter()
        assert client.get(f"/t/{person.table}/odds?{asked}").status_code == 200
        if n >= 5:  # warm
            lines.append((between - began) * 1000)
            pages.append((time.perf_counter() - between) * 1000)
    client.close()
    told = {
        "fragment p50": median(pages),
        "fragment p95": p95(pages),
        "POST p50": median(lines),
        "POST p95": p95(lines),
    }
    record_property(f"odds, ms, {game}", {name: round(value, 2) for name, value in told.items()})
    assert p95(pages) <= 2 * p95(lines)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_tap_to_the_first_card(sit: Sit, game: str, record_property: Callable[[str, object], None]) -> None:
    """Under two seconds, on a phone, three taps from the first page."""
    person = sit()
    person.try_out(game)
    person.prepare()
    thrown = person.cards().filter(has=person.page.locator(".die"))
    before = thrown.count()
    began = time.monotonic()
    person.launch()
    expect(thrown).not_to_have_count(before)
    took = time.monotonic() - began
    record_property(f"last tap to card, s, {game}", round(took, 2))
    assert (took < 2, person.taps <= 3) == (True, True)


@pytest.mark.parametrize("game", GAMES)
def test_taps_of_ones_own_turns(sit: Sit, game: str, record_property: Callable[[str, object], None]) -> None:
    """Somebody alone on a phone takes what is proposed and answers by default, to the end of the first fight: taps for
    each action of theirs, answers to the others' included; p95 from the last tap to the card.
    """
    person = sit()
    person.try_out(game)
    person.taps, turns, took = 0, 0, list[float]()
    since, seen = time.monotonic(), -1
    while not (view := person.view())["ended"]:
        if view["seen"] > seen:
            seen, since = view["seen"], time.monotonic()
        assert time.monotonic() - since < PATIENCE / 1000, "nothing goes on"
        act = person.page.locator("#turn a.button[data-hand]")
        now = {one["who"] for one in view["turns"] if one["when"] == "now"}
        if person.questions().count():
            with suppress(TimeoutError):  # it went while it was tapped
                person.answer()
                person.answered()
        elif not view["pending"] and now - set(view["by_themselves"]) and act.is_visible():
            person.prepare()
            cards = person.page.locator("#cards > *").count()
            person.page.evaluate(f"() => {{ window.seen = ({SEEN})({cards}) }}")
            began = person.page.evaluate("() => performance.timeOrigin + performance.now()")
            person.launch()
            took.append(person.page.evaluate("() => window.seen") - began)
            turns += 1
        else:
            person.page.wait_for_timeout(50)
    told = {"taps": round(person.taps / turns, 2), "turns": turns, "tap to card p95, ms": round(p95(took))}
    record_property(f"own turns, {game}", told)
    assert person.taps / turns <= MAX_TAPS[game]


def a_log_of(lines: int, database: str) -> list[dict[str, Any]]:
    """The log of a table of UnDéSix with so many lines: its first scene, then tests and words over and over."""
    store = SqliteStore(database)
    house = House(store)
    table, token = house.open_ready("undesix")
    mj, began = house.seat(table, token), house.state(table).version
    house.submit(table, mj, Act(action="undesix.end-fight"))
    for text in ("Une porte.", "Du bruit derrière."):
        form = house.form(table, mj, Act(actor="chloe", action="undesix.test"), "fr")
        assert not isinstance(form, Refusal)
        house.submit(table, mj, Act(actor="chloe", action="undesix.test", params=form.values))
        house.submit(table, mj, Say(text=text))
    told = [line for line in house.backup(table) if line["name"] != "keys/1"]
    store.close()
    again = islice(cycle(told[began + 1 :]), lines - len(told))
    return [*told, *({**line, "n": n} for n, line in enumerate(again, len(told) + 1))]


def test_a_journal_of_ten_thousand_lines(
    sit: Sit, house: Server, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """It opens in at most twice the time of one of a hundred: they are opened in turn, the middle times compared."""
    person, store = sit(size=DESKTOP), SqliteStore(house.database)
    tables = {lines: House(store).import_log(a_log_of(lines, str(tmp_path / f"{lines}.db"))) for lines in (SHORT, LONG)}
    store.close()
    took: dict[int, list[float]] = {SHORT: [], LONG: []}
    for n in range(OPENED + 1):
        for lines, (table, token) in tables.items():
            if not n:
                person.go(f"/t/{table}/place/{token}")  # which also has the house read it a first time
            person.go(f"/t/{table}/journal")
            person.see(".lines1")
            if n:
                took[lines].append(
                    person.page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
                )
    short, long = median(took[SHORT]), median(took[LONG])
    record_property("a journal opens, ms", {f"{SHORT} lines": round(short, 1), f"{LONG} lines": round(long, 1)})
    assert long <= 2 * short
