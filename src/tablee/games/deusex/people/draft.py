"""The draft of a new character: points of Talents, Aptitudes, every error by its name; and the sheet it becomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from tablee.games.deusex.pv_and_ps import ps_of, pv_of
from tablee.games.deusex.sheet import Sheet
from tablee.games.deusex.tables import APTITUDES, TALENTS, aptitude_name, known_as
from tablee.text import Name

POINTS, LOWEST, HIGHEST = 10, 1, 4  # DEX-CREATE-04
EVER_LOWEST, EVER_HIGHEST = -1, 5  # DEX-CREATE-16
FIELD_SIZE, ACQUIRED, IN_ALL = 5, 5, 11  # DEX-CREATE-10, -11, -13
STARTING_RESERVE = 1  # DEX-CREATE-07
LOW_POOL = 5
OPEN = "*"  # the Aptitude left to define in play

ERRORS = {
    id.partition(":")[2]: id
    for id in (
        "DEX-CREATE-04:talent_sum",
        "DEX-CREATE-04:talent_range",
        "DEX-CREATE-16:pool_nonpositive",
        "DEX-CREATE-10:field_size",
        "DEX-CREATE-10:deferred_limit",
        "DEX-CREATE-11:level_invalid",
        "DEX-CREATE-12:plus_two_count",
        "DEX-CREATE-13:aptitude_count",
        "DEX-CREATE-13:duplicate_aptitude",
        "DEX-CREATE-07:reserve_start",
        "DEX-CREATE-08:trouble_missing",
    )
}  # why a draft is refused, in the order of the book
WARNINGS = {"pool_low": "DEX-CREATE-16:pool_low", "specialisation_missing": "DEX-CREATE-14:specialisation_missing"}


class Chosen(NamedTuple):
    """One Aptitude of a new character."""

    name: str
    level: int = 1
    field: bool = False


class Draft(NamedTuple):
    """A new character before it is accepted."""

    talents: Mapping[str, int]
    aptitudes: tuple[Chosen, ...]
    reserve: int = STARTING_RESERVE
    exception: bool = False  # DEX-CREATE-16: the MJ's
    use_troubles: bool = False
    trouble: str = ""
    use_stress: bool = True


class Checked(NamedTuple):
    """Errors and warnings by name, in alphabetical order, with the values their sentences need."""

    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    values: dict[str, object]


def checked(draft: Draft) -> Checked:
    """DEX-CREATE-04…14, -16: what is wrong with a new character, and what deserves a word."""
    talents, aptitudes = dict(draft.talents), draft.aptitudes
    pools = (pv_of(talents), ps_of(talents)) if draft.use_stress else (pv_of(talents),)
    low, high = (EVER_LOWEST, EVER_HIGHEST) if draft.exception else (LOWEST, HIGHEST)
    named = [known_as(chosen.name) for chosen in aptitudes if chosen.name != OPEN]
    twice = tuple(name for name, times in Counter(named).items() if times > 1)
    left_open = [chosen for chosen in aptitudes if chosen.name == OPEN]
    levels = [chosen.level for chosen in aptitudes]
    wrong = {
        "talent_sum": sum(talents.values()) != POINTS,
        "talent_range": not all(low <= score <= high for score in talents.values()),
        "pool_nonpositive": min(pools) <= 0,
        "field_size": sum(chosen.field for chosen in aptitudes) != FIELD_SIZE,
        "deferred_limit": len(left_open) > 1 or not all(chosen.field for chosen in left_open),
        "level_invalid": not all(one.level in (1, 2) and (one.level == 1 or one.name != OPEN) for one in aptitudes),
        "plus_two_count": levels.count(2) != 1,
        "aptitude_count": len(aptitudes) != IN_ALL,
        "duplicate_aptitude": bool(twice),
        "reserve_start": draft.reserve != STARTING_RESERVE,
        "trouble_missing": draft.use_troubles and not draft.trouble,
    }
    vague = tuple(name for name in named if name in APTITUDES and APTITUDES[name].needs_precision)
    doubtful = {"pool_low": 0 < min(pools) <= LOW_POOL, "specialisation_missing": bool(vague)}
    values: dict[str, object] = {
        "sum": sum(talents.values()),
        "low": low,
        "high": high,
        "exception": draft.exception,
        "stress": draft.use_stress,
        "field": sum(chosen.field for chosen in aptitudes),
        "twos": levels.count(2),
        "count": len(aptitudes),
        "twice": tuple(map(aptitude_name, twice)),
        "reserve": draft.reserve,
        "vague": tuple(map(aptitude_name, vague)),
    }
    return Checked(
        tuple(sorted(error for error, is_wrong in wrong.items() if is_wrong)),
        tuple(sorted(warning for warning, is_doubtful in doubtful.items() if is_doubtful)),
        values,
    )


def chosen(field: Iterable[str], acquired: Iterable[str], plus_two: str, given_back: str = "") -> tuple[Chosen, ...]:
    """DEX-CREATE-10…12: the field and the acquired ones at +1, one at +2, and the Aptitude the returned point buys."""
    best = known_as(plus_two)
    ones = [*((name, True) for name in field), *((name, False) for name in (*acquired, given_back))]
    ones = [(name, in_field) for name, in_field in ones if name.strip()]
    names = [known_as(name) for name, _ in ones]
    listed = [Chosen(known_as(name), 2 if known_as(name) == best else 1, in_field) for name, in_field in ones]
    return tuple(listed if best in names or not best else [*listed, Chosen(best, 2)])


@cache
def spreads(low: int = LOWEST, high: int = HIGHEST, points: int = POINTS) -> tuple[tuple[int, ...], ...]:
    """DEX-CREATE-04: every way to share the points between the six Talents; 120 of them at creation."""
    scores = range(low, high + 1)
    return tuple(spread for spread in product(scores, repeat=len(TALENTS)) if sum(spread) == points)


def new_sheet(name: Name, draft: Draft, **texts: str) -> Sheet:
    """DEX-CREATE-05…07: the sheet of an accepted draft, PV, PS and reserve worked out."""
    talents = dict(draft.talents)
    pv, ps = pv_of(talents), ps_of(talents)
    return Sheet(
        name=name,
        talents=talents,
        aptitudes={one.name: one.level for one in draft.aptitudes if one.name != OPEN},
        field=tuple(one.name for one in draft.aptitudes if one.field and one.name != OPEN),
        left_open=any(one.name == OPEN for one in draft.aptitudes),
        pv=pv,
        pv_max=pv,
        ps=ps,
        ps_max=ps,
        reserve=draft.reserve,
        reserve_level=draft.reserve,
        trouble=draft.trouble,
    ).with_changes(**texts)
