"""Who comes in, who plays whom, who is asked what; and characters made beside the scene."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.errors import Unknown
from tablee.games.undesix.people.creation import EVEN
from tablee.rules.game import games
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.store import store_at
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import Arrange, SetOption
from tablee.table.topics.character import Claim, Enter, HandOver, Release, Retire
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Abandon, Answer, Settle
from tablee.table.topics.paper import Revise
from tablee.table.topics.request import Close, Request
from tablee.table.topics.seat import COLOURS, Invite, Join
from tests.sent import sent
from tests.table.conftest import Evening


def test_a_free_character_is_taken_and_left(evening: Evening) -> None:
    evening.do(evening.mj, Enter(ready="max", free=True))
    assert evening.refused(evening.leo, Claim(who="wolf")) == "The wolf is not free to take: ask the GM."
    evening.do(evening.leo, Claim(who="max"))
    assert evening.house.view(evening.table, evening.ana).cast["max"].owner == evening.leo
    assert "not free" in evening.refused(evening.ana, Claim(who="max"))
    assert evening.refused(evening.ana, Release(who="max")) == "Max is not your character."
    evening.do(evening.leo, Release(who="max"))
    evening.do(evening.ana, Claim(who="max"))
    assert evening.refused(evening.ana, Enter(ready="max", free=True)) == "Only the GM can do that."


def test_a_ready_character_comes_in_once_more_with_a_number(evening: Evening) -> None:
    evening.do(evening.mj, Enter(ready="wolf"))
    evening.do(evening.mj, Enter(ready="wolf"))
    names = {who: one.sheet["name"] for who, one in evening.house.view(evening.table, evening.mj).cast.items()}
    assert names["wolf-2"]["fr"] == "loup 2"
    assert names["wolf-3"]["en"] == "wolf 3"
    assert "Ready: ana, wolf, leo, max" in evening.refused(evening.mj, Enter(ready="bear"))
    assert evening.refused(evening.mj, Enter(sheet=evening.sheet("ana"))) == "Give this character an id."


def test_an_open_door_lets_people_in_at_once(evening: Evening) -> None:
    house = evening.house
    waiting = house.knock(evening.table, "Zed")
    with pytest.raises(Unknown):
        house.seat(evening.table, waiting.token)
    evening.do(evening.mj, Arrange(door="open"))
    seat = house.seat(evening.table, house.knock(evening.table, "Zoé").token)
    evening.do(seat, Join(called="Zoé"))
    assert house.view(evening.table, seat).arranged.door == "open"


def test_colours_come_from_a_palette_and_the_language_is_kept(evening: Evening) -> None:
    seats = evening.house.view(evening.table, evening.mj).seats
    assert [seats[seat].colour for seat in (evening.mj, evening.ana, evening.leo)] == list(COLOURS)[:3]
    assert "Colour" in evening.refused(evening.ana, Join(called="Ana", colour="#123456"))
    evening.do(evening.ana, Join(called="Ana", colour="prune", lang="en"))
    evening.do(evening.ana, Join(called="Anna"))
    kept = evening.house.view(evening.table, evening.leo).seats[evening.ana]
    assert (kept.called, kept.colour, kept.lang) == ("Anna", "prune", "en")


def test_odds_are_hidden_from_players_if_the_mj_likes(evening: Evening) -> None:
    evening.do(evening.mj, HandOver(who="wolf", hidden=False))
    assert not isinstance(evening.house.odds(evening.table, evening.ana, evening.strike()), Refusal)
    evening.do(evening.mj, Arrange(odds="hidden"))
    assert isinstance(evening.house.odds(evening.table, evening.ana, evening.strike()), Refusal)
    assert not isinstance(evening.house.odds(evening.table, evening.mj, evening.strike()), Refusal)
    evening.do(evening.ana, evening.strike((6,)))
    assert sent(evening.house.lines(evening.table, evening.leo))[-1]["odds"] is None
    evening.do(evening.mj, Arrange(door="guarded"))  # says nothing of odds: they stay hidden
    assert isinstance(evening.house.odds(evening.table, evening.ana, evening.strike()), Refusal)


def test_a_standing_answer_is_given_without_asking_until_its_player_says_otherwise(evening: Evening) -> None:
    blow = Act(actor="ana", action="sample.strike", params={"target": "leo"}, faces=(1,))
    settle = Settle(who="leo", decision="sample.parry", answer=False)
    assert evening.refused(evening.ana, settle) == "Léo is not your character."
    evening.do(evening.leo, settle)
    (left,) = evening.house.view(evening.table, evening.leo).not_asked
    assert (left.who, left.decision, left.answer) == ("leo", "sample.parry", False)
    assert evening.house.view(evening.table, evening.ana).not_asked == []
    evening.do(evening.ana, blow)
    pending = evening.house.state(evening.table).pending
    assert pending  # the wolf, who has luck as well, may step in
    assert set(pending.asked.asked) == {"wolf"}
    evening.do(evening.mj, Abandon())
    evening.do(evening.leo, Settle(who="leo", decision="sample.parry"))
    evening.do(evening.ana, blow)
    again = evening.house.state(evening.table).pending
    assert again
    assert set(again.asked.asked) == {"leo"}


def test_an_answer_is_to_stand_only_where_it_stands_itself(evening: Evening) -> None:
    blow = Act(actor="ana", action="sample.strike", params={"target": "leo"}, faces=(1,))
    evening.do(evening.ana, blow)
    evening.refused(evening.leo, Answer(answers={"leo": "perhaps"}, settle=True))
    evening.refused(evening.leo, Answer(answers={"leo": False}, faces=(9,), settle=True))
    evening.do(evening.leo, Answer(answers={"leo": False}, settle=True))
    (left,) = evening.house.view(evening.table, evening.leo).not_asked
    assert (left.who, left.decision, left.answer) == ("leo", "sample.parry", False)
    assert evening.house.view(evening.table, evening.ana).not_asked == []


def test_a_closed_request_waits_for_nobody_but_the_mj_may_still_roll_for_the_absent(evening: Evening) -> None:
    evening.do(evening.mj, Request(action="sample.strike", params={"target": "wolf"}, who=("ana", "leo"), title="?"))
    (request,) = evening.house.state(evening.table).requests
    evening.do(evening.mj, Close(request=request))
    roll = Act(actor="ana", action="sample.strike", request=request, faces=(6,))
    assert evening.refused(evening.ana, roll) == "This roll request is closed."
    evening.do(evening.mj, roll)
    shown = evening.house.view(evening.table, evening.leo).requests[request]
    assert (shown.title, shown.closed, list(shown.done)) == ("?", True, ["ana"])


def test_papers_are_changed_and_withdrawn_by_who_wrote_them(evening: Evening) -> None:
    evening.do(evening.mj, Say(text="une lettre", kind="handout", title="Lettre"))
    of = evening.house.view(evening.table, evening.mj).seen
    mine = evening.house.view(evening.table, evening.ana).seen
    assert evening.refused(evening.ana, Revise(of=mine, text="x")) == "This note is not yours."
    assert evening.refused(evening.mj, Revise(of=of - 1, text="x")) == f"Line {of - 1} is not a note."
    evening.do(evening.mj, Revise(of=of, text="une longue lettre", title="Lettre"))
    assert [paper.text for paper in evening.house.view(evening.table, evening.ana).papers] == ["une longue lettre"]
    assert sent(evening.house.lines(evening.table, evening.ana))[-1]["of"] == mine
    evening.do(evening.mj, Revise(of=of, withdrawn=True))
    assert evening.house.view(evening.table, evening.ana).papers == []


def test_whoever_comes_late_reads_no_paper_as_it_read_before(evening: Evening) -> None:
    """The old words of a handout are in nobody's lines, exports, transcript or past but the MJ's."""
    house, table = evening.house, evening.table
    for text in ("premier jet", "repris"):
        evening.do(evening.mj, Say(text=text, kind="handout", title=text))
    of = house.view(table, evening.mj).seen
    evening.do(evening.mj, Revise(of=of - 1, text="second jet", title="second jet"))
    evening.do(evening.mj, Revise(of=of - 1, text="au net", title="au net"))
    evening.do(evening.mj, Revise(of=of, text="repris encore", withdrawn=True))
    late = house.seat(table, evening.do(evening.mj, Invite()).token)
    seen = house.view(table, late).seen
    past = [str(house.view_at(table, late, n)) for n in range(seen - 6, seen + 1)]
    everything = "\n".join(
        [
            *house.exported(table, late),
            house.markdown(table, late, "fr"),
            *map(str, sent(house.lines(table, late))),
            *past,
        ]
    )
    assert "au net" in house.markdown(table, late, "fr")
    assert not [old for old in ("premier jet", "second jet", "repris") if old in everything]
    assert "premier jet" in "".join(house.exported(table, evening.mj))


def test_the_mj_sees_as_a_seat_or_a_newcomer_and_anybody_the_table_as_it_was(evening: Evening) -> None:
    house, table = evening.house, evening.table
    assert house.seen_as(table, evening.mj, evening.ana) == house.view(table, evening.ana)
    newcomer = house.seen_as(table, evening.mj, "")
    assert not isinstance(newcomer, Refusal)
    assert newcomer.cast["wolf"].sheet.keys() == {"name"}
    assert isinstance(house.seen_as(table, evening.ana, evening.mj), Refusal)
    before = house.view(table, evening.ana)
    evening.do(evening.ana, evening.strike((6,)))
    assert house.view_at(table, evening.ana, before.seen) == before


@pytest.mark.parametrize("game", sorted(games()))
def test_a_ready_table_opens_in_one_call(game: str, tmp_path: Path) -> None:
    house = House(store_at(str(tmp_path / "tables.db")))
    table, token = house.open_ready(game)
    view = house.view(table, house.seat(table, token))
    first = games()[game].first_scene
    assert first
    assert {who for who, one in view.cast.items() if one.free} == set(first.players)
    assert view.play["round"]
    assert not view.pending


class Room:
    """A ready table of UnDéSix: a MJ who fights, and two players who make characters."""

    def __init__(self, path: Path) -> None:
        self.house = House(store_at(str(path)))
        self.table, token = self.house.open_ready("undesix")
        self.mj = self.house.seat(self.table, token)
        self.players = [self._seated(name) for name in ("Ana", "Leo")]

    def _seated(self, name: str) -> str:
        link = self.house.submit(self.table, self.mj, Invite())
        assert isinstance(link, Submitted)
        seat = self.house.seat(self.table, link.token)
        self.do(seat, Join(called=name, words=name))
        return seat

    def do(self, seat: str, command: Command) -> None:
        done = self.house.submit(self.table, seat, command)
        assert isinstance(done, Submitted), done.say("en")

    def make(self, seat: str) -> bool:
        """One more step of a player's creation; False once it is done."""
        making = self.house.view(self.table, seat).making
        if making:
            self.do(seat, Answer(answers={who: card.default for who, card in making.asked.items()}))
        elif not self.made(seat):
            self.do(
                seat,
                Act(action="undesix.create-random", params={"name": "Zoé" if seat == self.players[0] else "Malo"}),
            )
        return not self.made(seat)

    def made(self, seat: str) -> list[str]:
        return [who for who, one in self.house.state(self.table).cast.items() if one.owner == seat]

    def fight(self) -> None:
        """One more blow by the MJ's side as long as the brigand stands, its questions left to their defaults."""
        pending = self.house.state(self.table).pending
        if pending:
            answers = {who: card.default for who, card in pending.asked.asked.items()}
            self.do(self.mj, Answer(answers=answers))
        elif (seen := self.house.view(self.table, self.mj).cast["brigand"].condition) and seen.standing:
            self.do(self.mj, Act(actor="chloe", action="undesix.attack", params={"target": "brigand"}))


@settings(max_examples=6, deadline=None)
@given(order=st.lists(st.sampled_from(["ana", "leo", "fight"]), min_size=6, max_size=24))
def test_two_make_characters_while_a_third_fights_in_any_order(
    order: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    room = Room(tmp_path_factory.mktemp("room") / "tables.db")
    ana, leo = room.players
    for step in order:
        if step == "fight":
            room.fight()
        else:
            room.make(ana if step == "ana" else leo)
    while room.make(ana):
        pass
    while room.make(leo):
        pass
    assert len(room.made(ana)) == len(room.made(leo)) == 1
    assert room.made(ana) != room.made(leo)
    assert not any(room.house.state(room.table).pendings)


def test_a_maker_may_give_up_and_holds_nobody_up(tmp_path: Path) -> None:
    room = Room(tmp_path / "tables.db")
    ana, leo = room.players
    room.make(ana)
    making = room.house.view(room.table, ana).making
    assert making
    assert making.asked
    assert room.house.view(room.table, leo).making is None
    assert room.house.view(room.table, leo).makers == [ana]
    again = room.house.submit(room.table, ana, Act(action="undesix.create-random", params={"name": "X"}))
    assert isinstance(again, Refusal)
    room.fight()
    theirs = room.house.submit(room.table, leo, Abandon(creation=ana))
    assert isinstance(theirs, Refusal)
    room.do(ana, Abandon(creation=ana))
    assert room.house.view(room.table, ana).making is None
    room.make(ana)


def test_a_name_is_its_makers_until_their_dice_are_placed(tmp_path: Path) -> None:
    """Nobody else takes it meanwhile; where the MJ does all the same, no die is lost."""
    room = Room(tmp_path / "tables.db")
    ana, leo = room.players
    room.make(ana)
    sheet = {**room.house.character(room.table, room.mj, "chloe")["chloe"], "name": {"fr": "Zoé"}}
    for taking in (
        Act(action="undesix.create-random", params={"name": "zoé"}),
        Enter(who="une-autre", sheet=sheet),
        Join(called="Zoé"),
    ):
        told = room.house.submit(room.table, leo, taking)
        assert isinstance(told, Refusal)
        assert "choose another name" in told.say("en")
    room.do(room.mj, Enter(who="zoe", sheet=sheet))
    while room.make(ana):
        pass
    assert room.made(ana) == ["zoe-2"]


def test_a_name_too_long_is_refused_wherever_it_comes_from(tmp_path: Path) -> None:
    """In a form, on a sheet that is brought, in a correction; before any die of a creation is thrown."""
    room = Room(tmp_path / "tables.db")
    ana = room.players[0]
    typed = room.house.submit(room.table, ana, Act(action="undesix.create-random", params={"name": "é" * 81}))
    assert isinstance(typed, Refusal)
    assert "80 signs at most" in typed.say("en")
    sheet = room.house.character(room.table, room.mj, "chloe")["chloe"]
    long = {**sheet, "name": {**sheet["name"], "fr": "é" * 500}}
    brought = room.house.submit(room.table, ana, Enter(who="zoe", sheet=long))
    assert isinstance(brought, Refusal)
    assert "80 signes au plus" in brought.say("fr")
    assert isinstance(
        room.house.submit(room.table, room.mj, Correct(who="chloe", field="name", value=long["name"])), Refusal
    )
    unseen = room.house.submit(room.table, ana, Act(action="undesix.create-random", params={"name": "A\u202ena"}))
    assert isinstance(unseen, Refusal)
    assert not room.house.view(room.table, ana).making


def test_a_character_at_the_mjs_goodwill_waits_for_it(tmp_path: Path) -> None:
    """UDS-CREATE-04, -12: made by points or with a sword in one's notebook, out of the scene until the MJ has it come;
    at once by dice, by the MJ, or where the table leaves it to the players.
    """
    house = House(store_at(str(tmp_path / "goodwill.db")))
    table, token = house.open("undesix")
    mj = house.seat(table, token)
    house.submit(table, mj, Arrange(door="open"))
    zoe = house.seat(table, house.knock(table, "Zoé").token)
    scores = {**EVEN._asdict(), "phy_max": EVEN.phy, "psy_max": EVEN.psy}

    def brought(seat: str, who: str, goodwill: tuple[str, ...]) -> bool:
        sheet = {"name": {"fr": who.title()}, **scores, "goodwill": goodwill}
        assert not isinstance(house.submit(table, seat, Enter(who=who, sheet=sheet)), Refusal)
        return not house.view(table, mj).cast[who].retired

    assert brought(zoe, "dee", ())
    assert brought(mj, "max", ("UDS-CREATE-04",))
    assert not brought(zoe, "ida", ("UDS-CREATE-04", "UDS-CREATE-12"))
    told = sent(house.with_sentences(table, house.lines(table, zoe)[-1:], "en"))[0]["said"]["told"]
    assert told == "Ida waits for the GM's leave to come into the scene: Egalitarian creation (UDS-CREATE-04)."
    house.submit(table, mj, Retire(who="ida", returned=True))
    assert not house.view(table, mj).cast["ida"].retired
    points = Act(action="undesix.create", params={"name": "Léa", "mode": "egalitarian", **EVEN._asdict()})
    armed = Act(action="undesix.create-random", params={"name": "Léa", "weapon": "dagger"})
    for creation in (points, armed):
        assert isinstance(house.submit(table, zoe, creation), Refusal)
    house.submit(table, mj, SetOption(option="free_creation", value=True))
    assert brought(zoe, "eve", ("UDS-CREATE-04",))
    assert not isinstance(house.submit(table, zoe, points), Refusal)


def test_a_notebook_makes_everything(tmp_path: Path) -> None:
    """UDS-CREATE-04, -12: what is made there says what it needs the MJ's leave for."""
    house = House(store_at(str(tmp_path / "notebook.db")))
    table, token = house.open_notebook("undesix", "en")
    seat = house.seat(table, token)
    values = {"name": "Léa", "mode": "egalitarian", **EVEN._asdict(), "weapon": "dagger"}
    assert not isinstance(house.submit(table, seat, Act(action="undesix.create", params=values)), Refusal)
    assert house.view(table, seat).cast["lea"].sheet["goodwill"] == ["UDS-CREATE-04", "UDS-CREATE-12"]
    form = house.form(table, seat, Act(action="undesix.create-random"), "en")
    assert not isinstance(form, Refusal)
    assert {one.name for one in form.fields if one.rank == "usual"} >= {"armour", "shield", "weapon", "fantasy"}
