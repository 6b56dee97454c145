"""Which lines of a log make a fight: those that stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.errors import BadRecord
from tablee.review.evening import fight_of, fights_in, same_scene
from tablee.review.reviewing import reviewed
from tablee.review.steps import steps_of
from tablee.table.scenes import midway
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.undo import Redo, TakeBack
from tests.review.played import Table


def test_what_was_taken_back_is_not_in_it(tmp_path: Path) -> None:
    table = Table("undesix", tmp_path)
    table.move()
    struck = table.state.standing
    table.do(TakeBack())
    table.to_the_end()
    (fight,) = table.fights
    lines = [turn.line.n for turn in fight.turns]
    assert struck not in lines
    assert lines == sorted(lines)
    game = fight.game
    for one, two in zip(fight.turns, fight.turns[1:], strict=False):
        assert same_scene(midway(game, one.after), midway(game, two.before))


def test_what_was_taken_back_and_redone_is_in_it(tmp_path: Path) -> None:
    table = Table("undesix", tmp_path)
    table.move()
    again = table.state.standing
    table.do(TakeBack())
    table.do(Redo())
    table.to_the_end()
    (fight,) = table.fights
    assert again in [turn.line.n for turn in fight.turns]


def test_a_fight_that_is_not_over_is_not_read(tmp_path: Path) -> None:
    table = Table("undesix", tmp_path)
    table.move()
    assert table.fights == []


def test_an_end_taken_back_leaves_no_fight(tmp_path: Path) -> None:
    table = Table("undesix", tmp_path)
    table.to_the_end()
    table.do(TakeBack())
    assert table.fights == []


def test_a_fight_whose_end_was_taken_back_is_read_from_its_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.table.log.cache.MILESTONE", 1)
    table = Table("undesix", tmp_path)
    table.to_the_end()
    (first,) = table.fights
    table.do(TakeBack())
    table.do(Say(text="Attendez."))
    table.to_the_end()
    (fight,) = table.fights
    again = fight_of(table.house.fight_log(table.table, 2))
    assert again
    for one in (fight, again):
        lines = [turn.line.n for turn in one.turns]
        assert (lines[: len(first.turns) - 1], len(lines) >= len(first.turns)) == (
            [turn.line.n for turn in first.turns][:-1],
            True,
        )


def test_the_mjs_word_is_counted_apart(tmp_path: Path) -> None:
    table = Table("undesix", tmp_path)
    table.move()
    table.do(Correct(who="brigand", field="phy", value=9))
    table.to_the_end()
    (fight,) = table.fights
    assert [step.kind for step in steps_of(fight)].count("word") == 1
    review = reviewed(fight)
    assert review is not None
    assert review.word.value < 0
    moved = review.luck.value + review.ours.value + review.theirs.value + review.word.value
    assert review.points[0].wins.value + moved == pytest.approx(review.end.value, abs=1e-9)


def test_another_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord):
        fights_in(b'{"a": 1}')
