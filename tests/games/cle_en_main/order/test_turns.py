"""What takes a turn and what does not; whose turn has begun; marks that pass with the actions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.order import turns
from tablee.games.cle_en_main.order.interruption import interrupt
from tablee.games.cle_en_main.order.surprise import surprise
from tablee.games.cle_en_main.order.turns import act, settle_by_reflexes, wait
from tablee.games.cle_en_main.play import Interruption, played
from tablee.games.cle_en_main.sheet import Item, Mark, Sheet
from tablee.games.cle_en_main.world.chase import place
from tablee.games.cle_en_main.world.hazards import air, fall, ignite
from tablee.rules.action import Action, Scene
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Answer
from tablee.table.topics.seat import Invite, Join
from tablee.text import Name, Text
from tests.games.cle_en_main.scenes import HANDS, doing, on, refused, sheet, turn


def cast(**changes: Any) -> dict[str, Sheet]:
    people = {
        "ana": sheet("Ana", skills={"reflexes": 6}),
        "bob": sheet("Bob", skills={"reflexes": 4}),
        "x": sheet("X", kind="boss", skills={"reflexes": 6}),
    }
    return people | changes


def fight(**play: Any) -> Scene[Any]:
    return on("", cast(), round=1, **play)


@pytest.mark.parametrize(
    ("event", "values"),
    [(fall, {"metres": 2}), (ignite, {"size": "torch"}), (air, {"air": False}), (place, {"progress": 3})],
)
def test_what_happens_to_somebody_is_not_his_action(event: Action[Any, Any], values: dict[str, Any]) -> None:
    """CEM-ACT-01, CEM-TURN-01: the MJ makes Ana fall in Bob's turn; hers is still to come."""
    _, scene = turn(event, fight(), "ana", **values)
    assert played(scene).acted == ()
    assert HANDS.may_act(scene) == ("ana", "bob")


def test_an_action_without_a_test_uses_up_a_mark() -> None:
    """CEM-NPC-05, CEM-TURN-07: marks counted in actions pass with any action; circled ones stay."""
    marks = (Mark(id="hindrance"), Mark(id="danger", left=2), Mark(id="risk", scene=True))
    _, after = doing(act, on("x", cast(x=sheet("X", kind="boss", marks=marks)), round=1), deed="run")
    assert [(mark.id, mark.left) for mark in after["x"].marks] == [("danger", 1), ("risk", 1)]


def test_a_turn_set_aside_interrupts_nobody() -> None:
    """CEM-TURN-07: X, interrupted by Bob, cannot interrupt Bob in return."""
    scene = fight(hand="mj", options=("x",), stack=(Interruption(interrupted="x", interrupter="bob"),))
    assert refused(interrupt, scene.acting("x"), target="bob") == "CEM-TURN-07"


def test_a_player_interrupts_in_an_adversarys_turn() -> None:
    """CEM-TURN-07: it is done in somebody else's turn, and offered only when an adversary acts."""
    assert interrupt.anytime
    assert interrupt.refuse(fight().acting("ana"), None) is not None
    assert interrupt.refuse(fight(hand="mj", options=("x",)).acting("ana"), None) is None


def test_items_and_an_automatic_11_count_in_an_interruption() -> None:
    """CEM-EQUIP-01, CEM-AUTO11-01: Ana 6 + 2 + 9 against 6 + 11: equal, and she is the active side."""
    boots = Item(name=Text("Bottes souples", "Soft boots"), skill="reflexes", modifier=2)
    people = cast(ana=sheet("Ana", skills={"reflexes": 6}, equipment=(boots,)))
    scene = on("ana", people, round=1, hand="mj", options=("x",), reason="response")
    _, after = doing(interrupt, scene, [3, 3, 3], target="x", auto11=("x",))
    assert HANDS.may_act(after) == ("ana",)


def test_quarrels_follow_the_tables_reading_of_automatic_results() -> None:
    """CEM-TURN-06, CEM-OPP-04: three 6s win, or are a total of 22 against 23."""
    people = {"a": sheet("A", skills={"reflexes": 4}), "b": sheet("B", skills={"reflexes": 9})}
    dice = [6, 6, 6, 5, 5, 4]
    assert (
        doing(settle_by_reflexes, on("", people, round=1), dice, rivals=("a", "b"))[0].outcome.parts[0].grade
        is turns.FIRST
    )
    told = on("", people, {"opposition_auto": "none"}, round=1)
    assert doing(settle_by_reflexes, told, dice, rivals=("a", "b"))[0].outcome.parts[1].grade is turns.FIRST


def test_what_helps_a_test_helps_in_a_quarrel_too() -> None:
    """CEM-TURN-06, CEM-MOD-01, CEM-HERO-03, CEM-OPP-02: an item counts, but settles no tie."""
    boots = Item(name=Text("Bottes souples", "Soft boots"), skill="reflexes", modifier=2)
    people = {
        "a": sheet("A", skills={"reflexes": 6}, equipment=(boots,)),
        "b": sheet("B", skills={"reflexes": 7}, heroism=1),
    }
    scene, dice = on("", people, round=1), [3, 3, 3, 3, 3, 3]
    assert doing(settle_by_reflexes, scene, dice, rivals=("a", "b"))[0].outcome.parts[0].grade is turns.FIRST
    tied, _ = doing(settle_by_reflexes, scene, [3, 3, 3, 3, 3, 4], rivals=("a", "b"))
    assert tied.outcome.parts[1].grade is turns.FIRST
    bold, after = doing(settle_by_reflexes, scene, [*dice, 1], {"b/cle-en-main.extra-die": True}, rivals=("a", "b"))
    assert (bold.outcome.parts[1].grade is turns.FIRST, after["b"].heroism) == (True, 0)


def test_sentences_agree() -> None:
    """CEM-TURN-06, CEM-VIT-07."""
    maud = sheet().with_changes(name=Name("Maud", feminine=True), skills={"reflexes": 9})
    done, _ = doing(
        settle_by_reflexes, on("", {"m": maud, "b": sheet("B")}, round=1), [4] * 3 + [3] * 3, rivals=("m", "b")
    )
    assert done.outcome.headline.say("fr") == "Maud est la plus vive"
    assert doing(wait, on("", {}), rounds=1)[0].outcome.headline.say("en") == "Time passes: 1 round"


def test_an_ambush_in_the_middle_of_a_scene() -> None:
    """CEM-DEF-04: for that round only; with every PJ surprised the MJ plays it alone."""
    done, one = turn(surprise, fight(), "", surprised=("ana",))
    assert done.outcome.headline.say("fr").startswith("Surprise\u00a0: Ana ne peut ")
    assert HANDS.may_act(one) == ("bob",)
    _, both = turn(surprise, fight(), "", surprised=("ana", "bob", "ana"))
    assert (played(both).hand, played(both).reason, HANDS.may_act(both)) == ("mj", "sweep", ("x",))
    _, later = turn(turns.next_round, turn(act, both, "x", deed="run")[1], "")
    assert HANDS.may_act(later) == ("ana", "bob")
    assert refused(surprise, on("", cast()), surprised=("ana",)) == "CEM-TURN-01"


def warehouse(store: SqliteStore) -> tuple[House, str, str]:
    """A table with an action scene begun, and the seat of Salomé and Maud; the MJ has the dockers."""
    house = House(store, lambda _: GAME)
    table, _ = house.open("cle-en-main", "Entrepôt")
    house.submit(table, "mj", Join(called="Meneur", words="mj"))
    house.submit(table, "mj", Invite())
    seat = next(seat for seat in house.state(table).seats if seat != "mj")
    house.submit(table, seat, Join(called="Ana", words="ana"))
    for who in ("salome", "maud"):
        house.submit(table, seat, Enter(who=who, ready=who))
    house.submit(table, "mj", Enter(who="gros", ready="hommes_de_main"))
    house.submit(table, "mj", Act(actor="", action="cle-en-main.start"))
    return house, table, seat


def test_a_yes_to_interrupting_jams_no_table(tmp_path: Path) -> None:
    """CEM-TURN-07: the opposition is what is proposed at the table; nothing else is taken before it."""
    store = SqliteStore(tmp_path / "tables.db")
    house, table, seat = warehouse(store)
    house.submit(table, seat, Act(actor="maud", action="cle-en-main.attack", params={"target": "gros"}))
    house.submit(table, "mj", Answer(answers={"gros": True}))
    for_seat = house.offers(table, seat, "salome", "fr")
    for_mj = house.offers(table, "mj", "gros", "fr")
    assert not isinstance(for_seat, Refusal)
    assert not isinstance(for_mj, Refusal)
    assert [one.action for one in for_seat if one.usual is not None] == []
    assert [one.action for one in for_mj if one.usual is not None] == ["cle-en-main.interrupt"]
    for action in ("yield", "disagree"):
        assert isinstance(house.submit(table, "mj", Act(actor="", action=f"cle-en-main.{action}")), Refusal)
    assert not isinstance(
        house.submit(table, "mj", Act(actor="gros", action="cle-en-main.interrupt", params={"target": "maud"})), Refusal
    )
    store.close()


def test_a_turn_refused_at_the_table_names_its_rule(tmp_path: Path) -> None:
    """CEM-TURN-01, -05: one turn a round; somebody unconscious is told so, not to wait; nothing changes."""
    store = SqliteStore(tmp_path / "tables.db")
    house, table, seat = warehouse(store)
    run = Act(actor="maud", action="cle-en-main.do", params={"deed": "run"})
    assert not isinstance(house.submit(table, seat, run), Refusal)
    house.submit(table, "mj", Correct(who="salome", field="wakes_at", value=9))
    before = house.state(table)
    twice = house.submit(table, seat, run)
    strike = Act(actor="salome", action="cle-en-main.attack", params={"target": "gros"})
    asleep = house.submit(table, seat, strike)
    assert isinstance(twice, Refusal)
    assert isinstance(asleep, Refusal)
    assert (twice.rule, twice.say("fr").replace("\u00a0", " ")) == (
        "CEM-TURN-01",
        "Ce n'est pas à Maud Trévidic d'agir. Peuvent agir : l'équipe de gros bras.",
    )
    assert (asleep.rule, asleep.say("en")) == ("CEM-TURN-05", "Salomé Verneuil is in no state to act")
    assert house.state(table) == before
    store.close()
