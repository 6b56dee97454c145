"""Places in a TOML file: the line where a table or a key of the structure is written."""

from __future__ import annotations

import re

HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?")
KEY = re.compile(r"^\s*(\"[^\"]+\"|[\w.-]+)\s*=")
Steps = tuple[str | int, ...]


class Lines:
    """Where each table and key of a TOML text begins."""

    def __init__(self, text: str) -> None:
        self.known: dict[Steps, int] = {(): 1}
        here: Steps = ()
        counts: dict[Steps, int] = {}
        open_key: Steps | None = None
        items = depth = 0
        for number, line in enumerate(text.splitlines(), 1):
            bare = re.sub(r"\"[^\"]*\"|'[^']*'|#.*$", "", line)
            if open_key is not None:
                if line.lstrip().startswith(("{", '"')):
                    self.known.setdefault((*open_key, items), number)
                    items += 1
                depth += bare.count("[") - bare.count("]")
                open_key = open_key if depth > 0 else None
                continue
            if found := HEADER.match(line):
                here = self._header(found[2], found[1] == "[[", counts)
                for n in range(1, len(here) + 1):
                    self.known.setdefault(here[:n], number)
            elif found := KEY.match(line):
                key = (*here, *(part.strip('"') for part in _parts(found[1])))
                self.known.setdefault(key, number)
                depth = bare.count("[") - bare.count("]")
                if depth > 0:
                    open_key, items = key, 0

    def _header(self, name: str, many: bool, counts: dict[Steps, int]) -> Steps:
        """The place of a table; of the last one of its name, where a table belongs to one of several."""
        steps: Steps = ()
        parts = _parts(name)
        for at, part in enumerate(parts):
            steps = (*steps, part.strip().strip('"'))
            if many and at == len(parts) - 1:
                counts[steps] = counts.get(steps, -1) + 1
            if steps in counts:
                steps = (*steps, counts[steps])
        return steps

    def line(self, *steps: str | int) -> int:
        """The line where this stands, or else what it stands in."""
        while steps not in self.known:
            steps = steps[:-1]
        return self.known[steps]


def _parts(name: str) -> list[str]:
    """The parts of a dotted name, in which quotes hold dots together."""
    return re.findall(r"\"[^\"]+\"|[^.\"]+", name)
