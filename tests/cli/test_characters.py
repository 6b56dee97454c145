"""Characters without a table: drawn, shown, checked, made at the keyboard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablee.cli.characters import made_at_keyboard
from tablee.cli.main import run
from tablee.rules.game import game_called, games
from tablee.rules.sheet.character_file import read_characters, read_portraits, write_characters
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


def test_a_file_that_is_written_again_keeps_its_characters_and_portraits(tmp_path: Path, capsys: Captured) -> None:
    path, undesix = tmp_path / "ours.json", game_called("undesix")
    path.write_text(write_characters(undesix, {"lou": undesix.ready()["chloe"]}, {"lou": b"a picture"}), "utf-8")
    for _ in range(3):
        said(capsys, "character", "random", "undesix", "--seed", "3", "--name", "Lou", "--into", str(path))
    text = path.read_text("utf-8")
    _, cast = read_characters(text)
    assert list(cast) == ["lou", "lou-2", "lou-3", "lou-4"]
    assert cast["lou"] == undesix.ready()["chloe"]
    assert read_portraits(text) == {"lou": b"a picture"}
    assert "keeps characters of UnDéSix" in said(capsys, "character", "random", "d6", "--into", str(path), code=2)
    assert path.read_text("utf-8") == text
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text(text.replace('"portraits": {', '"portraits": {"lou-2": "no picture",'), "utf-8")
    assert "portraits of this file cannot be read" in said(capsys, "character", "check", str(spoilt), code=2)


def test_a_character_is_made_at_the_keyboard_or_given_up(capsys: Captured) -> None:
    typed = iter(["Créer aux dés", "Zoé"])

    def ask(_prompt: str) -> str:
        return next(typed, "")

    (sheet,) = made_at_keyboard(game_called("undesix"), "fr", ask).values()
    assert sheet.model_dump()["name"]["fr"] == "Zoé"
    assert "Zoé" in capsys.readouterr().out
    with pytest.raises(Exception, match="Nobody was made"):
        made_at_keyboard(game_called("undesix"), "fr", lambda _prompt: "a")
