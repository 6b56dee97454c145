"""python -m tests.mutants: would the vectors notice? Single-line breaks in code that cites a rule, one at a time.

Forty breaks per game and seed, three fresh seeds unless some are named, all printed: a sign turned, a bound moved, a
call left out, a number of a table changed. A rule is cited in a docstring, its function's or its class's, in a comment,
or in the sentence that is said. Each break is tried in a child process that plays the game's vectors until one
disagrees; all must agree with the unbroken game. The last line is one JSON object: by game, the share noticed with each
seed and their mean. With --keep, what was counted is kept for the pages of the documentation (docs/mutants.json).
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
from datetime import date
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from statistics import mean
from types import ModuleType
from typing import Any

from tests.conformance.vectors import OURS, disagreement, vectors_of

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
KEPT = ROOT / "docs/mutants.json"
GAMES = {"undesix": "UDS", "cle-en-main": "CEM", "deusex": "DEX", "d6": "D6"}  # the beginning of their rule ids
PER_GAME = 40
SEEDS = 3
LONGEST = 15  # seconds of work, where all vectors take two: a break may make a loop endless
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
    cited: tuple[str, ...]
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.function} ({self.cited[0]}): {self.before} → {self.after}"

    def far(self, rule: str) -> int:
        """How far a rule is from those cited here: one of them, one of the same chapters, or another."""
        chapters = {cited.rpartition("-")[0] for cited in self.cited}
        return 0 if rule in self.cited else 1 if rule.rpartition("-")[0] in chapters else 2


def rule_code(tree: ast.Module, text: str, ids: re.Pattern[str]) -> Iterator[tuple[ast.stmt, str, tuple[str, ...]]]:
    """The code that cites a rule of the game: its statement, its name, the rules it cites.

    Functions, by their text or by the docstring of the class they stand in; assignments of a module, by a comment on
    one of their lines or by the string below.
    """
    lines = text.splitlines()

    def cited_in(first: int, last: int) -> tuple[str, ...]:
        return tuple(dict.fromkeys(ids.findall("\n".join(lines[first - 1 : last]))))

    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    of_class = {id(one): tuple(ids.findall(ast.get_docstring(node) or "")) for node in classes for one in node.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            cited = cited_in(node.lineno, node.end_lineno or node.lineno) or of_class.get(id(node), ())
            if cited:
                yield node, node.name, cited
    for at, node in enumerate(tree.body):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            below = tree.body[at + 1] if at + 1 < len(tree.body) else node
            says = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
            end = below if says else node
            if cited := cited_in(node.lineno, end.end_lineno or end.lineno):
                yield node, ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target), cited


def breaks(code: ast.stmt) -> Iterator[tuple[ast.AST, str, Any]]:
    """Every way to break one line of rule code: the node, its attribute, and the value put there instead."""
    if not isinstance(code, ast.FunctionDef):
        yield from numbers(code)
        return
    docstring = code.body[0]
    annotations = {id(inner) for node in ast.walk(code.args) for inner in ast.walk(node)}
    for node in ast.walk(code):
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


def numbers(code: ast.stmt) -> Iterator[tuple[ast.AST, str, Any]]:
    """The whole numbers of a table, each one larger; those of a form (`Between`, `Ask`) only bound what is typed in."""
    forms = {id(inner) for node in ast.walk(code) if isinstance(node, ast.Subscript) for inner in ast.walk(node)}
    for node in ast.walk(code):
        if isinstance(node, ast.Constant) and type(node.value) is int and id(node) not in forms:
            yield node, "value", node.value + 1


def mutants_of(game: str) -> list[Mutant]:
    """Every break of a game, each once, in the order of its files."""
    folder = SOURCE / "tablee/games" / game.replace("-", "_")
    ids = re.compile(rf"\b{GAMES[game]}-[A-Z0-9]+-\d\d")
    found = []
    for path in sorted(folder.rglob("*.py")):
        if path.name == "reference.py":  # lists of rules to read, which apply none
            continue
        source = path.read_text("utf-8")
        tree = ast.parse(source)
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        broken: set[tuple[ast.AST, str]] = set()
        for code, name, cited in rule_code(tree, source, ids):
            for node, attribute, instead in breaks(code):
                whole = getattr(node, attribute)
                before = ast.unparse(node)
                setattr(node, attribute, instead)
                after, text = ast.unparse(node), ast.unparse(tree)
                setattr(node, attribute, whole)
                if (node, after) not in broken:  # a function inside another is in both
                    broken.add((node, after))
                    line = getattr(node, "lineno", code.lineno)
                    found.append(Mutant(module, path.relative_to(ROOT), line, name, cited, before, after, text))
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
    try:
        near_first = sorted(vectors_of(game, OURS), key=lambda vector: mutant.far(vector["rule"]) if mutant else 0)
        for vector in near_first:
            if disagreement(game, vector):
                return str(vector["id"])
    except Exception as error:
        return f"{type(error).__name__}: the game does not load"
    return ""


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="the four games unless some are named")
    fresh = [int(time.time()) + place for place in range(SEEDS)]
    parser.add_argument("--seed", type=int, nargs="+", default=fresh, help="draws the same breaks again")
    parser.add_argument("--count", type=int, default=PER_GAME, help="how many breaks per game and seed")
    parser.add_argument("--keep", action="store_true", help=f"keep what was counted in {KEPT.relative_to(ROOT)}")
    asked = parser.parse_args()
    kept: dict[str, dict[str, Any]] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    shares: dict[str, dict[str, float]] = {}
    print(f"seeds {asked.seed}, {asked.count} breaks per game and seed", flush=True)
    for game in asked.games:
        if wrong := noticed(game, None):
            parser.error(f"{wrong} disagrees with the unbroken game: mend it first")
        every = mutants_of(game)
        count = min(asked.count, len(every))
        drawn = {seed: random.Random(f"{seed}/{game}").sample(every, count) for seed in asked.seed}
        once = list(dict.fromkeys(mutant for mutants in drawn.values() for mutant in mutants))
        with ThreadPoolExecutor(os.cpu_count()) as side_by_side:
            answers = dict(zip(once, side_by_side.map(partial(noticed, game), once), strict=True))
        shares[game] = {}
        kept[game] = {
            "day": date.today().isoformat(),
            "cases": len(vectors_of(game, OURS)),
            "seeds": asked.seed,
            "breaks": count * len(asked.seed),
            "noticed": sum(bool(answers[mutant]) for mutants in drawn.values() for mutant in mutants),
        }
        for seed, mutants in drawn.items():
            caught = sum(bool(answers[mutant]) for mutant in mutants)
            shares[game][str(seed)] = round(caught / count, 3)
            print(f"{game}, seed {seed}: {caught} of {count} noticed, of {len(every)} possible breaks")
        shares[game]["mean"] = round(mean(shares[game].values()), 3)
        for mutant in once:
            if not answers[mutant]:
                print(f"  survives: {mutant}", flush=True)
    if asked.keep:
        KEPT.write_text(json.dumps(kept, indent=2) + "\n", "utf-8")
    print(json.dumps(shares))


if __name__ == "__main__":
    main()
