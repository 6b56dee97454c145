"""Opponents that play by a temper or at best, at real tables, to the end of the fight; they never stop for ever."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tablee.dice import fair
from tablee.lab.setups import policies_of
from tablee.rules.action import Change
from tablee.rules.game import game_called, games
from tablee.rules.stored.steps import NoteStep
from tablee.table.decide.opponents import fruitless
from tablee.table.log.events import Event
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act, Acted
from tablee.table.topics.character import Enter, HandOver
from tablee.table.topics.pause import Pause, Paused
from tablee.table.topics.temper import TEMPERS, Entrust
from tablee.web import opponents
from tablee.web.opponents import Opponents
from tests.sent import sent
from tests.table.solo import play_until_asked, until_opponents


@pytest.fixture
def house(tmp_path: Any) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


def fought(house: House, game: str, temper: str, most: int = 400) -> str:
    """A trial in which the other side has this temper, played to its end."""
    table, _ = house.open_trial(game, "fr")
    house.submit(table, "mj", Entrust(temper=temper))
    playing = Opponents(house)
    for _ in range(most):
        if house.awaited(table):
            assert playing.move(table)
        elif play_until_asked(house, table, 1):
            return table
    raise AssertionError("it never ends")


def acts_of(house: House, table: str) -> list[dict[str, Any]]:
    """What the other side did, those who fell or fled since included."""
    first = game_called(house.view(table, "mj").game).first_scene
    ours = first.players if first else ()
    acted = [line for line in sent(house.lines(table, "mj")) if line["name"] == "acted/1" and line["actor"]]
    return [line for line in acted if line["actor"] not in ours]


@pytest.mark.parametrize("game", games())
def test_the_tempers_of_the_table_are_those_of_the_lab(game: str) -> None:
    known = policies_of(game_called(game))
    for temper, label in TEMPERS.items():
        assert temper == opponents.BEST or (known[temper].fr, known[temper].en) == (label.fr, label.en)


@pytest.mark.parametrize("temper", ["careful", "brutal", "coward"])
@pytest.mark.parametrize("game", games())
def test_a_fight_with_tempers_comes_to_its_end(house: House, game: str, temper: str) -> None:
    table = fought(house, game, temper)
    assert acts_of(house, table)
    assert all(line["by"] == "" for line in acts_of(house, table))


def test_the_brutal_announce_it_and_strike_the_weakest(house: House) -> None:
    table = fought(house, "undesix", "brutal")
    did = [(line["action"], line["params"].get("attitude")) for line in acts_of(house, table)]
    assert ("undesix.announce", "very_aggressive") in did


def test_the_best_moves_are_worth_at_least_as_much_as_the_natural_one(house: House) -> None:
    from tablee.lab.midway import choices_of

    table, _ = house.open("d6")
    house.submit(table, "mj", Enter(ready="mael", free=True))
    house.submit(table, "mj", Enter(ready="rouquin"))
    house.submit(table, "mj", Act(action="d6.fight", params={"fighters": ["mael", "rouquin"]}))
    house.submit(table, "mj", Entrust(temper="best"))
    while (waited := house.awaited(table)) is None or waited.midway.stopped:
        if waited:
            Opponents(house).move(table)
        else:
            play_until_asked(house, table, 1)
    found = choices_of(waited.midway, "rouquin")
    assert found.method == "exact"
    assert Opponents(house).move(table)
    did = [line for line in sent(house.lines(table, "mj")) if line.get("actor") == "rouquin"][-1]
    worth = {one.action: one.wins.value for one in reversed(found.choices)}
    assert did["actor"] == "rouquin"
    assert worth[did["action"]] >= next(one for one in found.choices if one.plan).wins.value - 1e-9


@pytest.mark.parametrize("game", ["undesix", "cle-en-main"])
def test_where_the_best_moves_take_too_long_the_fight_goes_on(
    house: House, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponents, "SECONDS", 0.0)
    assert acts_of(house, fought(house, game, "best"))


def test_without_numpy_what_comes_naturally_is_done(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tablee.lab.midway", None)
    assert acts_of(house, fought(house, "undesix", "best"))


def test_a_turn_that_a_temper_never_ends_is_ended_naturally(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = house.open_trial("undesix", "fr")
    house.submit(table, "mj", Entrust(temper="brutal"))
    until_opponents(house, table)
    attitudes = iter(["very_aggressive", "normal"] * 5)

    def dithering(waited: Any, _laboratory: Any) -> Any:
        return Act(actor=waited.who, action="undesix.announce", params={"attitude": next(attitudes)})

    monkeypatch.setattr(opponents, "chosen_for", dithering)
    playing = Opponents(house)
    for _ in range(opponents.MAX_IN_A_ROW + 1):
        assert playing.move(table)
    assert {line["action"] for line in acts_of(house, table)} >= {"undesix.announce"}
    assert [
        line
        for line in sent(house.lines(table, "mj"))
        if line.get("action") == "undesix.attack" and line["actor"] == "loup"
    ]


def test_pages_without_a_script_see_them_all_move(house: House) -> None:
    table, _ = house.open_trial("undesix", "fr")
    house.submit(table, "mj", Entrust(temper="careful"))
    until_opponents(house, table)
    Opponents(house).play_until_asked(table)
    assert house.awaited(table) is None
    assert acts_of(house, table) or house.view(table, "mj").pending


@pytest.mark.parametrize("game", games())
def test_moves_that_harm_nobody_come_to_an_end(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Two sides without players, of whom nobody is ever hurt: the game is paused, says why, and goes on if told to."""
    monkeypatch.setattr("tablee.table.decide.opponents.MAX_FRUITLESS", 3)
    store = SqliteStore(tmp_path / "tables.db")
    keys = fair.Keys(public=bytes(range(7, 39)), secret=bytes(range(32, 64)))  # told dice: nobody falls so soon
    house = House(store, lambda id: replace(game_called(id), gauges=()), keys=lambda: keys)
    table, _ = house.open_trial(game, "fr")
    for who in house.state(table).cast:
        house.submit(table, "mj", HandOver(who=who))
        house.submit(table, "mj", Entrust(who=who, temper="natural"))
    playing = Opponents(house)
    for evening in (1, 2):
        before = house.state(table).version
        while playing.move(table):
            assert house.state(table).version < before + 60
        lines = sent(house.lines(table, "mj", before))
        assert house.state(table).paused
        assert sum(line["name"] == "acted/1" and bool(line["actor"]) for line in lines) == 3
        told = house.sentences(table, house.lines(table, "mj")[-1:], "en")[0]
        assert told == "The game is paused: 3 moves in a row have harmed nobody. The GM says whether it goes on."
        assert isinstance(house.submit(table, "mj", Pause(on=False)), Submitted), evening
    store.close()


def test_moves_that_harm_somebody_go_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.table.decide.opponents.MAX_FRUITLESS", 1)
    table, _ = house.open_trial("d6", "fr")
    game, happened = house._table(table).game, Acted("a", "wolf", {}, (), (), (), NoteStep("", {}), (), (), {}, (), 0)
    hurt = replace(happened, changes=(Change("ana", game.gauges[0], 0, 1),))
    moved = replace(happened, changes=(Change("", "round", 0, 1),))
    lines = [Event(n, 0.0, "", "everyone", what) for n, what in enumerate((moved, hurt, happened), 1)]
    assert fruitless(game, lines[:1]) == 1
    assert fruitless(game, lines[:2]) == 0
    assert fruitless(game, lines) == 1
    assert fruitless(game, [*lines, Event(4, 0.0, "mj", "everyone", happened)]) == 0
    assert fruitless(game, [*lines, Event(4, 0.0, "", "everyone", Paused(False))]) == 0
