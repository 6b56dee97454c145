"""The game of CONTRIBUTING.md, written into a folder as its reader would."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    """The blocks of code of one kind, in the order of the page."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def rules() -> str:
    return blocks("toml")[0]


def project() -> str:
    """Its `pyproject.toml`."""
    return blocks("toml")[1]


def ends() -> str:
    return blocks("toml")[2]


def code() -> str:
    """The whole `__init__.py`: actions, order of play, first scene."""
    return "\n\n".join(blocks("python")[:3])


def tests() -> str:
    return blocks("python")[3]


def written(folder: Path, name: str = "tablee_pebbles", code: str = code(), rules: str = rules()) -> Path:
    """The package, under this name in this folder."""
    package = folder / name
    package.mkdir()
    (package / "rules.toml").write_text(rules, "utf-8")
    (package / "ends.toml").write_text(ends(), "utf-8")
    (package / "__init__.py").write_text(code, "utf-8")
    return package
