"""Dice typed in by their thrower: what does not fit is refused before the table's dice are known, or not at all."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tablee.table.decide.refusal import Refusal
from tablee.table.topics.decision import Answer
from tests.table.everywhere import GAMES, PLAYER, Table, attempts, keychain, table_of, uncounted

__all__ = ["uncounted"]

TYPED = [(), (3,), (9,), *((face,) * count for face in (1, 4, 6) for count in (2, 3, 5, 9))]
KEYS = 10


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_is_the_same_whatever_the_table_s_dice_show(game: str) -> None:
    table = table_of(game)
    tried = 0
    for act in attempts(table):
        for faces in TYPED:
            answers = defaultdict(list)
            for n in range(KEYS):
                done = table.do(PLAYER, act.model_copy(update={"faces": faces}), keychain(n))
                answers[done.say("en") if isinstance(done, Refusal) else ""].append(n)
            tried += 1
            assert len(answers) == 1, (act.action, faces, dict(answers))
    assert tried > len(TYPED) * 2


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("game", GAMES)
def test_nor_does_the_refusal_of_dice_given_with_an_answer(game: str) -> None:
    table = table_of(game)
    for act in attempts(table):
        for first in range(3):
            stopped = table.do(PLAYER, act, keychain(first))
            if not isinstance(stopped, Table) or not stopped.state.pending:
                continue
            cards = stopped.state.pending.asked.asked
            mine = [who for who in cards if stopped.state.asked_seat(who) == PLAYER]
            for answer in (value for who in mine for value in cards[who].values):
                for faces in TYPED:
                    given = Answer(answers=dict.fromkeys(mine, answer), faces=faces)
                    done = [stopped.do(PLAYER, given, keychain(n)) for n in range(KEYS)]
                    said = {one.say("en") if isinstance(one, Refusal) else "" for one in done}
                    assert len(said) == 1, (act.action, answer, faces, said)
