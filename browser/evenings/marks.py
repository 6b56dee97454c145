"""Secrets: a marked number, a marked secret roll and a hidden message are in no byte that another seat receives."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Route

from browser.evenings.fights import fought, tapped
from browser.seats import Sitting
from browser.shots import GAMES
from browser.tables import Sit, seated, settle

MARK = re.compile(rb"(?<![0-9A-Za-z_-])7(?:[\s.,]|\xc2\xa0|\xe2\x80\xaf)?919(?![0-9A-Za-z_-])")
STREAM = re.compile(r"/t/[^/]+/live")
HELD = {
    "undesix": ("psy", "psy_max"),
    "cle-en-main": ("vitality", "vitality_max"),
    "deusex": ("xp",),
    "d6": ("experience",),
}


class Received:
    """Every byte that a browser receives: bodies of answers, events of streams, what its console says."""

    def __init__(self, person: Sitting) -> None:
        self.bytes: list[tuple[str, bytes]] = []
        self.person = person
        person.context.route(lambda address: not STREAM.search(address) and "/static/" not in address, self._recorded)
        wire = person.context.new_cdp_session(person.page)
        wire.send("Network.enable")
        wire.on("Network.eventSourceMessageReceived", lambda event: self._kept("stream", event["data"].encode()))
        person.page.on("console", lambda message: self._kept("console", message.text.encode()))

    def _recorded(self, route: Route) -> None:
        try:
            answer = route.fetch(max_redirects=0)
            self._kept(route.request.url, answer.body() + str(answer.headers).encode())
            route.fulfill(response=answer)
        except Error:  # the page has gone elsewhere meanwhile
            route.abort()

    def stop(self) -> None:
        """Record no more answers, those under way included."""
        self.person.context.unroute_all(behavior="ignoreErrors")

    def assets(self) -> None:
        """Keep the stylesheet and the script too, which are the same for everybody."""
        for address in self.person.page.locator("link[href^='/static'], script[src]").evaluate_all(
            "all => all.map(one => one.href || one.src)"
        ):
            self._kept(address, self.person.context.request.get(address).body())

    def _kept(self, where: str, what: bytes) -> None:
        self.bytes.append((where, what))

    def marked(self) -> list[str]:
        """Where the mark was received, and around what."""
        return [
            f"{where}: {what[max(0, at.start() - 60) : at.end() + 20]!r}"
            for where, what in self.bytes
            for at in MARK.finditer(what)
        ]


@pytest.mark.parametrize("game", GAMES)
def test_no_byte_of_a_secret(sit: Sit, game: str) -> None:
    table = seated(sit, game)
    mj, others = table.mj, (table.ana, table.bob)
    mj.command("say", text="7919, dit trop vite")
    mj.command("hide", of=mj.told()[-1]["n"])
    received = [Received(one) for one in others]
    own = Received(mj)
    for one in table.everybody:
        one.page.reload()
    foe = mj.view()["cast"][table.evening.foe]["sheet"]
    mj.command("enter", who="cache", sheet={**foe, **dict.fromkeys(HELD[game], 7919)}, hidden=True)
    for fold in ("cache", table.evening.foe):
        mj.command("hand-over", who=fold, hidden=True)
    mj.take_up("cache", f"{game}.test")
    mj.launch(secret=True)
    settle(table)
    secret = next(line for line in mj.told()[::-1] if line["name"] == "acted/1")
    mj.command("override", of=secret["n"], text="En vérité : 7919.")
    mj.command("say", text="7919", kind="note", title="Pour moi")
    mj.go(f"/t/{mj.table}?who=cache&tab=fiche")
    mj.go(f"/t/{mj.table}")
    steps = {"left": 14}

    def act(person: Sitting, who: str) -> None:
        steps["left"] -= 1
        if steps["left"] in (12, 8, 4):
            for one in others:
                look_around(one)
        if steps["left"] == 0:
            raise Enough
        tapped(person, who)

    with suppress(Enough):
        fought(table, act)
    for one in others:
        look_around(one)
    own.stop()
    assert own.marked(), "the mark was never shown to the MJ: nothing is proved"
    for theirs in received:
        theirs.stop()
        theirs.assets()
        assert any(where == "stream" for where, _ in theirs.bytes)
        assert theirs.marked() == []


class Enough(Exception):
    """The scripted part of a fight is over."""


def look_around(person: Sitting) -> None:
    """All that a seat may open: the menu, both exports, its lines, the tabs of its table."""
    person.go(f"/t/{person.table}/menu")
    for part in ("/export.md", "/export", "/lines", ""):
        person.page.evaluate("async address => (await fetch(address)).text()", f"/api/tables/{person.table}{part}")
    for tab in ("fiche", "scene", "table"):
        person.go(f"/t/{person.table}?tab={tab}")
