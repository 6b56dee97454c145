"""Free rolls against icepool: expressions drawn from the whole notation have the same exact law there."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from math import ceil, floor
from typing import Any, NamedTuple

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablee.dice import odds
from tablee.dice.handful import Compare
from tablee.dice.notation import parse

icepool: Any = import_module("icepool")  # it has no types


class Drawn(NamedTuple):
    """An expression as people type it, and the same law made by icepool's own operators."""

    written: str
    law: Any


def highest(a: Any, b: Any) -> Any:
    return icepool.map(lambda x, y: max(x, y), a, b)


def rounding(how: str, by: int) -> Callable[[int], int]:
    exact = {"ceil": ceil, "floor": floor, "round": lambda value: floor(value + Fraction(1, 2))}[how]
    return lambda value: exact(Fraction(value, by))


def lowest(a: Any, b: Any) -> Any:
    return icepool.map(lambda x, y: min(x, y), a, b)


NUMBERS = st.integers(1, 9).map(lambda value: Drawn(str(value), icepool.Die([value])))


@st.composite
def dice(draw: st.DrawFn) -> Drawn:
    """A handful with at most one mark, rerolls and bounds; perhaps with faces of its own."""
    n, sides = draw(st.integers(1, 4)), draw(st.integers(2, 8))
    die, written = icepool.d(sides), f"{n}d{sides}"
    if draw(st.integers(0, 3)) == 0:
        faces = draw(st.lists(st.integers(-3, 6), min_size=2, max_size=5))
        return Drawn(f"{n}d{{{','.join(map(str, faces))}}}", n @ icepool.Die(faces))
    again = draw(st.sampled_from(["", "", "r", "rr", "ro"]))
    if again:
        sign, face = draw(st.sampled_from(["", "<", "<=", "="])), draw(st.integers(1, max(1, sides // 2)))
        bad = [
            one
            for one in range(1, sides + 1)
            if (one < face if sign == "<" else one <= face if sign == "<=" else one == face)
        ]
        written += f"{again}{sign}{face}"
        if bad:
            die = die.reroll(bad, depth=1 if again == "ro" else "inf")
    bound = draw(st.sampled_from(["", "", "", "mi", "ma"]))
    if bound:
        limit = draw(st.integers(1, sides))
        written += f"{bound}{limit}"
        bounded = max if bound == "mi" else min
        die = die.map(lambda one: bounded(one, limit))
    mark = draw(st.sampled_from(["", "k", "kh", "kl", "dh", "dl", "c", "c=", "c<", "adv", "dis"]))
    if mark in ("adv", "dis") and n == 1:
        return Drawn(f"{written}{mark}", highest(die, die) if mark == "adv" else lowest(die, die))
    if mark in ("k", "kh", "kl") or (mark in ("dh", "dl") and n > 1):
        k = draw(st.integers(1, n - mark.startswith("d")))
        kept = n - k if mark.startswith("d") else k
        pool = die.pool(n)
        return Drawn(f"{written}{mark}{k}", (pool.lowest(kept) if mark in ("kl", "dh") else pool.highest(kept)).sum())
    if mark.startswith("c"):
        face = draw(st.integers(1, sides))
        holds = Compare({"c": ">=", "c=": "=", "c<": "<"}[mark], face).holds
        fails = draw(st.sampled_from([0, 0, 1, 2]))
        written = f"{written}{mark}{face}{f'f{fails}' * bool(fails)}"
        return Drawn(written, n @ die.map(lambda one: int(holds(one)) - int(bool(fails) and one == fails)))
    return Drawn(written, n @ die)


FATE = st.integers(1, 4).map(lambda n: Drawn(f"{n}dF", n @ icepool.Die([-1, 0, 1])))


def operations(parts: st.SearchStrategy[Drawn]) -> st.SearchStrategy[Drawn]:
    two = st.tuples(parts, parts)
    return st.one_of(
        two.map(lambda ab: Drawn(f"{ab[0].written}+{ab[1].written}", ab[0].law + ab[1].law)),
        two.map(lambda ab: Drawn(f"{ab[0].written}-({ab[1].written})", ab[0].law - ab[1].law)),
        two.map(
            lambda ab: Drawn(
                f"({ab[0].written})*({ab[1].written})", icepool.map(lambda a, b: a * b, ab[0].law, ab[1].law)
            )
        ),
        st.tuples(parts, st.integers(1, 5)).map(lambda ab: Drawn(f"({ab[0].written})/{ab[1]}", ab[0].law // ab[1])),
        two.map(lambda ab: Drawn(f"max({ab[0].written},{ab[1].written})", highest(ab[0].law, ab[1].law))),
        two.map(lambda ab: Drawn(f"min({ab[0].written}; {ab[1].written})", lowest(ab[0].law, ab[1].law))),
        st.tuples(parts, st.integers(1, 5), st.sampled_from(["ceil", "round", "floor"])).map(
            lambda abr: Drawn(f"{abr[2]}(({abr[0].written})/{abr[1]})", abr[0].law.map(rounding(abr[2], abr[1])))
        ),
        parts.map(lambda a: Drawn(f"abs({a.written})", a.law.map(abs))),
        st.tuples(parts, parts, parts, st.integers(1, 3)).map(
            lambda abc: Drawn(
                f"{{{abc[0].written},{abc[1].written},{abc[2].written}}}kh{abc[3]}",
                icepool.map(lambda *of: sum(sorted(of)[-abc[3] :]), *(one.law for one in abc[:3])),
            )
        ),
        st.tuples(st.integers(1, 3), st.integers(2, 6)).map(
            lambda ab: Drawn(f"(1d{ab[0]})d{ab[1]}", icepool.d(ab[0]).map(lambda n: n @ icepool.d(ab[1])))
        ),
        parts.map(lambda a: Drawn(f"adv({a.written})", highest(a.law, a.law))),
        parts.map(lambda a: Drawn(f"dis({a.written})", lowest(a.law, a.law))),
    )


EXPRESSIONS = st.recursive(st.one_of(dice(), dice(), FATE, NUMBERS), operations, max_leaves=4)


@settings(deadline=None, max_examples=300)
@given(EXPRESSIONS)
def test_an_expression_has_the_law_that_icepool_finds(drawn: Drawn) -> None:
    """Numbers alone are no roll, parentheses stand eight deep at most, and what is thrown twice counts twice."""
    assume(re.search("[0-9]d", drawn.written))
    assume(drawn.written.count("(") < 8)
    assume(len(re.findall("(?:adv|dis)[(]", drawn.written)) < 3)
    expression = parse(drawn.written)
    assume(expression.countable)
    assert str(parse(str(expression))) == str(expression)
    theirs = {outcome: weight for outcome, weight in drawn.law.items() if weight}
    law, total = odds(expression.question()).fractions(), sum(theirs.values())
    assert {value: share * total for value, share in law.items()} == theirs
