"""The MJ runs a short evening of each game from their screen: a laptop, two phones; what each sees of what they do."""

from __future__ import annotations

import pytest

from browser.looks import complaints
from browser.running import handout_to_one, house_rule, roll_of_all, scene_opened_with_one_tap, value_set_right
from browser.seats import Sitting
from browser.shots import GAMES
from browser.tables import Sit, Three, seated


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_is_run_from_the_screen(sit: Sit, game: str) -> None:
    table = seated(sit, game)
    table.mj.go(f"/t/{table.mj.table}/mj")
    assert complaints(table.mj.page) == []
    scene_opened_with_one_tap(table)
    roll_of_all(table)
    handout_to_one(table)
    value_set_right(table)
    house_rule(table)
    whole = table.mj.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert whole, "on a laptop the page itself does not scroll"
    imported_elsewhere(table, sit())


def imported_elsewhere(table: Three, other: Sitting) -> None:
    """The log of the evening, imported as another table, tells the same story."""
    mj = table.mj
    mj.go(f"/t/{mj.table}")
    story = mj.page.locator("#cards h2").all_inner_texts()
    log = mj.context.request.get(f"{mj.house}/api/tables/{mj.table}/export").text()
    headers = {"content-type": "application/jsonl"}
    made = other.context.request.post(f"{other.house}/api/tables/import", data=log, headers=headers)
    assert made.ok, made.text()
    told = made.json()
    other.go(f"/t/{told['table']}/place/{told['token']}")
    other.see("#cards")
    assert other.page.locator("#cards h2").all_inner_texts() == story


def test_each_part_is_there_on_a_phone(sit: Sit) -> None:
    mj = sit()
    mj.open_table("cle-en-main")
    mj.go(f"/t/{mj.table}/mj")
    for part in ("scene", "ask", "cast", "shelf", "papers", "seats", "rules"):
        mj.tap(mj.page.locator(f'#panels [data-panel="{part}"]'))
        mj.see(f"#{part}")
        assert complaints(mj.page) == [], part
