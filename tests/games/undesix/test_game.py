"""The game as a whole: what it lists, what its words are."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import pytest

from tablee.games import undesix
from tablee.games.undesix import GAME
from tablee.rules.action import Action
from tablee.rules.why import Saying
from tablee.text import LANGS

DEFINED = {
    found.id
    for module in walk_packages(undesix.__path__, f"{undesix.__name__}.")
    for found in vars(import_module(module.name)).values()
    if isinstance(found, Action)
}


def test_every_action_is_listed_once() -> None:
    listed = [action.id for action in GAME.actions + GAME.creations]
    assert len(listed) == len(set(listed))
    assert set(listed) == DEFINED


@pytest.mark.parametrize("saying", list(GAME.book.sayings.values()), ids=lambda saying: str(saying.id))
def test_both_languages_say_the_same_values(saying: Saying) -> None:
    fr, en = (saying.text.placeholders()[lang] for lang in LANGS)
    assert fr == en


def test_every_rule_is_told_in_both_languages() -> None:
    for clause in GAME.book.values():
        assert all((clause.title.fr, clause.title.en, clause.says.fr, clause.says.en, clause.source)), clause.id
