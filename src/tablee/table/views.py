"""show(state, viewer): the one gate between what is and what is seen. Nothing else reads secrets.

A viewer is a seat. Fields marked for their owner or for the MJ are left out of other people's sheets; a character whose
numbers are hidden shows only its name; an action that concerns such a character shows its outcome, its dice and the
rules that made it, but no term, total, margin or chance, since subtraction would give the hidden one away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablee.rules.fields import Audience, fields_of
from tablee.rules.game import Game
from tablee.table.events import (
    EVERYONE,
    MJ_ONLY,
    Acted,
    Asked,
    Corrected,
    Entered,
    Event,
    Joined,
    Json,
    Knocked,
    Redid,
    Relinked,
    Seated,
    TookBack,
)
from tablee.table.permissions import is_mj
from tablee.table.state import Character, State


@dataclass(frozen=True)
class Viewer:
    """Who looks."""

    seat: str
    mj: bool

    @classmethod
    def of(cls, state: State, seat: str) -> Viewer:
        return cls(seat, is_mj(state, seat))


def sees(viewer: Viewer, event: Event) -> bool:
    """Whether an event is for this viewer at all."""
    if viewer.mj or event.to == EVERYONE:
        return True
    return event.to != MJ_ONLY and viewer.seat in event.to


def show(game: Game, state: State, viewer: Viewer) -> Json:
    """The whole table as one viewer sees it."""
    return {
        "game": state.game,
        "title": state.title,
        "seen": state.seen_by(viewer.seat, viewer.mj),
        "you": viewer.seat,
        "seats": {
            id: {"role": seat.role, "called": seat.called, "colour": seat.colour}
            for id, seat in state.seats.items()
            if seat.token
        },
        "knocks": {id: knock.called for id, knock in state.knocks.items()} if viewer.mj else {},
        "cast": {who: _character(game, character, viewer) for who, character in state.cast.items()},
        "play": state.play if viewer.mj else _public_play(game, state),
        "options": state.options,
        "pending": _pending(state, viewer),
        "requests": state.requests,
        "code": state.code if viewer.mj else "",
    }


def _public_play(game: Game, state: State) -> Json:
    open_fields = {field.name for field in fields_of(game.play) if field.seen is Audience.EVERYONE}
    return {name: value for name, value in state.play.items() if name in open_fields}


def _character(game: Game, character: Character, viewer: Viewer) -> Json:
    return {
        "owner": character.owner,
        "retired": character.retired,
        "hidden": character.hidden,
        "sheet": _sheet(game, character, viewer),
    }


def _sheet(game: Game, character: Character, viewer: Viewer) -> Json:
    mine = viewer.mj or (character.owner != "" and character.owner == viewer.seat)
    if mine:
        return character.sheet if viewer.mj else _without(game, character.sheet, (Audience.MJ,))
    if character.hidden:
        return {"name": character.sheet.get("name")}
    return _without(game, character.sheet, (Audience.MJ, Audience.OWNER))


def _without(game: Game, sheet: Json, audiences: tuple[Audience, ...]) -> Json:
    secret = {field.name for field in fields_of(game.sheet) if field.seen in audiences}
    return {name: value for name, value in sheet.items() if name not in secret}


def _pending(state: State, viewer: Viewer) -> Json | None:
    pending = state.pending
    if pending is None:
        return None
    visible = viewer.mj or pending.to == EVERYONE or (pending.to != MJ_ONLY and viewer.seat in pending.to)
    if not visible:
        return {"waiting": True}
    mine = {
        who: decision
        for who, decision in pending.asked.asked.items()
        if who not in pending.answers and (viewer.mj or _owner(state, who) == viewer.seat)
    }
    if concerns_hidden(state, pending.asked.actor, [pending.asked.params, *pending.asked.asked], viewer):
        mine = {who: _without_odds(decision) for who, decision in mine.items()}
    left = [who for who in pending.asked.asked if who not in pending.answers]
    return {"action": pending.asked.action, "actor": pending.asked.actor, "waiting_for": left, "asked": mine}


def _without_odds(decision: Json) -> Json:
    options = [{key: value for key, value in option.items() if key != "odds"} for option in decision["options"]]
    return {**decision, "options": options}


def _owner(state: State, who: str) -> str:
    return state.cast[who].owner if who in state.cast else ""


def show_event(game: Game, state: State, event: Event, viewer: Viewer, n: int) -> Json | None:
    """One line of the log as one viewer may see it on the present state, under the viewer's own number."""
    if not sees(viewer, event):
        return None
    line = event.to_json()
    line["n"] = n
    for private in ("to", "fair", "previous", "token"):
        line.pop(private, None)
    if viewer.mj:
        return {**line, "line": event.n}
    match event.what:
        case Acted() | Asked():
            return _action(game, state, event.what, line, viewer)
        case TookBack() | Redid() | Corrected():
            line["changes"] = _changes(game, state, line["changes"], viewer)
            return {key: value for key, value in line.items() if key not in ("struck", "again", "of")}
        case Entered(who=who):
            line["sheet"] = _sheet(game, state.cast.get(who, Character(event.what.sheet)), viewer)
            return line
        case Knocked() | Relinked() | Seated() | Joined():
            return {key: value for key, value in line.items() if key != "knock"}
    return line


def _action(game: Game, state: State, what: Acted | Asked, line: Json, viewer: Viewer) -> Json:
    concerned = {what.actor, *_named(state, what.params)}
    if isinstance(what, Asked):
        concerned |= set(what.asked)
        line = {
            key: line[key]
            for key in ("n", "at", "by", "name", "action", "actor", "params", "asked", "progress", "odds")
        }
        line["asked"] = {who: decision for who, decision in what.asked.items() if _owner(state, who) == viewer.seat}
        line["waiting_for"] = list(what.asked)
    else:
        concerned |= {part["who"] for part in what.parts} | {change["who"] for change in what.changes}
        line["changes"] = _changes(game, state, line["changes"], viewer)
    if any(_hidden(state, who, viewer) for who in concerned):
        line["odds"] = None
        if isinstance(what, Asked):
            line["asked"] = {who: _without_odds(decision) for who, decision in line["asked"].items()}
        else:
            line["why"] = [{"rule": item["rule"], "hidden": True} for item in what.why]
            line["parts"] = [
                {**part, "amounts": {}} if _hidden(state, part["who"], viewer) else part for part in what.parts
            ]
    elif isinstance(what, Acted):
        line["why"] = [_step(item) for item in what.why]
    return line


def _step(item: Json) -> Json:
    """A hidden term hides its total with it: the others are shown, the sum is not."""
    terms = item.get("terms")
    if terms is None or all("audience" not in term for term in terms):
        return item
    return {
        "rule": item["rule"],
        "hidden": True,
        "terms": [term if "audience" not in term else {"hidden": True} for term in terms],
    }


def _named(state: State, params: Any) -> set[str]:
    """The characters that parameters speak of."""
    if isinstance(params, dict):
        return {who for value in params.values() for who in _named(state, value)}
    if isinstance(params, list):
        return {who for value in params for who in _named(state, value)}
    return {params} if isinstance(params, str) and params in state.cast else set()


def concerns_hidden(state: State, actor: str, params: Any, viewer: Viewer) -> bool:
    """Whether an action speaks of a character whose numbers this viewer may not know."""
    return any(_hidden(state, who, viewer) for who in {actor, *_named(state, params)})


def _hidden(state: State, who: str, viewer: Viewer) -> bool:
    character = state.cast.get(who)
    return character is not None and character.hidden and not viewer.mj and character.owner != viewer.seat


def _changes(game: Game, state: State, changes: list[Json], viewer: Viewer) -> list[Json]:
    """What changed, as far as the viewer may know it."""
    seen = []
    for change in changes:
        who = change["who"]
        if who == "":
            allowed = change["field"] in _public_play(game, state)
        else:
            character = state.cast.get(who, Character({}))
            shown = _sheet(game, character, viewer)
            allowed = change["field"] in shown and not _hidden(state, who, viewer)
        if allowed:
            seen.append(change)
    return seen
