"""The exact laws of pools, as whole weights: integers in, dictionaries of integers out."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from math import comb, prod
from struct import pack, unpack
from typing import Any, TypeVar

T = TypeVar("T", bound=Any)  # anything that `<` puts in order: numbers, or tuples of them

Law = dict[int, int]
MANY = 300  # dice times faces: from there on the recurrence is quicker than one product of big integers
CODES = " BH I   Q"  # how `struct` calls a whole number of so many bytes


def total(n: int, sides: int, cap: int = 0) -> Law:
    """The sum of `n` dice."""
    if not cap and n * sides > MANY:
        return dict(enumerate(_evenly(n, sides), n))
    one = dict.fromkeys(range(1, sides + 1), 1)
    return one if n == 1 and not cap else _sum([(one, n)], sides**n, cap)


def open_total(n: int, sides: int, cap: int) -> Law:
    """The sum of `n` dice whose top faces are rolled again and added.

    Each die ends on a lower face; `again` top faces before that fall in `comb(n + again - 1, again)` orders.
    """
    most = max(cap - 1 - n, 0) // sides  # so many top faces, and no more, leave the total below the cap
    width = _width(mass := sides ** (n + most))
    last = _power(n, sides - 1, width)
    packed = 0
    for again in range(most, -1, -1):
        packed = (packed << 8 * width * sides) + comb(n + again - 1, again) * sides ** (most - again) * last
    below_cap = (1 << 8 * width * cap) - 1
    law = {place: weight for place, weight in enumerate(_digits(packed & below_cap, width)) if weight}
    if tail := mass - sum(law.values()):
        law[cap] = tail
    return law


def total_and_count(n: int, sides: int, face: int, most: int) -> dict[tuple[int, int], int]:
    """The sum of `n` dice and how many show `face`, counted no further than `most`."""
    width = _width(sides**n)
    others = _packed(dict.fromkeys((at for at in range(1, sides + 1) if at != face), 1), width)
    law: dict[tuple[int, int], int] = {}
    for counted in range(min(n, most) + 1):
        counts = (counted,) if counted < most else range(most, n + 1)
        packed = sum(comb(n, count) * others ** (n - count) << 8 * width * face * count for count in counts)
        law.update({(total, counted): weight for total, weight in enumerate(_digits(packed, width)) if weight})
    return law


def count_at_least(n: int, sides: int, face: int) -> Law:
    """How many of `n` dice show `face` or more."""
    return how_many(n, dict.fromkeys(range(1, sides + 1), 1), lambda shown: shown >= face)


def how_many(n: int, one: Mapping[int, int], counts: Callable[[int], bool]) -> Law:
    """How many of `n` dice show a face that counts; `one` is the law of each."""
    yes = sum(weight for face, weight in one.items() if counts(face))
    no = sum(one.values()) - yes
    ways = {count: comb(n, count) * yes**count * no ** (n - count) for count in range(n + 1)}
    return {count: weight for count, weight in ways.items() if weight}


def repeated(n: int, one: Mapping[int, int]) -> Law:
    """The sum of `n` dice; `one` is the law of each."""
    low, faces = min(one), len(one)
    if n * faces > MANY and max(one) - low == faces - 1 and set(one.values()) == {1}:
        return dict(enumerate(_evenly(n, faces), n * low))
    if low < 0:
        raised = repeated(n, {value - low: weight for value, weight in one.items()})
        return {value + n * low: weight for value, weight in raised.items()}
    return _sum([(one, n)], sum(one.values()) ** n, 0)


def highest_of(parts: Sequence[Mapping[int, int]]) -> Law:
    """The highest of independent numbers."""
    below = [ways_below(law) for law in parts]
    values = sorted({value for law in parts for value in law})
    upto = [prod(ways(value + 1) for ways in below) for value in values]
    law = {value: here - before for value, here, before in zip(values, upto, (0, *upto), strict=False)}
    return {value: weight for value, weight in law.items() if weight}


def product_of(left: Mapping[int, int], right: Mapping[int, int]) -> Law:
    """One number times another, the two being independent."""
    law: Law = {}
    for a, v in left.items():
        for b, w in right.items():
            law[a * b] = law.get(a * b, 0) + v * w
    return law


def summed(*parts: Mapping[int, int]) -> Law:
    """The sum of independent numbers."""
    if len(parts) == 1:
        return dict(parts[0])
    width = _width(prod(sum(law.values()) for law in parts))
    packed, least = 1, 0
    for law in parts:
        low = min(law)
        packed *= _packed(law, width, low)
        least += low
    return {value: weight for value, weight in enumerate(_digits(packed, width), least) if weight}


def difference(left: Mapping[int, int], right: Mapping[int, int]) -> Law:
    """The first sum less the second, the two being independent."""
    return summed(left, {-value: weight for value, weight in right.items()})


def ways_below(law: Mapping[T, int]) -> Callable[[T], int]:
    """For a law, the function that tells in how many ways its value is lower than a given one.

    Two sides are compared without meeting every pair: one who stands at `n` wins in `below(n)` ways.

    >>> below = ways_below(total(2, 6))
    >>> below(2), below(4), below(99)
    (0, 3, 36)
    """
    values = sorted(law)
    sums = list(accumulate((law[value] for value in values), initial=0))
    return lambda value: sums[bisect_left(values, value)]


def total_given_count(n: int, sides: int, face: int, count: int, cap: int, open: bool) -> Law:
    """The sum of `n` dice of which `count` given ones first show `face` and the others do not."""
    if open:
        one, mass = _open_die(sides, cap)
    else:
        one, mass = dict.fromkeys(range(1, sides + 1), 1), sides
    shown = {v: w for v, w in one.items() if v == face or (open and face == sides and v > sides)}
    others = {v: w for v, w in one.items() if v not in shown}
    each = mass // sides
    return _sum([(shown, count), (others, n - count)], each**n * (sides - 1) ** (n - count), cap)


def law_of_kept(n: int, one: Mapping[int, int], k: int, highest: bool) -> Law:
    """The sum of the `k` highest (or lowest) of `n` dice; `one` is the law of each.

    By the face of the last die kept: fewer than `k` dice show more, and enough show it to make up `k`.
    """
    if not highest:
        turned = law_of_kept(n, {-face: weight for face, weight in one.items()}, k, True)
        return {-total: weight for total, weight in turned.items()}
    width = _width(sum(one.values()) ** n)
    least = min(one)
    lower, packed = sum(one.values()), 0
    above: Law = {}  # the faces over the last one kept
    for face in sorted(one, reverse=True):
        lower -= one[face]
        ways = _ways_to_reach(n, k, one[face], lower)
        even = len(above) == (max(above, default=face) - face) and all(weight == 1 for weight in above.values())
        higher = 0 if even else _packed(above, width, face)
        law = ways[-1]
        for some in reversed(ways[:-1]):
            law = (_times_run(law, len(above), width) << 8 * width if even else law * higher) + some
        packed += law << 8 * width * k * (face - least)
        above[face] = one[face]
    return {total: weight for total, weight in enumerate(_digits(packed, width), k * least) if weight}


def _ways_to_reach(n: int, k: int, here: int, lower: int) -> list[int]:
    """For each number of dice above a face, below `k`: the ways in which enough others show it to make up `k`."""
    ways = []
    for above in range(k):
        rest, enough = n - above, k - above
        if rest - enough < enough:
            reached = sum(comb(rest, c) * here**c * lower ** (rest - c) for c in range(enough, rest + 1))
        else:
            missed = sum(comb(rest, c) * here**c * lower ** (rest - c) for c in range(enough))
            reached = (here + lower) ** rest - missed
        ways.append(comb(n, above) * reached)
    return ways


def _times_run(packed: int, run: int, width: int) -> int:
    """A packed law times 1 + x + … + x^(run - 1), by doubling: far quicker than a product where laws are long."""
    if not run:
        return 0
    done, bit = packed, 1
    for digit in bin(run)[3:]:
        done += done << 8 * width * bit
        bit *= 2
        if digit == "1":
            done = (done << 8 * width) + packed
            bit += 1
    return done


def _evenly(n: int, sides: int) -> list[int]:
    """The weights of the sum of `n` dice from its least on, by the short recurrence for powers of a polynomial.

    With A = ((1 - x^s) / (1 - x))^n, (1 - x)(1 - x^s) A' = n (1 - x^s - s x^(s-1) (1 - x)) A, term by term. The second
    half mirrors the first.
    """
    last = n * (sides - 1)
    weights = [1]
    for at in range(1, last // 2 + 1):
        weight = (at - 1 + n) * weights[at - 1]
        if at >= sides:
            weight += (at - sides - n * sides) * weights[at - sides]
        if at > sides:
            weight += (n * (sides - 1) - (at - sides - 1)) * weights[at - sides - 1]
        weights.append(weight // at)
    return weights + weights[: last + 1 - len(weights)][::-1]


def _power(n: int, sides: int, width: int) -> int:
    """The packed law of the sum of `n` dice."""
    if n * sides > MANY:
        return _packed(dict(enumerate(_evenly(n, sides), n)), width)
    return int(_packed(dict.fromkeys(range(1, sides + 1), 1), width) ** n)


def _open_die(sides: int, cap: int) -> tuple[Law, int]:
    """One die rolled again on its top face, below the cap, and the weight of all its outcomes, cap and above included.

    It never stops on a multiple of its sides: 1–9, 11–19, 21–29… for a d10.
    """
    deep = max(cap - 2, 0) // sides + 1
    law = {
        again * sides + face: sides ** (deep - again - 1)
        for again in range(deep)
        for face in range(1, sides)
        if again * sides + face < cap
    }
    return law, sides**deep


def _sum(parts: Sequence[tuple[Mapping[int, int], int]], mass: int, cap: int) -> Law:
    """The sum of independent dice, `(law of one, how many)` each; what is missing up to `mass` stands at the cap.

    Laws are multiplied as big integers whose digits are the weights (Kronecker substitution).
    """
    width = _width(mass)
    below_cap = (1 << 8 * width * cap) - 1
    packed = 1
    for law, n in parts:
        one = _packed(law, width)
        if cap:
            for _ in range(n):
                packed = packed * one & below_cap
        else:
            packed *= one**n
    summed = {place: weight for place, weight in enumerate(_digits(packed, width)) if weight}
    if cap and (tail := mass - sum(summed.values())):
        summed[cap] = tail
    return summed


def _width(mass: int) -> int:
    """The bytes of a digit that holds any weight of a law of this mass: as many as `struct` knows, if it is small."""
    width = mass.bit_length() // 8 + 1
    return 1 << (width - 1).bit_length() if width <= 8 else width


def _packed(law: Mapping[int, int], width: int, least: int = 0) -> int:
    """The number whose digits, of so many bytes each, are the weights from the value `least` on."""
    digits = [0] * (max(law, default=least - 1) + 1 - least)
    for value, weight in law.items():
        digits[value - least] = weight
    if width <= 8:
        return int.from_bytes(pack(f"<{len(digits)}{CODES[width]}", *digits), "little")
    return int.from_bytes(b"".join(digit.to_bytes(width, "little") for digit in digits), "little")


def _digits(packed: int, width: int) -> Iterable[int]:
    """The digits of a packed law: 1, 2, 4 or 8 bytes each at once, wider ones one by one."""
    many = packed.bit_length() // 8 // width + 1
    digits = packed.to_bytes(many * width, "little")
    if width <= 8:
        return unpack(f"<{many}{CODES[width]}", digits)
    return (int.from_bytes(digits[at : at + width], "little") for at in range(0, len(digits), width))
