"""Those who act by themselves: who they are, with which temper, and what was chosen for them elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee.rules.forms import natural_move
from tablee.rules.game import game_called
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act, Acted
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import Claim, HandOver
from tablee.table.topics.decision import Abandon, Answer
from tablee.table.topics.seat import Invite
from tablee.table.topics.temper import Entrust
from tablee.table.topics.undo import Redo, TakeBack, TookBack
from tests.sent import sent
from tests.table.solo import play_until_asked, until_opponents


@pytest.fixture
def house(tmp_path: Any) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


def done(house: House, table: str, command: Command, seat: str = "mj") -> None:
    told = house.submit(table, seat, command)
    assert isinstance(told, Submitted), told


def refused(house: House, table: str, command: Command, seat: str = "mj") -> str:
    told = house.submit(table, seat, command)
    assert isinstance(told, Refusal)
    return told.say("en")


def test_each_of_the_others_or_all_of_them_are_entrusted(house: House) -> None:
    table, _ = house.open_ready("undesix")
    done(house, table, Entrust(who="loup", temper="coward"))
    view = house.view(table, "mj")
    assert (view.by_themselves, view.tempers["loup"]) == (["loup"], "coward")
    done(house, table, Entrust(temper="brutal"))  # the whole side: what was said of one of them goes
    view = house.view(table, "mj")
    assert (view.by_themselves, view.tempers) == (["loup", "brigand"], {"": "brutal"})
    done(house, table, Entrust(who="loup", temper="played"))
    assert house.view(table, "mj").by_themselves == ["brigand"]
    done(house, table, Entrust(who="loup"))  # as their side is played
    assert house.view(table, "mj").by_themselves == ["loup", "brigand"]
    done(house, table, Entrust(who="loup", temper="played"))
    done(house, table, Arrange(opponents="played"))  # the MJ takes all of them over
    view = house.view(table, "mj")
    assert (view.by_themselves, view.tempers) == ([], {"": "natural"})


def test_somebody_on_the_players_side_may_act_alone_until_a_player_takes_them(house: House) -> None:
    table, _ = house.open_ready("undesix")
    assert "is a player's" in refused(house, table, Entrust(who="nicolas", temper="careful"))
    done(house, table, HandOver(who="nicolas"))
    done(house, table, Entrust(who="nicolas", temper="careful"))
    assert house.view(table, "mj").by_themselves == ["nicolas"]
    done(house, table, HandOver(who="nicolas", free=True))
    assert house.view(table, "mj").by_themselves == []
    assert "Nobody is called" in refused(house, table, Entrust(who="nobody", temper="careful"))


def test_tempers_are_the_mj_s_own(house: House) -> None:
    table, _ = house.open_ready("undesix")
    made = house.submit(table, "mj", Invite())
    assert isinstance(made, Submitted)
    assert refused(house, table, Entrust(temper="brutal"), made.seat) == "Only the GM can do that."
    before = house.view(table, made.seat).seen
    done(house, table, Entrust(temper="brutal"))
    view = house.view(table, made.seat)
    assert (view.tempers, view.seen) == ({}, before)
    assert all("brutal" not in line for line in house.exported(table, made.seat))


def test_what_was_chosen_for_somebody_is_done_by_the_table(house: House) -> None:
    table, _ = house.open_trial("undesix", "fr")
    done(house, table, Entrust(temper="brutal"))
    until_opponents(house, table)
    waited = house.awaited(table)
    assert waited is not None
    assert (waited.who, waited.temper) == ("loup", "brutal")
    announce = Act(actor="loup", action="undesix.announce", params={"attitude": "very_aggressive"})
    assert house.act_by_itself(table, announce, waited.version)
    assert house.view(table, "mj").play["announced"]["loup"] == "very_aggressive"
    version = house.state(table).version
    assert house.act_by_itself(table, announce, waited.version)  # chosen for a table that has changed: look again
    assert house.state(table).version == version


def test_what_the_rules_refuse_gives_way_to_what_comes_naturally(house: House) -> None:
    for wrong in ({"target": "loup"}, {"target": "nobody"}, {}):
        table, _ = house.open_trial("undesix", "fr")
        until_opponents(house, table)
        chosen = Act(actor="loup", action="undesix.attack", params=wrong)
        assert house.act_by_itself(table, chosen, house.state(table).version)
        last = [line for line in sent(house.lines(table, "mj")) if line["name"] in ("acted/1", "asked/1")][-1]
        assert (last["actor"], last["by"]) == ("loup", "")
        assert last["params"].get("target") in ("chloe", "nicolas", None)


def test_a_question_to_somebody_with_a_temper_waits_for_what_is_chosen(house: House) -> None:
    table, _ = house.open_trial("cle-en-main", "fr")
    done(house, table, Entrust(temper="brutal"))
    for _ in range(40):
        asked = house.view(table, "mj").asked
        if set(asked) & set(house.view(table, "mj").by_themselves):
            break
        if not asked and house.awaited(table):
            assert house.act_by_itself(table)
        else:
            play_until_asked(house, table, 1)
    waited = house.awaited(table)
    assert waited is not None
    assert waited.midway.stopped is not None
    choice = waited.midway.stopped.asked[waited.who]
    other = next(option for option in choice.options if option != choice.default)
    assert house.act_by_itself(table, Answer(answers={waited.who: other}), waited.version)
    given = [line["answers"] for line in sent(house.lines(table, "mj")) if line["name"] == "answered/1"][-1]
    assert given == {waited.who: other}


def test_the_mj_takes_back_one_move_of_the_machine_and_the_game_waits(tmp_path: Path) -> None:
    """Not a blow and five turns at once; the machine does not move again before the MJ lets the game go on."""
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    table, _ = house.open_ready("undesix")
    game = game_called("undesix")
    house.submit(table, "mj", Invite())
    house.submit(table, "mj", Entrust(temper="natural"))
    for _ in range(30):
        if any(isinstance(line.what, Acted) and not line.by and line.what.actor for line in house.lines(table, "mj")):
            break
        if not house.act_by_itself(table):
            who = game.may_act(house.scene(table))[0]
            move = natural_move(game, house.scene(table, who))
            assert move is not None
            assert not isinstance(house.submit(table, "mj", Act(actor=who, action=move[0].id, params=move[1])), Refusal)
    moved = [line for line in house.lines(table, "mj") if isinstance(line.what, Acted)][-1]
    assert not moved.by
    assert not isinstance(house.submit(table, "mj", TakeBack()), Refusal)
    back = next(line.what for line in house.lines(table, "mj") if isinstance(line.what, TookBack))
    assert back.struck == (moved.n,)
    assert house.state(table).paused
    assert not house.act_by_itself(table)
    assert not isinstance(house.submit(table, "mj", Redo()), Refusal)
    store.close()


def test_a_mis_tap_is_taken_back_while_somebody_who_acts_alone_waits_for_an_answer(house: House) -> None:
    """Alone against the machine, « Annuler » was refused for as long as its next move asked something."""
    table, _ = house.open_trial("d6", "fr")
    for _ in range(40):
        before = house.state(table)
        until_opponents(house, table)  # our own act, the last of them just before
        while house.awaited(table):
            assert house.act_by_itself(table)
        waiting = house.state(table).pending
        if waiting and not waiting.by and house.state(table).standing > before.standing:
            break
    assert waiting
    done(house, table, TakeBack())
    assert house.state(table).pending is None
    assert not house.awaited(table), "it is the turn of whoever took their move back"


def test_whoever_began_an_action_may_drop_it_until_somebody_has_answered(house: House) -> None:
    """D6-COMBAT-04: a mis-tap that waits for the MJ's people could not be taken back from its card."""
    weapons = {"mael": "Masse", "ysolde": "Épée courte"}
    for _ in range(20):
        table, _ = house.open_ready("d6")
        first = next(one.who for one in house.view(table, "mj").turns if one.when == "now")
        if first in weapons:
            break
    seats = {}
    for who in weapons:
        made = house.submit(table, "mj", Invite())
        assert isinstance(made, Submitted)
        done(house, table, Claim(who=who), made.seat)
        seats[who] = made.seat
    mine, other = seats.pop(first), *seats.values()
    attack = Act(actor=first, action="d6.attack", params={"target": "bandit", "weapon": weapons[first]})
    done(house, table, attack, mine)
    assert refused(house, table, Abandon(), other) == "Only the GM can do that."
    done(house, table, Abandon(), mine)
    assert house.state(table).pending is None
    done(house, table, attack, mine)
    done(house, table, Answer(answers=dict.fromkeys(house.view(table, "mj").asked, "speciality")))
    assert house.state(table).pending
    assert refused(house, table, Abandon(), mine) == "Only the GM can do that."


@pytest.mark.parametrize(
    ("game", "attack", "actor", "target"),
    [
        ("cle-en-main", "cle-en-main.attack", "octavie", "dockers"),  # the MJ's own people are asked
        ("d6", "d6.attack", "rouquin", "mael"),  # a character of a player's is
    ],
)
def test_a_side_is_entrusted_while_somebody_is_asked(
    house: House, game: str, attack: str, actor: str, target: str
) -> None:
    """The MJ thinks of it when an answer is slow to come: it was refused then, and the choice looked made."""
    table, _ = house.open_ready(game)
    done(house, table, Act(actor=actor, action=attack, params={"target": target}))
    assert house.view(table, "mj").pending
    done(house, table, Entrust(temper="careful"))
    view = house.view(table, "mj")
    assert view.tempers[""] == "careful"
    for _ in range(12):
        if not (asked := house.view(table, "mj").asked):
            break
        done(house, table, Answer(answers={who: one.default for who, one in asked.items()}))
    assert not house.view(table, "mj").pending, "nobody is asked, and the action stands still"
