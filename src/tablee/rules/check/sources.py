"""The files of a game's package, read without running them, and what is found in them, line by line."""

from __future__ import annotations

import ast
import re
import tomllib
import traceback
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

from tablee.errors import BadInput
from tablee.rules.book import WORDS, rule_files, sentences
from tablee.text import Text


@dataclass(frozen=True, order=True)
class Place:
    """A line of a file."""

    file: Path
    line: int = 1


@dataclass(frozen=True)
class Finding:
    """A sentence about a place. A remark leaves the game accepted; a mistake must be mended."""

    place: Place
    text: Text
    values: tuple[tuple[str, Any], ...] = ()
    remark: bool = False

    def say(self, lang: str) -> str:
        return self.text.say(lang, **dict(self.values))


def mistake(place: Place, text: Text, /, **values: Any) -> Finding:
    """Something that must be mended."""
    return Finding(place, text, tuple(values.items()))


def unknown(place: Place, what: Text, id: str, known: Iterable[str]) -> Finding:
    """Something is named that does not exist; the known name most like it is proposed."""
    near = get_close_matches(id, list(known), n=1)
    return mistake(place, PERHAPS if near else UNKNOWN, what=what, id=id, near=tuple(near))


class Sources:
    """The Python and TOML files of one package, their calls, and the findings about files that cannot be read."""

    def __init__(self, package: str, folder: Path) -> None:
        self.package, self.folder = package, folder
        self.first_line = Place(folder / "__init__.py")
        self.modules: dict[Path, ast.Module] = {}
        self.tables: dict[Path, dict[str, Any]] = {}
        self.unreadable: list[Finding] = []
        self._lines: dict[Path, dict[str, int]] = {}  # of TOML files: where tables and keys begin
        for file in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
            try:
                if file.suffix == ".py":
                    self.modules[file] = ast.parse(file.read_text("utf-8"))
                else:
                    self.tables[file] = tomllib.loads(file.read_text("utf-8"))
            except (SyntaxError, ValueError) as wrong:
                line = getattr(wrong, "lineno", None) or next(iter(re.findall(r"at line (\d+)", str(wrong))), 1)
                self.unreadable.append(mistake(Place(file, int(line)), UNREADABLE, why=str(wrong)))
        self.calls: list[tuple[Place, ast.Call]] = []
        self.literals: list[tuple[Place, ast.Constant | ast.JoinedStr]] = []  # strings, those made of parts too
        self.fields: dict[str, list[tuple[str, Place]]] = {}  # by name: the class that declares one, and where
        pieces = set[int]()  # the strings that are parts of another
        for file, module in self.modules.items():
            for node in ast.walk(module):
                if isinstance(node, ast.JoinedStr):
                    pieces |= {id(part) for part in node.values}
                if isinstance(node, ast.Call):
                    self.calls.append((Place(file, node.lineno), node))
                elif isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in pieces:
                    self.literals.append((Place(file, node.lineno), node))
                elif isinstance(node, ast.ClassDef):
                    for line in node.body:
                        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                            self.fields.setdefault(line.target.id, []).append((node.name, Place(file, line.lineno)))

    def module_name(self, file: Path) -> str:
        """The name under which a file is imported."""
        inside = file.relative_to(self.folder).with_suffix("").parts
        return ".".join((self.package, *(inside[:-1] if inside[-1] == "__init__" else inside)))

    def calls_of(self, *names: str) -> Iterator[tuple[Place, ast.Call]]:
        """The calls of functions, classes or methods with one of these names."""
        return ((place, call) for place, call in self.calls if called(call) in names)

    def place_of(self, word: str, *within: str) -> Place:
        """Where a string is written: in a call of one of these names, else anywhere; else the package's first line."""
        trees: list[tuple[Path, ast.AST]] = [(place.file, call) for place, call in self.calls_of(*within)]
        for file, tree in (*trees, *self.modules.items()):
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and node.value == word:
                    return Place(file, node.lineno)
        return self.first_line

    def field_place(self, kind: type, field: str) -> Place:
        """Where a class or one of its parents declares a field; else the package's first line."""
        classes = {parent.__name__ for parent in kind.__mro__}
        declared = (place for owner, place in self.fields.get(field, ()) if owner in classes)
        return next(declared, self.first_line)

    def strings(self) -> Iterator[tuple[Place, str]]:
        """The strings that the code writes out."""
        return ((place, text) for place, node in self.literals if (text := string_of(node)) is not None)

    def computed_strings(self) -> Iterator[str]:
        """The strings that the code makes of parts (`f"{rule}:left"`), each as a pattern of what it may be."""
        for _, node in self.literals:
            if isinstance(node, ast.JoinedStr):
                yield "".join(re.escape(string_of(part) or "") or ".+" for part in node.values)

    def place_in(self, file: Path, name: str) -> Place:
        """Where a TOML file begins a table of this name, or gives a key of this name its value."""
        lines = self._lines.setdefault(file, {})
        if not lines:
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                if begins := re.match(r"\[+([^\]]+)\]|([\w-]+) *=", line):
                    lines.setdefault(begins[1] or begins[2], number)
        return Place(file, lines.get(name, 1))

    @cached_property
    def rule_tables(self) -> dict[Path, dict[str, Any]]:
        """The rule files of the book, as `Book.load` finds them, with their tables."""
        loads = [call for _, call in self.calls_of("load") if ast.unparse(call.func) == "Book.load"]
        chapters = [string_of(node) for call in loads for part in call.args[1:] for node in ast.walk(part)]
        files = [self.folder / name for name in rule_files(filter(None, chapters))] if loads else []
        return {file: self.tables[file] for file in files if file in self.tables}

    def clauses(self) -> dict[str, tuple[Place, Mapping[str, Any]]]:
        """The rules of the book by id, each with its place and its table."""
        return {
            id: (self.place_in(file, id), row)
            for file, table in self.rule_tables.items()
            for id, row in table.items()
            if id not in WORDS
        }

    def words(self, kind: str) -> dict[str, tuple[Place, Mapping[str, Any]]]:
        """The terms, grades or options of the book by name, each with its place and its row."""
        return {
            name: (self.place_in(file, f"{kind}.{name}" if kind == "options" else name), row)
            for file, table in self.rule_tables.items()
            for name, row in table.get(kind, {}).items()
        }

    @cached_property
    def sentences(self) -> dict[str, tuple[Place, Mapping[str, Any]]]:
        """The sentences of the book by id, each with its place and its table."""
        return {
            full: (self.place_in(place.file, full.replace(":", ".tells.") if ":" in full else f"{full}.tells"), row)
            for id, (place, rule) in self.clauses().items()
            for full, row in sentences(id, rule).items()
        }

    def failure(self, wrong: Exception, doing: Text, place: Place) -> Finding:
        """An exception raised while `doing` something, where the game's own code last was, else at `place`."""
        for frame in traceback.extract_tb(wrong.__traceback__):
            if Path(frame.filename).is_relative_to(self.folder):
                place = Place(Path(frame.filename), frame.lineno or 1)
        if isinstance(wrong, BadInput):
            return mistake(place, STOPPED, doing=doing, why=Text(wrong.say("fr"), wrong.say("en")))
        return mistake(place, STOPPED, doing=doing, why=" ".join(f"{type(wrong).__name__}: {wrong}".split())[:200])


def called(call: ast.Call) -> str:
    """The last name of what is called: `note` for `BOOK.note(…)`."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def argument(call: ast.Call, name: str, position: int = -1) -> ast.expr | None:
    """An argument of a call, by its name, else by its position."""
    named = next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
    return named or (call.args[position] if 0 <= position < len(call.args) else None)


def strings_of(node: ast.AST | None, place: Place) -> Iterator[tuple[Place, str]]:
    """The strings that may be meant there, each with its line: the string itself, or those of `a if … else b`."""
    if isinstance(node, ast.IfExp):
        yield from (*strings_of(node.body, place), *strings_of(node.orelse, place))
    elif (text := string_of(node)) is not None:
        yield Place(place.file, getattr(node, "lineno", place.line)), text


def string_of(node: ast.AST | None) -> str | None:
    """The string that is written there, if it is one."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


UNREADABLE = Text(fr="Ce fichier ne se lit pas : {why}.", en="This file cannot be read: {why}.")
STOPPED = Text(fr="{doing} : cela ne va pas. {why}", en="{doing}: this does not work. {why}")
UNKNOWN = Text(fr="{what} « {id} », qui n'existe pas.", en="{what} “{id}”, which does not exist.")
PERHAPS = Text(
    fr="{what} « {id} », qui n'existe pas : peut-être « {near} » ?",
    en="{what} “{id}”, which does not exist: perhaps “{near}”?",
)
