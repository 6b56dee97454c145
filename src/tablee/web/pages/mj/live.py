"""The MJ's screen follows its table: the regions that changed, sent as patches, and what happened said aloud."""

from __future__ import annotations

from typing import ClassVar

from markupsafe import escape

from tablee.web.pages.mj.screen import Screen
from tablee.web.pages.table.live import PageStream, patch
from tablee.web.pages.table.news import announced
from tablee.web.pages.table.page import Page


class ScreenStream(PageStream):
    """The patches of an open MJ's screen."""

    regions: ClassVar = {
        "bar": "table/bar.html",
        "notice": "table/notice.html",
        "awaited": "mj/awaited.html",
        "reading": "mj/reading.html",
        "last-time": "mj/last_time.html",
        "dials": "mj/dials.html",
        "drawn": "mj/drawn.html",
        "scene": "mj/scene.html",
        "led": "mj/led.html",
        "tried": "mj/tried.html",
        "parting": "mj/parting.html",
        "staged": "mj/staged.html",
        "trials": "mj/trials.html",
        "gathered": "mj/gathered.html",
        "last": "mj/last.html",
        "cast": "mj/cast.html",
        "written": "mj/written.html",
        "paper-to": "mj/recipients.html",
        "stage-notes": "mj/stage_notes.html",
        "seated": "mj/seated.html",
        "voices": "table/voices.html",
    }

    known: int | None = None  # what its forms were last asked with, in short

    def _new_cards(self, page: Page) -> tuple[str, int]:
        """What the lines that this page has not seen tell aloud, and the last line's number; regions show the rest.

        The forms that offer people and house rules are asked for by the page, which knows how far they are filled in.
        """
        assert isinstance(page, Screen)
        fresh = page.house.lines(self.table, self.seat, self.after, self.token)  # Unknown if the link was revoked
        seen, offered, before = int(page.view.seen), _offered(page), self.known
        self.known = offered
        if seen <= self.after:
            return "", self.after
        said = page.house.with_sentences(self.table, fresh, page.lang)
        aloud = [told for line in said if (told := announced(line, page.view, page.lang))]
        asked = [patch(part, "", "ask") for part in ("ask", "rules") if offered != before]
        return "\n".join((patch("said", str(escape(" ".join(aloud))), "inner"), *asked)), seen


def _offered(page: Screen) -> int:
    """Who may be asked for a roll, who of them stands, by which house rules, and whether there is a fight or another
    roll to wait for, in short.
    """
    people = ((who, page.called(who), page.stands(who)) for who in page.asking.party_ids)
    return hash((*people, repr(page.view.options), page.asking.turn, bool(page.round), bool(page.gathered)))
