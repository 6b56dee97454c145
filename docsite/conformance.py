"""Conformance, published: each rule of a game with its status, the code that applies it, the tests that cover it."""

from __future__ import annotations

import ast
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from docsite.markdown import cell, plain
from tablee.rules.check.checks import cited_in
from tablee.rules.game import Game
from tablee.rules.why import MARKS, PARTLY_OURS, Clause
from tablee.text import Text

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "docs/mutants.json"
PLACES = 3  # shown of each rule; the others are counted
BOOKS = Text(fr="du livre", en="the book's")

TITLE = Text(fr="{game} : la conformité, règle par règle", en="{game}: conformance, rule by rule")
ABOUT = Text(
    fr="Cette page est faite à partir du code : chaque règle du jeu, son statut, les fonctions qui l'appliquent et la "
    "citent, les tests qui la couvrent. Un test de la maison échoue si une règle qui se calcule n'est pas citée, ou "
    "pas couverte.",
    en="This page is made from the code: each rule of the game, its status, the functions that apply and cite it, the "
    "tests that cover it. A test of the house fails if a rule that computes something is not cited, or not covered.",
)
SEE = Text(
    fr="[Ce que disent les règles](../{id}.md) ; [comment nous les lisons](../lectures/{id}.md).",
    en="[What the rules say](../{id}.md); [how we read them](../../rulings/{id}.md).",
)
COUNTED = Text(fr="**{rules} règles** : {statuses}.", en="**{rules} rules**: {statuses}.")
CASES = Text(
    fr="**{cases} cas calculés à la main** d'après le livre : `make test` les joue tous, et échoue si l'un diffère.",
    en="**{cases} cases computed by hand** from the book: `make test` plays them all, and fails if one differs.",
)
MUTANTS = Text(
    fr="**{noticed} fautes sur {breaks} sont vues** : des fautes d'une ligne, tirées au hasard (graines {seeds}) dans "
    "le code qui cite une règle ; une faute est vue quand l'un des {cases} cas d'alors ne tombe plus juste. Mesuré le "
    "{day} par `python -m tests.mutants`.",
    en="**{noticed} of {breaks} faults are noticed**: faults of one line, drawn at random (seeds {seeds}) in code that "
    "cites a rule; a fault is noticed when one of the {cases} cases of that day comes out otherwise. Measured on "
    "{day} by `python -m tests.mutants`.",
)
HEAD = Text(
    fr="| Règle | Statut | Appliquée dans | Couverte par | Lectures et options |",
    en="| Rule | Status | Applied in | Covered by | Readings and options |",
)
CASES_OF = Text(fr="{n} cas", en="{n} case{n:|s}")
TESTS_OF = Text(fr="{n} test{n:|s} ({where})", en="{n} test{n:|s} ({where})")
MORE = Text(fr="et {n} de plus", en="and {n} more")
OPTION = Text(fr="option `{id}`", en="option `{id}`")
READINGS = Text(fr="{n} lecture{n:|s}", en="{n} reading{n:|s}")


def conformance_page(game: Game, lang: str) -> str:
    """The page of a game: what was counted, then a table of its rules."""
    return "\n".join(_page(game, lang))


def _page(game: Game, lang: str) -> Iterator[str]:
    statuses = Counter(_status(clause, lang) for clause in game.book.values())
    told = ", ".join(f"{status} {count}" for status, count in statuses.most_common())
    yield f"# {TITLE.say(lang, game=game.label)}\n\n{ABOUT.say(lang)} {SEE.say(lang, id=game.id)}\n"
    yield f"- {COUNTED.say(lang, rules=len(game.book), statuses=told)}"
    yield f"- {CASES.say(lang, cases=sum(_cases(game.id).values()))}"
    if kept := json.loads(KEPT.read_text("utf-8")).get(game.id):
        seeds = ", ".join(map(str, kept["seeds"]))
        yield f"- {MUTANTS.say(lang, **{**kept, 'seeds': seeds})}"
    yield f"\n{HEAD.say(lang)}\n|---|---|---|---|---|"
    yield from (_row(game, clause, lang) for clause in game.book.values())


def _row(game: Game, clause: Clause, lang: str) -> str:
    applied, covered = _applied(game.id).get(clause.id, []), []
    if cases := _cases(game.id)[clause.id]:
        covered.append(CASES_OF.say(lang, n=cases))
    if tests := _tests().get(clause.id):
        files = list(dict.fromkeys(tests))
        covered.append(TESTS_OF.say(lang, n=len(tests), where=_some([f"`{one}`" for one in files], lang)))
    readings = len(game.rulings().by_rule.get(clause.id, ()))
    also = [READINGS.say(lang, n=readings)] if readings else []
    also += [OPTION.say(lang, id=option.id) for option in game.options if option.rule == clause.id]
    cells = (
        f"`{clause.id}` {cell(clause.title.say(lang))}",
        cell(", ".join(filter(None, (_status(clause, lang), PARTLY_OURS.say(lang) if clause.ours else "")))),
        _some([f"`{one}`" for one in applied], lang) or cell(plain(clause.reason)),
        "; ".join(covered),
        ", ".join(also),
    )
    return f"| {' | '.join(cells)} |"


def _status(clause: Clause, lang: str) -> str:
    """The status of a rule in words: the book's own, unless it is marked otherwise."""
    return MARKS[clause.status].say(lang) if clause.status in MARKS else BOOKS.say(lang)


def _some(places: list[str], lang: str) -> str:
    """The first places of a list, and how many there are besides."""
    shown = places[:PLACES] + ([MORE.say(lang, n=len(places) - PLACES)] if len(places) > PLACES else [])
    return ", ".join(shown)


@cache
def _applied(game: str) -> dict[str, list[str]]:
    """By rule: the functions and tables of a game that cite it, as `fight/attack.py` and a name."""
    folder, found = ROOT / "src/tablee/games" / game.replace("-", "_"), defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        if path.name != "reference.py":  # lists of rules to read, which apply none
            for name, text in _pieces(path):
                for id in cited_in(text):
                    found[id].append(f"{path.relative_to(folder)}: {name}")
    return found


@cache
def _tests() -> dict[str, list[str]]:
    """By rule: the file of each test that names it."""
    found = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, text in _pieces(path):
            if name.startswith("test_"):
                for id in cited_in(text):
                    found[id].append(str(path.relative_to(ROOT / "tests")))
    return found


def _pieces(path: Path) -> Iterator[tuple[str, str]]:
    """What a module defines at its top: each name, and its text with the comments that stand in it."""
    source = path.read_text("utf-8")
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            name = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target).strip("()")
        else:
            continue
        first = min((one.lineno for one in getattr(node, "decorator_list", [])), default=node.lineno)
        yield name, "\n".join(lines[first - 1 : node.end_lineno])


@cache
def _cases(game: str) -> Counter[str]:
    """By rule: the cases computed by hand."""
    files = (ROOT / "tests/vectors").glob(f"{game}.*json")
    return Counter(case["rule"] for file in files for case in json.loads(file.read_text("utf-8")))
