"""Clé en main at a table: a blow leaves a moment before its dice and one after; nobody has to answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.pace import Asking, Fight

from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act, Acted
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Answer, Hold
from tablee.table.topics.undo import TakeBack

FOE = "contremaitre"
BLOW = Act(actor=FOE, action="cle-en-main.attack", params={"target": "octavie"})


@pytest.fixture
def fight(tmp_path: Path) -> Fight:
    """The first scene, each PJ on a seat of their own; Octavie has struck the foreman, who answers."""
    return struck(tmp_path, BLOW)


def struck(tmp_path: Path, blow: Act) -> Fight:
    """The first scene, each PJ on a seat of their own; Octavie has struck the foreman, and this is the answer."""
    fight = Fight(House(SqliteStore(str(tmp_path / "tables.db"))), "ready", machine=False)
    fight.do(fight.seats["octavie"], Act(actor="octavie", action="cle-en-main.attack", params={"target": FOE}))
    let_all_pass(fight)
    fight.do("mj", blow)
    return fight


def let_all_pass(fight: Fight) -> None:
    while (moment := fight.house.open_moment(fight.table)) is not None:
        fight.house.let_pass(fight.table, moment.n)


def options(fight: Fight, who: str) -> list[object]:
    seat = fight.seats[who]
    return [option.value for option in fight.house.view(fight.table, seat).asked[who].options]


def refused(fight: Fight, seat: str, command: Command) -> str:
    before = fight.house.state(fight.table)
    no = fight.house.submit(fight.table, seat, command)
    assert isinstance(no, Refusal)
    assert fight.house.state(fight.table) == before
    return no.say("en")


def test_one_card_before_the_dice_and_one_after(fight: Fight) -> None:
    """CEM-TURN-07, CEM-HERO-03…07: what each may say, with its price and its odds."""
    assert options(fight, "octavie") == [False, True], "she has acted: she may not interrupt, but defend with a die"
    assert options(fight, "bruno") == [False, True]
    let = dict.fromkeys(fight.house.view(fight.table, "mj").waiting_for, False)
    fight.do("mj", Answer(answers=let, faces=(4, 4, 4, 1, 1, 2)))
    asked = fight.house.view(fight.table, fight.seats["octavie"]).asked["octavie"]
    said = {option.value: (option.label.say("en"), option.price, bool(option.odds)) for option in asked.options}
    assert said["redo+redo-die"] == ("A point! I redo this test, with an extra die", {"heroism": 2}, True)
    assert said["damage:cancel"] == ("I cancel this damage (Heroism −2)", {}, True)
    assert said["pass"] == ("I let it pass", None, True)
    assert "damage:take:octavie" in options(fight, "bruno")


def test_whoever_takes_the_blow_is_the_one_it_harms(fight: Fight) -> None:
    """CEM-HERO-07: Octavie is spared, Bruno is struck: the blow has done harm all the same."""
    let = dict.fromkeys(fight.house.view(fight.table, "mj").waiting_for, False)
    fight.do("mj", Answer(answers=let, faces=(4, 4, 4, 1, 1, 2)))
    asked = fight.house.view(fight.table, fight.seats["bruno"]).asked["bruno"]
    led = {option.value: option.odds or {} for option in asked.options}
    assert asked.grades
    takes, cancels = led["damage:take:octavie"], led["damage:take:octavie+damage:cancel"]
    assert takes
    assert all(grade.startswith("spared+") and asked.grades[grade].good for grade in takes)
    assert list(cancels) == ["spared+spared"]
    assert not asked.grades["spared+spared"].good


def test_what_is_said_is_done(fight: Fight) -> None:
    let = dict.fromkeys(fight.house.view(fight.table, "mj").waiting_for, False)
    fight.do("mj", Answer(answers=let, faces=(4, 4, 4, 1, 1, 2)))
    before = fight.house.state(fight.table).cast["octavie"].sheet
    fight.do(fight.seats["octavie"], Answer(answers={"octavie": "damage:cancel"}))
    let_all_pass(fight)
    after = fight.house.state(fight.table).cast["octavie"].sheet
    assert (after["vitality"], after["heroism"]) == (before["vitality"], before["heroism"] - 2)


def test_a_moment_passes_by_itself_and_the_log_says_who_let_it(fight: Fight) -> None:
    fight.do(fight.seats["bruno"], Answer(answers={"bruno": False}))
    moment = fight.house.open_moment(fight.table)
    assert moment is not None
    assert moment.seconds == 12
    assert moment.seats == {fight.seats["octavie"]}
    fight.house.let_pass(fight.table, moment.n - 1)
    assert fight.house.open_moment(fight.table) == moment, "another card, another moment"
    let_all_pass(fight)
    lines = fight.house.lines(fight.table, "mj")
    said = fight.house.sentences(fight.table, lines, "en")
    assert "Letting it pass without a word: Professor Anselme Quatrevaux, Octavie Lerouge." in said
    assert isinstance(lines[-1].what, Acted)


def test_whoever_lets_it_pass_alone_is_told_in_a_sentence(fight: Fight) -> None:
    """« On laisse passer sans rien dire : Octavie Lerouge » reads as a list of one."""
    for who in ("bruno", "anselme"):
        fight.do(fight.seats[who], Answer(answers={who: False}))
    let_all_pass(fight)
    lines = fight.house.lines(fight.table, "mj")
    told = {lang: [*filter(None, fight.house.sentences(fight.table, lines, lang))] for lang in ("fr", "en")}
    assert "Octavie Lerouge laisse passer sans rien dire." in told["fr"]
    assert "Octavie Lerouge lets it pass without a word." in told["en"]


def test_a_moment_without_limit_and_one_who_asks_for_time_are_waited_for(fight: Fight) -> None:
    assert refused(fight, fight.seats["bruno"], Arrange(moment="0")) == "Only the GM can do that."
    fight.do("mj", Arrange(moment="0"))
    assert fight.house.open_moment(fight.table) is None
    fight.do("mj", Arrange(moment="30"))
    assert fight.house.view(fight.table, "mj").arranged.moment == 30
    pending = fight.house.view(fight.table, fight.seats["bruno"]).pending
    assert pending is not None
    fight.do(fight.seats["bruno"], Hold())
    assert fight.house.open_moment(fight.table) is None
    fight.house.let_pass(fight.table, fight.house.state(fight.table).pending.n)  # type: ignore[union-attr]
    assert fight.house.state(fight.table).pending is not None
    fight.do(fight.seats["bruno"], Answer(answers={"bruno": True}))
    fight.do(fight.seats["anselme"], Answer(answers={"anselme": False}))
    fight.do(fight.seats["octavie"], Answer(answers={"octavie": False}))
    assert fight.house.state(fight.table).play["challenge"] == ["bruno", FOE]
    assert refused(fight, fight.seats["anselme"], Hold()) == "No action is waiting for an answer."


def test_nobody_waits_for_those_whom_the_blow_does_not_befall(fight: Fight) -> None:
    """CEM-TURN-07, CEM-HERO-07: they may speak as long as Octavie has not; whoever wants longer asks for a moment."""
    before = fight.house.state(fight.table).cast["bruno"].sheet["heroism"]
    assert fight.house.view(fight.table, "mj").waiting_for == ["octavie"]
    fight.do(fight.seats["octavie"], Answer(answers={"octavie": False}, faces=(4, 4, 4, 1, 1, 2)))
    said = fight.house.sentences(fight.table, fight.house.lines(fight.table, "mj"), "en")
    assert "Letting it pass without a word: Professor Anselme Quatrevaux, Bruno Kowarski." in said
    fight.do(fight.seats["bruno"], Hold())
    fight.do(fight.seats["octavie"], Answer(answers={"octavie": "pass"}))
    assert fight.house.view(fight.table, "mj").waiting_for == ["anselme", "bruno"]
    fight.do(fight.seats["bruno"], Answer(answers={"bruno": "damage:take:octavie"}))
    fight.do(fight.seats["anselme"], Answer(answers={"anselme": "pass"}))
    let_all_pass(fight)
    assert fight.house.state(fight.table).cast["bruno"].sheet["heroism"] == before - 2


def test_a_table_without_limit_waits_for_everybody(fight: Fight) -> None:
    let_all_pass(fight)
    fight.do("mj", TakeBack())
    fight.do("mj", Arrange(moment="0"))
    fight.do("mj", BLOW)
    assert len(fight.house.view(fight.table, "mj").waiting_for) == 3


def test_whoever_is_not_awaited_asks_for_no_time(fight: Fight) -> None:
    fight.do(fight.seats["bruno"], Answer(answers={"bruno": False}))
    assert refused(fight, fight.seats["bruno"], Hold()) == "Nobody is waiting for a word of yours."


def test_asked_no_more_is_asked_no_more_of_anything_on_the_card(fight: Fight) -> None:
    let = dict.fromkeys(fight.house.view(fight.table, "mj").waiting_for, False)
    fight.do("mj", Answer(answers=let, faces=(4, 4, 4, 1, 1, 2)))
    fight.do(fight.seats["octavie"], Answer(answers={"octavie": "pass"}, settle=True))
    standing = {one.decision: one.answer for one in fight.house.view(fight.table, fight.seats["octavie"]).not_asked}
    assert standing["cle-en-main.redo"] is False
    assert standing["cle-en-main.damage"] == "no"
    let_all_pass(fight)
    fight.do("mj", TakeBack())
    fight.do("mj", BLOW)
    let = dict.fromkeys(fight.house.view(fight.table, "mj").waiting_for, False)
    fight.do("mj", Answer(answers=let, faces=(4, 4, 4, 1, 1, 2)))
    assert "octavie" not in fight.house.view(fight.table, "mj").waiting_for


@pytest.mark.parametrize("fights", [1, pytest.param(10, marks=pytest.mark.evening)])
@pytest.mark.parametrize("scene", ["ready", "4 against 7"])
def test_nobody_has_more_than_a_card_and_a_bit_for_each_blow(scene: str, fights: int, tmp_path: Path) -> None:
    """Everybody by default: two waits at most, also where a blow brings somebody down."""
    asking = Asking()
    for n in range(fights):
        Fight(House(SqliteStore(str(tmp_path / f"{n}.db"))), scene, machine=False).fought(asking)
    cards = [figure for name, figure in asking.told().items() if name.startswith("cards_a_blow")]
    assert max(cards) <= 1.2
    assert max(asking.waits) <= 2
    assert max(asking.answers) <= 3


@pytest.mark.parametrize(("defence", "proposed"), [((6, 6, 5), None), ((4, 3, 1), "redo")])
def test_alone_nothing_passes_by_itself_and_no_point_is_proposed_for_nothing(
    tmp_path: Path, defence: tuple[int, ...], proposed: str | None
) -> None:
    """CEM-HERO-04: one in two hundred is not worth a point; nobody waits for whoever plays everybody."""
    house = House(SqliteStore(str(tmp_path / "tables.db")))
    table, token = house.open_ready("cle-en-main")
    alone = house.seat(table, token)
    blow = Act(actor="anselme", action="cle-en-main.attack", params={"target": FOE})
    house.submit(table, alone, blow)
    foes = house.view(table, alone).asked
    house.submit(table, alone, Answer(answers=dict.fromkeys(foes, False), faces=(1, 2, 2, *defence)))
    assert house.view(table, alone).asked["anselme"].sensible == proposed
    assert house.open_moment(table) is None


@pytest.mark.parametrize(("defence", "proposed"), [((2, 1, 6, 5), None), ((2, 1, 4, 1), "redo")])
def test_no_point_is_proposed_to_come_out_worse(tmp_path: Path, defence: tuple[int, ...], proposed: str | None) -> None:
    """CEM-HERO-04: thrown again, a defence that lets no damage through may let some through."""
    fight = struck(tmp_path, Act(actor="dockers", action="cle-en-main.attack", params={"target": "anselme"}))
    let = {who: one.default for who, one in fight.house.view(fight.table, "mj").asked.items()}
    fight.do("mj", Answer(answers={**let, "anselme": "extra-die"}, faces=(2, 6, 6, *defence)))
    assert fight.house.view(fight.table, fight.seats["anselme"]).asked["anselme"].sensible == proposed


def test_what_comes_of_a_blow_that_another_takes_says_whom_it_befalls(fight: Fight) -> None:
    """CEM-HERO-07: « épargnée, en danger de mort » told neither who is spared nor who may die."""
    let = {who: one.default for who, one in fight.house.view(fight.table, "mj").asked.items()}
    fight.do("mj", Answer(answers=let, faces=(6, 6, 2, 2, 3, 1)))
    asked = fight.house.view(fight.table, fight.seats["bruno"]).asked["bruno"]
    words = [grade.label.say("fr") for id, grade in (asked.grades or {}).items() if id == "spared+dying"]
    assert words == ["Octavie Lerouge épargnée, Bruno Kowarski en danger de mort"]


@pytest.mark.parametrize(
    ("who", "vitality", "proposed"),
    [
        ("octavie", 5, "damage:cancel"),
        ("octavie", 11, "damage:cancel"),
        ("octavie", 12, None),
        ("octavie", 40, None),
        ("bruno", 40, "damage:reduce"),
    ],
)
def test_what_is_proposed_about_a_blow_hangs_on_what_it_takes(
    tmp_path: Path, who: str, vitality: int, proposed: str | None
) -> None:
    """CEM-HERO-05, CEM-HERO-06: 11 points are cancelled by whom they leave none, Cuir épais spares 8 of them; thrown
    again, a defence beaten by so much saves too seldom to be proposed before.
    """
    fight = Fight(House(SqliteStore(str(tmp_path / "tables.db"))), "ready", machine=False)
    for field in ("vitality_max", "vitality"):
        fight.do("mj", Correct(who=who, field=field, value=vitality))
    fight.do(fight.seats["octavie"], Act(actor="octavie", action="cle-en-main.attack", params={"target": FOE}))
    let_all_pass(fight)
    fight.do("mj", BLOW.model_copy(update={"params": {"target": who}}))
    let = {one: asked.default for one, asked in fight.house.view(fight.table, "mj").asked.items()}
    fight.do("mj", Answer(answers=let, faces=(1, 6, 6, 1, 1, 2)))
    assert fight.house.view(fight.table, fight.seats[who]).asked[who].sensible == proposed


def test_what_cuir_epais_leaves_is_told_with_it(tmp_path: Path) -> None:
    """CEM-HERO-05: « touché » was said of ten points let pass, and of the two that it leaves."""
    fight = struck(tmp_path, BLOW.model_copy(update={"params": {"target": "bruno"}}))
    let = {one: asked.default for one, asked in fight.house.view(fight.table, "mj").asked.items()}
    fight.do("mj", Answer(answers=let, faces=(1, 6, 6, 1, 1, 2)))
    asked = fight.house.view(fight.table, fight.seats["bruno"]).asked["bruno"]
    said = {option.value: option.label.say("fr") for option in asked.options}
    assert said["damage:reduce"] == "Cuir épais\u00a0: je les réduis à 2 (Héroïsme −1)"
