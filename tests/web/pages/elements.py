"""A page as a test reads it: its elements, the text of each, and whether tags are closed where they should be."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "wbr", "use", "path", "rect", "line", "circle"))
TOUCHED = frozenset(("a", "button", "summary", "input", "select", "textarea"))


@dataclass
class Element:
    """An element with its attributes, the elements above it, and all the text inside."""

    tag: str
    attributes: dict[str, str]
    above: list[Element]
    text: str = ""

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def said(self) -> str:
        """Its text, spaces and line breaks as one."""
        return " ".join(self.text.split())


@dataclass
class Reader(HTMLParser):
    """Reads a fragment; fails where a tag is closed that is not the last one opened."""

    elements: list[Element] = field(default_factory=list)
    open: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice in <{tag}>: {names}"
        one = Element(tag, {name: value or "" for name, value in attrs}, list(self.open))
        self.elements.append(one)
        if tag not in VOID:
            self.open.append(one)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}, list(self.open)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for one in self.open:
            one.text += data


def read(html: str) -> list[Element]:
    """The elements of a fragment: closed in order, no inline style or script, nothing to touch inside another such."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open, f"left open: {[one.tag for one in reader.open]}"
    ids = [one["id"] for one in reader.elements if one["id"]]
    assert len(ids) == len(set(ids)), f"an id twice: {ids}"
    for one in reader.elements:
        assert "style" not in one.attributes
        assert not any(name.startswith("on") for name in one.attributes)
        inside = [over.tag for over in one.above if over.tag in TOUCHED]
        assert one.tag not in TOUCHED or not inside, f"<{one.tag}> inside <{inside}>"
    return reader.elements
