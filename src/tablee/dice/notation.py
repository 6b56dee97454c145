"""parse(): the Expression written in a text such as `3d6+2`, `4d6kh3`, `2d10!` or `3D+1`.

>>> from tablee.dice import Fed, odds, throw
>>> throw(parse("4d6 kh3 + 2").question(), Fed([5, 1, 6, 4])).outcome
17
>>> odds(parse("1D+1 > 5").success()).p(True)
Fraction(1, 3)

The whole grammar, spaces anywhere:

    roll     = [number "x"] sum [comparison sum] ["#" comment]
    sum      = [sign] product {sign product}                     a sign may be followed by others, as in d20 + -2
    product  = factor {("*" | "/") factor}                      a division is rounded down
    factor   = (number | dice | group | function | "(" sum ")") ["[" label "]"]
    dice     = [number | "(" sum ")" | function] "d" faces {mark} | [number] "D" {mark}
    faces    = number | "%" | "F" | "{" value {"," value} "}"   % is a hundred, F is −, 0, +; a value may be 1..3, 0:4
    mark     = ("r" | "ro") where                               rolled again while it shows so, or once
             | ("!" | "!!" | "!p") [where]                      rolled again and added: apart, to its die, less one
             | ("mi" | "ma") number                             lower, or higher, counts as this
             | ("kh" | "kl" | "dh" | "dl") [number]             so many highest or lowest kept, or dropped
             | "c" where ["f" where]                            dice counted, others counted off
             | "adv" | "dis"                                    the better or worse of two
    where    = [comparison] number
    group    = "{" sum {"," sum} "}" [("kh" | "kl" | "dh" | "dl") [number]]
    function = ("max" | "min" | "adv" | "dis" | "floor" | "ceil" | "round" | "abs") "(" sum {"," sum} ")"

`D` alone is a d6, as the D6 game writes it. What other tools write for the same is understood too: `k3` and `d1`,
`x` and `e` for `!`, `rr`, `cs`, `cf`, `min2`, `==`, `output`, `[highest 3 of 4d6]`, `[count 6 in 4d6]`, a `/r` first.

>>> str(parse("d20 adv + 3")), str(parse("(2d6 + 1) * 2")), str(parse("2d6 > d12 # bras de fer"))
('2d20kh1+3', '(2d6+1)*2', '2d6-d12>0 # bras de fer')
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import NoReturn

from tablee.dice import elsewhere, mistakes
from tablee.dice.expression import Absolute, Added, Best, Divided, Expression, Group, Node, Number, Thrown, Times
from tablee.dice.handful import FATE, MAX_TERMS, Compare, Handful
from tablee.dice.pools import MAX_DICE, MAX_SIDES
from tablee.errors import BadNotation
from tablee.text import Text

MAX_THROWN = 100  # dice of one roll at a table, where each face is kept and shown
MAX_CHARACTERS = 200
MAX_CONSTANT = 1_000_000
MAX_TOTAL = 1_000_000_000
MAX_DEEP = 8  # parentheses within each other
MAX_TIMES = 20
MAX_VALUES = 100  # faces of a die that has its own

SIGN = re.compile(r"[-+−]")
SIGNS = re.compile(r"[-+−](?:\s*[-+−])*")  # a modifier may bring its own: 1d20 + -2
TIMES = re.compile(r"//|\*(?!\*)|[×/÷]")
OPENING, CLOSING, BETWEEN = re.compile(r"\("), re.compile(r"\)"), re.compile(r"[,;]")
GROUP, GROUPED = re.compile(r"\{"), re.compile(r"\}")
FUNCTION = re.compile(r"(max|min|adv|dis|floor|ceil|round|abs)(?![a-z0-9])", re.IGNORECASE)
DICE = re.compile(r"([0-9]*)\s*([dD])(?!is\b)\s*([0-9]+|%|F(?![0-9])|f(?![0-9><=≥≤])|\{[^{}]*\}|\(\s*[0-9]+\s*\))?")
WITH_A_NUMBER = re.compile(r"(?=[0-9])")
VALUES = re.compile(r"\s*([-−]?[0-9]{1,4})\s*(?:\.\.\s*([-−]?[0-9]{1,4})\s*)?(?::\s*([0-9]{1,3})\s*)?")
MARK = re.compile(
    r"(?P<again>rr|ro|r)(?![a-z])|(?P<open>!!|!p(?![hl])|!|[xe](?![a-z]))|(?P<bound>min|max|mi|ma)(?![a-z])"
    r"|(?P<keep>kh|kl|dh|dl|ph|pl|k|d(?=\s*[0-9]))(?![a-z])|(?P<count>cs|c)(?![a-z])|(?P<fails>cf|f)(?![a-z])"
    r"|(?P<twice>adv|dis)(?![a-z])",
    re.IGNORECASE,
)
KEPT = re.compile(r"(kh|kl|dh|dl|k|d)(?![a-z])", re.IGNORECASE)
NUMBER = re.compile(r"[0-9]+")
COMPARISON = re.compile(r">=|<=|==|[>≥<≤=]")
LABEL = re.compile(r"\[[^\[\]]*\]")
PREFIX = re.compile(r"\s*(?:[/!](?:roll|r)\s|/(?:publicroll|pr)\s|output\s)?", re.IGNORECASE)
REPEATED = re.compile(r"\s*([0-9]+)\s*[xX×]\s*(?=[(0-9dD{])")
COMMENT = re.compile(r"#\s*(.*)|\\\s*([^\\]*)\\?\s*|named\s+[\"“«](.*)[\"”»]\s*", re.IGNORECASE)
OF_ANYDICE = re.compile(r"\[\s*(highest|lowest|explode)\s+(?:([0-9]+)\s+of\s+|of\s+)?", re.IGNORECASE)
COUNT_OF_ANYDICE = re.compile(r"\[\s*count\s+(\{[^{}]*\}|[0-9]+)\s+in\s+", re.IGNORECASE)
AND, END_OF_ANYDICE = re.compile(r"and\b", re.IGNORECASE), re.compile(r"\]")
WRITTEN_ELSEWHERE = (  # where what was refused may be what another tool writes
    mistakes.NOT_A_TERM, mistakes.NOT_A_LINK, mistakes.ELSEWHERE, mistakes.NO_DICE, mistakes.NO_FACES,
    mistakes.ONLY_DIE, mistakes.ONE_COMPARISON, mistakes.NOT_COUNTED, mistakes.GROUP_COMPARED, mistakes.COMPARED_WITHIN,
)  # fmt: skip
WRITTEN = {"k": "kh", "d": "dl", "ph": "dh", "pl": "dl"}


@lru_cache(maxsize=1024)
def parse(text: str, most: int = MAX_DICE) -> Expression:
    """The expression written in `text`, of so many dice at most; raises `BadNotation` saying what is wrong, where, and
    what to write.

    >>> str(parse(" 2 + 3D kl2 ≥ 9 "))
    '3d6kl2+2>=9'
    """
    return _checked(text, _Reader(text, most))


@lru_cache(maxsize=1024)
def parse_stored(text: str) -> Expression:
    """The expression that a log holds: there `2d10!>=8` compares the total, as it did before faces could follow `!`."""
    return _checked(text, _Reader(text, MAX_DICE, stored=True))


def _checked(text: str, reader: _Reader) -> Expression:
    if len(text) <= MAX_CHARACTERS:
        read = reader.expression()
        if len(str(read)) <= MAX_CHARACTERS:  # what is kept of a roll is written out, and read again to verify it
            return read
    raise BadNotation(mistakes.TOO_LONG, min(len(text), MAX_CHARACTERS) + 1, most=MAX_CHARACTERS)


class _Reader:
    """Reads one text from left to right, and knows at which column it is, for error messages."""

    def __init__(self, text: str, most: int, stored: bool = False, rewritten: bool = False) -> None:
        self.text, self.most, self.stored, self.rewritten = text, most, stored, rewritten
        self.at = 0
        self.dice = self.terms = self.depth = 0
        self.last = 0  # where the last factor begins

    def expression(self) -> Expression:
        self.take(PREFIX)
        if not self.text.strip():
            self.refuse(mistakes.EMPTY, 0)
        times = self.times()
        total, compare = self.sum(), None
        if sign := self.take(COMPARISON):
            total, compare = self.compared(total, _plain(sign[0]), self.sum())
        comment = self.take(COMMENT)
        if not self.at_end():
            self.refuse(mistakes.ONE_COMPARISON if compare else mistakes.NOT_A_LINK, self.at)
        if not self.dice:
            self.refuse(mistakes.NO_DICE, 0)
        return Expression(total, compare, " ".join((comment[comment.lastindex or 0]).split()) if comment else "", times)

    def times(self) -> int:
        """How often the whole is thrown: `6x4d6kh3`."""
        found = self.take(REPEATED)
        if found and not 2 <= int(found[1]) <= MAX_TIMES:
            self.refuse(mistakes.TOO_MANY_TIMES, found.start(1), most=MAX_TIMES)
        return int(found[1]) if found else 1

    def compared(self, left: Node, sign: str, right: Node) -> tuple[Node, Compare]:
        """A total against a number; against other dice, what is between the two against 0."""
        if isinstance(right, Number):
            return left, Compare(sign, right.value)
        terms = [*left.terms, (1, Number(left.constant))] if isinstance(left, Added) else [(1, left)]
        return self.added([*terms, (-1, right)]), Compare(sign, 0)

    def sum(self) -> Node:
        """Terms between + and −; the first may have a sign too."""
        found = [(_sign(self.take(SIGNS)), self.product())]
        while signs := self.take(SIGNS):
            found.append((_sign(signs), self.product()))
        return self.added(found)

    def added(self, found: list[tuple[int, Node]]) -> Node:
        if len(found) > 1:  # alone, a division waits for a function that may round it
            found = [(sign, Number(part.low) if _of_numbers(part) else part) for sign, part in found]
        constant = sum(sign * part.value for sign, part in found if isinstance(part, Number))
        if abs(constant) > MAX_CONSTANT:
            self.refuse(mistakes.CONSTANT_TOO_BIG, self.last, found=str(constant), most=MAX_CONSTANT)
        terms = tuple((sign, part) for sign, part in found if not isinstance(part, Number))
        if not terms:
            return Number(constant)
        return terms[0][1] if terms[0][0] > 0 and len(terms) == 1 and not constant else Added(terms, constant)

    def product(self) -> Node:
        """Factors between * and /."""
        part = self.factor()
        while sign := self.take(TIMES):
            self.skip_spaces()
            at = self.at
            by = self.factor()
            if sign[0] in "*×":
                numbers = isinstance(part, Number) and isinstance(by, Number)
                part = Number(part.low * by.low) if numbers else Times(part, by)
            elif not isinstance(by, Number) or by.value < 1:
                self.refuse(mistakes.NOT_A_DIVISOR, at)
            else:
                part = Divided(part, by.value)
            if max(-part.low, part.high) > MAX_TOTAL:
                self.refuse(mistakes.TOTAL_TOO_BIG, sign.start(), most=MAX_TOTAL)
        return part

    def factor(self) -> Node:
        """Dice, a number, a group, something in parentheses, or a function of such things; a label may follow."""
        self.skip_spaces()
        self.last = self.at
        self.terms += 1
        if self.terms > MAX_TERMS:
            self.refuse(mistakes.TOO_MANY_TERMS, self.at, most=MAX_TERMS)
        part = self.unlabelled()
        self.take(LABEL)
        return part

    def unlabelled(self) -> Node:
        if name := self.take(FUNCTION):
            return self.so_many(self.function(name), name.start())
        if of := self.take(OF_ANYDICE):
            return self.of_anydice(of)
        if of := self.take(COUNT_OF_ANYDICE):
            return self.count_of_anydice(of)
        if self.peek("["):
            self.refuse(mistakes.ELSEWHERE, self.at)
        if opening := self.take(GROUP):
            return self.group(opening.start())
        if opening := self.take(OPENING):
            (part,) = self.enclosed(opening.start())
            return self.so_many(part, opening.start())
        if dice := self.take(DICE):
            return self.handful(dice)
        number = self.take(NUMBER)
        if not number:
            self.refuse(mistakes.NOT_A_TERM, self.at)
        return Number(self.whole(number))

    def function(self, name: re.Match[str]) -> Node:
        """`max`, `min` of several parts, the others of one."""
        called = name[1].lower()
        if not self.take(OPENING):
            self.refuse(mistakes.NOT_OPENED, name.start(), found=called)
        parts = self.enclosed(self.at - 1, several=True)
        if called in ("max", "min"):
            return Best(parts, called == "max") if len(parts) > 1 else parts[0]
        (part, *others) = parts
        if others:
            self.refuse(mistakes.ONE_PART, name.start(), found=called)
        if called == "abs":
            return Number(abs(part.value)) if isinstance(part, Number) else Absolute(part)
        if called in ("floor", "ceil", "round"):
            if isinstance(part, Divided):
                return replace(part, rounded=called)
            if "/" in self.text[name.start() : self.at] or "÷" in self.text[name.start() : self.at]:
                self.refuse(mistakes.NOT_ROUNDED, name.start(), found=called)
            return part  # whole already
        self.more_dice(self.dice, name.start())
        return Best((part, part), called == "adv")

    def of_anydice(self, of: re.Match[str]) -> Node:
        """`[highest 3 of 4d6]`, `[lowest of d6 and d8]`, `[explode d6]`."""
        what, parts = of[1].lower(), [self.sum()]
        while self.take(AND):
            parts.append(self.sum())
        if not self.take(END_OF_ANYDICE):
            self.refuse(mistakes.ELSEWHERE, of.start())
        dice, highest = parts[0], what == "highest"
        if len(parts) > 1 and what != "explode" and not of[2]:
            return Best(tuple(parts), highest)
        if not isinstance(dice, Handful) or dice.keep or dice.count or len(parts) > 1:
            self.refuse(mistakes.ELSEWHERE, of.start())
        if what == "explode":
            return replace(dice, open="!") if dice.n == 1 else self.refuse(mistakes.ELSEWHERE, of.start())
        k = int(of[2] or 1)
        return replace(dice, keep="kh" if highest else "kl", k=k) if 0 < k < dice.n else dice

    def count_of_anydice(self, of: re.Match[str]) -> Node:
        """`[count 6 in 4d6]`, `[count {4..6} in 3d6]`: faces at one end, or one face."""
        wanted = self.values(of[1] if of[1].startswith("{") else f"{{{of[1]}}}", of.start(1))
        dice = self.sum()
        if not self.take(END_OF_ANYDICE) or not isinstance(dice, Handful) or dice.keep or dice.count or dice.values:
            self.refuse(mistakes.ELSEWHERE, of.start())
        low, high = min(wanted), max(wanted)
        if len(wanted) == 1 and 1 <= low <= dice.sides:
            return replace(dice, count=Compare("=", low))
        if sorted(wanted) != list(range(low, high + 1)) or (low > 1 and high < dice.sides):
            faces = ",".join(str(int(face in wanted)) for face in range(1, dice.sides + 1))
            self.refuse(mistakes.OTHERWISE, of.start(), instead=f"{dice.n}d{{{faces}}}")
        return replace(dice, count=Compare("<=", high) if low <= 1 else Compare(">=", low))

    def group(self, opening: int) -> Node:
        """`{4d6, 2d8}kh1`: some of several results; without a mark, all of them."""
        parts = self.enclosed(opening, several=True, closing=GROUPED)
        mark = self.take(KEPT)
        if not mark:
            several = len(parts) > 1 or (isinstance(parts[0], Handful) and not parts[0].count)
            if several and self.compares():  # elsewhere each result is compared
                self.refuse(mistakes.GROUP_COMPARED, self.at)
            return self.added([(1, part) for part in parts])
        keep = WRITTEN.get(mark[1].lower(), mark[1].lower())
        if len(parts) == 1:
            if not isinstance(parts[0], Handful) or parts[0].keep or parts[0].count:
                self.refuse(mistakes.ONE_GROUP, opening)
            return self.kept(parts[0], mark[1].lower(), mark.start(1), mark.end(1))
        k = self.how_many(mark[1].lower(), len(parts), mark.start(1), mark.end(1))
        return Group(parts, len(parts) - k if keep.startswith("d") else k, keep in ("kh", "dl"))

    def enclosed(self, opening: int, several: bool = False, closing: re.Pattern[str] = CLOSING) -> tuple[Node, ...]:
        """What stands before the closing parenthesis: one part, or several between commas."""
        self.depth += 1
        if self.depth > MAX_DEEP:
            self.refuse(mistakes.TOO_DEEP, opening, most=MAX_DEEP)
        parts = [self.sum()]
        while several and self.take(BETWEEN):
            parts.append(self.sum())
        if not self.take(closing):
            if self.at_end():
                self.refuse(mistakes.NOT_CLOSED, opening)
            self.refuse(mistakes.COMPARED_WITHIN if self.compares() else mistakes.NOT_A_LINK, self.at)
        self.depth -= 1
        return tuple(parts)

    def so_many(self, count: Node, at: int) -> Node:
        """What stands in parentheses, or as many dice as it says if some follow."""
        dice = None if self.take(WITH_A_NUMBER) else self.take(DICE)
        if not dice:
            return count
        if count.low < 0:
            self.refuse(mistakes.TOO_FEW_DICE, at)
        if isinstance(count, Number) or _of_numbers(count):
            return self.marks(self.bare(dice, count.low, at))
        return Thrown(count, self.marks(self.bare(dice, count.high, at)))

    def handful(self, dice: re.Match[str]) -> Handful:
        return self.marks(self.bare(dice, int(dice[1] or 1), dice.start()))

    def bare(self, dice: re.Match[str], n: int, at: int) -> Handful:
        """So many dice, before their marks."""
        _, letter, faces = dice.groups()
        if not faces and letter == "d":
            self.refuse(mistakes.NO_FACES, dice.end(2), dice=f"{dice[1]}d")
        if not 1 <= n <= self.most - self.dice:
            self.refuse(mistakes.BAD_COUNT, at, most=self.most, found=dice[1] or str(n), few=n < 1)
        self.dice += n
        if faces in ("f", "F"):
            return Handful(n, 3, values=FATE)
        if faces and faces.startswith("{"):
            values = self.values(faces, dice.start(3))
            return Handful(n, len(values), values=values)
        sides = 100 if faces == "%" else int((faces or "6").strip("() "))
        if not 1 <= sides <= MAX_SIDES:
            self.refuse(mistakes.BAD_FACES, dice.start(3), most=MAX_SIDES, found=faces)
        return Handful(n, sides)

    def values(self, faces: str, at: int) -> tuple[int, ...]:
        """The faces of a die that has its own, `{1,1,2}` or `{0..3}`."""
        values: list[int] = []
        for written in faces[1:-1].split(","):
            found = VALUES.fullmatch(written)
            low, high = (int((found[end] or found[1]).replace("−", "-")) for end in (1, 2)) if found else (1, 0)
            times = int((found and found[3]) or 1)
            if low > high or len(values) + (high - low + 1) * times > MAX_VALUES:
                self.refuse(mistakes.OWN_FACES, at, found=faces)
            values += [*range(low, high + 1)] * times
        return tuple(values)

    def marks(self, dice: Handful) -> Handful:
        """The dice with all that follows them: what is rolled again, added, bounded, kept, counted; each once."""
        seen: set[str] = set()
        while mark := self.take(MARK):
            kind, written = str(mark.lastgroup), mark[0].lower()
            family = {"count": "keep", "twice": "keep"}.get(kind, kind)
            if family in seen and kind != "bound":
                self.refuse(mistakes.NOT_A_LINK, mark.start())
            seen.add(family)
            match kind:
                case "again":
                    dice = self.rolled_again(dice, written)
                case "open":
                    dice = self.opened(dice, written, mark.start())
                case "bound":
                    dice = self.bounded(dice, written)
                case "keep":
                    dice = self.kept(dice, written, mark.start(), mark.end())
                case "count":
                    dice = replace(dice, count=self.where(dice, written, ">="))
                case "fails":
                    if not dice.count:
                        self.refuse(mistakes.NOT_COUNTED, mark.start(), suffix=written)
                    dice = replace(dice, fails=self.where(dice, written, "="))
                case "twice":
                    if dice.n > 1:
                        self.refuse(mistakes.ONE_DIE, mark.start(), suffix=written)
                    self.more_dice(1, mark.start())
                    dice = replace(dice, n=2, keep="kh" if written == "adv" else "kl", k=1)
        if dice.open and dice.keep and not _on_one_side(dice):
            self.refuse(mistakes.NOT_ALIKE, self.last, suffix=dice.keep, other=dice.open)
        return dice

    def rolled_again(self, dice: Handful, written: str) -> Handful:
        """`r1`, `r<3`, `ro<3`."""
        self.skip_spaces()
        at = self.at
        again = self.where(dice, written, "=")
        self.leaves_enough(dice, again, at, "" if written == "ro" else written)
        return replace(dice, again=again, once=written == "ro")

    def opened(self, dice: Handful, written: str, at: int) -> Handful:
        """`!` and its like, with the faces that they are about; in a log no faces follow `!`."""
        kind = written if written.startswith("!") else "!"
        top = max(dice.values, default=dice.sides)
        if min(dice.values, default=1) == top:
            self.refuse(mistakes.ENDLESS, at)
        written_faces = not (self.stored and written == "!")
        if written_faces and written == "!" and self.peek("="):
            number = NUMBER.search(self.text, at)
            self.refuse(mistakes.NOT_EQUAL, at, dice=str(dice), number=number[0][:4] if number else 1, most=top)
        self.skip_spaces()
        here = self.at
        if written_faces and (COMPARISON.match(self.text, here) or NUMBER.match(self.text, here)):
            on = self.where(dice, written, "=")
            self.leaves_enough(dice, on, here, written)
            return replace(dice, open=kind, on=None if on == Compare("=", top) and dice.values == () else on)
        return replace(dice, open=kind)

    def leaves_enough(self, dice: Handful, faces: Compare, at: int, written: str) -> None:
        """A refusal where nearly every face is rolled again."""
        values = dice.values or range(1, dice.sides + 1)
        bad = sum(map(faces.holds, values))
        if written and 10 * (len(values) - bad) < len(values):
            why = mistakes.TOO_OFTEN if written.startswith("r") else mistakes.NEVER_ENDING
            self.refuse(why, at, suffix=written, found=self.text[at : self.at].strip())

    def bounded(self, dice: Handful, written: str) -> Handful:
        """`mi2`, `ma5`."""
        self.skip_spaces()
        at, number = self.at, self.take(NUMBER)
        if not number:
            self.refuse(mistakes.BOUND, at, suffix=written, least=written.startswith("mi"))
        if not dice.values and not 1 <= int(number[0]) <= dice.sides:
            self.refuse(mistakes.NO_SUCH_FACE, number.start(), suffix=written, found=number[0], most=dice.sides)
        bound = self.whole(number)
        return replace(dice, least=bound) if written.startswith("mi") else replace(dice, most=bound)

    def kept(self, dice: Handful, written: str, start: int, end: int) -> Handful:
        """So many dice kept or dropped; one, if nothing is said."""
        k = self.how_many(written, dice.n, start, end)
        return replace(dice, keep=WRITTEN.get(written, written), k=k)

    def how_many(self, written: str, n: int, start: int, end: int) -> int:
        number = self.take(NUMBER)
        dropped = WRITTEN.get(written, written).startswith("d")
        if n == 1 and dropped:
            self.refuse(mistakes.ONLY_DIE, start, suffix=written)
        if not number and written == "k" and COMPARISON.match(self.text, self.at):
            self.refuse(mistakes.NOT_A_LINK, start)
        k = int(number[0]) if number else 1
        if not 1 <= k <= n - dropped:
            at = number.start() if number else end
            self.refuse(mistakes.CANNOT_KEEP, at, n=n, suffix=written, found=str(k), most=n - dropped)
        return k

    def where(self, dice: Handful, written: str, usual: str) -> Compare:
        """The faces after a mark: a number, which means the usual comparison, or a comparison."""
        at = self.at
        sign = self.take(COMPARISON)
        minus, number = (self.take(SIGN) if dice.values else None), self.take(NUMBER)
        if not number:
            face, beyond = (1, "<=") if written.startswith("r") else (dice.sides, ">=")
            self.refuse(mistakes.WHICH_FACES, at, suffix=written, face=face, sign=beyond)
        value = self.whole(number) * (-1 if minus and minus[0] != "+" else 1)
        if not dice.values and dice.open != "!!" and not 1 <= value <= dice.sides:
            self.refuse(mistakes.NO_SUCH_FACE, number.start(), suffix=written, found=number[0], most=dice.sides)
        return Compare(_plain(sign[0]) if sign else usual, value)

    def more_dice(self, more: int, at: int) -> None:
        self.dice += more
        if self.dice > self.most:
            self.refuse(mistakes.BAD_COUNT, at, most=self.most, found=str(self.dice), few=False)

    def whole(self, number: re.Match[str]) -> int:
        whole = int(number[0])
        if whole > MAX_CONSTANT:
            self.refuse(mistakes.CONSTANT_TOO_BIG, number.start(), most=MAX_CONSTANT)
        return whole

    def take(self, wanted: re.Pattern[str]) -> re.Match[str] | None:
        self.skip_spaces()
        taken = wanted.match(self.text, self.at)
        if taken:
            self.at = taken.end()
        return taken

    def peek(self, sign: str) -> bool:
        self.skip_spaces()
        return self.text.startswith(sign, self.at)

    def skip_spaces(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def compares(self) -> bool:
        """Whether a comparison comes next."""
        self.skip_spaces()
        return bool(COMPARISON.match(self.text, self.at))

    def at_end(self) -> bool:
        self.skip_spaces()
        return self.at == len(self.text)

    def refuse(self, why: Text, at: int, found: str = "", **values: int | str) -> NoReturn:
        """Raise the sentence that points at `at`, quoting what stands there; what other tools write is told in full."""
        stands = found or next(iter(self.text[at:].split()), "")
        if not stands and why is mistakes.NOT_A_TERM:
            why = mistakes.UNFINISHED
        elif why in WRITTEN_ELSEWHERE and (here := self.written_here()):
            why, values = mistakes.OTHERWISE, {"instead": here}
        elif why in mistakes.UNKNOWN:
            why = next((other for written, other in mistakes.KNOWN if written.match(self.text, at)), why)
        raise BadNotation(why, at + 1, found=f"{stands[:12]}…" if len(stands) > 12 else stands, **values)

    def written_here(self) -> str:
        """What to type for a text as other tools write it, if it is then understood."""
        here = "" if self.rewritten else elsewhere.rewritten(self.text)
        if here in ("", self.text.strip()):
            return ""
        try:
            _checked(here, _Reader(here, self.most, rewritten=True))
        except BadNotation:
            return ""
        return here


def _plain(sign: str) -> str:
    """A comparison as it is typed on any keyboard."""
    return {"≥": ">=", "≤": "<=", "==": "="}.get(sign, sign)


def _sign(written: re.Match[str] | None) -> int:
    """−1 where an odd number of signs take away."""
    return -1 if written and len(re.findall("[-−]", written[0])) % 2 else 1


def _of_numbers(part: Node) -> bool:
    """Whether a division is one number by another."""
    return isinstance(part, Divided) and isinstance(part.left, Number)


def _on_one_side(dice: Handful) -> bool:
    """Whether the faces that are rolled again are all above the others, or all below: what is kept is then known."""
    faces = sorted(set(dice.values or range(1, dice.sides + 1)))
    opens = [dice.opens(face) for face in faces]
    return dice.open == "!!" or (dice.open == "!" and (opens == sorted(opens) or opens == sorted(opens, reverse=True)))
