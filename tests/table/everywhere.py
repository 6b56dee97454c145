"""An evening of each game on which every action can be tried with any keys, without a store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tablee.dice import fair
from tablee.errors import BadInput
from tablee.rules.action import Action
from tablee.rules.fields import fields_of
from tablee.rules.game import Game, game_called
from tablee.rules.stored.written import plain, written
from tablee.table.decide import odds
from tablee.table.decide.command import Command
from tablee.table.decide.context import Context, NewEvent
from tablee.table.decide.deciding import decide
from tablee.table.decide.offering import asked_form, offers
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import People, Telling
from tablee.table.log.events import Event
from tablee.table.log.state import State, fold
from tablee.table.scenes import scene_of
from tablee.table.show import sheets
from tablee.table.show.audience import Viewer
from tablee.table.show.export import exported, markdown
from tablee.table.show.gate import show_event
from tablee.table.show.transcript import sentences
from tablee.table.show.views import show
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import Opened
from tablee.table.topics.character import Entered
from tablee.table.topics.decision import Answer
from tablee.table.topics.seat import Seated

GAMES = ("undesix", "cle-en-main", "deusex", "d6")
PLAYER, OTHER = "ana", "leo"


def keychain(public: int = 1, secret: int = 1) -> fair.Keychain:
    """Some keys, others for each two numbers."""
    return fair.Keychain(fair.Keys(bytes([public]) * 32, bytes([secret]) * 32), b"seed")


@dataclass(frozen=True)
class Table:
    """The state of a table and its lines so far."""

    game: Game
    state: State
    events: tuple[Event, ...] = ()

    def context(self, seat: str, keys: fair.Keychain) -> Context:
        def line(n: int) -> Event:
            return self.events[n - 1]

        return Context(self.state, self.game, keys, seat, line, lambda _: [], lambda: "fresh-word")

    def after(self, *happened: NewEvent, by: str = "mj") -> Table:
        table = self
        for new in happened:
            n = table.state.version + 1
            event = Event(n, 0.0, by if new.by is None else new.by, new.to, new.what)
            table = Table(self.game, fold(table.state, event), (*table.events, event))
        return table

    def do(self, seat: str, command: Command, keys: fair.Keychain) -> Table | Refusal:
        decided = decide(self.context(seat, keys), command)
        return decided if isinstance(decided, Refusal) else self.after(*decided, by=seat)


def table_of(game_id: str, hidden: bool = False, held: Mapping[str, Any] | None = None) -> Table:
    """The MJ, two players with a ready character each, and a third of the MJ's, hidden or not, with these fields."""
    game = game_called(game_id)
    noted: dict[str, Any] = {option.id: False for option in game.options if option.note}
    table = Table(game, State()).after(NewEvent(Opened(game.id, "x", "CODE", (), noted)))
    for seat, role in (("mj", "mj"), (PLAYER, "player"), (OTHER, "player")):
        table = table.after(NewEvent(Seated(seat, role, f"token of {seat}", seat)))
    ready = list(game.ready().items())[:3]
    for (who, sheet), owner in zip(ready, (PLAYER, OTHER, ""), strict=False):
        fields = {**sheet.model_dump(mode="json"), **({} if owner else held or {})}
        table = table.after(NewEvent(Entered(who, fields, owner, hidden and not owner)))
    return table


FIGHTS = {
    "undesix": ("undesix.fight", "one", "two"),
    "cle-en-main": ("cle-en-main.start", "", ""),
    "deusex": ("deusex.start-fight", "one", "two"),
    "d6": ("d6.fight", "", ""),
}


def fighting(table: Table) -> Table:
    """The table once a fight between the players' characters and the MJ's has begun, every question left to default."""
    action, one, two = FIGHTS[table.game.id]
    players = [who for who, character in table.state.cast.items() if character.owner]
    foes = [who for who in table.state.cast if who not in players]
    params = {one: players, two: foes} if one else _params(table, table.game.action(action), players[0], foes[0])
    done = table.do("mj", Act(action=action, params=params), keychain())
    while isinstance(done, Table) and done.state.pending:
        answers = {who: card.default for who, card in done.state.pending.asked.asked.items()}
        done = done.do("mj", Answer(answers=answers), keychain())
    assert isinstance(done, Table), done.say("en")
    return done


def received(table: Table, seat: str) -> bytes:
    """Everything that a seat can ask for: the whole table, its lines, both exports, forms, what acting would answer."""
    game, state, viewer = table.game, table.state, Viewer.of(table.state, seat)
    lines = [show_event(game, state, event, viewer, 1) for event in table.events]
    sent: list[Any] = [
        show(game, state, viewer),
        state.seen_by(seat, viewer.mj),
        [line.to_json() for line in lines if line],
    ]
    sent += [exported(game, state, table.events, viewer, None), markdown(game, state, table.events, viewer, "en")]
    sent += [sheets.sheet(game, state, scene_of(game, state, now=True), viewer, who, "en") for who in state.cast]
    sent.append(sheets.gauges(game, state, scene_of(game, state, now=True), viewer, "en"))
    sent.append(sheets.surroundings(game, state, scene_of(game, state, now=True), viewer, "en"))
    people = People.of(state)
    sent += [plain(sentences(Telling(game, people, "en", line))) for line in lines if line]
    context = table.context(seat, keychain())
    for who in [who for who, one in state.cast.items() if state.plays(seat, who)]:
        sent += offers(context, scene_of(game, state, who), "en")
        for offered in game.actions:
            asked = Act(actor=who, action=offered.id)
            sent.append(_said(asked_form(context, scene_of(game, state, who), asked, "en")))
        for action in game.actions:
            if action.offered(state.options, viewer.mj):
                act = Act(actor=who, action=action.id, params=_params(table, action, who, _foe(table)))
                sent.append([action.id, _said(_tried(table, seat, act))])
                wrong = {field.name: "???" for field in fields_of(action.params, state.options)}
                sent.append([action.id, _said(_tried(table, seat, act.model_copy(update={"params": wrong})))])
    return written(sent)


def _said(answer: Any) -> str:
    """What a seat reads of an answer: the sentence of a refusal, or that it stands."""
    if isinstance(answer, Refusal | BadInput):
        return str(answer.say("en"))
    return "stands" if isinstance(answer, Table | list) else written(answer).decode()


def _foe(table: Table) -> str:
    return next(who for who, one in table.state.cast.items() if not one.owner)


def attempts(table: Table, seat: str = PLAYER, actor: str = "") -> Iterator[Act]:
    """Each action that a seat's character can begin, aimed at the MJ's character where it aims at somebody."""
    actor = actor or next(who for who, one in table.state.cast.items() if one.owner == seat)
    foe = _foe(table)
    for action in table.game.actions:
        if not action.offered(table.state.options, mj=False):
            continue
        act = Act(actor=actor, action=action.id, params=_params(table, action, actor, foe))
        if isinstance(_tried(table, seat, act), list):
            yield act


def _params(table: Table, action: Action[Any, Any], actor: str, foe: str) -> dict[str, Any]:
    """The foe for every required field that may name somebody, else the first choice or the lowest number."""
    scene, params = scene_of(table.game, table.state, actor), dict[str, Any]()
    for field in fields_of(action.params, table.state.options):
        if not field.required:
            continue
        choices = list(field.one_of.on(scene)) if field.one_of else []
        value: Any = (
            foe
            if foe in choices
            else choices[0]
            if choices
            else {int: field.low or 1, bool: False}.get(field.kind, "x")
        )
        params[field.name] = [value] if field.many else value
    return params


def _tried(table: Table, seat: str, act: Act) -> Any:
    try:
        return decide(table.context(seat, keychain()), act)
    except BadInput as no:
        return no


@pytest.fixture
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Actions are done without their odds, which nothing here is about."""
    monkeypatch.setattr(odds, "_law", lambda *_: {})
