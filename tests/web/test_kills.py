"""A house killed in the middle of an evening loses nothing acknowledged; `python -m bench kill` does it 300 times."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from bench.kill import Evening, compared, evenings_killed


@pytest.mark.parametrize("setting", ["sqlite", pytest.param("postgres", marks=pytest.mark.evening)], indirect=True)
@pytest.mark.parametrize("kills", [1, pytest.param(3, marks=pytest.mark.evening)])
def test_killed_in_play_it_loses_nothing_doubles_nothing_and_skips_no_line(setting: str, kills: int) -> None:
    told: list[str] = []
    figures = asyncio.run(evenings_killed(setting, 2 if setting.startswith("postgres") else 1, kills, 1, told.append))
    assert (figures.lost, figures.doubled, figures.gaps) == (0, 0, 0)
    assert figures.kills == kills
    assert figures.streamed >= figures.acknowledged >= kills
    assert figures.pictures >= 4
    assert [line.partition(",")[0] for line in told] == [f"{n} of {kills} kills" for n in range(1, kills + 1)]


def line(n: int, text: str = "", picture: str = "") -> dict[str, Any]:
    said = {"n": n, "name": "said/1", "text": text, "picture": picture}
    return said if text else {"n": n, "name": "rolled/1"}


LOG = [line(1, "un"), line(2), line(3, "deux", "sea")]
SEA = {"sea"}


@pytest.mark.parametrize(
    ("log", "shown", "pictures", "figures"),
    [
        (LOG, LOG, SEA, (0, 0, 0)),
        ([LOG[1], LOG[2]], [LOG[1], LOG[2]], SEA, (1, 0, 0)),
        ([line(1, "un"), line(2, "deux", "sea")], LOG[:2], SEA, (1, 0, 0)),
        (LOG, LOG, set(), (1, 0, 0)),
        ([*LOG[:2], line(3, "deux")], LOG, SEA, (1, 0, 0)),
        ([*LOG, line(4, "deux")], [*LOG, line(4, "deux")], SEA, (0, 1, 0)),
        ([*LOG, line(4)], [*LOG, line(4)], SEA, (0, 1, 0)),
        (LOG, [*LOG, LOG[2]], SEA, (0, 1, 0)),
        (LOG, [LOG[0], LOG[2]], SEA, (0, 0, 1)),
        ([*LOG[:2], line(4, "deux", "sea")], [*LOG[:2], line(4, "deux", "sea")], SEA, (0, 0, 1)),
    ],
    ids=[
        "right",
        "a line lost",
        "a roll lost",
        "a picture lost",
        "a paper without its picture",
        "said twice",
        "rolled twice",
        "shown twice",
        "not shown",
        "a hole",
    ],
)
def test_what_is_lost_doubled_or_skipped_is_counted(
    log: list[dict[str, Any]], shown: list[dict[str, Any]], pictures: set[str], figures: tuple[int, int, int]
) -> None:
    evening = Evening("table", "token", said=["un", "deux"], rolled=1, pictures=["sea"], shown=shown)
    found = compared(evening, log, pictures)
    assert (found.lost, found.doubled, found.gaps) == figures
