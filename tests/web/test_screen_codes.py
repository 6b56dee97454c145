"""Short codes of shared screens: each opens one screen, once, within its time."""

from __future__ import annotations

from tablee.table.archive import CODE_LETTERS
from tablee.web.serving.screen_codes import LENGTH, MOST, SECONDS, Opens, ScreenCodes


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_code_opens_once_and_in_time() -> None:
    clock = Clock()
    codes = ScreenCodes(clock)
    first, second = (codes.fresh(table, "token", lambda _: False) for table in ("a", "b"))
    assert len(first) == LENGTH
    assert set(first) <= set(CODE_LETTERS)
    assert codes.typed(first) == Opens("a", "token", clock.now + SECONDS)
    assert codes.typed(first) is None
    clock.now += SECONDS
    assert codes.typed(second) is None


def test_no_code_is_a_table_s_and_the_oldest_goes() -> None:
    codes, asked = ScreenCodes(), list[str]()

    def taken(code: str) -> bool:
        asked.append(code)
        return len(asked) < 3

    assert codes.fresh("a", "token", taken) == asked[2]
    first = codes.fresh("b", "token", lambda _: False)
    for n in range(MOST):
        codes.fresh(str(n), "token", lambda _: False)
    assert codes.typed(first) is None
