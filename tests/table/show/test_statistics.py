"""What an evening comes to: luck against what was to be expected, and nothing that a seat does not see."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.dice.throw import Rolled
from tablee.rules.stored.parts import PartStored
from tablee.table.lines import Line, Unseen
from tablee.table.log.events import Happening
from tablee.table.log.state import Character
from tablee.table.show.gate import only
from tablee.table.show.statistics import Luck, statistics
from tablee.table.topics.action import Acted
from tablee.table.topics.blind import Disclosed
from tablee.table.topics.character import HandOver
from tablee.table.topics.undo import Redid, TookBack
from tablee.text import Text
from tests.sent import sent
from tests.table.conftest import Evening

CAST = {"ana": Character({}, "s1"), "wolf": Character({})}


def acted(
    n: int, success: str, good: bool, actor: str = "ana", kind: type[Acted | Disclosed] = Acted, **more: Any
) -> Line:
    rolls, parts = [Rolled(6, (3,))], [PartStored("", "", Text("", ""), good, {})]
    return line(n, kind, actor=actor, rolls=rolls, success=success, parts=parts, **more)


def line(n: int, kind: type[Happening], **fields: Any) -> Line:
    return Line(n, 60.0 * n, "s1", only(kind, fields))


def test_luck_holds_successes_against_what_was_to_be_expected() -> None:
    """Three rolls of 1/2 and one of 1/4: 1.75 expected, a variance of 3/4 + 3/16."""
    lines = [acted(1, "1/2", True), acted(2, "1/2", True), acted(3, "1/2", True), acted(4, "1/4", False)]
    luck = statistics(lines, CAST).luck["ana"]
    assert (luck.rolls, luck.successes, luck.expected, luck.variance) == (4, 3, 1.75, 0.9375)
    assert luck.more == 1.25
    assert luck.deviation == pytest.approx(0.9375**0.5)
    assert luck.as_far == pytest.approx(10 / 32)  # none (3/32), three (6/32) or four (1/32)


def test_what_is_certain_taken_back_or_not_told_is_no_luck() -> None:
    back = line(5, TookBack, struck=(1,))
    lines = [acted(1, "1/2", True), acted(2, "1", True), acted(3, "", True), acted(4, "1/2", False, "wolf"), back]
    found = statistics(lines, CAST)
    assert found.luck == {"": Luck(0, [0.5])}
    assert (found.uncounted, found.undone, found.dice, found.actions) == (1, 1, 4, 3)


def test_what_was_taken_back_counts_again_once_redone() -> None:
    mends = [line(2, TookBack, struck=(1,)), line(3, Redid, again=(1,))]
    found = statistics([acted(1, "1/2", True), *mends], CAST)
    assert (found.luck["ana"].rolls, found.undone) == (1, 0)


def test_a_blind_roll_counts_once() -> None:
    lines = [acted(1, "1/2", True, unsaid=True), acted(2, "1/2", True, kind=Disclosed, of=1)]
    assert statistics(lines, CAST).luck["ana"].rolls == 1
    unseen = line(1, Unseen, name="acted/1", actor="ana", unseen=True)
    assert statistics([unseen, lines[1]], CAST).luck["ana"].rolls == 1
    assert statistics([unseen], CAST).luck == {}


def test_a_secret_roll_is_in_nobody_elses_statistics(evening: Evening) -> None:
    before = {seat: evening.house.statistics(evening.table, seat, 0) for seat in (evening.ana, evening.leo)}
    evening.do(evening.mj, evening.strike((6,), audience="secret"))
    after = {seat: evening.house.statistics(evening.table, seat, 0) for seat in (evening.ana, evening.leo)}
    assert before == after
    assert evening.house.statistics(evening.table, evening.mj, 0).rolls == 1


def test_the_chance_of_success_is_kept_and_passes_the_gate_of_odds(evening: Evening) -> None:
    evening.do(evening.ana, evening.strike((6,)))
    mj, leo = (sent(evening.house.lines(evening.table, seat))[-1] for seat in (evening.mj, evening.leo))
    assert mj["success"]
    assert (leo["odds"], leo["success"]) == (None, "")  # the wolf's numbers are hidden
    evening.do(evening.mj, HandOver(who="wolf", hidden=False))
    assert sent(evening.house.window(evening.table, evening.leo, most=2).lines)[0]["success"] == mj["success"]
