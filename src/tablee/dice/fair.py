"""Dice anyone can verify offline: committed keys, players' entropy, one counter per face.

A table has two 32-byte keys, one for what everybody sees and one for secret rolls. Their hashes open the log,
before anyone's words are mixed in and before any throw. Each face is then a function of its stream's key, of the
words mixed in so far and of a counter that never goes back, so that nobody can choose it, the table's host
included, and whoever reads the log can compute it again once the key is revealed.

>>> keys = Keys.fresh()
>>> start = State().after(Entropy("ana", "trois petits chats"))
>>> dice = FairDice(keys, start)
>>> faces = dice.faces(3, 6, by="ana", label="")
>>> log = [*keys.commits(), Entropy("ana", "trois petits chats"), *dice.lines, dice.state.reveal(keys, "public")]
>>> verify(log)["public"].verified
3
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from hmac import compare_digest, digest
from itertools import count as counting
from secrets import token_bytes
from typing import Any, ClassVar, Final, Literal, NoReturn

from tablee.dice.pools import MOST_SIDES
from tablee.errors import BadRecord
from tablee.text import Text

Stream = Literal["public", "secret"]
STREAMS: Final[tuple[Stream, ...]] = ("public", "secret")
KEY_BYTES = 32
SPAN = 1 << 256  # how many numbers one HMAC-SHA256 can be

NOT_JSON = Text(fr="Ligne {line} : ce n'est pas du JSON valable.", en="Line {line}: this is not valid JSON.")
NOT_AN_OBJECT = Text(fr="Ligne {line} : il faut un objet JSON.", en="Line {line}: a JSON object is needed.")
UNKNOWN_KIND = Text(
    fr="Ligne {line} : « {kind} » n'est pas une sorte de ligne connue ; il faut {known}.",
    en="Line {line}: “{kind}” is not a known kind of line; use {known}.",
)
BAD_FIELD = Text(
    fr="Ligne {line} : « {field} » manque ou est mal écrit dans {kind}.",
    en="Line {line}: “{field}” is missing or badly written in {kind}.",
)
NOTHING = Text(fr="Ce journal ne contient aucune ligne de dés.", en="This log has no line about dice.")
COMMITTED_TWICE = Text(
    fr="Ligne {line} : la clé de la série {stream} est engagée une seconde fois.",
    en="Line {line}: the {stream} key is committed a second time.",
)
COMMITTED_LATE = Text(
    fr="Ligne {line} : la clé de la série {stream} est engagée après le début ; elle a pu être choisie.",
    en="Line {line}: the {stream} key is committed after the start; it may have been chosen.",
)
NOT_COMMITTED = Text(
    fr="Ligne {line} : la clé de la série {stream} n'a pas été engagée auparavant.",
    en="Line {line}: the {stream} key was not committed before.",
)
REVEALED_BEFORE = Text(
    fr="Ligne {line} : la clé de la série {stream} a déjà été révélée ; rien ne peut suivre.",
    en="Line {line}: the {stream} key was already revealed; nothing may follow.",
)
SWAPPED_KEY = Text(
    fr="Ligne {line} : la clé révélée de la série {stream} n'est pas celle qui avait été engagée.",
    en="Line {line}: the {stream} key revealed is not the one that was committed.",
)
DROPPED = Text(
    fr="Ligne {line} : il manque des dés dans la série {stream} ; le numéro {expected} était attendu, pas le {found}.",
    en="Line {line}: {stream} dice are missing; number {expected} was expected, not {found}.",
)
REPEATED = Text(
    fr="Ligne {line} : des dés de la série {stream} sont répétés ou déplacés ; le numéro {expected} était attendu, "
    "pas le {found}.",
    en="Line {line}: {stream} dice are repeated or moved; number {expected} was expected, not {found}.",
)
WRONG_COUNT = Text(
    fr="Ligne {line} : {expected} face{expected:|s} de la série {stream} {expected:a été tirée|ont été tirées}, "
    "le journal en montre {found}.",
    en="Line {line}: {expected} {stream} face{expected: was|s were} drawn, the log shows {found}.",
)
WRONG_MIX = Text(
    fr="Ligne {line} : les mots des joueurs ne sont pas ceux du tirage ; une ligne a été ôtée, déplacée ou changée.",
    en="Line {line}: the players' words are not those of the draw; a line was removed, moved or changed.",
)
IMPOSSIBLE_FACE = Text(
    fr="Ligne {line} : un d{sides} ne peut pas montrer {found}.", en="Line {line}: a d{sides} cannot show {found}."
)
ALTERED_FACE = Text(
    fr="Ligne {line} : le dé numéro {counter} de la série {stream} montrait {expected}, pas {found} ; ce dé, ou les "
    "mots des joueurs avant lui, ont été changés.",
    en="Line {line}: {stream} die number {counter} showed {expected}, not {found}; this die, or the players' "
    "words before it, were changed.",
)
STREAM_NAMES: Final[dict[Stream, Text]] = {
    "public": Text(fr="publique", en="public"),
    "secret": Text(fr="secrète", en="secret"),
}


def _hash(purpose: str, *parts: bytes) -> bytes:
    return sha256(b"\0".join([f"tablee/fair/1 {purpose}".encode(), *parts])).digest()


def commitment(stream: Stream, key: bytes) -> str:
    """What is published of a key before the first throw."""
    return _hash("commit", stream.encode(), key).hex()


@dataclass(frozen=True)
class Line:
    """One line of the log; `at` is where it was read, to be named if it is wrong."""

    kind: ClassVar[str]
    at: int = field(default=0, compare=False, kw_only=True)

    def to_dict(self) -> dict[str, Any]:
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "at"}
        return {"fair": self.kind} | {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}


@dataclass(frozen=True)
class Commit(Line):
    """The hash of a stream's key, published before anything else."""

    kind = "commit/1"
    stream: Stream
    commitment: str


@dataclass(frozen=True)
class Entropy(Line):
    """Words a player brings when joining: from here on they are part of every face."""

    kind = "entropy/1"
    by: str
    words: str


@dataclass(frozen=True)
class Drawn(Line):
    """Faces drawn from a stream: the number of the first one, and how many players' words were mixed in."""

    kind = "drawn/1"
    stream: Stream
    counter: int
    mixed: int
    sides: int
    faces: tuple[int, ...]
    by: str = ""
    label: str = ""


@dataclass(frozen=True)
class Physical(Line):
    """Faces of real dice, typed in: nothing to verify, no counter used."""

    kind = "physical/1"
    stream: Stream
    sides: int
    faces: tuple[int, ...]
    by: str = ""
    label: str = ""


@dataclass(frozen=True)
class Reveal(Line):
    """A stream's key at the end, how many faces were drawn from it, and the hash of everybody's words."""

    kind = "reveal/1"
    stream: Stream
    key: str = field(repr=False)
    drawn: int
    mix: str


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64 and not set(value) - set("0123456789abcdef")


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 63


KINDS: Final[dict[str, type[Line]]] = {kind.kind: kind for kind in (Commit, Entropy, Drawn, Physical, Reveal)}
WELL_WRITTEN: Final[dict[str, Callable[[Any], bool]]] = {
    "stream": STREAMS.__contains__,
    "commitment": _is_hash,
    "key": _is_hash,
    "mix": _is_hash,
    "counter": _is_count,
    "mixed": _is_count,
    "drawn": _is_count,
    "public": _is_count,
    "secret": _is_count,
    "sides": lambda value: _is_count(value) and 1 <= value <= MOST_SIDES,
    "faces": lambda value: isinstance(value, list) and value != [] and all(map(_is_count, value)),
    "by": lambda value: isinstance(value, str),
    "label": lambda value: isinstance(value, str),
    "words": lambda value: isinstance(value, str),
}


def _checked(kind: type[Any], name: str, data: Mapping[str, Any], at: int) -> dict[str, Any]:
    values = {f.name: data.get(f.name) for f in fields(kind) if f.name != "at"}
    for field_name, value in values.items():
        if not WELL_WRITTEN[field_name](value):
            raise BadRecord(BAD_FIELD, line=at, field=field_name, kind=name)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def from_dict(data: Mapping[str, Any], at: int = 1) -> Line:
    """The line that `to_dict` wrote; raises `BadRecord` for anything else."""
    name = data.get("fair")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadRecord(UNKNOWN_KIND, line=at, kind=str(name)[:40], known=tuple(KINDS))
    return kind(**_checked(kind, kind.kind, data, at), at=at)


def read_log(text: str) -> tuple[Line, ...]:
    """The dice lines of a log written one JSON object per line; objects without a "fair" key are passed over."""
    lines: list[Line] = []
    for at, written in enumerate(text.split("\n"), 1):
        if not written.strip():
            continue
        try:
            data = json.loads(written)
        except (ValueError, RecursionError) as wrong:
            raise BadRecord(NOT_JSON, line=at) from wrong
        if not isinstance(data, dict):
            raise BadRecord(NOT_AN_OBJECT, line=at)
        if "fair" in data:
            lines.append(from_dict(data, at))
    return tuple(lines)


def face_of(number: int, sides: int, span: int = SPAN) -> int | None:
    """The face a number below `span` stands for; None for the few at the top that would favour the low faces."""
    return number % sides + 1 if number < span - span % sides else None


def face(key: bytes, stream: Stream, mix: bytes, counter: int, sides: int) -> int:
    """The one face that a key, the words mixed in and a counter make."""
    where = b"\0".join([b"tablee/fair/1 face", stream.encode(), mix + counter.to_bytes(8, "big")])
    numbers = (int.from_bytes(digest(key, where + again.to_bytes(4, "big"), "sha256"), "big") for again in counting())
    return first_face(numbers, sides)


def first_face(numbers: Iterator[int], sides: int, span: int = SPAN) -> int:
    """The face of the first number that stands for one."""
    return next(found for number in numbers if (found := face_of(number, sides, span)) is not None)


@dataclass(frozen=True)
class Keys:
    """What the table keeps to itself until the reveal."""

    public: bytes = field(repr=False)
    secret: bytes = field(repr=False)

    @classmethod
    def fresh(cls) -> Keys:
        return cls(token_bytes(KEY_BYTES), token_bytes(KEY_BYTES))

    def of(self, stream: Stream) -> bytes:
        return self.public if stream == "public" else self.secret

    def commits(self) -> tuple[Commit, ...]:
        return tuple(Commit(stream, commitment(stream, self.of(stream))) for stream in STREAMS)


NO_WORDS = _hash("mix").hex()


@dataclass(frozen=True)
class State:
    """All that the next face depends on besides the keys: counters that only grow, and everybody's words, hashed."""

    public: int = 0
    secret: int = 0
    mixed: int = 0
    mix: str = NO_WORDS

    def after(self, line: Line) -> State:
        """The state once this line is in the log."""
        if isinstance(line, Entropy):
            words = json.dumps([line.by, line.words]).encode()
            return replace(self, mixed=self.mixed + 1, mix=_hash("mix", bytes.fromhex(self.mix), words).hex())
        if isinstance(line, Drawn):
            ahead = line.counter + len(line.faces)
            return replace(self, public=ahead) if line.stream == "public" else replace(self, secret=ahead)
        return self

    def of(self, stream: Stream) -> int:
        return self.public if stream == "public" else self.secret

    def draw(self, key: bytes, stream: Stream, count: int, sides: int) -> tuple[int, ...]:
        first, mix = self.of(stream), bytes.fromhex(self.mix)
        return tuple(face(key, stream, mix, counter, sides) for counter in range(first, first + count))

    def reveal(self, keys: Keys, stream: Stream) -> Reveal:
        return Reveal(stream, keys.of(stream).hex(), self.of(stream), self.mix)

    def to_dict(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> State:
        return cls(**_checked(cls, "state", data, 1))


class FairDice:
    """Dice drawn from a stream: after a throw, keep `state` and append `lines` to the log."""

    def __init__(self, keys: Keys, state: State, stream: Stream = "public") -> None:
        self._keys = keys
        self.state = state
        self.stream = stream
        self.lines: list[Drawn] = []

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        faces = self.state.draw(self._keys.of(self.stream), self.stream, count, sides)
        drawn = Drawn(self.stream, self.state.of(self.stream), self.state.mixed, sides, faces, by, label)
        self.lines.append(drawn)
        self.state = self.state.after(drawn)
        return faces


@dataclass(frozen=True)
class Count:
    """How many faces of a stream were computed again, wait for the key, are not in this log, or were real dice."""

    verified: int = 0
    unrevealed: int = 0
    missing: int = 0
    physical: int = 0


Verdict = Mapping[Stream, Count]
"""What a log that holds together shows, stream by stream."""


def verify(lines: Iterable[Line]) -> Verdict:
    """What can be said of a log; raises `BadRecord` at the first line that does not hold."""
    return _Reading([replace(line, at=line.at or place) for place, line in enumerate(lines, 1)]).verdict()


class _Reading:
    """A log read from the top, once the keys revealed at its end are known."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.reveals = {line.stream: line for line in reversed(lines) if isinstance(line, Reveal)}
        self.state = State()
        self.committed: set[Stream] = set()
        self.ended: set[Stream] = set()
        self.counts = {stream: Count() for stream in STREAMS}

    def verdict(self) -> Verdict:
        if not self.lines:
            raise BadRecord(NOTHING)
        for line in self.lines:
            if isinstance(line, Commit):
                self.commit(line)
            elif isinstance(line, Drawn):
                self.drawn(line)
            elif isinstance(line, Physical):
                self.possible(line)
                self.add(line.stream, physical=len(line.faces))
            elif isinstance(line, Reveal):
                self.reveal(line)
            self.state = self.state.after(line)
        return self.counts

    def commit(self, line: Commit) -> None:
        if line.stream in self.committed:
            self.refuse(COMMITTED_TWICE, line)
        if self.state != State():
            self.refuse(COMMITTED_LATE, line)
        reveal = self.reveals.get(line.stream)
        if reveal and not compare_digest(commitment(line.stream, bytes.fromhex(reveal.key)), line.commitment):
            self.refuse(SWAPPED_KEY, reveal)
        self.committed.add(line.stream)

    def in_play(self, line: Drawn | Reveal) -> None:
        if line.stream not in self.committed:
            self.refuse(NOT_COMMITTED, line)
        if line.stream in self.ended:
            self.refuse(REVEALED_BEFORE, line)

    def drawn(self, line: Drawn) -> None:
        self.in_play(line)
        self.possible(line)
        reveal, expected = self.reveals.get(line.stream), self.state.of(line.stream)
        if line.counter < expected:
            self.refuse(REPEATED, line, expected=expected + 1, found=line.counter + 1)
        if line.counter > expected and (reveal or line.stream == "public"):
            self.refuse(DROPPED, line, expected=expected + 1, found=line.counter + 1)
        if line.mixed != self.state.mixed:
            self.refuse(WRONG_MIX, line)
        if reveal is None:
            self.add(line.stream, unrevealed=len(line.faces), missing=line.counter - expected)
            return
        computed = self.state.draw(bytes.fromhex(reveal.key), line.stream, len(line.faces), line.sides)
        for counter, (face, found) in enumerate(zip(computed, line.faces, strict=True), line.counter + 1):
            if face != found:
                self.refuse(ALTERED_FACE, line, counter=counter, expected=face, found=found)
        self.add(line.stream, verified=len(line.faces))

    def reveal(self, line: Reveal) -> None:
        self.in_play(line)
        if line.drawn != self.state.of(line.stream):
            self.refuse(WRONG_COUNT, line, expected=line.drawn, found=self.state.of(line.stream))
        if not compare_digest(line.mix, self.state.mix):
            self.refuse(WRONG_MIX, line)
        self.ended.add(line.stream)

    def possible(self, line: Drawn | Physical) -> None:
        for found in line.faces:
            if not 1 <= found <= line.sides:
                self.refuse(IMPOSSIBLE_FACE, line, sides=line.sides, found=found)

    def add(self, stream: Stream, **more: int) -> None:
        count = self.counts[stream]
        self.counts[stream] = replace(count, **{name: getattr(count, name) + n for name, n in more.items()})

    def refuse(self, why: Text, line: Commit | Drawn | Physical | Reveal, **values: int) -> NoReturn:
        raise BadRecord(why, line=line.at, stream=STREAM_NAMES[line.stream], **values)
