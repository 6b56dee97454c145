"""Papers: notes and handouts, as their seat changes, withdraws and gives them; notes of the group, as anybody does."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pydantic import Field

from tablee.dice import fair
from tablee.rules.fields import Annotated, Label
from tablee.table.decide import naming
from tablee.table.decide.command import ALT, MJ, PAPER, PICTURE, SEEN, TITLE, WHO, Command, Who
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import NO_PICTURE, Refusal
from tablee.table.log.events import EVERYONE, Event, Happening, stored
from tablee.table.log.matters import LineNumber, Words
from tablee.table.log.state import State
from tablee.table.topics.chat import PAPERS, Said, and_speaker, recipients
from tablee.text import Text

CHANGED_SINCE = Text(
    fr="Quelqu'un d'autre vient de changer cette note : relisez-la d'abord.",
    en="Somebody else has just changed this note: read it again first.",
)
NOT_YOUR_PAPER = Text(fr="Cette note n'est pas de vous.", en="This note is not yours.")
NOTHING_SHOWN = Text(fr="Aucun papier n'est à l'écran.", en="No paper is on the screen.")
FOR_SOME = Text(
    fr="Ce papier n'est pas pour tous, et tous voient l'écran partagé.",
    en="This paper is not for everybody, and everybody sees the shared screen.",
)
NO_PAPER = Text(fr="La ligne {of} n'est pas une note.", en="Line {of} is not a note.")


class Revise(Command, id="revise", meanwhile=True):
    """Change one's note or handout, or withdraw it; or change a note of the group, of any author."""

    of: Annotated[int, Field(ge=1, le=2**53), Label(fr="Ligne", en="Line")]  # by the seat's own number
    text: Annotated[str, PAPER, Label(fr="Texte", en="Text")] = ""
    title: Annotated[str, TITLE, Label(fr="Titre", en="Title")] = ""
    withdrawn: Annotated[bool, Label(fr="Retirer", en="Withdraw")] = False
    picture: Annotated[str | None, PICTURE, Label(fr="Image", en="Picture")] = None  # None leaves it, "" takes it off
    alt: Annotated[str | None, ALT, Label(fr="Ce que montre l'image", en="What the picture shows")] = None
    seen: Annotated[int | None, SEEN, Label(fr="Vu jusqu'à", en="Seen up to")] = None

    def decide(self, context: Context) -> Decided:
        """A paper reads otherwise, or is withdrawn, for all those who have it."""
        line = _own_paper(context, self.of, together=not self.withdrawn or context.mj)
        if isinstance(line, Refusal):
            return line
        if self.seen is not None and any(_changes(one, line, context.seat) for one in context.since(self.seen)):
            return Refusal(CHANGED_SINCE)
        if self.withdrawn:
            return [NewEvent(Revised(line.n, self.text.strip(), self.title, withdrawn=True), line.to)]
        was = _as_it_reads(context, line)
        picture = was.picture if self.picture is None else self.picture
        if not self.text.strip() and not picture:
            return Refusal(naming.NO_WORDS)
        if picture != was.picture and picture and not context.may_show(picture):
            return Refusal(NO_PICTURE)
        alt = (was.alt if self.alt is None else self.alt.strip()) if picture else ""
        return [NewEvent(Revised(line.n, self.text.strip(), self.title, picture=picture, alt=alt), line.to)]


@stored("revised/1")
class Revised(Happening):
    """A paper (note or handout) reads otherwise from now on, or is withdrawn."""

    of_table = True

    of: LineNumber  # the line of the paper
    text: Words
    title: Words = ""
    withdrawn: bool = False
    picture: Words = ""
    alt: Words = ""

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, revisions={**state.revisions, self.of: self})

    def without(self, by: str, seat: str, _dice: fair.State) -> Happening:
        return replace(self, text="", title="", picture="", alt="") if by == seat else self


class Give(Command, id="give", by=MJ, meanwhile=True):
    """Hand out a note of one's own, to everybody or to some; it is no longer a note."""

    of: Annotated[int, Field(ge=1, le=2**53), Label(fr="Ligne", en="Line")]
    to: Annotated[tuple[Who, ...], WHO, Label(fr="À qui", en="To whom")] = ()

    def decide(self, context: Context) -> Decided:
        """A note becomes a handout of those whom it is given to, as it reads now."""
        note, seats = note_of(context, self.of), recipients(context, self.to)
        if isinstance(note, Refusal):
            return note
        if isinstance(seats, Refusal):
            return seats
        line, now = note
        handout = Said("handout", now.text, now.title, picture=now.picture, alt=now.alt, sort=sort_of(line))
        given = NewEvent(handout, and_speaker(context, seats) if self.to else EVERYONE)
        return [NewEvent(Revised(line.n, "", withdrawn=True), line.to), given]


class Project(Command, id="project", by=MJ, meanwhile=True):
    """Show a paper on the shared screen: a handout that everybody has, or a note, which all are given; none takes it
    off.
    """

    of: Annotated[int, Field(ge=0, le=2**53), Label(fr="Ligne", en="Line")] = 0

    def decide(self, context: Context) -> Decided:
        if not self.of:
            return [NewEvent(Projected(0))] if context.state.projected else Refusal(NOTHING_SHOWN)
        line = _own_paper(context, self.of)
        if isinstance(line, Refusal):
            return line
        now = _as_it_reads(context, line)
        assert isinstance(line.what, Said)
        if line.what.kind == "note":
            given = Give(of=self.of).decide(context)
            if isinstance(given, Refusal):
                return given
            return [*given, NewEvent(Projected(context.state.version + len(given)))]
        if isinstance(now, Revised) and now.withdrawn:
            return Refusal(NO_PAPER, {"of": self.of})
        return [NewEvent(Projected(line.n))] if line.to == EVERYONE else Refusal(FOR_SOME)


@stored("projected/1")
class Projected(Happening):
    """A paper is on the shared screen; none any more, if `of` is 0."""

    of_table = True

    of: LineNumber

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, projected=self.of)


class Note(NamedTuple):
    """A note, by the line that it was written with, as it reads now."""

    line: Event
    as_it_reads: Said | Revised


def note_of(context: Context, of: int) -> Note | Refusal:
    """A note of the seat's, by its own number, as it reads now."""
    line = _own_paper(context, of)
    if isinstance(line, Refusal):
        return line
    now = _as_it_reads(context, line)
    assert isinstance(line.what, Said)
    if line.what.kind != "note" or (isinstance(now, Revised) and now.withdrawn):
        return Refusal(NO_PAPER, {"of": of})
    return Note(line, now)


def sort_of(line: Event) -> str:
    """What a paper is about, by the line that it was written with."""
    return line.what.sort if isinstance(line.what, Said) else ""


def _changes(one: Event, paper: Event, seat: str) -> bool:
    """Whether a line changes what is on a paper, by another seat than this one."""
    return isinstance(one.what, Revised) and one.what.of == paper.n and one.by != seat


def _own_paper(context: Context, of: int, together: bool = False) -> Event | Refusal:
    """The line by which the seat wrote a note or a handout, or, if `together`, any seat one of the group, by the seat's
    own number; or why it has none there.
    """
    own = context.since(of - 1)
    line = own[-1] if own else None
    if not (line and isinstance(line.what, Said) and line.what.kind in PAPERS and not line.what.removed):
        return Refusal(NO_PAPER, {"of": of})
    theirs = line.by == context.seat or (together and line.what.kind == "group")
    return line if theirs else Refusal(NOT_YOUR_PAPER)


def _as_it_reads(context: Context, line: Event) -> Said | Revised:
    """What is on a paper now, from the line that it was written with."""
    assert isinstance(line.what, Said)
    return context.state.revisions.get(line.n) or line.what
