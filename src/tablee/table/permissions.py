"""Who may ask what: one gate, before anything is decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tablee.table import commands as c
from tablee.table.events import EVERYONE
from tablee.table.state import State
from tablee.text import Text


@dataclass(frozen=True)
class Refusal:
    """Why a command does not stand: a sentence, and the rule of the book if one says so."""

    text: Text
    values: dict[str, Any] = field(default_factory=dict)
    rule: str = ""

    def say(self, lang: str) -> str:
        return self.text.say(lang, **self.values)


NOT_SEATED = Text(fr="Prenez d'abord place à la table.", en="Take a seat at the table first.")
ONLY_MJ = Text(fr="Seul le meneur peut faire cela.", en="Only the GM can do that.")
ONLY_WATCHING = Text(fr="Cette place regarde sans jouer.", en="This seat watches without playing.")
NOT_YOURS = Text(fr="{who:Le} n'est pas votre personnage.", en="{who:The} is not your character.")
NOT_ASKED = Text(fr="Ce n'est pas à vous qu'on le demande.", en="You are not the one being asked.")
NOT_BLIND = Text(
    fr="Un jet que vous ne devez pas voir se lance avec les dés de la table.",
    en="A roll you are not to see is thrown with the table's dice.",
)
UNSEEN = ("secret", "blind")  # rolls of a player that the MJ alone sees

FOR_MJ = (
    c.Invite, c.Dismiss, c.Relink, c.HandOver, c.Retire, c.Abandon,
    c.Correct, c.Override, c.SetOption, c.Request, c.Reveal,
)  # fmt: skip


def is_mj(state: State, seat: str) -> bool:
    return seat in state.seats and state.seats[seat].role == "mj"


def plays(state: State, seat: str, who: str) -> bool:
    """The MJ plays everybody; a player, his own characters."""
    return is_mj(state, seat) or (who in state.cast and state.cast[who].owner == seat)


def asked_seat(state: State, who: str) -> str:
    """Whose decision it is: the player of a character, or whoever is making one who is not there yet."""
    if who in state.cast:
        return state.cast[who].owner
    return state.pending.by if state.pending else ""


def follows(state: State, seat: str) -> bool:
    """Whether a seat may know what the action in progress is about."""
    pending = state.pending
    if pending is None or is_mj(state, seat):
        return pending is not None
    return pending.to == EVERYONE or (pending.asked.audience not in UNSEEN and seat in pending.to)


def refusal(state: State, seat: str, command: c.Command) -> Refusal | None:
    """Why this seat may not ask this, if so."""
    if seat not in state.seats or not state.seats[seat].token:
        return Refusal(NOT_SEATED)
    if is_mj(state, seat):
        return None
    if state.seats[seat].role != "player":
        return None if isinstance(command, c.Join) else Refusal(ONLY_WATCHING)
    if isinstance(command, FOR_MJ):
        return Refusal(ONLY_MJ)
    match command:
        case c.Act(actor=actor) if actor and not plays(state, seat, actor):
            return Refusal(NOT_YOURS, {"who": state.called(actor)})
        case c.Answer(answers=answers) if state.pending and not (
            follows(state, seat) and all(asked_seat(state, who) == seat for who in answers)
        ):
            return Refusal(NOT_ASKED)
        case c.Enter(owner=owner) if owner not in ("", seat):
            return Refusal(ONLY_MJ)
        case c.TakeBack(to=to) if to is not None:
            return Refusal(ONLY_MJ)
        case c.Act(audience=("secret" | "blind"), faces=tuple()):
            return Refusal(NOT_BLIND)
        case c.Say(kind="handout"):
            return Refusal(ONLY_MJ)
    return None
