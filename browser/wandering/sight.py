"""What a person sees of a page: roles, names and states, as a screen reader is told them; never ids or classes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from playwright.sync_api import Page

LINE = re.compile(r"^( *)- '?([\w-]+)(?: \"((?:[^\"\\]|\\.)*)\")?((?: \[[^\]]*\])*)'?(?:: ?(.*))?$")
STATE = re.compile(r"\[([\w-]+)(?:=([^\]]*))?\]")
TO_TAP = frozenset({"link", "button", "radio", "checkbox"})
TO_FILL = frozenset({"textbox", "combobox", "spinbutton"})


@dataclass(frozen=True)
class Thing:
    """One thing on a page: its role and name, its states, where it stands, the words in it, where a link leads."""

    role: str
    name: str
    ref: str = ""  # by which it can be touched; "" for what is only told
    states: frozenset[str] = frozenset()
    within: tuple[str, ...] = ()  # the roles and names around it, from outside in: « region Qui joue »
    words: str = ""
    url: str = ""

    def inside(self, *names: str) -> bool:
        """Whether it stands in a part of the page that has one of these names."""
        return any(part.endswith(f" {name}") for part in self.within for name in names)

    @property
    def tappable(self) -> bool:
        folds = self.role == "generic" and bool(self.name) and "pointer" in self.states  # a summary
        away = self.url.startswith("http")  # to another site
        return bool(self.ref) and "disabled" not in self.states and (self.role in TO_TAP or folds) and not away

    def __str__(self) -> str:
        place = next((part for part in reversed(self.within) if " " in part), "")
        return f"{self.role} « {self.name} »" + (f" ({place})" if place else "")


@dataclass(frozen=True)
class Sight:
    """A page as it is seen at one moment."""

    things: tuple[Thing, ...]
    address: str

    def __iter__(self) -> Iterator[Thing]:
        return iter(self.things)

    def taps(self) -> list[Thing]:
        return [one for one in self.things if one.tappable and "aria-hidden" not in one.states]

    def part(self, *names: str) -> list[Thing]:
        """What stands in a part of the page that has one of these names."""
        return [one for one in self.things if one.inside(*names)]

    def said(self, *names: str) -> str:
        """The words of a part of the page."""
        return " ".join(word for one in self.part(*names) for word in (one.name, one.words) if word)


def seen(page: Page) -> Sight:
    """What a person sees of a page now."""
    return Sight(tuple(things(page.locator("body").aria_snapshot(mode="ai"))), page.url)


def things(snapshot: str) -> Iterator[Thing]:
    """What Chromium tells of a page in lines of roles and names, a thing for each line."""
    around: list[tuple[int, str]] = []
    last: tuple[int, Thing] | None = None
    for line in snapshot.splitlines():
        if found := re.match(r"^( *)- /url: (.*)$", line):
            if last and len(found[1]) > last[0]:
                last = (last[0], replace(last[1], url=found[2]))
            continue
        if not (match := LINE.match(line)):
            continue
        if last:
            yield last[1]
        deep, role, name, states, words = len(match[1]), match[2], match[3] or "", match[4] or "", match[5] or ""
        name = name.replace('\\"', '"').replace("''", "'")
        while around and around[-1][0] >= deep:
            around.pop()
        told = dict(STATE.findall(states))
        flags = frozenset("pointer" if key == "cursor" else key for key in told if key != "ref")
        within = tuple(part for _, part in around)
        last = (deep, Thing(role, name, told.get("ref", ""), flags, within, words.strip('"')))
        around.append((deep, f"{role} {name}" if name else role))
    if last:
        yield last[1]
