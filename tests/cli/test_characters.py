"""Characters without a table: drawn, shown, checked, made at the keyboard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablee.cli.characters import made_at_keyboard
from tablee.cli.main import run
from tablee.rules.game import game_called, games
from tests.cli.test_cli import Captured, said


@pytest.mark.parametrize("game", sorted(games()))
def test_a_random_character_is_drawn_kept_checked_and_shown(game: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "someone.json"
    assert run(["--lang", "en", "character", "random", game, "--seed", "3", "--into", str(path)]) == 0
    assert said(capsys, "character", "check", str(path)).endswith("all well.\n")
    assert "—" in said(capsys, "character", "show", str(path)).splitlines()[0]
    again = said(capsys, "character", "random", game, "--seed", "3")
    assert json.loads(again) == json.loads(path.read_text("utf-8"))
    assert json.loads(said(capsys, "character", "random", game, "--seed", "4")) != json.loads(again)


def test_a_ready_character_is_shown_and_an_unknown_one_named(capsys: Captured) -> None:
    shown = said(capsys, "character", "show", "undesix", "chloe")
    assert shown.startswith("Chloé (chloe) — unhurt\n")
    assert "zoe" in said(capsys, "character", "show", "undesix", "zoe", code=2)


def test_a_wrong_file_is_told_and_a_keyboard_is_needed(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "x.json").write_text("{}", "utf-8")
    assert "“tablee” is missing" in said(capsys, "character", "check", str(tmp_path / "x.json"), code=2)
    assert "needs a keyboard" in said(capsys, "character", "new", "undesix", code=2)
    assert "“x” is not a number" in said(capsys, "character", "random", "undesix", "--seed", "x", code=2)


def test_a_character_is_made_at_the_keyboard_or_given_up(capsys: Captured) -> None:
    typed = iter(["Créer aux dés", "Zoé"])

    def ask(_prompt: str) -> str:
        return next(typed, "")

    (sheet,) = made_at_keyboard(game_called("undesix"), "fr", ask).values()
    assert sheet.model_dump()["name"]["fr"] == "Zoé"
    assert "Zoé" in capsys.readouterr().out
    with pytest.raises(Exception, match="Nobody was made"):
        made_at_keyboard(game_called("undesix"), "fr", lambda _prompt: "a")
