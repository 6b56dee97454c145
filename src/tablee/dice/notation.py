"""parse(): the Expression written in a text such as `3d6+2`, `4d6kh3`, `2d10!` or `3D+1`.

>>> from tablee.dice import Fed, odds, throw
>>> throw(parse("4d6 kh3 + 2").question(), Fed([5, 1, 6, 4])).outcome
17
>>> odds(parse("1D+1 > 5").success()).p(True)
Fraction(1, 3)

`kh`, `kl` keep the highest or lowest dice (`k` is `kh`), `dh`, `dl` drop them; `!` rolls each top face again and adds
it; `r1`, `r<3` roll such faces again as long as they show, `ro<3` once; `5d6c4`, `5d10c>=8`, `6d6c=6` count dice by
their face. `D` without faces is a d6, as the D6 game writes it, `%` stands for a hundred faces, `4dF` are dice that
show −, 0 or +. `*`, `/` (rounded down), parentheses, `max(2d6, d10)` and `min(…)` work as they are read; `d20adv` and
`d20dis` are the higher and the lower of two, and `adv(2d6+1)` the better of two throws of anything.

>>> str(parse("d20 adv + 3")), str(parse("(2d6 + 1) * 2"))
('2d20kh1+3', '(2d6+1)*2')
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import NoReturn

from tablee.dice.expression import Added, Best, Divided, Expression, Node, Number, Times
from tablee.dice.handful import MAX_TERMS, Compare, Handful
from tablee.dice.pools import MAX_DICE, MAX_SIDES
from tablee.errors import BadNotation
from tablee.text import Text

MAX_CHARACTERS = 200
MAX_CONSTANT = 1_000_000
MAX_TOTAL = 1_000_000_000
MAX_DEEP = 8  # parentheses within each other

EMPTY = Text(
    fr="Colonne {column} : il n'y a rien à lancer ; écrivez par exemple 3d6+2.",
    en="Column {column}: there is nothing to roll; write for example 3d6+2.",
)
NO_DICE = Text(
    fr="Colonne {column} : il n'y a aucun dé ; écrivez par exemple 3d6+2.",
    en="Column {column}: there are no dice; write for example 3d6+2.",
)
TOO_LONG = Text(
    fr="Colonne {column} : l'expression est trop longue ; écrivez au plus {most} caractères.",
    en="Column {column}: the expression is too long; write at most {most} characters.",
)
TOO_MANY_TERMS = Text(
    fr="Colonne {column} : il y a trop de termes ; écrivez-en au plus {most}.",
    en="Column {column}: there are too many terms; write at most {most}.",
)
UNFINISHED = Text(
    fr="Colonne {column} : il manque la suite ; écrivez par exemple 3d6+2 ou 3d6>10.",
    en="Column {column}: the rest is missing; write for example 3d6+2 or 3d6>10.",
)
NOT_A_TERM = Text(
    fr="Colonne {column} : « {found} » n'est ni des dés ni un nombre ; écrivez par exemple 3d6 ou 2.",
    en="Column {column}: “{found}” is neither dice nor a number; write for example 3d6 or 2.",
)
NOT_A_LINK = Text(
    fr="Colonne {column} : « {found} » n'est pas compris ; écrivez +, −, *, /, une comparaison comme >14, ou après "
    "des dés soit !, soit r ou ro, puis un seul de k, kh, kl, dh, dl, c, adv et dis.",
    en="Column {column}: “{found}” is not understood; write +, −, *, /, a comparison like >14, or after dice "
    "either !, or r or ro, then only one of k, kh, kl, dh, dl, c, adv and dis.",
)
NOT_CLOSED = Text(
    fr="Colonne {column} : la parenthèse ouverte n'est pas fermée ; écrivez-la, comme dans (2d6+1)*2 ou max(2d6, d10).",
    en="Column {column}: the parenthesis is not closed; write it, as in (2d6+1)*2 or max(2d6, d10).",
)
NOT_OPENED = Text(
    fr="Colonne {column} : après {found} il faut une parenthèse ; écrivez par exemple {found}(2d6, d10).",
    en="Column {column}: after {found} comes a parenthesis; write for example {found}(2d6, d10).",
)
ONE_PART = Text(
    fr="Colonne {column} : {found} porte sur un seul lancer ; écrivez par exemple {found}(2d6+1).",
    en="Column {column}: {found} is about a single throw; write for example {found}(2d6+1).",
)
TOO_DEEP = Text(
    fr="Colonne {column} : il y a trop de parenthèses les unes dans les autres ; écrivez-en au plus {most}.",
    en="Column {column}: there are too many parentheses within each other; write at most {most}.",
)
NOT_A_DIVISOR = Text(
    fr="Colonne {column} : on divise par un nombre entier d'au moins 1 ; écrivez par exemple 3d6/2.",
    en="Column {column}: one divides by a whole number of at least 1; write for example 3d6/2.",
)
TOTAL_TOO_BIG = Text(
    fr="Colonne {column} : le total dépasserait {most} ; multipliez par moins.",
    en="Column {column}: the total would be over {most}; multiply by less.",
)
NO_FACES = Text(
    fr="Colonne {column} : il manque le nombre de faces ; écrivez {dice}6, ou un D majuscule pour des d6.",
    en="Column {column}: the number of faces is missing; write {dice}6, or a capital D for d6s.",
)
BAD_COUNT = Text(
    fr="Colonne {column} : {found} dés ici, c'est {few:trop peu|trop} ; lancez de 1 à {most} dés en tout.",
    en="Column {column}: {found} dice here are too {few:few|many}; roll 1 to {most} dice in all.",
)
BAD_FACES = Text(
    fr="Colonne {column} : un dé à {found} faces, c'est impossible ; écrivez de 1 à {most} faces.",
    en="Column {column}: a die of {found} faces cannot be; write 1 to {most} faces.",
)
ENDLESS = Text(
    fr="Colonne {column} : un dé à une face se relancerait sans fin ; écrivez au moins d2 avant !.",
    en="Column {column}: a die of one face would be rolled again for ever; write at least d2 before !.",
)
HOW_MANY = Text(
    fr="Colonne {column} : {suffix} doit dire combien de dés ; écrivez par exemple {suffix}1.",
    en="Column {column}: {suffix} must say how many dice; write for example {suffix}1.",
)
CANNOT_KEEP = Text(
    fr="Colonne {column} : sur {n} dé{n:|s}, {suffix}{found} est impossible ; écrivez de {suffix}1 à {suffix}{most}.",
    en="Column {column}: of {n} {n:die|dice}, {suffix}{found} cannot be; write {suffix}1 to {suffix}{most}.",
)
WHICH_FACES = Text(
    fr="Colonne {column} : {suffix} doit dire de quelles faces il s'agit ; écrivez par exemple {suffix}{most} ou "
    "{suffix}>=2.",
    en="Column {column}: {suffix} must say which faces are meant; write for example {suffix}{most} or {suffix}>=2.",
)
NO_SUCH_FACE = Text(
    fr="Colonne {column} : sur un d{most}, {suffix}{found} est impossible ; nommez une face de 1 à {most}.",
    en="Column {column}: on a d{most}, {suffix}{found} cannot be; name a face from 1 to {most}.",
)
TOO_OFTEN = Text(
    fr="Colonne {column} : {suffix}{found} relancerait presque toujours ; laissez au moins une face sur dix, ou "
    "écrivez ro.",
    en="Column {column}: {suffix}{found} would nearly always roll again; leave at least one face in ten, or write ro.",
)
ONE_DIE = Text(
    fr="Colonne {column} : {suffix} double un seul dé ; écrivez par exemple d20{suffix}, ou {suffix}(2d6).",
    en="Column {column}: {suffix} doubles a single die; write for example d20{suffix}, or {suffix}(2d6).",
)
ONLY_DIE = Text(
    fr="Colonne {column} : le seul dé ne peut pas être écarté ; lancez-en au moins deux, comme 2d6{suffix}1.",
    en="Column {column}: the only die cannot be dropped; roll at least two, as in 2d6{suffix}1.",
)
CONSTANT_TOO_BIG = Text(
    fr="Colonne {column} : {found} est trop grand ; restez entre −{most} et {most}.",
    en="Column {column}: {found} is too big; stay between −{most} and {most}.",
)
NOT_A_NUMBER = Text(
    fr="Colonne {column} : « {found} » n'est pas un nombre ; comparez à un nombre entier, comme 3d6>10.",
    en="Column {column}: “{found}” is not a number; compare with a whole number, as in 3d6>10.",
)
ONE_COMPARISON = Text(
    fr="Colonne {column} : « {found} » ne peut pas suivre la comparaison ; finissez par une seule, à un nombre "
    "entier, comme 3d6>10.",
    en="Column {column}: “{found}” cannot follow the comparison; end with only one, to a whole number, as in 3d6>10.",
)


SIGN = re.compile(r"[-+−]")
TIMES = re.compile(r"[*×/÷]")
OPENING, CLOSING, BETWEEN = re.compile(r"\("), re.compile(r"\)"), re.compile(r"[,;]")
FUNCTION = re.compile(r"(max|min|adv|dis)(?![a-z0-9])", re.IGNORECASE)
DICE = re.compile(r"([0-9]*)\s*([dD])\s*([0-9]+|%|[fF])?")
AGAIN = re.compile(r"(ro|r)(?![a-z])", re.IGNORECASE)
MARK = re.compile(r"(!)|(kh|kl|dh|dl|k|c)(?![a-z])|(adv|dis)(?![a-z])", re.IGNORECASE)
NUMBER = re.compile(r"[0-9]+")
COMPARISON = re.compile(r">=|<=|[>≥<≤=]")


@lru_cache(maxsize=1024)
def parse(text: str) -> Expression:
    """The expression written in `text`; raises `BadNotation` saying what is wrong, where, and what to write.

    >>> str(parse(" 2 + 3D kl2 ≥ 9 "))
    '3d6kl2+2>=9'
    """
    if len(text) <= MAX_CHARACTERS:
        read = _Reader(text).expression()
        if len(str(read)) <= MAX_CHARACTERS:  # what is kept of a roll is written out, and read again to verify it
            return read
    raise BadNotation(TOO_LONG, min(len(text), MAX_CHARACTERS) + 1, most=MAX_CHARACTERS)


class _Reader:
    """Reads one text from left to right, and knows at which column it is, for error messages."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.dice = self.terms = self.depth = 0
        self.last = 0  # where the last factor begins

    def expression(self) -> Expression:
        if not self.text.strip():
            self.refuse(EMPTY, 0)
        total = self.sum()
        compare = self.comparison()
        if not self.at_end():
            self.refuse(ONE_COMPARISON if compare else NOT_A_LINK, self.at)
        if not self.dice:
            self.refuse(NO_DICE, 0)
        return Expression(total, compare)

    def sum(self) -> Node:
        """Terms between + and −; the first may have a sign too."""
        sign = self.take(SIGN)
        found = [(-1 if sign and sign[0] != "+" else 1, self.product())]
        while sign := self.take(SIGN):
            found.append((1 if sign[0] == "+" else -1, self.product()))
        constant = sum(sign * part.value for sign, part in found if isinstance(part, Number))
        if abs(constant) > MAX_CONSTANT:
            self.refuse(CONSTANT_TOO_BIG, self.last, found=str(constant), most=MAX_CONSTANT)
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
                self.refuse(NOT_A_DIVISOR, at)
            else:
                part = Number(part.value // by.value) if isinstance(part, Number) else Divided(part, by.value)
            if max(-part.low, part.high) > MAX_TOTAL:
                self.refuse(TOTAL_TOO_BIG, sign.start(), most=MAX_TOTAL)
        return part

    def factor(self) -> Node:
        """Dice, a number, something in parentheses, or a function of such things."""
        self.skip_spaces()
        self.last = self.at
        self.terms += 1
        if self.terms > MAX_TERMS:
            self.refuse(TOO_MANY_TERMS, self.at, most=MAX_TERMS)
        if name := self.take(FUNCTION):
            return self.function(name)
        if opening := self.take(OPENING):
            return self.enclosed(opening.start())[0]
        if dice := self.take(DICE):
            return self.handful(dice)
        number = self.take(NUMBER)
        if not number:
            self.refuse(NOT_A_TERM, self.at)
        return Number(self.whole(number))

    def function(self, name: re.Match[str]) -> Node:
        """`max`, `min` of several parts, `adv`, `dis` of one."""
        called = name[1].lower()
        if not self.take(OPENING):
            self.refuse(NOT_OPENED, name.start(), found=called)
        parts = self.enclosed(self.at - 1, several=True)
        highest = called in ("max", "adv")
        if called in ("max", "min"):
            return Best(parts, highest) if len(parts) > 1 else parts[0]
        if len(parts) > 1:
            self.refuse(ONE_PART, name.start(), found=called)
        self.dice *= 2
        if self.dice > MAX_DICE:
            self.refuse(BAD_COUNT, name.start(), most=MAX_DICE, found=str(self.dice), few=False)
        return Best(parts * 2, highest)

    def enclosed(self, opening: int, several: bool = False) -> tuple[Node, ...]:
        """What stands before the closing parenthesis: one part, or several between commas."""
        self.depth += 1
        if self.depth > MAX_DEEP:
            self.refuse(TOO_DEEP, opening, most=MAX_DEEP)
        parts = [self.sum()]
        while several and self.take(BETWEEN):
            parts.append(self.sum())
        if not self.take(CLOSING):
            self.refuse(NOT_CLOSED if self.at_end() else NOT_A_LINK, opening if self.at_end() else self.at)
        self.depth -= 1
        return tuple(parts)

    def handful(self, dice: re.Match[str]) -> Handful:
        count, letter, faces = dice.groups()
        if not faces and letter == "d":
            self.refuse(NO_FACES, dice.end(2), dice=f"{count}d")
        n = int(count or 1)
        if not 1 <= n <= MAX_DICE - self.dice:
            self.refuse(BAD_COUNT, dice.start(), most=MAX_DICE, found=count or "1", few=n < 1)
        self.dice += n
        if faces in ("f", "F"):
            return Handful(n, 3, fate=True)
        sides = 100 if faces == "%" else int(faces or 6)
        if not 1 <= sides <= MAX_SIDES:
            self.refuse(BAD_FACES, dice.start(3), most=MAX_SIDES, found=faces)
        thrown = Handful(n, sides)
        if again := self.take(AGAIN):
            thrown = self.rolled_again(thrown, again)
            mark = None if self.peek("!") else self.take(MARK)
        else:
            mark = self.take(MARK)
        return self.marked(thrown, mark) if mark else thrown

    def rolled_again(self, thrown: Handful, again: re.Match[str]) -> Handful:
        """`r1`, `r<3`, `ro<3`."""
        suffix = again[1].lower()
        at = self.at
        faces = self.faces(suffix, thrown.sides, "=")
        bad = sum(map(faces.holds, range(1, thrown.sides + 1)))
        if suffix == "r" and 10 * (thrown.sides - bad) < thrown.sides:
            self.refuse(TOO_OFTEN, at, suffix=suffix, found=self.text[at : self.at].strip())
        return replace(thrown, again=faces, once=suffix == "ro")

    def marked(self, thrown: Handful, mark: re.Match[str]) -> Handful:
        """`!`, what is kept or dropped, what is counted, the better or worse of two."""
        n = thrown.n
        if mark[1]:
            if thrown.sides == 1:
                self.refuse(ENDLESS, mark.start())
            return replace(thrown, open=True)
        if mark[3]:
            if n > 1:
                self.refuse(ONE_DIE, mark.start(), suffix=mark[3].lower())
            self.dice += 1
            if self.dice > MAX_DICE:
                self.refuse(BAD_COUNT, mark.start(), most=MAX_DICE, found=str(self.dice), few=False)
            return replace(thrown, n=2, keep="kh" if mark[3].lower() == "adv" else "kl", k=1)
        suffix = mark[2].lower()
        if suffix == "c":
            return replace(thrown, count=self.faces(suffix, thrown.sides, ">="))
        number = self.take(NUMBER)
        if not number:
            self.refuse(HOW_MANY, mark.end(2), suffix=suffix)
        most = n - suffix.startswith("d")
        if not most:
            self.refuse(ONLY_DIE, mark.start(), suffix=suffix)
        k = int(number[0])
        if not 1 <= k <= most:
            self.refuse(CANNOT_KEEP, number.start(), n=n, suffix=suffix, found=number[0], most=most)
        return replace(thrown, keep="kh" if suffix == "k" else suffix, k=k)

    def faces(self, suffix: str, sides: int, usual: str) -> Compare:
        """The faces after `c` or `r`: a number, which means the usual comparison, or a comparison."""
        at = self.at
        sign = self.take(COMPARISON)
        number = self.take(NUMBER)
        if not number:
            self.refuse(WHICH_FACES, at, suffix=suffix, most=sides)
        if not 1 <= int(number[0]) <= sides:
            self.refuse(NO_SUCH_FACE, number.start(), suffix=suffix, found=number[0], most=sides)
        return Compare(_plain(sign[0]) if sign else usual, int(number[0]))

    def comparison(self) -> Compare | None:
        mark = self.take(COMPARISON)
        if not mark:
            return None
        sign = self.take(SIGN)
        number = self.take(NUMBER)
        if not number:
            self.refuse(NOT_A_NUMBER, self.at)
        whole = self.whole(number)
        return Compare(_plain(mark[0]), -whole if sign and sign[0] != "+" else whole)

    def whole(self, number: re.Match[str]) -> int:
        whole = int(number[0])
        if whole > MAX_CONSTANT:
            self.refuse(CONSTANT_TOO_BIG, number.start(), most=MAX_CONSTANT)
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

    def at_end(self) -> bool:
        self.skip_spaces()
        return self.at == len(self.text)

    def refuse(self, why: Text, at: int, found: str = "", **values: int | str) -> NoReturn:
        """Raise the sentence that points at `at`, quoting what stands there."""
        stands = found or next(iter(self.text[at:].split()), "")
        if not stands and why in (NOT_A_TERM, NOT_A_NUMBER):
            why = UNFINISHED
        raise BadNotation(why, at + 1, found=f"{stands[:12]}…" if len(stands) > 12 else stands, **values)


def _plain(sign: str) -> str:
    """A comparison as it is typed on any keyboard."""
    return {"≥": ">=", "≤": "<="}.get(sign, sign)
