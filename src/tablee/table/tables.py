"""Tables in use: cached as they are now, caught up with their store, what is due performed, opponents moved."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from threading import Lock
from typing import NamedTuple

from tablee.dice import fair
from tablee.dice.patience import Patience
from tablee.errors import BadInput, Unavailable, Unknown
from tablee.rules.game import Game, game_called
from tablee.rules.playing import Midway
from tablee.table import importing, retries
from tablee.table.answers import Answers
from tablee.table.decide.context import Context, NewEvent
from tablee.table.decide.opponents import Chosen, awaited, fruitless, next_move
from tablee.table.log.cache import CachedTable, Present, backwards
from tablee.table.log.events import Event
from tablee.table.log.seals import Seals
from tablee.table.log.snapshots import Keeper, Milestone
from tablee.table.log.state import State
from tablee.table.log.store import PAGE, Conflict, Store
from tablee.table.log.watching import Stop
from tablee.table.quotas import Quotas
from tablee.table.scenes import midway
from tablee.table.show.audience import Viewer, sees
from tablee.table.topics.action import due
from tablee.table.topics.adventure import story_due
from tablee.table.topics.arrangement import Opened
from tablee.table.topics.decision import lapsed
from tablee.table.topics.pause import Paused
from tablee.text import Text

NO_TABLE = Text(fr="Cette table n'existe pas ou plus.", en="There is no such table, or no longer.")
MAX_DUE = 20
MAX_STATES, MAX_WEIGHT = 1000, 128 << 20  # tables in memory, and bytes of their lines: those asked for last
ODDS_SECONDS = 1.0  # of work on the odds that a line tells; beyond that it tells none


class OpenMoment(NamedTuple):
    """A moment to speak up: the line of its card, how many seconds it lasts, and the seats that are awaited."""

    n: int
    seconds: int
    seats: frozenset[str]


class Awaited(NamedTuple):
    """A character who acts by themselves and is waited for: at which version of the table, with which temper, and the
    fight as it stands, nothing hidden.
    """

    version: int
    who: str
    temper: str
    midway: Midway


class Tables:
    """The tables of a store, those in use cached."""

    def __init__(
        self,
        store: Store,
        games: Callable[[str], Game] = game_called,
        keys: Callable[[], fair.Keys] = fair.Keys.fresh,
        quotas: Quotas | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        self.store, self._game, self._fresh_keys = store, games, keys
        self._quotas, self.keeper = quotas or Quotas(), keeper or Keeper()
        self._known: OrderedDict[str, CachedTable] = OrderedDict()
        self._lock = Lock()
        self.answers = Answers()

    def watch(self, callback: Callable[[str, int | None], None]) -> Stop:
        """Be told of every table that changes and its version (None if it is gone), whichever process changes it; the
        function that ends it.
        """

        def changed(table: str, version: int | None, newest: Sequence[Event]) -> None:
            with self._lock:
                known = self._known.get(table) if version is not None else self._known.pop(table, None)
            if known and version is not None:  # those who follow it then find its new lines at hand
                known.heard = max(known.heard, version)
                with suppress(Unavailable):
                    known.catch_up_if_free(self.store, list(newest))
            callback(table, version)

        return self.store.watch(changed)

    def share_presence(self, process: str, seats: Mapping[str, Collection[str]], fresh: float) -> dict[str, set[str]]:
        """Tell which seats (by table) have a page open in this process; what the other processes told a moment ago."""
        elsewhere: dict[str, set[str]] = {}
        for told in self.store.share_presence(process, seats, fresh):
            for table, there in told.items():
                elsewhere.setdefault(table, set()).update(there)
        return elsewhere

    def state(self, table: str) -> State:
        """The table as it is now, whichever process wrote to it last."""
        return self._table(table).catch_up(self.store)

    def altered(self, table: str) -> int:
        """The number of a table's last line that did more than tell something, once what its scene owes is done."""
        return self._present(table)[1].altered

    def table_of_code(self, code: str) -> str:
        """The id of the table with this code."""
        table = self.store.table_of_code(code.strip().upper())
        if table is None:
            raise Unknown(NO_TABLE)
        return table

    def plays_opponents(self, table: str) -> bool:
        """Whether the opponents of a table act by themselves, as far as is known without waiting for the store."""
        with self._lock:
            known = self._known.get(table)
        return known is not None and bool(known.state.opponents_alone or known.state.tempers)

    def awaited(self, table: str) -> Awaited | None:
        """Who acts by themselves at a table and is waited for, with the fight as it stands; None if nobody is."""
        known, state = self._present(table)
        for who, temper in awaited(known.game, state).items():
            return Awaited(state.version, who, temper, midway(known.game, state))
        return None

    def act_by_itself(self, table: str, chosen: Chosen | None = None, version: int | None = None) -> bool:
        """Perform the next move or answer of a character who acts by themselves, if one is waited for: what was chosen
        for them while the table was at this version, where the rules accept it, else what comes naturally; whether to
        look again. Where many such moves have harmed nobody, the game is paused instead.

        Nothing is done where another writer, in this process or another, was quicker.
        """
        known, _ = self._present(table)
        with known.lock:
            if version not in (None, known.state.version):
                return True
            version = known.state.version
            if known.held(self.store) >= self._quotas.bytes:
                return False
            vain = fruitless(known.game, known.present.recent)
            with Patience(ODDS_SECONDS).waiting():
                stopped = [NewEvent(Paused(True, vain))] if vain else []
                context = self._context(table, known, "", [])
                happened = context.addressed(stopped or next_move(context, chosen))
            try:
                if happened:
                    events = numbered(happened, version, "")
                    known.keep(self.store, version, events, self.store.append(table, "", version, events))
            except Conflict:
                return False
            self._present(table)
            return bool(happened)

    def open_moment(self, table: str) -> OpenMoment | None:
        """The moment that people have to speak up at a table, as far as is known without waiting for the store."""
        with self._lock:
            known = self._known.get(table)
        state = known.state if known else None
        pending = state.pending if state else None
        if (
            state is None
            or known is None
            or pending is None
            or state.paused
            or not (state.time_to_speak and pending.passes)
        ):
            return None
        seats = frozenset(state.asked_seat(who, known.game.lost) or "mj" for who in pending.awaited)
        return OpenMoment(pending.n, state.time_to_speak, seats)

    def let_pass(self, table: str, n: int) -> None:
        """Go on with the action that stopped at the line `n`: those who have said nothing let it pass. Nothing is done
        where another writer was quicker.
        """
        known, _ = self._present(table)
        with known.lock:
            state = known.state
            if state.pending is None or state.pending.n != n:
                return
            with Patience(ODDS_SECONDS).waiting():
                context = self._context(table, known, "", [])
                happened = context.addressed(lapsed(context))
            if happened:
                events = numbered(happened, state.version, "")
                with suppress(Conflict):
                    known.keep(self.store, state.version, events, self.store.append(table, "", state.version, events))
            self._present(table)

    def _keep(self, table: str, happened: NewEvent) -> int:
        """Append what stands whatever the state, however often another writer is quicker."""
        known = self._table(table)
        with known.lock:
            while True:
                version = known.catch_up(self.store).version
                with suppress(Conflict):
                    return self.store.append(table, "", version, numbered([happened], version, ""))

    def _perform_due(self, table: str, known: CachedTable) -> None:
        """Perform what the scene owes, once a version or scene: after a command, or at a look after a process died.

        Whatever goes wrong with it holds nobody up: the command stands, the look is answered.
        """
        with known.lock:
            for _ in range(MAX_DUE):
                state = known.state
                version, scene = state.version, _owing(state)
                if known.settled in (version, scene):
                    return
                happened: list[NewEvent] = []
                try:
                    with Patience(ODDS_SECONDS).waiting():
                        context = self._context(table, known, "", [])
                        happened = context.addressed(story_due(context) or due(context))
                    if not happened:
                        known.settled = scene
                        return
                    events = numbered(happened, version, "")
                    known.keep(self.store, version, events, self.store.append(table, "", version, events))
                except Unavailable:
                    return  # at the next look
                except (BadInput, Conflict):
                    pass  # the MJ's word made it impossible, or another process was quicker
                except Exception:
                    logging.getLogger("tablee").exception("what is due at table %s", table)
                known.settled = version
                if not happened:
                    return
                if known.state.version == version:
                    known.catch_up(self.store)
            known.settled = known.state.version  # a scene that never ends owing goes on at the next command

    def _context(
        self, table: str, known: CachedTable, seat: str, made: list[str], words: Iterator[str] | None = None
    ) -> Context:
        words = retries.words("", "", "") if words is None else words

        def fresh() -> str:
            made.append(next(words))
            return made[-1]

        def line(n: int) -> Event:
            return self.store.read(table, n - 1, 1)[0]

        now = known.present

        def since(seen: int) -> list[Event]:
            shown = seen_lines(table, now, Viewer.of(now.state, seat), self.store)
            return [event for event, _ in takewhile(lambda one: one[1] > seen, shown)]

        def bringer(picture: str) -> str:
            return next((one.by for one in self.store.pictures(table) if one.id == picture), "")

        return Context(now.state, known.game, known.keys, seat, line, since, fresh, bringer)

    def _present(self, table: str) -> tuple[CachedTable, State]:
        """A table, and its state as it is now."""
        known = self._table(table)
        known.catch_up(self.store)
        self._perform_due(table, known)
        return known, known.state

    def _table(self, table: str) -> CachedTable:
        with self._lock:
            if table in self._known:
                self._known.move_to_end(table)
                return self._known[table]
        secret = self.store.secret(table)
        if secret is None:
            raise Unknown(NO_TABLE)
        first = self.store.read(table, 0, 1)
        opened = first[0].what if first else None
        if not isinstance(opened, Opened):
            raise Unknown(NO_TABLE)
        seed = importing.seals_seed(secret)
        seals = Seals(seed) if seed else None
        fresh = CachedTable(table, self._game(opened.game), importing.keychain(secret), seals, self.keeper)
        with self._lock:
            known = self._known.setdefault(table, fresh)
            weight = sum(one.weight for one in self._known.values())
            while len(self._known) > MAX_STATES or (weight > MAX_WEIGHT and len(self._known) > 1):
                weight -= self._known.popitem(last=False)[1].weight
        return known


def _owing(state: State) -> tuple[object, ...]:
    """What decides whether a scene owes something."""
    return (state.cast, state.play, state.options, state.pendings, state.paused, state.adventure)


def seen_lines(
    table: str, now: Present, viewer: Viewer, store: Store | None, last: int | None = None
) -> Iterator[tuple[Event, int]]:
    """The events a viewer sees, the newest first, each with the viewer's own number of it; from the number `last` on,
    or from one somewhat later.
    """
    start: State | Milestone = now.state
    if last is not None:
        past = (one for one in now.milestones if one.seen_by(viewer.seat, viewer.mj) >= last)
        start = next(past, now.state)
    n = start.seen_by(viewer.seat, viewer.mj)
    for event in backwards(table, now, store, start.version):
        if sees(viewer, event):
            yield event, n
            n -= 1


def numbered(happened: list[NewEvent], after: int, seat: str) -> list[Event]:
    now = time.time()
    return [
        Event(after + i, now, seat if item.by is None else item.by, item.to, item.what)
        for i, item in enumerate(happened, 1)
    ]


def forwards(store: Store, table: str, version: int, after: int = 0, at_once: int = PAGE) -> Iterator[Event]:
    """The lines of a table after one version up to another, oldest first; Unknown if it is deleted meanwhile."""
    while after < version:
        page = store.read(table, after, min(at_once, version - after))
        if not page:
            raise Unknown(NO_TABLE)
        yield from page
        after = page[-1].n
