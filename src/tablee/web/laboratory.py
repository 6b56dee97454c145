"""Laboratory: a process of its own in which the lab counts, so that no question weighs on the tables.

Whatever a question does to memory or to the processor, it does it there: the process is given so much memory, ends when
it has grown, when it takes too long or when nobody asks for a while, and the next question starts another. This module
is also what runs in it.
"""

from __future__ import annotations

import io
import os
import pickle
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer
from typing import IO, Any, TypeVar

from tablee.dice.patience import Patience, look, patience
from tablee.errors import BadInput, TooLong, TooMany, Unavailable
from tablee.rules.action import Action
from tablee.rules.game import Game, game_called
from tablee.text import Text
from tablee.web.urls import live_under, url

T = TypeVar("T")
Heard = Callable[[Any], None]
"""Is told what is known of an answer while it is still worked out."""

MEMORY = 3 << 30  # bytes of address space, most of it of libraries and never touched
GROWN = 256 << 20  # bytes held after which a process is not asked again
IDLE = 30.0  # seconds without a question after which it ends
SECONDS = 60.0  # for one answer, or for one more part of it, however busy the machine
GIVING_UP = 1.0  # seconds that it has for it
GIVE_UP = getattr(signal, "SIGUSR1", signal.SIGTERM)
NICE = 5  # after the tables
SO_FAR = "so far"  # a kind of what a process tells
TICK = 0.05  # seconds between two looks at whether anybody waits still
BROKEN = Text(
    fr="Le labo n'a pas pu compter cela ici : demandez moins à la fois.",
    en="The lab could not count that here: ask for less at once.",
)


def aside(laboratory: Laboratory | None, seconds: float, work: Callable[..., T], *args: Any) -> T:
    """What a function of a module gives, in the process of a laboratory; in this one where the house has none."""
    return laboratory.ask(seconds, work, *args) if laboratory else work(*args)


class Laboratory:
    """One process that answers one question at a time; started when it is first asked."""

    def __init__(self, nice: int = NICE, seconds: float = SECONDS) -> None:
        self._nice, self._seconds, self._lock = nice, seconds, Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._rest: Timer | None = None

    def ask(self, seconds: float, work: Callable[..., T], *args: Any, heard: Heard | None = None) -> T:
        """What a function of a module gives, in so many seconds of work; both ways by pickling. With `heard`, its last
        argument is what it calls to tell what is known so far.

        TooLong as soon as the patience of this thread is over, BadInput if it cannot be counted there.
        """
        with self._lock:
            if self._rest:
                self._rest.cancel()
            process = self._process = self._process or _started(self._nice)
            try:
                return self._answer(process, seconds, heard, work, *args)
            finally:
                self._rest = Timer(IDLE, self.close)
                self._rest.daemon = True
                self._rest.start()

    def _answer(
        self, process: subprocess.Popen[bytes], seconds: float, heard: Heard | None, work: Callable[..., T], *args: Any
    ) -> T:
        assert process.stdin
        assert process.stdout
        try:
            _write(process.stdin, (url(""), seconds, heard is not None, work, args))
            kind, told, held, over = self._next(process.stdout)
            while kind == SO_FAR and heard:
                heard(told)
                kind, told, held, over = self._next(process.stdout)
        except TooLong:  # nobody waits for it: it gives up by itself, or is ended
            process.send_signal(GIVE_UP)
            kind = SO_FAR
            while kind == SO_FAR:
                if not select.select([process.stdout], [], [], GIVING_UP)[0]:
                    self._end()
                    break
                kind = _read(process.stdout)[0]
            raise
        except (EOFError, OSError, pickle.UnpicklingError):  # it ran out of memory or of time
            self._end()
            raise BadInput(BROKEN) from None
        if held > GROWN:
            self._end()
        if over and (waiting := patience()) is not None:
            waiting.end()  # whatever is told instead, it was not counted to its end
        if kind == "no":
            raise told
        if kind == "wrong":
            raise RuntimeError(told)
        answer: T = told
        return answer

    def _next(self, answers: IO[bytes]) -> Any:
        """What the process tells next, as long as it is waited for."""
        until = time.monotonic() + self._seconds
        while not select.select([answers], [], [], TICK)[0]:
            if time.monotonic() > until:
                raise EOFError
            look()
        return _read(answers)

    def close(self) -> None:
        """End the process, unless it is at work: the next question starts another."""
        if self._lock.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._lock.release()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process:
            process.kill()
            process.wait()
            for end in (process.stdin, process.stdout):
                with suppress(OSError):
                    end.close()  # type: ignore[union-attr]


def _started(nice: int) -> subprocess.Popen[bytes]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("TABLEE")}  # no database's address
    try:
        return subprocess.Popen(
            [sys.executable, "-m", __name__, str(nice)],
            bufsize=0,  # what is told is waited for: nothing of it may lie in a buffer meanwhile
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=own,
        )
    except OSError:
        raise Unavailable(BROKEN) from None


class _Pickler(pickle.Pickler):
    """Writes a game and its actions, which are code, by their ids."""

    def persistent_id(self, told: Any) -> str | None:
        return told.id if isinstance(told, Game | Action) else None


class _Unpickler(pickle.Unpickler):
    """Reads what a `_Pickler` wrote."""

    def persistent_load(self, id: str) -> Game | Action[Any, Any]:
        game, dot, _ = id.partition(".")
        return game_called(game).action(id) if dot else game_called(game)


def _portable(no: BadInput) -> BadInput:
    """A refusal that reaches the house: as it is, or its sentence alone. What took too long here is told as a sentence:
    the house knows by itself whether anybody waits still.
    """
    if not isinstance(no, TooMany):
        with suppress(Exception):
            _Pickler(io.BytesIO()).dump(no)
            return no
    return BadInput(no.sentence)


def _write(stream: IO[bytes], told: Any) -> None:
    written = io.BytesIO()
    _Pickler(written).dump(told)
    data = memoryview(len(written.getvalue()).to_bytes(8, "big") + written.getvalue())
    while data:
        data = data[stream.write(data) :]
    stream.flush()


def _read(stream: IO[bytes]) -> Any:
    length = int.from_bytes(_exactly(stream, 8), "big")
    return _Unpickler(io.BytesIO(_exactly(stream, length))).load()  # by ourselves, to ourselves


def _exactly(stream: IO[bytes], count: int) -> bytes:
    """So many bytes; EOFError if they end before."""
    found = bytearray()
    while len(found) < count:
        more = stream.read(count - len(found))
        if not more:
            raise EOFError
        found += more
    return bytes(found)


def _held() -> int:
    """Bytes of memory that this process holds; 0 where that cannot be known.

    Linux counts what the house held, when it started this process, among the most that this one ever had
    (`ru_maxrss`): what it has now is asked instead.
    """
    if sys.platform == "win32":
        return 0
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def main() -> None:
    """Answer what comes by the standard input, until there is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the house, which ends this
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed is no answer
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(int(sys.argv[1]))
    waiting = Patience(0)
    signal.signal(GIVE_UP, lambda *_: waiting.end())
    while True:
        try:
            prefix, seconds, tells, work, args = _read(asked)
        except EOFError:
            return
        live_under(prefix)
        waiting = Patience(seconds)
        try:
            with waiting.waiting():
                more = (lambda so_far: _write(answers, (SO_FAR, so_far, 0, False)),) if tells else ()
                told = "told", work(*args, *more)
        except BadInput as no:
            told = "no", _portable(no)
        except MemoryError:
            return
        except Exception as why:
            told = "wrong", repr(why)
        _write(answers, (*told, _held(), waiting.over))


if __name__ == "__main__":
    main()
