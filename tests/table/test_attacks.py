"""What people try: other people's dice, decisions, fields, keys, names and whispers; and what the table answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablee.dice import fair
from tablee.errors import BadInput, BadRecord
from tablee.rules.stored.written import written
from tablee.table.decide.command import COMMANDS, MJ, Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.events import Event
from tablee.table.log.sqlite import SqliteStore
from tablee.table.seen.view import PendingUnseen, RequestDone
from tablee.table.service import MAX_KNOCKS, House
from tablee.table.topics.action import Act
from tablee.table.topics.adventure import BeginAdventure, Choose, HoldAdventure
from tablee.table.topics.arrangement import Arrange, SetOption
from tablee.table.topics.blind import Disclose
from tablee.table.topics.character import Claim, Enter, HandOver, Portray, Release, Retire
from tablee.table.topics.chat import Hide, Said, Say
from tablee.table.topics.closing import EndFight, Replay, TakeWay
from tablee.table.topics.correction import Correct, Override
from tablee.table.topics.decision import Abandon, Answer, Hold, Settle, StepBack
from tablee.table.topics.dial import SetDial
from tablee.table.topics.dice import Reveal
from tablee.table.topics.leading import BringAdventurePerson, LeadAdventure, ReadAdventure
from tablee.table.topics.ledger import KeepLedger
from tablee.table.topics.npc_turns import LetAct
from tablee.table.topics.paper import Give, Project, Revise
from tablee.table.topics.parting import PartWays, Rejoin
from tablee.table.topics.pause import Pause
from tablee.table.topics.pin import Pin
from tablee.table.topics.random_table import Draw, WriteTables
from tablee.table.topics.request import Close, Remind, Request
from tablee.table.topics.review import ShowChoices, TellReview
from tablee.table.topics.scene import FollowScene, OpenScene, OrderScene, Prepare
from tablee.table.topics.seat import Dismiss, Invite, Join, Relink, StrikeOut
from tablee.table.topics.session import EndSession, TellSession
from tablee.table.topics.stand_in import StandIn
from tablee.table.topics.temper import Entrust
from tablee.table.topics.undo import Redo, TakeBack
from tablee.table.topics.unseen import Appear, Lurk
from tests.rules.sample import GAME
from tests.sent import sent
from tests.table.conftest import Evening, opened


@pytest.fixture
def evening(tmp_path: Path) -> Any:
    store = SqliteStore(tmp_path / "tables.db")
    yield opened(House(store, lambda _: GAME))
    store.close()


EXAMPLES: dict[type[Command], Command] = {
    Join: Join(called="Zoé"),
    Invite: Invite(),
    Dismiss: Dismiss(knock="k"),
    Relink: Relink(seat="mj"),
    Enter: Enter(who="max", ready="max"),
    HandOver: HandOver(who="wolf", owner=""),
    Retire: Retire(who="wolf"),
    Act: Act(actor="wolf", action="sample.strike", params={"target": "ana"}),
    Answer: Answer(answers={"wolf": True}),
    Abandon: Abandon(),
    Hold: Hold(),
    BeginAdventure: BeginAdventure(adventure="x"),
    HoldAdventure: HoldAdventure(held="mj"),
    Choose: Choose(choice="x"),
    ReadAdventure: ReadAdventure(place="x"),
    LeadAdventure: LeadAdventure(to="x"),
    BringAdventurePerson: BringAdventurePerson(person="x"),
    TakeBack: TakeBack(to=0),
    Redo: Redo(),
    StepBack: StepBack(),
    StandIn: StandIn(seat="mj"),
    TakeWay: TakeWay(who="wolf", out="flee"),
    EndFight: EndFight(),
    Replay: Replay(),
    Correct: Correct(who="ana", field="health", value=99),
    Override: Override(of=1, text="x"),
    SetOption: SetOption(option="x", value=1),
    Request: Request(action="sample.strike"),
    Say: Say(text="bonjour"),
    Disclose: Disclose(of=1),
    Reveal: Reveal(),
    Claim: Claim(who="wolf"),
    Release: Release(who="wolf"),
    Arrange: Arrange(door="open"),
    Settle: Settle(who="wolf", decision="sample.parry", answer=True),
    Close: Close(request="x"),
    Remind: Remind(request="x"),
    Portray: Portray(who="wolf"),
    Revise: Revise(of=1, text="x"),
    StrikeOut: StrikeOut(seat="mj"),
    Pause: Pause(),
    Lurk: Lurk(ready="wolf"),
    Appear: Appear(who="wolf:1"),
    LetAct: LetAct(),
    Project: Project(of=1),
    Pin: Pin(text="x"),
    Hide: Hide(of=1),
    Give: Give(of=1),
    Prepare: Prepare(title="La grange"),
    OrderScene: OrderScene(scene="barn"),
    FollowScene: FollowScene(attempt=0),
    OpenScene: OpenScene(scene="none"),
    PartWays: PartWays(who=("ana",)),
    Rejoin: Rejoin(),
    Entrust: Entrust(who="wolf", temper="brutal"),
    TellReview: TellReview(fight=1, told="words"),
    ShowChoices: ShowChoices(fight=1),
    EndSession: EndSession(),
    KeepLedger: KeepLedger(money="3 sous"),
    TellSession: TellSession(told="x"),
    SetDial: SetDial(title="La crue"),
    Draw: Draw(table="Butin"),
    WriteTables: WriteTables(text="# Butin\nun sou"),
}


def test_every_command_has_its_place_in_the_gate(evening: Evening) -> None:
    assert set(EXAMPLES) == set(COMMANDS.values())
    seats = {
        role: evening.house.seat(evening.table, evening.do(evening.mj, Invite(role=role)).token)
        for role in ("spectator", "screen", "player")
    }
    for kind, command in EXAMPLES.items():
        for role in ("spectator", "screen"):
            if kind is not Join and (kind, role) != (Pause, "spectator"):
                assert evening.refused(seats[role], command) == "This seat watches without playing."
        if kind.by == MJ:
            assert evening.refused(seats["player"], command) == "Only the GM can do that."
    evening.do(evening.mj, Relink(seat=seats["player"], revoke=True))
    for command in EXAMPLES.values():
        assert evening.refused(seats["player"], command) == "Take a seat at the table first."


def test_whoever_looks_is_in_what_they_see_also_while_their_link_is_taken_away(evening: Evening) -> None:
    """A page may be drawn for a seat at the moment its link is revoked: it finds the seat, and is refused next time."""
    seat = evening.house.seat(evening.table, evening.do(evening.mj, Invite()).token)
    evening.do(evening.mj, Relink(seat=seat, revoke=True))
    assert evening.house.view(evening.table, seat).seats[seat].link is False
    assert seat not in evening.house.view(evening.table, evening.ana).seats


def test_a_field_of_the_mj_is_the_mj_s(evening: Evening) -> None:
    own = Act(actor="ana", action="sample.strike", params={"target": "leo", "bonus": 3}, faces=(6,))
    assert evening.refused(evening.ana, own) == "Bonus: only the GM decides that."
    asked = evening.house.form(evening.table, evening.ana, own, "en")
    assert not isinstance(asked, Refusal)
    assert "bonus" not in [field.name for field in asked.fields]
    evening.do(evening.mj, own)


def test_a_request_is_for_one_roll_of_those_asked(evening: Evening) -> None:
    asked = Request(action="sample.strike", params={"target": "wolf", "bonus": 2}, who=("ana",))
    evening.do(evening.mj, asked)
    request = next(iter(evening.house.state(evening.table).requests))
    roll = Act(actor="leo", action="sample.strike", params={"target": "ana"}, request=request)
    assert "not asked" in evening.refused(evening.leo, roll)
    evening.do(evening.ana, Act(actor="ana", action="sample.strike", request=request, faces=(6,)))
    line = sent(evening.house.lines(evening.table, evening.mj))[-1]
    assert line["params"] == {"target": "wolf", "bonus": 2, "helpers": []}
    assert "already" in evening.refused(evening.ana, evening.strike(request=request))
    done = evening.house.view(evening.table, evening.leo).requests[request].done
    assert done["ana"].parts
    assert (done["ana"].parts[0].grade, b"line" in written(done["ana"])) == ("missed", False)
    evening.do(evening.mj, TakeBack())
    assert evening.house.view(evening.table, evening.leo).requests[request].done == {}
    evening.do(evening.mj, Redo())
    assert list(evening.house.view(evening.table, evening.leo).requests[request].done) == ["ana"]


def test_a_blind_roll_tells_its_thrower_that_they_rolled(evening: Evening) -> None:
    evening.do(evening.mj, Request(action="sample.strike", params={"target": "leo"}, who=("ana",), audience="blind"))
    request = next(iter(evening.house.state(evening.table).requests))
    act = Act(actor="ana", action="sample.strike", request=request)
    assert "table's dice" in evening.refused(evening.ana, act.model_copy(update={"faces": (6,)}))
    evening.do(evening.ana, act)
    while evening.house.state(evening.table).pending:
        pending = evening.house.view(evening.table, evening.ana).pending
        assert isinstance(pending, PendingUnseen)
        waiting = evening.house.view(evening.table, evening.mj).waiting_for
        evening.do(evening.mj, Answer(answers=dict.fromkeys(waiting, False)))
    line = sent(evening.house.lines(evening.table, evening.ana))[-1]
    assert set(line) <= {"n", "at", "by", "name", "action", "actor", "unseen"}
    assert evening.house.view(evening.table, evening.ana).requests[request].done == {"ana": RequestDone()}
    assert "only the GM sees" in evening.house.markdown(evening.table, evening.ana, "en")
    assert sent(evening.house.lines(evening.table, evening.leo))[-1]["name"] == "requested/1"


def test_somebody_s_secret_action_says_nothing_to_others(evening: Evening) -> None:
    strike = Act(actor="wolf", action="sample.strike", params={"target": "ana"}, faces=(1,), audience="secret")
    before = evening.house.view(evening.table, evening.leo).seen
    evening.do(evening.mj, strike)
    assert evening.refused(evening.ana, evening.strike()) == "The GM is finishing something: wait a moment."
    for who in ("leo", "ana", "wolf"):
        assert evening.refused(evening.leo, Answer(answers={who: True})) == "You are not the one being asked."
    evening.do(evening.mj, Abandon())
    evening.do(evening.mj, Act(**{**strike.model_dump(), "faces": (6,)}))
    evening.do(evening.mj, Override(of=evening.house.state(evening.table).version, text="en fait, touché"))
    evening.do(evening.mj, TakeBack())
    evening.do(evening.mj, Correct(who="wolf", field="guard", value=3, text="cuirasse"))
    assert evening.house.view(evening.table, evening.leo).seen == before


def test_who_began_an_action_keeps_it_whoever_answers(evening: Evening) -> None:
    evening.do(evening.ana, evening.strike((1,), audience="self"))
    evening.do(evening.mj, Answer(answers={"wolf": False}))
    evening.do(evening.mj, Answer(answers={"leo": False}))
    line = sent(evening.house.lines(evening.table, evening.ana))[-1]
    assert (line["name"], line["by"]) == ("acted/1", evening.ana)
    assert evening.refused(evening.leo, TakeBack()) == "That action was not yours: ask the GM."
    evening.do(evening.ana, TakeBack())


def test_an_answer_is_one_that_was_offered_and_is_given_once(evening: Evening) -> None:
    evening.do(evening.mj, Enter(who="max", ready="max"))
    evening.do(evening.ana, Act(actor="ana", action="sample.strike", params={"target": "wolf"}, faces=(1,)))
    seen = evening.house.view(evening.table, evening.mj).seen
    evening.do(evening.mj, Answer(answers={"wolf": False}, seen=seen))
    late = Answer(answers={"leo": True}, seen=evening.house.own_number(evening.table, evening.leo, seen))
    assert "another one is asked since" in evening.refused(evening.leo, late)
    assert "cannot answer “banana”" in evening.refused(evening.leo, Answer(answers={"leo": "banana"}))
    assert "cannot answer “1”" in evening.refused(evening.leo, Answer(answers={"leo": 1}))
    evening.do(evening.leo, Answer(answers={"leo": False}))
    assert evening.refused(evening.leo, Answer(answers={"leo": True})) == "Léo's answer is already given."
    evening.do(evening.mj, Answer(answers={"max": False}))
    assert evening.sheet("wolf")["health"] == 3


def test_players_type_their_own_dice_only(evening: Evening) -> None:
    evening.do(evening.mj, HandOver(who="wolf", owner=evening.leo))
    evening.do(evening.ana, evening.strike((1,)))
    evening.do(evening.leo, Answer(answers={"wolf": True}, faces=()))
    kinds = [line["fair"] for event in events_of(evening) for line in getattr(event.what, "fair", ())]
    assert kinds[-2:] == ["physical/1", "drawn/1"]


@pytest.mark.parametrize(("faces", "told"), [(2, "1 die too many."), (38, "37 dice too many.")])
def test_dice_too_many_are_counted_in_words_that_agree(evening: Evening, faces: int, told: str) -> None:
    assert evening.refused(evening.ana, evening.strike((6,) * faces)) == told


def test_a_key_is_its_seat_s_own(evening: Evening) -> None:
    evening.do(evening.ana, Say(text="un"), key="k")
    evening.do(evening.leo, Say(text="deux"), key="k")
    assert [event.what.text for event in events_of(evening) if isinstance(event.what, Said)] == ["un", "deux"]


@pytest.mark.parametrize("name", ["Le meneur", "MENEUR", "GM", "the GM", "Maître du jeu", "Mеneur"])
def test_nobody_passes_for_the_mj(evening: Evening, name: str) -> None:
    assert "already" in evening.refused(evening.leo, Join(called=name))
    evening.do(evening.mj, Join(called=name))


def test_nobody_writes_the_lines_of_others_in_a_transcript(evening: Evening) -> None:
    forged = "salut\n\n**Leo** : j'ai menti\n# Fin\n- un <script>a_b</script>\r12. [x](http://x) &amp;"
    evening.do(evening.ana, Say(text=forged))
    first, *rest = evening.house.markdown(evening.table, evening.leo, "en").rstrip("\n").split("salut")[1].split("\n")
    assert not first
    assert rest == [
        ">",
        r"> \*\*Leo\*\* : j'ai menti",
        r"> \# Fin",
        r"> \- un &lt;script&gt;a\_b&lt;/script&gt;",
        r"> 12\. \[x\](http://x) &amp;amp;",
    ]


def test_nobody_takes_another_s_name_or_whispers(evening: Evening) -> None:
    assert "already" in evening.refused(evening.leo, Join(called="ANA"))
    assert evening.refused(evening.ana, Say(text="/W nobody psst")).startswith("There is nobody called")
    assert "There is no “/whisper”" in evening.refused(evening.ana, Say(text=" /whisper leo psst"))
    assert evening.refused(evening.ana, Say(text="/w leo")) != ""
    before = evening.house.view(evening.table, evening.leo).seen
    evening.do(evening.ana, Say(text="rien que pour lui", to=(evening.mj,)))
    evening.do(evening.ana, Say(text="/sr 3d6"))
    evening.do(evening.ana, Say(text="/r 3d6", audience="blind"))
    assert evening.house.view(evening.table, evening.leo).seen == before
    evening.do(evening.ana, Say(text="  /W Leo psst psst "))
    assert sent(evening.house.lines(evening.table, evening.leo))[-1]["text"] == "psst psst"
    rolled = [line for line in sent(evening.house.lines(evening.table, evening.ana)) if line["name"] == "rolled/1"]
    assert ["total" in line for line in rolled] == [True, False]


def test_notes_and_handouts_stay_at_hand(evening: Evening) -> None:
    evening.do(evening.mj, Say(text="Une carte.", title="Carte", kind="handout", to=(evening.leo,)))
    evening.do(evening.ana, Say(text="Le duc ment.", kind="note"))

    def papers(seat: str) -> list[str]:
        return [paper.text for paper in evening.house.view(evening.table, seat).papers]

    assert (papers(evening.leo), papers(evening.ana)) == (["Une carte."], ["Le duc ment."])
    assert papers("screen") == []


def test_few_wait_at_the_door(evening: Evening) -> None:
    for n in range(MAX_KNOCKS):
        evening.house.knock(evening.table, f"Zoé {n}")
    with pytest.raises(BadInput, match="Too many people"):
        evening.house.knock(evening.table, "Zoé")


def test_an_evening_after_the_keys_were_shown_has_new_ones(evening: Evening) -> None:
    for _ in range(2):
        evening.do(evening.ana, Say(text="/r 3d6"))
        evening.do(evening.mj, Reveal())
        evening.do(evening.mj, Reveal(secret=True))
        evening.do(evening.mj, Say(text="/r 3d6", audience="secret"))
    shown = [line for event in events_of(evening) for line in getattr(event.what, "fair", ())]
    keys = [line["key"] for line in shown if line["fair"] == "reveal/2"]
    assert len(set(keys)) == 4
    counts = fair.verify([fair.from_dict(line) for line in shown])
    assert (counts["public"].verified, counts["secret"].verified, counts["secret"].unrevealed) == (6, 3, 3)
    lines = fair.read_log("\n".join(evening.house.exported(evening.table, evening.leo)))
    assert fair.verify(lines)["public"].verified == 6


def test_a_backup_shows_its_key_and_goes_on_with_dice_that_nobody_has_seen(evening: Evening) -> None:
    table, token = evening.house.import_log(list(evening.house.backup(evening.table)), with_keys=True)
    mj = evening.house.seat(table, token)
    evening.house.submit(table, mj, Say(text="/r 10d6"))
    evening.do(evening.mj, Say(text="/r 10d6"))
    here, there = (sent(evening.house.lines(t, "mj"))[-1]["rolls"] for t in (evening.table, table))
    assert here != there
    now, before = evening.house.state(table), evening.house.state(evening.table)
    assert now.evening == before.evening + 1
    assert now.commits != before.commits
    assert now.fair.mix != fair.State().mix  # everybody's words go on


def test_a_sheet_is_taken_away_through_the_gate(evening: Evening) -> None:
    assert evening.house.character(evening.table, evening.leo, "leo")["leo"]["secret"] == "poet"
    with pytest.raises(BadInput, match="Only the GM"):
        evening.house.character(evening.table, evening.ana, "leo")


def test_what_changed_since_is_said_if_it_matters(evening: Evening) -> None:
    seen = evening.house.view(evening.table, evening.ana).seen
    strike = Act(actor="ana", action="sample.strike", params={"target": "leo"}, faces=(6,), seen=seen)
    evening.do(evening.leo, Say(text="attends"))
    evening.do(evening.mj, Correct(who="wolf", field="guard", value=3))
    evening.do(evening.ana, strike)
    evening.do(evening.mj, Correct(who="leo", field="health", value=2))
    assert evening.refused(evening.ana, strike) == "Since then: Léo: Health 5 → 2. Look, then again."
    fresh = evening.house.view(evening.table, evening.ana).seen
    evening.do(evening.ana, strike.model_copy(update={"seen": fresh}))


def test_lines_struck_through_are_known_by_one_s_own_numbers(evening: Evening) -> None:
    evening.do(evening.mj, Say(text="secret", kind="note"))
    evening.do(evening.ana, evening.strike((6,)))
    evening.do(evening.mj, Say(text="secret", kind="note"))
    evening.do(evening.mj, TakeBack())
    lines = sent(evening.house.lines(evening.table, evening.leo))
    acted = next(line["n"] for line in lines if line["name"] == "acted/1")
    assert lines[-1]["struck"] == (acted,)
    assert sent(evening.house.lines(evening.table, evening.leo, lines[-1]["n"] - 1)) == lines[-1:]
    assert json.loads(list(evening.house.exported(evening.table, evening.leo))[-1])["struck"] == [acted]


def test_one_by_one_taken_back_one_by_one_redone(evening: Evening) -> None:
    evening.do(evening.mj, Correct(who="wolf", field="luck", value=0))
    for face in (2, 6, 3):
        evening.do(evening.leo, Act(actor="leo", action="sample.strike", params={"target": "ana"}, faces=(face,)))
    after = evening.house.state(evening.table).cast
    for _ in range(3):
        evening.do(evening.mj, TakeBack())
    assert evening.sheet("ana")["health"] == 5
    for health in (4, 4, 4):
        evening.do(evening.mj, Redo())
        assert evening.sheet("ana")["health"] == health
    assert evening.house.state(evening.table).cast == after
    evening.do(evening.mj, TakeBack())
    evening.do(evening.ana, Act(actor="ana", action="sample.strike", params={"target": "leo"}, faces=(6,)))
    assert evening.refused(evening.mj, Redo()) == "There is nothing to redo."


PART: dict[str, Any] = {"who": "ana", "grade": "x", "label": {"fr": "", "en": ""}, "good": True, "amounts": {}}


@pytest.mark.parametrize(
    ("name", "field", "wrong"),
    [
        *(("joined/1", "colour", wrong) for wrong in (["blue"], {"a": 1}, None, 3)),
        ("seated/1", "role", "\u200b"),
        *(("joined/1", "at", wrong) for wrong in ("x", 10**400, 1e18, -1e18)),
        ("joined/1", "by", 3),
        ("requested/1", "who", [-5]),
        ("acted/1", "parts", [{**PART, "who": 3}]),
        ("acted/1", "parts", [{**PART, "label": {"fr": {}, "en": ""}}]),
        ("acted/1", "parts", [{**PART, "grade": []}]),
    ],
)
def test_an_import_holds_words_where_words_belong(evening: Evening, name: str, field: str, wrong: Any) -> None:
    """A colour that is a list, a role that nobody has, an hour that is none: taken in, they broke the pages."""
    evening.do(evening.ana, evening.strike((6,)))
    evening.do(evening.mj, Request(action=evening.strike((1,)).action, who=("ana",)))
    _, *lines = [json.loads(line) for line in evening.house.exported(evening.table, evening.mj)]
    spoilt = [line for line in lines if line["name"] == name][-1]
    spoilt[field] = wrong
    with pytest.raises(BadInput, match="not an event"):
        evening.house.import_log(lines)


@pytest.mark.parametrize("lines", [[3], [{"n": 1}], [None], [{"name": "keys/1", "public": "zz", "secret": "a"}]])
def test_nonsense_is_no_table(evening: Evening, lines: list[Any]) -> None:
    tables = evening.house.store.tables()
    with pytest.raises(BadInput):
        evening.house.import_log(lines)
    good = [json.loads(line) for line in evening.house.exported(evening.table, evening.mj)]
    for spoilt in (
        {"name": "relinked/1", "seat": "nobody", "token": ""},
        {"name": "entered/1", "who": "x", "sheet": {}},
    ):
        with pytest.raises(BadInput):
            evening.house.import_log([*good, {"n": len(good) + 1, "at": 0, "by": "", "to": "mj", **spoilt}])
    assert evening.house.store.tables() == tables


@pytest.mark.parametrize(
    ("field", "value"),
    [("discarded", 2_000_000), ("sides", 2_000_000), ("sides", "6"), ("faces", [7]), ("faces", [True]), ("by", 3)],
)
def test_dice_that_cannot_be_are_no_table(evening: Evening, field: str, value: Any) -> None:
    """A count where a truth belongs was told as often as it said: 16 GB by one imported line."""
    evening.do(evening.mj, Say(text="/r 2d6"))
    evening.do(evening.leo, Act(actor="leo", action="sample.strike", params={"target": "ana"}, faces=(6,)))
    good = [json.loads(line) for line in evening.house.exported(evening.table, evening.mj)]
    thrown = [at for at, line in enumerate(good) if line.get("rolls")]
    assert {good[at]["name"] for at in thrown} == {"rolled/1", "acted/1"}
    evening.house.import_log(good)
    for at in thrown:
        spoilt = [*good[:at], {**good[at], "rolls": [{**good[at]["rolls"][0], field: value}]}, *good[at + 1 :]]
        with pytest.raises(BadRecord):
            evening.house.import_log(spoilt)


@pytest.mark.parametrize("value", [float("nan"), 10**9, "\ud800", [[[[[[[[[[[[[[1]]]]]]]]]]]]]]])
def test_params_are_of_a_size_that_people_write(value: Any) -> None:
    with pytest.raises(ValueError, match="params"):
        Request(action="sample.strike", params={"x": value})


def events_of(evening: Evening) -> list[Event]:
    return evening.house.store.read(evening.table, 0, 10_000)


def test_a_player_makes_a_character_and_answers_for_it(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "new.db")
    house = House(store)
    table, token = house.open("undesix")
    mj = house.seat(table, token)
    links = [house.submit(table, mj, Invite()) for _ in range(2)]
    ana, leo = (house.seat(table, getattr(link, "token", "")) for link in links)
    house.submit(table, ana, Join(called="Anaïs"))
    creation = Act(action="undesix.create-random", params={"name": "Zoé"})
    house.submit(table, ana, creation)
    while making := house.view(table, ana).making:
        assert house.view(table, leo).making is None
        answers = Answer(answers={who: decision.default for who, decision in making.asked.items()})
        assert isinstance(house.submit(table, leo, answers), Refusal)
        assert not isinstance(house.submit(table, ana, answers), Refusal)
    created = next(who for who, made in house.state(table).cast.items() if made.owner == ana)
    house.submit(table, mj, HandOver(who=created, owner=ana, hidden=True))
    house.submit(table, mj, TakeBack())
    assert created not in house.state(table).cast
    house.submit(table, mj, Redo())
    back = house.state(table).cast[created]
    assert (back.owner, back.hidden) == (ana, True)
    store.close()


def test_nobody_is_made_by_somebody_who_is_not_there(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    table, _ = house.open_ready("cle-en-main", "Essai")
    gone = list(house.state(table).cast)[-1]
    house.submit(table, "mj", Retire(who=gone))
    for actor, why in ((gone, "is no longer in the scene"), ("zzz", "zzz")):
        no = house.submit(table, "mj", Act(actor=actor, action="cle-en-main.enter", params={"npc": "douairiere"}))
        assert isinstance(no, Refusal)
        assert why in no.say("en")
    store.close()
