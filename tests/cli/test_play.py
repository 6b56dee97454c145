"""A fight of each game at one keyboard: played to its end by pressing Enter, taken back, left and resumed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tablee.cli.play import play
from tablee.rules.game import Game, games
from tablee.table.service import House
from tablee.table.store import SqliteStore

PLAYABLE = [game for game in games().values() if game.first_scene is not None]


class TooLong(Exception):
    """The fight did not end by itself."""


def keyboard(keys: list[str], then: str = "", most: int = 2000) -> Callable[[str], str]:
    """These keys, then always the same one, until the end of the fight is announced."""
    waiting, pressed = list(keys), 0

    def ask(prompt: str) -> str:
        nonlocal pressed
        pressed += 1
        if pressed > most:
            raise TooLong
        if waiting:
            return waiting.pop(0)
        return "q" if prompt.startswith(("n:", "n\u00a0:")) else then

    return ask


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", PLAYABLE, ids=lambda game: str(game.id))
def test_pressing_enter_plays_a_fight_to_its_end(
    game: Game, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    play(House(store), game, lang, keyboard([]))
    told = capsys.readouterr().out
    assert ("C'est fini" if lang == "fr" else "It is over") in told or "Plus personne" in told or "Nobody can" in told
    assert "{" not in told
    store.close()


@pytest.mark.parametrize("game", PLAYABLE, ids=lambda game: str(game.id))
def test_a_blow_is_taken_back_and_the_evening_resumed(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    play(house, game, "en", keyboard([""] * 30 + ["u", "u", "r", "/r 3d6", "q"]))
    told = capsys.readouterr().out
    assert "Taken back." in told
    assert "3d6 = " in told
    table = house.store.tables()[0][0]
    version = house.state(table).version
    play(House(store), game, "en", keyboard(["l", "q"]))
    assert "Back where you left off." in capsys.readouterr().out
    assert house.state(table).version == version
    store.close()
