"""Words of a character, or of the person who plays them."""

from __future__ import annotations

from tablee.table.topics.chat import Say
from tests.sent import sent
from tests.table.conftest import Evening


def test_a_seat_speaks_as_a_character_that_it_plays_or_as_its_person(evening: Evening) -> None:
    for speaker in ("ana", ""):
        evening.do(evening.ana, Say(text="Par ici !", speaker=speaker))
    evening.do(evening.ana, Say(text="/me recule", speaker="ana"))
    house, table = evening.house, evening.table
    lines = [
        line for line in house.with_sentences(table, house.lines(table, evening.leo), "fr") if line.name == "said/1"
    ]
    assert [one["speaker"] for one in sent(lines)] == ["ana", "", "ana"]
    assert all(line.said and "Ana" in line.said.told for line in lines)


def test_nobody_speaks_as_somebody_elses_character(evening: Evening) -> None:
    assert evening.refused(evening.ana, Say(text="Oui.", speaker="leo"))
    assert evening.refused(evening.mj, Say(text="Oui.", speaker="nobody"))
    evening.do(evening.mj, Say(text="Grr.", speaker="wolf"))
