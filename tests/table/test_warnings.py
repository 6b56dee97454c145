"""A word before harm: what would surely kill somebody is done once somebody has said that it shall be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.rules.action import Kind
from tablee.rules.game import game_called
from tablee.rules.run import harm_of
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.scenes import scene_of
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import SetOption
from tablee.table.topics.closing import EndFight
from tablee.table.topics.correction import Correct
from tablee.table.topics.scene import OpenScene, Prepare
from tablee.web.pages import forms
from tests.table.everywhere import Table, keychain


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


def test_time_that_would_kill_the_dying_asks_first(house: House) -> None:
    """D6-COMBAT-05."""
    table, token = house.open_ready("d6")
    mj = house.seat(table, token)
    house.submit(table, mj, EndFight())
    hour = Act(action="d6.time", params={"n": 1, "unit": "hour"})
    form = house.form(table, mj, hour, "fr")
    assert not isinstance(form, Refusal)
    assert form.warning is None
    house.submit(table, mj, Correct(who="mael", field="wounds", value=5))
    form = house.form(table, mj, hour, "fr")
    assert not isinstance(form, Refusal)
    assert form.warning
    assert (form.warning.sentence, form.warning.rule) == (
        "Sans soins, ce temps serait mortel pour Maël",
        "D6-COMBAT-05",
    )
    before = house.state(table)
    no = house.submit(table, mj, hour)
    assert isinstance(no, Refusal)
    assert no.say("en") == "Without care this time would be the death of Maël"
    assert house.state(table) == before
    sure = forms.understood(
        Act, forms.command("act", [("do", "d6.time"), ("i.n", "1"), ("p.unit", "hour"), ("sure", "true")])
    )
    assert isinstance(house.submit(table, mj, sure), Submitted)


PLIGHTS: dict[str, tuple[Command, ...]] = {  # a player's character is about to die
    "undesix": (
        SetOption(option="pc_survives_to_minus_ten", value=True),
        Correct(who="chloe", field="phy", value=-2),
        Correct(who="chloe", field="bleeding", value=55),
    ),
    "cle-en-main": (
        Correct(who="octavie", field="vitality", value=0),
        Correct(who="octavie", field="dies_at", value=1),
    ),
    "deusex": (Correct(who="youssef", field="pv", value=-5),),
    "d6": (Correct(who="mael", field="wounds", value=5),),
}
ASKED: dict[tuple[str, bool], set[str]] = {  # what asks first, in a fight or not
    ("undesix", True): set(),
    ("undesix", False): {"undesix.days", "undesix.rest", "undesix.wait"},
    ("cle-en-main", True): set(),
    ("cle-en-main", False): {"cle-en-main.wait"},  # in a rest nobody who would die of it is ticked
    ("deusex", True): {"end-fight", "open-scene", "deusex.end-fight", "deusex.next-round", "deusex.adjust-talent"},
    ("deusex", False): {"deusex.next-round", "deusex.adjust-talent"},
    ("d6", True): {"d6.time"},
    ("d6", False): {"d6.time"},
}
HARMS_BY_NAME = (Kind.FIGHT, Kind.DANGER, Kind.MAGIC, Kind.CHECK)  # whoever does it means it, to whom they choose


def dead(table: Table) -> set[str]:
    """Those who are dead at a table."""
    scene = scene_of(table.game, table.state, now=True)
    return {who for who in scene.cast if table.game.condition(scene, who).id == "dead"}


@pytest.mark.parametrize("fighting", [True, False])
@pytest.mark.parametrize("game_id", list(PLIGHTS))
def test_nothing_that_lets_time_pass_kills_as_it_is_proposed(house: House, game_id: str, fighting: bool) -> None:
    """UDS-HEALTH-05, -06, CEM-VIT-07, DEX-WOUND-07, D6-COMBAT-05: whatever an MJ does with a scene, its rests and its
    end included, as forms propose it, asks before somebody dies of it.
    """
    table, token = house.open_ready(game_id)
    game, mj = game_called(game_id), house.seat(table, token)
    if not fighting:
        house.submit(table, mj, EndFight())
    for command in PLIGHTS[game_id]:
        assert isinstance(house.submit(table, mj, command), Submitted)
    if game_id == "deusex":
        house.submit(table, mj, Act(actor="youssef", action="deusex.countdown"))  # in a fight it has begun already
        for _ in range(house.state(table).play["clocks"][0]["left"] - 1):
            house.submit(table, mj, Act(action="deusex.next-round"))
        if fighting:  # a round that was begun counts when the fight ends
            house.submit(table, mj, Act(actor=game.may_act(house.scene(table))[0], action="deusex.wait"))
    house.submit(table, mj, Prepare(title="Ailleurs"))
    now = Table(game, house.state(table))
    deeds: list[Command] = [EndFight(), OpenScene(scene=list(now.state.scenes)[-1])]
    for action in game.actions:
        if action.kind not in HARMS_BY_NAME:
            for who in now.state.cast:
                form = house.form(table, mj, Act(actor=who, action=action.id), "fr")
                deeds += [] if isinstance(form, Refusal) else [Act(actor=who, action=action.id, params=form.values)]
    asked = set()
    for deed in deeds:
        done = now.do(mj, deed, keychain())
        assert isinstance(done, Refusal) or dead(done) == dead(now), f"{deed} kills"
        if isinstance(done, Refusal) and "sure" in type(deed).model_fields:
            all_the_same = now.do(mj, deed.model_copy(update={"sure": True}), keychain())
            asked |= set() if isinstance(all_the_same, Refusal) else {getattr(deed, "action", deed.id)}
            assert isinstance(all_the_same, Refusal) or dead(all_the_same) > dead(now), f"{deed} warns in vain"
    assert asked == ASKED[game_id, fighting]


def test_a_rest_of_the_dying_asks_first_unless_somebody_watches_over_them(house: House) -> None:
    """CEM-VIT-07, CEM-HEAL-05."""
    table, token = house.open_ready("cle-en-main")
    mj = house.seat(table, token)
    house.submit(table, mj, EndFight())
    house.submit(table, mj, PLIGHTS["cle-en-main"][1])
    rest = Act(action="cle-en-main.rest", params={"resting": ["octavie", "anselme"]})
    no = house.submit(table, mj, rest)
    assert isinstance(no, Refusal)
    assert no.say("en") == "Without care this time would be the death of Octavie Lerouge"
    watched = Act(action="cle-en-main.rest", params={**rest.params, "carer": "anselme"})
    assert isinstance(house.submit(table, mj, watched), Submitted)


def test_what_is_not_filled_in_yet_harms_nobody() -> None:
    """A form is told whole while nobody is chosen: the word before harm waits until somebody is."""
    game = game_called("undesix")
    scene = game.scene("chloe")
    assert harm_of(game.action("undesix.rest"), scene, {}) is None
    assert harm_of(game.action("undesix.rest"), scene, {"target": "chloe", "minutes": 10}) is None
