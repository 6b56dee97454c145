"""A house killed in the middle of an evening loses nothing acknowledged; `python -m bench kill` does it 300 times."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from bench.kill import Evening, compared, evenings_killed

KILLS = 3


def test_killed_in_play_it_loses_nothing_doubles_nothing_and_skips_no_line(setting: str) -> None:
    told: list[str] = []
    figures = asyncio.run(evenings_killed(setting, 2 if setting.startswith("postgres") else 1, KILLS, 1, told.append))
    assert (figures.lost, figures.doubled, figures.gaps) == (0, 0, 0)
    assert figures.kills == KILLS
    assert figures.streamed >= figures.acknowledged >= KILLS
    assert [line.partition(",")[0] for line in told] == [f"{n} of {KILLS} kills" for n in range(1, KILLS + 1)]


def line(n: int, text: str = "") -> dict[str, Any]:
    return {"n": n, "name": "said/1", "text": text} if text else {"n": n, "name": "rolled/1"}


LOG = [line(1, "un"), line(2), line(3, "deux")]


@pytest.mark.parametrize(
    ("log", "shown", "figures"),
    [
        (LOG, LOG, (0, 0, 0)),
        (LOG[:2], LOG[:2], (1, 0, 0)),
        ([line(1, "un"), line(2, "deux")], LOG[:2], (1, 0, 0)),
        ([*LOG, line(4, "deux")], [*LOG, line(4, "deux")], (0, 1, 0)),
        ([*LOG, line(4)], [*LOG, line(4)], (0, 1, 0)),
        (LOG, [*LOG, LOG[2]], (0, 1, 0)),
        (LOG, [LOG[0], LOG[2]], (0, 0, 1)),
        ([LOG[0], LOG[1], line(4, "deux")], [LOG[0], LOG[1], line(4, "deux")], (0, 0, 1)),
    ],
    ids=["right", "a line lost", "a roll lost", "said twice", "rolled twice", "shown twice", "not shown", "a hole"],
)
def test_what_is_lost_doubled_or_skipped_is_counted(
    log: list[dict[str, Any]], shown: list[dict[str, Any]], figures: tuple[int, int, int]
) -> None:
    found = compared(Evening("table", "token", said=["un", "deux"], rolled=1, shown=shown), log)
    assert (found.lost, found.doubled, found.gaps) == figures
