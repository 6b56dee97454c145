"""A roll asked of several people: how they came out together by each game's own rule, for whoever may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.seen.view import CameOutTogether, RollAskedFor, View
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import SetOption
from tablee.table.topics.character import Claim, HandOver
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Abandon, Answer
from tablee.table.topics.request import Close, Request
from tablee.table.topics.seat import Invite, Join

Json = dict[str, Any]


class Asked:
    """A table of a game with its first scene, where the MJ asks the same roll of some and answers for all of them."""

    def __init__(self, house: House, game: str) -> None:
        self.house, self.game = house, game
        self.table, _ = house.open_ready(game)

    def do(self, seat: str, command: Command) -> Submitted:
        done = self.house.submit(self.table, seat, command)
        assert isinstance(done, Submitted), done
        return done

    def asked(
        self, action: str, params: Json, faces: Mapping[str, tuple[int, ...]], audience: str = "open"
    ) -> RollAskedFor:
        """What the MJ sees of the request once everybody has answered with these dice."""
        made = Request(action=action, params=params, who=tuple(faces), audience=audience)
        self.do("mj", made)
        request = list(self.view().requests)[-1]
        for who, fallen in faces.items():
            assert self.view().requests[request].together is None, "somebody is still awaited"
            act = Act(actor=who, action=action, params=params, request=request, audience=audience)
            if not isinstance(self.house.submit(self.table, "mj", act.with_changes(faces=fallen)), Submitted):
                self.do("mj", act)  # a question comes before any die
                asked = self.view().asked[who]
                self.do("mj", Answer(answers={who: asked.default}, faces=fallen))
            while waits := self.view().asked:
                self.do("mj", Answer(answers={one: asked.default for one, asked in waits.items()}))
        return self.view().requests[request]

    def view(self, seat: str = "mj") -> View:
        return self.house.view(self.table, seat)

    def say(self, came: CameOutTogether | None, lang: str = "fr") -> tuple[bool, str, str]:
        assert came
        plain = came.told.say(lang).replace("\N{NO-BREAK SPACE}", " ")
        return came.good, came.label.say(lang), f"{plain} ({came.told.saying.clause.id})"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


def test_in_undesix_the_best_one_s_die_counts_with_a_point_for_each_helper(house: House) -> None:
    """UDS-ACTION-14: Nicolas has the better PHY; his 6 is one too many for 5, and Chloé's help makes it."""
    table = Asked(house, "undesix")
    request = table.asked("undesix.test", {"characteristic": "phy"}, {"chloe": (5,), "nicolas": (6,)})
    good, label, told = table.say(request.together)
    assert (good, label) == (True, "réussi")
    assert told == "Un seul dé compte, celui de Nicolas : 6 pour un seuil de 5, +1 d'aide, soit 6 (UDS-ACTION-14)"
    assert not any(one.parts and one.parts[0].good for one in request.done.values()), "each alone, both failed"


def test_house_rules_on_a_six_hold_for_the_group_too(house: House) -> None:
    """UDS-TEST-07, UDS-ACTION-14: at this table a 6 fails, whatever the help."""
    table = Asked(house, "undesix")
    table.do("mj", SetOption(option="natural_six_fails", value=True))
    request = table.asked("undesix.test", {"characteristic": "phy"}, {"chloe": (5,), "nicolas": (6,)})
    assert table.say(request.together)[:2] == (False, "raté")


def test_what_happens_later_changes_no_verdict_of_a_group(house: House) -> None:
    """UDS-ACTION-14: whoever was the best when they rolled, by the rules of that moment."""
    table = Asked(house, "undesix")
    both = {"chloe": (5,), "nicolas": (6,)}
    came = table.asked("undesix.test", {"characteristic": "phy"}, both).together
    assert came
    assert came.good
    table.do("mj", SetOption(option="natural_six_fails", value=True))
    assert list(table.view().requests.values())[-1].together == came
    table.do("mj", Correct(who="nicolas", field="phy", value=1))
    assert list(table.view().requests.values())[-1].together == came


@pytest.mark.parametrize(
    ("faces", "sum_told", "good"),
    [
        (((4, 2, 1), (1, 1, 2), (3, 3, 3)), "Octavie Lerouge mène avec 17, +1 avec les autres : 18 contre 15", True),
        (
            ((2, 2, 1), (1, 2, 1), (1, 1, 1)),
            "Octavie Lerouge mène avec 15, \N{MINUS SIGN}1 avec les autres : 14",
            False,
        ),
        (((1, 2, 1), (4, 3, 2), (1, 2, 4)), "Le professeur Anselme Quatrevaux mène avec 19, 0 avec les autres", True),
        (((6, 6, 5), (1, 2, 4), (3, 3, 3)), "Octavie Lerouge mène avec 27, +2 avec les autres : 29 contre 15", True),
    ],
)
def test_in_cle_en_main_the_best_result_leads_and_the_others_help_or_hamper(
    house: House, faces: tuple[tuple[int, ...], ...], sum_told: str, good: bool
) -> None:
    """CEM-COOP-01, -02: each other result of 15 or more adds one, each under 10 takes one away."""
    table = Asked(house, "cle-en-main")
    fallen = dict(zip(("octavie", "anselme", "bruno"), faces, strict=True))
    came = table.asked("cle-en-main.test", {"skill": "perception", "difficulty": 15}, fallen).together
    assert came
    assert came.good is good
    assert table.say(came)[2].startswith(sum_told)
    assert table.say(came)[2].endswith("(CEM-COOP-02)")


def test_in_deusex_the_totals_of_the_successes_are_added(house: House) -> None:
    """DEX-COOP-01, -02: a failure brings nothing."""
    table = Asked(house, "deusex")
    request = table.asked("deusex.test", {"difficulty": 10}, {"youssef": (6, 7), "nadia": (2, 3)})
    good, label, told = table.say(request.together)
    assert (good, label) == (True, "13 ensemble")
    assert told == "Les totaux réussis font 13 : assez pour une tâche de 13 ou moins (DEX-COOP-02)"
    assert table.say(request.together, "en")[1] == "13 together"


def test_where_the_book_is_silent_nothing_is_made_up(house: House) -> None:
    """The D6 has no rule for a group; nobody who was asked alone is one."""
    table = Asked(house, "d6")
    params = {"what": "courage", "difficulty": "medium"}
    both = table.asked("d6.test", params, {"mael": (3, 3, 3), "ysolde": (3, 3, 3)})
    assert [bool(one.parts) for one in both.done.values()] == [True, True]
    assert both.together is None
    alone = Asked(house, "undesix").asked("undesix.test", {"characteristic": "phy"}, {"chloe": (1,)})
    assert alone.together is None


def test_whoever_may_not_know_an_answer_is_told_no_verdict_of_the_group(house: House) -> None:
    table = Asked(house, "undesix")
    seat = table.do("mj", Invite()).seat
    table.do(seat, Join(called="Ana"))
    table.do(seat, Claim(who="chloe"))
    both = {"chloe": (1,), "nicolas": (2,)}
    blind = table.asked("undesix.test", {"characteristic": "phy"}, both, audience="blind")
    assert blind.together
    assert blind.together.good
    for viewer in (seat, ""):
        assert list(table.view(viewer).requests.values())[-1].together is None
    open_one = table.asked("undesix.test", {"characteristic": "phy"}, both)
    assert list(table.view(seat).requests.values())[-1].together == open_one.together
    table.do("mj", HandOver(who="nicolas", hidden=True))
    assert list(table.view(seat).requests.values())[-1].together is None, "a target would tell a hidden number"
    assert list(table.view("").requests.values())[-1].together is None


def test_whoever_hesitates_over_a_roll_stops_nobody_else(house: House) -> None:
    """CEM-HERO-04: « Refaire ce test ? » waits for Octavie; the others roll meanwhile, and the scene goes on."""
    table = Asked(house, "cle-en-main")
    seats = {}
    for who in ("octavie", "anselme"):
        invited = table.do("mj", Invite(role="player"))
        seats[who] = invited.seat
        table.do(invited.seat, Join(called=who.title()))
        table.do("mj", HandOver(who=who, owner=invited.seat))
    action, params = "cle-en-main.test", {"skill": "perception", "difficulty": 20}
    table.do("mj", Request(action=action, params=params, who=("octavie", "anselme")))
    (request,) = table.view().requests
    roll = Act(action=action, request=request, faces=(1, 1, 2))
    table.do(seats["octavie"], roll.with_changes(actor="octavie"))
    (waits,) = table.view(seats["octavie"]).rolling
    assert (waits.actor, waits.waiting_for, list(waits.asked)) == ("octavie", ["octavie"], ["octavie"])
    assert all(option.odds for option in waits.asked["octavie"].options), "she sees what each answer is worth"
    assert table.view().pending is None
    again = house.submit(table.table, seats["octavie"], roll.with_changes(actor="octavie"))
    assert isinstance(again, Refusal), "once is enough"

    table.do(seats["anselme"], roll.with_changes(actor="anselme"))
    table.do("mj", Act(actor="bruno", action=action, params=params, faces=(6, 6, 5)))  # not asked for: the scene's own
    assert [one.actor for one in table.view().rolling] == ["octavie", "anselme"]
    assert not table.view(seats["anselme"]).rolling[0].asked, "what Octavie is asked is hers to answer"
    theirs = house.submit(table.table, seats["anselme"], Answer(answers={"octavie": "pass"}))
    assert isinstance(theirs, Refusal)
    table.do(seats["octavie"], Answer(answers={"octavie": "pass"}))
    table.do("mj", Abandon(creation=f"{request}.anselme"))
    assert not table.view().rolling
    assert list(table.view().requests[request].done) == ["octavie"]
    table.do(seats["anselme"], roll.with_changes(actor="anselme"))
    table.do("mj", Answer(answers={"anselme": "pass"}))
    assert list(table.view().requests[request].done) == ["octavie", "anselme"]


def test_a_request_that_is_closed_waits_for_nobody(house: House) -> None:
    """CEM-HERO-04: a roll of it that stopped at a question goes on by default; who had not rolled is asked no more."""
    asked = Asked(house, "cle-en-main")
    first, second = list(house.state(asked.table).cast)[:2]
    params = {"skill": "perception", "difficulty": 25}
    asked.do("mj", Request(action="cle-en-main.test", params=params, who=(first, second)))
    (request,) = asked.view().requests
    asked.do("mj", Act(actor=first, action="cle-en-main.test", params=params, request=request, faces=(1, 1, 2)))
    assert asked.view().asked
    asked.do("mj", Close(request=request))
    view = asked.view()
    assert not view.asked
    assert not view.rolling
    assert list(view.requests[request].done) == [first]
    assert view.requests[request].closed


@pytest.mark.parametrize(
    ("game", "points", "action", "params", "yes", "said"),
    [
        ("deusex", "reserve", "deusex.test", {"talent": "AGI"}, 1, "il y reste 0 point, pas 1"),
        (
            "cle-en-main",
            "heroism",
            "cle-en-main.test",
            {"skill": "defence", "difficulty": 40},
            "redo",
            "il faut 1 point, il en reste 0",
        ),
    ],
)
def test_points_that_served_while_a_roll_waited_are_refused(
    house: House, game: str, points: str, action: str, params: Json, yes: object, said: str
) -> None:
    """DEX-RESERVE-02, CEM-HERO-03: with a sentence, and the roll waits on for another answer."""
    asked = Asked(house, game)
    who = next(who for who, one in house.state(asked.table).cast.items() if one.sheet[points])
    asked.do("mj", Request(action=action, params=params, who=(who,)))
    (request,) = asked.view().requests
    asked.do("mj", Act(actor=who, action=action, params=params, request=request))
    waiting = asked.view().asked[who]
    asked.do("mj", Correct(who=who, field=points, value=0))
    no = house.submit(asked.table, "mj", Answer(answers={who: yes}))
    assert isinstance(no, Refusal)
    assert said in no.say("fr")
    asked.do("mj", Answer(answers={who: waiting.default}))
    assert list(asked.view().requests[request].done) == [who]
