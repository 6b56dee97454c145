"""python -m inpage [FOLDER]: build Tablée without a server, as one static folder (site/)."""

from __future__ import annotations

import sys
from pathlib import Path

from inpage.build import CannotBuild, build


def main(into: str = "site") -> int:
    """Build it and say how much is sent; 1 if something is missing here."""
    try:
        files = build(Path(into))
    except CannotBuild as why:
        print(why, file=sys.stderr)
        return 1
    for name, size in sorted(files.items(), key=lambda one: -one[1]):
        print(f"{size:>11,}  {name}")
    print(f"{sum(files.values()):>11,}  in all: {into}/, to be put on any static host (docs/hosting.md)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
