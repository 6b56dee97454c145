"""« Et si ? »: a moment of a fight that is over, played on at a table of its own by whoever may."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablee.errors import Unknown
from tablee.lab.policy import NATURAL
from tablee.lab.setups import setup_of
from tablee.review.kept import found_of
from tablee.review.what_if import open_what_if
from tablee.rules.game import games
from tablee.rules.stored.written import written
from tablee.table.decide.opponents import awaited
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.scenes import midway, scene_of
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.character import Claim, HandOver
from tablee.table.topics.decision import Answer
from tablee.table.topics.review import TellReview
from tablee.table.topics.seat import Invite, Join
from tablee.web.opponents import Opponents
from tests.review.played import MAX_COMMANDS, Table
from tests.review.reread import Reread, altered

ONE_AND_LATER = ["undesix", *(pytest.param(game, marks=pytest.mark.evening) for game in games() if game != "undesix")]


def at_line(table: Table, seat: str, at: int = 2) -> int:
    """The number that a line of the fight has for a seat."""
    turn = found_of(table.house, table.table, 1).fight.turns[at]
    return table.house.own_number(table.table, seat, turn.line.n)


def played_on(house: House, table: str, seat: str) -> int:
    """How many commands the person of a seat gave until the fight was over, by what comes naturally."""
    opponents, game = Opponents(house), house._game(house.state(table).game)
    for given in range(MAX_COMMANDS):
        opponents.play_until_asked(table)
        house.looked_at(table, seat)
        state = house.state(table)
        if not state.play.get("round"):
            return given
        if awaited(game, state):  # the machine has more to do than it does at once
            continue
        command: Any = Act(action=game.next_round)
        if state.pending:
            command = Answer(answers={who: state.pending.asked.asked[who].default for who in state.pending.silent})
        else:
            for who in game.may_act(scene_of(game, state)):
                if state.plays(seat, who):
                    moves = NATURAL.moves(game, scene_of(game, state, who), setup_of(game.id).health)
                    move = next(moves, None)
                    command = (
                        Act(actor=who, action=move.action, params=dict(move.params), sure=True) if move else command
                    )
                    break
        done = house.submit(table, seat, command)
        assert not isinstance(done, Refusal), done.say("en")
    raise AssertionError("the fight does not end")


@pytest.mark.parametrize("game", ONE_AND_LATER)
def test_a_fight_stands_as_it_stood_and_is_played_to_its_end(game: str, tmp_path: Path) -> None:
    """From the MJ's seat; the true table knows nothing of it."""
    table = Table(game, tmp_path)
    table.to_the_end()
    before, turn = table.state, found_of(table.house, table.table, 1).fight.turns[1]
    made, token = open_what_if(table.house, table.table, "mj", 1, turn.line.n, "fr")
    now, then = midway(table.game, table.house.state(made)), midway(table.game, turn.before)
    assert (now.scene.cast, now.scene.play, now.began) == (then.scene.cast, then.scene.play, then.began)
    assert table.house.state(made).options == turn.before.options
    assert played_on(table.house, made, table.house.seat(made, token))
    assert table.house.state(made).fights
    assert table.state == before
    assert table.house.state(made).trial


@pytest.mark.parametrize("game", ONE_AND_LATER)
def test_a_player_alone_needs_nobody_to_hold_the_table(game: str, tmp_path: Path) -> None:
    """Whatever the fight wants is done by what falls due, by the machine or by the player."""
    table = Table(game, tmp_path)
    first = table.game.first_scene
    assert first
    made = table.house.submit(table.table, "mj", Invite())
    assert isinstance(made, Submitted)
    seat = table.house.seat(table.table, made.token)
    for command in (Join(called="Ana"), Claim(who=first.players[0])):
        assert isinstance(table.house.submit(table.table, seat, command), Submitted)
    table.to_the_end()
    table.do(TellReview(fight=1, told="figures"))
    made_here, token = open_what_if(table.house, table.table, seat, 1, at_line(table, seat, 1), "fr")
    assert played_on(table.house, made_here, table.house.seat(made_here, token))


@pytest.fixture
def table(tmp_path: Path) -> Reread:
    return Reread(tmp_path)


def test_a_player_plays_their_own_and_holds_no_table(table: Reread) -> None:
    made, token = open_what_if(table.house, table.table, table.ana, 1, at_line(table, table.ana), "fr")
    seat = table.house.seat(made, token)
    state = table.house.state(made)
    assert {who for who in state.cast if state.plays(seat, who)} == {"chloe"}
    assert (state.is_mj(seat), state.seats["mj"].token, state.tempers) == (False, "", {"nicolas": "natural"})
    with pytest.raises(Unknown):
        table.house.seat(made, "")
    assert played_on(table.house, made, seat)
    assert table.house.view(made, seat).title.startswith("Et si ?")


def test_it_is_refused_to_who_plays_nobody_there_or_reads_no_figures(table: Reread) -> None:
    with pytest.raises(Unknown):
        open_what_if(table.house, table.table, table.ana, 1, 1, "fr")
    invited = table.house.submit(table.table, "mj", Invite(role="spectator"))
    assert isinstance(invited, Submitted)
    watcher = table.house.seat(table.table, invited.token)
    with pytest.raises(Unknown):
        open_what_if(table.house, table.table, watcher, 1, at_line(table, watcher), "fr")
    table.do(TellReview(fight=1, told="words"))
    with pytest.raises(Unknown):
        open_what_if(table.house, table.table, table.ana, 1, at_line(table, table.ana), "fr")


def test_what_is_hidden_changes_no_byte_of_the_table_that_is_made(tmp_path: Path) -> None:
    """The brigand's numbers are hidden, then altered in the stored log: whoever plays on is sent the same bytes, but
    the MJ.
    """
    table = Reread(tmp_path, hidden=True)
    table.do(TellReview(fight=1, told="figures"))
    told, mjs = _sent(table, table.ana), _sent(table, "mj")
    table.house.store.close()
    with sqlite3.connect(tmp_path / "undesix.db") as db:
        for version, data in db.execute("SELECT version, data FROM event WHERE tbl = ?", (table.table,)).fetchall():
            line = json.dumps(altered(json.loads(data), "brigand"))
            db.execute("UPDATE event SET data = ? WHERE tbl = ? AND version = ?", (line, table.table, version))
        db.execute("DELETE FROM snapshot")
    table.house = House(SqliteStore(tmp_path / "undesix.db"))
    assert _sent(table, table.ana) == told
    assert _sent(table, "mj") != mjs


def _sent(table: Reread, seat: str) -> list[bytes]:
    """All that somebody is sent of the table on which they play on, but what is drawn for each table alone."""
    house = table.house
    made, token = open_what_if(house, table.table, seat, 1, at_line(table, seat), "fr")
    own = house.seat(made, token)
    lines = [replace(line, at=0.0) for line in house.lines(made, own) if line.name != "opened/1"]
    view: Any = house.view(made, own)
    view = replace(view, code="", dice=None)
    sheets = [house.sheet(made, own, who, "fr") for who in view.cast]
    odds = house.odds(made, own, Act(actor="chloe", action="undesix.attack", params={"target": "brigand"}))
    found = [view, lines, sheets, odds, house.gauges(made, own, "fr"), house.surroundings(made, own, "fr")]
    return [written(one) for one in found]


def test_hidden_since_is_hidden_there(table: Reread) -> None:
    table.do(HandOver(who="brigand", hidden=True))
    table.do(TellReview(fight=1, told="figures"))
    made, _ = open_what_if(table.house, table.table, table.ana, 1, at_line(table, table.ana), "fr")
    assert table.house.state(made).cast["brigand"].hidden
