"""Expression: a free roll (`4d6kh3+2`, `max(2d6, d10)*2`) as a value: what it asks, what its exact odds would cost.

`notation.parse` reads one from a text. An expression is a small tree: its leaves are numbers and handfuls of dice, and
each handful is thrown by itself, so that the parts of a sum, a product or a maximum are independent.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Protocol

from tablee.dice import laws
from tablee.dice.handful import Compare, Handful
from tablee.dice.odds import Odds
from tablee.dice.patience import patience
from tablee.dice.pools import CachedLaw
from tablee.dice.question import Player, Question
from tablee.dice.rule import Roll, clearable, rule
from tablee.errors import BadDice, BadRule
from tablee.text import LANGS, Text

MAX_WORK = 30_000_000  # half a minute or so of exact counting, or a gigabyte of weights
MAX_WORK_ASIDE = 2_000_000  # where somebody else's computer counts: see `patience`

COMPARED = Text(
    fr="Le total est comparé ; pour compter les dés, écrivez {dice}c{compare}.",
    en="The total is compared; to count dice, write {dice}c{compare}.",
)
COUNTED = Text(
    fr="{dice} compte le dé, sans ajouter ce qu'il montre ; pour l'ajouter, écrivez {plain}.",
    en="{dice} counts the die, and does not add what it shows; to add it, write {plain}.",
)
OPENED = Text(
    fr="Les dés {faces} se relancent et s'ajoutent ; pour comparer le total, écrivez ({dice}){faces}.",
    en="Dice {faces} are rolled again and added; to compare the total, write ({dice}){faces}.",
)
CAPPED = Text(
    fr="{dice} : à partir de {cap}, tout compte pour {cap} (moins d'une chance sur mille milliards).",
    en="{dice}: everything from {cap} on counts as {cap} (less than one chance in a million million).",
)
TOO_MUCH_WORK = Text(
    fr="{roll} se lance, mais a trop de combinaisons pour un calcul exact : demandez moins de dés, ou moins de faces.",
    en="{roll} can be rolled, but has too many combinations to be counted exactly: ask for fewer dice, or fewer faces.",
)


class Node(Protocol):
    """A number that dice make: between `low` and `high`, at a cost of `work` for its exact law."""

    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def work(self) -> int: ...

    def question(self) -> Question[int]: ...


class Operation(ABC):
    """What is made of the numbers of some parts."""

    def question(self) -> Question[int]:
        return _combined(self)

    @property
    def parts(self) -> tuple[Node, ...]:
        return ()

    @abstractmethod
    def law(self, of: list[laws.Law]) -> laws.Law:
        """The law of the result, from those of the parts."""

    @abstractmethod
    def read(self, of: list[int]) -> int:
        """The result, from the numbers that the parts showed."""


@dataclass(frozen=True)
class Number(Operation):
    """A number as it is written."""

    value: int

    @property
    def low(self) -> int:
        return self.value

    @property
    def high(self) -> int:
        return self.value

    @property
    def work(self) -> int:
        return 0

    def __str__(self) -> str:
        return str(self.value)

    def law(self, of: list[laws.Law]) -> laws.Law:
        return {self.value: 1}

    def read(self, of: list[int]) -> int:
        return self.value


@dataclass(frozen=True)
class Added(Operation):
    """Parts added, or taken away where their sign is −1, and a constant."""

    terms: tuple[tuple[int, Node], ...]
    constant: int = 0

    @property
    def low(self) -> int:
        return self.constant + sum(part.low if sign > 0 else -part.high for sign, part in self.terms)

    @property
    def high(self) -> int:
        return self.constant + sum(part.high if sign > 0 else -part.low for sign, part in self.terms)

    @property
    def work(self) -> int:
        work, spread = 0, 1
        for _, part in self.terms:
            width = part.high - part.low + 1
            work += part.work + (spread * width // 6 if spread > 1 else 0)
            spread += width - 1
        return work

    def __str__(self) -> str:
        terms = "".join(f"{'-' if sign < 0 else '+'}{_inside(part, Added)}" for sign, part in self.terms)
        return terms.removeprefix("+") + (f"{self.constant:+d}" if self.constant else "")

    @property
    def parts(self) -> tuple[Node, ...]:
        return tuple(part for _, part in self.terms)

    def law(self, of: list[laws.Law]) -> laws.Law:
        signed = (
            law if sign > 0 else {-value: weight for value, weight in law.items()}
            for (sign, _), law in zip(self.terms, of, strict=True)
        )
        total = laws.summed(*signed)
        return {value + self.constant: weight for value, weight in total.items()} if self.constant else total

    def read(self, of: list[int]) -> int:
        return self.constant + sum(sign * value for (sign, _), value in zip(self.terms, of, strict=True))


@dataclass(frozen=True)
class Times(Operation):
    """One part times another."""

    left: Node
    right: Node

    @property
    def low(self) -> int:
        return min(self._corners())

    @property
    def high(self) -> int:
        return max(self._corners())

    def _corners(self) -> list[int]:
        return [a * b for a in (self.left.low, self.left.high) for b in (self.right.low, self.right.high)]

    @property
    def work(self) -> int:
        pairs = (self.left.high - self.left.low + 1) * (self.right.high - self.right.low + 1)
        return self.left.work + self.right.work + pairs

    def __str__(self) -> str:
        return f"{_inside(self.left, Added)}*{_inside(self.right, Added, Times, Divided)}"

    @property
    def parts(self) -> tuple[Node, ...]:
        return self.left, self.right

    def law(self, of: list[laws.Law]) -> laws.Law:
        return laws.product_of(*of)

    def read(self, of: list[int]) -> int:
        return of[0] * of[1]


@dataclass(frozen=True)
class Divided(Operation):
    """A part divided by a whole number, rounded down, up (`ceil`) or to the nearest, a half up (`round`)."""

    left: Node
    by: int
    rounded: str = "floor"

    @property
    def low(self) -> int:
        return self.read([self.left.low])

    @property
    def high(self) -> int:
        return self.read([self.left.high])

    @property
    def work(self) -> int:
        return self.left.work + self.left.high - self.left.low + 1

    def __str__(self) -> str:
        written = f"{_inside(self.left, Added)}/{self.by}"
        return written if self.rounded == "floor" else f"{self.rounded}({written})"

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.left,)

    def law(self, of: list[laws.Law]) -> laws.Law:
        return dict(Odds(of[0]).read(lambda value: self.read([value])).items())

    def read(self, of: list[int]) -> int:
        match self.rounded:
            case "ceil":
                return -(-of[0] // self.by)
            case "round":
                return (2 * of[0] + self.by) // (2 * self.by)
        return of[0] // self.by


@dataclass(frozen=True)
class Absolute(Operation):
    """A part without its sign."""

    of: Node

    @property
    def low(self) -> int:
        return 0 if self.of.low <= 0 <= self.of.high else min(abs(self.of.low), abs(self.of.high))

    @property
    def high(self) -> int:
        return max(abs(self.of.low), abs(self.of.high))

    @property
    def work(self) -> int:
        return self.of.work + self.of.high - self.of.low + 1

    def __str__(self) -> str:
        return f"abs({self.of})"

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.of,)

    def law(self, of: list[laws.Law]) -> laws.Law:
        return dict(Odds(of[0]).read(abs).items())

    def read(self, of: list[int]) -> int:
        return abs(of[0])


@dataclass(frozen=True)
class Gathering(Operation):
    """Several parts made one number, which never falls where one of them rises."""

    of: tuple[Node, ...]

    @property
    def low(self) -> int:
        return self.read([part.low for part in self.of])

    @property
    def high(self) -> int:
        return self.read([part.high for part in self.of])

    @property
    def parts(self) -> tuple[Node, ...]:
        return self.of


@dataclass(frozen=True)
class Best(Gathering):
    """The highest of several parts, or the lowest; two equal parts are one thrown twice (`adv`, `dis`)."""

    highest: bool

    @property
    def work(self) -> int:
        return sum(part.work + len(self.of) * (part.high - part.low + 1) for part in self.of)

    def __str__(self) -> str:
        if len(self.of) == 2 and self.of[0] == self.of[1]:
            return f"{'adv' if self.highest else 'dis'}({self.of[0]})"
        return f"{'max' if self.highest else 'min'}({','.join(map(str, self.of))})"

    def law(self, of: list[laws.Law]) -> laws.Law:
        if self.highest:
            return laws.highest_of(of)
        turned = laws.highest_of([{-value: weight for value, weight in law.items()} for law in of])
        return {-value: weight for value, weight in turned.items()}

    def read(self, of: list[int]) -> int:
        return max(of) if self.highest else min(of)


@dataclass(frozen=True)
class Group(Gathering):
    """Some of several parts added, `{4d6, 2d8, d20}kh2`: the `k` highest, or lowest."""

    k: int
    highest: bool

    @property
    def work(self) -> int:
        pairs = prod(part.high - part.low + 1 for part in self.of)
        return sum(part.work for part in self.of) + 3 * pairs

    def __str__(self) -> str:
        return f"{{{','.join(map(str, self.of))}}}{'kh' if self.highest else 'kl'}{self.k}"

    def law(self, of: list[laws.Law]) -> laws.Law:
        best: dict[tuple[int, ...], int] = {(): 1}
        for law in of:
            further: dict[tuple[int, ...], int] = {}
            for kept, weight in best.items():
                for value, more in law.items():
                    now = self._best([*kept, value])
                    further[now] = further.get(now, 0) + weight * more
            best = further
        return dict(Odds(best).read(sum).items())

    def read(self, of: list[int]) -> int:
        return sum(self._best(of))

    def _best(self, values: list[int]) -> tuple[int, ...]:
        return tuple(sorted(values, reverse=self.highest)[: self.k])


@dataclass(frozen=True)
class Thrown(Operation):
    """As many dice as another part says, `(1d4)d6`."""

    count: Node
    dice: Handful  # as many as may be

    def so_many(self, n: int) -> Handful | None:
        """So many of the dice, what is kept or dropped as far as there are dice; None where there is none."""
        if n < 1:
            return None
        k = min(self.dice.k, n - self.dice.keep.startswith("d"))
        return replace(self.dice, n=n, k=k, keep=self.dice.keep if k else "")

    @property
    def low(self) -> int:
        return min(found.low if (found := self.so_many(n)) else 0 for n in self._counts)

    @property
    def high(self) -> int:
        return max(found.high if (found := self.so_many(n)) else 0 for n in self._counts)

    @property
    def _counts(self) -> range:
        return range(self.count.low, self.count.high + 1)

    @property
    def work(self) -> int:
        return self.count.work + sum(found.work for n in self._counts if (found := self.so_many(n)))

    def __str__(self) -> str:
        return f"({self.count}){replace(self.dice, n=1)!s}"

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.count,)

    def question(self) -> Question[int]:
        return ThrownAfter(self)

    def law(self, of: list[laws.Law]) -> laws.Law:
        nothing = Odds({0: 1})
        parts = ((found.question().odds() if (found := self.so_many(n)) else nothing, w) for n, w in of[0].items())
        return dict(Odds.mix(parts).items())

    def read(self, of: list[int]) -> int:
        raise NotImplementedError("the dice are thrown once their number is known")


class ThrownAfter(CachedLaw[int]):
    """A number of dice that other dice say, as a question."""

    __slots__ = ("thrown",)

    def __init__(self, thrown: Thrown) -> None:
        super().__init__()
        self.thrown = thrown

    def _law(self) -> laws.Law:
        return self.thrown.law([dict(self.thrown.count.question().odds().items())])

    def play(self, player: Player) -> int:
        found = self.thrown.so_many(self.thrown.count.question().play(player))
        return found.play(player) if found else 0


class Combined(CachedLaw[int]):
    """What an operation makes of its parts, which are thrown in their order."""

    __slots__ = ("operation", "parts")

    def __init__(self, operation: Operation) -> None:
        super().__init__()
        self.operation = operation
        self.parts = [part.question() for part in operation.parts]

    def _law(self) -> laws.Law:
        return self.operation.law([dict(part.odds().items()) for part in self.parts])

    def play(self, player: Player) -> int:
        return self.operation.read([part.play(player) for part in self.parts])


@clearable
@lru_cache(maxsize=4096)
def _combined(operation: Operation) -> Combined:
    return Combined(operation)


def _inside(part: Node, *looser: type) -> str:
    """A part as it is written inside another, in parentheses where it binds less tightly."""
    below_zero = isinstance(part, Number) and part.value < 0
    return f"({part})" if isinstance(part, looser) or below_zero else str(part)


def handfuls(node: Node) -> Iterator[Handful]:
    """The dice of a node, in the order in which they are thrown."""
    if isinstance(node, Thrown):
        yield from handfuls(node.count)
        yield node.dice
    elif isinstance(node, Handful):
        yield node
    elif isinstance(node, Operation):
        for part in node.parts:
            yield from handfuls(part)


def counted_alone(node: Node) -> bool:
    """Whether only dice that are counted are added, several of them."""
    return isinstance(node, Added) and not node.constant and all(dice.count for dice in handfuls(node))


@dataclass(frozen=True)
class Expression:
    """A free roll: a number that dice make, perhaps compared. `str()` writes it as `parse` would read it.

    `times` is how often it is thrown, each time for itself: its question and its odds are those of one throw.
    """

    total: Node
    compare: Compare | None = None
    comment: str = ""
    times: int = 1

    def __str__(self) -> str:
        total = str(self.total)
        if self.compare and total.endswith(("!", "!p")):
            total = f"({total})"  # what stands after ! tells its faces
        times, comment = f"{self.times}x" * (self.times > 1), f" # {self.comment}" * bool(self.comment)
        return f"{times}{total}{self.compare or ''}{comment}"

    @property
    def once(self) -> Expression:
        """One of its throws."""
        return replace(self, times=1)

    @property
    def aside(self) -> Text | None:
        """The other meaning that some readers give to what is written, and how to write it."""
        dice, compare = self.total, self.compare
        if isinstance(dice, Handful) and compare and dice.n > 1 and dice.summed and 1 <= compare.number <= dice.sides:
            return Text(*(COMPARED.say(lang, dice=str(dice), compare=str(compare)) for lang in LANGS))
        counted = next((one for one in handfuls(dice) if one.count and one.n == 1), None)
        if counted and not counted_alone(dice):  # in Roll20 cs and cf only colour what a die shows
            shown = str(replace(counted, count=None, fails=None))
            return Text(*(COUNTED.say(lang, dice=str(counted), plain=shown) for lang in LANGS))
        opened = next((one for one in handfuls(dice) if one.on), None)
        if opened is None or compare is not None:
            return None
        bare = replace(opened, on=None)
        return Text(*(OPENED.say(lang, faces=str(opened.on), dice=str(bare), open=bare.open) for lang in LANGS))

    def question(self) -> Question[int]:
        """The total. Its odds raise `BadDice` when they are not `countable`; throwing always works."""
        return total(self)

    def success(self) -> Question[bool]:
        """Whether the total meets the comparison; only for an expression that has one."""
        return meets(self)

    @property
    def caps(self) -> tuple[tuple[str, int], ...]:
        """The open-ended handfuls, and from which total each counts no further."""
        return tuple((str(handful), handful.cap) for handful in handfuls(self.total) if handful.cap)

    @property
    def cap_note(self) -> Text | None:
        """What to tell a reader of the odds when some dice are open-ended."""
        if not self.caps:
            return None
        fr, en = (" ".join(CAPPED.say(lang, dice=dice, cap=cap) for dice, cap in self.caps) for lang in ("fr", "en"))
        return Text(fr=fr, en=en)

    @property
    def countable(self) -> bool:
        """Whether exact odds are affordable here."""
        return self.total.work <= (MAX_WORK if patience() is None else MAX_WORK_ASIDE)


class Total(Question[int]):
    """What an expression makes, counted exactly only where that is affordable."""

    __slots__ = ("expression",)

    def __init__(self, expression: Expression) -> None:
        self.expression = expression

    def odds(self) -> Odds[int]:
        if not self.expression.countable:
            raise BadDice(TOO_MUCH_WORK, roll=str(self.expression))
        return self.expression.total.question().odds()

    def play(self, player: Player) -> int:
        return self.expression.total.question().play(player)


@clearable
@lru_cache(maxsize=4096)
def total(expression: Expression) -> Total:
    """What the dice and the numbers of a free roll make together."""
    return Total(expression)


@rule
def meets(roll: Roll, expression: Expression) -> bool:
    """Whether a free roll meets its comparison."""
    if expression.compare is None:
        raise BadRule(f"{expression} compares with nothing: ask its question(), not its success()")
    return roll(total(expression), expression.compare.holds)
