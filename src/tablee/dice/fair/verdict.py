"""verify(): every face of a log computed again, or the first line that does not hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from hmac import compare_digest
from itertools import pairwise
from typing import Final, NoReturn

from tablee.dice.fair.draw import State, commitment
from tablee.dice.fair.evenings import root_of
from tablee.dice.fair.log import (
    STREAMS,
    Commit,
    Drawn,
    Entropy,
    Evening,
    FairLine,
    Physical,
    Restart,
    Reveal,
    Stream,
    Struck,
    TreeCommit,
    TreeReveal,
)
from tablee.errors import BadRecord
from tablee.text import Text

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
WRONG_EVENING = Text(
    fr="Ligne {line} : la soirée {expected} était attendue, pas la {found} ; des clés ont pu être choisies.",
    en="Line {line}: evening {expected} was expected, not {found}; keys may have been chosen.",
)
NOT_REVEALED = Text(
    fr="Ligne {line} : une autre soirée commence sans que la clé publique de la précédente soit révélée.",
    en="Line {line}: another evening begins although the public key of the one before was not revealed.",
)
STREAM_NAMES: Final[dict[Stream, Text]] = {
    "public": Text(fr="publique", en="public"),
    "secret": Text(fr="secrète", en="secret"),
}


@dataclass(frozen=True)
class Count:
    """How many faces of a stream were computed again, wait for the key, are not in this log, or were real dice."""

    verified: int = 0
    unrevealed: int = 0
    missing: int = 0
    physical: int = 0


Verdict = Mapping[Stream, Count]
"""What a log that holds together shows, stream by stream."""


def verify(lines: Iterable[FairLine]) -> Verdict:
    """What can be said of a log; raises `BadRecord` at the first line that does not hold."""
    placed = [replace(line, at=line.at or place) for place, line in enumerate(lines, 1)]
    starts = sorted({0, *(place for place, line in enumerate(placed) if isinstance(line, Restart)), len(placed)})
    if not placed:
        raise BadRecord(NOTHING)
    counts = {stream: Count() for stream in STREAMS}
    for start, end in pairwise(starts):
        for stream, found in _Reading(placed[start:end]).verdict().items():
            known = counts[stream]
            counts[stream] = Count(*(getattr(known, f.name) + getattr(found, f.name) for f in fields(Count)))
    return counts


def _named(reveal: Reveal) -> tuple[Stream, int]:
    """Which key it is: its stream, and its evening (0 where there is only one)."""
    return reveal.stream, reveal.evening if isinstance(reveal, TreeReveal) else 0


def _fits(reveal: Reveal, committed: Commit) -> bool:
    """Whether a key is the one that was committed, or one of those that were."""
    key = bytes.fromhex(reveal.key)
    if isinstance(committed, TreeCommit) != isinstance(reveal, TreeReveal):
        return False
    found = (
        root_of(reveal.stream, reveal.evening, key, reveal.path)
        if isinstance(reveal, TreeReveal)
        else commitment(reveal.stream, key)
    )
    return compare_digest(found, committed.commitment)


class _Reading:
    """A log read from the top, once the keys revealed at its end are known."""

    def __init__(self, lines: Sequence[FairLine]) -> None:
        self.lines = lines
        self.reveals = {_named(line): line for line in reversed(lines) if isinstance(line, Reveal)}
        self.state = State()
        self.committed: dict[Stream, Commit] = {}
        self.ended: set[Stream] = set()
        self.counts = {stream: Count() for stream in STREAMS}

    def verdict(self) -> Verdict:
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
            elif isinstance(line, Evening):
                self.evening(line)
            elif self.state.next_mix and isinstance(line, Entropy | Struck) and line.kind.endswith("/1"):
                raise BadRecord(WRONG_MIX, line=line.at)  # words wait already: nobody goes before them
            self.state = self.state.after(line)
        return self.counts

    def commit(self, line: Commit) -> None:
        if line.stream in self.committed:
            self.refuse(COMMITTED_TWICE, line)
        if self.state != State():
            self.refuse(COMMITTED_LATE, line)
        for (stream, _), reveal in self.reveals.items():
            if stream == line.stream and not _fits(reveal, line):
                self.refuse(SWAPPED_KEY, reveal)
        self.committed[line.stream] = line

    def evening(self, line: Evening) -> None:
        first = self.state == State()  # after a restart the evenings go on from where they were
        if not first and line.evening != self.state.evening + 1:
            raise BadRecord(WRONG_EVENING, line=line.at, expected=self.state.evening + 1, found=line.evening)
        if not first and "public" not in self.ended:
            raise BadRecord(NOT_REVEALED, line=line.at)
        self.ended = set()

    def in_play(self, line: Drawn | Reveal) -> None:
        if line.stream not in self.committed:
            self.refuse(NOT_COMMITTED, line)
        if line.stream in self.ended:
            self.refuse(REVEALED_BEFORE, line)

    def drawn(self, line: Drawn) -> None:
        self.in_play(line)
        self.possible(line)
        reveal, expected = self.reveals.get((line.stream, self.state.evening)), self.state.of(line.stream)
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
        if isinstance(line, TreeReveal) and line.evening != self.state.evening:
            self.refuse(WRONG_EVENING, line, expected=self.state.evening, found=line.evening)
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
