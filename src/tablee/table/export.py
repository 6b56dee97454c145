"""A table on paper: its whole log as JSON lines, an evening as Markdown, a character alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tablee.errors import Unknown
from tablee.table.events import EVERYONE, Event, Json
from tablee.table.eyes import Viewer
from tablee.table.service import House
from tablee.table.story import told
from tablee.table.views import show_event, with_references
from tablee.text import Text

NOBODY = Text(fr="Personne ne s'appelle « {who} » à cette table.", en="Nobody is called “{who}” at this table.")
NOT_YOURS = Text(
    fr="Seuls le meneur et le joueur de {who} peuvent en emporter la fiche.",
    en="Only the GM and the player of {who} may take the sheet away.",
)


def exported(house: House, table: str, seat: str) -> Iterator[str]:
    """The log as JSON lines: everything for the MJ, links voided; for others what they see, and the public dice."""
    game, state, events = house.whole(table)
    viewer = Viewer.of(state, seat)
    numbers: dict[int, int] = {}
    for event in events:
        line: Json | None
        if viewer.mj:
            line = event.to_json()
            line |= {"token": ""} if "token" in line else {}
        else:
            line = show_event(game, state, event, viewer, len(numbers) + 1)
            if line is not None:
                numbers[event.n] = len(numbers) + 1
                line = with_references(line, event, numbers)
            public = public_dice(event)
            if public:
                line = {**(line or {"name": "dice/1"}), "fair": public}
        if line is not None:
            yield json.dumps(line, ensure_ascii=False)


def public_dice(event: Event) -> list[Json]:
    """The lines anyone may verify: secret faces and keys stay out, their commitments do not."""
    lines: list[Json] = list(getattr(event.what, "fair", ()))
    if event.to != EVERYONE:
        return []
    return [line for line in lines if line.get("stream") != "secret" or line["fair"] == "commit/1"]


def markdown(house: House, table: str, seat: str, lang: str) -> str:
    """The evening as a story: who did what, who said what, lines taken back struck through."""
    game, state, events = house.whole(table)
    view = house.view(table, seat)
    struck: set[int] = set()
    for event in events:
        struck |= set(getattr(event.what, "struck", ()))
        struck -= set(getattr(event.what, "again", ()))
    paragraphs = [f"# {state.title}"]
    for line, n in house.numbered_lines(table, seat):
        said = told(game, line, view, lang, full=False)
        if said:
            paragraphs.append(f"~~{said}~~" if n in struck else f"**{said}**" if line["name"] == "acted/1" else said)
    return "\n\n".join(paragraphs) + "\n"


def character(house: House, table: str, seat: str, who: str) -> Any:
    """A sheet to take away, for its player and the MJ."""
    state = house.state(table)
    if who not in state.cast:
        raise Unknown(NOBODY, who=who)
    if not Viewer.of(state, seat).mj and state.cast[who].owner != seat:
        raise Unknown(NOT_YOURS, who=who)
    return {who: house.view(table, seat)["cast"][who]["sheet"]}
