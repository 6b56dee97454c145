"""A person at a table with a browser of their own: what they tap and what they see."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, expect

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


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
        )
        self.context.set_default_timeout(10_000)
        self.page: Page = self.context.new_page()
        self.tried = ""  # the table that was tried last
        self.taps, self.complaints, self.elsewhere = 0, list[str](), list[str]()
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._asked)
        self.page.on("response", self._answered)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(self.house):
            self.elsewhere.append(request.url)

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"{response.status} {response.url}")

    def go(self, address: str = "/") -> None:
        self.page.goto(self.house + address)

    def tap(self, what: Locator) -> None:
        """Tap something that is there to be tapped, and count it."""
        self.taps += 1
        what.click()

    def see(self, selector: str, **having: Any) -> Locator:
        """An element that is on the page and visible."""
        found = self.page.locator(selector, **having).first
        expect(found).to_be_visible()
        return found

    def try_out(self, game: str) -> None:
        """« Essayer tout de suite »: a table of one's own, at once."""
        self.go("/")
        self.tap(self.page.locator(f'form[action="/essayer"]:has(input[value="{game}"]) button'))
        self.page.wait_for_url("**/t/*")
        self.tried = self.table

    def prepare(self) -> None:
        """Open what « À vous » proposes; on a wide screen it lies open already."""
        act = self.page.locator("#turn a.button")
        if act.is_visible():
            self.tap(act)
        self.see("#prepare button.go")

    def roll(self) -> None:
        """Roll what is prepared, and see the card."""
        before = self.cards().count()
        self.prepare()
        self.tap(self.page.locator("#prepare button.go"))
        expect(self.cards()).not_to_have_count(before)

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

    def leave(self) -> None:
        """Go; whatever the page complained of, or asked elsewhere, is wrong."""
        self.context.close()
        assert not self.elsewhere, self.elsewhere
        assert not self.complaints, self.complaints
