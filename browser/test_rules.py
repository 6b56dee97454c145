"""From « Pourquoi ? » to the rule and back to the same line; an action tried from its rule."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.seats import PHONE
from browser.tables import Sit


def test_a_rule_is_read_from_a_result_and_one_comes_back_to_the_same_line(sit: Sit) -> None:
    ana = sit(size=PHONE)
    ana.try_out("undesix")
    ana.prepare()
    ana.roll()
    expect(ana.page.locator("#turn")).to_contain_text("Nicolas")  # the wolf has acted: nothing moves under a tap
    ana.ask_why()
    line = ana.page.locator("details.why[open] li").first
    place = line.get_attribute("id")
    link = line.locator("a.src").first  # a sum may name several rules, each with its link
    rule = (link.get_attribute("href") or "").partition("#")[2]
    ana.tap(link)
    expect(ana.page.locator(f".rule#{rule}")).to_be_in_viewport()
    ana.tap(ana.page.locator(".return a"))
    expect(ana.page.locator(f"#{place}")).to_be_in_viewport()  # « Pourquoi ? » is open again


def test_a_rule_is_tried_at_a_table_of_ones_own(sit: Sit) -> None:
    ana = sit()
    ana.go("/regles/undesix?q=UDS-HEAL-04")
    ana.tap(ana.page.locator("form.attempt button"))
    expect(ana.page.locator("#prepare input[name=do]")).to_have_value("undesix.treat")
