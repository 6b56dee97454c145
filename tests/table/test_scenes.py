"""Scenes that follow each other: what the former held is put aside, and one tap brings it back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.rules.game import game_called, is_player_character
from tablee.rules.stored.written import written
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.state import BEFORE
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter, Retire
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.fight import FightEnded
from tablee.table.topics.paper import Give, Project
from tablee.table.topics.request import Request
from tablee.table.topics.scene import OpenScene, Prepare
from tablee.table.topics.undo import TakeBack
from tablee.table.topics.unseen import Appear, Lurk
from tests.rules.sample import GAME
from tests.sent import sent
from tests.table.conftest import Evening, opened


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    store = SqliteStore(tmp_path / "tables.db")
    yield opened(House(store, lambda _: GAME))
    store.close()


def here(evening: Evening, seat: str = "") -> list[str]:
    """The names of the MJ's people in the scene, as a seat knows them; those unseen with a mark."""
    cast = evening.house.view(evening.table, seat or evening.mj).cast.values()
    there = [one for one in cast if not (one.owner or one.retired)]
    return [one.sheet["name"]["fr"] + ("*" if one.unseen else "") for one in there]


def prepared(evening: Evening, **scene: object) -> str:
    evening.do(evening.mj, Prepare.model_validate(scene))
    return list(evening.house.state(evening.table).scenes)[-1]


def test_another_scene_puts_the_former_aside_and_one_tap_brings_it_back(evening: Evening) -> None:
    house, table = evening.house, evening.table
    evening.do(evening.mj, Lurk(ready="max"))
    evening.do(evening.mj, Request(action="sample.strike", who=("ana",)))
    barn = prepared(evening, title="La grange", who=("max", "max", "max"), unseen=("wolf", "wolf"), text="Du foin.")
    attic = prepared(evening, title="Le grenier")
    assert here(evening) == ["loup", "Max*"]
    evening.do(evening.mj, OpenScene(scene=barn))
    assert here(evening) == ["Max", "Max 2", "Max 3", "loup 2*", "loup 3*"]
    assert here(evening, evening.ana) == ["Max", "Max 2", "Max 3"]
    assert all(one.closed for one in house.view(table, evening.ana).requests.values())
    evening.do(evening.mj, Correct(who="max", field="health", value=1))
    evening.do(evening.mj, OpenScene(scene=attic))
    assert here(evening) == []
    scenes = house.view(table, evening.mj).scenes
    assert [(id, one.now) for id, one in scenes.items() if one.opened] == [
        (BEFORE, False),
        (barn, False),
        (attic, True),
    ]
    evening.do(evening.mj, OpenScene(scene=barn))
    assert here(evening) == ["Max", "Max 2", "Max 3", "loup 2*", "loup 3*"], "the same people, once"
    assert house.view(table, evening.ana).cast["max"].sheet["health"] == 1
    evening.do(evening.mj, OpenScene(scene=BEFORE))
    assert here(evening) == ["loup", "Max*"]
    assert not any(one.closed for one in house.view(table, evening.ana).requests.values())


def test_what_players_read_of_a_scene_tells_nobody_unseen_nor_its_name(tmp_path: Path) -> None:
    received = []
    for unseen in ((), ("wolf", "max")):
        store = SqliteStore(tmp_path / f"{len(unseen)}.db")
        other = opened(House(store, lambda _: GAME))
        id = prepared(other, title="L'embuscade", who=("max",), unseen=unseen)
        other.do(other.mj, OpenScene(scene=id))
        lines = [
            {**line, "at": 0} for line in sent(other.house.lines(other.table, other.ana)) if line["name"] != "opened/1"
        ]
        told = written([list(other.house.view(other.table, other.ana).cast), len(lines), lines[-2:]]).decode()
        assert "embuscade" not in told
        received.append(told)
        store.close()
    assert received[0] == received[1]


def test_a_fight_ends_with_its_scene_and_a_chase_waits_in_it(tmp_path: Path) -> None:
    """CEM-CHASE-01: what the play holds of those who stay behind is put aside, and comes back with them."""
    store = SqliteStore(tmp_path / "cem.db")
    house = House(store)
    table, token = house.open_ready("cle-en-main")
    mj = house.seat(table, token)
    hero = next(who for who, one in house.view(table, mj).cast.items() if one.free)
    assert house.view(table, mj).play["round"] == 1
    house.submit(table, mj, Prepare(title="Les quais"))
    quay = list(house.state(table).scenes)[-1]
    house.submit(table, mj, OpenScene(scene=quay))
    assert house.view(table, mj).play["round"] == 0
    (over,) = (line.what for line in house.lines(table, mj) if isinstance(line.what, FightEnded))
    assert over.how == "over", "nothing is told of how it would have come out"
    assert house.view(table, mj).ended is None, "another scene is open: what came of the former one asks for nothing"
    house.submit(table, mj, Enter(ready="chauffeur"))
    place = {"progress": {"chauffeur": 3, hero: 1}, "fugitives": ("chauffeur",)}
    for field, value in place.items():
        house.submit(table, mj, Correct(field=field, value=value))
    chase = house.view(table, mj).play["progress"]
    house.submit(table, mj, OpenScene(scene=BEFORE))
    assert not house.view(table, mj).play["progress"]
    assert not house.view(table, mj).play["fugitives"]
    house.submit(table, mj, OpenScene(scene=quay))
    assert house.view(table, mj).play["progress"] == chase
    store.close()


def test_another_scene_takes_a_paper_off_the_shared_screen(evening: Evening) -> None:
    house, table = evening.house, evening.table
    evening.do(evening.mj, Say(text="Une croix rouge.", kind="handout", title="La carte"))
    evening.do(evening.mj, Project(of=house.view(table, evening.mj).papers[-1].line))
    assert house.view(table, "").projected
    evening.do(evening.mj, OpenScene(scene=prepared(evening, title="La grange")))
    assert house.view(table, "").projected is None


@pytest.mark.parametrize(
    ("game", "friend", "foe"),
    [
        ("undesix", "elias", "loup"),
        ("cle-en-main", "anselme", "chauffeur"),
        ("deusex", "nadia", "vigile"),
        ("d6", "ysolde", "bandit"),
    ],
)
def test_those_beside_the_players_go_along_from_scene_to_scene(
    tmp_path: Path, game: str, friend: str, foe: str
) -> None:
    """Whom the MJ plays on the players' side stays; the MJ takes out who does not come along."""
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    table, token = house.open(game)
    mj = house.seat(table, token)
    ready = game_called(game).ready()
    hero = next(who for who, sheet in ready.items() if is_player_character(sheet) and who != friend)
    house.submit(table, mj, Enter(ready=hero, free=True))
    house.submit(table, mj, Enter(ready=friend))
    house.submit(table, mj, Enter(ready=foe))
    for title in ("Les quais", "La cale"):
        house.submit(table, mj, Prepare(title=title))
        house.submit(table, mj, OpenScene(scene=list(house.state(table).scenes)[-1]))
        there = {who for who, one in house.view(table, mj).cast.items() if not one.retired}
        assert there == ({hero, friend} if title == "Les quais" else {hero})
        house.submit(table, mj, Retire(who=friend))
    store.close()


@pytest.mark.parametrize("game", ["undesix", "cle-en-main", "deusex", "d6"])
def test_whoever_comes_in_mid_fight_has_a_place_in_its_order(tmp_path: Path, game: str) -> None:
    """UDS-COMBAT-07, CEM-TURN-05, DEX-COMBAT-02, D6-COMBAT-01: entered, shown or back, beside those of their kind."""
    store = SqliteStore(tmp_path / "fight.db")
    house = House(store)
    table, token = house.open_ready(game)
    mj = house.seat(table, token)
    foe = next(who for who, one in house.view(table, mj).cast.items() if not one.free)
    hero = next(who for who, one in house.view(table, mj).cast.items() if one.free)
    house.submit(table, mj, Lurk(ready=foe))
    house.submit(table, mj, Enter(ready=foe))
    assert len(house.view(table, mj).turns) == len(house.view(table, hero).cast), "nobody waits for who is unseen"
    (lurker,) = house.state(table).unseen
    house.submit(table, mj, Appear(who=lurker))
    view = house.view(table, mj)
    for came in (f"{foe}-2", lurker):
        assert next(turn.when for turn in view.turns if turn.who == came) in ("now", "next", "later"), came
        assert view.cast[came].side == view.cast[foe].side != view.cast[hero].side
    if game != "cle-en-main":  # where they may be in an interruption
        now = next(turn.who for turn in view.turns if turn.when == "now")
        for who in (f"{foe}-2", lurker, now):
            assert isinstance(house.submit(table, mj, Retire(who=who)), Submitted), who
            assert f'"{who}"' not in json.dumps(house.state(table).play)
        assert [turn.who for turn in house.view(table, mj).turns if turn.when == "now"], "the fight goes on"
    store.close()


@pytest.mark.parametrize("game", ["undesix", "deusex", "d6"])  # Clé en main's order finds everybody by itself
def test_no_undo_leads_into_a_fight_whose_people_have_left(tmp_path: Path, game: str) -> None:
    store = SqliteStore(tmp_path / "fight.db")
    house = House(store)
    table, token = house.open_ready(game)
    mj = house.seat(table, token)
    house.submit(table, mj, Prepare(title="Ailleurs"))
    house.submit(table, mj, OpenScene(scene=next(iter(house.state(table).scenes))))
    no = house.submit(table, mj, TakeBack())
    assert isinstance(no, Refusal)
    assert no.say("en").endswith("was in that fight and is no longer in the scene: bring them back first.")
    house.view(table, mj)
    house.submit(table, mj, OpenScene(scene=BEFORE))
    assert isinstance(house.submit(table, mj, TakeBack()), Submitted), "one tap brings them back"
    assert house.view(table, mj).play["round"] == 1
    store.close()


def test_nobody_acts_from_a_scene_that_was_left(evening: Evening) -> None:
    evening.do(evening.mj, OpenScene(scene=prepared(evening, title="Ailleurs")))
    gone = evening.refused(evening.mj, Act(actor="wolf", action="sample.strike", params={"target": "ana"}))
    assert gone == "The wolf is no longer in the scene."


def test_papers_belong_to_the_scene_in_which_they_were_handed_out(evening: Evening) -> None:
    house, table = evening.house, evening.table
    evening.do(evening.mj, Say(text="Avant.", kind="handout"))
    evening.do(evening.mj, Say(text="La clé est sous le banc.", kind="note", title="La clé"))
    key = house.view(table, evening.mj).papers[-1].line
    assert evening.refused(evening.mj, Prepare(title="X", at_hand=(1,))) == "Line 1 is not a note."
    barn = prepared(evening, title="La grange", text="Du foin.", at_hand=(key,))
    attic = prepared(evening, title="Le grenier", text="Des toiles.")

    def given(scene: str) -> list[str]:
        papers = {one.line: one.text for one in house.view(table, evening.mj).papers}
        return [papers[line] for line in house.view(table, evening.mj).scenes[scene].given]

    evening.do(evening.mj, OpenScene(scene=barn))
    assert house.view(table, evening.mj).scenes[barn].at_hand == [key]
    assert b"banc" not in written([house.view(table, evening.ana), sent(house.lines(table, evening.ana))])
    assert given(BEFORE) == ["Avant."]
    evening.do(evening.mj, Give(of=key))
    evening.do(evening.mj, OpenScene(scene=attic))
    assert given(barn) == ["Du foin.", "La clé est sous le banc."]
    assert given(attic) == ["Des toiles."]
    evening.do(evening.mj, OpenScene(scene=barn))
    evening.do(evening.mj, Say(text="Une plume.", kind="handout"))
    assert given(barn)[-1] == "Une plume."
    assert house.view(table, evening.ana).scenes == {}
