"""The MJ's screen follows its table: the regions that changed, sent as patches, and what happened said aloud."""

from __future__ import annotations

from typing import ClassVar

from markupsafe import escape

from tablee.web.pages.table import cards
from tablee.web.pages.table.live import PageStream, patch


class ScreenStream(PageStream):
    """The patches of an open MJ's screen."""

    regions: ClassVar = {
        "bar": "table/bar.html",
        "notice": "table/notice.html",
        "scene": "mj/scene.html",
        "staged": "mj/staged.html",
        "gathered": "mj/gathered.html",
        "last": "mj/last.html",
        "cast": "mj/cast.html",
        "written": "mj/written.html",
        "seated": "mj/seated.html",
    }

    def _new_cards(self) -> tuple[str, int]:
        """What the lines that this page has not seen tell aloud, and the last line's number; regions show the rest."""
        page = self.page()
        fresh = page.house.lines(self.table, self.seat, self.after, self.token)  # Unknown if the link was revoked
        if page.view["seen"] <= self.after:
            return "", self.after
        news = cards.news(page.house.said(self.table, fresh, page.lang), self.after, page.view, page.lang)
        return patch("said", str(escape(" ".join(news.aloud))), "inner"), int(page.view["seen"])
