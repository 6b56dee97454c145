"""Study: a grid of fights or odds, piece after piece, by any number of processes, interrupted and taken up again.

A piece is one cell's exact answer, or one chunk of its fights. Each chunk has a seed sequence of its own, made of the
study's seed, the cell and the chunk; what a piece gives depends on nothing else. So the numbers are the same on one
process or on forty, here or on a cluster, in any order, at once or after a kill half-way. Pieces that are done are
lines of a file; the same study, run again with the same file, goes on from there.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from tablee.errors import BadInput, TooMany
from tablee.lab.chain import TooManyStates
from tablee.lab.curves import Way
from tablee.lab.fights import Fight, Progress, Ready, result_of, silent
from tablee.lab.grid import Axis, cells, checked, fight_at, values_at, way_at
from tablee.lab.sample import CHUNK
from tablee.lab.tables.stepper import Newcomers
from tablee.lab.tally import Tally
from tablee.rules.chances import success
from tablee.rules.game import game_called
from tablee.rules.why import Note
from tablee.text import Text

CHUNKS_OF_A_CELL = 1 << 12  # seeds kept apart for each cell: more chunks than the most fights make
MAX_LOST = 5  # workers lost in a row before giving up
Json = dict[str, Any]
SECONDS_TO_ANSWER = 10  # for a cluster

OTHER_STUDY = Text(
    fr="{path} contient une autre étude : donnez un autre fichier, ou effacez celui-ci.",
    en="{path} holds another study: give another file, or delete this one.",
)
NOT_A_STUDY = Text(fr="{path} n'est pas le fichier d'une étude.", en="{path} is not the file of a study.")
DAMAGED = Text(
    fr="{path} est abîmé : une ligne n'y est plus celle d'une étude. Effacez-le, et recommencez.",
    en="{path} is damaged: a line in it is no longer that of a study. Delete it, and begin again.",
)
NO_DASK = Text(
    fr='Une grappe demande Dask : pip install "tablee[cluster]".',
    en='A cluster needs Dask: pip install "tablee[cluster]".',
)
NOT_AN_ADDRESS = Text(
    fr="« {address} » n'est pas l'adresse d'une grappe : écrivez par exemple tcp://127.0.0.1:8786.",
    en="“{address}” is not the address of a cluster: write tcp://127.0.0.1:8786, for instance.",
)
NO_ANSWER = Text(
    fr="Aucune grappe ne répond à {address} : vérifiez que « dask scheduler » y tourne, ou laissez --cluster de côté.",
    en="No cluster answers at {address}: see that “dask scheduler” runs there, or leave out --cluster.",
)
WORKERS_LOST = Text(
    fr="Les processus de calcul disparaissent l'un après l'autre, faute de mémoire peut-être : demandez-en moins "
    "(--processes). Ce qui est fait est gardé.",
    en="Processes vanish one after the other, for want of memory perhaps: ask for fewer (--processes). What is done is "
    "kept.",
)


@dataclass(frozen=True)
class Study:
    """A grid over a fight, or over the odds of an action of one actor, as plain data."""

    axes: tuple[Axis, ...]
    fight: Fight | None = None
    game: str = ""
    action: str = ""
    actor: str = ""
    values: Json = field(default_factory=dict)
    cast: Json = field(default_factory=dict)
    options: Json = field(default_factory=dict)

    def to_json(self) -> Json:
        told = asdict(self)
        told["axes"] = [{"name": axis.name, "values": list(axis.values)} for axis in self.axes]
        return told

    @classmethod
    def from_json(cls, data: Json) -> Study:
        axes = tuple(Axis(axis["name"], tuple(axis["values"])) for axis in data["axes"])
        fight = data["fight"]
        if fight:
            fight = Fight(**{**fight, "one": tuple(fight["one"]), "two": tuple(fight["two"])})
        return cls(**{**data, "axes": axes, "fight": fight})


@dataclass(frozen=True)
class Cell:
    """One combination and what came of it: chances to win (or to succeed) with their error; or why it cannot be."""

    values: Json
    chance: float | None
    error: float
    method: str
    fights: int
    rounds: float | None
    unfinished: float
    refused: Text | None = None


def piece(told: Json, cell: int, chunk: int, method: str) -> Json:
    """One piece of a study: plain data in, plain data out, wherever it runs.

    The first chunk of a cell finds out how it is counted (`method` empty); the others are told.
    """
    study = Study.from_json(told)
    values = values_at(study.axes, cell)
    try:
        done = _odds(study, values) if study.fight is None else _fights(study.fight, values, cell, chunk, method)
    except BadInput as no:
        return {"cell": cell, "chunk": chunk, "method": "refused", "fr": no.say("fr"), "en": no.say("en")}
    return {"cell": cell, "chunk": chunk, **done}


def _fights(asked: Fight, values: Json, cell: int, chunk: int, method: str) -> Json:
    asked = fight_at(asked, values)
    ready = Ready(asked)
    fights, number = min(CHUNK, asked.count - chunk * CHUNK), cell * CHUNKS_OF_A_CELL + chunk
    if not method and asked.worth_solving:
        try:
            return {"method": "exact", "tally": ready.solved(asked.most_states)[1].to_json()}
        except (TooManyStates, TooMany):
            if asked.method == "exact":
                raise
        except Newcomers:
            method = "loop"
    if asked.method != "loop" and method != "loop":
        try:
            return {"method": "bulk", "tally": ready.chunk(fights, asked.seed, number).to_json()}
        except (Newcomers, TooMany):
            if asked.method == "bulk":
                raise
    return {"method": "loop", "tally": ready.looped(fights, asked.seed, number).to_json()}


def _odds(study: Study, values: Json) -> Json:
    game = game_called(study.game)
    cast = game.cast_from(study.cast) if study.cast else None
    scene = game.scene(study.actor, cast, study.options)
    law = way_at(Way(game, game.action(study.action), scene, study.values), values).law()
    if isinstance(law, Note):
        raise law.refused()
    chance = success(law)
    return {"method": "exact", "chance": [chance.numerator, chance.denominator]}


class Kept:
    """The pieces that are done, in a file: a first line that says which study it is, then one line for each."""

    def __init__(self, study: Json, path: Path | None) -> None:
        self.done: dict[tuple[int, int], Json] = {}
        self._file = None
        if path is None:
            return
        header = json.dumps({"study": study}, ensure_ascii=False, sort_keys=True)
        whole = path.read_bytes() if path.exists() else b""
        lines = whole[: whole.rfind(b"\n") + 1].decode("utf-8", "replace").splitlines()  # a line cut short is dropped
        if lines and lines[0] != header:
            raise BadInput(OTHER_STUDY if lines[0].startswith('{"study"') else NOT_A_STUDY, path=str(path))
        if whole and not lines and not header.encode().startswith(whole):
            raise BadInput(NOT_A_STUDY, path=str(path))
        for line in lines[1:]:
            try:
                told = json.loads(line)
                self.done[told["cell"], told["chunk"]] = told
            except (ValueError, LookupError, TypeError):
                raise BadInput(DAMAGED, path=str(path)) from None
        self._file = path.open("r+b" if whole else "wb")
        self._file.truncate(whole.rfind(b"\n") + 1)
        self._file.seek(0, os.SEEK_END)
        if not lines:
            self._write(header)

    def add(self, told: Json) -> None:
        """Keep a piece: once this returns, it is on the disk."""
        self.done[told["cell"], told["chunk"]] = told
        self._write(json.dumps(told, ensure_ascii=False))

    def _write(self, line: str) -> None:
        if self._file:
            self._file.write(line.encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def close(self) -> None:
        if self._file:
            self._file.close()


def run(
    study: Study,
    path: Path | None = None,
    processes: int = 1,
    cluster: str = "",
    progress: Progress = silent,
) -> list[Cell]:
    """Every cell of a study, in order; with a path, what is done is kept there and not done again."""
    checked(study.axes)
    told, kept = study.to_json(), Kept(study.to_json(), path)
    try:
        lost = 0
        while todo := _todo(study, kept.done):
            with workers(min(processes, len(todo)), cluster) as executor:
                try:
                    _work(executor, told, kept, study, todo, progress)
                    lost = 0
                except (BrokenProcessPool, _Lost):
                    lost += 1
                    if lost > MAX_LOST:
                        raise BadInput(WORKERS_LOST) from None
    finally:
        kept.close()
    return [_cell(study, number, kept.done) for number in range(cells(study.axes))]


class _Lost(Exception):
    """A worker of a cluster vanished while it worked."""


def _work(
    executor: Executor | None,
    told: Json,
    kept: Kept,
    study: Study,
    todo: list[tuple[int, int, str]],
    progress: Progress,
) -> None:
    """Do these pieces, keep each, and go on with those that they call for."""
    if executor is None:
        while todo:
            kept.add(piece(told, *todo[0]))
            todo = _todo(study, kept.done)
            progress(len(kept.done), len(kept.done) + len(todo))
        return
    running: dict[Future[Json], tuple[int, int, str]] = {executor.submit(piece, told, *one): one for one in todo}
    while running:
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for one in finished:
            cell, chunk, _ = running.pop(one)
            kept.add(_result(one))
            if chunk == 0:
                running |= {executor.submit(piece, told, *more): more for more in _chunks(study, cell, kept.done)}
            progress(len(kept.done), len(kept.done) + len(running))


def _result(one: Future[Json]) -> Json:
    try:
        return one.result()
    except BrokenProcessPool:
        raise
    except Exception as problem:
        if type(problem).__name__ in ("KilledWorker", "CancelledError", "FutureCancelledError"):  # those of Dask
            raise _Lost from problem
        raise


def _todo(study: Study, done: dict[tuple[int, int], Json]) -> list[tuple[int, int, str]]:
    """The pieces that can be done now: the first of cells not begun, the others of those that are thrown."""
    found = []
    for cell in range(cells(study.axes)):
        found += _chunks(study, cell, done) if (cell, 0) in done else [(cell, 0, "")]
    return found


def _chunks(study: Study, cell: int, done: dict[tuple[int, int], Json]) -> list[tuple[int, int, str]]:
    """The chunks of a cell that remain, once its first has told how it is counted."""
    first = done[cell, 0]
    method = first["method"]
    if study.fight is None or method not in ("bulk", "loop"):
        return []
    tally = Tally.from_json(first["tally"])
    if tally.unfinished == tally.total:
        return []  # nobody wins, ever: more of it says no more
    many = range(0, fight_at(study.fight, values_at(study.axes, cell)).count, CHUNK)
    return [(cell, chunk, method) for chunk in range(1, len(many)) if (cell, chunk) not in done]


def _cell(study: Study, cell: int, done: dict[tuple[int, int], Json]) -> Cell:
    """What came of a cell, its chunks added in their order."""
    values, first = values_at(study.axes, cell), done[cell, 0]
    if first["method"] == "refused":
        return Cell(values, None, 0.0, "refused", 0, None, 0.0, Text(first["fr"], first["en"]))
    if study.fight is None:
        return Cell(values, first["chance"][0] / first["chance"][1], 0.0, "exact", 0, None, 0.0)
    tally = Tally()
    for chunk in sorted(chunk for number, chunk in done if number == cell):
        tally += Tally.from_json(done[cell, chunk]["tally"])
    method: Literal["exact", "bulk", "loop"] = first["method"]
    told = result_of(Ready(fight_at(study.fight, values)), tally, method)
    wins = told.wins[0]
    return Cell(values, wins.value, wins.error, told.method, told.fights, told.rounds.value, told.unfinished)


def _reached(cluster: str) -> None:
    """BadInput if nobody listens at the address of a cluster: Dask itself would try for long."""
    try:
        found = urlsplit(cluster)
        host, port = found.hostname, found.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise BadInput(NOT_AN_ADDRESS, address=cluster)
    try:
        socket.create_connection((host, port), SECONDS_TO_ANSWER).close()
    except OSError:
        raise BadInput(NO_ANSWER, address=cluster) from None


@contextmanager
def workers(processes: int, cluster: str = "") -> Iterator[Executor | None]:
    """What does the pieces: this process alone (None), others of this machine, or a Dask cluster by its address."""
    if cluster:
        try:
            from distributed import Client
        except ImportError:
            raise BadInput(NO_DASK) from None
        _reached(cluster)
        client_of: Any = Client  # Dask declares no types for it
        with client_of(cluster, set_as_default=False) as client:
            yield client.get_executor(pure=False, retries=2)
    elif processes <= 1:
        yield None
    else:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
