"""An evening read again: the screen of the room follows it; the MJ goes back, redoes, ends it, takes it elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.evenings.fights import first_now, over, tapped
from browser.seats import DESKTOP, Sitting
from browser.shots import GAMES
from browser.tables import Sit, Three, seated, settle

ACTIONS = 10
TOLD = ".lines1 :is(.of-roll, .of-slim) b"


def played(table: Three) -> None:
    """Ten actions, or as many as there are before one side is down."""
    for _ in range(ACTIONS):
        settle(table)
        view = table.mj.view()
        if over(view):
            return
        seats = {one.view()["you"]: one for one in table.everybody}
        who = first_now(view)
        tapped(seats.get(view["cast"][who]["owner"] if who else "", table.mj), who)
    settle(table)


def told(person: Sitting) -> list[str]:
    """What the journal of somebody tells of actions."""
    person.go(f"/t/{person.table}/journal?kind=rolls")
    person.see(".lines1")
    return person.page.locator(TOLD).all_inner_texts()


def at(person: Sitting, line: int) -> dict[str, Any]:
    """The table as somebody saw it at a line."""
    view: dict[str, Any] = person.context.request.get(f"{person.house}/api/tables/{person.table}/at/{line}").json()
    return view


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_is_followed_mended_ended_and_taken_elsewhere(sit: Sit, game: str) -> None:
    table = seated(sit, game)
    mj, television = table.mj, sit(size=DESKTOP)
    start = mj.view()["seen"]
    mj.go(f"/t/{mj.table}/menu")
    mj.tap(mj.page.locator('form[action$="/ecran"] button'))
    television.page.goto(str(mj.see(".address a").get_attribute("href")))
    television.see("#tv")
    mj.go(f"/t/{mj.table}")
    played(table)

    table.ana.go(f"/t/{mj.table}/ecran")
    same = table.ana.page.locator("#tv").inner_html()
    expect(television.page.locator(".tvcard")).to_have_count(1)
    television.page.wait_for_function(
        "same => document.getElementById('tv').innerHTML.trim() === same.trim()", arg=same
    )

    before = mj.view()
    mj.go(f"/t/{mj.table}/journal?at={start}")
    mj.tap(mj.page.locator('.replay a[href*="ask=rewind"]'))
    expect(mj.page.locator(".rewind .change").first).to_be_visible()
    assert mj.view()["cast"] == before["cast"]
    mj.tap(mj.page.locator(".rewind button.main"))
    mj.see(".lines1 li.struck")
    back, now = at(mj, start), mj.view()
    assert now["cast"] == back["cast"]
    assert back["play"].items() <= now["play"].items()  # what nobody had touched yet is written out now
    mj.tap(mj.page.locator('.evening a[href*="ask=redo"]'))
    mj.tap(mj.page.locator(".rewind button.main"))
    mj.see(".lines1")
    assert (mj.view()["cast"], mj.view()["play"]) == (before["cast"], before["play"])

    mj.go(f"/t/{mj.table}/fin?step=1")
    for _ in range(20):
        skip = mj.page.locator(".stages .body > .row a").last
        if not skip.count():
            break
        mj.tap(skip)
    expect(mj.page.locator('a[href$="/journal/recit"]')).to_be_visible()
    mj.go(f"/t/{mj.table}/journal/des")
    mj.tap(mj.page.locator("form.letter button.main"))
    mj.see(".verifying .stamp.hit")

    log = mj.context.request.get(f"{mj.house}/api/tables/{mj.table}/export").body()
    heard, elsewhere = told(mj), sit(size=DESKTOP)
    brought = elsewhere.context.request.post(f"{mj.house}/api/tables/import", data=log).json()
    elsewhere.go(f"/t/{brought['table']}/place/{brought['token']}")
    assert told(elsewhere) == heard
