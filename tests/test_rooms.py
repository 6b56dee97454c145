"""The building itself: its map, texts in both languages, what it depends on."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tablee.rules.game import games
from tablee.rules.sheet.sheets import Condition

ROOT = Path(__file__).parent.parent


TEXTS = """
import gc, importlib, pkgutil, tablee
from tablee.rules.game import games
from tablee.text import Text
for module in pkgutil.walk_packages(tablee.__path__, "tablee."):
    importlib.import_module(module.name)
games()
texts = {text for text in gc.get_objects() if isinstance(text, Text)}
print(len(texts))
for text in texts:
    if bool(text.fr) != bool(text.en) or len(set(text.placeholders().values())) > 1:
        print(text)
"""


def test_every_text_has_both_languages_and_the_same_placeholders() -> None:
    """In a process of its own, where only our own texts are."""
    ran = subprocess.run([sys.executable, "-c", TEXTS], capture_output=True, text=True, check=True, encoding="utf-8")
    count, *wrong = ran.stdout.splitlines()
    assert int(count) > 1000
    assert not wrong


def test_the_map_shows_every_folder_and_no_other() -> None:
    """CONTRIBUTING.md, « The map »: each folder of src/tablee on a line of its own, with a few words."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    lines = page.partition("```text\nsrc/tablee/\n")[2].partition("```")[0].splitlines()
    shown, above = set[Path](), list[str]()
    for line in lines:
        name, _, words = line.strip().partition(" ")
        assert words, f"{name} has no words on the map"
        if name.endswith("/"):
            above[(len(line) - len(line.lstrip())) // 2 - 1 :] = [name.strip("/")]
            shown.add(Path(*above))
    source = ROOT / "src/tablee"
    files = [path for path in source.rglob("*") if path.suffix in (".py", ".toml", ".sql")]
    folders = {path.parent.relative_to(source) for path in files if path.name != "adventure.toml"}  # these are data
    assert shown == folders - {Path()}, f"differ: {sorted(map(str, shown ^ (folders - {Path()})))}"


def test_the_map_names_every_module_of_a_game() -> None:
    """CONTRIBUTING.md, « The map »: who has a rule before them finds its file by the chapter and a few words."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    lines = page.partition("  games/  ")[2].partition("\n  rules/  ")[0].splitlines()[1:]
    told, game, chapter = dict[Path, str](), "", ""
    for line in lines:
        name, _, words = line.strip().partition(" ")
        match len(line) - len(line.lstrip()):
            case 4:
                game, chapter = name.strip("/"), ""
            case 6:
                chapter = "" if name == "beside" else name.strip("/")
            case _:
                words = line
        told[Path(game, chapter)] = told.get(Path(game, chapter), "") + words + " "
    games = ROOT / "src/tablee/games"
    modules = [path for path in games.rglob("*.py") if path.name != "__init__.py"]
    assert len(modules) > 100
    missing = [
        str(path.relative_to(games))
        for path in modules
        if not re.search(rf"\b{path.stem}\b", told.get(path.parent.relative_to(games), ""))
    ]
    assert not missing


def test_no_file_holds_both_sides_of_a_merge() -> None:
    """Stylesheets and pages have no compiler that would find the marks which a merge leaves."""
    kept = {".py", ".toml", ".md", ".css", ".mjs", ".html", ".json", ".typ", ".txt"}
    mark = re.compile(r"^(<{7}|>{7})( |$)", re.MULTILINE)
    folders = [ROOT / name for name in ("src", "tests", "browser", "bench", "docs")]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in kept]
    assert len(files) > 500
    assert not [str(path) for path in (*files, *ROOT.glob("*.md")) if mark.search(path.read_text("utf-8", "replace"))]


def test_functions_have_names_and_docstrings_stand_alone() -> None:
    """No function is called `_`; a docstring does not lean on another (« The same, … »); people are they."""
    wrong = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                told = ast.get_docstring(node) or ""
                leans = told.startswith("The same") or re.search(r"\b(he|him|his|himself)\b", told)
                if leans or getattr(node, "name", "") == "_":
                    wrong.append(f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}: {told[:60]}")
    assert not wrong


ABOVE_GAMES = ("adventures", "cli", "lab", "printing", "review", "table", "web")
READ = {".py", ".html", ".css", ".mjs", ".toml", ".typ", ".sql", ".json"}
NOUNS = ("heroism", "héroïsme", "atout", "prime", "stakes", "stress", "aptitude", "essence", "espadon", "cem", "uds")
"""Words of games that are the name of no field, entry, section or ready character."""
THE_HOUSE_MEANS_OTHERWISE = {
    "block": "a class of the stylesheet",
    "levels": "a class of the stylesheet",
    "reads": "the sheets that a rule has looked at",
    "stable": "a way to sort",
    "withdrawn": "a note that its author has taken back",
}


def conditions() -> Iterator[Condition]:
    """The conditions that modules of games declare, by themselves or in a table; not those of other tests."""
    for name, module in list(sys.modules.items()):
        for held in vars(module).values() if name.startswith("tablee.games.") else ():
            several = held.values() if isinstance(held, dict) else held if isinstance(held, tuple) else (held,)
            yield from (one for one in several if isinstance(one, Condition))


def own_words() -> set[str]:
    """What games call things: fields, sections, entries, conditions, ready characters; without names `rules` uses."""
    words = set[str]()
    for game in games().values():
        scene = game.scene()
        sections = [section for who in scene.cast for section in game.sections(scene, who)]
        words |= {*game.sheet.model_fields, *scene.cast, *(section.id for section in sections)}
        words |= {entry.id for section in sections for entry in section.entries}
    words |= {one.id for one in conditions()}
    words = {word for word in words if word.isidentifier() and len(word) > 1}
    below = [path for room in ("rules", "dice") for path in (ROOT / "src/tablee" / room).rglob("*.py")]
    nodes = [node for path in below for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    return (words - {getattr(node, part, "") for node in nodes for part in ("id", "attr", "arg", "value")}) | {*NOUNS}


def without_examples(path: Path) -> str:
    """A file without what may show an example: docstrings, and in `cli` the texts of its help. Lines stay in place."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return text
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        of_help = isinstance(node, ast.Call) and ast.unparse(node.func) == "Text" and "cli" in path.parts
        if isinstance(node, ast.Expr | ast.Call) and (docstring or of_help):
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                lines[line - 1] = ""
    return "\n".join(lines)


def words_of_games(path: Path) -> list[str]:
    """Where a file names a game, by its id, its name or a clause, or writes one of a game's words as a string."""
    found = sought()
    return [
        f"{path}:{number}: {match[0]}"
        for number, line in enumerate(without_examples(path).splitlines(), 1)
        for match in found.finditer(line)
    ]


@cache
def sought() -> re.Pattern[str]:
    """What names a game, and the words of games between quotes."""
    known = games().values()
    names = {name for game in known for name in (game.id, game.id.replace("-", "_"), game.label.fr, game.label.en)}
    clauses = {id.partition("-")[0] for game in known for id in game.book}
    words = own_words() - THE_HOUSE_MEANS_OTHERWISE.keys()
    named = rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names)))})(?!\w)|\b(?:{'|'.join(sorted(clauses))})-[A-Z]"
    written = rf"""["'](?:{"|".join(map(re.escape, sorted(words)))})["']"""
    return re.compile(f"{named}|{written}")


def test_rooms_above_the_games_name_none_of_them() -> None:
    """A game's id, clauses and words stand in its own folder; a docstring and a command's help may show an example."""
    files = [path for room in ABOVE_GAMES for path in (ROOT / "src/tablee" / room).rglob("*") if path.suffix in READ]
    assert len(files) > 300
    assert not [found for path in files for found in words_of_games(path)]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("page.html", '{% if page.view.game == "deusex" %}'),
        ("odds.css", '[data-game="d6"] .pool { }'),
        ("page.py", 'ONE_ONLY = "CEM-PRIME-01"'),
        ("glance.py", 'LINES = ("concept", "occupation")'),
        ("form.html", '{% if one.group.id == "heroism" %}'),
        ("making.py", "x = 1  # as in UnDéSix"),
        ("fight.py", 'RUNS = "fleeing"'),
    ],
)
def test_a_word_of_a_game_that_is_put_back_is_found(tmp_path: Path, name: str, line: str) -> None:
    (tmp_path / name).write_text(line, "utf-8")
    assert re.search(r":1: ", "".join(words_of_games(tmp_path / name)))


def test_importing_dice_brings_no_dependency() -> None:
    code = "import sys, tablee.dice; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {name.split(".")[0] for name in loaded} & {"numpy", "pydantic", "click", "rich", "asyncio"}


def test_lock_files_name_no_host() -> None:
    assert "://" not in (ROOT / "requirements.lock").read_text("utf-8")
