"""Sessions: a table ends one with what happened in a few lines, and reads these to all when it begins the next."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from tablee.dice import fair
from tablee.rules.fields import Annotated, Label
from tablee.table.decide.command import LINE, MJ, WHO, Command, Who
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import NOBODY, Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import EVERYONE, MJ_ONLY, Event, ForMJ, Happening, stored
from tablee.table.log.state import Session, State
from tablee.table.topics.action import ending, harm_of_ending
from tablee.table.topics.chat import Said
from tablee.table.topics.paper import Projected
from tablee.text import Text

MAX_SESSIONS = 500
LAST_TIME = Text(fr="La dernière fois…", en="Last time…")
NOTHING_SINCE = Text(
    fr="Il ne s'est rien passé depuis la fin de la dernière séance.",
    en="Nothing has happened since the end of the last session.",
)
NO_SESSION = Text(fr="Aucune séance n'est finie encore.", en="No session is over yet.")
TOO_MANY = Text(fr="{most} séances, pas plus.", en="{most} sessions, no more.")
NO_WORDS = Text(fr="Écrivez ce qui s'est passé.", en="Write what happened.")
OVER = Text(fr="La séance est finie.", en="The session is over.")


class EndSession(Command, id="end-session", by=MJ):
    """End the session: who was there, and what happened, for the next one to begin with. A fight ends, rolls that were
    asked for are closed, what is pinned or on the screen is taken away; everybody stays as they are.
    """

    here: Annotated[tuple[Who, ...], WHO, Label(fr="Qui était là", en="Who was there")] = ()  # characters
    told: Annotated[str, LINE, Label(fr="Ce qui s'est passé", en="What happened")] = ""
    sure: Annotated[bool, Label(fr="Quand même", en="All the same")] = False  # a fight ends with it

    def decide(self, context: Context) -> Decided:
        state = context.state
        if state.sessions and state.sessions[-1].n == state.version:
            return Refusal(NOTHING_SINCE)
        if len(state.sessions) >= MAX_SESSIONS:
            return Refusal(TOO_MANY, {"most": MAX_SESSIONS})
        unknown = next((who for who in self.here if who not in state.cast), None)
        if unknown is not None:
            return Refusal(NOBODY, {"who": unknown})
        if state.play.get("round") and not self.sure and (harm := harm_of_ending(context)):
            return harm
        happened = ending(context, "over", by=None) if state.play.get("round") else []
        played = context.line(state.version).at  # the last line, which may be of days ago
        return [*happened, NewEvent(SessionEnded(played, tuple(dict.fromkeys(self.here)), self.told.strip()))]


@stored("session_ended/1")
class SessionEnded(Happening):
    """A session is over: when it was played, the characters who were there, what happened."""

    of_table = True

    played: Annotated[float, Field(description="seconds since 1970")]
    here: tuple[str, ...]
    told: ForMJ[str]

    def fold(self, state: State, event: Event) -> State:
        session = Session(event.n, event.at, self.played, self.here, self.told)
        requests = {id: one if one.closed else replace(one, closed=True) for id, one in state.requests.items()}
        return replace(
            state,
            sessions=(*state.sessions, session),
            requests=requests,
            pinned="",
            projected=0,
            ended=None,
            undone=(),
        )

    def sentence(self, telling: Telling) -> str:
        return OVER.say(telling.lang)

    def without(self, by: str, seat: str, _dice: fair.State) -> Happening:
        return replace(self, told="") if by == seat else self


class TellSession(Command, id="tell-session", by=MJ, meanwhile=True):
    """Write anew what happened in the last session; and read it to all, on the shared screen too."""

    told: Annotated[str, LINE, Label(fr="Ce qui s'est passé", en="What happened")] = ""
    read: Annotated[bool, Label(fr="Lire à tous", en="Read to all")] = False

    def decide(self, context: Context) -> Decided:
        state, told = context.state, self.told.strip()
        if not state.sessions:
            return Refusal(NO_SESSION)
        if not told:
            return Refusal(NO_WORDS)
        if not self.read:
            return [NewEvent(SessionTold(told), MJ_ONLY)]
        lang = state.seats[context.seat].lang or "fr"
        paper = NewEvent(Said("handout", told, LAST_TIME.say(lang)))
        return [paper, NewEvent(Projected(state.version + 1)), NewEvent(SessionTold(told, read=True), EVERYONE)]


@stored("session_told/1")
class SessionTold(Happening):
    """What happened in the last session reads so from now on; read to all, if `read`."""

    of_table = True

    told: ForMJ[str]
    read: bool = False

    def fold(self, state: State, _event: Event) -> State:
        if not state.sessions:
            return state
        *before, last = state.sessions
        now = replace(last, told=self.told, read=self.told if self.read else last.read)
        return replace(state, sessions=(*before, now))

    def without(self, by: str, seat: str, _dice: fair.State) -> Happening:
        return replace(self, told="") if by == seat else self
