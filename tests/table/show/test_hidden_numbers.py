"""The numbers of a hidden character change no byte of what others are sent: views, forms, sheets, odds, sentences."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.fields import Audience, Field, fields_of
from tablee.rules.stored.written import written
from tablee.table.decide.context import NewEvent
from tablee.table.decide.odds import odds
from tablee.table.decide.offering import asked_form
from tablee.table.decide.refusal import Refusal
from tablee.table.log.events import EVERYONE, Event
from tablee.table.scenes import scene_of
from tablee.table.show.audience import Viewer, in_audience
from tablee.table.show.gate import Gate, show_event
from tablee.table.show.views import show
from tablee.table.topics.action import Act, Acted, Asked
from tablee.table.topics.character import Entered, HandOver
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Answer, Answered
from tablee.table.topics.request import Request, Requested
from tests.table.everywhere import GAMES, OTHER, PLAYER, Table, fighting, keychain, received, table_of, uncounted

__all__ = ["uncounted"]

OTHERS: dict[str, dict[str, Any]] = {
    "undesix": {"pc": False},
    "cle-en-main": {"kind": "boss"},
    "deusex": {"pj": False},
    "d6": {"pj": False},
}
NUMBERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {  # two hidden foes in the same condition
    "undesix": ({"phy": 3, "phy_max": 3, "dex": 2, "sav": 1}, {"phy": 6, "phy_max": 6, "dex": 6, "sav": 5}),
    "cle-en-main": (
        {"vitality": 9, "vitality_max": 9, "skills": {"defence": 0, "reflexes": 6}},
        {"vitality": 23, "vitality_max": 23, "skills": {"defence": 12, "reflexes": 6}},
    ),
    "deusex": (
        {"pv": 8, "pv_max": 8, "talents": {"FOR": 1, "SAN": 1, "AGI": 2, "INT": 4, "STA": 1, "PRE": 1}},
        {"pv": 16, "pv_max": 16, "talents": {"FOR": 4, "SAN": 1, "AGI": 2, "INT": 1, "STA": 1, "PRE": 1}},
    ),
    "d6": (
        {"levels": {"Esquive": "+1"}},
        {"levels": {"Esquive": "4D"}},
    ),
}


def asked(table: Table, seat: str) -> bytes:
    """Every form, and the odds of the usual actions against everybody, as a seat receives them."""
    sent: list[Any] = []
    context = table.context(seat, keychain())
    for who in [who for who, one in table.state.cast.items() if table.state.plays(seat, who)]:
        for action in table.game.actions:
            for other in table.state.cast:
                params = {"target": other} if "target" in action.params.model_fields else {}
                act = Act(actor=who, action=action.id, params=params)
                sent.append(_told(asked_form(context, scene_of(table.game, table.state, who), act, "en")))
                if action.id in table.game.usual:
                    try:
                        sent.append(_told(odds(context, scene_of(table.game, table.state, who), act, "en")))
                    except Exception as no:
                        sent.append(str(no))
    return written(sent)


def _told(answer: Any) -> Any:
    return answer.say("en") if isinstance(answer, Refusal) else answer


def two_foes(game: str, fields: dict[str, Any]) -> Table:
    """A table with two hidden foes, one of whom has these numbers: whom a form proposes must not tell them apart."""
    table = table_of(game, True, {**fields, **OTHERS[game]})
    foe = list(table.state.cast)[-1]
    sheet = {**table.state.cast[foe].sheet, **NUMBERS[game][0], "name": {"fr": "Second"}}
    return table.after(NewEvent(Entered("second", sheet, "", True)))


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("begun", [False, True], ids=["at rest", "in a fight"])
@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_of_somebody_hidden_are_in_no_answer(game: str, begun: bool) -> None:
    one, other = (two_foes(game, fields) for fields in NUMBERS[game])
    if begun:
        one, other = fighting(one), fighting(other)
    assert one.state.cast != other.state.cast
    for seat in (PLAYER, OTHER):
        assert received(one, seat) == received(other, seat), seat
        assert asked(one, seat) == asked(other, seat), seat


OPPOSED: dict[str, tuple[str, dict[str, Any]]] = {  # what somebody is asked to do against a hidden foe
    "undesix": ("undesix.oppose", {"target": "", "mine": "dex", "theirs": "dex"}),
    "cle-en-main": ("cle-en-main.oppose", {"target": "", "skill": "reflexes"}),
    "deusex": ("deusex.oppose", {"opponent": "", "talent": "AGI"}),
    "d6": ("d6.oppose", {"target": "", "what": "Esquive"}),
}


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("game", GAMES)
def test_a_roll_that_was_asked_for_tells_no_number_of_a_hidden_opponent(game: str) -> None:
    """Whoever rolled may know their own numbers; what they were compared with is the opponent's."""
    table = two_foes(game, NUMBERS[game][0])
    foe = next(who for who, one in table.state.cast.items() if not one.owner)
    action, wanted = OPPOSED[game]
    given = {name: value or foe for name, value in wanted.items()}
    asked_for = table.do("mj", Request(action=action, params=given), keychain())
    assert isinstance(asked_for, Table), asked_for
    (request,) = asked_for.state.requests
    done: Any = asked_for
    for who in [who for who, one in table.state.cast.items() if one.owner]:
        done = done.do("mj", Act(actor=who, action=action, params=given, request=request), keychain())
        while isinstance(done, Table) and done.state.pending:
            answers = {one: card.default for one, card in done.state.pending.asked.asked.items()}
            done = done.do("mj", Answer(answers=answers), keychain())
        assert isinstance(done, Table), done
    seen = {seat: show(done.game, done.state, Viewer.of(done.state, seat)).requests[request] for seat in (PLAYER, "mj")}
    assert all(one.compared for one in seen["mj"].done.values())
    assert all(one.parts and one.compared is None for one in seen[PLAYER].done.values())
    assert seen[PLAYER].together is None


def test_the_code_of_a_hidden_character_is_not_in_the_first_sentence() -> None:
    """D6-OPP-01: « 4D contre 2D+1 » are numbers too."""
    table = two_foes("d6", NUMBERS["d6"][0])
    who, _, foe, *_ = table.state.cast
    done = table.do(PLAYER, Act(actor=who, action="d6.oppose", params={"target": foe, "what": "Esquive"}), keychain())
    assert isinstance(done, Table), done
    shown = show_event(done.game, done.state, done.events[-1], Viewer.of(done.state, PLAYER), 1)
    assert shown
    values = shown.to_json()["headline"]["values"]
    assert values["mine"] == values["theirs"] == {"name": {"fr": "?", "feminine": True}}


def test_who_answers_worst_in_melee_is_not_told_of_hidden_foes() -> None:
    """Somebody with a knife is proposed a foe all the same: the first, whoever would answer worst."""
    told = []
    for fields in NUMBERS["deusex"]:
        begun = fighting(two_foes("deusex", fields))
        who = next(who for who, one in begun.state.cast.items() if one.owner == PLAYER)
        armed = begun.do("mj", Correct(who=who, field="weapons", value=["knife"]), keychain())
        assert isinstance(armed, Table)
        act = Act(actor=who, action="deusex.attack")
        scene = scene_of(armed.game, armed.state, who)
        told.append(_told(asked_form(armed.context(PLAYER, keychain()), scene, act, "en")))
    assert told[0] == told[1]
    assert told[0].values["target"] in ("second", list(begun.state.cast)[2])


@pytest.mark.parametrize("game", GAMES)
def test_who_came_in_is_told_as_they_came_and_as_they_may_be_known_now(game: str) -> None:
    table = table_of(game)
    foe = next(who for who, one in table.state.cast.items() if not one.owner)
    (came,) = [event for event in table.events if isinstance(event.what, Entered) and event.what.who == foe]
    viewer = Viewer.of(table.state, PLAYER)
    told = show_event(table.game, table.state, came, viewer, 1)
    assert told
    sheet = told.to_json()["sheet"]
    field = next(name for name in table.game.gauges if isinstance(sheet.get(name), int))
    corrected = table.do("mj", Correct(who=foe, field=field, value=sheet[field] - 1), keychain())
    assert isinstance(corrected, Table)
    assert show_event(table.game, corrected.state, came, viewer, 1) == told
    hidden = corrected.do("mj", HandOver(who=foe, hidden=True), keychain())
    assert isinstance(hidden, Table)
    now = show_event(table.game, hidden.state, came, viewer, 1)
    assert now
    assert set(now.to_json()["sheet"]) == {"name"}


def test_what_a_hidden_talent_becomes_is_not_told_by_the_parameters() -> None:
    """The sentence of the line said « Force passe à ? », and its parameters the number."""
    table = table_of("deusex")
    foe = next(who for who, one in table.state.cast.items() if not one.owner)
    hidden = table.do("mj", HandOver(who=foe, hidden=True), keychain())
    assert isinstance(hidden, Table)
    act = Act(actor="", action="deusex.adjust-talent", params={"whose": foe, "talent": "FOR", "score": 1})
    done = hidden.do("mj", act, keychain())
    assert isinstance(done, Table)
    line = done.events[-1]
    told = show_event(done.game, done.state, line, Viewer.of(done.state, PLAYER), 1)
    whole = show_event(done.game, done.state, line, Viewer.of(done.state, "mj"), 1)
    assert told
    assert whole
    assert told.to_json()["params"] == {"whose": foe, "talent": "FOR"}
    assert whole.to_json()["params"]["score"] == 1


def filled(field: Field, table: Table, foe: str, n: int) -> Any:
    """A value for a field of an action on somebody hidden: the foe wherever they can be named, a number elsewhere."""
    choices = list(field.one_of.on(scene_of(table.game, table.state, foe))) if field.one_of else []
    if field.one_of:
        value: Any = foe if foe in choices else choices[-1] if choices else foe
    else:
        value = {int: n, bool: True, str: f"{n}D+1"}.get(field.kind, {"FOR": n})
    return [value] if field.many else value


@pytest.mark.parametrize("actor", ["foe", "player"])
@pytest.mark.parametrize("game", GAMES)
def test_no_number_of_an_action_on_somebody_hidden_is_told_to_others(game: str, actor: str) -> None:
    """Of every action: what was chosen among words stays, with whom it is on; numbers are read by who gave them."""
    table = table_of(game, True)
    foe = next(who for who, one in table.state.cast.items() if not one.owner)
    who = foe if actor == "foe" else next(one for one in table.state.cast if one != foe)
    by = Viewer.of(table.state, OTHER)
    counted = 0
    for action in (*table.game.actions, *table.game.creations):
        fields, told = fields_of(action.params, table.state.options), list[Any]()
        for n in (3, 4):
            params = {field.name: filled(field, table, foe, n) for field in fields}
            concerned = {"params": params, "about": (foe,)}
            acted = one_line(Acted, action=action.id, actor=who, **concerned)
            asked = one_line(Asked, action=action.id, actor=who, **concerned)
            requested = Requested("r", action.id, {**params, "target": foe}, (foe,))
            gone = table.after(NewEvent(requested), by="mj")
            for what in (acted, asked, requested):
                line = Event(1, 0.0, OTHER, EVERYONE, what)
                told.append(params_told(gone, line, Viewer.of(table.state, PLAYER)))
                if what is acted:
                    kept = {field.name for field in fields if in_audience(field.seen, by, owner=True)}
                    assert params_told(gone, line, by).keys() == kept, action.id
            told.append(show(gone.game, gone.state, Viewer.of(gone.state, PLAYER)).requests["r"].params)
        assert written(told[:4]) == written(told[4:]), action.id
        words = {field.name for field in fields if (field.one_of or field.kind is bool)}
        assert words - hidden_fields(fields) <= told[0].keys(), action.id
        counted += len(fields) - len(words)
    assert counted > 20


def one_line(kind: type[Any], **fields: Any) -> Any:
    """What happened, of which only these fields are looked at."""
    made = object.__new__(kind)
    vars(made).update(asked={}, parts=(), changes=(), **fields)
    return made


def params_told(table: Table, line: Event, viewer: Viewer) -> dict[str, Any]:
    """What a viewer is shown of the parameters of a line."""
    what: Any = line.what
    return Gate(table.game, table.state, line, viewer).params(what.params)


def hidden_fields(fields: tuple[Field, ...]) -> set[str]:
    return {field.name for field in fields if field.seen is not Audience.EVERYONE}


def test_what_is_asked_of_somebody_is_told_them_and_nobody_else() -> None:
    """A roll against somebody hidden, with a number that the MJ wrote: who shall roll reads it, the others do not."""
    table = table_of("deusex", True)
    mine, _, foe = table.state.cast
    params = {"opponent": foe, "talent": "AGI", "malus": 2}
    done = table.do("mj", Request(action="deusex.oppose", params=params, who=(mine,)), keychain())
    assert isinstance(done, Table)
    for seat, told in ((PLAYER, params), (OTHER, {"opponent": foe, "talent": "AGI"})):
        viewer = Viewer.of(done.state, seat)
        line = show_event(done.game, done.state, done.events[-1], viewer, 1)
        assert line is not None
        assert line.to_json()["params"] == told
        (request,) = show(done.game, done.state, viewer).requests.values()
        assert request.params == told


def test_how_much_somebody_hidden_pays_is_not_among_answers() -> None:
    """UDS-OPT-04: a bonus bought with PSY is answered by a number."""
    table = table_of("undesix", True)
    mine, _, foe = table.state.cast
    line = Event(1, 0.0, "mj", EVERYONE, Answered({foe: 2, mine: 1}))
    for seat, told in ((PLAYER, {mine: 1}), ("mj", {foe: 2, mine: 1})):
        seen = show_event(table.game, table.state, line, Viewer.of(table.state, seat), 1)
        assert seen is not None
        assert seen.to_json()["answers"] == told
    words = Event(1, 0.0, "mj", EVERYONE, Answered({foe: True}))
    seen = show_event(table.game, table.state, words, Viewer.of(table.state, PLAYER), 1)
    assert seen is not None
    assert seen.to_json()["answers"] == {foe: True}
