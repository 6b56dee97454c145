"""Three people at one table, a short evening of each game: what each sees of what others do, while the house falls."""

from __future__ import annotations

import re
import signal

import pytest
from playwright.sync_api import expect
from tests.web.serving import Server

from browser.shots import GAMES
from browser.tables import Sit, Three, seated, settle

LATER = (
    "cle-en-main",
    "deusex",
    "d6",
)  # games whose short evening is left to the long ones, which are played in all four
WORDS = "Attendez, j’ai une idée"


@pytest.mark.parametrize("game", [pytest.param(one, marks=[pytest.mark.evening] * (one in LATER)) for one in GAMES])
def test_a_short_evening(sit: Sit, house: Server, game: str) -> None:
    table = seated(sit, game)
    decision_while_the_house_falls(table, house)
    real_dice(table)
    undone(table)
    secret_roll(table)
    two_ways(table)


def decision_while_the_house_falls(table: Three, house: Server) -> None:
    """A phone is asked; the house is killed with two forms half filled, and the answer is tapped meanwhile."""
    mj, ana, bob, evening = table.mj, table.ana, table.bob, table.evening
    bob.take_up(evening.players[1], f"{table.game}.attack")
    aimed = bob.page.locator(f'#prepare input[name="p.target"][value="{evening.aim}"]')
    expect(aimed).not_to_be_checked()
    with bob.page.expect_response("**/hand?*"):
        aimed.check()
    mj.take_up(evening.foe, evening.asking, p__target=evening.players[0])
    mj.launch(evening.faces)
    expect(ana.questions()).to_have_count(1)
    expect(bob.page.locator("#prepare")).to_have_count(0)  # nobody else acts meanwhile
    expect(ana.page).to_have_title(re.compile("^● À vous"))
    ana.page.locator("#say").fill(WORDS)
    ana.page.reload()
    expect(ana.page.locator("#say")).to_have_value(WORDS)
    expect(ana.questions()).to_have_count(1)

    for one in table.everybody:
        one.house_fell = True
    house.stop(signal.SIGKILL)
    for one in table.everybody:
        expect(one.page.locator("#status")).to_contain_text(re.compile("on réessaie|trying again"))
    ana.answer()
    ana.page.wait_for_timeout(300)
    house.start()
    for one in table.everybody:
        expect(one.page.locator("#status")).to_be_empty()
        one.house_fell = False
    expect(ana.page.locator("#say")).to_have_value(WORDS)
    settle(table)

    acted = [one for one in mj.told() if one["name"] == "acted/1"]
    assert [one["actor"] for one in acted if one["actor"]] == [evening.foe]  # once
    for one in table.everybody:
        expect(one.cards()).to_have_count(1)
        expect(one.cards().last.locator(".stamp, .verdict").first).to_be_visible()
    expect(aimed).to_be_checked()  # still in Bob's hand
    mj.command("take-back")  # whatever the dice did to Ana's character
    mj.command("act", action=evening.ends)


def real_dice(table: Three) -> None:
    """A player types the faces of dice thrown on the table: those very faces are on everybody's card."""
    ana, evening = table.ana, table.evening
    ana.take_up(evening.players[0], f"{table.game}.test")
    before = ana.cards().count()
    ana.launch(evening.shown)
    expect(ana.cards()).not_to_have_count(before)
    settle(table)
    rolled = [one for one in ana.told() if one["name"] == "acted/1"][-1]
    assert [str(face) for roll in rolled["rolls"] for face in roll["faces"]] == evening.shown.split()
    for one in table.everybody:
        card = one.cards().last
        expect(card.locator(".die")).not_to_have_count(0)


def secret_roll(table: Three) -> None:
    """The MJ rolls in secret: the card is on the MJ's page, no page of a player has another card."""
    mj, ana, evening = table.mj, table.ana, table.evening
    before = {one: one.page.locator("#cards").inner_text() for one in (ana, table.bob)}
    shown = mj.cards().count()
    mj.take_up(evening.foe, f"{table.game}.test")
    mj.launch(secret=True)
    expect(mj.cards()).not_to_have_count(shown)
    settle(table)
    mj.command("say", text="Bien.")
    for one, cards in before.items():
        expect(one.page.locator("#cards")).to_contain_text("Bien.")
        assert one.page.locator("#cards").inner_text().startswith(cards)
        assert not one.page.locator("#cards > article").last.locator(".die").count()


def undone(table: Three) -> None:
    """The roll is undone by whoever rolled: its card stays, struck through, on every page."""
    ana = table.ana
    ana.tap(ana.cards().last.locator("[data-undo]"))
    for one in table.everybody:
        expect(one.cards().last).to_have_class(re.compile(r"\bstruck\b"))
        expect(one.cards().last.locator("s").first).to_be_visible()


def two_ways(table: Three) -> None:
    """One way to act is kept, another chosen: both stand side by side with their odds."""
    bob = table.bob
    bob.take_up(table.evening.players[1], f"{table.game}.test")
    bob.page.locator("#prepare [data-keep]").click()
    expect(bob.page.locator("#way")).to_have_count(1)
    choice = bob.page.locator("#prepare select").last
    choice.select_option(index=1 if choice.evaluate("one => one.selectedIndex") != 1 else 0)
    expect(bob.page.locator("#prepare .way")).to_have_count(2)


def test_on_a_phone_who_attacks_whom_is_seen_with_the_answers(sit: Sit) -> None:
    """The card that asks stands whole above the bar: its head was above, an empty field below it."""
    alone = sit()
    alone.try_out("d6")
    while not alone.questions().count():
        view = alone.view()
        now = {one["who"] for one in view["turns"] if one["when"] == "now"} - set(view["by_themselves"])
        if now and not view["pending"]:
            alone.roll()
        else:
            alone.page.wait_for_timeout(50)
    asking = alone.cards().filter(has=alone.questions())
    expect(alone.page.locator("#turn[data-yours]")).to_be_visible()
    card, bar = asking.bounding_box(), alone.page.locator("#turn").bounding_box()
    assert card
    assert bar
    assert card["y"] >= 0
    assert card["y"] + card["height"] <= bar["y"]
