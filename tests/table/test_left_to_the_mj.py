"""What a player cannot do before the MJ has decided something: said before the form; the MJ may ask for it."""

from __future__ import annotations

from pathlib import Path

from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.seen.forms import FormSeen
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import SetOption
from tablee.table.topics.character import HandOver
from tablee.table.topics.request import Request
from tablee.table.topics.seat import Invite, Join

WORDS = "Peur\N{NO-BREAK SPACE}: seul le meneur en décide."


def test_a_fear_that_the_mj_has_not_weighed_is_faced_by_no_player(tmp_path: Path) -> None:
    """D6-COMBAT-07."""
    house = House(SqliteStore(str(tmp_path / "tables.db")))
    table, _ = house.open_ready("d6", "Table")
    invited = house.submit(table, "mj", Invite(role="player"))
    assert isinstance(invited, Submitted)
    who, ana = "mael", invited.seat
    house.submit(table, ana, Join(called="Ana"))
    house.submit(table, "mj", HandOver(who=who, owner=ana))
    house.submit(table, "mj", Act(action="d6.end"))

    listed = house.offers(table, ana, who, "fr")
    assert isinstance(listed, list)
    (offered,) = [one for one in listed if one.action == "d6.courage"]
    assert offered.refusal
    assert offered.refusal.sentence == WORDS
    no = house.submit(table, ana, Act(actor=who, action="d6.courage"))
    assert isinstance(no, Refusal)
    assert no.say("fr") == WORDS

    asked = house.submit(table, "mj", Request(action="d6.courage", who=(who,), params={"fear": "terrible"}))
    assert isinstance(asked, Submitted)
    (request,) = house.view(table, ana).requests
    assert isinstance(house.submit(table, ana, Act(actor=who, action="d6.courage", request=request)), Submitted)


def test_a_shock_that_the_mj_asks_is_rolled_by_the_player(tmp_path: Path) -> None:
    """DEX-STRESS-02: only the MJ makes somebody face it; once asked, the player of the character rolls."""
    house = House(SqliteStore(str(tmp_path / "tables.db")))
    table, _ = house.open_ready("deusex", "Table")
    invited = house.submit(table, "mj", Invite(role="player"))
    assert isinstance(invited, Submitted)
    who, ana = "youssef", invited.seat
    house.submit(table, ana, Join(called="Ana"))
    house.submit(table, "mj", HandOver(who=who, owner=ana))
    house.submit(table, "mj", SetOption(option="stress_rules", value=True))
    shock = Act(actor=who, action="deusex.stress", params={"incident": "learn_loss"})
    assert isinstance(house.form(table, ana, shock, "fr"), Refusal)
    assert isinstance(house.submit(table, ana, shock), Refusal)

    house.submit(table, "mj", Request(action=shock.action, who=(who,), params=dict(shock.params)))
    (request,) = house.view(table, ana).requests
    asked = shock.with_changes(request=request, params={})
    form = house.form(table, ana, asked, "fr")
    assert isinstance(form, FormSeen)
    assert not form.refusal
    assert form.values["incident"] == "learn_loss"
    another = asked.with_changes(actor="nadia")
    assert isinstance(house.submit(table, ana, another), Refusal)
    assert isinstance(house.submit(table, ana, asked), Submitted)
