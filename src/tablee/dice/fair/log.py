"""The lines of a log of fair dice, as they are written and read back: one JSON object each."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, Literal

from tablee.dice.pools import MAX_SIDES
from tablee.errors import BadRecord
from tablee.text import Text

Stream = Literal["public", "secret"]
STREAMS: Final[tuple[Stream, ...]] = ("public", "secret")

NOT_JSON = Text(fr="Ligne {line} : ce n'est pas du JSON valable.", en="Line {line}: this is not valid JSON.")
TWICE = Text(fr="Ligne {line} : un champ y est écrit deux fois.", en="Line {line}: a field is written in it twice.")
NOT_AN_OBJECT = Text(fr="Ligne {line} : il faut un objet JSON.", en="Line {line}: a JSON object is needed.")
UNKNOWN_KIND = Text(
    fr="Ligne {line} : « {kind} » n'est pas une sorte de ligne connue ; il faut {known}.",
    en="Line {line}: “{kind}” is not a known kind of line; use {known}.",
)
BAD_FIELD = Text(
    fr="Ligne {line} : « {field} » manque ou est mal écrit dans {kind}.",
    en="Line {line}: “{field}” is missing or badly written in {kind}.",
)


@dataclass(frozen=True)
class FairLine:
    """One line of the log; `at` is where it was read, to be named if it is wrong."""

    kind: ClassVar[str]
    at: int = field(default=0, compare=False, kw_only=True)

    def to_dict(self) -> dict[str, Any]:
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "at"}
        return {"fair": self.kind} | {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}


@dataclass(frozen=True)
class Commit(FairLine):
    """The hash of a stream's key, published before anything else."""

    kind = "commit/1"
    stream: Stream
    commitment: str


@dataclass(frozen=True)
class TreeCommit(Commit):
    """The root of the tree above a stream's keys of many evenings, published before anything else."""

    kind = "commit/2"


@dataclass(frozen=True)
class Evening(FairLine):
    """Another evening: its keys were committed with those of the first, its counters begin at 0; words stay mixed."""

    kind = "evening/1"
    evening: int


@dataclass(frozen=True)
class Entropy(FairLine):
    """Words a player brings when joining: from here on they are part of every face."""

    kind = "entropy/1"
    by: str
    words: str


@dataclass(frozen=True)
class Struck(FairLine):
    """Words whose owner had them removed: in their place, the hash of everybody's words from here on."""

    kind = "struck/1"
    by: str
    mix: str


@dataclass(frozen=True)
class LaterEntropy(Entropy):
    """Words of a player who joins once a die has fallen: they are part of every face from the next key on."""

    kind = "entropy/2"


@dataclass(frozen=True)
class LaterStruck(Struck):
    """Such words whose owner had them removed: in their place, the hash of everybody's words from the next key on."""

    kind = "struck/2"


@dataclass(frozen=True)
class Drawn(FairLine):
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
class Physical(FairLine):
    """Faces of real dice, typed in: nothing to verify, no counter used."""

    kind = "physical/1"
    stream: Stream
    sides: int
    faces: tuple[int, ...]
    by: str = ""
    label: str = ""


@dataclass(frozen=True)
class Reveal(FairLine):
    """A stream's key at the end, how many faces were drawn from it, and the hash of everybody's words."""

    kind = "reveal/1"
    stream: Stream
    key: str = field(repr=False)
    drawn: int
    mix: str


@dataclass(frozen=True)
class TreeReveal(Reveal):
    """An evening's key of a stream, with the hashes that lead from it to the root that was committed."""

    kind = "reveal/2"
    evening: int
    path: tuple[str, ...]


@dataclass(frozen=True)
class Restart(FairLine):
    """The table was brought in from elsewhere: what follows has keys, words and counters of its own."""

    kind = "restart/1"


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64 and not set(value) - set("0123456789abcdef")


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 63


PATH = 8  # hashes from the key of an evening to the root: one longer or shorter would lead there from another key
LINES = (
    *(Commit, TreeCommit, Evening, Entropy, LaterEntropy, Struck, LaterStruck),
    *(Drawn, Physical, Reveal, TreeReveal, Restart),
)
KINDS: Final[dict[str, type[FairLine]]] = {kind.kind: kind for kind in LINES}
WELL_WRITTEN: Final[dict[str, Callable[[Any], bool]]] = {
    "stream": STREAMS.__contains__,
    "commitment": _is_hash,
    "key": _is_hash,
    "mix": _is_hash,
    "counter": _is_count,
    "mixed": _is_count,
    "evening": _is_count,
    "path": lambda value: isinstance(value, list) and len(value) == PATH and all(map(_is_hash, value)),
    "drawn": _is_count,
    "next_mix": lambda value: value == "" or _is_hash(value),
    "next_mixed": _is_count,
    "public": _is_count,
    "secret": _is_count,
    "sides": lambda value: _is_count(value) and 1 <= value <= MAX_SIDES,
    "faces": lambda value: isinstance(value, list) and value != [] and all(map(_is_count, value)),
    "by": lambda value: isinstance(value, str),
    "label": lambda value: isinstance(value, str),
    "words": lambda value: isinstance(value, str),
}


def checked(kind: type[Any], name: str, data: Mapping[str, Any], at: int) -> dict[str, Any]:
    values = {f.name: data.get(f.name) for f in fields(kind) if f.name != "at"}
    for field_name, value in values.items():
        if not WELL_WRITTEN[field_name](value):
            raise BadRecord(BAD_FIELD, line=at, field=field_name, kind=name)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def from_dict(data: Mapping[str, Any], at: int = 1) -> FairLine:
    """The line that `to_dict` wrote; raises `BadRecord` for anything else."""
    name = data.get("fair")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadRecord(UNKNOWN_KIND, line=at, kind=str(name)[:40], known=tuple(KINDS))
    return kind(**checked(kind, kind.kind, data, at), at=at)


def _once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, none of whose fields is written twice: readers would not agree on which of the two it says."""
    read = dict(fields)
    if len(read) < len(fields):
        raise KeyError
    return read


def read_log(text: str) -> tuple[FairLine, ...]:
    """The dice lines of a log written one JSON object per line: lines of their own, or a list under "fair"."""
    lines: list[FairLine] = []
    for at, written in enumerate(text.split("\n"), 1):
        if not written.strip():
            continue
        try:
            data = json.loads(written, object_pairs_hook=_once)
        except KeyError as wrong:
            raise BadRecord(TWICE, line=at) from wrong
        except (ValueError, RecursionError) as wrong:
            raise BadRecord(NOT_JSON, line=at) from wrong
        if not isinstance(data, dict):
            raise BadRecord(NOT_AN_OBJECT, line=at)
        held = data.get("fair", [])
        for item in held if isinstance(held, list) else [data]:
            if not isinstance(item, dict):
                raise BadRecord(NOT_AN_OBJECT, line=at)
            lines.append(from_dict(item, at))
    return tuple(lines)
