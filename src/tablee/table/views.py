"""show(state, viewer): the one gate between what is and what is seen. Nothing else reads secrets.

A viewer is a seat. Fields marked for their owner or for the MJ are left out of other people's sheets; a character whose
numbers are hidden shows only its name; an action that concerns such a character shows its outcome, its dice and the
rules that made it, but no term, total, margin or chance, since subtraction would give the hidden one away. A player
whose roll the MJ alone may see learns only that he rolled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from tablee.rules.action import Option
from tablee.rules.fields import Audience, fields_of
from tablee.rules.game import Game
from tablee.rules.stored import to_json
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
    Moved,
    Opened,
    Redid,
    Relinked,
    Rolled,
    Said,
    Seated,
    TookBack,
)
from tablee.table.permissions import UNSEEN, asked_seat, follows, is_mj
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
        "house_rules": [_house_rule(option, state) for option in game.options],
        "pending": _pending(state, viewer),
        "requests": {id: _request(state, request, viewer) for id, request in state.requests.items()},
        "papers": [_paper(event) for event in state.papers if sees(viewer, event)],
        "code": state.code if viewer.mj else "",
    }


def _request(state: State, request: Json, viewer: Viewer) -> Json:
    """A roll asked for, with what each one made of it as far as the viewer may know."""
    done: Json = {}
    for who, answer in request["done"].items():
        mine = viewer.mj or answer["to"] == EVERYONE
        mine = mine or (answer["to"] != MJ_ONLY and viewer.seat in answer["to"] and answer["audience"] not in UNSEEN)
        done[who] = {"parts": [_part(state, part, viewer) for part in answer["parts"]]} if mine else {}
        if viewer.mj:
            done[who]["line"] = answer["line"]
    return {**{key: request[key] for key in ("action", "params", "who", "audience")}, "done": done}


def _paper(event: Event) -> Json:
    assert isinstance(event.what, Said)
    return {"kind": event.what.kind, "by": event.by, "title": event.what.title, "text": event.what.text}


def _part(state: State, part: Json, viewer: Viewer) -> Json:
    return {**part, "amounts": {}} if _hidden(state, part["who"], viewer) else part


def _house_rule(option: Option, state: State) -> Json:
    """A switch as people read it before they touch it, with the note on what it brings to the table."""
    return {
        "id": option.id,
        "label": to_json(option.label),
        "values": list(option.values),
        "value": state.options.get(option.id, option.default),
        "rule": option.rule,
        "note": to_json(option.note),
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
    if not follows(state, viewer.seat):
        return {"waiting": True}
    mine = {
        who: decision
        for who, decision in pending.asked.asked.items()
        if who not in pending.answers and (viewer.mj or asked_seat(state, who) == viewer.seat)
    }
    about = [pending.asked.params, *pending.asked.asked, *pending.asked.about]
    if concerns_hidden(state, pending.asked.actor, about, viewer):
        mine = {who: _without_odds(decision) for who, decision in mine.items()}
    left = [who for who in pending.asked.asked if who not in pending.answers]
    return {"action": pending.asked.action, "actor": pending.asked.actor, "waiting_for": left, "asked": mine}


def _without_odds(decision: Json) -> Json:
    options = [{key: value for key, value in option.items() if key != "odds"} for option in decision["options"]]
    return {**decision, "options": options}


def show_event(game: Game, state: State, event: Event, viewer: Viewer, n: int) -> Json | None:
    """One line of the log as one viewer may see it on the present state, under the viewer's own number."""
    if not sees(viewer, event):
        return None
    line = event.to_json()
    line["n"] = n
    to = line.pop("to")
    for private in ("fair", "previous", "token", "since", "about"):
        line.pop(private, None)
    if viewer.mj:
        return {**line, "line": event.n}
    match event.what:
        case Acted(audience=audience) | Asked(audience=audience) | Rolled(audience=audience) if audience in UNSEEN:
            return {key: line[key] for key in ("n", "at", "by", "name", "action", "actor") if key in line} | {
                "unseen": True
            }
        case Acted() | Asked():
            return _action(game, state, event.what, line, viewer)
        case TookBack() | Redid() | Corrected():
            line["changes"] = show_changes(game, state, line["changes"], viewer)
            return {key: value for key, value in line.items() if key not in REFERENCES}
        case Entered(who=who):
            line["sheet"] = _sheet(game, state.cast[who], viewer)
        case Said() if to != EVERYONE:
            line["to"] = to
        case Knocked() | Relinked() | Seated() | Joined() | Opened() | Moved():
            return {key: value for key, value in line.items() if key not in ("knock", "code")}
    return line


REFERENCES = ("struck", "again", "of")


def with_references(line: Json, event: Event, numbers: Mapping[int, int]) -> Json:
    """A line that speaks of others (struck through, redone, overridden), by the viewer's own numbers of them."""
    for name in REFERENCES:
        about = getattr(event.what, name, None)
        if name in line or not about:  # the MJ's own numbers are those of the log
            continue
        own = [numbers[n] for n in (about if isinstance(about, tuple) else (about,)) if n in numbers]
        line = {**line, name: own if isinstance(about, tuple) else next(iter(own), 0)}
    return line


def references(event: Event) -> tuple[int, ...]:
    """The lines of the log that an event speaks of."""
    of = getattr(event.what, "of", 0)
    return (*getattr(event.what, "struck", ()), *getattr(event.what, "again", ()), *((of,) if of else ()))


def _action(game: Game, state: State, what: Acted | Asked, line: Json, viewer: Viewer) -> Json:
    concerned = {what.actor, *named(state, what.params), *what.about}
    if isinstance(what, Asked):
        concerned |= set(what.asked)
        line = {
            key: line[key]
            for key in ("n", "at", "by", "name", "action", "actor", "params", "asked", "progress", "odds")
        }
        line["asked"] = {
            who: decision for who, decision in what.asked.items() if _asked_of(state, who, line) == viewer.seat
        }
        line["waiting_for"] = list(what.asked)
    else:
        concerned |= {part["who"] for part in what.parts} | {change["who"] for change in what.changes}
        line["changes"] = show_changes(game, state, line["changes"], viewer)
    if any(_hidden(state, who, viewer) for who in concerned):
        line["odds"] = None
        if isinstance(what, Asked):
            line["asked"] = {who: _without_odds(decision) for who, decision in line["asked"].items()}
        else:
            line["headline"] = veiled(game, what.headline)
            line["why"] = [{"rule": item["rule"], "hidden": True} for item in what.why]
            line["parts"] = [_part(state, part, viewer) for part in what.parts]
    elif isinstance(what, Acted):
        line["why"] = [_step(item) for item in what.why]
    return line


def _asked_of(state: State, who: str, line: Json) -> str:
    """Whose decision it was: a player's, or that of whoever was making a character."""
    return state.cast[who].owner if who in state.cast else str(line["by"])


def veiled(game: Game, note: Json) -> Json:
    """A sentence whose numbers are not for these eyes: « ? » in their place."""
    text = game.book.sayings[note["rule"]].text
    signed = {name for _, name, spec, _ in Formatter().parse(text.fr + text.en) if spec in ("+", "%")}

    def veil(value: Any, key: str) -> Any:
        if isinstance(value, list):
            return [veil(item, key) for item in value]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number or (isinstance(value, dict) and "fraction" in value):
            return {"text": {"fr": "?", "en": "?"}} if key in signed else {"name": {"fr": "?"}}
        return value

    return {**note, "values": {key: veil(value, key) for key, value in note.get("values", {}).items()}}


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


def named(state: State, params: Any) -> set[str]:
    """The characters that parameters speak of."""
    if isinstance(params, dict):
        return {who for value in params.values() for who in named(state, value)}
    if isinstance(params, list):
        return {who for value in params for who in named(state, value)}
    return {params} if isinstance(params, str) and (params in state.cast or params in state.left) else set()


def concerns_hidden(state: State, actor: str, params: Any, viewer: Viewer) -> bool:
    """Whether an action speaks of a character whose numbers this viewer may not know."""
    return any(_hidden(state, who, viewer) for who in {actor, *named(state, params)})


def _hidden(state: State, who: str, viewer: Viewer) -> bool:
    character = state.cast.get(who) or state.left.get(who)
    return character is not None and character.hidden and not viewer.mj and character.owner != viewer.seat


def show_changes(game: Game, state: State, changes: list[Json], viewer: Viewer) -> list[Json]:
    """What changed, as far as the viewer may know it."""
    seen = []
    for change in changes:
        who = change["who"]
        if who == "":
            allowed = change["field"] in _public_play(game, state)
        else:
            character = state.cast.get(who) or state.left.get(who) or Character({})
            shown = _sheet(game, character, viewer)
            allowed = change["field"] in shown and not _hidden(state, who, viewer)
        if allowed:
            seen.append(change)
    return seen
