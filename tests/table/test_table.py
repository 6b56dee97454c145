"""An evening at the table: seats, actions, decisions, taking back, secrets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablee.dice import fair
from tablee.errors import Unknown
from tablee.rules.game import game_called
from tablee.table.decide import odds
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.events import Event, from_json
from tablee.table.log.state import folded
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import SetOption
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct, Override
from tablee.table.topics.decision import Abandon, Answer
from tablee.table.topics.dice import Reveal
from tablee.table.topics.request import Request
from tablee.table.topics.seat import Invite, Relink
from tablee.table.topics.undo import Redo, TakeBack
from tests.rules.sample import GAME
from tests.sent import sent
from tests.table.conftest import Evening, at


def all_events(evening: Evening) -> list[Event]:
    return evening.house.store.read(evening.table, 0, 10_000)


def test_an_action_with_too_much_to_count_is_done_without_odds(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "MAX_COUNTED", 3)
    no = evening.house.odds(evening.table, evening.mj, evening.strike())
    assert isinstance(no, Refusal)
    assert "more than 3 ways" in no.say("en")
    evening.do(evening.ana, evening.strike((6,)))
    assert sent(evening.house.lines(evening.table, evening.mj))[-1]["odds"] == {}


def test_real_dice_that_a_question_comes_before_are_not_lost(evening: Evening) -> None:
    assert "A question comes before this die" in evening.refused(evening.mj, evening.strike((1, 5)))
    evening.do(evening.mj, evening.strike((1,)))
    evening.do(evening.mj, Answer(answers={"wolf": True}, faces=(5,)))
    rolls = sent(evening.house.lines(evening.table, evening.mj))[-1]["rolls"]
    assert [roll["faces"] for roll in rolls] == [[1], [5]]


def test_an_action_is_one_line_with_everything_in_it(evening: Evening) -> None:
    evening.do(evening.ana, evening.strike((6,)))
    line = sent(evening.house.lines(evening.table, evening.ana))[-1]
    assert line["name"] == "acted/1"
    assert line["actor"] == "ana"
    assert line["rolls"][0]["faces"] == [6]
    assert line["parts"][0]["grade"] == "missed"
    assert line["headline"]["rule"] == "SAM-HIT-01:told"


def test_decisions_stop_the_action_and_survive_a_restart(evening: Evening, setting: str) -> None:
    evening.do(evening.ana, evening.strike((1,)))
    assert evening.house.view(evening.table, evening.mj).waiting_for == ["wolf"]
    with at(setting) as store:
        again = House(store, lambda _: GAME)
        assert again.state(evening.table) == evening.house.state(evening.table)
        again.submit(evening.table, evening.mj, Answer(answers={"wolf": False}))
        assert again.view(evening.table, evening.leo).asked["leo"].id == "sample.step_in"
        again.submit(evening.table, evening.leo, Answer(answers={"leo": True}))
        assert again.state(evening.table).cast["leo"].sheet["health"] == 3
    assert evening.house.state(evening.table).pending is None


def test_only_those_concerned_may_answer(evening: Evening) -> None:
    evening.do(evening.ana, evening.strike((1,)))
    assert evening.refused(evening.leo, Answer(answers={"wolf": True})) == "You are not the one being asked."
    assert evening.refused(evening.mj, Answer(answers={"leo": True})) == "Léo is not being asked anything."
    assert evening.refused(evening.ana, evening.strike((6,))) == (
        "An action is waiting for an answer (wolf): answer first, or the GM abandons it."
    )
    evening.do(evening.mj, Abandon())
    assert evening.refused(evening.mj, Abandon()) == "No action is waiting for an answer."


def test_refusals_speak_of_people_by_their_names(evening: Evening) -> None:
    def no(seat: str, command: Command) -> str:
        refused = evening.house.submit(evening.table, seat, command)
        assert isinstance(refused, Refusal)
        return refused.say("fr")

    evening.do(evening.ana, evening.strike((1,)))
    assert "(loup)" in no(evening.ana, evening.strike((6,)))
    assert no(evening.mj, Answer(answers={"wolf": "peut-être"})).startswith("Le loup ne peut pas répondre")
    assert no(evening.mj, Answer(answers={"ghost": True})) == "On ne demande rien à ghost."
    evening.do(evening.mj, Abandon())
    assert no(evening.ana, Act(actor="wolf", action="sample.strike")) == "Le loup n'est pas votre personnage."


def hurt_the_wolf(evening: Evening) -> None:
    evening.do(evening.ana, evening.strike((1,)))
    evening.do(evening.mj, Answer(answers={"wolf": False}))
    evening.do(evening.mj, Answer(answers={"leo": False}))


def test_everything_taken_back_is_the_beginning_and_redone_is_the_same(evening: Evening) -> None:
    before = evening.house.state(evening.table)
    hurt_the_wolf(evening)
    hurt_the_wolf(evening)
    after = evening.house.state(evening.table)
    assert evening.sheet("wolf")["health"] == 1
    evening.do(evening.mj, TakeBack(to=0))
    back = evening.house.state(evening.table)
    assert (back.cast, back.play) == (before.cast, before.play)
    evening.do(evening.mj, Redo())
    evening.do(evening.mj, Redo())
    assert evening.house.state(evening.table).cast == after.cast
    assert evening.refused(evening.mj, Redo()) == "There is nothing to redo."


def test_a_player_takes_back_only_their_own_last_action(evening: Evening) -> None:
    evening.do(evening.ana, evening.strike((6,)))
    assert evening.refused(evening.leo, TakeBack()) == "That action was not yours: ask the GM."
    evening.do(evening.ana, TakeBack())
    assert evening.refused(evening.ana, TakeBack()) == "There is nothing to take back."


def test_the_mj_corrects_and_overrides_with_a_mark(evening: Evening) -> None:
    evening.do(evening.mj, Correct(who="ana", field="health", value=9, text="potion"))
    assert evening.sheet("ana")["health"] == 9
    for same in (Correct(who="ana", field="health", value=9, text="potion"), Correct(field="round", value=0)):
        assert evening.refused(evening.mj, same) == "Nothing changes: that is the value already."
    assert evening.refused(evening.mj, Correct(who="ana", field="wings", value=2)) == "There is no field “wings”."
    assert "whole number" in evening.refused(evening.mj, Correct(who="ana", field="health", value="much"))
    evening.do(evening.ana, evening.strike((6,)))
    evening.do(evening.mj, Override(of=evening.house.state(evening.table).version, text="Le loup fuit."))
    evening.do(evening.mj, TakeBack(to=0))
    assert evening.sheet("ana")["health"] == 5


def test_people_do_what_their_seat_allows(evening: Evening) -> None:
    assert evening.refused(evening.leo, evening.strike()) == "Ana is not your character."
    assert evening.refused(evening.leo, SetOption(option="x", value=1)) == "Only the GM can do that."
    screen = evening.do(evening.mj, Invite(role="screen"))
    seat = evening.house.seat(evening.table, screen.token)
    assert evening.refused(seat, Say(text="hello")) == "This seat watches without playing."
    evening.do(evening.mj, Relink(seat=evening.leo, revoke=True))
    assert evening.refused(evening.leo, Say(text="hello")) == "Take a seat at the table first."


def test_a_knock_is_let_in_by_the_mj(evening: Evening) -> None:
    code = evening.house.state(evening.table).code
    knocked = evening.house.knock(evening.house.table_of_code(code.lower()), "Zoé")
    with pytest.raises(Unknown, match="opens no seat"):
        evening.house.seat(evening.table, knocked.token)
    evening.do(evening.mj, Invite(knock=knocked.seat))
    assert evening.house.seat(evening.table, knocked.token) == knocked.seat


@pytest.mark.both_stores
def test_a_retried_command_acts_once(evening: Evening) -> None:
    first = evening.do(evening.ana, evening.strike((6,)), key="k1")
    again = evening.do(evening.ana, evening.strike((6,)), key="k1")
    assert (again.version, evening.house.state(evening.table).version) == (first.version, first.version)


def test_words_reach_those_they_are_for(evening: Evening) -> None:
    evening.do(evening.ana, Say(text="/w leo psst"))
    evening.do(evening.ana, Say(text="/mj je triche"))
    evening.do(evening.mj, Say(text="le duc ment", kind="note"))
    evening.do(evening.ana, Say(text="/r 3d6+2"))

    def heard(seat: str) -> list[str]:
        return [
            line["text"]
            for line in sent(evening.house.lines(evening.table, seat))
            if line["name"] in ("said/1", "rolled/1")
        ]

    assert heard(evening.leo) == ["psst", "3d6+2"]
    assert heard(evening.ana) == ["psst", "je triche", "3d6+2"]
    assert heard(evening.mj) == ["psst", "je triche", "le duc ment", "3d6+2"]


def test_lines_are_numbered_for_each_seat_without_gaps(evening: Evening) -> None:
    evening.do(evening.mj, Say(text="secret", kind="note"))
    evening.do(evening.ana, Say(text="bonjour"))
    numbers = [line["n"] for line in sent(evening.house.lines(evening.table, evening.leo))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert (
        sent(evening.house.lines(evening.table, evening.leo, after=numbers[-2]))
        == sent(evening.house.lines(evening.table, evening.leo))[-1:]
    )


def test_rolls_asked_for_are_gathered(evening: Evening) -> None:
    evening.do(evening.mj, Request(action="sample.strike", params={"target": "wolf"}))
    request = next(iter(evening.house.state(evening.table).requests))
    evening.do(evening.ana, evening.strike((6,), request=request))
    assert list(evening.house.state(evening.table).requests[request].done) == ["ana"]


def test_the_log_verifies_redacted_or_not(evening: Evening) -> None:
    evening.do(evening.ana, Say(text="/r 3d6"))
    evening.do(evening.mj, Act(actor="wolf", action="sample.strike", params={"target": "ana"}, audience="secret"))
    if evening.house.state(evening.table).pending:
        evening.do(evening.mj, Abandon())
    evening.do(evening.ana, evening.strike((6,)))
    evening.do(evening.mj, Reveal())
    lines = [fair.from_dict(line) for event in all_events(evening) for line in fair_lines(event)]
    counted = fair.verify(lines)
    assert (counted["public"].verified, counted["public"].physical) == (3, 1)
    public = [line for line in lines if getattr(line, "stream", "public") == "public" or isinstance(line, fair.Commit)]
    assert fair.verify(public)["public"].verified == 3


def fair_lines(event: Event) -> list[Any]:
    return list(getattr(event.what, "fair", ()))


@pytest.mark.both_stores
def test_a_log_read_again_folds_to_the_same_state(evening: Evening) -> None:
    hurt_the_wolf(evening)
    evening.do(evening.mj, TakeBack())
    events = all_events(evening)
    assert folded(events) == evening.house.state(evening.table)
    assert [from_json(json.loads(json.dumps(event.to_json()))).what.name for event in events] == [
        event.what.name for event in events
    ]


@pytest.mark.both_stores
def test_a_deleted_table_is_gone(evening: Evening) -> None:
    evening.house.delete(evening.table)
    with pytest.raises(Unknown, match="no such table"):
        evening.house.state(evening.table)
    assert evening.house.store.read(evening.table) == []


def test_house_rules_are_shown_with_what_they_bring(evening: Evening) -> None:
    """The MJ reads a content note before a switch is touched; games without one show none."""
    assert evening.house.view(evening.table, evening.mj).house_rules == []
    deusex = game_called("deusex")
    house = House(evening.house.store, lambda _: deusex)
    table, _ = house.open("deusex")
    rules = {rule.id: rule for rule in house.view(table, "mj").house_rules}
    assert rules["stress_rules"].value is rules["trouble_rules"].value is False  # until the MJ switches them on
    note = rules["stress_rules"].note
    assert note
    assert "chacun peut dire non" in note.fr
    assert rules["open_rolls"].note is None
