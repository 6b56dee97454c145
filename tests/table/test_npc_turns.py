"""The MJ's people act in one go: one tap for all whose turn it is, each of their moves the MJ's to take back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.rules.game import game_called
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act, Acted
from tablee.table.topics.closing import EndFight
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Answer
from tablee.table.topics.npc_turns import LetAct
from tablee.table.topics.undo import TakeBack

GAMES = ("undesix", "cle-en-main", "deusex", "d6")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


def turn_of_npcs(house: House, table: str, mj: str) -> None:
    """Everybody of the players' side acts, or lets it pass, until the MJ's people may act."""
    for _ in range(60):
        view = house.view(table, mj)
        if view.pending:
            house.submit(table, mj, Answer(answers={who: one.default for who, one in view.asked.items()}))
            continue
        now = [turn.who for turn in view.turns if turn.when == "now"]
        ours = [who for who in now if view.cast[who].free]
        if not ours:
            return
        offers = house.offers(table, mj, ours[0], "fr")
        assert not isinstance(offers, Refusal)
        passes = next(
            one.action
            for one in offers
            if one.action.endswith((".pass", ".wait", ".hand-over", ".test")) and not one.refusal
        )
        form = house.form(table, mj, Act(actor=ours[0], action=passes), "fr")
        assert not isinstance(form, Refusal)
        done = house.submit(table, mj, Act(actor=ours[0], action=passes, params=form.values))
        assert isinstance(done, Submitted), (ours[0], passes, done)


@pytest.mark.parametrize("game", GAMES)
def test_all_npcs_whose_turn_it_is_act_in_one_tap(house: House, game: str) -> None:
    table, token = house.open_ready(game)
    mj = house.seat(table, token)
    turn_of_npcs(house, table, mj)
    before = house.state(table)
    assert isinstance(house.submit(table, mj, LetAct()), Submitted)
    acted = [
        event
        for event in house.store.read(table, before.version, 1000)
        if isinstance(event.what, Acted) and event.by == mj
    ]
    assert acted or house.state(table).pending
    assert all(not before.cast[event.what.actor].free for event in acted if isinstance(event.what, Acted))
    if len(acted) > 1:
        house.submit(table, mj, TakeBack())
        assert house.state(table).standing >= acted[-2].n, "one step back, not all of them"


def test_nobody_acts_out_of_turn(house: House) -> None:
    table, token = house.open_ready("undesix")
    mj = house.seat(table, token)
    no = house.submit(table, mj, LetAct())
    assert isinstance(no, Refusal)
    assert no.say("en") == "It is no NPC's turn."
    house.submit(table, mj, EndFight())
    assert isinstance(house.submit(table, mj, LetAct()), Refusal)


def test_whoever_falls_in_an_instant_still_acts_in_it(house: House) -> None:
    """UDS-COMBAT-07: those whose SENS is the same act at the same time, also one who is struck down meanwhile."""
    table, token = house.open_ready("undesix")
    mj = house.seat(table, token)
    house.submit(table, mj, EndFight())
    quick = house.view(table, mj).cast["chloe"].sheet["sens"]
    for field, value in (("sens", quick), ("phy", 1)):
        assert isinstance(house.submit(table, mj, Correct(who="loup", field=field, value=value)), Submitted)
    sides = {"one": ("chloe",), "two": ("loup", "brigand")}
    assert isinstance(house.submit(table, mj, Act(action="undesix.fight", params=sides)), Submitted)
    done = house.submit(table, mj, Act(actor="chloe", action="undesix.attack", params={"target": "loup"}, faces=(1,)))
    assert isinstance(done, Submitted)
    assert [turn.who for turn in house.view(table, mj).turns if turn.when == "now"] == ["loup"]
    fallen = house.view(table, mj).cast["loup"].condition
    assert fallen
    assert not fallen.standing
    terminal = house.scene(table)  # that of `tablee play`
    assert game_called("undesix").may_act(terminal) == ("loup",)
    before = house.state(table).version
    assert isinstance(house.submit(table, mj, LetAct()), Submitted)
    acted = [event.what.actor for event in house.store.read(table, before, 9) if isinstance(event.what, Acted)]
    assert acted[0] == "loup"
