"""Reading a PDF back: its pages, their words, and what leaves the page or lies on something else."""

from __future__ import annotations

from dataclasses import dataclass

import pypdfium2  # type: ignore[import-untyped]

from tablee.text import plain

SLACK = 1.0  # points


@dataclass(frozen=True)
class Page:
    """A page as it was set: its words, its size in points, and the boxes of its lines of text."""

    words: str
    width: float
    height: float
    boxes: tuple[tuple[float, float, float, float], ...]  # left, bottom, right, top

    @property
    def outside(self) -> list[tuple[float, float, float, float]]:
        """The boxes that leave the page."""
        return [
            box
            for box in self.boxes
            if box[0] < -SLACK or box[1] < -SLACK or box[2] > self.width + SLACK or box[3] > self.height + SLACK
        ]

    @property
    def over_others(self) -> list[tuple[int, int]]:
        """Pairs of boxes of which a good part is shared: one text over another."""
        found = []
        for i, (left, bottom, right, top) in enumerate(self.boxes):
            for j in range(i):
                low, floor, high, roof = self.boxes[j]
                wide, tall = min(right, high) - max(left, low), min(top, roof) - max(bottom, floor)
                if wide > 2 and tall > 0.5 * min(top - bottom, roof - floor):
                    found.append((j, i))
        return found


def pictures_in(pdf: bytes) -> int:
    """How many pictures a PDF shows."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return sum(1 for page in document for _ in page.get_objects(filter=(pypdfium2.raw.FPDF_PAGEOBJ_IMAGE,)))
    finally:
        document.close()


def pages_of(pdf: bytes) -> list[Page]:
    """Every page of a PDF."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        pages = []
        for page in document:
            text = page.get_textpage()
            boxes = tuple(text.get_rect(at) for at in range(text.count_rects()))
            width, height = page.get_size()
            pages.append(Page(text.get_text_bounded(), width, height, boxes))
            text.close()
            page.close()
        return pages
    finally:
        document.close()


def squeezed(words: str) -> str:
    """Words as they can be found again, whatever the breaks, hyphens, ligatures and spaces a page was set with."""
    kept = "".join(sign for sign in plain(words.replace("\ufffe", "").replace("\u00ad", "")) if sign.isalnum())
    return kept.replace("ﬁ", "fi").replace("ﬂ", "fl").replace("œ", "oe")
