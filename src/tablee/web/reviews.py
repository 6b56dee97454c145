"""Reviews: fights that are over, read again in the background for whoever looks.

One at a time for the whole house, in a process of its own that gives way to everything else; in so much work a fight.
What is found is kept with the table, so that it is made once: each time that a fight is looked at again, the next goes
on from there. When nobody has looked for a while it is given up.
"""

from __future__ import annotations

import logging
import time
from collections import Counter, OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Any

from tablee.dice.patience import Patience
from tablee.errors import BadInput, TableeError, TooLong, Unavailable, Unknown
from tablee.review.kept import CUT, Found, found_of, keep, worked_out
from tablee.review.seen import ReviewSeen, readable_of, review_seen
from tablee.table.service import House
from tablee.text import Text
from tablee.web.laboratory import Laboratory
from tablee.web.opponents import best_is_known

Json = dict[str, Any]
ROOM = "review"  # of the laboratory that reads fights again
SECONDS = 300.0  # of work on one fight
MAX_PART = 600.0  # seconds for the next place of it, however busy the machine
UNSEEN = 20.0  # seconds without a look after which it is given up
KEPT_EVERY = 10.0  # seconds between two times that what is found is kept
NICE = 15  # how much its process gives way
MAX_WAITING, OF_A_TABLE = 12, 2  # fights that wait or are read again; of one table
Address = str  # of whoever looks first; "" where there is none
MANY = Text(
    fr="Beaucoup de combats sont relus en ce moment : revenez dans un instant.",
    en="Many fights are being read again just now: come back in a moment.",
)
NEEDS_NUMPY = Text(
    fr="Relire un combat demande NumPy, qui n'est pas installé ici : qui tient la maison installe tablee[lab].",
    en="Reading a fight again needs NumPy, which is not installed here: whoever runs this house installs tablee[lab].",
)


@dataclass(eq=False)
class _Job:
    """A fight that waits or is read again: for whom, what is known of it, and when somebody last looked."""

    table: str
    fight: int
    key: str
    address: Address
    known: Json = field(default_factory=dict)
    looked: float = field(default_factory=time.monotonic)
    kept: float = 0.0


class _Looked(Patience):
    """Lasts as long as somebody looks."""

    def __init__(self, job: _Job) -> None:
        super().__init__(SECONDS)
        self._job = job

    def look(self) -> None:
        if time.monotonic() - self._job.looked > UNSEEN:
            self.end()
        super().look()


class Reviews:
    """What is known of the fights of a house, read again one after the other: those of each address in turn, whose many
    make room for the first of another.
    """

    def __init__(self, house: House, laboratory: Laboratory | None = None) -> None:
        self.house, self._laboratory = house, laboratory
        self._jobs: OrderedDict[tuple[str, int], _Job] = OrderedDict()
        self._at_work: _Job | None = None
        self._served: list[Address] = []  # those who wait again, the last one whose turn it was at the end
        self._thread: Thread | None = None
        self._lock, self._closed = Lock(), False

    def seen(
        self, table: str, seat: str, fight: int, lang: str, looks: bool = True, address: Address = ""
    ) -> ReviewSeen:
        """A fight of a table read again, as far as a seat may and as far as it is worked out; while somebody `looks`,
        more of it is. Unknown if there is no such fight, or its end was taken back.
        """
        found = found_of(self.house, table, fight)
        may = readable_of(self.house, table, seat, fight, found)
        known = found.known
        if not may.deleted and not found.done and looks:
            known = self._looked_at(table, fight, found, address)
        return review_seen(self.house, table, seat, fight, found, may, known, lang)

    def _looked_at(self, table: str, fight: int, found: Found, address: Address) -> Json:
        """What is known of a fight just now: it is read again from now on, as long as somebody looks."""
        if not best_is_known():
            raise BadInput(NEEDS_NUMPY)
        with self._lock:
            job = self._jobs.get((table, fight))
            if job is None or job.key != found.key:
                if job is None:
                    self._make_room(table, address)
                job = self._jobs[table, fight] = _Job(table, fight, found.key, address, found.known)
            job.looked = time.monotonic()
            if self._thread is None and not self._closed:
                self._thread = Thread(target=self._work, name="tablee-reviews", daemon=True)
                self._thread.start()
            return job.known

    def _make_room(self, table: str, address: Address) -> None:
        """Have the newest of the address that waits for most give way; Unavailable if none waits for more than whoever
        asks, or their table for enough.
        """
        if sum(of == table for of, _ in self._jobs) >= OF_A_TABLE:
            raise Unavailable(MANY)
        if len(self._jobs) < MAX_WAITING:
            return
        waiting = {at: one.address for at, one in self._jobs.items() if one is not self._at_work}
        (greedy, count), *_ = Counter(waiting.values()).most_common(1)
        if count <= 1 + sum(one == address for one in waiting.values()):
            raise Unavailable(MANY)
        del self._jobs[next(at for at, whose in reversed(waiting.items()) if whose == greedy)]

    def _next(self) -> _Job | None:
        """The fight whose turn it is: the first of the address that was served the longest ago; None if none waits."""
        waiting = {one.address for one in self._jobs.values()}
        last = [address for address in self._served if address in waiting]
        turns = {address: at for at, address in enumerate(last, 1)}
        job = min(self._jobs.values(), key=lambda one: turns.get(one.address, 0), default=None)
        self._served = [*(one for one in last if job and one != job.address), *([job.address] if job else [])]
        return job

    def _work(self) -> None:
        """Read fights again as long as any wait; those that nobody looks at any more are let go."""
        while True:
            with self._lock:
                now = time.monotonic()
                for at in [at for at, one in self._jobs.items() if now - one.looked > UNSEEN]:
                    del self._jobs[at]
                job = self._at_work = self._next()
                if job is None or self._closed:
                    self._thread = None
                    return
            try:
                self._read_again(job)
            except (TooLong, Unavailable, Unknown):
                pass  # nobody looks any more, the table is gone, or the store is away: whoever looks goes on with it
            except Exception:
                logging.getLogger("tablee").exception("fight %s of table %s read again", job.fight, job.table)
                with suppress(TableeError):  # it would go wrong again: what was found is all there will be
                    told = {"how": "over", **job.known, "stage": CUT}
                    keep(self.house, job.table, job.fight, job.key, told)
            with self._lock:
                if self._jobs.get((job.table, job.fight)) is job:
                    del self._jobs[job.table, job.fight]

    def _read_again(self, job: _Job) -> None:
        found = found_of(self.house, job.table, job.fight)

        def heard(so_far: Json) -> None:
            job.known = so_far
            if time.monotonic() - job.kept > KEPT_EVERY:
                job.kept = time.monotonic()
                keep(self.house, job.table, job.fight, found.key, so_far)

        try:
            with _Looked(job).waiting():
                if self._laboratory:
                    told = self._laboratory.ask(SECONDS, worked_out, found.log, found.known, heard=heard)
                else:
                    told = worked_out(found.log, found.known, heard)
        except TooLong:
            if job.known.get("values"):
                keep(self.house, job.table, job.fight, found.key, job.known)
            raise
        except BadInput:  # it needs more room than there is: what was found is told
            told = {"how": found.fight.how, **job.known, "stage": CUT}
        job.known = told
        keep(self.house, job.table, job.fight, found.key, told)

    def close(self) -> None:
        """Nobody looks any more."""
        self._closed = True
        with self._lock:
            for job in self._jobs.values():
                job.looked = 0.0
