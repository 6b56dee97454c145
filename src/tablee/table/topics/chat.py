"""Words at the table: said, whispered, described, rolled by a line of text; hidden by the MJ."""

from __future__ import annotations

from dataclasses import field, replace

from pydantic import Field

from tablee.dice import fair
from tablee.dice.saved import AGAIN
from tablee.rules.fields import Annotated, Label, OneOf
from tablee.table.decide import naming
from tablee.table.decide.command import ALT, MAX_LINE, MJ, NOT_YOURS, ONLY_MJ, PAPER, PICTURE, TITLE, WHO, Command, Who
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import NO_PICTURE, NO_SEAT, NOBODY, Refusal
from tablee.table.lines import SAID, Telling
from tablee.table.log.events import EVERYONE, Event, Happening, To, stored
from tablee.table.log.matters import LineNumber, Recipients, Withheld, Words
from tablee.table.log.state import State
from tablee.table.topics.dice import AUDIENCES, free_roll
from tablee.table.topics.random_table import DRAWING, drawn
from tablee.text import Text

KINDS = {
    "say": Text(fr="dire", en="say"),
    "me": Text(fr="décrire", en="describe"),
    "whisper": Text(fr="chuchoter", en="whisper"),
    "note": Text(fr="noter pour soi", en="note to oneself"),
    "group": Text(fr="noter pour le groupe", en="note for the group"),
    "handout": Text(fr="distribuer", en="hand out"),
}
PAPERS = ("note", "group", "handout")
SORTS = {
    "": Text(fr="autre chose", en="something else"),
    "person": Text(fr="une personne", en="a person"),
    "place": Text(fr="un lieu", en="a place"),
    "clue": Text(fr="un indice", en="a clue"),
    "thing": Text(fr="une chose", en="a thing"),
}
NO_MESSAGE = Text(fr="La ligne {of} n'est pas un message.", en="Line {of} is not a message.")
AS_IT_IS = Text(
    fr="Ce message est {hidden:déjà caché|à la vue de ceux à qui il s'adresse}.",
    en="This message is {hidden:hidden already|seen by those it is for}.",
)
TOO_LONG = Text(
    fr="C'est trop long à dire : {length} lettres, {most} au plus. Écrivez-le sur un papier.",
    en="That is too long to be said: {length} letters, {most} at most. Write it on a paper.",
)
ON_A_PAPER = Text(
    fr="Une image se met sur un papier : donnez-la, ou gardez-la en note.",
    en="A picture goes on a paper: hand it out, or keep it as a note.",
)
NO_SUCH_WORD = Text(
    fr="« {word} » n'existe pas. Ligne de commande : /r 3d6, /sr 3d6, /w nom …, /mj …, /me …, /nom, /table rumeurs.",
    en="There is no “{word}”. Command line: /r 3d6, /sr 3d6, /w name …, /mj …, /me …, /name, /table rumours.",
)
SEAT_OR_CHARACTER = Text(
    fr="« {id} » est à la fois une place et le personnage d'une autre : dites-le autrement.",
    en="“{id}” is both a seat and another seat's character: say it another way.",
)
PICTURE_OF = Text(fr="une image, « {alt} »", en="a picture, “{alt}”")
A_PICTURE = Text(fr="une image", en="a picture")
WITHHELD = Text(fr="Message retiré par le meneur.", en="Message removed by the GM.")
HID = Text(
    fr="Le meneur {hidden:retire un message|remet un message}.",
    en="The GM {hidden:removes a message|puts a message back}.",
)


class Say(Command, id="say", meanwhile=True):
    """Words, and the command line: `/r`, `/sr` (dice for oneself and the GM), `/w`, `/me`, `/mj`; for the GM `/name`,
    `/table rumours`.
    """

    text: Annotated[str, PAPER, Label(fr="Texte", en="Text")]
    kind: Annotated[str, OneOf(KINDS), Label(fr="Sorte", en="Kind")] = "say"
    title: Annotated[str, TITLE, Label(fr="Titre", en="Title")] = ""
    to: Annotated[tuple[Who, ...], WHO, Label(fr="À qui", en="To whom")] = ()
    audience: Annotated[str, OneOf(AUDIENCES), Label(fr="Des dés pour qui", en="Dice for whom")] = "open"
    picture: Annotated[str, PICTURE, Label(fr="Image", en="Picture")] = (
        ""  # on a note or a handout: the id it was given
    )
    alt: Annotated[str, ALT, Label(fr="Ce que montre l'image", en="What the picture shows")] = ""
    sort: Annotated[str, OneOf(SORTS), Label(fr="De quoi parle ce papier", en="What a paper is about")] = ""
    speaker: Annotated[  # a character whom the seat plays, who speaks or does it; nobody: the person of the seat
        str, Field(max_length=60), Label(fr="Qui parle", en="Who speaks")
    ] = ""

    def refused(self, state: State, seat: str, lost: str) -> Refusal | None:
        if self.speaker and not state.plays(seat, self.speaker, lost):
            return Refusal(NOT_YOURS, {"who": state.called(self.speaker)})
        return Refusal(ONLY_MJ) if self.kind == "handout" else None

    def decide(self, context: Context) -> Decided:
        """Words for everybody or for some, or what a line of text asks for: dice, a whisper."""
        if self.speaker and self.speaker not in context.state.cast:
            return Refusal(NOBODY, {"who": self.speaker})
        text = self.text.strip()
        word, rest = (*text.split(None, 1), "", "")[:2] if text.startswith("/") else ("", text)
        if not rest and not self.picture and word.lower() not in ("/r", "/sr", *DRAWING):
            return Refusal(naming.NO_WORDS)
        if len(text) > MAX_LINE and (word or self.kind not in PAPERS):
            return Refusal(TOO_LONG, {"length": len(text), "most": MAX_LINE})
        if self.picture:
            if word or self.kind not in PAPERS:
                return Refusal(ON_A_PAPER)
            if not context.may_show(self.picture):
                return Refusal(NO_PICTURE)
        seats = recipients(context, self.to)
        if isinstance(seats, Refusal):
            return seats
        to = and_speaker(context, seats) if self.to and self.kind != "group" else EVERYONE
        match word.lower():
            case "/r":
                return free_roll(context, rest or AGAIN[0], self.audience)
            case "/sr":
                return free_roll(context, rest or AGAIN[0], "self")
            case asked if asked in DRAWING:
                table, names = DRAWING[asked]
                return drawn(context, table or rest, names, "secret") if context.mj else Refusal(ONLY_MJ)
            case "/me":
                return [NewEvent(Said("me", rest, speaker=self.speaker), to)]
            case "/mj":
                return [NewEvent(Said("whisper", rest), (context.seat,))]
            case "/w":
                found = naming.addressed(context.state, rest)
                if isinstance(found, Refusal):
                    return found
                seat, words = found
                return [NewEvent(Said("whisper", words), and_speaker(context, (seat,)))]
            case "":
                if to == EVERYONE and self.kind in ("note", "whisper"):
                    to = (context.seat,)
                alt = self.alt.strip() if self.picture else ""
                who = self.speaker if self.kind in ("say", "me") else ""
                sort = self.sort if self.kind in PAPERS else ""
                return [
                    NewEvent(
                        Said(self.kind, rest, self.title, picture=self.picture, alt=alt, speaker=who, sort=sort), to
                    )
                ]
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


def and_speaker(context: Context, seats: tuple[str, ...]) -> To:
    """These seats, and the one that speaks."""
    return tuple(sorted({context.seat, *seats}))


@stored("said/1")
class Said(Happening):
    """Words: chat, whisper, an act described, a note, a handout."""

    kind: str  # say, me, whisper, note, group, handout
    text: Words
    title: Words = ""
    removed: Annotated[bool, Field(description="its author was struck out: there is no text any more")] = False
    picture: Annotated[Words, Field(description="the id of a picture on a paper; empty if it has none")] = ""
    alt: Annotated[Words, Field(description="what the picture shows, in words")] = ""
    speaker: Annotated[str, Field(description="the character who says or does it; empty for the person")] = ""
    sort: Annotated[Words, Field(description="what a paper is about: person, place, clue, thing; or empty")] = ""
    hidden: Withheld = field(init=False)
    to: Recipients = field(init=False)

    @property
    def read_elsewhere(self) -> bool:
        """What is noted for the group is for all of it."""
        return self.kind == "group"

    @property
    def withheld(self) -> bool:
        """Whether a line shows nothing of it: the MJ hides it from this seat."""
        return self.hidden and not self.text and not self.picture

    def fold(self, state: State, event: Event) -> State:
        if self.kind not in PAPERS or self.removed:
            return state
        state = replace(state, papers=state.papers.and_one(event, state.counts))
        if self.kind != "handout":
            return state
        return replace(state, handed={**state.handed, state.scene: (*state.handed.get(state.scene, ()), event.n)})

    def sentence(self, telling: Telling) -> str:
        if self.removed or (self.kind in PAPERS and not self.hidden and not self.text and not self.picture):
            return ""  # its author was struck out, or it was withdrawn
        if self.withheld:
            return WITHHELD.say(telling.lang)
        said = self._with_picture(telling.lang)
        who = telling.people.name(self.speaker).with_article(telling.lang, "Le") if self.speaker else telling.who
        return f"* {who} {said}" if self.kind == "me" else SAID.say(telling.lang, who=who, text=said)

    def _with_picture(self, lang: str) -> str:
        """Words, and what the picture beside them shows."""
        alt = self.alt or self.title
        if not self.picture:
            return self.text
        shown = PICTURE_OF.say(lang, alt=alt) if alt else A_PICTURE.say(lang)
        return f"{self.text} ({shown})" if self.text else shown

    def without(self, by: str, seat: str, _dice: fair.State) -> Happening:
        """A note of the group stays without its words: what others have written on it since is theirs."""
        bare = replace(self, text="", title="", picture="", alt="", removed=self.kind != "group")
        return bare if by == seat else self


class Hide(Command, id="hide", by=MJ, meanwhile=True):
    """Hide a message from everybody but the MJ, or show it again."""

    of: Annotated[int, Field(ge=1, le=2**53), Label(fr="Ligne", en="Line")]
    hidden: Annotated[bool, Label(fr="Caché", en="Hidden")] = True

    def decide(self, context: Context) -> Decided:
        """A message that the MJ alone reads from now on, or again everybody whom it was for: these are told."""
        line = context.line(self.of) if self.of <= context.state.version else None
        if line is None or not isinstance(line.what, Said) or line.what.removed:
            return Refusal(NO_MESSAGE, {"of": self.of})
        if (self.of in context.state.hidden_lines) == self.hidden:
            return Refusal(AS_IT_IS, {"hidden": self.hidden})
        return [NewEvent(Hid(self.of, self.hidden), line.to)]


@stored("hid/1")
class Hid(Happening):
    """The MJ hides a message (line `of`) from everybody else, or shows it again."""

    of_table = True

    of: LineNumber
    hidden: bool

    def fold(self, state: State, _event: Event) -> State:
        hidden = state.hidden_lines | {self.of} if self.hidden else state.hidden_lines - {self.of}
        return replace(state, hidden_lines=hidden)

    def sentence(self, telling: Telling) -> str:
        return HID.say(telling.lang, hidden=self.hidden)
