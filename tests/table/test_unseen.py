"""People in the scene whom the MJ alone knows of: no name, order, number or target tells them until they are shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.rules.stored.written import written
from tablee.table.log.sqlite import SqliteStore
from tablee.table.quotas import Quotas
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter, HandOver, Retire
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.request import Request
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


def received(evening: Evening, seat: str) -> bytes:
    """What a seat is sent: the table, its lines, what is watched, both exports, seals and all."""
    house, table = evening.house, evening.table
    exported = [json.loads(line) for line in house.exported(table, seat)]
    told = sent(house.lines(table, seat))
    return written(
        [house.view(table, seat), told, house.gauges(table, seat, "fr"), exported, house.markdown(table, seat, "fr")]
    )


def lurking(evening: Evening) -> list[str]:
    cast = evening.house.view(evening.table, evening.mj).cast
    return [who for who, one in cast.items() if one.unseen]


def test_whoever_lurks_is_known_to_the_mj_alone(evening: Evening) -> None:
    house, table = evening.house, evening.table
    before = {seat: received(evening, seat) for seat in (evening.ana, evening.leo, "screen")}
    assert evening.refused(evening.ana, Lurk(ready="wolf")) == "Only the GM can do that."
    evening.do(evening.mj, Lurk(ready="wolf"))
    evening.do(evening.mj, Lurk(ready="wolf", called="Ombre secrète"))
    first, shade = lurking(evening)
    mine = house.view(table, evening.mj).cast
    assert (mine[first].sheet["name"]["fr"], mine[shade].sheet["name"]["fr"]) == ("loup 2", "Ombre secrète")
    evening.do(evening.mj, Correct(who=shade, field="health", value=9))
    evening.do(evening.mj, Act(actor=shade, action="sample.strike", params={"target": first}))
    evening.do(evening.mj, TakeBack())
    evening.do(evening.mj, Retire(who=first))
    assert {seat: received(evening, seat) for seat in before} == before
    assert house.view(table, evening.mj).cast[shade].sheet["health"] == 9
    assert house.sheet(table, evening.mj, shade, "fr").name == "Ombre secrète"
    told = house.with_sentences(table, house.lines(table, evening.mj), "fr")
    assert "Ombre secrète" in json.dumps(sent(told), ensure_ascii=False)
    for turn in house.view(table, evening.mj).turns:
        assert turn.who not in (first, shade), "nobody waits for them"


def test_nothing_of_a_lurker_is_anybody_else_s(evening: Evening) -> None:
    evening.do(evening.mj, Lurk(ready="wolf", called="Ombre secrète"))
    (shade,) = lurking(evening)
    strike = Act(actor="ana", action="sample.strike", params={"target": shade})
    unknown = Act(actor="ana", action="sample.strike", params={"target": "nobody"})
    assert evening.refused(evening.ana, strike).replace(shade, "nobody") == evening.refused(evening.ana, unknown)
    theirs = evening.refused(evening.ana, Act(actor=shade, action="sample.strike"))
    nobody_s = evening.refused(evening.ana, Act(actor="nobody", action="sample.strike"))
    assert theirs.lower().replace(shade.lower(), "nobody") == nobody_s.lower()
    evening.do(evening.ana, Enter(ready="wolf", who="mine", called="Ombre secrète"))  # nothing says that it is taken
    for public in (Say(text="hou", speaker=shade), Request(action="sample.strike", who=(shade,)), HandOver(who=shade)):
        evening.refused(evening.mj, public)


def test_whoever_is_shown_comes_in_as_anybody_does(evening: Evening) -> None:
    house, table = evening.house, evening.table
    for _ in range(3):
        evening.do(evening.mj, Lurk(ready="wolf"))
    _, second, third = lurking(evening)
    evening.do(evening.mj, Correct(who=third, field="health", value=1))
    assert evening.refused(evening.mj, Appear(who="wolf")) == "Nobody is called “wolf” at this table."
    assert evening.refused(evening.ana, Appear(who=third)) == "Only the GM can do that."
    evening.do(evening.mj, Appear(who=third))
    seen = house.view(table, evening.ana)
    assert seen.cast[third].sheet["name"]["fr"] == "loup 2", "how many are unseen is not told"
    assert seen.cast[third].sheet["health"] == 1
    assert not seen.cast[third].unseen
    assert third in [turn.who for turn in seen.turns]
    assert len(lurking(evening)) == 2
    evening.do(evening.mj, Retire(who=second))
    assert evening.refused(evening.mj, Act(actor=second, action="sample.strike")).endswith("is no longer in the scene.")
    evening.do(evening.mj, Retire(who=second, returned=True))
    evening.do(evening.mj, Appear(who=second))
    assert house.view(table, evening.ana).cast[second].sheet["name"]["fr"] == "loup 3"


def test_lurkers_count_among_the_characters_of_a_table(evening: Evening) -> None:
    evening.house._quotas = Quotas(characters=len(evening.house.state(evening.table).cast) + 1)
    evening.do(evening.mj, Lurk(ready="wolf"))
    assert "former ones included" in evening.refused(evening.mj, Lurk(ready="wolf"))
