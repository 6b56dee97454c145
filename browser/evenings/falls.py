"""A whole evening of each game whose house is killed (`kill -9`) at random moments: nothing is lost or done twice."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from tests.web.serving import Server

from browser.evenings.alike import up_to_date
from browser.evenings.programme import Room, evening, gathered
from browser.seats import Sitting
from browser.shots import GAMES
from browser.tables import Sit

FALLS = 5  # in each of four evenings
TAPS = 40  # that every evening has at least
LATEST = 300  # milliseconds after a tap
OF_ITS_OWN = ("n", "line", "at")  # a line's number and time
BY_SCRIPT = """one => {
  const form = one.closest('form'), how = one.getAttribute('formmethod') ?? form?.getAttribute('method');
  return one.matches('button') && how === 'post' && form.matches('[data-live], [data-prepare]');
}"""
HALF_WRITTEN = "Je voulais dire que"


class Falls:
    """A house that is killed at some taps of an evening, and what its people find when it is back."""

    def __init__(self, room: Room, house: Server, chance: random.Random) -> None:
        self.room, self.house, self.taps = room, house, 0
        self.moments = {tap: chance.uniform(0, LATEST) for tap in chance.sample(range(1, TAPS + 1), FALLS)}
        self.fallen: list[str] = []
        for one in room.browsers:
            one.house_fell = True  # a browser complains of it by itself
            one.finger = partial(self.tapped, one)

    def tapped(self, person: Sitting, what: Locator) -> None:
        self.taps += 1
        if self.taps in self.moments:
            self.fall(person, what, self.moments[self.taps])
        else:
            what.click()

    def fall(self, person: Sitting, what: Locator, after: float) -> None:
        """Kill the house some time after a tap that a page sends by its script and tries again until it is answered;
        before any other tap.
        """
        sends = what.evaluate(BY_SCRIPT)
        before = {one: (one.told(), standing(one.view())) for one in self.room.everybody}
        writer = self.room.ana if person is not self.room.ana else self.room.bob
        writes = writer.page.locator("#say").is_visible()
        if writes:
            writer.page.locator("#say").fill(HALF_WRITTEN)
        if sends:
            what.click()
            person.page.wait_for_timeout(after)
        self.fallen.append(f"tap {self.taps}" + (f" + {after:.0f} ms" if sends else ""))
        self.house.stop(signal.SIGKILL)
        self.house.start()
        for one in self.room.everybody:
            expect(one.page.locator('form[aria-busy="true"]')).to_have_count(0)
        for one, (told, view) in before.items():
            now = one.told()
            changed = [(old, new) for old, new in zip(told, now, strict=False) if old != new]
            assert not changed, [(old["n"], differing(old, new)) for old, new in changed]
            assert len(now) >= len(told), "a line that was there is not there any more"
            assert [line["n"] for line in now] == list(range(1, len(now) + 1))
            if not sends:
                assert (len(now), standing(one.view())) == (len(told), view)
            new = [{name: value for name, value in line.items() if name not in OF_ITS_OWN} for line in now[len(told) :]]
            assert not [line for n, line in enumerate(new) if line in new[:n]], "done twice"
        up_to_date(self.room)
        if writes:
            expect(writer.page.locator("#say")).to_have_value(HALF_WRITTEN)
            writer.page.locator("#say").fill("")
        if not sends:
            what.click()


def differing(old: Any, new: Any) -> Any:
    """Where two values differ, in as few words as possible."""
    if isinstance(old, dict) and isinstance(new, dict):
        keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
        return {key: differing(old.get(key), new.get(key)) for key in keys}
    return old, new


def standing(view: dict[str, Any]) -> dict[str, Any]:
    """A view without who is here at this very moment."""
    return {name: value for name, value in view.items() if name != "present"}


@pytest.mark.parametrize("game", GAMES)
def test_a_house_that_falls_loses_nothing(
    sit: Sit, house: Server, game: str, record_property: Callable[[str, object], None]
) -> None:
    seed = os.environ.get("TABLEE_SEED") or f"{random.SystemRandom().randrange(10**6)}"
    print(f"TABLEE_SEED={seed}")
    room = gathered(sit, game)
    falls = Falls(room, house, random.Random(f"{seed} {game}"))
    for _ in evening(room):
        up_to_date(room)
    record_property(f"kill -9, {game}", {"seed": seed, "fell at": falls.fallen, "taps": falls.taps})
    assert len(falls.fallen) == FALLS
