"""Whole evenings of natural moves: what the table proposes, with the values it proposes, is never refused.

A form that leaves something to people is filled in as a person would; one that is refused as it stands must be mended
by a single other choice of it, or by a word that is the MJ's to say.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from tablee.dice import fair
from tablee.rules.action import PLAY
from tablee.rules.game import game_called
from tablee.table.decide.command import Command
from tablee.table.decide.context import NewEvent
from tablee.table.decide.offering import asked_form, offers
from tablee.table.decide.refusal import Refusal
from tablee.table.log.state import State
from tablee.table.scenes import scene_of
from tablee.table.seen.forms import FieldAsked, FormSeen
from tablee.table.topics.action import Act, due
from tablee.table.topics.arrangement import Opened
from tablee.table.topics.character import Entered
from tablee.table.topics.decision import Answer
from tablee.table.topics.seat import Seated
from tests.table.everywhere import Table, uncounted

__all__ = ["uncounted"]

GAMES = ("undesix", "cle-en-main", "deusex", "d6")
MOVES, MAX_DUE, MAX_QUESTIONS = 40, 60, 40
PLAYER = "ana"


def said(asked: FieldAsked, chance: Random) -> Any:
    """What a person says where a form proposes nothing: one of the choices, the least number, or a word."""
    free = [choice.id for choice in asked.choices if choice.refusal is None]
    value = chance.choice(free) if free else asked.low or 0 if asked.kind == "int" else "Belote"
    return [value] if asked.many else value


@dataclass
class Evening:
    """A first scene that one player and the MJ play by chance among what is proposed to them."""

    table: Table
    chance: Random
    keys: fair.Keychain
    moves: int = 0
    refused: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, game: str, seed: int) -> Evening:
        known, chance = game_called(game), Random(seed)
        first = known.first_scene
        assert first is not None
        noted = {option.id: False for option in known.options if option.note}
        table = Table(known, State()).after(NewEvent(Opened(known.id, "x", "CODE", (), noted)))
        for seat in ("mj", PLAYER):
            table = table.after(NewEvent(Seated(seat, "mj" if seat == "mj" else "player", f"token of {seat}", seat)))
        for who, sheet in first.cast().items():
            owner = PLAYER if who in first.players else ""
            table = table.after(NewEvent(Entered(who, sheet.model_dump(mode="json"), owner)))
        keys = fair.Keychain(fair.Keys(chance.randbytes(32), chance.randbytes(32)), b"seed")
        evening = cls(table, chance, keys)
        for action, actor, params in first.begin:
            evening.does("mj", Act(actor=actor, action=action, params=dict(params)))
        return evening

    def does(self, seat: str, command: Command) -> None:
        """A command that must stand, then whatever falls due."""
        done = self.table.do(seat, command, self.keys)
        assert not isinstance(done, Refusal), (self.moves, command, done.say("en"))
        self.table = done
        for _ in range(MAX_DUE):
            happened = due(self.table.context("", self.keys))
            if not happened:
                break
            self.table = self.table.after(*happened, by="")

    def answers(self) -> bool:
        """Whoever is asked something answers by chance."""
        pending = self.table.state.pending
        if pending is None:
            return False
        asked = pending.asked.asked
        given = {who: self.chance.choice(card.values) for who, card in asked.items()}
        self.does("mj", Answer(answers=given))
        return True

    def moves_on(self) -> bool:
        """One of those who may act does something that is proposed, the likeliest first in two cases of three; whether
        anybody could.
        """
        game, state = self.table.game, self.table.state
        may = list(game.may_act(scene_of(game, state, now=True)))
        self.chance.shuffle(may)
        for who in may:
            seat = "mj" if not state.cast[who].owner or self.chance.random() < 0.2 else PLAYER
            context, scene = self.table.context(seat, self.keys), scene_of(game, state, who)
            listed = [one for one in offers(context, scene, "en") if one.refusal is None]
            usual = sorted((one for one in listed if one.usual is not None), key=lambda one: one.usual or 0)
            self.chance.shuffle(listed)
            for offer in [*usual, *listed] if self.chance.random() < 2 / 3 else listed:
                values = self.filled_in(seat, who, offer.action)
                if values is not None:
                    self.does(seat, Act(actor=who, action=offer.action, params=values, sure=True))  # if a form warns
                    return True
        if may and scene_of(game, state, now=True).play.round:
            self.refused.append(f"{', '.join(may)} waited for, with nothing to do")
        return False

    def form(self, seat: str, who: str, action: str, given: dict[str, Any]) -> FormSeen:
        """The form of an action as a seat is asked to fill it in, with these values."""
        scene = scene_of(self.table.game, self.table.state, who)
        command = Act(actor=who, action=action, params=given)
        form = asked_form(self.table.context(seat, self.keys), scene, command, "en")
        assert isinstance(form, FormSeen), (action, form)
        return form

    def filled_in(self, seat: str, who: str, action: str) -> dict[str, Any] | None:
        """The parameters with which somebody does something proposed to them; None if they are refused as proposed,
        which is told unless the form lets it be mended.
        """
        form = self.form(seat, who, action, {})
        missing = [one for one in form.fields if one.required and one.applies and one.name not in form.values]
        if missing:
            form = self.form(seat, who, action, {one.name: said(one, self.chance) for one in missing})
        if form.refusal is None:
            return form.values
        if not self.mended(seat, who, action, form):
            self.refused.append(f"{seat} for {who}: {action} {form.values}: {form.refusal.sentence}")
        return None

    def mended(self, seat: str, who: str, action: str, form: FormSeen) -> bool:
        """Whether one other choice of a refused form would be accepted, or a word that is the MJ's to say."""
        others = (
            {**form.values, asked.name: [choice.id] if asked.many else choice.id}
            for asked in form.fields
            if asked.applies and not asked.keys
            for choice in asked.choices
        )
        if any(self.form(seat, who, action, given).refusal is None for given in others):
            return True
        return seat == PLAYER and self.form("mj", who, action, {}).refusal is None

    def goes_by(self) -> None:
        """The fight and what people do once it is over, then the steps by which a session and a scenario end."""
        for self.moves in range(MOVES):
            while self.answers():
                pass
            if not self.moves_on():
                break
        while self.answers():
            pass
        self.ends()
        assert not self.refused, "\n".join(self.refused)

    def ends(self) -> None:
        game = self.table.game
        players = game.first_scene.players if game.first_scene else ()
        for step in (step for ending in game.endings for step in ending.steps):
            for who in players if step.each else (PLAY,):
                scene = scene_of(game, self.table.state, who)
                if game.action(step.action).refuse(scene, None) is None:  # or the step tells why there is nothing to do
                    given = {step.whom: who} if step.whom else {}
                    form = self.form("mj", who, step.action, given)
                    if form.refusal is not None and not step.whom:  # the step is about a person who may be beyond it
                        self.refused.append(f"{step.action} {form.values}: {form.refusal.sentence}")
                    elif form.refusal is None and all(one.name in form.values for one in form.fields if one.required):
                        self.does("mj", Act(actor=who, action=step.action, params=form.values, sure=True))
                while self.answers():
                    pass


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("uncounted")
def test_what_is_proposed_is_accepted(game: str, seed: int) -> None:
    Evening.of(game, seed).goes_by()


@pytest.mark.evening
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("uncounted")
def test_what_is_proposed_is_accepted_all_evenings_long(game: str) -> None:
    """Two hundred evenings, others in each run of `make evenings`; a failure tells which."""
    first, failed = random.randrange(10**9), []
    for seed in range(first, first + 200):
        try:
            Evening.of(game, seed).goes_by()
        except AssertionError as refused:
            failed.append(f"{seed}: {refused}")
    print(f"{game}: evenings {first} to {first + 199}, {len(failed)} with a refusal")
    assert not failed, "\n".join(failed)


@dataclass
class OfOneMind(Evening):
    """An evening whose people are asked one by one and all say the same to every question: no (`yes` false), or the
    last thing that they may say.
    """

    yes: bool = False

    def answers(self) -> bool:
        pending = self.table.state.pending
        if pending is None:
            return False
        for _ in range(MAX_QUESTIONS):
            who = self.chance.choice([one for one in pending.asked.asked if one not in pending.answers])
            card, owner = pending.asked.asked[who], self.table.state.cast[who].owner
            self.does(owner or "mj", Answer(answers={who: card.values[-1] if self.yes else card.default}))
            pending = self.table.state.pending
            if pending is None:
                return True
        raise AssertionError(f"{pending.asked.action} of {pending.asked.actor} still waits for {pending.awaited}")


@pytest.mark.parametrize("evenings", [2, pytest.param(40, marks=pytest.mark.evening)])
@pytest.mark.parametrize("yes", [False, True])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("uncounted")
def test_whatever_people_say_an_action_comes_to_its_end(game: str, yes: bool, evenings: int) -> None:
    """Never a question that its answer does not settle."""
    first = random.randrange(10**9)
    for seed in range(first, first + evenings):
        evening = OfOneMind.of(game, seed)
        assert isinstance(evening, OfOneMind)
        evening.yes = yes
        evening.goes_by()
