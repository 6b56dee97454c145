"""The exact laws of pools, as whole weights: integers in, dictionaries of integers out."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    """The sum of `n` dice whose top faces are rolled again and added."""
    last = cap - 1 - n
    most = max(last, 0) // sides  # so many top faces, and no more, leave the total below the cap
    mass = sides ** (n + most)
    law: Law = {}
    if last >= 0:
        again = {0: sides, sides: -1}  # 1 / (s - x^s): as many top faces as fall, a chance of 1 / s each
        weights = _series([({0: 1, sides - 1: -1}, n), ({0: 1, 1: -1}, -n), (again, -n)], last, sides**most)
        law = {value: weight for value, weight in enumerate(weights, n) if weight}
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
    return repeated(n, {count: weight for count, weight in ((0, no), (1, yes)) if weight})


def repeated(n: int, one: Mapping[int, int]) -> Law:
    """The sum of `n` dice; `one` is the law of each."""
    low, faces = min(one), len(one)
    if n * faces > MANY:
        if max(one) - low == faces - 1 and set(one.values()) == {1}:
            return dict(enumerate(_evenly(n, faces), n * low))
        first, last = one[low] ** n, n * (max(one) - low)
        weights = _series([({value - low: weight for value, weight in one.items()}, n)], last, first)
        return {value: weight for value, weight in enumerate(weights, n * low) if weight}
    if low < 0:
        raised = repeated(n, {value - low: weight for value, weight in one.items()})
        return {value + n * low: weight for value, weight in raised.items()}
    return _sum([(one, n)], sum(one.values()) ** n, 0)


def polynomial(ways: Sequence[int], one: Mapping[int, int]) -> Law:
    """The sum of no dice, of one, of two…, each in so many ways; `one` is the law of each."""
    law: Law = {0: 0}
    for some in reversed(ways):
        law = _product(law, one)
        law[0] = law.get(0, 0) + some
    return law


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
    least, lower, packed = min(one), sum(one.values()), 0
    above: list[tuple[int, int, int]] = []  # faces over the last one kept: the lowest of a run, how many, their weight
    for face in sorted(one, reverse=True):
        lower -= one[face]
        law = 0
        for some in _ways_to_reach(n, k, one[face], lower):
            runs = (weight * _times_run(law, many, width) << 8 * width * (low - face) for low, many, weight in above)
            law = sum(runs) + some
        packed += law << 8 * width * k * (face - least)
        low, many, weight = above[-1] if above else (0, 0, 0)
        if (low, weight) == (face + 1, one[face]):
            above[-1] = face, many + 1, weight
        else:
            above.append((face, 1, one[face]))
    return {total: weight for total, weight in enumerate(_digits(packed, width), k * least) if weight}


def _ways_to_reach(n: int, k: int, here: int, lower: int) -> Iterator[int]:
    """For k - 1 dice above a face, then fewer, down to none: the ways in which enough others show it to make up `k`."""
    missed = lower ** (n - k + 1)
    reached = (here + lower) ** (n - k + 1) - missed
    for enough in range(1, k + 1):
        yield comb(n, k - enough) * reached
        missed = missed * here * (n - k + enough) // enough
        reached = (here + lower) * reached - missed


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
    """The weights of the sum of `n` dice, ((1 - x^s) / (1 - x))^n: the second half mirrors the first."""
    last = n * (sides - 1)
    weights = _series([({0: 1, sides: -1}, n), ({0: 1, 1: -1}, -n)], last // 2, 1)
    return weights + weights[: last + 1 - len(weights)][::-1]


def _series(powers: Sequence[tuple[Mapping[int, int], int]], last: int, first: int) -> list[int]:
    """The weights, from `first` at 0 to `last`, of a product A of powers of polynomials, by a short recurrence.

    With Q the product of the polynomials p and R the sum of n p' Q / p over their powers n, Q A' = R A, term by term.
    """
    product: Law = {0: 1}
    for polynomial, _ in powers:
        product = _product(product, polynomial)
    slopes: Law = {}  # of R, one place on
    for at, (polynomial, n) in enumerate(powers):
        slope: Law = {place: n * place * weight for place, weight in polynomial.items()}
        for other, _ in (*powers[:at], *powers[at + 1 :]):
            slope = _product(slope, other)
        for place, weight in slope.items():
            slopes[place] = slopes.get(place, 0) + weight
    places = sorted((product.keys() | slopes.keys()) - {0})
    terms = [(place, slopes.get(place, 0) + product.get(place, 0) * place, -product.get(place, 0)) for place in places]
    weights = [first]
    for at in range(1, last + 1):
        weight = 0
        for place, fixed, growing in terms:
            if place > at:
                break
            weight += (fixed + growing * at) * weights[at - place]
        weights.append(weight // (at * product[0]))
    return weights


def _product(left: Mapping[int, int], right: Mapping[int, int]) -> Law:
    """A polynomial times another, where few of their weights are not 0."""
    law: Law = {}
    for a, v in left.items():
        for b, w in right.items():
            law[a + b] = law.get(a + b, 0) + v * w
    return law


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
