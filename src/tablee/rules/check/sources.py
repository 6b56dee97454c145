"""Sources: the files of a game's package, read without running them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from tablee.rules.check.findings import Finding, Place, mistake
from tablee.text import Text

UNREADABLE = Text(fr="Ce fichier ne se lit pas : {why}.", en="This file cannot be read: {why}.")


class Sources:
    """The Python and TOML files of one package, with the findings about those that cannot be read."""

    def __init__(self, package: str, folder: Path) -> None:
        self.package, self.folder = package, folder
        self.unreadable: list[Finding] = []
        self.modules: dict[Path, ast.Module] = {}
        self.tables: dict[Path, dict[str, Any]] = {}
        for file in sorted(folder.rglob("*.py")):
            try:
                self.modules[file] = ast.parse(file.read_text("utf-8"))
            except (SyntaxError, ValueError) as wrong:
                place = Place(file, getattr(wrong, "lineno", None) or 1)
                self.unreadable.append(mistake(place, UNREADABLE, why=getattr(wrong, "msg", str(wrong))))
        for file in sorted(folder.rglob("*.toml")):
            try:
                self.tables[file] = tomllib.loads(file.read_text("utf-8"))
            except ValueError as wrong:
                line = re.search(r"at line (\d+)", str(wrong))
                self.unreadable.append(mistake(Place(file, int(line[1]) if line else 1), UNREADABLE, why=str(wrong)))

    @property
    def entrance(self) -> Place:
        """The first line of the package, for what is written nowhere."""
        return Place(self.folder / "__init__.py")

    def module_name(self, file: Path) -> str:
        """The name under which a file is imported."""
        inside = file.relative_to(self.folder).with_suffix("").parts
        return ".".join((self.package, *(inside[:-1] if inside[-1] == "__init__" else inside)))

    @cached_property
    def calls(self) -> tuple[tuple[Place, ast.Call], ...]:
        """Every call written in the package."""
        return tuple(
            (Place(file, node.lineno), node)
            for file, module in self.modules.items()
            for node in ast.walk(module)
            if isinstance(node, ast.Call)
        )

    @cached_property
    def strings(self) -> tuple[tuple[Place, str], ...]:
        """Every string written in the package, docstrings included."""
        return tuple(
            (Place(file, node.lineno), node.value)
            for file, module in self.modules.items()
            for node in ast.walk(module)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )

    def calls_of(self, *names: str) -> Iterator[tuple[Place, ast.Call]]:
        """The calls of functions, classes or methods with one of these names."""
        return ((place, call) for place, call in self.calls if called(call) in names)

    def place_of(self, word: str, *within: str) -> Place:
        """Where a string is written: first in a call of one of these names, then anywhere, then the first line."""
        for place, call in self.calls_of(*within):
            for node in ast.walk(call):
                if isinstance(node, ast.Constant) and node.value == word:
                    return Place(place.file, node.lineno)
        written = next((place for place, string in self.strings if string == word), None)
        return written or next((place for place, _ in self.calls_of(*within)), self.entrance)

    def line_of(self, file: Path, table: str, key: str = "") -> Place:
        """Where a TOML table begins in its file, or where one of its keys is."""
        lines, inside, begins = file.read_text("utf-8").splitlines(), False, 1
        for number, line in enumerate(lines, 1):
            if line.startswith("["):
                inside = line.strip("[] ").split("]")[0].strip('"') == table
                begins = number if inside else begins
            if inside and key and re.match(rf"{re.escape(key)}\s*[=.]", line):
                return Place(file, number)
        return Place(file, begins)


def called(call: ast.Call) -> str:
    """The last name of what is called: `saying` for `BOOK.saying(…)`."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def argument(call: ast.Call, name: str, position: int | None = None) -> ast.expr | None:
    """An argument of a call, by its name or its position."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    return call.args[position] if position is not None and position < len(call.args) else None


def string_of(node: ast.expr | None) -> str | None:
    """The string that an argument is, if it is written as one."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def clauses_of(sources: Sources) -> dict[str, tuple[Path, Mapping[str, Any]]]:
    """The rules of the book by id, each with its file and its table, from the files that `Book.load` names."""
    names = [
        name
        for _, call in sources.calls_of("load")
        if isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == "Book"
        for name in [string_of(argument) for argument in call.args[1:]] or ["rules.toml"]
    ]
    return {
        id: (file, row)
        for name in names
        for file, table in sources.tables.items()
        if name and file == sources.folder / name
        for id, row in table.items()
    }
