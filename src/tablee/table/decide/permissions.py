"""refusal(state, seat, command): why a seat may not give a command, asked before anything is decided."""

from __future__ import annotations

from tablee.table.decide import commands as c
from tablee.table.decide.refusal import Refusal
from tablee.table.log.state import State
from tablee.text import Text

NOT_SEATED = Text(fr="Prenez d'abord place à la table.", en="Take a seat at the table first.")
ONLY_MJ = Text(fr="Seul le meneur peut faire cela.", en="Only the GM can do that.")
ONLY_WATCHING = Text(fr="Cette place regarde sans jouer.", en="This seat watches without playing.")
NOT_YOURS = Text(fr="{who:Le} n'est pas votre personnage.", en="{who:The} is not your character.")
NOT_YOUR_PAPER = Text(fr="Cette note n'est pas de vous.", en="This note is not yours.")
NOT_ASKED = Text(fr="Ce n'est pas à vous qu'on le demande.", en="You are not the one being asked.")
NOT_BLIND = Text(
    fr="Un jet que vous ne devez pas voir se lance avec les dés de la table.",
    en="A roll you are not to see is thrown with the table's dice.",
)

PAUSED = Text(fr="La partie est en pause : le meneur la reprend.", en="The game is paused: the GM lets it go on.")

FOR_MJ = (
    c.Invite, c.Dismiss, c.Relink, c.HandOver, c.Retire, c.Arrange, c.Entrust, c.Pin, c.Hide, c.Give, c.Close, c.Remind,
    c.Prepare, c.OpenScene, c.Correct, c.Override, c.Disclose, c.SetOption, c.Request, c.Reveal, c.StrikeOut,
)  # fmt: skip


def refusal(state: State, seat: str, command: c.Command, lost: str = "") -> Refusal | None:
    """Why this seat may not give this command, if so; characters whose sheet bears the flag `lost` are the MJ's."""
    if seat not in state.seats or not state.seats[seat].token:
        return Refusal(NOT_SEATED)
    if state.is_mj(seat) or (isinstance(command, c.StrikeOut) and command.seat == seat):
        return None
    if isinstance(command, c.Pause) and state.seats[seat].role != "screen":
        return None if command.on else Refusal(ONLY_MJ)
    if state.seats[seat].role != "player":
        return None if isinstance(command, c.Join) else Refusal(ONLY_WATCHING)
    if isinstance(command, FOR_MJ):
        return Refusal(ONLY_MJ)
    match command:
        case c.Act(actor=actor) if actor and not state.plays(seat, actor, lost):
            return Refusal(NOT_YOURS, {"who": state.called(actor)})
        case c.Abandon(creation=creation) if creation != seat:
            return Refusal(ONLY_MJ)
        case c.Settle(who=who) | c.Release(who=who) | c.Portray(who=who) if not state.plays(seat, who, lost):
            return Refusal(NOT_YOURS, {"who": state.called(who)})
        case c.Enter(free=True):
            return Refusal(ONLY_MJ)
        case c.Answer(answers=answers) if seat in state.pendings and not (
            answers.keys() - state.pendings[seat].asked.asked.keys()
        ):
            return None
        case c.Answer(answers=answers) if state.pending and not (
            state.follows(seat) and all(state.asked_seat(who, lost) == seat for who in answers)
        ):
            return Refusal(NOT_ASKED)
        case c.Enter(owner=owner) if owner not in ("", seat):
            return Refusal(ONLY_MJ)
        case c.TakeBack(to=to) | c.Redo(to=to) if to is not None:
            return Refusal(ONLY_MJ)
        case c.Act(audience=("secret" | "blind"), faces=tuple()):
            return Refusal(NOT_BLIND)
        case c.Say(kind="handout"):
            return Refusal(ONLY_MJ)
    return None
