"""Dice by a line of text at a table: rolled again, by their name, several times; what a log keeps of them."""

from __future__ import annotations

from typing import Any

from tablee.table.topics.chat import Say
from tablee.table.topics.seat import StrikeOut
from tablee.table.verifying import verified
from tests.rules.sample import GAME
from tests.table.conftest import Evening


def lines(evening: Evening, since: int = 0) -> list[dict[str, Any]]:
    found = evening.house.store.read(evening.table, since, 1000)
    return [vars(line.what) for line in found if line.what.name == "rolled/1"]


def test_a_roll_is_made_again_and_by_its_name_by_its_own_seat(evening: Evening) -> None:
    evening.refused(evening.ana, Say(text="/r"))
    evening.do(evening.ana, Say(text="/r 2d6+3 # Épée"))
    evening.do(evening.ana, Say(text="/r d8"))
    evening.do(evening.mj, Say(text="/r 3d20"))
    for text in ("/r", "/r épée", "/sr encore"):
        evening.do(evening.ana, Say(text=text))
    assert [line["text"] for line in lines(evening)] == [
        "2d6+3 # Épée",
        "d8",
        "3d20",
        "d8",
        "2d6+3 # Épée",
        "2d6+3 # Épée",
    ]
    evening.refused(evening.mj, Say(text="/r épée"))


def test_a_roll_of_several_times_is_a_line_each(evening: Evening) -> None:
    evening.do(evening.ana, Say(text="/r 3x4d6kh3"))
    found = lines(evening)
    assert [line["text"] for line in found] == ["4d6kh3"] * 3
    assert all(len(line["rolls"]) == len(line["fair"]) == 1 for line in found)
    told = verified("\n".join(evening.house.exported(evening.table, evening.mj)), lambda _: GAME)
    assert told.dice["public"].unrevealed == 12


def test_what_is_typed_verifies_as_it_was_meant(evening: Evening) -> None:
    for text in ("2d10!>=8", "(2d10!)>=3", "4d6!!kh2", "2d{0,0,5}", "(1d4)d6", "5d10c>=8f1", "2d6>d12", "4d6!p"):
        evening.do(evening.ana, Say(text=f"/r {text} # essai"))
    assert verified("\n".join(evening.house.exported(evening.table, evening.mj)), lambda _: GAME)


def test_the_name_of_a_roll_goes_with_the_person(evening: Evening) -> None:
    evening.do(evening.ana, Say(text="/r 2d6 # le nom de Zoé"))
    evening.do(evening.mj, StrikeOut(seat=evening.ana))
    assert [line["text"] for line in lines(evening)] == ["2d6"]
    assert "Zoé" not in "\n".join(evening.house.exported(evening.table, evening.mj))
