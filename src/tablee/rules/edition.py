"""edition(game): which rules these are, as a short text that every result keeps: « 0.1.0 4f7c02d9 ».

The version of the program, then a digest of the files that rules are made of: those of the game and of the rooms that
it is written in. Two programs with the same edition make the same result of the same faces and answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import metadata
from importlib.resources import files
from importlib.resources.abc import Traversable

from tablee.rules.game import package_of

SHARED = ("tablee.rules", "tablee.dice")
ENDS = (".py", ".toml")


@cache
def edition(game: str) -> str:
    """The edition of an installed game's rules; that of the program alone for a game that is not installed."""
    version = metadata.version("tablee")
    package = package_of(game)
    if not package:
        return version
    digest = sha256()
    for room in (package, *SHARED):
        for path, file in source_files(files(room), room):
            digest.update(path.encode() + b"\0" + file.read_bytes() + b"\0")
    return f"{version} {digest.hexdigest()[:8]}"


def source_files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """The files of a folder that rules may be made of, in order, those of its folders included."""
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            yield from source_files(one, f"{path}/{one.name}")
        elif one.name.endswith(ENDS):
            yield f"{path}/{one.name}", one
