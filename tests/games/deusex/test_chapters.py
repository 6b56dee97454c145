"""Stress and Troubles at a shared table: as if they did not exist where they are off, and whose numbers they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tablee.games.deusex import GAME
from tablee.games.deusex.sheet import Sheet
from tablee.rules.stored.written import written
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.store import store_at
from tablee.table.seen.view import Pending
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import SetOption
from tablee.table.topics.character import Enter
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Answer
from tablee.table.topics.request import Request
from tablee.table.topics.seat import Invite, Join
from tablee.table.topics.undo import Redo, TakeBack
from tests.games.deusex.stage import Stage
from tests.games.deusex.test_creation import FORM
from tests.sent import sent

OF_STRESS, OF_TROUBLES = {"ps", "ps_max", "steadied", "helped"}, {"trouble", "phase", "withdrawn"}
SHOCK = {"incident": "glimpse_creature"}


@dataclass
class Room:
    """Marc is Ana's, Nadia is Léo's."""

    house: House
    table: str
    mj: str
    ana: str = ""
    leo: str = ""

    def do(self, seat: str, command: Command) -> Submitted:
        done = self.house.submit(self.table, seat, command)
        assert isinstance(done, Submitted), done
        return done

    def refused(self, seat: str, command: Command) -> Refusal:
        no = self.house.submit(self.table, seat, command)
        assert isinstance(no, Refusal), no
        return no

    def switch(self, **options: Any) -> None:
        for option, value in options.items():
            self.do(self.mj, SetOption(option=option, value=value))

    def act(self, seat: str, actor: str, action: str, params: Any = None, faces: tuple[int, ...] | None = None) -> None:
        """An action to its end, decisions on their defaults."""
        act = Act(actor=actor, action=action, params=params or {}, faces=faces)
        if isinstance(self.house.submit(self.table, seat, act), Refusal):  # a question comes before the dice
            self.do(seat, act.model_copy(update={"faces": None}))
        while isinstance(pending := self.house.view(self.table, self.mj).pending, Pending):
            answers = {who: decision.default for who, decision in pending.asked.items()}
            self.do(self.mj, Answer(answers=answers, faces=faces if pending.actor else None))
        while making := self.house.view(self.table, seat).making:
            answers = {who: decision.default for who, decision in making.asked.items()}
            self.do(seat, Answer(answers=answers))

    def sheet(self, seat: str, who: str) -> Any:
        return self.house.view(self.table, seat).cast[who].sheet

    def line(self, seat: str, name: str = "acted/1") -> Any:
        return next(line for line in reversed(sent(self.house.lines(self.table, seat))) if line["name"] == name)

    def offers(self, seat: str, actor: str) -> dict[str, Any]:
        listed = self.house.offers(self.table, seat, actor, "fr")
        assert not isinstance(listed, Refusal)
        return {offer.action: self._fields(seat, actor, offer.action) for offer in listed}

    def _fields(self, seat: str, actor: str, action: str) -> set[str]:
        asked = self.house.form(self.table, seat, Act(actor=actor, action=action), "fr")
        assert not isinstance(asked, Refusal)
        return {field.name for field in asked.fields}

    def received(self, seat: str) -> list[Any]:
        """The table, its lines and what may be done, without the list of house rules."""
        view = self.house.view(self.table, seat)
        lines = [
            line for line in sent(self.house.lines(self.table, seat)) if line["name"] not in ("optioned/1", "opened/1")
        ]
        plain = {key: one for key, one in json.loads(written(view)).items() if key not in ("options", "house_rules")}
        who = {self.ana: "marc", self.leo: "nadia"}.get(seat, "marc")
        forms = [{action: sorted(fields) for action, fields in self.offers(seat, one).items()} for one in (who, "")]
        sheets = [self.house.sheet(self.table, seat, one, "fr") for one in view.cast]
        return [plain, lines, *(self.house.offers(self.table, seat, one, "fr") for one in (who, "")), forms, sheets]

    def read(self, seat: str) -> str:
        """Every line as people read it."""
        return "\n".join(self.house.sentences(self.table, self.house.lines(self.table, seat), "fr"))


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    store = store_at(str(tmp_path / "tables.db"))
    house = House(store)
    table, token = house.open("deusex")
    room = Room(house, table, house.seat(table, token))
    room.do(room.mj, Join(called="Mo", words="lune"))
    for name, who in (("ana", "marc"), ("leo", "nadia")):
        setattr(room, name, house.seat(table, room.do(room.mj, Invite()).token))
        room.do(getattr(room, name), Join(called=name.title(), words=name))
        room.do(getattr(room, name), Enter(who=who, ready=who))
    yield room
    store.close()


def names(value: Any) -> set[str]:
    """Every key, and every `field` told as changed."""
    if isinstance(value, dict):
        told = {value["field"]} if "before" in value else set()
        return set(value) | told | {name for item in value.values() for name in names(item)}
    return {name for item in value for name in names(item)} if isinstance(value, list | tuple) else set()


def test_a_chapter_switched_off_is_nowhere(room: Room) -> None:
    """DEX-STRESS-01, DEX-TROUBLE-01: on no sheet, in no line, in no form, for nobody; the MJ's switch alone remains."""
    room.act(room.mj, "", "deusex.adjust-talent", {"whose": "marc", "talent": "STA", "score": 0})
    room.act(room.ana, "", "deusex.create", {**FORM, "name": "Zoé"})
    room.act(room.ana, "", "deusex.create-guided", {"name": "Max", "occupation": "doctor"})
    room.act(room.ana, "", "deusex.create-random", {"name": "Lou"})
    room.do(room.mj, TakeBack())
    room.do(room.mj, Redo())
    for seat in (room.mj, room.ana, room.leo):
        sent = json.loads(written(room.received(seat)))
        assert not names(sent) & (OF_STRESS | OF_TROUBLES)
        assert "DEX-STRESS" not in json.dumps(sent)
        assert "DEX-TROUBLE" not in json.dumps(sent)
        for text in (room.read(seat), room.house.markdown(room.table, seat, "fr")):
            assert "PS" not in text
            assert "Trouble" not in text
    assert not names([json.loads(line) for line in room.house.exported(room.table, room.leo)]) & OF_STRESS


def test_nothing_of_a_chapter_switched_off_is_offered(room: Room) -> None:
    assert not {"deusex.psychology", "deusex.stress", "deusex.commitment"} & set(room.offers(room.mj, "marc"))
    assert "trouble" not in room.offers(room.ana, "")["deusex.create"]
    shock = Act(actor="marc", action="deusex.stress", params=SHOCK)
    assert room.refused(room.mj, shock).rule == "DEX-STRESS-01"
    assert room.refused(room.mj, Request(action="deusex.stress", params=SHOCK)).say("en")
    assert room.refused(room.mj, Correct(who="marc", field="ps", value=3)).say("en")
    room.switch(stress_rules=True)
    assert {"deusex.psychology", "deusex.stress", "deusex.commitment"} <= set(room.offers(room.mj, "marc"))
    assert "eases" not in room.offers(room.mj, "marc")["deusex.commitment"]
    assert "deusex.stress" not in room.offers(room.ana, "marc")
    room.switch(trouble_rules=True)
    assert "eases" in room.offers(room.mj, "marc")["deusex.commitment"]
    assert "trouble" in room.offers(room.ana, "")["deusex.create"]
    assert {"ps", "trouble"} <= set(room.sheet(room.ana, "marc"))


def test_a_countdown_is_gone_with_its_chapter(room: Room) -> None:
    room.switch(stress_rules=True)
    room.do(room.mj, Correct(who="marc", field="ps", value=-4))
    room.act(room.mj, "marc", "deusex.countdown", faces=(5,))
    assert [clock["who"] for clock in room.house.view(room.table, room.leo).play["clocks"]] == ["marc"]
    room.switch(stress_rules=False)
    room.act(room.mj, "", "deusex.next-round")
    for seat in (room.mj, room.leo):
        assert room.house.view(room.table, seat).play["clocks"] == []
        assert not [change for change in room.line(seat)["changes"] if change["field"] == "clocks"]


def test_a_sheet_taken_away_comes_back(room: Room) -> None:
    """DEX-CREATE-06: PS that a table plays without are worked out again where they are needed."""
    taken = room.house.character(room.table, room.ana, "marc")["marc"]
    assert not set(taken) & (OF_STRESS | OF_TROUBLES)
    room.do(room.ana, Enter(who="jumeau", sheet=taken))
    room.switch(stress_rules=True)
    assert (room.sheet(room.ana, "jumeau")["ps"], room.sheet(room.ana, "jumeau")["ps_max"]) == (10, 10)
    assert Sheet.model_validate({**taken, "ps_max": 12}).ps == 12
    assert Sheet.model_validate({**taken, "ps": 3}).ps_max == 10


def shocked(room: Room) -> None:
    room.switch(stress_rules=True, trouble_rules=True)
    room.act(room.mj, "marc", "deusex.stress", SHOCK, (5, 9))  # MR −5: 5 PS


def test_the_numbers_of_stress_are_their_owners_and_the_mjs(room: Room) -> None:
    """DEX-STRESS-04: everybody hears the tier; PS, what they lose, phase and chances go where the sheet goes."""
    shocked(room)
    for seat in (room.ana, room.mj):
        line = room.line(seat)
        assert line["parts"][0]["amounts"] == {"loss": 5, "phase": 1}
        assert {change["field"] for change in line["changes"]} == {"ps", "phase"}
        assert line["odds"]
        assert "PS 10 → 5" in room.read(seat)
        assert "perte de 5 PS" in room.read(seat)
        assert "s'aggrave" in room.read(seat)
    line = room.line(room.leo)
    assert (line["parts"][0]["grade"], line["parts"][0]["amounts"]) == ("shaken", {})
    assert (line["changes"], line["odds"]) == ([], None)
    assert "Marc Thivierge\N{NO-BREAK SPACE}: secoué" in room.read(room.leo)
    assert "PS" not in room.read(room.leo)
    assert "Trouble" not in room.read(room.leo)
    assert not set(room.sheet(room.leo, "marc")) & (OF_STRESS | OF_TROUBLES)


def test_dice_lost_to_stress_are_told_to_the_same_people(room: Room) -> None:
    """DEX-STRESS-06, DEX-DICE-02: the malus is the score itself."""
    room.switch(stress_rules=True)
    room.do(room.mj, Correct(who="marc", field="ps", value=-1))
    room.act(room.ana, "marc", "deusex.test", {"aptitude": "Médecine"}, (9, 8, 6))
    assert "− stress 1" in room.read(room.ana)
    assert "stress" not in room.read(room.leo)
    hidden = [item for item in room.line(room.leo)["why"] if item.get("hidden")]
    assert [item["terms"][-1] for item in hidden] == [{"hidden": True}]
    room.switch(stress_numbers="hidden")
    assert "stress" not in room.read(room.ana)
    assert "− stress 1" in room.read(room.mj)


def test_help_is_heard_and_what_it_gives_back_is_not(room: Room) -> None:
    """DEX-STRESS-09, -10."""
    shocked(room)
    counsel = Act(actor="nadia", action="deusex.psychology", params={"patient": "marc"})
    odds = room.house.odds(room.table, room.leo, counsel)
    assert not isinstance(odds, Refusal)
    assert len(odds.outcomes) == 2
    assert not any(part.amounts for row in odds.outcomes for part in row.outcome)
    assert not odds.chances[0].amounts
    room.act(room.leo, "nadia", "deusex.psychology", {"patient": "marc"}, (8, 9, 4))
    assert room.line(room.ana)["parts"][0]["amounts"] == {"relief": 3}
    assert room.line(room.leo)["parts"][0]["amounts"] == {}
    assert "reprend pied" in room.read(room.leo)
    room.act(room.mj, "", "deusex.commitment", {"patient": "marc", "ps": 9, "eases": True})
    assert room.sheet(room.ana, "marc")["ps"] == 9
    for seat in (room.ana, room.leo):
        assert set(room.line(seat)["params"]) == {"patient", "as_npc"}
    assert "PS" not in room.read(room.leo)


def test_hidden_numbers_are_the_mjs_alone(room: Room) -> None:
    """DEX-STRESS-01: neither on the owner's sheet nor in what is said, counted or asked; words remain."""
    room.switch(stress_numbers="hidden", stress_words="neutral")
    room.switch(stress_rules=True, trouble_rules=True)
    room.do(room.mj, Act(actor="marc", action="deusex.stress", params=SHOCK))
    asked = json.loads(written(room.house.view(room.table, room.ana).asked))
    assert asked
    assert not names(asked) & {"odds"}
    assert room.line(room.ana, "asked/1")["odds"] is None
    assert not names(room.line(room.ana, "asked/1")["asked"]) & {"odds"}
    room.do(room.ana, Answer(answers={"marc": 0}, faces=(5, 9)))
    line = room.line(room.ana)
    assert (line["parts"][0]["amounts"], line["changes"], line["odds"]) == ({}, [], None)
    assert not set(room.sheet(room.ana, "marc")) & {"ps", "ps_max", "phase"}
    assert room.sheet(room.ana, "marc")["trouble"] == "depression"
    assert "Marc Thivierge\N{NO-BREAK SPACE}: tendu" in room.read(room.ana)
    assert "s'aggrave" in room.read(room.ana)
    assert "PS" not in room.read(room.ana)
    assert isinstance(
        room.house.odds(room.table, room.ana, Act(actor="marc", action="deusex.stress", params=SHOCK)), Refusal
    )
    assert "PS 10 → 5" in room.read(room.mj)
    assert room.line(room.mj)["odds"]
    room.do(room.mj, Correct(who="marc", field="ps", value=4))
    assert not [
        line for line in sent(room.house.lines(room.table, room.ana)) if line["name"] == "corrected/1" and line["of"]
    ]
    assert room.line(room.mj, "corrected/1")["changes"][0]["after"] == 4


@pytest.mark.parametrize("seat", ["ana", "leo"])
def test_whatever_the_ps_others_receive_the_same(tmp_path: Path, seat: str) -> None:
    """One point more or less, the same tier before and after: not a byte of it differs."""
    received = []
    for ps in (8, 9):
        house = House(store_at(str(tmp_path / f"{ps}.db")))
        table, token = house.open("deusex")
        room = Room(house, table, house.seat(table, token))
        sheet = {**GAME.ready()["marc"].model_dump(mode="json"), "ps": ps, "reserve": 0}
        room.ana = house.seat(table, room.do(room.mj, Invite()).token)
        room.leo = house.seat(table, room.do(room.mj, Invite()).token)
        room.do(room.mj, Enter(who="marc", sheet=sheet, owner=room.ana))
        room.switch(stress_rules=True, stress_numbers="hidden" if seat == "ana" else "shown")
        room.act(room.mj, "marc", "deusex.stress", {"incident": "murder_or_accident"}, (7, 7))
        plain = [
            {key: value for key, value in line.items() if key not in ("at", "by")}
            for line in sent(room.house.lines(table, getattr(room, seat)))
            if line["name"] in ("acted/1", "asked/1")
        ]
        cast = house.view(table, getattr(room, seat)).cast["marc"].sheet
        received.append(json.dumps([plain, cast], sort_keys=True))
        house.store.close()
    assert received[0] == received[1]


def test_the_trouble_of_a_new_character_is_its_makers_business(room: Room) -> None:
    """DEX-CREATE-06, -08: neither what was typed or answered nor the explanation tells it to others."""
    room.switch(stress_rules=True, trouble_rules=True)
    room.act(room.ana, "", "deusex.create", {**FORM, "name": "Zoé", "trouble": "megalomania", "background": "rien"})
    assert room.line(room.ana)["params"]["trouble"] == "megalomania"
    assert "Mégalomanie" in room.read(room.ana)
    assert "PS 8" in room.read(room.ana)
    start = {"name": "Max", "occupation": "doctor"}
    room.do(room.ana, Act(actor="", action="deusex.create-guided", params=start))
    while pending := room.house.view(room.table, room.ana).making:
        answer = {who: decision.default for who, decision in pending.asked.items()}
        if "deusex.trouble" in {decision.id for decision in pending.asked.values()}:
            answer = dict.fromkeys(answer, "megalomania")
        room.do(room.ana, Answer(answers=answer))
    assert room.sheet(room.ana, "max")["trouble"] == "megalomania"
    read = json.dumps(sent(room.house.lines(room.table, room.leo)), ensure_ascii=False)
    assert "megalomania" not in read
    assert "Mégalomanie" not in read
    assert "rien" not in read
    assert "PS 8" not in room.read(room.leo)


def test_a_talent_that_falls_costs_like_a_shock() -> None:
    """DEX-EVOL-05, DEX-TROUBLE-03, DEX-STRESS-07: the phase follows, help no longer holds, the countdown begins."""
    stage = Stage(["marc", "nadia"])
    stage.change("marc", ps=-3, phase=2, steadied=True)
    stage.does("", "deusex.adjust-talent", whose="marc", talent="INT", score=2)
    assert (stage["marc"].ps, stage["marc"].ps_max, stage["marc"].phase) == (-5, 8, 3)
    stage.does("marc", "deusex.countdown", [4])
    stage.does("", "deusex.adjust-talent", whose="marc", talent="INT", score=3)
    assert (stage["marc"].ps, stage["marc"].ps_max, stage["marc"].phase) == (-3, 10, 3)  # never down by itself


def test_a_talent_that_rises_worsens_nothing() -> None:
    """DEX-TROUBLE-03, -04: a phase taken back by long care stays back."""
    stage = Stage(["marc"])
    stage.change("marc", ps=-2, phase=1, steadied=True)
    stage.does("", "deusex.adjust-talent", whose="marc", talent="INT", score=4)
    assert (stage["marc"].ps, stage["marc"].phase, stage["marc"].steadied) == (0, 1, True)


def test_a_lasting_injury_may_be_fatal_again() -> None:
    """DEX-EVOL-05, DEX-WOUND-06: PV lost with a Talent are a wound, to be cared for anew."""
    stage = Stage(["marc"])
    stage.change("marc", pv=-3, stabilised=True, treated=("first_aid",))
    stage.does("", "deusex.adjust-talent", whose="marc", talent="SAN", score=1)
    assert (stage["marc"].pv, stage["marc"].pv_max, stage["marc"].treated) == (-5, 8, ())
    stage.does("marc", "deusex.countdown", [4])


@pytest.mark.parametrize("off", ["stress_rules", "trouble_rules"])
def test_without_the_chapter_a_falling_talent_moves_no_phase(off: str) -> None:
    stage = Stage(["marc"], {off: False})
    stage.does("", "deusex.adjust-talent", whose="marc", talent="INT", score=-1)
    assert (stage["marc"].ps, stage["marc"].phase) == (2, 0)


def test_creation_without_stress_asks_for_no_ps() -> None:
    """DEX-CREATE-16: Talents that would leave no PS are nobody's business there."""
    tough = {**FORM, "FOR": 4, "SAN": 4, "AGI": 3, "INT": -1, "STA": -1, "PRE": 1, "exception": True}
    assert Stage().refused("", "deusex.create", **tough, trouble="panic") == "DEX-CREATE-16:pool_nonpositive"
    stage = Stage([], {"stress_rules": False, "trouble_rules": False})
    done = stage.does("", "deusex.create", **tough)
    assert not [item for item in done.why if "PS" in item.say("fr")]
    assert stage["jerry_cornelius"].ps == -2  # worked out all the same, should the table change its mind


def test_odds_made_of_dice_lost_to_stress_are_told_to_the_same_people(room: Room) -> None:
    """DEX-STRESS-06: counting the chances against somebody would count their PS."""
    room.switch(stress_rules=True)
    against = Act(actor="nadia", action="deusex.oppose", params={"opponent": "marc", "their_aptitude": "Médecine"})
    assert not isinstance(room.house.odds(room.table, room.leo, against), Refusal)
    room.do(room.mj, Correct(who="marc", field="ps", value=-1))
    no = room.house.odds(room.table, room.leo, against)
    assert isinstance(no, Refusal)
    assert "not yours to know" in no.say("en")
    assert not isinstance(room.house.odds(room.table, room.mj, against), Refusal)


def test_a_new_character_has_no_odds(room: Room) -> None:
    no = room.house.odds(room.table, room.leo, Act(action="deusex.create-random", params={"name": "X"}))
    assert isinstance(no, Refusal)
    assert "no odds to count" in no.say("en")


def test_a_house_rule_takes_its_own_values_only(room: Room) -> None:
    """1 is not true: it would be told as it stands."""
    no = room.house.submit(room.table, room.mj, SetOption(option="min_hit_damage", value=True))
    assert isinstance(no, Refusal)
    assert "cannot be" in no.say("en")
