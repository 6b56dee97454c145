"""A stranger on a phone: the first result within three taps; and without script."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.seats import Sitting
from browser.shots import GAMES

Sit = Callable[..., Sitting]


@pytest.mark.parametrize("game", GAMES)
def test_the_first_result_is_three_taps_away(sit: Sit, game: str) -> None:
    someone = sit()
    someone.try_out(game)
    thrown = someone.cards().filter(has=someone.page.locator(".die"))
    before = thrown.count()
    someone.prepare()
    go = someone.page.locator("#prepare button.go")
    expect(go).to_be_enabled()
    someone.tap(go)
    expect(thrown).not_to_have_count(before)
    assert someone.taps <= 3


@pytest.mark.parametrize("game", GAMES)
def test_without_script_one_reads_prepares_and_rolls(sit: Sit, game: str) -> None:
    plain = sit(script=False)
    plain.try_out(game)
    before = plain.cards().count()
    plain.prepare()
    plain.tap(plain.page.locator("#prepare button.go"))
    expect(plain.cards()).not_to_have_count(before)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_roll_of_an_adventure_is_within_a_minute(sit: Sit, game: str) -> None:
    """« Essayer », alone, the first choice, an answer where the game asks one before the dice: four taps at most."""
    someone, begun = sit(), time.monotonic()
    someone.go("/")
    someone.tap(someone.page.locator(f'[data-game="{game}"] a.try'))
    someone.tap(someone.page.locator('button[value="alone"]'))
    choice = someone.see("#quest .react.try")
    told = someone.page.locator("#cards > .tale").bounding_box()
    assert told, "what is told is there"
    assert told["y"] >= 0, "and is read from its first line on"
    someone.tap(choice)
    rolled = someone.cards().filter(has=someone.page.locator(".die, .d10"))
    asked = someone.questions().locator("button")
    expect(rolled.or_(asked).first).to_be_visible()
    if not rolled.count():
        someone.tap(asked.first)
    expect(rolled.first).to_be_visible()
    assert someone.taps <= 4
    assert time.monotonic() - begun < 60


def test_the_first_roll_of_an_adventure_is_three_taps_away(sit: Sit) -> None:
    """« Essayer », alone, the first choice: its roll, what follows, and the next choices."""
    someone = sit()
    someone.go("/")
    someone.tap(someone.page.locator('[data-game="undesix"] a.try'))
    someone.tap(someone.page.locator('button[value="alone"]'))
    first = someone.see("#quest .react.try")
    expect(first.locator(".chance")).to_have_count(1)
    someone.tap(first)
    expect(someone.cards().filter(has=someone.page.locator(".die"))).to_have_count(1)
    expect(someone.page.locator('#quest input[name="choice"][value="marchander"]')).to_have_count(1)
    assert someone.taps == 3
