"""Words at a table: said, whispered, rolled by a line of text, written on papers, hidden by the MJ."""

from __future__ import annotations

from typing import NamedTuple

from tablee.table.decide import acting, naming
from tablee.table.decide import commands as c
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.people import NO_PICTURE, NO_SEAT, may_show
from tablee.table.decide.permissions import NOT_YOUR_PAPER
from tablee.table.decide.refusal import Refusal
from tablee.table.log import events as e
from tablee.text import Text

PAPERS = ("note", "handout")
NO_PAPER = Text(fr="La ligne {of} n'est pas une note.", en="Line {of} is not a note.")
NO_MESSAGE = Text(fr="La ligne {of} n'est pas un message.", en="Line {of} is not a message.")
AS_IT_IS = Text(
    fr="Ce message est {hidden:déjà caché|à la vue de ceux à qui il s'adresse}.",
    en="This message is {hidden:hidden already|seen by those it is for}.",
)
ON_A_PAPER = Text(
    fr="Une image se met sur un papier : donnez-la, ou gardez-la en note.",
    en="A picture goes on a paper: hand it out, or keep it as a note.",
)
NO_SUCH_WORD = Text(
    fr="« {word} » n'existe pas. Ligne de commande : /r 3d6, /sr 3d6, /w nom …, /mj …, /me ….",
    en="There is no “{word}”. Command line: /r 3d6, /sr 3d6, /w name …, /mj …, /me ….",
)
SEAT_OR_CHARACTER = Text(
    fr="« {id} » est à la fois une place et le personnage d'une autre : dites-le autrement.",
    en="“{id}” is both a seat and another seat's character: say it another way.",
)


def say(context: Context, command: c.Say) -> Decided:
    """Words for everybody or for some, or what a line of text asks for: dice, a whisper."""
    text = command.text.strip()
    word, rest = (*text.split(None, 1), "", "")[:2] if text.startswith("/") else ("", text)
    if not rest and not command.picture:
        return Refusal(naming.NO_WORDS)
    if command.picture:
        if word or command.kind not in PAPERS:
            return Refusal(ON_A_PAPER)
        if not may_show(context, command.picture):
            return Refusal(NO_PICTURE)
    seats = recipients(context, command.to)
    if isinstance(seats, Refusal):
        return seats
    to = _for(context, seats) if command.to else e.EVERYONE
    match word.lower():
        case "/r":
            return acting.free_roll(context, rest, command.audience)
        case "/sr":
            return acting.free_roll(context, rest, "self")
        case "/me":
            return [NewEvent(e.Said("me", rest), to)]
        case "/mj":
            return [NewEvent(e.Said("whisper", rest), (context.seat,))]
        case "/w":
            found = naming.addressed(context.state, rest)
            if isinstance(found, Refusal):
                return found
            seat, words = found
            return [NewEvent(e.Said("whisper", words), tuple(sorted({context.seat, seat})))]
        case "":
            if to == e.EVERYONE and command.kind in ("note", "whisper"):
                to = (context.seat,)
            alt = command.alt.strip() if command.picture else ""
            return [NewEvent(e.Said(command.kind, rest, command.title, picture=command.picture, alt=alt), to)]
    return Refusal(NO_SUCH_WORD, {"word": word[:20]})


def recipients(context: Context, to: tuple[str, ...]) -> tuple[str, ...] | Refusal:
    """The seats that words are for, from ids of seats and of characters; the MJ's characters bring nobody, the MJ
    reads everything.
    """
    state, seats = context.state, []
    for id in to:
        if id not in state.seats and id not in state.cast:
            return Refusal(NO_SEAT, {"seat": naming.shown(id[:60])})
        owner = state.cast[id].owner if id in state.cast else id
        if id in state.seats and owner != id:
            return Refusal(SEAT_OR_CHARACTER, {"id": id})
        seats += [owner] if owner else []
    return tuple(seats)


def _for(context: Context, seats: tuple[str, ...]) -> e.To:
    """These seats, and the one that speaks."""
    return tuple(sorted({context.seat, *seats}))


def _own_paper(context: Context, of: int) -> e.Event | Refusal:
    """The line by which the seat wrote a note or a handout, by its own number; or why it has none there."""
    own = context.since(of - 1)
    line = own[-1] if own else None
    if not (line and isinstance(line.what, e.Said) and line.what.kind in PAPERS and not line.what.removed):
        return Refusal(NO_PAPER, {"of": of})
    return line if line.by == context.seat else Refusal(NOT_YOUR_PAPER)


def revise(context: Context, command: c.Revise) -> Decided:
    """A paper reads otherwise, or is withdrawn, for all those who have it."""
    line = _own_paper(context, command.of)
    if isinstance(line, Refusal):
        return line
    if command.withdrawn:
        return [NewEvent(e.Revised(line.n, command.text.strip(), command.title, withdrawn=True), line.to)]
    was = _as_it_reads(context, line)
    picture = was.picture if command.picture is None else command.picture
    if not command.text.strip() and not picture:
        return Refusal(naming.NO_WORDS)
    if picture != was.picture and picture and not may_show(context, picture):
        return Refusal(NO_PICTURE)
    alt = (was.alt if command.alt is None else command.alt.strip()) if picture else ""
    return [NewEvent(e.Revised(line.n, command.text.strip(), command.title, picture=picture, alt=alt), line.to)]


class Note(NamedTuple):
    """A note, by the line that it was written with, as it reads now."""

    line: e.Event
    as_it_reads: e.Said | e.Revised


def _as_it_reads(context: Context, line: e.Event) -> e.Said | e.Revised:
    """What is on a paper now, from the line that it was written with."""
    assert isinstance(line.what, e.Said)
    return context.state.revisions.get(line.n) or line.what


def note_of(context: Context, of: int) -> Note | Refusal:
    """A note of the seat's, by its own number, as it reads now."""
    line = _own_paper(context, of)
    if isinstance(line, Refusal):
        return line
    assert isinstance(line.what, e.Said)
    now = _as_it_reads(context, line)
    if line.what.kind != "note" or (isinstance(now, e.Revised) and now.withdrawn):
        return Refusal(NO_PAPER, {"of": of})
    return Note(line, now)


def give(context: Context, command: c.Give) -> Decided:
    """A note becomes a handout of those whom it is given to, as it reads now."""
    note, seats = note_of(context, command.of), recipients(context, command.to)
    if isinstance(note, Refusal):
        return note
    if isinstance(seats, Refusal):
        return seats
    line, now = note
    handout = e.Said("handout", now.text, now.title, picture=now.picture, alt=now.alt)
    given = NewEvent(handout, _for(context, seats) if command.to else e.EVERYONE)
    return [NewEvent(e.Revised(line.n, "", withdrawn=True), line.to), given]


def hide(context: Context, command: c.Hide) -> Decided:
    """A message that the MJ alone reads from now on, or again everybody whom it was for: these are told."""
    line = context.line(command.of) if command.of <= context.state.version else None
    if line is None or not isinstance(line.what, e.Said) or line.what.removed:
        return Refusal(NO_MESSAGE, {"of": command.of})
    if (command.of in context.state.hidden_lines) == command.hidden:
        return Refusal(AS_IT_IS, {"hidden": command.hidden})
    return [NewEvent(e.Hid(command.of, command.hidden), line.to)]
