"""The building itself: its map, texts in both languages, what it depends on."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

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
    folders = {path.parent.relative_to(source) for path in source.rglob("*") if path.suffix in (".py", ".toml", ".sql")}
    assert shown == folders - {Path()}, f"differ: {sorted(map(str, shown ^ (folders - {Path()})))}"


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


def test_importing_dice_brings_no_dependency() -> None:
    code = "import sys, tablee.dice; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {name.split(".")[0] for name in loaded} & {"numpy", "pydantic", "click", "rich", "asyncio"}


def test_lock_files_name_no_host() -> None:
    assert "://" not in (ROOT / "requirements.lock").read_text("utf-8")
