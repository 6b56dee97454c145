"""The ready scene of each game to its end: three browsers with fingers, then one with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.seats import DESKTOP, Sitting
from browser.shots import GAMES
from browser.tables import Sit, Three, seated, settle

LONGEST = 150  # actions


def over(view: dict[str, object]) -> bool:
    """Whether one side of a scene has nobody standing."""
    cast = [one for one in view["cast"].values() if not one["retired"]]  # type: ignore[attr-defined]
    ours = [one["condition"]["standing"] for one in cast if one["owner"] or one["free"]]
    theirs = [one["condition"]["standing"] for one in cast if not (one["owner"] or one["free"])]
    return not any(ours) or not any(theirs)


def fought(table: Three, act: Callable[[Sitting], None]) -> int:
    """Play until one side is down: whoever may act does what is proposed; how many actions it took."""
    for done in range(LONGEST):
        settle(table)
        view = table.mj.view()
        if over(view):
            return done
        now = [turn["who"] for turn in view["turns"] if turn["when"] == "now"]
        seats = {one.view()["you"]: one for one in table.everybody}
        act(next((seats[view["cast"][who]["owner"]] for who in now if view["cast"][who]["owner"]), table.mj))
    raise AssertionError(f"no end after {LONGEST} actions")


def tapped(person: Sitting) -> None:
    """Do what « À vous » proposes, with a finger; the next round where nobody is left to act."""
    seen = person.view()["seen"]
    agir = person.page.locator("#turn a[data-hand]")
    if not agir.is_visible() and not person.page.locator("#prepare button.go").is_visible():
        person.go(f"/t/{person.table}?tab=scene")
        person.tap(person.page.locator("[data-next]").first)
    else:
        if agir.is_visible():
            person.tap(agir)
        expect(person.page.locator("#prepare button.go")).to_be_enabled()
        person.launch()
    for _ in range(200):
        if person.view()["seen"] > seen:
            break
        person.page.wait_for_timeout(50)
    else:
        raise AssertionError(person.page.locator("[data-refusal]:visible").all_inner_texts())


@pytest.mark.parametrize("game", GAMES)
def test_three_people_fight_to_the_end(sit: Sit, game: str, record_property: Callable[[str, object], None]) -> None:
    table = seated(sit, game)
    record_property(f"actions to the end, {game}", fought(table, tapped))
    for one in table.everybody:
        one.page.reload()
        one.see("#cards")


def pressed(person: Sitting, wanted: str, most: int = 400) -> None:
    """Press Tab until what is wanted has the focus, then Enter."""
    for _ in range(most):
        if person.page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", wanted):
            person.page.keyboard.press("Enter")
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"no Tab reaches {wanted}")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_fight_by_keyboard_alone(sit: Sit, game: str) -> None:
    person = sit(size=DESKTOP)
    person.go("/")
    pressed(person, f'form[action="/essayer"]:has(input[value="{game}"]) button')
    person.page.wait_for_url("**/t/*")
    for _ in range(LONGEST):
        view = person.view()
        if over(view):
            return
        if person.questions().count():
            person.questions().first.evaluate("form => form.dataset.answered = 'yes'")
            pressed(person, "form.asking[data-answered] button.default")
            person.answered()
        elif person.page.locator("#turn[data-yours]").count() and not view["pending"]:
            seen = view["seen"]
            pressed(person, "#prepare button.go")
            for _ in range(200):
                if person.view()["seen"] > seen:
                    break
                person.page.wait_for_timeout(50)
        else:
            person.page.wait_for_timeout(300)  # the other side acts
    raise AssertionError(f"no end after {LONGEST} steps")
