"""The building itself: texts in both languages, sayings that can be said, nothing that names this workplace."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tablee.rules.fields import fields_of
from tablee.rules.game import Game, games

ROOT = Path(__file__).parent.parent
GAMES = list(games().values())


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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_actions_and_options_are_named_and_cite_rules(game: Game) -> None:
    ids = [action.id for action in (*game.actions, *game.creations)]
    assert len(ids) == len(set(ids))
    assert all(id.startswith(f"{game.id}.") for id in ids)
    assert all(option.rule in game.book and len(option.values) > 1 for option in game.options)
    for action in (*game.actions, *game.creations):
        for field in fields_of(action.params):
            assert field.label.fr != field.name, f"{action.id}: {field.name} has no label"


def test_importing_dice_brings_no_dependency() -> None:
    code = "import sys, tablee.dice; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {name.split(".")[0] for name in loaded} & {"numpy", "pydantic", "click", "rich", "asyncio"}


def test_lock_files_name_no_host() -> None:
    assert "://" not in (ROOT / "requirements.lock").read_text("utf-8")
