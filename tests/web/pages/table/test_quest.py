"""An adventure on the page of a seat: who is waited for, and who may go on without the others."""

from __future__ import annotations

from pathlib import Path

from tablee.adventures.folder import adventure_called
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.adventure import Choose, HoldAdventure
from tablee.table.topics.character import Enter
from tablee.table.topics.correction import Correct
from tablee.table.topics.leading import LeadAdventure
from tablee.table.topics.request import Request
from tablee.table.topics.seat import Invite, Join
from tablee.web.pages.drawing import draw
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.mj.screen import Screen
from tablee.web.pages.table.page import Page


def test_while_an_mj_holds_it_a_player_without_anybody_takes_one_of_the_party(tmp_path: Path) -> None:
    house = House(SqliteStore(tmp_path / "tables.db"))
    table, token = house.open_adventure(adventure_called("undesix", "la-cloche-buissonniere"), "mj", "fr")
    mj = house.seat(table, token)
    invited = house.submit(table, mj, Invite())
    assert not isinstance(invited, Refusal)
    leo = house.seat(table, invited.token)
    house.submit(table, leo, Join(called="Léo"))

    def drawn(seat: str) -> str:
        return draw("table/quest.html", "fr", page=Page(house, table, seat, "fr", PageQuery(), frozenset()))

    assert "Qui jouez-vous" in drawn(leo)
    assert 'name="choice"' not in drawn(leo), "choices are the MJ's to hear"
    assert "Qui jouez-vous" not in drawn(mj)
    house.submit(table, leo, Enter(ready="nicolas"))
    assert "Qui jouez-vous" not in drawn(leo)
    house.submit(table, mj, Correct(who="nicolas", field="phy", value=0))
    assert "Nicolas est hors d’état" in drawn(leo)
    house.store.close()


def test_those_who_have_not_chosen_are_named_and_not_waited_for_while_one_is_away(tmp_path: Path) -> None:
    house = House(SqliteStore(tmp_path / "tables.db"))
    bell = adventure_called("undesix", "la-cloche-buissonniere")
    table, token = house.open_adventure(bell, "table", "fr", "chloe")
    keeper = house.seat(table, token)
    invited = house.submit(table, keeper, Invite())
    assert not isinstance(invited, Refusal)
    leo = house.seat(table, invited.token)
    for seat, command in ((keeper, Join(called="Ana")), (leo, Join(called="Léo")), (leo, Enter(ready="nicolas"))):
        house.submit(table, seat, command)
    house.submit(table, leo, Choose(choice="porter"))

    def drawn(seat: str, *here: str) -> str:
        return draw("table/quest.html", "fr", page=Page(house, table, seat, "fr", PageQuery(), frozenset(here)))

    assert "on attend Ana" in drawn(leo, keeper)
    assert 'name="settle"' not in drawn(leo, keeper)
    assert "Continuer sans attendre" in drawn(leo)
    assert "choisi par Léo" in drawn(keeper, leo)
    house.store.close()


def test_an_mj_sees_what_the_dice_said_and_then_the_fight_that_is_due(tmp_path: Path) -> None:
    """A roll is asked of one, and what came of it stands open; once the MJ says so it is over, and a fight comes
    before whatever else could be tried. Whom the story does not have there for so few is not offered.
    """
    house = House(SqliteStore(tmp_path / "tables.db"))
    table, token = house.open_adventure(adventure_called("undesix", "la-cloche-buissonniere"), "mj", "fr")
    mj = house.seat(table, token)
    invited = house.submit(table, mj, Invite())
    assert not isinstance(invited, Refusal)
    leo = house.seat(table, invited.token)

    def led() -> str:
        return draw("mj/led.html", "fr", page=Screen(house, table, mj, "fr", [], frozenset(), ""))

    for seat, command in (
        (leo, Enter(ready="nicolas")),
        (mj, LeadAdventure(to="chene")),
        (mj, Request(action="undesix.test", params={"skill": "fast_talk"}, title="Brandir le nom de la prévôte")),
    ):
        assert not isinstance(house.submit(table, seat, command), Refusal)
    assert "<b>l’aîné des Grappin</b>" not in led()
    assert "d’après les dés" not in led()
    request = next(iter(house.state(table).requests))
    house.submit(
        table, leo, Act(actor="nicolas", action="undesix.test", params={"skill": "fast_talk"}, request=request)
    )
    came = led().partition("d’après les dés")[0].rpartition("<details")[2]
    good = house.state(table).requests[request].done["nicolas"].parts[0].good
    assert f'id="out-chene.parler.{"good" if good else "bad"}" open' in came
    house.submit(table, mj, LeadAdventure(outcome="chene/parler/bad"))
    assert house.state(table).requests[request].closed
    due = led()
    assert "Ouvrir le combat" in due
    assert "Brandir" not in due
    house.store.close()


def test_whoever_keeps_a_table_that_holds_its_adventure_lets_people_in_there(tmp_path: Path) -> None:
    house = House(SqliteStore(tmp_path / "tables.db"))
    bell = adventure_called("undesix", "la-cloche-buissonniere")
    table, token = house.open_adventure(bell, "table", "fr", "chloe", trial=True)
    keeper = house.seat(table, token)
    house.knock(table, "Ana")

    def drawn() -> str:
        return draw("table/quest.html", "fr", page=Page(house, table, keeper, "fr", PageQuery(), frozenset()))

    assert "Faire entrer" in drawn()
    house.submit(table, keeper, HoldAdventure(held="mj"))
    assert "Faire entrer" not in drawn(), "the MJ's screen says so"
    house.store.close()


def test_each_way_says_who_would_roll_it(tmp_path: Path) -> None:
    """Two ways of a roll may each have their own best: on everybody's page they are the same two."""
    house = House(SqliteStore(tmp_path / "tables.db"))
    table, token = house.open_adventure(adventure_called("d6", "cent-marmites"), "table", "fr", "mael", trial=True)
    keeper = house.seat(table, token)
    invited = house.submit(table, keeper, Invite())
    assert not isinstance(invited, Refusal)
    ana = house.seat(table, invited.token)
    house.submit(table, ana, Enter(ready="ysolde"))
    for seat, mine in ((keeper, "Maël"), (ana, "Ysolde")):
        quest = Page(house, table, seat, "fr", PageQuery(), frozenset()).quest
        mending = next(one for one in quest.tries if one.id == "reparer")
        known = house.chances_of_choices(table, seat, quest.hero, "fr")
        names = {"mael": "Maël", "ysolde": "Ysolde"}
        best = [names[known["reparer", n].who] for n in range(2)]
        assert len({*best}) == 2
        assert [by or mine for *_, by in mending.ways] == best
    house.store.close()
