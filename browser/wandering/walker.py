"""A walker: a person with a browser and a temper, who does one thing at a time and looks at what it changed."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Error, TimeoutError

from browser.seats import Sitting
from browser.wandering.questions import ABOUT_TO_BE_TAPPED, noticed, said_why
from browser.wandering.sight import Sight, Thing, seen
from browser.wandering.tempers import LAUNCH, PREPARING, TEMPERS, in_front, proposed
from browser.wandering.trail import Trail

ANSWERED = 2.0  # seconds within which a tap changes something that is seen
TOUCHED = 4.0  # seconds for which somebody tries to touch what they see
SENT = 10.0  # seconds that somebody waits who sees that what they sent is under way
BUSY = 5  # times as long on a machine that has more to do than walks: people would simply wait
WORDS = ("Bonsoir à tous", "3", "/r 2d6", "Je regarde derrière la porte.", "12")


class Stuck(AssertionError):
    """What a walker ran into: the answer to one of the questions is no."""


class Walker:
    """One person: what they last saw, what they did, whether they are here."""

    def __init__(self, name: str, sitting: Sitting, temper: str, chance: random.Random, trail: Trail) -> None:
        self.name, self.sitting, self.temper, self.chance, self.trail = name, sitting, temper, chance, trail
        self.chose = False  # something else than what was proposed, in the form that is prepared
        self.fruitless = 0  # taps on what is proposed, on one's turn, since the last new line
        self.late = 0  # taps that were answered, but not in the time that they should be
        self.launched, self.as_proposed = "", False  # what stood in the form that was just launched, "" if none was

    @property
    def phone(self) -> bool:
        size = self.sitting.page.viewport_size
        return bool(size and size["width"] <= 760)

    def look(self) -> Sight:
        """What is seen now; asked again where the page was just being left."""
        for _ in range(5):
            with suppress(Error):
                return seen(self.sitting.page)
            self.sitting.page.wait_for_timeout(100)
        return seen(self.sitting.page)

    def step(self, sight: Sight) -> str:
        """Do one thing as the temper would; what was done, "" if there is nothing that this person would do."""
        self.launched = ""
        if self.temper in WAYS and self.chance.random() < 0.25:
            self.fruitless = 0  # the page begins anew
            return WAYS[self.temper](self)
        thing = TEMPERS[self.temper](sight, self.phone, self.chance)
        return self.do(thing, sight) if thing else ""

    def take_proposed(self, sight: Sight) -> str:
        """Do what is proposed, whatever the temper."""
        thing = proposed(sight, self.phone, self.chance)
        return self.do(thing, sight) if thing else ""

    def do(self, thing: Thing, sight: Sight) -> str:
        """Tap or fill in one thing; Stuck if nothing that is seen changes, and nothing says why."""
        page = self.sitting.page
        at = page.locator(f"aria-ref={thing.ref}")
        launches = thing.role == "button" and thing.inside(*PREPARING) and bool(LAUNCH.match(thing.name))
        if thing.inside(*PREPARING) and not launches:
            self.chose = True
        wait = 1000 * patient(TOUCHED)
        try:
            how = at.evaluate(ABOUT_TO_BE_TAPPED, timeout=wait)
            if how["off"]:  # shown to keyboards alone, once they come to it
                return f"{thing}, which is not on the screen"
            before = noticed(page)
            self.trail.add(self.name, str(thing), page.screenshot(type="jpeg", quality=40))
            if thing.role == "combobox":
                at.select_option(index=self.chance.randrange(at.locator("option").count()), timeout=wait)
                self._sent()  # the odds shown are still those of the choice before
                return str(thing)
            if thing.role in ("textbox", "spinbutton"):
                at.fill(self.chance.choice(WORDS), timeout=wait)
                self._sent()
                return str(thing)
            label = at.locator("xpath=ancestor::label[1]")
            (label if thing.role in ("radio", "checkbox") and label.count() else at).click(timeout=wait)
        except TimeoutError as late:
            if thing not in in_front(self.look(), self.phone):  # another's act, or a sheet, took it away meanwhile
                return f"{thing}, which went"
            why = next(
                (line for line in str(late).splitlines() if "intercepts" in line or "outside" in line), str(late)
            )
            raise Stuck(f"cannot be tapped: {thing}: {why.strip()}") from late
        except Error as gone:
            if "not attached" in str(gone) or "aria-ref" in str(gone) or "Malformed" in str(gone):
                return f"{thing}, which went"
            raise
        same = "checked" in thing.states or how["here"]  # marked as what is chosen already: nothing is to change
        if not same and not self._changed(before) and not said_why(page):
            raise Stuck(f"nothing changes after {thing}")
        self._sent()
        if launches:
            self.launched, self.as_proposed = sight.said(*PREPARING), not self.chose
        return str(thing)

    def _changed(self, before: str) -> bool:
        """Whether anything that is seen changes in time."""
        start = time.monotonic()
        while (waited := time.monotonic() - start) < patient(ANSWERED):
            with suppress(Error):  # the page is being left
                if noticed(self.sitting.page) != before:
                    self.late += waited > ANSWERED
                    return True
            self.sitting.page.wait_for_timeout(40 if waited < 0.5 else 100)
        return False

    def _sent(self) -> None:
        """Wait for what was sent to be answered, and for odds to be counted anew, as people do who see that it is
        under way. Without a network nobody waits for it.
        """
        if self.sitting.house_fell:
            return
        until = time.monotonic() + patient(SENT)
        with suppress(Error):  # the page is being left
            while self.sitting.page.locator("[aria-busy=true]").count() and time.monotonic() < until:
                self.sitting.page.wait_for_timeout(40)

    def forget(self) -> None:
        """Drop the words and dice that were typed and not sent: a page keeps them."""
        self.chose = False
        with suppress(Error):
            self.sitting.page.evaluate("() => sessionStorage.clear()")

    def reload(self) -> str:
        """Load the page again."""
        self.picture("reloads")
        self.sitting.page.reload()
        return "reloads"

    def offline(self) -> str:
        """Tap something without a network: the page says that it is lost, and finds the table again afterwards."""
        self.sitting.house_fell = True  # the browser complains of it by itself
        self.sitting.context.set_offline(True)
        try:
            self.picture("goes offline")
            self.take_proposed(self.look())
        finally:
            self.sitting.context.set_offline(False)
        self.sitting.page.wait_for_timeout(1_000)
        self.sitting.house_fell = False
        self.launched = ""  # what is sent later may come too late
        return "was offline"

    def leave(self) -> str:
        """Close the page, and come back by its address."""
        self.picture("leaves")
        address = self.sitting.page.url
        self.sitting.page.goto("about:blank")
        self.sitting.page.goto(address)
        return "left and came back"

    def picture(self, did: str) -> None:
        """One more picture for the trail, of how it stands."""
        with suppress(Error):
            self.trail.add(self.name, did, self.sitting.page.screenshot(type="jpeg", quality=40))


WAYS: dict[str, Callable[[Walker], str]] = {
    "reloads": Walker.reload,
    "offline": Walker.offline,
    "leaves": Walker.leave,
}
"""What some tempers do now and then instead of a tap."""


def patient(seconds: float) -> float:
    """How long one waits for what should take so many seconds: longer where others work on this machine. Walks at rest,
    as many as cores, ask for some three cores each.
    """
    cores = os.cpu_count() or 1
    return seconds * (BUSY if os.getloadavg()[0] > 3 * cores else 1)
