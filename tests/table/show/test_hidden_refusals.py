"""Which rule refuses does not tell what is on a hidden sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablee.rules.action import Scene, action
from tablee.rules.why import Note
from tablee.table.decide.offering import asked_form
from tablee.table.decide.refusal import Refusal
from tablee.table.log.store import Store
from tablee.table.scenes import scene_of
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.character import HandOver, Retire
from tablee.table.topics.correction import Correct
from tests.rules.sample import BOOK, GAME, Sheet, Strike, spent, strike
from tests.table.conftest import Evening, opened
from tests.table.everywhere import PLAYER, keychain, table_of


def foe_too(scene: Scene[Sheet], do: Strike | None) -> Note | None:
    """Refused for one's own sake first, then for the target's."""
    no = spent(scene, do)
    if no is not None or do is None:
        return no
    foe = scene[do.target]
    if foe.health <= 0:
        return BOOK.note("SAM-HIT-01:down", who=foe.name)
    return BOOK.note("SAM-PARRY-01:lucky", who=foe.name) if foe.luck else None


careful = action("sample.careful", Strike, fr="Frapper juste", en="Strike well", refuse=foe_too)(strike.resolve)
CAREFUL = replace(GAME, actions=(strike, careful))


@pytest.fixture
def evening(store: Store) -> Evening:
    return opened(House(store, lambda _: CAREFUL))


def told(evening: Evening, seat: str, **wolf: Any) -> str:
    for field, value in wolf.items():
        evening.do(evening.mj, Correct(who="wolf", field=field, value=value))
    return evening.refused(seat, Act(actor="ana", action="sample.careful", params={"target": "wolf"}))


def test_a_hidden_sheet_refuses_in_one_sentence_whatever_the_cause(evening: Evening) -> None:
    down, lucky = told(evening, evening.ana, health=0), told(evening, evening.ana, health=5)
    assert down == lucky == "This cannot be done now: the reason lies with a character whose numbers the GM hides."
    assert told(evening, evening.mj) == "The wolf is too lucky"


def test_whether_somebody_hidden_could_help_is_not_told() -> None:
    """A helper without the Aptitude would be refused, another not: players enlist nobody who is hidden from them."""
    told = set()
    for aptitudes in ({}, {"Chimie": 2}):
        table = table_of("deusex", True, {"aptitudes": aptitudes})
        foe = list(table.state.cast)[-1]
        mine = next(who for who, one in table.state.cast.items() if one.owner == PLAYER)
        asked = {"helpers": [foe], "aptitude": "Chimie"}
        no = table.do(PLAYER, Act(actor=mine, action="deusex.cooperate", params=asked), keychain())
        assert isinstance(no, Refusal)
        told.add(no.say("fr"))
        context = table.context(PLAYER, keychain())
        scene = scene_of(table.game, table.state, mine)
        form = asked_form(context, scene, Act(actor=mine, action="deusex.cooperate"), "fr")
        assert not isinstance(form, Refusal)
        helpers = next(field for field in form.fields if field.name == "helpers")
        assert foe not in [choice.id for choice in helpers.choices]
    assert len(told) == 1
    assert "Seul le meneur" in told.pop()


def test_somebody_hidden_and_retired_is_in_no_form(evening: Evening) -> None:
    evening.do(evening.mj, Retire(who="wolf"))
    form = evening.house.form(evening.table, evening.ana, Act(actor="ana", action="sample.strike"), "en")
    assert not isinstance(form, Refusal)
    assert "wolf" not in [choice.id for field in form.fields for choice in field.choices]


def test_one_s_own_reasons_are_told_and_those_of_people_who_are_not_hidden(evening: Evening) -> None:
    evening.do(evening.mj, Correct(who="ana", field="health", value=0))
    assert told(evening, evening.ana, health=0) == "Ana is spent"
    evening.do(evening.mj, Correct(who="ana", field="health", value=5))
    evening.do(evening.mj, HandOver(who="wolf", hidden=False))
    assert told(evening, evening.ana) == "The wolf is down"
