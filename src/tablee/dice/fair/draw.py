"""FairDice: keys kept until the reveal, a state that only goes forward, and the one face they make."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from hmac import digest
from itertools import count as counting
from secrets import token_bytes
from typing import Any

from tablee.dice.fair.log import (
    STREAMS,
    Commit,
    Drawn,
    Entropy,
    Evening,
    FairLine,
    LaterEntropy,
    LaterStruck,
    Restart,
    Reveal,
    Stream,
    Struck,
    checked,
)

KEY_BYTES = 32
SPAN = 1 << 256  # how many numbers one HMAC-SHA256 can be


def hashed(purpose: str, *parts: bytes) -> bytes:
    """The hash of some bytes for one purpose, which no other purpose can give."""
    return sha256(b"\0".join([f"tablee/fair/1 {purpose}".encode(), *parts])).digest()


def commitment(stream: Stream, key: bytes) -> str:
    """What is published of a key before the first throw."""
    return hashed("commit", stream.encode(), key).hex()


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


NO_WORDS = hashed("mix").hex()


@dataclass(frozen=True)
class State:
    """All that the next face depends on besides the keys: counters that only grow, and everybody's words, hashed.

    Words that came once a key had thrown its first die wait for the next key in `next_mix` ("" if there are none).
    """

    public: int = 0
    secret: int = 0
    mixed: int = 0
    mix: str = NO_WORDS
    evening: int = 0
    next_mix: str = ""
    next_mixed: int = 0

    @property
    def thrown(self) -> bool:
        """Whether a key of this evening has thrown a die: words that come now wait for the next one."""
        return bool(self.public or self.secret)

    def after(self, line: FairLine) -> State:
        """The state once this line is in the log."""
        if isinstance(line, LaterEntropy):
            return replace(self, next_mixed=self.next_mixed + 1, next_mix=_mixed(self.next_mix or self.mix, line))
        if isinstance(line, LaterStruck):
            return replace(self, next_mixed=self.next_mixed + 1, next_mix=line.mix)
        if isinstance(line, Entropy):
            return replace(self, mixed=self.mixed + 1, mix=_mixed(self.mix, line))
        if isinstance(line, Struck):
            return replace(self, mixed=self.mixed + 1, mix=line.mix)
        if isinstance(line, Drawn):
            ahead = line.counter + len(line.faces)
            return replace(self, public=ahead) if line.stream == "public" else replace(self, secret=ahead)
        if isinstance(line, Evening):
            mixed = self.mixed + self.next_mixed
            return State(mixed=mixed, mix=self.next_mix or self.mix, evening=line.evening)
        return State() if isinstance(line, Restart) else self

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
        return cls(**checked(cls, "state", data, 1))


def _mixed(mix: str, words: Entropy) -> str:
    """The hash of everybody's words once some more are mixed in."""
    return hashed("mix", bytes.fromhex(mix), json.dumps([words.by, words.words]).encode()).hex()


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
