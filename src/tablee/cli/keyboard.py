"""A person at a terminal: choices by number or by word, lines that fit its width, colour where there is any."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from shutil import get_terminal_size

from tablee.text import NO_BREAK, Name, Text, plain

with suppress(ImportError):  # not on every system: arrow keys and history then are the terminal's own
    import readline  # noqa: F401 — its import is what gives them to input()

Named = Text | Name | str
NOT_A_CHOICE = Text(
    fr="« {typed} » n'est pas un choix : tapez un numéro de 1 à {most}, un nom, ou Entrée.",
    en="“{typed}” is no choice: type a number from 1 to {most}, a name, or Enter.",
)
SEVERAL = Text(fr="« {typed} » peut être {which} : précisez.", en="“{typed}” may be {which}: say more.")
NOTHING: Mapping[str, str] = {}
BOLD, SOFT, PLAIN = "\033[1m", "\033[2m", "\033[0m"
GREEN, AMBER, RED = "\033[32m", "\033[33m", "\033[31m"
FULL, GONE, CELLS = "█", "░", 6  # of a gauge
GAUGE = re.compile(f"[{FULL}{GONE}]{{{CELLS}}}")
LOW = 36  # rows: where there are fewer, what explains waits to be asked for and choices share lines


class GivenUp(Exception):
    """Raised when the person at the keyboard gives up what they were choosing."""


class Keyboard:
    """A person at a terminal. `ask(prompt)` reads a line; `heard(typed)` may act on it first, and raise."""

    def __init__(self, lang: str, ask: Callable[[str], str], heard: Callable[[str], None], give_up: str = "a") -> None:
        self.lang, self._ask, self._heard, self._give_up = lang, ask, heard, give_up
        self.screen = at_screen()
        self.colour = self.screen and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.rows = 0  # written so far

    @property
    def low(self) -> bool:
        """Whether somebody looks at a screen of few rows; asked each time: it may be resized."""
        return self.screen and get_terminal_size().lines < LOW

    def say(self, text: Text, **values: object) -> None:
        """Print a sentence, on as many lines as it needs."""
        self.write(text.say(self.lang, **values))

    def write(self, written: str, manner: str = "") -> None:
        """Print lines no wider than the terminal, without cutting words; a line goes on under its own indent."""
        for part in folded(written):
            self.rows += 1
            shown = GAUGE.sub(_painted, part) if self.colour else part
            print(f"{manner}{shown}{PLAIN}" if manner and self.colour else shown)

    def gauge(self, left: int, most: int) -> str:
        """So much of the most as a bar, for a person at a screen; nothing for a file."""
        if not self.screen or most <= 0:
            return ""
        full = max(0, min(CELLS, -(-CELLS * left // most)))
        return FULL * full + GONE * (CELLS - full)

    def title(self, written: str) -> None:
        self.write(written, BOLD)

    def aside(self, written: str) -> None:
        """What explains, in a softer manner."""
        self.write(written, SOFT)

    def line(self, prompt: str = "", words: Mapping[str, str] = NOTHING) -> str:
        """A line typed. What is not one of these words may be a command to the table, which is done first."""
        typed = self._ask(f"{prompt} > " if prompt else "> ").strip()
        if typed.lower() not in words:
            self._heard(typed)
        return typed

    def pick(
        self, question: str, choices: Mapping[str, Named], default: str = "", words: Mapping[str, str] = NOTHING
    ) -> str:
        """One of the choices, by its number, its id or its name; Enter takes the default, or the first."""
        listed = list(choices)
        if not listed:
            return ""
        usual = default if default in choices else listed[0]
        self.title(question)
        told = [
            f"{place}. {self.named(choices[id])}{' ←' if id == usual else ''}" for place, id in enumerate(listed, 1)
        ]
        if self.low:
            whole = get_terminal_size().columns - 5  # a choice that has room is not cut
            self.write("  " + "   ".join(one.replace(" ", NO_BREAK) if len(one) <= whole else one for one in told))
        else:
            for one in told:
                self.write(f"  {one}")
        while True:
            typed = self.line("", words)
            if not typed:
                return usual
            if typed.lower() in words:
                return words[typed.lower()]
            if typed == self._give_up:
                raise GivenUp
            if typed.isdecimal() and len(typed) < 6 and 1 <= int(typed) <= len(listed):
                return listed[int(typed) - 1]
            meant = meant_by(typed, choices)
            if len(meant) == 1:
                return meant[0]
            if meant:
                self.say(SEVERAL, typed=typed[:40], which=tuple(self.named(choices[id]) for id in meant[:4]))
            else:
                self.say(NOT_A_CHOICE, typed=typed[:40], most=len(listed))

    def named(self, label: Named) -> str:
        return label if isinstance(label, str) else label.say(self.lang)


def at_screen() -> bool:
    """Whether what is printed goes to a terminal."""
    return sys.stdout.isatty()


def _painted(gauge: re.Match[str]) -> str:
    """A gauge in its colour: by how much of it is left."""
    left = gauge[0].count(FULL) / CELLS
    return f"{GREEN if left > 2 / 3 else AMBER if left > 1 / 3 else RED}{gauge[0]}{PLAIN}"


def folded(written: str) -> Iterator[str]:
    """Lines no wider than the terminal, cut between words; a line goes on under its own indent."""
    width = max(20, get_terminal_size().columns - 1)
    for line in re.sub(" (?=[;:!?»])", NO_BREAK, written).split("\n"):  # no line begins with a sign
        indent = " " * (len(line) - len(line.lstrip()))
        under = f"{indent}  " if indent else ""
        yield from textwrap.wrap(
            line, width, subsequent_indent=under, break_long_words=False, break_on_hyphens=False
        ) or [""]


def show(written: str) -> None:
    """Print lines: folded for a person at a terminal, as they are for a file or another program."""
    print("\n".join(folded(written)) if sys.stdout.isatty() else written)


def meant_by(typed: str, choices: Mapping[str, Named]) -> list[str]:
    """The ids that a typed word may mean: an id or a name in either language, else all that begin so."""
    wanted = plain(typed)
    spoken = {
        id: {plain(id), *(plain(label if isinstance(label, str) else label.say(lang)) for lang in ("fr", "en"))}
        for id, label in choices.items()
    }
    exact = [id for id, words in spoken.items() if wanted in words]
    return exact or [id for id, words in spoken.items() if wanted and any(word.startswith(wanted) for word in words)]
