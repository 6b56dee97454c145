"""Keychain: the keys of every evening of a table, made from one seed and committed together before anybody's words.

The keys of a stream are the leaves of a tree of hashes whose root is its commitment. Showing the key of one evening
with its path to the root proves that it was chosen at the start, and tells nothing of the other evenings.
"""

from __future__ import annotations

from collections.abc import Sequence
from hmac import digest
from secrets import token_bytes

from tablee.dice.fair.draw import KEY_BYTES, Keys, State, hashed
from tablee.dice.fair.log import PATH, STREAMS, Entropy, Evening, FairLine, Restart, Stream, TreeCommit, TreeReveal

EVENINGS = 1 << PATH  # under one root; after so many another tree begins


def leaf(stream: Stream, evening: int, key: bytes) -> bytes:
    """The hash of one evening's key, at the bottom of the tree."""
    return hashed("leaf", stream.encode(), evening.to_bytes(8, "big") + key)


def node(left: bytes, right: bytes) -> bytes:
    """The hash of two hashes of the row below."""
    return hashed("node", left + right)


def root_of(stream: Stream, evening: int, key: bytes, path: Sequence[str]) -> str:
    """The root that a key and its path lead to: the hashes beside it, from the bottom row to the top."""
    found = leaf(stream, evening, key)
    for row, beside in enumerate(map(bytes.fromhex, path)):
        found = node(beside, found) if evening >> row & 1 else node(found, beside)
    return found.hex()


class Keychain:
    """The keys of a table's dice, evening by evening."""

    def __init__(self, first: Keys, seed: bytes) -> None:
        self._first, self._seed = first, seed
        self._trees: dict[tuple[Stream, int], list[list[bytes]]] = {}

    @classmethod
    def fresh(cls) -> Keychain:
        return cls(Keys.fresh(), token_bytes(KEY_BYTES))

    def keys(self, evening: int) -> Keys:
        """The keys of one evening: showing them tells nothing of another's."""
        if not evening:
            return self._first
        return Keys(*(digest(self._seed, f"{stream} {evening}".encode(), "sha256") for stream in STREAMS))

    def commits(self, evening: int = 0) -> tuple[TreeCommit, ...]:
        """What is published before anybody's words: for each stream the root above all keys around this evening."""
        return tuple(TreeCommit(stream, self._tree(stream, evening)[-1][0].hex()) for stream in STREAMS)

    def beginning(self, evening: int, known: State, bound: bool) -> tuple[FairLine, ...]:
        """What is published when a later evening begins; `bound` says whether its key is committed already."""
        if bound and evening % EVENINGS:
            return (Evening(evening),)
        return (Restart(), *self.commits(evening), Evening(evening), Entropy("", known.next_mix or known.mix))

    def reveal(self, state: State, stream: Stream, evening: int, bound: bool) -> FairLine:
        """What is published at the end of an evening: its key, and the way from it to what was committed."""
        plain = state.reveal(self.keys(evening), stream)
        if not bound:
            return plain
        path, place = [], evening % EVENINGS
        for row in self._tree(stream, evening)[:-1]:
            path.append(row[place ^ 1].hex())
            place >>= 1
        return TreeReveal(stream, plain.key, plain.drawn, plain.mix, evening, tuple(path))

    def _tree(self, stream: Stream, evening: int) -> list[list[bytes]]:
        """The rows of the tree that this evening belongs to, leaves first."""
        start = evening - evening % EVENINGS
        if (stream, start) not in self._trees:
            numbers = range(start, start + EVENINGS)
            rows = [[leaf(stream, n, self.keys(n).of(stream)) for n in numbers]]
            while len(rows[-1]) > 1:
                below = rows[-1]
                rows.append([node(below[i], below[i + 1]) for i in range(0, len(below), 2)])
            self._trees = {key: tree for key, tree in self._trees.items() if key[1] == start} | {(stream, start): rows}
        return self._trees[stream, start]
