"""Lists that end a session or a scenario: actions and clauses that their game has, and steps that can be told apart."""

from __future__ import annotations

import pytest

from tablee.rules.fields import fields_of
from tablee.rules.game import Game, games

WITH_ENDINGS = [game for game in games().values() if game.endings]


def test_the_four_games_end_their_sessions() -> None:
    assert {game.id for game in WITH_ENDINGS} >= {"undesix", "cle-en-main", "deusex", "d6"}


@pytest.mark.parametrize("game", WITH_ENDINGS, ids=lambda game: str(game.id))
def test_every_step_is_an_action_of_its_game_with_its_clause(game: Game) -> None:
    for ending in game.endings:
        actions = [step.action for step in ending.steps]
        assert len(actions) == len(set(actions))
        for step in ending.steps:
            action = game.action(step.action)
            assert step.rule in game.book
            names = {field.name for field in fields_of(action.params)}
            assert not step.after or step.after in actions
            assert not step.whom or (step.each and step.whom in names)
