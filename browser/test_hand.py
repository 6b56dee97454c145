"""The hand on a phone: a sheet from the bottom, which the phone's own « back » closes."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.tables import Sit


def test_going_back_closes_the_hand_and_stays_at_the_table(sit: Sit) -> None:
    someone = sit()
    someone.try_out("undesix")
    table, body = someone.page.url, someone.page.locator("body")
    someone.prepare()
    someone.page.locator('#prepare input[name="p.target"]:not(:checked)').first.check()
    someone.page.go_back()
    expect(body).not_to_have_attribute("data-hand", "open")
    expect(someone.page).to_have_url(table)
    someone.prepare()
    someone.launch()
    expect(body).not_to_have_attribute("data-hand", "open")
    expect(someone.page).to_have_url(table)
    someone.page.go_back()
    expect(someone.page).to_have_url(f"{someone.house}/")


def test_a_hand_opened_again_after_a_reload_closes_too(sit: Sit) -> None:
    someone = sit()
    someone.try_out("d6")
    table = someone.page.url
    someone.prepare()
    someone.page.reload()
    someone.see("#prepare button.go")
    someone.tap(someone.page.locator("#prepare [data-close]"))
    expect(someone.page.locator("body")).not_to_have_attribute("data-hand", "open")
    expect(someone.page).to_have_url(table)
    someone.see("#cards")
