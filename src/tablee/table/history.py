"""The past of tables: a window of a seat's lines, the table at one of them, what undoing or redoing would change."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import dropwhile, islice
from typing import NamedTuple

from tablee.dice import Fed
from tablee.errors import BadInput, Unknown
from tablee.rules.action import Change
from tablee.rules.game import Game
from tablee.rules.mattering import mattered_told, mattering
from tablee.rules.run import Done, Progress, perform
from tablee.rules.sheet.sheet_data import EntrySeen
from tablee.table.archive import Archive
from tablee.table.decide.deciding import decide
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Line
from tablee.table.log.cache import CachedTable
from tablee.table.log.events import Event
from tablee.table.log.state import Character, State, fold
from tablee.table.scenes import scene_of
from tablee.table.seen.view import View
from tablee.table.show import sheets
from tablee.table.show.audience import Viewer, sees
from tablee.table.show.gate import replace_seen, show_event, shown_whole, with_references
from tablee.table.show.reviews import Readable, readable
from tablee.table.show.statistics import Statistics, statistics, taken_back
from tablee.table.show.views import show
from tablee.table.tables import forwards, numbered, seen_lines
from tablee.table.topics.action import Acted, attempted
from tablee.table.topics.arrangement import Moved
from tablee.table.topics.review import LONG_FIGHT, NO_SUCH_FIGHT
from tablee.table.topics.seat import Relinked
from tablee.table.topics.undo import NOTHING_BACK, Redid, Redo, TakeBack, TookBack

Gauges = dict[str, list[EntrySeen]]

FEW = 50  # lines read beyond those that a seat was shown
LONGEST = 3000  # lines of an evening
MAX_FIGHT = 1500  # lines to read for a fight, the few before it included
PAUSE = 6 * 3600.0  # seconds without a line between two evenings
ARRIVING = (Moved, Relinked)  # how a table is taken in by another house, and its people get new links


class Window(NamedTuple):
    """A run of a seat's lines, oldest first, and the later ones that change how these read: struck, corrected."""

    lines: list[Line]
    later: list[Line]


@dataclass(frozen=True)
class FightLog:
    """A fight of a table as its log has it: the lines up to its end, from a state before it on, and those of the log
    that no longer stand.
    """

    game: Game
    start: State
    events: tuple[Event, ...]
    struck: frozenset[int]


class History(Archive):
    """Tables with their past. Whatever is read of it costs the same on a long log as on a short one."""

    def window(self, table: str, seat: str, before: int = 0, most: int = 200) -> Window:
        """At most so many lines of a seat before its own number (0: its last ones), as it sees them now."""
        known, state = self._present(table)
        now, viewer = known.present, Viewer.of(state, seat)
        last = before - 1 if before else state.seen_by(seat, viewer.mj)
        seen = seen_lines(table, now, viewer, self.store, last)
        found = list(islice(dropwhile(lambda one: one[1] > last, seen), most))[::-1]
        numbers = {event.n: n for event, n in found}
        newest = found[-1][0].n if found else 0
        about = [one.n for one in now.mending if one.n > newest and not numbers.keys().isdisjoint(one.of)]

        def shown(event: Event, n: int) -> list[Line]:
            line = show_event(known.game, state, event, viewer, n)
            return [with_references(line, event, numbers)] if line else []

        return Window(
            [line for event, n in found for line in shown(event, n)],
            [line for of in about for event in self.store.read(table, of - 1, 1) for line in shown(event, last + 1)],
        )

    def view_at(self, table: str, seat: str, n: int) -> View:
        """The table as a seat saw it once it had been shown its line `n`."""
        past = self._past(table, seat, n)
        return show(self._table(table).game, past, Viewer.of(past, seat))

    def gauges_at(self, table: str, seat: str, n: int, lang: str) -> tuple[Gauges, Gauges]:
        """What was watched of each character before and after a seat was shown its line `n`, as far as it knew it."""
        game, before = self._table(table).game, self._past(table, seat, n - 1)
        after = self._past(table, seat, n, before)
        told = [
            sheets.gauges(game, one, scene_of(game, one, now=True), Viewer.of(one, seat), lang)
            for one in (before, after)
        ]
        return told[0], told[1]

    def mattered(self, table: str, seat: str, n: int, lang: str) -> list[str]:
        """What mattered in the action that a seat was told at its line `n`, a sentence each: terms and dice but for
        which it would have come out otherwise. Nothing where the seat is not shown all of it, or somebody whose numbers
        are hidden from it had a part in it: what would have been tells what is.
        """
        known, state = self._present(table)
        game, viewer, past = known.game, Viewer.of(state, seat), self._past(table, seat, n - 1)
        event = next(iter(self.store.read(table, past.version, 1)), None)
        if event is None or not isinstance(event.what, Acted) or event.what.unsaid or event.what.beside:
            return []
        line = show_event(game, state, event, viewer, n)
        if line is None or not shown_whole(game, state, event, line, viewer):
            return []
        attempt = attempted(game, past, event)
        faces = Progress(event.what.rolls, event.what.answers)
        done = perform(attempt.action, attempt.scene, attempt.do, Fed([]), faces)
        if not isinstance(done, Done):
            return []  # another edition of the rules asks for more
        found = mattering(attempt.action, attempt.scene, attempt.do, done)
        return mattered_told(game, attempt.scene, done, found, lang)

    def fight_log(self, table: str, fight: int) -> FightLog:
        """The lines of a fight of a table that is over, the first one, the second…; Unknown if there is no such,
        BadInput if it is longer than anybody reads again.
        """
        known, state = self._present(table)
        if not 1 <= fight <= len(state.fights):
            raise Unknown(NO_SUCH_FIGHT)
        end = state.fights[fight - 1].n
        start, events = self._before_fight(table, known, end)
        later = (
            one.n for one in known.present.mending if one.n > end and any(start.version < n <= end for n in one.of)
        )
        mends = (event for n in later for event in self.store.read(table, n - 1, 1))
        return FightLog(known.game, start, events, frozenset(taken_back([*events, *mends])))

    def _before_fight(self, table: str, known: CachedTable, end: int) -> tuple[State, tuple[Event, ...]]:
        """The table at some moment before the fight that the line `end` tells the end of, and the lines from there."""
        now = known.present
        taken = [mend for mend in now.mending if mend.n <= end]
        for one in reversed([one for one in now.milestones if end - MAX_FIGHT <= one.version < end]):
            if any(mend.n > one.version >= min(mend.of) for mend in taken):
                continue  # over just then, and it went on: its end was taken back
            before = known.state_at(self.store, one)
            if not before.play.get("round"):
                events = tuple(forwards(self.store, table, end, before.version))
                if _fights(before, events):  # else its last action is done, and only its end not told
                    return before, events
        if end > MAX_FIGHT:
            raise BadInput(LONG_FIGHT)
        return State(), tuple(forwards(self.store, table, end, 0))

    def readable(
        self, table: str, seat: str, fight: int, log: FightLog, lines: Collection[int], people: Collection[str]
    ) -> Readable:
        """What a seat may read again of a fight, of which these are the lines and these people were in it."""
        known, state = self._present(table)
        viewer = Viewer.of(state, seat)
        n, own = log.start.seen_by(seat, viewer.mj), list[tuple[Event, int]]()
        for event in log.events:
            seen = sees(viewer, event)
            n += seen
            if event.n in lines:
                own.append((event, n if seen else 0))
        return readable(known.game, state, viewer, fight, own, people)

    def reviews(self, table: str) -> bool:
        """Whether the MJ of a table has its fights read again."""
        return self._present(table)[1].reviews

    def _past(self, table: str, seat: str, n: int, start: State | None = None) -> State:
        """The table once a seat had been shown its line `n`, from an earlier state or the nearest that is at hand."""
        known, state = self._present(table)
        viewer = Viewer.of(state, seat)
        earlier = [one for one in known.present.milestones if one.seen_by(seat, viewer.mj) <= n]
        past = start or (known.state_at(self.store, earlier[-1]) if earlier else State())
        shown = past.seen_by(seat, viewer.mj)
        for event in forwards(self.store, table, state.version, past.version, n - shown + FEW):
            shown += sees(viewer, event)
            if shown > n:
                break
            past = fold(past, event)
        cast = {who: _as_hidden(one, state.cast.get(who) or state.left.get(who)) for who, one in past.cast.items()}
        papers = past.revisions if viewer.mj else state.revisions
        return replace(past, cast=cast, hidden_lines=state.hidden_lines, revisions=papers)  # what is hidden now, was

    def rewinding(self, table: str, seat: str, to: int) -> Line | Refusal:
        """The line that taking everything back down to the line `to` would write, with what would be afterwards."""
        return self._foreseen(table, seat, TakeBack(to=to))

    def redoing(self, table: str, seat: str, to: int | None = None) -> Line | Refusal:
        """The line that redoing would write: what was taken back last, or everything up to the line `to`."""
        return self._foreseen(table, seat, Redo(to=to))

    def _foreseen(self, table: str, seat: str, command: TakeBack | Redo) -> Line | Refusal:
        known, state = self._present(table)
        decided = decide(self._context(table, known, seat, []), command)
        if isinstance(decided, Refusal):
            return decided
        (event,) = numbered(decided, state.version, seat)
        line = show_event(known.game, state, event, Viewer.of(state, seat), event.n)
        if line is None or not isinstance(line.what, TookBack | Redid):  # its line would be the MJ's alone
            return Refusal(NOTHING_BACK)
        return replace(line, what=replace_seen(line.what, changes=_net(line.what.changes)))

    def evening(self, table: str, seat: str) -> int:
        """The number before the first line of a seat's present evening: the one after the last long pause, or the
        longest evening that is looked at. A table that was brought to another house still is in its last evening.
        """
        known, state = self._present(table)
        seen = seen_lines(table, known.present, Viewer.of(state, seat), self.store)
        later, n = None, 1
        for event, n in islice(seen, LONGEST + 1):
            if isinstance(event.what, ARRIVING):
                continue
            if later is not None and later - event.at > PAUSE:
                return n
            later = event.at
        return n - 1

    def standing(self, table: str, seat: str, after: int) -> list[Line]:
        """The actions of people among the lines of a seat after its own number that were not taken back."""
        state = self.state(table)
        lines = self.window(table, seat, most=state.seen_by(seat, state.is_mj(seat)) - after).lines
        struck = taken_back(lines)
        return [line for line in lines if line.name == Acted.name and line.by and line.n not in struck]

    def told_to_all(self, table: str, since: float, most: int) -> list[Line]:
        """The last lines, `most` of them, after a moment, that anybody may read, and that were not taken back."""
        lines = self.window(table, "", most=most).lines
        struck = taken_back(lines)
        return [line for line in lines if line.at > since and line.n not in struck]

    def statistics(self, table: str, seat: str, after: int) -> Statistics:
        """What the lines of a seat after its own number come to: nothing in it is from a line that it does not see."""
        _, state = self._present(table)
        found = self.window(table, seat, most=state.seen_by(seat, state.is_mj(seat)) - after).lines
        return statistics(found, state.cast)


def _fights(state: State, events: Iterable[Event]) -> bool:
    """Whether a fight goes on after some of these lines."""
    for event in events:
        state = fold(state, event)
        if state.play.get("round"):
            return True
    return False


def _as_hidden(then: Character, now: Character | None) -> Character:
    """A character of the past, hidden if they are now: from all but those who play them now."""
    return replace(then, hidden=True, owner=now.owner) if now and now.hidden else then


def _net(changes: Iterable[Change]) -> list[Change]:
    """Each field once: from what it is now to what it would be in the end; not those that would be as they are."""
    net: dict[tuple[str, str], Change] = {}
    for change in changes:
        key = (change.who, change.field)
        net[key] = replace(change, before=net[key].before) if key in net else change
    return [change for change in net.values() if change.before != change.after]
