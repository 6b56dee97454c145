"""Characters: how they come in, change hands, are taken and left, have a portrait, leave the scene and come back."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any
from unicodedata import combining, normalize

from pydantic import Field

from tablee.dice import fair
from tablee.rules.action import changes_of
from tablee.rules.fields import Annotated, Label, record_of
from tablee.table.decide import naming
from tablee.table.decide.command import ID, MJ, NOT_YOURS, ONLY_MJ, PICTURE, PLAIN, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import NO_PICTURE, NO_SEAT, NOBODY, Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import EVERYONE, MJ_ONLY, Event, Happening, To, stored
from tablee.table.log.matters import Changes, SheetData
from tablee.table.log.state import Character, State, cast_as, changed, recast
from tablee.table.pictures import PORTRAIT, size_of
from tablee.table.scenes import changes_of_play, ready_here, scene_of
from tablee.text import Name, Text

if TYPE_CHECKING:
    from tablee.table.topics.parting import Parted

NO_SHEET = Text(
    fr="Donnez une fiche, ou le nom d'un personnage prêt.", en="Give a sheet, or the name of a ready character."
)
NO_READY = Text(
    fr="Ce jeu n'a pas de personnage prêt « {ready} ». Prêts : {known}.",
    en="This game has no ready character “{ready}”. Ready: {known}.",
)
NO_ID = Text(fr="Donnez un identifiant à ce personnage.", en="Give this character an id.")
NO_PORTRAIT = Text(
    fr="Cette image n'est pas un portrait : envoyez-la comme portrait.",
    en="This picture is no portrait: send it as a portrait.",
)
NOT_FREE = Text(fr="{who:Le} n'est pas libre : demandez au meneur.", en="{who:The} is not free to take: ask the GM.")
TAKEN = Text(
    fr="« {who} » est déjà à la table : choisissez un autre identifiant.",
    en="“{who}” is already at the table: choose another id.",
)
HERE_ALREADY = Text(fr="{who:Le} est déjà là.", en="{who:The} is here already.")
GONE_ALREADY = Text(fr="{who:Le} est déjà {who:parti|partie}.", en="{who:The} is gone already.")
IN_ACTION = Text(
    fr="{who:Le} a sa place dans l'action en cours : finissez-la d'abord.",
    en="{who:The} has a place in the action under way: end it first.",
)
ASKS = Text(
    fr="{who:Le} attend l'accord du meneur pour entrer en scène : {rule} ({id}).",
    en="{who:The} waits for the GM's leave to come into the scene: {rule} ({id}).",
)
CAME = Text(fr="{who:Le} entre en scène.", en="{who:The} comes into the scene.")
PLAYS = Text(fr="{seat} joue {who:le}.", en="{seat} plays {who:the}.")
FREE = Text(fr="{who:Le} attend qu'on le joue.", en="{who:The} is free to be played.")
PORTRAYED = Text(fr="{who:Le} a un nouveau portrait.", en="{who:The} has a new portrait.")
UNPORTRAYED = Text(fr="{who:Le} n'a plus de portrait.", en="{who:The} has no portrait any more.")
JOINS = Text(fr="{who:Le} se joint au combat.", en="{who:The} joins the fight.")
RETURNED = Text(fr="{who:Le} revient.", en="{who:The} comes back.")
LEFT = Text(fr="{who:Le} quitte la scène.", en="{who:The} leaves the scene.")


class Enter(Command, id="enter", meanwhile=True):
    """A character comes in: a ready one (once more, with a number, if it is there already; or under another name), or
    the sheet given.
    """

    who: Annotated[str, Field(max_length=60, pattern=r"^[\w.:-]*$"), Label(fr="Identifiant", en="Id")] = (
        ""  # that of the ready character, with a number if need be
    )
    ready: Annotated[str, Field(max_length=60), Label(fr="Personnage prêt", en="Ready character")] = ""
    called: Annotated[str, Field(max_length=40), Label(fr="Sous le nom de", en="Under the name of")] = ""
    feminine: Annotated[bool, Label(fr="Ce nom est féminin", en="That name is feminine")] = False
    sheet: Annotated[dict[str, Any] | None, PLAIN, Label(fr="Fiche", en="Sheet")] = None
    owner: Annotated[str, Field(max_length=60), Label(fr="Joué par", en="Played by")] = ""
    hidden: Annotated[bool, Label(fr="Nombres cachés", en="Numbers hidden")] = False
    free: Annotated[bool, Label(fr="Libre", en="Free")] = False  # any player may take it

    def refused(self, _state: State, seat: str, _lost: str) -> Refusal | None:
        return Refusal(ONLY_MJ) if self.free or self.owner not in ("", seat) else None

    def decide(self, context: Context) -> Decided:
        if self.owner and self.owner not in context.state.seats:
            return Refusal(NO_SEAT, {"seat": self.owner})
        if self.who in context.state.cast:
            return Refusal(TAKEN, {"who": self.who})
        if self.ready:
            ready = ready_here(context.game, context.state)
            if self.ready not in ready:
                return Refusal(NO_READY, {"ready": self.ready, "known": tuple(ready)})
            sheet: Any = ready[self.ready]
            if self.called:
                sheet = sheet.with_changes(name=named_so(self.called, self.feminine))
            elif not self.who:
                sheet = numbered(sheet, copies_of(context, self.ready))
        elif self.sheet is not None:
            sheet = record_of(context.game.sheet, self.sheet)
        else:
            return Refusal(NO_SHEET)
        who = self.who or free_id(context, _as_id(self.called) or self.ready)
        if not who:
            return Refusal(NO_ID)
        owner = self.owner or ("" if context.mj or self.free else context.seat)
        character = Character(sheet.model_dump(mode="json"), owner, self.hidden and context.mj)
        no = badly_named(context, (who, *naming.names_of(character)), character.owner)
        if no is not None:
            return no
        asks = "" if context.mj or self.ready else context.game.needs_mj(sheet, context.state.options)
        return coming_in(context, Entered(who, character.sheet, owner, character.hidden, self.free, asks))


def copies_of(context: Context, ready: str) -> int:
    """How many of a ready character are at the table, this one included."""
    return sum(who == ready or who.startswith((f"{ready}-", f"{ready}:")) for who in context.state.cast) + 1


def free_id(context: Context, wanted: str) -> str:
    """The id that is wanted, or the first with a number that nobody has."""
    ids = (wanted if n == 1 else f"{wanted}-{n}" for n in count(1))
    return next(id for id in ids if id not in context.state.cast) if wanted else ""


def _as_id(called: str) -> str:
    """An id made of a name: « Garde du port » gives garde-du-port."""
    plain = "".join(sign for sign in normalize("NFKD", called.lower()) if not combining(sign))
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:50]


def named_so(called: str, feminine: bool) -> Name:
    """A name as a player or the MJ typed it: a common noun (le garde du port) where it begins with a small letter."""
    called = naming.written(called)
    return Name(called, feminine=feminine, article=called[:1].islower())


def numbered(sheet: Any, n: int) -> Any:
    """The sheet of the n-th of its kind: « brigand 2 »."""
    name: Name = sheet.name
    other = replace(name, fr=f"{name.fr} {n}", en=f"{name.en} {n}" if name.en else "")
    return sheet if n == 1 else sheet.with_changes(name=other)


def badly_named(context: Context, names: tuple[str, ...], owner: str = "") -> Refusal | None:
    """Why a character of `owner`, or of who asks, may not come in under an id or a name, if so: unreadable, or, unless
    the MJ brings them in, easily taken for another person's or character's.
    """
    state, seat = context.state, owner or context.seat
    unreadable = (naming.unreadable(name) for name in names)
    no = next((no for no in unreadable if no), None)
    if no is not None or context.mj:
        return no
    return naming.taken(state, seat, names) or naming.taken_by_character(state, seat, names, unowned=True)


def coming_in(context: Context, came: Entered | Retired | Parted, to: To = EVERYONE) -> list[NewEvent]:
    """A character comes in, or comes back; in the middle of a fight, with a place in its order of play."""
    happened: list[NewEvent] = [NewEvent(came, to)]
    state = context.after(happened).state
    if state.play.get("round") and state.cast[came.who].here:
        scene = scene_of(context.game, state, now=True)
        after = context.game.comes_in(scene, came.who)
        place = changes_of_play(state, scene.play, after.play)
        changes = (*place, *changes_of(came.who, scene[came.who], after[came.who]))
        happened += [NewEvent(JoinedFight(came.who, changes))] if changes else []
    return happened


@stored("joined_fight/1")
class JoinedFight(Happening):
    """Somebody who came in in the middle of a fight has a place in its order of play; or has none any more."""

    who: str
    changes: Changes
    left: bool = False

    def fold(self, state: State, _event: Event) -> State:
        began = state.instant and recast(state.instant, self.changes, {})
        return replace(changed(state, self.changes), instant=began)

    def sentence_at_table(self, telling: Telling) -> str:
        return "" if self.left else JOINS.say(telling.lang, who=telling.people.name(self.who))


@stored("entered/1")
class Entered(Happening):
    """A character comes in: created, imported, or taken from the ready ones."""

    who: str
    sheet: SheetData
    owner: str = ""  # a seat; the MJ's if empty
    hidden: bool = False  # its numbers are the MJ's alone
    free: bool = False  # any player may take it
    asks: str = ""  # the rule by which it needs the MJ's leave: out of the scene until the MJ has it come

    def fold(self, state: State, _event: Event) -> State:
        character = Character(self.sheet, self.owner, self.hidden, retired=bool(self.asks), free=self.free)
        unseen = {who: one for who, one in state.unseen.items() if who != self.who}
        return replace(cast_as(state, self.who, character), undone=(), unseen=unseen)

    def sentence(self, telling: Telling) -> str:
        """That the MJ is asked, and by which rule; else nothing."""
        if not self.asks:
            return ""
        clause = telling.game.book[self.asks]
        return ASKS.say(telling.lang, who=telling.people.name(self.who), rule=clause.title, id=clause.id)

    def sentence_at_table(self, telling: Telling) -> str:
        """Told once something has happened at the table."""
        if self.asks:
            return ""
        begun = any(one.name in ("acted/1", "said/1") for one in telling.earlier)
        return CAME.say(telling.lang, who=telling.people.name(self.who)) if begun else ""


class HandOver(Command, id="hand-over", by=MJ, meanwhile=True):
    """Give a character to a player, to the MJ, or to the first seat that takes it; show or hide its numbers."""

    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]
    owner: Annotated[str, Field(max_length=60), Label(fr="Joué par", en="Played by")] = ""
    hidden: Annotated[bool | None, Label(fr="Nombres cachés", en="Numbers hidden")] = None
    free: Annotated[bool, Label(fr="Libre", en="Free")] = False

    def decide(self, context: Context) -> Decided:
        character = context.state.cast.get(self.who)
        if character is None:
            return Refusal(NOBODY, {"who": self.who})
        if self.owner and self.owner not in context.state.seats:
            return Refusal(NO_SEAT, {"seat": self.owner})
        hidden = character.hidden if self.hidden is None else self.hidden
        return [NewEvent(Handed(self.who, self.owner, hidden, self.free and not self.owner))]


class Claim(Command, id="claim", meanwhile=True):
    """Take a free character."""

    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]

    def decide(self, context: Context) -> Decided:
        character = context.state.cast.get(self.who)
        if character is None:
            return Refusal(NOBODY, {"who": self.who})
        if not character.free or character.owner or character.retired:
            return Refusal(NOT_FREE, {"who": context.state.called(self.who)})
        return [NewEvent(Handed(self.who, context.seat, character.hidden))]


class Release(Command, id="release", meanwhile=True):
    """Leave one's character to the first seat that takes it."""

    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]

    def refused(self, state: State, seat: str, lost: str) -> Refusal | None:
        return None if state.plays(seat, self.who, lost) else Refusal(NOT_YOURS, {"who": state.called(self.who)})

    def decide(self, context: Context) -> Decided:
        character = context.state.cast.get(self.who)
        if character is None:
            return Refusal(NOBODY, {"who": self.who})
        return [NewEvent(Handed(self.who, "", character.hidden, free=True))]


@stored("handed/1")
class Handed(Happening):
    """A character changes hands, or its numbers are shown or hidden."""

    who: str
    owner: str
    hidden: bool
    free: bool = False  # any player may take it

    def fold(self, state: State, _event: Event) -> State:
        was = state.cast[self.who]
        kept = was.stand_in if self.owner == was.owner else ""  # who stood in for another player does no longer
        handed = replace(was, owner=self.owner, hidden=self.hidden, free=self.free, stand_in=kept)
        return cast_as(state, self.who, handed)

    def sentence_at_table(self, telling: Telling) -> str:
        """Who plays a character from now on; nothing if that is who played them already."""
        known = (one.what for one in reversed(telling.earlier) if isinstance(one.what, Entered | Handed))
        last = next((one for one in known if one.who == self.who), None)
        if last and (last.owner, last.free) == (self.owner, self.free):
            return ""
        who = telling.people.name(self.who)
        if self.owner:
            seat = telling.people.called.get(self.owner, "")
            return PLAYS.say(telling.lang, seat=seat, who=who) if seat else ""
        return FREE.say(telling.lang, who=who) if self.free else ""


class Portray(Command, id="portray", meanwhile=True):
    """Give a character a portrait, in the place of the last one; none takes it away."""

    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]
    picture: Annotated[str, PICTURE, Label(fr="Portrait", en="Portrait")] = ""

    def refused(self, state: State, seat: str, lost: str) -> Refusal | None:
        return None if state.plays(seat, self.who, lost) else Refusal(NOT_YOURS, {"who": state.called(self.who)})

    def decide(self, context: Context) -> Decided:
        if self.who not in context.state.cast:
            return Refusal(NOBODY, {"who": self.who})
        if self.picture and not context.may_show(self.picture):
            return Refusal(NO_PICTURE)
        if self.picture and size_of(self.picture) != (PORTRAIT.longest, PORTRAIT.longest):
            return Refusal(NO_PORTRAIT)
        return [NewEvent(Portrayed(self.who, self.picture))]


@stored("portrayed/1")
class Portrayed(Happening):
    """A character has a portrait, another one, or none any more (`picture` empty)."""

    who: str
    picture: str

    def fold(self, state: State, _event: Event) -> State:
        return cast_as(state, self.who, replace(state.cast[self.who], portrait=self.picture))

    def sentence_at_table(self, telling: Telling) -> str:
        return (PORTRAYED if self.picture else UNPORTRAYED).say(telling.lang, who=telling.people.name(self.who))

    def without(self, by: str, seat: str, _dice: fair.State) -> Happening:
        return replace(self, picture="") if by == seat else self


class Retire(Command, id="retire", by=MJ):
    """Take a character out of the scene, or bring them back as they were."""

    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]
    returned: Annotated[bool, Label(fr="Faire revenir", en="Bring back")] = False

    def decide(self, context: Context) -> Decided:
        state = context.state
        one = state.everybody.get(self.who)
        if one is None:
            return Refusal(NOBODY, {"who": self.who})
        if one.retired != self.returned:
            return Refusal(HERE_ALREADY if self.returned else GONE_ALREADY, {"who": one.name})
        if self.who in state.unseen:
            return [NewEvent(Retired(self.who, self.returned), MJ_ONLY)]
        gone = Retired(self.who, self.returned)
        return coming_in(context, gone) if self.returned else going_out(context, gone)


def going_out(context: Context, gone: Retired | Parted) -> Decided:
    """A character leaves the scene; in the middle of a fight, if the game can go on without them."""
    who, state = gone.who, context.state
    if not state.play.get("round") or f'"{who}"' not in json.dumps(state.play):
        return [NewEvent(gone)]
    scene = scene_of(context.game, state, now=True)
    after = context.game.goes_out(scene, who).play
    if f'"{who}"' in json.dumps(after.model_dump(mode="json")):
        return Refusal(IN_ACTION, {"who": state.called(who)})
    return [NewEvent(JoinedFight(who, tuple(changes_of_play(state, scene.play, after)), left=True)), NewEvent(gone)]


@stored("retired/1")
class Retired(Happening):
    """A character leaves the scene, or comes back to it; its lines stay."""

    who: str
    returned: bool = False

    def fold(self, state: State, _event: Event) -> State:
        now = replace(state.everybody[self.who], retired=not self.returned, elsewhere="")
        if self.who in state.unseen:
            return replace(state, unseen={**state.unseen, self.who: now})
        return cast_as(state, self.who, now)

    def sentence_at_table(self, telling: Telling) -> str:
        return (RETURNED if self.returned else LEFT).say(telling.lang, who=telling.people.name(self.who))
