"""The draft of a new character: points of Talents, Aptitudes, every error by its name; and the sheet it becomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from tablee.games.deusex.book import BOOK
from tablee.games.deusex.pv_and_ps import ps_of, pv_of
from tablee.games.deusex.sheet import Sheet
from tablee.games.deusex.tables import APTITUDES, TALENTS, aptitude_name, known_as
from tablee.rules.why import Saying
from tablee.text import Name

POINTS, LOWEST, HIGHEST = 10, 1, 4  # DEX-CREATE-04
EVER_LOWEST, EVER_HIGHEST = -1, 5  # DEX-CREATE-16
FIELD_SIZE, ACQUIRED, IN_ALL = 5, 5, 11  # DEX-CREATE-10, -11, -13
STARTING_RESERVE = 1  # DEX-CREATE-07
LOW_POOL = 5
OPEN = "*"  # the Aptitude left to define in play

ERRORS: dict[str, Saying] = {
    "talent_sum": BOOK.saying(
        "DEX-CREATE-04",
        key="talent_sum",
        fr="Les Talents totalisent {sum} points : il faut en répartir exactement 10",
        en="The Talents add up to {sum} points: exactly 10 must be shared out",
    ),
    "talent_range": BOOK.saying(
        "DEX-CREATE-04",
        key="talent_range",
        fr="Chaque Talent va de {low} à {high}{exception:, même avec l'exception du meneur|, sauf exception du meneur}",
        en="Each Talent runs from {low} to {high}{exception:, the GM's exception included|, unless the GM makes an "
        "exception}",
    ),
    "pool_nonpositive": BOOK.saying(
        "DEX-CREATE-16",
        key="pool_nonpositive",
        fr="Un personnage neuf a besoin d'au moins 1 PV{stress: et 1 PS|} : remontez les Talents qui les donnent",
        en="A new character needs at least 1 PV{stress: and 1 PS|}: raise the Talents that give them",
    ),
    "field_size": BOOK.saying(
        "DEX-CREATE-10",
        key="field_size",
        fr="Le Champ compte {field} Aptitudes : il en faut cinq, celle à définir comprise",
        en="The field holds {field} Aptitudes: it needs five, the one left open included",
    ),
    "deferred_limit": BOOK.saying(
        "DEX-CREATE-10",
        key="deferred_limit",
        fr="Une seule Aptitude peut rester à définir, et seulement dans le Champ",
        en="Only one Aptitude may be left open, and only in the field",
    ),
    "level_invalid": BOOK.saying(
        "DEX-CREATE-11",
        key="level_invalid",
        fr="À la création une Aptitude est à +1, une seule à +2",
        en="At creation an Aptitude stands at +1, one of them at +2",
    ),
    "plus_two_count": BOOK.saying(
        "DEX-CREATE-12",
        key="plus_two_count",
        fr="Il faut exactement une Aptitude à +2, pas {twos}",
        en="Exactly one Aptitude stands at +2, not {twos}",
    ),
    "aptitude_count": BOOK.saying(
        "DEX-CREATE-13",
        key="aptitude_count",
        fr="Il y a {count} Aptitudes : il en faut onze, point rendu compris",
        en="There are {count} Aptitudes: eleven are needed, the point given back included",
    ),
    "duplicate_aptitude": BOOK.saying(
        "DEX-CREATE-13",
        key="duplicate_aptitude",
        fr="La même Aptitude est choisie deux fois : {twice}",
        en="The same Aptitude is chosen twice: {twice}",
    ),
    "reserve_start": BOOK.saying(
        "DEX-CREATE-07",
        key="reserve_start",
        fr="La réserve commence à 1, pas à {reserve}",
        en="The reserve starts at 1, not {reserve}",
    ),
    "trouble_missing": BOOK.saying(
        "DEX-CREATE-08",
        key="trouble_missing",
        fr="Cette table joue avec les Troubles : choisissez-en un",
        en="This table plays with Troubles: choose one",
    ),
}
WARNINGS: dict[str, Saying] = {
    "pool_low": BOOK.saying(
        "DEX-CREATE-16",
        key="pool_low",
        fr="Avec 5 PV{stress: ou 5 PS|} ou moins, on commence fragile",
        en="With 5 PV{stress: or 5 PS|} or less, one starts out frail",
    ),
    "specialisation_missing": BOOK.saying(
        "DEX-CREATE-14",
        key="specialisation_missing",
        fr="À préciser : {vague}",
        en="To be made precise: {vague}",
    ),
}


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
