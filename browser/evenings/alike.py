"""What two looks at one table must show alike: a page that followed it and a fresh one, a seat and the MJ as it."""

from __future__ import annotations

import re
import time

from playwright.sync_api import expect

from browser.evenings.programme import Room
from browser.seats import PATIENCE, Sitting

REGIONS = ("cards", "people", "scene", "staged", "gathered", "last", "cast", "written", "seated", "notice", "tv")
OTHERWISE = """async ids => {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const text = (page, id) => page.getElementById(id)?.textContent.replace(/\\s+/g, '') ?? '';
  return ids.map(id => [id, text(document, id), text(fresh, id)]).filter(([_, here, there]) => here !== there);
}"""
MAIN = re.compile(r"<main.*?</main>", re.DOTALL)


def main_of(person: Sitting, page: str) -> str:
    """The `<main>` of a page of the table, as the house sends it to somebody now."""
    answer = person.fetched(f"/t/{person.table}{page}")
    assert answer.ok, (page, answer.status)
    (main,) = MAIN.findall(answer.text())
    return str(main)


def up_to_date(room: Room) -> None:
    """Every open page that follows the table comes to show what it would show if it were opened now."""
    until = time.monotonic() + PATIENCE / 1000
    for one in room.browsers:
        while one.page.locator("#live[data-stream]").count():
            other = one.page.evaluate(OTHERWISE, list(REGIONS))
            if not other:
                break
            assert time.monotonic() < until, (one.page.url, [_around(here, fresh) for _, here, fresh in other])
            one.page.wait_for_timeout(200)


def _around(here: str, fresh: str) -> tuple[str, str]:
    """Two texts from shortly before where they begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip(here, fresh, strict=False)) if a != b), min(len(here), len(fresh)))
    return here[max(0, at - 60) : at + 120], fresh[max(0, at - 60) : at + 120]


def seen_as(room: Room) -> None:
    """The MJ sees as each player and as the screen do, byte by byte, and nothing can be done there."""
    mj, table = room.mj, room.mj.table
    for one in (room.ana, room.bob, room.screen):
        seat = one.view()["you"]
        theirs, shown = one.fetched(f"/api/tables/{table}"), mj.fetched(f"/api/tables/{table}/as/{seat}")
        here = re.compile(rb'"present":\[[^]]*\]')  # who follows the table at this very moment
        assert here.sub(b"", shown.body()) == here.sub(b"", theirs.body()), one.view()["seats"][seat]
        if one is not room.screen:
            assert main_of(mj, f"/mj/comme/{seat}") == main_of(one, "")
            back = mj.page.url
            mj.go(f"/t/{table}/mj/comme/{seat}")
            mj.see("#seen-as #cards")
            expect(mj.page.locator("#seen-as :is(button, input, select, textarea):enabled")).to_have_count(0)
            mj.page.goto(back)
    assert main_of(mj, "/ecran") == main_of(room.ana, "/ecran") == main_of(room.screen, "/ecran")
    expect(room.screen.page.locator("main :is(a, button, input, form)")).to_have_count(0)
