"""A page that follows its table: new cards, and the regions of it that changed, sent as patches.

A patch is `<template data-at="people">…</template>`: what takes the place of the element with that id, or with
`data-how="append"` is put after what is in it. The script of the page puts it there.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import ClassVar, TypeVar

from markupsafe import escape

from tablee.table.lines import Line
from tablee.web.live import Hub, Stream
from tablee.web.pages.drawing import draw, draw_part
from tablee.web.pages.table import cards
from tablee.web.pages.table.news import FAR, Ground, falls_short, news, reach
from tablee.web.pages.table.page import WINDOW, Page
from tablee.web.serving.turns import Turns

T = TypeVar("T")


def patch(at: str, html: str, how: str = "replace") -> str:
    """HTML that takes the place of an element (or is appended to it, as `how` says)."""
    return f'<template data-at="{escape(at)}" data-how="{how}">{html}</template>'


class PageStream(Stream):
    """The patches of one open page of a seat, from its line `after` on; drawn in the seat's turns, as all it asks."""

    regions: ClassVar[dict[str, str]] = {
        name: f"table/{name}.html" for name in ("bar", "notice", "people", "turn", "scene", "notes", "voices", "quest")
    }
    """The parts of a page that follow its table by themselves, each with its template."""

    def __init__(
        self, hub: Hub, turns: Turns, table: str, seat: str, after: int, page: Callable[[], Page], token: str
    ) -> None:
        super().__init__(hub, table, seat, after, no_lines)
        self.turns, self.page, self.token = turns, page, token
        self.shown: dict[str, bytes] = {}  # what each region showed when it was last sent, in short
        self.ground: Ground | None = None  # what its cards were last drawn on

    async def new(self) -> list[bytes]:
        """New cards at once, then the regions that they changed."""
        page, html, last = await self._in_turn(self._with_cards)
        if html:
            await self._body(self.written("patch", html, last))
        return await self._changed(lambda: page)  # what comes after it wakes the stream again

    async def presence(self) -> list[bytes]:
        """The regions that show something else than when they were last sent."""
        return await self._changed(self.page)

    async def _changed(self, page: Callable[[], Page]) -> list[bytes]:
        html = await self._in_turn(lambda: self._regions(page()))
        return [self.written("patch", html)] if html else []

    async def _in_turn(self, draw: Callable[[], T]) -> T:
        return await self.turns.do(self.table, self.token, draw, most=None)

    def _with_cards(self) -> tuple[Page, str, int]:
        """The page as it is now, and its new cards."""
        page = self.page()
        return page, *self._new_cards(page)

    def _new_cards(self, page: Page) -> tuple[str, int]:
        """The cards of the lines that this page has not seen, what changed in others, the last line's number."""
        fresh = page.house.lines(self.table, self.seat, self.after, self.token)  # Unknown if the link was revoked
        seen, now, before = int(page.view.seen), Ground.of(page.view), self.ground
        if seen <= self.after and before in (None, now):
            html = ""
        elif before is None or before.people != now.people or len(fresh) > WINDOW or struck_out(fresh):
            told = draw_part("table/story.html", "cards_of", page.lang, page.story, page)  # older ones changed too
            html = "\n".join((patch("cards", told), patch("hand", "", "ask")))
        else:
            html = self._patches(page, fresh, now, before)
        self.ground = now
        return html, seen

    def _patches(self, page: Page, fresh: list[Line], now: Ground, before: Ground) -> str:
        start, seen = reach(fresh, self.after, now, before), int(page.view.seen)
        lines = page.lines(start, seen)
        if start and falls_short(lines):
            lines = page.lines(max(0, self.after - FAR), seen)
        told = news(lines, self.after, page.view, page.lang, now, before)
        patches = [patch(f"n{card.n}", self._drawn(card, page)) for card in told.again]
        patches += [patch(f"n{n}", "", "remove") for n in told.gone]
        patches += [patch("cards", self._drawn(card, page, fresh=True), "append") for card in told.new]
        if told.aloud:
            patches.append(patch("said", str(escape(" ".join(told.aloud))), "inner"))
        patches.append(patch("hand", "", "ask"))
        return "\n".join(patches)

    def _drawn(self, card: cards.Card, page: Page, fresh: bool = False) -> str:
        return draw_part("table/card.html", "card", page.lang, card, page, fresh=fresh)

    def _regions(self, page: Page) -> str:
        changed = []
        for region, template in self.regions.items():
            html = draw(template, page.lang, page=page)
            digest = blake2b(html.encode(), digest_size=16).digest()
            if self.shown.get(region) != digest:
                self.shown[region] = digest
                changed.append(patch(region, html))
        return "\n".join(changed)


def struck_out(lines: list[Line]) -> bool:
    """Whether one of these lines took a seat's name and words out of the lines before it."""
    return any(line.what.rewrites for line in lines)


async def no_lines(_after: int, _version: int | None) -> list[Line]:
    """A page reads its lines by itself."""
    return []
