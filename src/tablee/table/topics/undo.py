"""Undo and redo: actions taken back, the newest first, and standing again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from pydantic import Field

from tablee.rules.action import Change
from tablee.rules.fields import Annotated, Label
from tablee.table.decide.command import ONLY_MJ, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.deciding import busy
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import EVERYONE, MJ_ONLY, Event, Happening, To, Unshown, stored
from tablee.table.log.matters import Changes, LineNumbers
from tablee.table.log.state import HELD_BY_TABLE, RETIRED, Ended, RollRequest, State, Unsaid, changed
from tablee.table.scenes import by_themselves
from tablee.table.topics.correction import Corrected
from tablee.table.topics.decision import Abandoned
from tablee.table.topics.fight import FightEnded
from tablee.table.topics.pause import Paused
from tablee.text import Text

NOTHING_BACK = Text(fr="Il n'y a rien à reprendre.", en="There is nothing to take back.")
NOT_YOUR_ACTION = Text(
    fr="Cette action n'était pas la vôtre : demandez au meneur.", en="That action was not yours: ask the GM."
)
NOTHING_AGAIN = Text(fr="Il n'y a rien à refaire.", en="There is nothing to redo.")
GONE = Text(
    fr="{who:Le} était de ce combat et n'est plus dans la scène : faites-{who:le|la} d'abord revenir.",
    en="{who:The} was in that fight and is no longer in the scene: bring them back first.",
)
TAKEN_BACK = Text(fr="Annulé.", en="Undone.")
AGAIN = Text(fr="Refait.", en="Redone.")

Requests = Mapping[str, RollRequest]


class TakeBack(Command, id="take-back", meanwhile=True):
    """Take back the last action, or everything down to a line."""

    to: Annotated[int | None, Field(ge=0, le=2**53), Label(fr="Jusqu'à la ligne", en="Back to line")] = None

    def refused(self, _state: State, _seat: str, _lost: str) -> Refusal | None:
        return Refusal(ONLY_MJ) if self.to is not None else None

    def decide(self, context: Context) -> Decided:
        """Take back the last action with what the scene did of itself since, or all of them down to the line `to`.

        Players take back only their own last action. The MJ of a table takes back one move of those who act by
        themselves at a time, and the game is paused: they would make another at once. What the table began by itself
        and is stopped at a question goes with what came before it.
        """
        waiting = context.state.pending
        if waiting and (waiting.by or self.to is not None or _is_led(context)):
            return busy(context)
        dropped = [NewEvent(Abandoned(), waiting.to)] if waiting else []
        alone = by_themselves(context.game, context.state) if self.to is None and _is_led(context) else {}
        struck: list[Event] = []
        n = context.state.standing

        def whole() -> bool:
            return any(line.by or _mover(line) in alone for line in struck)

        while n and (not whole() if self.to is None else n > self.to):
            struck.append(context.line(n))
            n = _previous(struck[-1])
        if not whole():
            return Refusal(NOTHING_BACK)
        if not context.mj and struck[-1].by != context.seat:
            return Refusal(NOT_YOUR_ACTION)
        changes = [change.inverse for line in struck for change in reversed(_changes(line))]
        if no := _missed(context.state, changes):
            return no
        took = TookBack(tuple(line.n for line in struck), tuple(changes), n, _since_instant(context, n, changes))
        pause = alone and not struck[-1].by and not context.state.paused
        return [*dropped, NewEvent(took, _audience(struck)), *([NewEvent(Paused(True), by="")] if pause else [])]


def _is_led(context: Context) -> bool:
    """Whether the seat that takes something back leads a table of players, and does not play it alone or with them."""
    tale, seats = context.state.adventure, context.state.seats.values()
    played = any(seat.role == "player" and seat.token for seat in seats)
    return context.mj and played and not (tale and tale.held == HELD_BY_TABLE)


def _mover(line: Event) -> str:
    """Who made the move that a line tells, if the table performed it; "" for anything else."""
    return "" if line.by else str(getattr(line.what, "actor", ""))


def _missed(state: State, changes: list[Change]) -> Refusal | None:
    """Why these changes cannot be made: they would lead into a fight with somebody who has left the scene since."""
    play = {**state.play, **{change.field: change.after for change in changes if change.who == ""}}
    if not play.get("round"):
        return None
    told, here = json.dumps(play), {change.who for change in changes if change.field == RETIRED and not change.after}
    gone = (who for who, one in state.cast.items() if one.retired and who not in here and json.dumps(who) in told)
    missed = next(gone, None)
    return Refusal(GONE, {"who": state.called(missed)}) if missed else None


@stored("took_back/1")
class TookBack(Happening):
    """Actions no longer stand, the newest first; their lines stay, struck through."""

    struck: LineNumbers
    changes: Changes
    previous: Unshown[int]
    since: Unshown[tuple[Change, ...]] = ()  # from the sheets afterwards back to those when the present instant began

    def fold(self, state: State, _event: Event) -> State:
        requests = _answers_moved(state.requests, self.struck, True)
        unsaid, undone = _struck(state.unsaid, self.struck, True), state.undone + self.struck
        state = replace(state, standing=self.previous, undone=undone, requests=requests, unsaid=unsaid)
        state = replace(state, ended=_ended(state.ended, self.struck, True))
        return changed(state, self.changes, since=self.since)

    def sentence(self, telling: Telling) -> str:
        return TAKEN_BACK.say(telling.lang)


class Redo(Command, id="redo"):
    """What was taken back last stands again, or everything up to a line."""

    to: Annotated[int | None, Field(ge=0, le=2**53), Label(fr="Jusqu'à la ligne", en="Up to line")] = None

    def refused(self, _state: State, _seat: str, _lost: str) -> Refusal | None:
        return Refusal(ONLY_MJ) if self.to is not None else None

    def decide(self, context: Context) -> Decided:
        """Let what was taken back last stand again, or all of it up to the line `to`, with what the scene did of
        itself after it.
        """
        if not context.state.undone:
            return Refusal(NOTHING_AGAIN)
        again = [context.line(context.state.undone[-1])]  # the oldest of those taken back comes first again
        for n in context.state.undone[-2::-1]:  # with what the scene did of itself after it
            line = context.line(n)
            if line.by and (self.to is None or n > self.to):
                break
            again.append(line)
        if not context.mj and again[0].by != context.seat:
            return Refusal(NOT_YOUR_ACTION)
        changes = [change for line in again for change in _changes(line)]
        if no := _missed(context.state, changes):
            return no
        last = again[-1].n
        redid = Redid(tuple(line.n for line in again), tuple(changes), last, _since_instant(context, last, changes))
        return [NewEvent(redid, _audience(again))]


@stored("redid/1")
class Redid(Happening):
    """What was last taken back stands again, with the same dice."""

    again: LineNumbers
    changes: Changes
    previous: Unshown[int]
    since: Unshown[tuple[Change, ...]] = ()

    def fold(self, state: State, _event: Event) -> State:
        undone = tuple(n for n in state.undone if n not in self.again)
        requests = _answers_moved(state.requests, self.again, False)
        unsaid = _struck(state.unsaid, self.again, False)
        state = replace(state, standing=self.previous, undone=undone, requests=requests, unsaid=unsaid)
        state = replace(state, ended=_ended(state.ended, self.again, False))
        return changed(state, self.changes, since=self.since)

    def sentence(self, telling: Telling) -> str:
        return AGAIN.say(telling.lang)


def _answers_moved(requests: Requests, lines: tuple[int, ...], struck: bool) -> Requests:
    """The requests, with the answers that these lines gave taken back, or standing again."""
    moved = dict(requests)
    for id, request in requests.items():
        here, there = (request.done, request.back) if struck else (request.back, request.done)
        going = {who: answer for who, answer in here.items() if answer.line in lines}
        if going:
            here = {who: answer for who, answer in here.items() if who not in going}
            there = {**there, **going}
            done, back = (here, there) if struck else (there, here)
            moved[id] = replace(request, done=done, back=back)
    return moved


def _struck(unsaid: Mapping[int, Unsaid], lines: tuple[int, ...], struck: bool) -> Mapping[int, Unsaid]:
    """The blind rolls, those of these lines taken back, or standing again."""
    return {n: replace(roll, struck=struck) if n in lines else roll for n, roll in unsaid.items()}


def _ended(ended: Ended | None, lines: tuple[int, ...], struck: bool) -> Ended | None:
    """The end of the last fight, taken back or standing again if these lines tell it."""
    return replace(ended, struck=struck) if ended and ended.n in lines else ended


def _audience(lines: list[Event]) -> To:
    """Those who know of these lines: secrets are taken back in secret."""
    audiences = {line.to for line in lines if line.by} or {EVERYONE}
    return EVERYONE if EVERYONE in audiences else next(iter(audiences)) if len(audiences) == 1 else MJ_ONLY


def _since_instant(context: Context, n: int, changes: list[Change]) -> tuple[Change, ...]:
    """From the sheets after line `n` back to those when its instant began; the MJ's word counts at once."""
    play = {**context.state.play, **{change.field: change.after for change in changes if change.who == ""}}
    undone: list[Change] = []
    words: list[Change] = []
    while n and play.get("instant"):
        line = context.line(n)
        if any(change.who == "" and change.field == "instant" for change in _changes(line)):
            break
        undone += [change.inverse for change in reversed(_changes(line)) if change.who]
        if isinstance(line.what, Corrected):
            words[:0] = [change for change in _changes(line) if change.who]
        n = _previous(line)
    return (*undone, *words)


def _previous(line: Event) -> int:
    """The action that stands before a line, to walk back."""
    return line.n - 1 if isinstance(line.what, FightEnded) else int(getattr(line.what, "previous", 0))


def _changes(line: Event) -> list[Change]:
    return list(getattr(line.what, "changes", ()))
