"""CachedTable: the state and the newest lines of a table in use, and a lock for one writer at a time."""

from __future__ import annotations

from collections.abc import Iterator
from threading import RLock
from typing import NamedTuple

from tablee.dice import fair
from tablee.rules.game import Game
from tablee.table.log.events import Event, references
from tablee.table.log.seals import Seals
from tablee.table.log.snapshots import Keeper, Keeping, Mend, Milestone, key_of, unpacked
from tablee.table.log.state import State, fold
from tablee.table.log.store import PAGE, Store

OFTEN = 50  # lines between two looks at how much a table holds
RECENT = 256  # lines kept in memory
BACK = 200  # lines read at once where few are wanted, from the newest on
MILESTONE = 100  # lines between two states of the past that are kept
AT_HAND = 20  # states of the past kept in memory, the newest; lines read at once when a table is opened


class NotAtHand(Exception):
    """What is asked for is on the disk only."""


class Present(NamedTuple):
    """A table at some moment: its state, and the newest lines that led to it, oldest first.

    For those who read its past: its state every so many lines, and which lines change how earlier ones read.
    """

    state: State
    recent: tuple[Event, ...] = ()
    milestones: tuple[Milestone, ...] = ()
    mending: tuple[Mend, ...] = ()


class CachedTable:
    """The fold of a table's log so far: a command costs the same on a long log as on a short one.

    `present` is replaced as a whole: any thread may read it at any time; only a thread that brings it up to date
    takes the lock.
    """

    def __init__(self, table: str, game: Game, keys: fair.Keychain, seals: Seals | None, keeper: Keeper) -> None:
        self.table, self.game, self.keys, self.seals = table, game, keys, seals
        self._keeper, self._key = keeper, key_of(game.id)
        self._made = 0  # the last version that a snapshot was made of
        self.present = Present(State())
        self.heard = 0  # the newest version that a watch told of, perhaps not read yet
        self.lock = RLock()
        self.settled: object = None  # the version at which nothing more was done, or the scene that owes nothing
        self._held, self._weighed = 0, 0  # bytes of lines, up to a version
        self._pictures = 0  # bytes of pictures
        self._reread = 0  # the last line that says that others were rewritten, after which all were read again

    def held(self, store: Store) -> int:
        """How many bytes of lines and pictures the table holds, those of its newest ones perhaps not counted."""
        with self.lock:
            if not self._weighed or self.state.version >= self._weighed + OFTEN:
                self._weigh(store)
            return self._held + self._pictures

    @property
    def weight(self) -> int:
        """Bytes of lines when they were last counted, at first when the table was opened: what of them is in memory
        takes about as much at most.
        """
        return self._held

    def _weigh(self, store: Store) -> None:
        version = self.state.version
        self._held += store.size(self.table, self._weighed, version)
        self._weighed = version
        self._pictures = sum(one.size for one in store.pictures(self.table))

    def weigh_again(self) -> None:
        """Look anew, when it is next asked, at how much the table holds."""
        with self.lock:
            self._held, self._weighed = 0, 0

    @property
    def state(self) -> State:
        return self.present.state

    def catch_up(self, store: Store) -> State:
        """The table as it is now, whichever process wrote to it last."""
        with self.lock:
            more, now = True, self.present
            if not now.state.version:
                now = self._opened(store)
            while more:
                events = store.read(self.table, now.state.version, PAGE)
                struck = max((event.n for event in events if event.what.rewrites), default=0)
                if now.state.version and struck > self._reread:  # older lines are no longer what was read of them
                    self._reread, now = struck, Present(State())
                    continue
                now = self._further(store, now, events)
                more = len(events) == PAGE
            self.present = now
            if not self._weighed:
                self._weigh(store)
            return now.state

    def _opened(self, store: Store) -> Present:
        """The table at its last snapshot, with the newest lines before it; as it began, if it has none."""
        data = store.snapshot(self.table, self._key, 1 << 53)
        shot = unpacked(data) if data else None
        if shot is None:
            return Present(State())
        version = self._made = shot.state.version
        kept = [one for one in store.snapshots(self.table, self._key) if one.version <= version]
        if kept and kept[-1].version == version:
            self._held, self._weighed = kept[-1].held, version
            self._pictures = sum(one.size for one in store.pictures(self.table))
        past = [Milestone(one.version, one.counts) for one in kept if one.version < version]
        past.append(Milestone(version, shot.state.counts, shot.state))
        return Present(shot.state, tuple(store.before(self.table, version, AT_HAND)[::-1]), tuple(past), shot.mending)

    def state_at(self, store: Store, milestone: Milestone) -> State:
        """The state of the table at a milestone: as it is kept, or folded again."""
        if milestone.state is not None:
            return milestone.state
        data = store.snapshot(self.table, self._key, milestone.version)
        shot = unpacked(data) if data else None
        return shot.state if shot else State()

    def keep(self, store: Store, expected: int, newest: list[Event], version: int) -> State:
        """The table once these events were kept, which led from one version to another: they are not read again, unless
        others came between or lines were rewritten.
        """
        with self.lock:
            if self.state.version >= version:
                return self.state
            as_expected = self.state.version == expected and version == expected + len(newest)
            if not as_expected or any(event.what.rewrites for event in newest):
                return self.catch_up(store)
            self.present = self._further(store, self.present, newest)
            return self.state

    def catch_up_if_free(self, store: Store, newest: list[Event]) -> None:
        """Bring it up to date, unless another thread is busy with it; with its `newest` lines if they are known."""
        if self.lock.acquire(blocking=False):
            try:
                if newest and newest[0].n == self.state.version + 1:
                    self.present = self._further(store, self.present, newest)
                elif not newest or newest[-1].n > self.state.version:
                    self.catch_up(store)
            finally:
                self.lock.release()

    def _further(self, store: Store, now: Present, events: list[Event]) -> Present:
        """The table after more lines; a snapshot of it is kept now and then."""
        if not events:
            return now
        state, milestones = now.state, now.milestones
        mending = (*now.mending, *(Mend(event.n, of) for event in events if (of := references(event))))
        for event in events:
            state = fold(state, event)
            if state.version % MILESTONE == 0:
                milestones = _with_one_more(milestones, Milestone(state.version, state.counts, state))
                if state.version > self._made:
                    self._made = state.version
                    known = tuple(one for one in mending if one.n <= state.version)
                    self._keeper.keep(Keeping(store, self.table, self._key, state, known))
        return Present(state, (*now.recent, *events)[-RECENT:], milestones, mending)


def _with_one_more(milestones: tuple[Milestone, ...], newest: Milestone) -> tuple[Milestone, ...]:
    """Milestones and the one that comes after them; that which is now one too old has its state on the disk only."""
    if len(milestones) < AT_HAND:
        return (*milestones, newest)
    old = len(milestones) - AT_HAND
    return (*milestones[:old], milestones[old]._replace(state=None), *milestones[old + 1 :], newest)


def backwards(table: str, present: Present, store: Store | None, version: int | None = None) -> Iterator[Event]:
    """The lines of a table up to a version (the last one), the newest first: from memory as far as it goes, then from
    a store.

    Without a store, NotAtHand where memory ends.
    """
    if version is None or (present.recent and version >= present.recent[0].n):
        yield from (event for event in reversed(present.recent) if version is None or event.n <= version)
        version = present.recent[0].n - 1 if present.recent else present.state.version
    while version:
        if store is None:
            raise NotAtHand
        page = store.before(table, version, BACK)
        yield from page
        version = page[-1].n - 1 if page else 0
