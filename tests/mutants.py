"""python -m tests.mutants: would the vectors notice? Single-line breaks in functions that cite a rule, one at a time.

Forty breaks per game, drawn with a printed seed: a sign turned, a bound moved, a call left out. Each is tried in a
child process that plays the game's vectors until one disagrees; all must agree with the unbroken game. The last line
is one JSON object: the share noticed, by game.
"""

from __future__ import annotations

import ast
import json
import os
import random
import re
import signal
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.conformance.vectors import OURS, disagreement, vectors_of

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
GAMES = {"undesix": "UDS", "cle-en-main": "CEM", "deusex": "DEX", "d6": "D6"}  # the beginning of their rule ids
PER_GAME = 40
LONGEST = 300  # seconds of work: a break may make a loop endless
BOUNDS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
ALL_AGREE = "all vectors agree"
UNHEARD = {"note", "append", "add"}  # explanations are for people; what vectors compare are results


@dataclass(frozen=True)
class Mutant:
    """One break: the module it is in, its line, what was there and what is there instead, the whole module as text."""

    module: str
    path: Path
    line: int
    function: str
    cited: str
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.function} ({self.cited}): {self.before} → {self.after}"


def functions(tree: ast.Module, ids: re.Pattern[str]) -> Iterator[tuple[ast.FunctionDef, str]]:
    """The functions whose docstring cites a rule of the game, with the first rule they cite."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (cited := ids.search(ast.get_docstring(node) or "")):
            yield node, cited[0]


def breaks(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str, Any]]:
    """Every way to break one line of a function: the node, its attribute, and the value put there instead."""
    docstring = function.body[0]
    annotations = {id(inner) for node in ast.walk(function.args) for inner in ast.walk(node)}
    for node in ast.walk(function):
        if id(node) in annotations or node is docstring:
            continue
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            yield node, "op", ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in BOUNDS:
            yield node, "ops", [BOUNDS[type(node.ops[0])]()]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
            yield node.func, "id", "max" if node.func.id == "min" else "min"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield node, "op", ast.UAdd()
        elif isinstance(node, ast.BoolOp):
            for at, value in enumerate(node.values):
                if any(isinstance(inner, ast.Call) for inner in ast.walk(value)):
                    yield node, "values", node.values[:at] + node.values[at + 1 :]
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func
            if not (isinstance(called, ast.Attribute) and called.attr in UNHEARD):
                yield node, "value", ast.Constant(None)


def mutants_of(game: str) -> list[Mutant]:
    """Every break of a game, in the order of its files."""
    folder = SOURCE / "tablee/games" / game.replace("-", "_")
    ids = re.compile(rf"\b{GAMES[game]}-[A-Z0-9]+-\d\d")
    found = []
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        for function, cited in functions(tree, ids):
            for node, attribute, instead in breaks(function):
                whole = getattr(node, attribute)
                before = ast.unparse(node)
                setattr(node, attribute, instead)
                after, text = ast.unparse(node), ast.unparse(tree)
                line = getattr(node, "lineno", function.lineno)
                found.append(Mutant(module, path.relative_to(ROOT), line, function.name, cited, before, after, text))
                setattr(node, attribute, whole)
    return found


class BrokenSource(SourceFileLoader):
    """Loads a module from a changed text instead of its file."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(ROOT / mutant.path))
        self.text = mutant.text

    def get_data(self, path: str) -> bytes:
        return self.text.encode()

    def path_stats(self, path: str) -> Mapping[str, Any]:
        raise OSError("no compiled copy of a broken module is kept")


class BrokenModule(MetaPathFinder):
    """Finds the one broken module; all others are found as usual."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.mutant.module:
            return None
        return spec_from_file_location(name, ROOT / self.mutant.path, loader=BrokenSource(self.mutant))


def noticed(game: str, mutant: Mutant | None) -> str:
    """The id of the first vector that disagrees with the broken game, or with the game as it is (None); "" if none
    does. Tried in a child process.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        os.write(writing, (_first_disagreement(game, mutant) or ALL_AGREE).encode()[:4000])
        os._exit(0)
    os.close(writing)
    answer = os.read(reading, 4000).decode() or "it does not end"
    os.close(reading)
    os.waitpid(child, 0)
    return "" if answer == ALL_AGREE else answer


def _first_disagreement(game: str, mutant: Mutant | None) -> str:
    signal.setitimer(signal.ITIMER_PROF, LONGEST)  # ends the child, which counts as noticed
    if mutant:
        sys.meta_path.insert(0, BrokenModule(mutant))
    cited = mutant.cited if mutant else ""
    try:
        near_first = sorted(vectors_of(game, OURS), key=lambda vector: vector["rule"] != cited)
        for vector in near_first:
            if disagreement(game, vector):
                return str(vector["id"])
    except Exception as error:
        return f"{type(error).__name__}: the game does not load"
    return ""


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="the four games unless some are named")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="draws the same breaks again")
    parser.add_argument("--count", type=int, default=PER_GAME, help="how many breaks per game")
    asked = parser.parse_args()
    shares = {}
    print(f"seed {asked.seed}, {asked.count} breaks per game")
    for game in asked.games:
        if wrong := noticed(game, None):
            parser.error(f"{wrong} disagrees with the unbroken game: mend it first")
        every = mutants_of(game)
        drawn = random.Random(f"{asked.seed}/{game}").sample(every, min(asked.count, len(every)))
        with ThreadPoolExecutor(os.cpu_count()) as side_by_side:
            answers = list(side_by_side.map(lambda mutant, game=game: noticed(game, mutant), drawn))
        survivors = [mutant for mutant, answer in zip(drawn, answers, strict=True) if not answer]
        shares[game] = round(1 - len(survivors) / len(drawn), 3)
        print(f"\n{game}: {len(drawn) - len(survivors)} of {len(drawn)} noticed, of {len(every)} possible breaks")
        for mutant in survivors:
            print(f"  survives: {mutant}")
    print(json.dumps(shares))


if __name__ == "__main__":
    main()
