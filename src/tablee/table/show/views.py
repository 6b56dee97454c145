"""show(state, viewer): the one gate between what is and what is seen. Nothing else reads secrets.

A viewer is a seat. Fields marked for their owner or for the MJ are left out of other people's sheets, and so are the
sayings, terms, amounts and odds so marked (`audience` judges each). A character whose numbers are hidden shows only its
name; an action that concerns such a character shows its outcome, its dice and the rules that made it, but no term,
total, margin or odds, since subtraction would give the hidden one away. A player whose roll the MJ alone may see
learns only that they rolled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from tablee.rules.action import Option, Scene
from tablee.rules.efforts import Effort
from tablee.rules.fields import fields_of, read
from tablee.rules.game import Game
from tablee.rules.playing import Midway
from tablee.rules.stored import to_json, why_from, why_json
from tablee.table.log.events import EVERYONE, MJ_ONLY, UNSEEN, Event, Json
from tablee.table.log.state import NATURAL, Character, State
from tablee.table.scenes import by_themselves, scene_of, waits
from tablee.table.show.audience import (
    Viewer,
    clocks_seen,
    compared,
    concerns_hidden,
    is_hidden,
    is_withheld,
    may_see,
    may_see_odds,
    owns,
    params_seen,
    part_seen,
    secret_fields,
    sees,
    steps_seen,
    without_odds,
)
from tablee.text import LANGS, Text

if TYPE_CHECKING:
    from tablee.table.topics.chat import Said
    from tablee.table.topics.scene import Prepared

ROUNDS = Text(fr="round{n:|s}", en="round{n:|s}")


def show(game: Game, state: State, viewer: Viewer) -> Json:
    """The whole table as one viewer sees it."""
    scene = scene_of(game, state, now=True)
    return {
        "game": state.game,
        "title": state.title,
        "opening": to_json(game.first_scene.text) if state.ready and game.first_scene else None,
        "seen": state.seen_by(viewer.seat, viewer.mj),
        "you": viewer.seat,
        "seats": {
            id: {
                "role": seat.role,
                "called": seat.called,
                "colour": seat.colour,
                "lang": seat.lang,
                "link": bool(seat.token),
            }
            for id, seat in state.seats.items()
            if seat.token or seat.called or id == viewer.seat  # who sat here keeps a name in what was said and done
        },
        "knocks": {id: knock.called for id, knock in state.knocks.items()} if viewer.mj else {},
        "cast": {who: _character(game, state, scene, who, viewer) for who in state.cast},
        "busy": _busy(game, state, viewer),
        "play": play_seen(game, state, viewer),
        "turns": [turn._asdict() for turn in game.order.turns(scene)],
        "clocks": _clocks(game, state, viewer),
        "options": state.options,
        "house_rules": [_house_rule(option, state) for option in game.options],
        "pending": _pending(game, state, viewer),
        "making": _making(game, state, viewer),
        "makers": sorted(maker for maker in state.pendings if maker),
        "not_asked": _not_asked(state, viewer),
        "arranged": {
            "door": "open" if state.open_door else "guarded",
            "odds": "hidden" if state.odds_hidden else "shown",
            "opponents": "by-themselves" if state.opponents_alone else "played",
            "notes": state.notes,
            "advice": "on" if state.advice else "off",
        },
        "paused": state.paused,
        "pinned": state.pinned,
        "scenes": {id: _prepared(scene) for id, scene in state.scenes.items()} if viewer.mj else {},
        "by_themselves": list(by_themselves(game, state)) if viewer.mj else [],
        "tempers": {"": state.tempers.get("", NATURAL), **state.tempers} if viewer.mj else {},
        "trial": state.trial,
        "requests": {id: _request(game, state, request, viewer) for id, request in state.requests.items()},
        "papers": [paper for event in state.papers if sees(viewer, event) and (paper := _paper(state, event, viewer))],
        "dice": {
            "commitments": {stream: commit.commitment for stream, commit in state.commits.items()},
            "evening": state.evening,
            "words": state.fair.mix,
            "drawn": state.fair.public,
        },
        "code": state.code if viewer.mj else "",
    }


def _request(game: Game, state: State, request: Json, viewer: Viewer) -> Json:
    """A roll asked for, with what each one made of it as far as the viewer may know."""
    done: Json = {}
    for who, answer in request["done"].items():
        mine = viewer.mj or answer["to"] == EVERYONE
        mine = mine or (answer["to"] != MJ_ONLY and viewer.seat in answer["to"] and answer["audience"] not in UNSEEN)
        done[who] = {"parts": [part_seen(game, state, part, viewer) for part in answer["parts"]]} if mine else {}
        if mine and not _tells_hidden(state, who, answer, viewer):
            steps = steps_seen(game, state, answer.get("why", ()), viewer)
            done[who]["compared"] = compared(game, [step for step in steps if not step.get("hidden")])
        if viewer.mj:
            done[who] |= {"line": answer["line"], "audience": answer["audience"]}
    shown = {key: request[key] for key in ("action", "who", "audience", "title", "closed")}
    complete = bool(done) and all(done.get(who) for who in request["who"])
    together = _together(game, state, request, viewer) if complete else None
    return {**shown, "params": params_seen(game, state, request, viewer), "done": done, "together": together}


def _tells_hidden(state: State, who: str, answer: Json, viewer: Viewer) -> bool:
    """Whether the numbers of a roll asked for would tell those of somebody hidden: who rolled, or whom it concerned."""
    about = [answer["params"], answer["about"], [part["who"] for part in answer["parts"]]]
    return concerns_hidden(state, who, about, viewer)


def _together(game: Game, state: State, request: Json, viewer: Viewer) -> Json | None:
    """How all of those who were asked came out together by the game's own rule, on the scene that the last of them
    rolled on: what happens later changes no verdict. None where the game has none, where somebody was asked alone, or
    where the viewer may not know every number of it.
    """
    scene, made = scene_of(game, request["moment"]), dict[str, Effort]()
    for who in request["who"]:
        answer = request["done"][who]
        steps = [step for step in answer.get("why", ()) if step["rule"] in game.book.sayings]
        unknown = (
            who not in scene.cast
            or _tells_hidden(state, who, answer, viewer)
            or steps_seen(game, state, steps, viewer) != steps
        )
        if unknown or not answer["parts"]:
            return None
        why = tuple(why_from(game.book, step) for step in steps)
        made[who] = Effort(answer.get("params", {}), answer["parts"][0]["good"], why)
    came = game.together(scene, request["action"], made) if len(made) > 1 else None
    return came and {"good": came.good, "label": to_json(came.label), "told": why_json(came.told)}


def _paper(state: State, event: Event, viewer: Viewer) -> Json | None:
    """A note or handout as it reads now; None if it was withdrawn, or hidden by the MJ."""
    said = cast("Said", event.what)
    now = state.revisions.get(event.n)
    if (now is not None and now.withdrawn) or is_withheld(state, event.n, viewer):
        return None
    reads = now or said
    paper = {"kind": said.kind, "by": event.by, "title": reads.title, "text": reads.text}
    paper |= {"picture": reads.picture, "alt": reads.alt}
    return {**paper, "line": event.n, "to": event.to} if viewer.mj else paper


def pictures_seen(state: State, viewer: Viewer) -> frozenset[str]:
    """The pictures that a viewer may look at now: portraits, as names are everybody's, and those of the papers they
    have; all of them, for the MJ.
    """
    if viewer.mj:
        return state.pictures
    papers = (_paper(state, event, viewer) for event in state.papers if sees(viewer, event))
    on_papers = {paper["picture"] for paper in papers if paper}
    return frozenset(on_papers | {one.portrait for one in state.cast.values()}) - {""}


def _prepared(scene: Prepared) -> Json:
    """A scene that the MJ prepared, for the MJ."""
    return {"title": scene.title, "who": list(scene.who), "text": scene.text, "papers": list(scene.papers)}


def _making(game: Game, state: State, viewer: Viewer) -> Json | None:
    """The viewer's own creation in progress: what is asked next, the faces thrown and the answers given so far."""
    pending = state.pendings.get(viewer.seat) if viewer.seat else None
    if pending is None:
        return None
    action = pending.asked.action
    asked = {who: _decision(game, action, decision) for who, decision in pending.asked.asked.items()}
    so_far = pending.asked.progress
    return {"action": action, "params": pending.asked.params, "asked": asked, "so_far": so_far}


def _not_asked(state: State, viewer: Viewer) -> list[Json]:
    """The standing answers of the viewer's characters; all of them for the MJ."""
    return [
        {"who": who, "decision": decision, "answer": answer, **_words_of(state.asked_of.get((who, decision)))}
        for (who, decision), answer in state.standing_answers.items()
        if viewer.mj or owns(viewer, state.cast.get(who))
    ]


def _words_of(asked: Json | None) -> Json:
    """The words of a decision as a character was last asked it: what is asked, by which rule, and the answers."""
    if asked is None:  # settled before anybody asked
        return {"label": None, "rule": "", "options": []}
    options = [{"value": one["value"], "label": one["label"]} for one in asked["options"]]
    return {"label": asked["label"], "rule": asked["rule"], "options": options}


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


def play_seen(game: Game, state: State, viewer: Viewer) -> Json:
    seen = {field.name for field in fields_of(game.play, state.options) if may_see(state, viewer, field.seen, "")}
    play = {name: value for name, value in state.play.items() if name in seen}
    return {**play, "clocks": clocks_seen(game, state, play["clocks"], viewer)} if "clocks" in play else play


def _clocks(game: Game, state: State, viewer: Viewer) -> list[Json]:
    """What counts down, by its name, with its unit: rounds unless the game says otherwise."""
    told = []
    for clock in clocks_seen(game, state, state.play.get("clocks", ()), viewer):
        named = game.book.terms.get(clock["id"])
        unit = named.unit if named and named.unit else ROUNDS
        told.append(
            {
                "id": clock["id"],
                "who": clock["who"],
                "left": clock["left"],
                "whole": clock.get("whole") or clock["left"],
                "ends": to_json(named.ends) if named and named.ends else None,
                "label": to_json(named.label) if named else {"text": {"fr": clock["id"], "en": clock["id"]}},
                "unit": {"text": {lang: unit.say(lang, n=clock["left"]) for lang in LANGS}},
            }
        )
    return told


def _character(game: Game, state: State, scene: Scene[Any], who: str, viewer: Viewer) -> Json:
    """Who plays somebody, how they are in a word that everybody may know, and as much of their sheet as may be seen."""
    character = state.cast[who]
    shown: Json = {"owner": character.owner, "retired": character.retired, "hidden": character.hidden}
    shown |= {"free": character.free, "portrait": character.portrait}
    if not character.retired:
        condition = game.condition(scene, who)
        words = {lang: condition.say(lang, state.called(who)) for lang in LANGS}
        shown["condition"] = {"id": condition.id, "label": {"text": words}, "standing": condition.standing}
        shown["side"] = game.side(scene, who)
    return {**shown, "sheet": sheet_seen(game, state, character, viewer)}


def _busy(game: Game, state: State, viewer: Viewer) -> Json:
    """What keeps people busy, by person, each as a note: not that of somebody whose numbers are hidden."""
    notes = game.busy(read(game.play, state.play))
    here = {who: character for who, character in state.cast.items() if who in notes and not character.retired}
    return {
        who: why_json(notes[who])
        for who, character in here.items()
        if viewer.mj or owns(viewer, character) or not character.hidden
    }


def sheet_seen(game: Game, state: State, character: Character, viewer: Viewer) -> Json:
    if character.hidden and not viewer.mj and not owns(viewer, character):
        return {"name": character.sheet.get("name")}
    secret = secret_fields(game, state, character, viewer)
    return {name: value for name, value in character.sheet.items() if name not in secret}


def known_fight(game: Game, state: State, viewer: Viewer, who: str) -> Midway | None:
    """The fight as a viewer may reckon it for whom they play: sheets and play as they are shown, and, where `who` is
    asked something, the action that waits, if its odds are shown; None where somebody's numbers are hidden from them,
    or odds are.
    """
    here = {one: character for one, character in state.cast.items() if not character.retired}
    if (state.odds_hidden and not viewer.mj) or any(is_hidden(state, one, viewer) for one in here):
        return None

    def sheets(cast: Mapping[str, Character]) -> dict[str, Any]:
        return {one: read(game.sheet, sheet_seen(game, state, cast[one], viewer)) for one in here if one in cast}

    now = sheets(state.cast)
    began = {**now, **sheets(state.instant)} if state.instant is not None else now
    scene = Scene("", now, read(game.play, play_seen(game, state, viewer)), state.options)
    asked = (_pending(game, state, viewer) or {}).get("asked", {}).get(who) if state.pending else None
    if asked is None or state.pending is None:
        return None if state.pending else Midway(game, scene, began)
    if not all("odds" in option for option in asked["options"]):
        return None
    return Midway(game, scene, began, waits(game, state, state.pending).untold())


def _pending(game: Game, state: State, viewer: Viewer) -> Json | None:
    pending = state.pending
    if pending is None:
        return None
    if not state.follows(viewer.seat):
        return {"waiting": True}
    mine = {
        who: _decision(game, pending.asked.action, decision)
        for who, decision in pending.asked.asked.items()
        if who not in pending.answers and (viewer.mj or viewer.is_at(state.asked_seat(who, game.lost)))
    }
    about = [pending.asked.params, *pending.asked.asked, *pending.asked.about]
    secret = not may_see_odds(game, state, pending.asked.action, pending.asked.actor, viewer)
    if secret or concerns_hidden(state, pending.asked.actor, about, viewer):
        mine = {who: without_odds(decision) for who, decision in mine.items()}
    left = [who for who in pending.asked.asked if who not in pending.answers]
    return {
        "action": pending.asked.action,
        "actor": pending.asked.actor,
        "waiting_for": left,
        "asked": mine,
        "since": pending.at,
    }


def _decision(game: Game, action: str, decision: Json) -> Json:
    """What somebody is asked in an action, with words for its price and for what whoever acts tries."""
    labels = {field.name: to_json(field.label) for field in fields_of(game.sheet)}
    costs = [{"label": labels[name], "amount": n} for name, n in decision["price"].items() if name in labels]
    return {**decision, "costs": costs, "success": to_json(game.action(action).success)}
