"""Whole evenings of natural moves: what the table proposes, with the values it proposes, is never refused."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from tablee.dice import fair
from tablee.rules.game import game_called
from tablee.table.decide.command import Command
from tablee.table.decide.context import NewEvent
from tablee.table.decide.offering import asked_form, offers
from tablee.table.decide.refusal import Refusal
from tablee.table.log.state import State
from tablee.table.scenes import scene_of
from tablee.table.seen.forms import FormSeen
from tablee.table.topics.action import Act, due
from tablee.table.topics.arrangement import Opened
from tablee.table.topics.character import Entered
from tablee.table.topics.decision import Answer
from tablee.table.topics.seat import Seated
from tests.table.everywhere import Table, uncounted

__all__ = ["uncounted"]

GAMES = ("undesix", "cle-en-main")
MOVES, MAX_DUE = 40, 60
PLAYER = "ana"


def filled_in(form: FormSeen) -> bool:
    """Whether a form proposes a value for all that it needs: some is for people to say."""
    return all(one.name in form.values for one in form.fields if one.required)


@dataclass
class Evening:
    """A first scene that one player and the MJ play by chance among what is proposed to them."""

    table: Table
    chance: Random
    keys: fair.Keychain
    moves: int = 0

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
                form = asked_form(context, scene_of(game, state, who), Act(actor=who, action=offer.action), "en")
                if isinstance(form, FormSeen) and form.refusal is None and filled_in(form):
                    self.does(seat, Act(actor=who, action=offer.action, params=form.values))
                    return True
        return False

    def goes_by(self) -> None:
        for self.moves in range(MOVES):
            while self.answers():
                pass
            if not self.moves_on():
                return


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("uncounted")
def test_what_is_proposed_is_accepted(game: str, seed: int) -> None:
    Evening.of(game, seed).goes_by()


@pytest.mark.evening
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("uncounted")
def test_what_is_proposed_is_accepted_all_evenings_long(game: str) -> None:
    for seed in range(3, 203):
        Evening.of(game, seed).goes_by()
