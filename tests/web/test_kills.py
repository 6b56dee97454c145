"""A house killed in the middle of an evening loses nothing acknowledged; `python -m bench kill` does it 300 times."""

from __future__ import annotations

import asyncio

from bench.kill import evenings_killed

KILLS = 3


def test_killed_in_play_it_loses_nothing_doubles_nothing_and_skips_no_line(setting: str) -> None:
    figures = asyncio.run(evenings_killed(setting, 2 if setting.startswith("postgres") else 1, KILLS))
    assert (figures.lost, figures.doubled, figures.gaps) == (0, 0, 0)
    assert figures.kills == KILLS
    assert figures.streamed >= figures.acknowledged >= KILLS
