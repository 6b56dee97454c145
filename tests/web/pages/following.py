"""A page that follows its table, without a browser: its tree, and patches put in it by the rules of `live.mjs`."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from typing import Any

from tablee.web.live import Stream

VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "wbr", "use", "path", "rect", "line", "circle"))
DATA = re.compile(r"^data: ?", re.MULTILINE)


@dataclass
class Node:
    """An element of a page: its attributes, and what is in it."""

    tag: str
    attributes: dict[str, str]
    children: list[Node | str] = field(default_factory=list)

    @property
    def elements(self) -> list[Node]:
        return [one for one in self.children if isinstance(one, Node)]

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    def all(self) -> Iterator[Node]:
        yield self
        for one in self.elements:
            yield from one.all()

    def found(self, id: str) -> tuple[Node, Node] | None:
        """The element with an id, after the one it stands in."""
        return next(((over, one) for over in self.all() for one in over.elements if one.id == id), None)


class _Tree(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.root = Node("", {})
        self.open = [self.root]
        self.feed(html)
        self.close()
        assert self.open == [self.root], [one.tag for one in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        one = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(one)
        if tag not in VOID:
            self.open.append(one)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.open[-1].children.append(" ".join(data.split()))


def tree(html: str) -> Node:
    """A page, or a fragment of one, as its elements; spaces between them are nothing."""
    return _Tree(html).root


def patched(page: Node, html: str, fresh_page: Node) -> None:
    """Put patches in a page, as `patch` of `live.mjs` does; what it asks for by itself (`ask`) it gets as it is now."""
    for one in [node for node in tree(html).all() if node.tag == "template" and "data-at" in node.attributes]:
        how, at = one.attributes.get("data-how", "replace"), page.found(one.attributes["data-at"])
        fresh = next(iter(one.elements), None)
        if at is None:
            continue
        over, old = at
        if how == "ask":
            told = fresh_page.found(old.id)
            assert told, old.id
            _put(over, old, told[1])
        elif how == "remove":
            over.children.remove(old)
        elif how == "inner":
            old.children[:] = one.children
        elif how == "append":
            assert fresh
            there = page.found(fresh.id) if fresh.id else None
            if there:
                _put(*there, fresh)
            else:
                old.children.append(fresh)
        elif fresh:
            _put(over, old, fresh)


def _put(over: Node, old: Node, fresh: Node) -> None:
    over.children[next(n for n, one in enumerate(over.children) if one is old)] = fresh


def drawn(node: Node | str, leave: Callable[[Node], bool], depth: int = 0) -> Iterator[str]:
    """An element line by line, without those to leave out."""
    pad = " " * depth
    if isinstance(node, str):
        yield pad + node
    elif not leave(node):
        told = "".join(f" {name}={escape(value)!r}" for name, value in sorted(node.attributes.items()))
        yield f"{pad}<{node.tag}{told}>"
        for one in node.children:
            yield from drawn(one, leave, depth + 1)


class Follower:
    """An open page: drawn once, then patched by its stream whenever it asks what is new."""

    def __init__(self, fresh: Callable[[], str], stream: Stream) -> None:
        self.fresh, self.stream = fresh, stream
        self.page = tree(fresh())
        self.sent: list[bytes] = []
        stream.send = self._send

    async def _send(self, message: Any) -> None:
        self.sent.append(message["body"])

    def follow(self) -> Node:
        """Put in what is new; the page as it would be drawn now."""
        fresh = tree(self.fresh())
        self.sent.clear()
        self.sent += asyncio.run(self.stream.new())
        for event in b"".join(self.sent).decode().split("\n\n"):
            if "event: patch" in event:
                data = [DATA.sub("", line) for line in event.split("\n") if line.startswith("data:")]
                patched(self.page, "\n".join(data), fresh)
        return fresh
