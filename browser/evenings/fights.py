"""The ready scene of each game to its end: three browsers with fingers, then one with the keyboard alone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.keyboard import pressed
from browser.seats import DESKTOP, PATIENCE, Sitting
from browser.shots import GAMES
from browser.tables import Sit, Three, seated, settle

LONGEST = 150  # actions


def over(view: dict[str, Any]) -> bool:
    """Whether one side of a scene has nobody standing."""
    cast = [one for one in view["cast"].values() if not one["retired"]]
    ours = [one["condition"]["standing"] for one in cast if one["owner"] or one["free"]]
    theirs = [one["condition"]["standing"] for one in cast if not (one["owner"] or one["free"])]
    return not any(ours) or not any(theirs)


def first_now(view: dict[str, Any]) -> str:
    """The character who acts now, one that somebody owns first, none that acts by itself; "" if there is none."""
    now = [turn["who"] for turn in view["turns"] if turn["when"] == "now" and turn["who"] not in view["by_themselves"]]
    return next((who for who in now if view["cast"][who]["owner"]), next(iter(now), ""))


def fought(table: Three, act: Callable[[Sitting, str], None]) -> int:
    """Play until one side is down: whoever may act does what is proposed; how many actions it took."""
    for done in range(LONGEST):
        settle(table)
        view = table.mj.view()
        if over(view):
            return done
        seats = {one.view()["you"]: one for one in table.everybody}
        who = first_now(view)
        act(seats.get(view["cast"][who]["owner"] if who else "", table.mj), who)
    raise AssertionError(f"no end after {LONGEST} actions")


def tapped(person: Sitting, who: str) -> None:
    """Do what « À vous » proposes to a character, with a finger; begin the next round where nobody is left to act."""
    seen = person.view()["seen"]
    if not who:
        person.go(f"/t/{person.table}?tab=scene")
        person.tap(person.page.locator("[data-next]").first)
    else:
        act = person.page.locator("#turn a[data-hand]")
        expect(act).to_have_attribute("href", re.compile(rf"who={who}\b"))
        if act.is_visible():  # on a wide screen the hand lies open
            person.tap(act)
        expect(person.holding(who, seen)).to_have_count(1)
        expect(person.page.locator("#prepare button.go")).to_be_enabled()
        person.launch()
    person.moved(seen)
    if not who:
        person.go(f"/t/{person.table}")


@pytest.mark.parametrize("game", GAMES)
def test_three_people_fight_to_the_end(sit: Sit, game: str, record_property: Callable[[str, object], None]) -> None:
    table = seated(sit, game)
    record_property(f"actions to the end, {game}", fought(table, tapped))
    for one in table.everybody:
        one.page.reload()
        one.see("#cards")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_fight_by_keyboard_alone(sit: Sit, game: str) -> None:
    person = sit(size=DESKTOP)
    person.go("/")
    pressed(person, f'form[action="/essayer"]:has(input[value="{game}"]) button')
    person.page.wait_for_url("**/t/*")
    acted, seen, since = 0, -1, time.monotonic()
    while acted < LONGEST:
        view = person.view()
        if over(view):
            return
        if view["seen"] > seen:
            seen, since = view["seen"], time.monotonic()
        who = "" if view["pending"] else first_now(view)
        if person.questions().count():
            person.questions().first.evaluate("form => form.dataset.answered = 'yes'")
            pressed(person, "form.asking[data-answered] button.default")
            person.answered()
        elif who and person.holding(who, seen).count():
            pressed(person, "#prepare button.go")
            person.moved(seen)
        else:
            assert time.monotonic() - since < PATIENCE / 1000, "neither the other side nor the page goes on"
            person.page.wait_for_timeout(100)
            continue
        acted += 1
    raise AssertionError(f"no end after {LONGEST} steps")
