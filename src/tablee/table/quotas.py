"""Quotas: how much one table may hold, and the sentence for a seat that asks for more."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.rules.game import Game
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.state import State
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter, Retire
from tablee.table.topics.decision import Abandon
from tablee.table.topics.dice import Reveal
from tablee.table.topics.scene import FollowScene, OpenScene
from tablee.table.topics.seat import Dismiss, Invite, Relink, StrikeOut
from tablee.table.topics.unseen import Lurk
from tablee.text import Text

FULL = Text(
    fr="Cette table est pleine ({most} Mo) : exportez-la et ouvrez-en une autre, ou voyez avec qui tient la maison.",
    en="This table is full ({most} MB): export it and open another, or see whoever runs this house.",
)
NO_MORE_SEATS = Text(
    fr="Cette table a déjà {most} place{most:|s} : révoquez un lien qui ne sert plus.",
    en="This table has {most} seat{most:|s} already: revoke a link that is no longer used.",
)
NO_MORE_CHARACTERS = Text(
    fr="Cette table a déjà {most} personnage{most:|s}, anciens compris : ouvrez-en une autre.",
    en="This table has {most} character{most:|s} already, former ones included: open another.",
)
NO_MORE_PICTURES = Text(
    fr="Cette table a déjà {most} image{most:|s} : retirez-en, ou ouvrez-en une autre.",
    en="This table has {most} picture{most:|s} already: take some off, or open another.",
)
ALWAYS = (
    Relink,
    Dismiss,
    Abandon,
    Retire,
    Reveal,
    StrikeOut,
)  # short, and needed to leave a full table in order


@dataclass(frozen=True)
class Quotas:
    """The most that one table may hold."""

    bytes: int = 64 * 1024 * 1024  # of lines and pictures
    seats: int = 64
    characters: int = 500
    pictures: int = 200

    def refusal(self, game: Game, state: State, held: int, command: Command) -> Refusal | None:
        """Why a table that holds so many bytes takes no such command, if so."""
        if held >= self.bytes and not isinstance(command, ALWAYS):
            return self.full
        if isinstance(command, Invite) and sum(bool(seat.token) for seat in state.seats.values()) >= self.seats:
            return Refusal(NO_MORE_SEATS, {"most": self.seats})
        created = isinstance(command, Act) and any(action.id == command.action for action in game.creations)
        new = int(created or isinstance(command, Enter))
        if isinstance(command, OpenScene | FollowScene):
            opens = command.opens(state)
            new = state.scenes[opens].people if opens in state.scenes and opens not in state.aside else 0
        known = (
            state.everybody if isinstance(command, Lurk | OpenScene | FollowScene) else state.cast
        )  # whom nobody sees stops nobody else
        if new and len(known) + new > self.characters:
            return Refusal(NO_MORE_CHARACTERS, {"most": self.characters})
        return None

    def one_more_picture(self, count: int, held: int) -> Refusal | None:
        """Why a table that has so many pictures, and with one more would hold so many bytes, takes none."""
        if count >= self.pictures:
            return Refusal(NO_MORE_PICTURES, {"most": self.pictures})
        return self.full if held > self.bytes else None

    @property
    def full(self) -> Refusal:
        return Refusal(FULL, {"most": max(1, self.bytes // 1_000_000)})
