"""A person at a table with a browser of their own: what they tap and what they see."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import APIResponse, Browser, ConsoleMessage, Locator, Page, Request, Response, expect

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
PATIENCE = 60_000  # milliseconds: a machine may be busy with other things
SOON = 5_000  # for what another patch may take away while it is touched
REFUSED_CONNECTION = (
    "ERR_SOCKET_NOT_CONNECTED",
    "ERR_CONNECTION_REFUSED",
    "ERR_EMPTY_RESPONSE",
    "ERR_CONNECTION_RESET",
    "ERR_INCOMPLETE_CHUNKED",
    "ERR_CONTENT_LENGTH_MISMATCH",
    "ERR_INTERNET_DISCONNECTED",
)
NOT_INSTALLED = "Service Worker registration blocked"  # what a browser that keeps nothing notes by itself
REFUSED = re.compile(r"status of (409|422)")

expect.set_options(timeout=PATIENCE)


class Sitting:
    """One browser: its page, everything that was sent to it, everything it complained of."""

    def __init__(
        self,
        browser: Browser,
        house: str,
        size: dict[str, int] | None = None,
        locale: str = "fr-FR",
        theme: Any = "light",
        motion: Any = "reduce",
        script: bool = True,
        installs: bool = False,
    ) -> None:
        self.house = house
        self.context = browser.new_context(
            viewport=size or PHONE,  # type: ignore[arg-type]
            locale=locale,
            timezone_id="Europe/Paris",
            color_scheme=theme,
            reduced_motion=motion,
            java_script_enabled=script,
            has_touch=size != DESKTOP,
            service_workers="allow" if installs else "block",
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.tried = ""  # the table that was tried last
        self.house_fell = False  # whether the house was stopped: a browser complains of that by itself
        self.taps, self.complaints, self.elsewhere = 0, list[str](), list[str]()
        self.finger: Callable[[Locator], None] = lambda what: what.click()  # how this person taps
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._asked)
        self.page.on("response", self._answered)
        self.page.on("requestfailed", self._failed)

    def _said(self, message: ConsoleMessage) -> None:
        if self.house_fell and any(one in message.text for one in REFUSED_CONNECTION):
            return
        if NOT_INSTALLED in message.text:
            return
        if REFUSED.search(message.text):  # what the rules refuse is told on the page, and the browser notes it too
            return
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(self.house):
            self.elsewhere.append(request.url)

    def _answered(self, response: Response) -> None:
        if response.status >= 500 and not self.house_fell:
            self.complaints.append(f"{response.status} {response.url}")

    def _failed(self, request: Request) -> None:
        left = request.failure == "net::ERR_ABORTED"  # by a page that was left, or a newer question
        if not left and not self.house_fell:
            self.complaints.append(f"{request.failure} {request.url}")

    def go(self, address: str = "/") -> None:
        self.page.goto(self.house + address)

    def tap(self, what: Locator) -> None:
        """Tap something that is there to be tapped, and count it."""
        self.taps += 1
        self.finger(what)

    def write(self, what: Locator, words: str) -> None:
        """Write words in a field, in place of what was there."""
        what.fill(words)

    def pick(self, what: Locator, n: int) -> None:
        """Take the entry of a list at this place."""
        what.focus()
        what.select_option(index=n)

    def see(self, selector: str, **having: Any) -> Locator:
        """An element that is on the page and visible."""
        found = self.page.locator(selector, **having).first
        expect(found).to_be_visible()
        return found

    def try_out(self, game: str) -> None:
        """« Essayer tout de suite »: a table of one's own, at once."""
        self.go("/")
        self.tap(self.page.locator(f'form[action$="/essayer"]:has(input[value="{game}"]) button'))
        self.page.wait_for_url("**/t/*")
        self.tried = self.table

    def begin(self, game: str, way: str) -> None:
        """Begin to make a character in one's notebook, one way."""
        self.go(f"/personnages/{game}")
        self.tap(self.page.locator(f'form:has(input[value="{way}"]) button').first)
        self.see("#making")

    def step(self, n: int) -> None:
        """Go to a step of the character that is being made."""
        self.tap(self.page.locator(f'.stepped button[value="step:{n}"]'))
        self.see(f'.stepped .cur button[value="step:{n}"]')

    def draw_one(self, game: str) -> None:
        """A character by chance, in one tap."""
        self.go(f"/personnages/{game}")
        self.tap(self.page.locator('form[action$="/hasard"] button'))
        self.page.wait_for_url("**/fiche/*")

    def open_table(self, game: str, name: str = "Zoé", door: str = "open") -> str:
        """Open the ready scene of a game as its MJ; the code by which others come in."""
        self.go(f"/ouvrir/{game}")
        self.page.locator("#name").fill(name)
        self.page.locator(f'input[name="door"][value="{door}"]').check()
        self.page.locator("button.go").click()
        code = self.see(".bigcode").inner_text()
        self.page.locator("a.go").click()
        self.see("#cards")
        return code

    def join(self, code: str, name: str, who: str) -> None:
        """Come in by the code of a table and take a free character."""
        self.go("/")
        self.page.locator("#code").fill(code)
        self.page.locator("#code").press("Enter")
        self.sit_down(name, who)

    def sit_down(self, name: str, who: str) -> None:
        """At the door of a table, take a free character."""
        self.page.locator("#name").fill(name)
        self.page.locator(f'input[name="who"][value="{who}"]').check()
        self.page.locator("button.go").click()
        self.see("#cards")

    def prepare(self) -> None:
        """Open what « À vous » proposes; on a wide screen it lies open already."""
        act = self.page.locator("#turn a.button")
        if not self.page.locator("#prepare button.go").is_visible():
            self.tap(act)
        self.see("#prepare button.go")

    def take_up(self, who: str, action: str, **fields: str) -> None:
        """Go where a character prepares an action, its fields filled in as the address says."""
        asked = {"who": who, "do": action, **{name.replace("__", "."): value for name, value in fields.items()}}
        self.go(f"/t/{self.table}?{urlencode(asked)}")
        self.see("#prepare button.go")

    def launch(self, faces: str = "", secret: bool = False) -> None:
        """Roll what is prepared: openly or in secret, with real dice if their faces are given."""
        if faces:
            self.page.locator("#faces").fill(faces)
        refusal = self.page.locator("#refusal").inner_text()
        assert not refusal, refusal
        self.tap(self.page.locator("#prepare button.by" if secret else "#prepare button.go"))

    def holding(self, who: str, seen: int) -> Locator:
        """The hand of a character, whose form is as new as this line of the table."""
        return self.page.locator(f'#hand[data-who="{who}"]:has(#prepare input[name="seen"][value="{seen}"])')

    def moved(self, seen: int) -> None:
        """Wait until the table has gone on from what this seat had seen."""
        until = time.monotonic() + PATIENCE / 1000
        while self.view()["seen"] <= seen:
            assert time.monotonic() < until, self.page.locator("[data-refusal]:visible").all_inner_texts()
            self.page.wait_for_timeout(50)

    def roll(self) -> None:
        """Roll what is prepared, and see the card."""
        before = self.cards().count()
        self.prepare()
        self.launch()
        expect(self.cards()).not_to_have_count(before)

    def questions(self) -> Locator:
        """What this person is asked now, one form for each character."""
        return self.page.locator("form.asking:visible")

    def answer(self) -> None:
        """Take the default of the first thing that is asked."""
        reply = self.page.locator("#hand a[data-card]")
        if self.page.locator("body[data-hand]").count() and reply.is_visible():
            self.tap(reply)  # on a phone the hand lies over the card
        asked = self.questions().first
        asked.evaluate("form => form.dataset.answered = 'yes'", timeout=SOON)
        self.taps += 1
        asked.locator("button.default").click(timeout=SOON)

    def answered(self) -> None:
        """Wait until the page has drawn anew what was asked."""
        expect(self.page.locator("form.asking[data-answered]")).to_have_count(0)

    def ask_why(self) -> None:
        """Open « Pourquoi ? » on the last card that has one."""
        why = self.page.locator("details.why > summary").last
        if why.count():
            self.tap(why)

    def open_tab(self, name: str) -> None:
        self.go(f"/t/{self.tried}?tab={name}")

    @property
    def table(self) -> str:
        """The id of the table whose page is open."""
        found = re.search(r"/t/([\w-]+)", self.page.url)
        assert found, self.page.url
        return found.group(1)

    def cards(self) -> Locator:
        return self.page.locator("#cards > article.card")

    def told(self) -> list[dict[str, Any]]:
        """The lines of the table as the API gives them to this seat."""
        lines: list[dict[str, Any]] = self.fetched(f"/api/tables/{self.table}/lines").json()
        return lines

    def view(self) -> dict[str, Any]:
        """The table as the API gives it to this seat."""
        view: dict[str, Any] = self.fetched(f"/api/tables/{self.table}").json()
        return view

    def fetched(self, address: str) -> APIResponse:
        """What an address answers to this seat; asked again where a connection that had been idle was closed."""
        return self.context.request.get(self.house + address, max_retries=3)

    def command(self, name: str, **given: Any) -> None:
        """Do what no page of this evening is about, by the API, from this seat."""
        done = self.context.request.post(f"{self.house}/api/tables/{self.table}/{name}", data=given)
        assert done.ok, done.text()

    def leave(self) -> None:
        """Go; whatever the page complained of, or asked elsewhere, is wrong."""
        self.context.close()
        assert not self.elsewhere, self.elsewhere
        assert not self.complaints, self.complaints
