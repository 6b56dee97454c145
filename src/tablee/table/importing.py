"""Importing a log: its lines read again one by one, folded, shown and told, before any of it is kept."""

from __future__ import annotations

import json
import re
import time
from base64 import b64decode
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import count
from typing import NamedTuple

from tablee.dice import fair
from tablee.dice.throw import Rolled
from tablee.errors import BadInput, BadRecord
from tablee.rules.game import Game
from tablee.rules.stored.written import written
from tablee.table.decide import naming
from tablee.table.decide.command import ROLES, modest
from tablee.table.lines import People, Telling
from tablee.table.log.events import UNREADABLE, Event, Happening, Json, bare, from_json, known_format
from tablee.table.log.state import Character, State, fold
from tablee.table.pictures import ID, redrawn
from tablee.table.scenes import scene_of
from tablee.table.show.audience import Viewer
from tablee.table.show.export import HELD, PICTURE
from tablee.table.show.gate import show_event
from tablee.table.show.transcript import line_in_words
from tablee.table.show.views import show
from tablee.table.topics import dice
from tablee.table.topics.action import Acted, Asked
from tablee.table.topics.arrangement import Opened
from tablee.table.topics.blind import Disclosed
from tablee.table.topics.character import Entered
from tablee.table.topics.seat import Joined, Knocked, Seated
from tablee.text import Text

HASH = re.compile("[0-9a-f]{64}")
KEYS = "keys/1"  # the first line of a backup
MAX_LINES = 100_000
MAX_LINE_BYTES = 1024 * 1024
MAX_SECONDS = 30.0
LATEST = 253_000_000_000  # seconds since 1970: the year 9987, the last that every calendar writes

NOT_A_TABLE = Text(fr="Ce fichier n'est pas l'export d'une table.", en="This file is not the export of a table.")
NOT_JSON = Text(fr="La ligne {line} n'est pas du JSON.", en="Line {line} is not JSON.")
GAPS = Text(
    fr="Il manque des lignes à cet export : seul un export complet se réimporte.",
    en="This export lacks lines: only a complete export can be imported again.",
)
CUT_SHORT = Text(
    fr="Ce fichier est coupé : il annonce {told} lignes et en contient {held}. Reprenez l'export en entier.",
    en="This file is cut short: it says {told} lines and holds {held}. Take the whole export again.",
)
ONE_SEAT_S = Text(
    fr="Cet export ne contient que ce qu'une place a vu : seul celui du meneur se réimporte.",
    en="This export holds only what one seat saw: only the GM's can be imported again.",
)
NO_BACKUP = Text(
    fr="Ce fichier ne vient pas de « tablee table backup » : reprenez-le par « tablee table import ».",
    en="This file is not from “tablee table backup”: take it in with “tablee table import”.",
)
TOO_MANY = Text(
    fr="Cet export a plus de {most} lignes : c'est trop pour une table.",
    en="This export has more than {most} lines: too many for a table.",
)
ODD_NAME = Text(
    fr="La ligne {line} contient un nom fait de signes qui ne se voient pas.",
    en="Line {line} holds a name with signs that cannot be seen.",
)
NO_PICTURE = Text(
    fr="Une image de cet export ne peut pas être lue : reprenez l'export en entier.",
    en="A picture of this export cannot be read: take the whole export again.",
)
LESS_PICTURES = Text(
    fr="Ce fichier est coupé : il annonce {told} images et en contient {held}. Reprenez l'export en entier.",
    en="This file is cut short: it says {told} pictures and holds {held}. Take the whole export again.",
)
TOO_LONG = Text(fr="La ligne {line} est trop longue.", en="Line {line} is too long.")
TOO_SLOW = Text(
    fr="Relire cet export prend trop de temps : il est refusé. Qui tient la maison peut le reprendre avec "
    "« tablee table import ».",
    en="Reading this export takes too long: it is refused. Whoever runs the house can take it in with “tablee table "
    "import”.",
)


class Lines:
    """The JSON lines of a text, parsed each time they are gone through, as far as size, number and time allow."""

    def __init__(self, text: bytes) -> None:
        self._text, self._until = text, time.monotonic() + MAX_SECONDS

    def __iter__(self) -> Iterator[Json]:
        start = 0
        for number in count(1):
            end = self._text.find(b"\n", start)
            end = len(self._text) if end < 0 else end
            if number > MAX_LINES:
                raise BadRecord(TOO_MANY, most=MAX_LINES)
            if end - start > MAX_LINE_BYTES:
                raise BadRecord(TOO_LONG, line=number)
            if time.monotonic() > self._until:
                raise BadRecord(TOO_SLOW)
            written = self._text[start:end]
            if written.strip():
                yield _parsed(written, number)
            start = end + 1
            if start > len(self._text):
                return


def _parsed(written: bytes, number: int) -> Json:
    try:
        line = json.loads(written)
        if b"\\u" in written:
            json.dumps(line, ensure_ascii=False).encode()  # half a character is no text
    except (ValueError, RecursionError):
        raise BadRecord(NOT_JSON, line=number) from None
    if not isinstance(line, dict):
        raise BadRecord(NOT_A_TABLE)
    return line


def events(lines: Iterable[Json]) -> Iterator[Event]:
    """The events of an export, which must be all of them, one after the other, as many as its first line says."""
    expected, told = 1, None
    for line in lines:
        if not isinstance(line, dict):
            raise BadRecord(NOT_A_TABLE)
        if line.get("name") in (KEYS, HELD):
            known_format(line.get("format"))
            if line.get("whole") is False:
                raise BadRecord(ONE_SEAT_S)
            told = line.get("lines")
            continue
        if line.get("name") == PICTURE:
            continue
        event = from_json(line)
        if event.n != expected:
            raise BadRecord(GAPS)
        expected += 1
        yield event
    if isinstance(told, int) and told > expected - 1:
        raise BadRecord(CUT_SHORT, told=told, held=expected - 1)


class Brought(NamedTuple):
    """A picture of an export: its id, the seat that brought it, its file."""

    id: str
    by: str
    file: bytes


def pictures(lines: Iterable[Json]) -> Iterator[Brought]:
    """The pictures of an export, which must be as many as its first line says."""
    told, held = None, 0
    for line in lines:
        if line.get("name") in (KEYS, HELD):
            told = line.get("pictures")
        if line.get("name") == PICTURE:
            id, by, file = (line.get(key) for key in ("id", "by", "file"))
            if not (isinstance(id, str) and isinstance(by, str) and isinstance(file, str) and ID.fullmatch(id)):
                raise BadRecord(NOT_A_TABLE)
            try:
                yield Brought(id, by[:60], b64decode(file, validate=True))
            except ValueError:
                raise BadRecord(NOT_A_TABLE) from None
            held += 1
    if isinstance(told, int) and told > held:
        raise BadRecord(LESS_PICTURES, told=told, held=held)


def redrawn_pictures(lines: Iterable[Json], shown: Collection[str]) -> Iterator[Brought]:
    """The pictures of an export that its lines show, each drawn again; BadRecord at one that cannot be."""
    for one in pictures(lines):
        if one.id in shown:
            try:
                yield one._replace(file=redrawn(one.file).file)
            except BadInput:
                raise BadRecord(NO_PICTURE) from None


def folded_again(lines: Iterable[Json]) -> tuple[State, Json | None]:
    """The table that an export makes, and the keys in its first line, if it is a backup."""
    first = next(iter(lines), None)
    kept = first if isinstance(first, dict) and first.get("name") == KEYS else None
    state = State()
    try:
        for event in events(lines):
            if not state.version and not isinstance(event.what, Opened):
                raise BadRecord(NOT_A_TABLE)
            state = fold(state, event)
    except BadInput:
        raise
    except Exception:  # whatever is wrong with it, it is not a log that a table wrote
        raise BadRecord(NOT_A_TABLE) from None
    return state, {name: kept[name] for name in ("public", "secret", "seed", "seals") if name in kept} if kept else None


def keychain(kept: Json) -> fair.Keychain:
    """The keys of a table's dice, from what the store or a backup keeps of them."""
    try:
        first = fair.Keys(bytes.fromhex(kept["public"]), bytes.fromhex(kept["secret"]))
        return fair.Keychain(first, bytes.fromhex(kept["seed"]) if "seed" in kept else first.public + first.secret)
    except (KeyError, TypeError, ValueError):
        raise BadRecord(NOT_A_TABLE) from None


def seals_seed(kept: Json) -> str:
    """What the lines of a table are sealed with, which stays where dice are made anew; "" in an earlier version's."""
    return str(kept.get("seals", kept.get("seed", "")))


def table_of(lines: Iterable[Json]) -> str:
    """The id of the table that a backup with its links holds."""
    table = next(iter(lines), {}).get("table")
    if not isinstance(table, str) or not table:
        raise BadRecord(NO_BACKUP)
    return table


def readable(games: Callable[[str], Game], state: State, lines: Iterable[Json]) -> None:
    """BadRecord unless every line of an export can be shown and told on the table that it makes."""
    try:
        if not state.game:
            raise BadRecord(NOT_A_TABLE)
        game = games(state.game)
        game.scene(cast={}, options=state.options)
        scene_of(game, state, now=True)
        modest([character.sheet for character in state.cast.values()])
        mj = next(id for id, seat in state.seats.items() if seat.role == "mj")
        written(show(game, state, Viewer(mj, True)))
        people = People.of(state)
        for event in events(lines):
            odd = isinstance(event.what, Seated) and event.what.role not in ROLES
            dated = isinstance(event.at, int | float) and 0 <= event.at < LATEST
            known = dated and isinstance(event.by, str)  # when, and by whom
            whole = _plain(event.what) and _seals(event.sealed) and all(roll.possible for roll in _rolls(event.what))
            if odd or not known or not whole:
                raise BadRecord(UNREADABLE, line=str(event.to_json())[:80])
            if any(naming.unreadable(name, needed=False) for name in _names(event.what)):
                raise BadRecord(ODD_NAME, line=event.n)
            for viewer in (Viewer(mj, True), Viewer("", False)):
                line = show_event(game, state, event, viewer, event.n)
                assert line is None or line_in_words(Telling(game, people, "fr", line, full=True)) is not None
            json.dumps(event.to_json(), allow_nan=False)
    except BadInput:
        raise
    except Exception:  # whatever is wrong with it, it is not a log that a table wrote
        raise BadRecord(NOT_A_TABLE) from None


def _plain(what: Happening) -> bool:
    """Whether the fields of an event that are words, numbers or truths hold just that: pages take their word for it."""
    kinds = {name: bare(kind) for name, kind in what.declared.items() if name in vars(what)}
    words = [word for name, kind in kinds.items() if kind == tuple[str, ...] for word in getattr(what, name)]
    for part in getattr(what, "parts", ()):
        words += [part.who, part.grade, part.label.fr, part.label.en]
    for change in (*getattr(what, "changes", ()), *getattr(what, "since", ())):
        words += [change.who, change.field]
    plain = all(isinstance(getattr(what, name), kind) for name, kind in kinds.items() if kind in (str, int, bool))
    return plain and all(isinstance(word, str) for word in words)


def _seals(sealed: object) -> bool:
    """Whether these are the seals that a line keeps of fields that a person was struck out of."""
    return isinstance(sealed, dict) and all(isinstance(one, str) and HASH.fullmatch(one) for one in sealed.values())


def _names(what: Happening) -> list[str]:
    """The names that an event brings to the table."""
    match what:
        case Opened(title=name) | Joined(called=name) | Knocked(called=name) | Seated(called=name):
            return [name]
        case Entered(who=who, sheet=sheet):
            return [who, *naming.names_of(Character(sheet))]
    return []


def _rolls(what: Happening) -> tuple[Rolled, ...]:
    """The dice that an event holds."""
    match what:
        case Acted(rolls=rolls) | Disclosed(rolls=rolls) | dice.Rolled(rolls=rolls):
            return rolls
        case Asked(progress=progress):
            return progress.rolls
    return ()


def fit(keys: fair.Keychain, state: State) -> bool:
    """Whether keys are those that a table's log committed."""
    made: Iterable[fair.Commit] = keys.commits(state.evening)
    if not state.bound:  # the table of an earlier version
        made = keys.keys(state.evening).commits()
    return {commit.stream: commit.commitment for commit in made} == {
        stream: commit.commitment for stream, commit in state.commits.items()
    }
