"""The MJ's screen in a real browser: one part at a time on a phone, all of it on a laptop, as every reader needs it."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.looks import complaints
from browser.tables import Sit, seated


def test_a_roll_is_asked_for_gathered_and_closed(sit: Sit) -> None:
    table = seated(sit, "undesix")
    mj, ana = table.mj, table.ana
    address = f"/t/{mj.table}/mj"
    mj.go(address)
    assert complaints(mj.page) == []
    mj.page.locator("#request button.main").click()
    expect(mj.page.locator(".gather")).to_contain_text("0 réponse sur 2")
    expect(ana.page.locator("#turn")).to_contain_text("Le meneur demande un jet")
    ana.tap(ana.page.locator("#turn a.button"))
    ana.launch("2")
    expect(mj.page.locator(".gather")).to_contain_text("1 réponse sur 2")
    mj.page.locator(".gather button", has_text="Rappeler").click()
    expect(table.bob.page.locator("#cards")).to_contain_text("attends votre jet")
    mj.page.locator(".gather button", has_text="Clore").click()
    expect(mj.page.locator(".gather")).to_have_count(0)
    mj.page.locator("#cast summary").first.click()
    mj.page.locator("#cast .mending input[type=number]:visible").first.fill("1")
    mj.page.locator("#cast .mending button.quiet:visible").first.click()
    mj.page.set_viewport_size({"width": 1280, "height": 800})
    whole = mj.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert whole, "the page itself does not scroll on a laptop"


def test_each_part_is_there_on_a_phone(sit: Sit) -> None:
    mj = sit()
    mj.open_table("cle-en-main")
    mj.go(f"/t/{mj.table}/mj")
    for part in ("scene", "ask", "cast", "shelf", "papers", "seats", "rules"):
        mj.tap(mj.page.locator(f'#panels [data-panel="{part}"]'))
        mj.see(f"#{part}")
        assert complaints(mj.page) == [], part
