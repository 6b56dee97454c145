"""A slider dragged over loopback: no question is one too many, and the last one gets its answer."""

from __future__ import annotations

import asyncio

from bench.slider import dragged


def test_a_form_that_changes_all_the_time_is_never_too_often() -> None:
    found = asyncio.run(dragged(seconds=1, rate=60))
    assert found.last == {"form": 200, "odds": 200}
    assert set(found.statuses) <= {200, 409}
    assert sum(found.statuses.values()) == found.asked == 122
