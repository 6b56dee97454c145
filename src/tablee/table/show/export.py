"""A table to take away: its whole log as JSON lines, an evening as Markdown, one character."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Collection, Iterable
from functools import reduce
from html import escape

from tablee.errors import Unknown
from tablee.rules.game import Game
from tablee.table.lines import People, Telling
from tablee.table.log.events import FORMAT, Event, Json
from tablee.table.log.seals import FIRST, Seals, sent
from tablee.table.log.state import State
from tablee.table.show.audience import Viewer
from tablee.table.show.gate import show_event, with_references
from tablee.table.show.transcript import line_in_words
from tablee.table.show.views import show
from tablee.text import Text

SIGNS = re.compile(r"[\\`*_\[\]~|]")  # what Markdown takes for something else anywhere in a line
BEGINS = re.compile(r"^(\s*\d*)([#+=.)-])")  # and at its beginning
HELD = "export/1"  # the first line of an export
PICTURE = "picture/1"  # a line that holds a picture
NOBODY = Text(fr="Personne ne s'appelle « {who} » à cette table.", en="Nobody is called “{who}” at this table.")
NOT_YOURS = Text(
    fr="Seuls le meneur et le joueur de {who} peuvent en emporter la fiche.",
    en="Only the GM and the player of {who} may take the sheet away.",
)


def exported(
    game: Game,
    state: State,
    events: Iterable[Event],
    viewer: Viewer,
    seals: Seals | None,
    pictures: Collection[Json] = (),
) -> list[str]:
    """The log as JSON lines: everything for the MJ, links voided; for others what they see. Then these pictures.

    The first line says what follows, so that a file cut short is known as such. Lines are sealed, and the whole file,
    but for those of a table of an earlier version, which has no key for it.
    """
    numbers: dict[int, int] = {}
    lines: list[str] = []
    seal: Json = {"hash": FIRST}
    head = FIRST
    for event in events:
        if viewer.mj:
            told = event.to_json()
            told |= {"token": ""} if "token" in told else {}
        elif line := show_event(game, state, event, viewer, len(numbers) + 1):
            numbers[event.n] = line.n
            told = with_references(line, event, numbers).to_json()
        else:
            continue
        if seals:
            told = json.loads(json.dumps(told))
            seal = seals.shown(event, told, seal["hash"])
            told["seal"] = seal
            head = sent(head, told)
        lines.append(json.dumps(told, ensure_ascii=False))
    held = {"name": HELD, "game": state.game, "title": state.title, "lines": len(lines), "whole": viewer.mj}
    held |= {"pictures": len(pictures), "format": FORMAT, "salt": "", "head": ""}
    if seals:
        held["salt"] = seals.for_file(viewer.seat, len(lines))
        held["head"] = reduce(sent, (*pictures, held), head)
    return [json.dumps(held, ensure_ascii=False), *lines, *map(json.dumps, pictures)]


def picture_line(id: str, by: str, file: bytes) -> Json:
    """A picture as a line of an export; `by` is the seat that brought it."""
    return {"name": PICTURE, "id": id, "by": by, "file": b64encode(file).decode()}


def markdown(game: Game, state: State, events: Iterable[Event], viewer: Viewer, lang: str) -> str:
    """The evening as a story: who did what, who said what, lines taken back struck through."""
    people = People.of(state)
    struck: set[int] = set()
    paragraphs: dict[int, tuple[str, str]] = {}  # line → as it reads struck through, and as it reads
    for event in events:
        struck |= set(getattr(event.what, "struck", ()))
        struck -= set(getattr(event.what, "again", ()))
        line = show_event(game, state, event, viewer, event.n)
        said = plain(line_in_words(Telling(game, people, lang, line))) if line else ""
        if said:
            paragraphs[event.n] = (said, f"**{said}**" if event.what.name == "acted/1" else said)
    written = (f"~~{said}~~" if n in struck else shown for n, (said, shown) in paragraphs.items())
    return "\n\n".join([f"# {plain(state.title)}", *written]) + "\n"


def plain(text: str) -> str:
    """Text that Markdown shows as it is, and that holds no HTML. After its first line it is a quotation: nobody writes
    the lines of others.
    """
    lines = (escape(SIGNS.sub(r"\\\g<0>", line), quote=False) for line in text.splitlines() or [""])
    first, *rest = (BEGINS.sub(r"\1\\\2", line) for line in lines)
    return "\n".join([first, *(f"> {line}".rstrip() for line in rest)])


def character(game: Game, state: State, viewer: Viewer, who: str) -> Json:
    """A sheet to take away, for its player and the MJ."""
    if who not in state.cast:
        raise Unknown(NOBODY, who=who)
    if not viewer.mj and state.cast[who].owner != viewer.seat:
        raise Unknown(NOT_YOURS, who=who)
    return {who: show(game, state, viewer).cast[who].sheet}
