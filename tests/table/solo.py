"""One person playing a trial from its MJ's seat: natural moves for the players' characters, defaults for questions."""

from __future__ import annotations

from tablee.rules.forms import natural_move
from tablee.rules.game import game_called
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.decision import Answer


def play_until_asked(house: House, table: str, most: int = 60) -> bool:
    """Do what the person at the table would do next, up to so many times; whether the fight is over."""
    game = game_called(house.state(table).game)
    for _ in range(most):
        view, scene = house.view(table, "mj"), house.scene(table)
        if len(game.sides(scene, standing=True)) < 2:
            return True
        may = game.may_act(scene)
        command: Command
        if view.pending:
            answers = {who: card.default for who, card in view.asked.items()}
            assert not set(answers) & set(view.by_themselves)
            command = Answer(answers=answers)
        elif may[0] in view.by_themselves:
            return False
        else:
            move = natural_move(game, house.scene(table, may[0]))
            assert move is not None
            command = Act(actor=may[0], action=move[0].id, params=move[1])
        done = house.submit(table, "mj", command)
        assert not isinstance(done, Refusal), done.say("en")
    return False


def until_opponents(house: House, table: str) -> None:
    """Play until it is the opponents' turn."""
    assert not play_until_asked(house, table)
