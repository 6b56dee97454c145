"""The characters of a table: who comes in, who plays whom, whom a player may take, what their players are not asked."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count
from typing import Any
from unicodedata import combining, normalize

from tablee.rules.fields import read
from tablee.table.decide import commands as c
from tablee.table.decide import naming
from tablee.table.decide.acting import TAKEN, badly_named, not_offered, offers, settled
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.log import events as e
from tablee.table.log.state import Character
from tablee.table.pictures import PORTRAIT, size_of
from tablee.text import Name, Text

NOBODY = Text(fr="Personne ne s'appelle « {who} » à cette table.", en="Nobody is called “{who}” at this table.")
NO_SEAT = Text(fr="Il n'y a pas de place « {seat} ».", en="There is no seat “{seat}”.")
NO_SHEET = Text(
    fr="Donnez une fiche, ou le nom d'un personnage prêt.", en="Give a sheet, or the name of a ready character."
)
NO_READY = Text(
    fr="Ce jeu n'a pas de personnage prêt « {ready} ». Prêts : {known}.",
    en="This game has no ready character “{ready}”. Ready: {known}.",
)
NO_ID = Text(fr="Donnez un identifiant à ce personnage.", en="Give this character an id.")
NO_PICTURE = Text(
    fr="Cette image n'est plus là : choisissez-la de nouveau.", en="This picture is gone: choose it again."
)
NO_PORTRAIT = Text(
    fr="Cette image n'est pas un portrait : envoyez-la comme portrait.",
    en="This picture is no portrait: send it as a portrait.",
)
HAS_PLAYER = Text(
    fr="{who:Le} est à un joueur : reprenez d'abord ce personnage.",
    en="{who:The} is a player's: take this character back first.",
)
NOT_FREE = Text(fr="{who:Le} n'est pas libre : demandez au meneur.", en="{who:The} is not free to take: ask the GM.")


def enter(context: Context, command: c.Enter) -> Decided:
    """A character comes in: ready (once more with a number, if it is there already) or by its sheet."""
    if command.owner and command.owner not in context.state.seats:
        return Refusal(NO_SEAT, {"seat": command.owner})
    if command.who in context.state.cast:
        return Refusal(TAKEN, {"who": command.who})
    if command.ready:
        ready = context.game.ready()
        if command.ready not in ready:
            return Refusal(NO_READY, {"ready": command.ready, "known": tuple(ready)})
        sheet: Any = ready[command.ready]
        if command.called:
            sheet = sheet.with_changes(name=_name(command))
        elif not command.who:
            sheet = _numbered(sheet, _copies(context, command.ready))
    elif command.sheet is not None:
        sheet = read(context.game.sheet, command.sheet)
    else:
        return Refusal(NO_SHEET)
    who = command.who or _free_id(context, _as_id(command.called) or command.ready)
    if not who:
        return Refusal(NO_ID)
    owner = command.owner or ("" if context.mj or command.free else context.seat)
    character = Character(sheet.model_dump(mode="json"), owner, command.hidden and context.mj)
    no = badly_named(context, (who, *naming.names_of(character)), character.owner)
    if no is not None:
        return no
    return [NewEvent(e.Entered(who, character.sheet, owner, character.hidden, command.free))]


def _copies(context: Context, ready: str) -> int:
    """How many of a ready character are at the table, this one included."""
    return sum(who == ready or who.startswith(f"{ready}-") for who in context.state.cast) + 1


def _free_id(context: Context, wanted: str) -> str:
    """The id that is wanted, or the first with a number that nobody has."""
    ids = (wanted if n == 1 else f"{wanted}-{n}" for n in count(1))
    return next(id for id in ids if id not in context.state.cast) if wanted else ""


def _as_id(called: str) -> str:
    """An id made of a name: « Garde du port » gives garde-du-port."""
    plain = "".join(sign for sign in normalize("NFKD", called.lower()) if not combining(sign))
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:50]


def _name(command: c.Enter) -> Name:
    """The name that somebody typed: a common noun (le garde du port) where it begins with a small letter."""
    called = naming.written(command.called)
    return Name(called, feminine=command.feminine, article=called[:1].islower())


def _numbered(sheet: Any, n: int) -> Any:
    """The sheet of the n-th of its kind: « brigand 2 »."""
    name: Name = sheet.name
    other = replace(name, fr=f"{name.fr} {n}", en=f"{name.en} {n}" if name.en else "")
    return sheet if n == 1 else sheet.with_changes(name=other)


def hand_over(context: Context, command: c.HandOver) -> Decided:
    """A character changes hands, or its numbers are shown or hidden."""
    character = context.state.cast.get(command.who)
    if character is None:
        return Refusal(NOBODY, {"who": command.who})
    if command.owner and command.owner not in context.state.seats:
        return Refusal(NO_SEAT, {"seat": command.owner})
    hidden = character.hidden if command.hidden is None else command.hidden
    return [NewEvent(e.Handed(command.who, command.owner, hidden, command.free and not command.owner))]


def claim(context: Context, command: c.Claim) -> Decided:
    """A player takes a free character."""
    character = context.state.cast.get(command.who)
    if character is None:
        return Refusal(NOBODY, {"who": command.who})
    if not character.free or character.owner or character.retired:
        return Refusal(NOT_FREE, {"who": context.state.called(command.who)})
    return [NewEvent(e.Handed(command.who, context.seat, character.hidden))]


def release(context: Context, command: c.Release) -> Decided:
    """A player leaves their character to whoever takes it."""
    character = context.state.cast.get(command.who)
    if character is None:
        return Refusal(NOBODY, {"who": command.who})
    return [NewEvent(e.Handed(command.who, "", character.hidden, free=True))]


def portray(context: Context, command: c.Portray) -> Decided:
    """A character has a portrait that the seat has brought, or none any more."""
    if command.who not in context.state.cast:
        return Refusal(NOBODY, {"who": command.who})
    if command.picture and not may_show(context, command.picture):
        return Refusal(NO_PICTURE)
    if command.picture and size_of(command.picture) != (PORTRAIT.longest, PORTRAIT.longest):
        return Refusal(NO_PORTRAIT)
    return [NewEvent(e.Portrayed(command.who, command.picture))]


def may_show(context: Context, picture: str) -> bool:
    """Whether a seat may show a picture: one that it brought; any that is kept, for the MJ."""
    by = context.bringer(picture)
    return bool(by) and (by == context.seat or context.mj)


def entrust(context: Context, command: c.Entrust) -> Decided:
    """Who plays somebody without player, or the side that no player is on; the MJ alone knows of tempers."""
    state = context.state
    if command.who and command.who not in state.cast:
        return Refusal(NOBODY, {"who": command.who})
    if command.who and (state.cast[command.who].owner or state.cast[command.who].free):
        return Refusal(HAS_PLAYER, {"who": state.called(command.who)})
    return [NewEvent(e.Entrusted(command.who, command.temper or ("" if command.who else e.NATURAL)), e.MJ_ONLY)]


def settle(context: Context, command: c.Settle) -> Decided:
    """A decision answered once for all on behalf of a character, or asked again."""
    if command.who not in context.state.cast:
        return Refusal(NOBODY, {"who": command.who})
    asked = context.state.asked_of.get((command.who, command.decision))
    if asked and command.answer is not None and not offers(asked, command.answer):
        return not_offered(context.state, command.who, asked, command.answer)
    return [settled(context.state, command.who, command.decision, command.answer)]
