"""A fight retold: paragraphs instead of lines, no figures, who fell in the sentence of the blow, then the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.rules.forms import natural_moves
from tablee.rules.game import game_called
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.chat import Say
from tablee.table.topics.closing import TakeWay
from tablee.table.topics.decision import Answer
from tablee.text import LANGS
from tablee.web.pages.journal.recap import Recap
from tablee.web.pages.journal.telling import without_numbers

GAMES = ("undesix", "cle-en-main", "deusex", "d6")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(SqliteStore(tmp_path / "t.db"))


def done(house: House, table: str, *faces: int, who: str = "", at: str = "") -> None:
    act = Act(actor=who, action="undesix.attack", params={"target": at}, faces=faces)
    told = house.submit(table, "mj", act)
    assert not isinstance(told, Refusal), told.say("en")


def fought(house: House, game: str) -> tuple[str, int]:
    """The first fight of a game by natural moves, to its end: its table, and how many rounds it took."""
    table, rounds = house.open_ready(game)[0], 0
    for _ in range(200):
        view = house.view(table, "mj")
        if view.ended:
            return table, rounds
        rounds = max(rounds, view.play["round"])
        if view.pending:
            who = view.waiting_for[0]
            house.submit(table, "mj", Answer(answers={who: view.asked[who].default}))
            continue
        scene = house.scene(table)
        able = game_called(game).may_act(scene)
        if not able:
            house.submit(table, "mj", Act(action=game_called(game).next_round))
            continue
        action, params = next(iter(natural_moves(game_called(game), house.scene(table, able[0]))))
        house.submit(table, "mj", Act(actor=able[0], action=action.id, params=params))
    raise AssertionError("no end")


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_is_retold_in_paragraphs_without_figures(house: House, game: str) -> None:
    table, rounds = fought(house, game)
    for lang in LANGS:
        story = Recap(house, table, "mj", lang).story
        ended = house.view(table, "mj").ended
        assert ended
        told = [one for one in story if isinstance(one, str)]
        assert told == story
        assert len(told) <= rounds + 2
        assert not [one for one in told[:-1] if any(map(str.isdigit, one))]
        assert told[-1].startswith(ended.label.say(lang))


def test_blows_of_a_round_are_joined(house: House) -> None:
    """UnDéSix: what came to nothing is told together, who falls in the sentence of the blow."""
    table, _ = house.open_ready("undesix")
    for who, at, face in (("chloe", "loup", 1), ("loup", "chloe", 6), ("nicolas", "loup", 2), ("brigand", "chloe", 6)):
        done(house, table, face, who=who, at=at)
    (told,) = Recap(house, table, "mj", "fr").story
    assert isinstance(told, str)
    assert told.startswith("Chloé touche le loup. Nicolas touche le loup, qui tombe, ")
    assert told.endswith(" Les autres coups ne portent pas.")


def test_words_and_attempts_stand_in_their_place(house: House) -> None:
    table, _ = house.open_ready("undesix")
    house.submit(table, "mj", TakeWay(who="chloe", out="flee", faces=(6,)))
    house.submit(table, "mj", Say(text="Aïe"))
    before, said = Recap(house, table, "mj", "fr").story
    assert isinstance(before, str)
    assert before.startswith("Chloé tente de fuir. On vous coupe la retraite")
    assert not isinstance(said, str)
    assert said.text == "Aïe"


@pytest.mark.parametrize(
    ("lang", "sentence", "told"),
    [
        ("fr", "Maël touche le Rouquin\u00a0: gravité 2, blessé", "Maël touche le Rouquin\u00a0: blessé"),
        (
            "en",
            "Bruno hits the gang for 7 points of damage, one of them killed",
            "Bruno hits the gang, one of them killed",
        ),
        ("fr", "Round 2\u00a0: 6 secondes ont passé", ""),
    ],
)
def test_figures_are_left_out(lang: str, sentence: str, told: str) -> None:
    assert without_numbers(sentence, lang) == told
