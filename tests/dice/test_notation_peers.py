"""Free rolls against icepool: expressions drawn from the whole notation have the same exact law there."""

from __future__ import annotations

import re
from importlib import import_module
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


def lowest(a: Any, b: Any) -> Any:
    return icepool.map(lambda x, y: min(x, y), a, b)


NUMBERS = st.integers(1, 9).map(lambda value: Drawn(str(value), icepool.Die([value])))


@st.composite
def dice(draw: st.DrawFn) -> Drawn:
    """A handful with at most one mark, and rerolls."""
    n, sides = draw(st.integers(1, 4)), draw(st.integers(2, 8))
    die, written = icepool.d(sides), f"{n}d{sides}"
    again = draw(st.sampled_from(["", "", "r", "ro"]))
    if again:
        sign, face = draw(st.sampled_from(["", "<", "<=", "="])), draw(st.integers(1, max(1, sides // 2)))
        bad = [
            one
            for one in range(1, sides + 1)
            if (one < face if sign == "<" else one <= face if sign == "<=" else one == face)
        ]
        written += f"{again}{sign}{face}"
        if bad:
            die = die.reroll(bad, depth="inf" if again == "r" else 1)
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
        return Drawn(f"{written}{mark}{face}", n @ die.map(lambda one: int(holds(one))))
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
