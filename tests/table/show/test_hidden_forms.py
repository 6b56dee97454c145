"""Forms and their errors name nothing that a hidden character holds; a request tells no number that is its owner's."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.table.decide.context import NewEvent
from tablee.table.show.audience import Viewer
from tablee.table.show.gate import show_event
from tablee.table.show.views import show
from tablee.table.topics.arrangement import Optioned
from tablee.table.topics.request import Request
from tests.table.everywhere import GAMES, OTHER, PLAYER, Table, keychain, received, table_of, uncounted

__all__ = ["uncounted"]


HELD: dict[str, dict[str, Any]] = {
    "undesix": {"weapons": ["club"]},
    "cle-en-main": {"skills": {"knowledge (Zorglub)": 3}},
    "deusex": {"aptitudes": {"Zorglub": 3}},
    "d6": {"specialities": {"Zorglub": 3}},
}


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("game", GAMES)
def test_what_a_hidden_character_holds_is_named_nowhere(game: str) -> None:
    """Skills, specialities, aptitudes, weapons: with or without them, others receive the same bytes."""
    held = HELD[game]
    with_them, without = (
        table_of(game, True, fields) for fields in (held, {name: type(value)() for name, value in held.items()})
    )
    for seat in (PLAYER, OTHER, "screen"):
        sent = received(with_them, seat)
        assert sent == received(without, seat), seat
        assert b"Zorglub" not in sent
    assert b"Zorglub" in received(with_them, "mj") or game == "undesix"


def test_a_request_keeps_the_numbers_of_its_owner() -> None:
    table = table_of("deusex")
    table = table.after(*(NewEvent(Optioned(option, True)) for option in ("stress_rules", "trouble_rules")))
    leave = next(action for action in table.game.actions if "ps" in action.params.model_fields)
    who = next(who for who, one in table.state.cast.items() if one.owner == PLAYER)
    asked = table.do("mj", Request(action=leave.id, params={"ps": 3}, who=(who,)), keychain())
    assert isinstance(asked, Table), asked
    for seat, seen in ((PLAYER, {"ps": 3}), (OTHER, {}), ("screen", {}), ("mj", {"ps": 3})):
        viewer = Viewer.of(asked.state, seat)
        (request,) = show(asked.game, asked.state, viewer).requests.values()
        line = show_event(asked.game, asked.state, asked.events[-1], viewer, 1)
        assert line is not None
        assert (request.params, line.to_json()["params"]) == (seen, seen), seat
