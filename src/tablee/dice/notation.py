"""parse(): the Expression written in a text such as `3d6+2`, `4d6kh3`, `2d10!` or `3D+1`.

>>> from tablee.dice import Fed, odds, throw
>>> throw(parse("4d6 kh3 + 2").question(), Fed([5, 1, 6, 4])).outcome
17
>>> odds(parse("1D+1 > 5").success()).p(True)
Fraction(1, 3)

`kh`, `kl` keep the highest or lowest dice, `dh`, `dl` drop them; `!` rolls each top face again and adds it; `5d6c4`
counts the dice that show 4 or more.
`D` without faces is a d6, as the D6 game writes it, and `%` stands for a hundred faces.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NoReturn

from tablee.dice.expression import MOST_TERMS, Compare, Expression, Handful
from tablee.dice.pools import MOST_DICE, MOST_SIDES
from tablee.errors import BadNotation
from tablee.text import Text

MOST_CHARACTERS = 200
MOST_CONSTANT = 1_000_000

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
    fr="Colonne {column} : « {found} » n'est pas compris ; écrivez +, −, une comparaison comme >14, ou après des dés "
    "un seul de kh, kl, dh, dl, c et !.",
    en="Column {column}: “{found}” is not understood; write +, −, a comparison like >14, or after dice "
    "only one of kh, kl, dh, dl, c and !.",
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
FROM_WHICH_FACE = Text(
    fr="Colonne {column} : c doit dire à partir de quelle face on compte les dés ; écrivez par exemple c{most}.",
    en="Column {column}: c must say from which face dice are counted; write for example c{most}.",
)
NO_SUCH_FACE = Text(
    fr="Colonne {column} : sur un d{most}, c{found} est impossible ; écrivez de c1 à c{most}.",
    en="Column {column}: on a d{most}, c{found} cannot be; write c1 to c{most}.",
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
DICE = re.compile(r"([0-9]*)\s*([dD])\s*([0-9]+|%)?")
SUFFIX = re.compile(r"(!)|(kh|kl|dh|dl|c)\s*([0-9]*)", re.IGNORECASE)
NUMBER = re.compile(r"[0-9]+")
COMPARISON = re.compile(r">=|<=|[>≥<≤=]")


@lru_cache(maxsize=1024)
def parse(text: str) -> Expression:
    """The expression written in `text`; raises `BadNotation` saying what is wrong, where, and what to write.

    >>> str(parse(" 2 + 3D kl2 ≥ 9 "))
    '3d6kl2+2>=9'
    """
    if len(text) > MOST_CHARACTERS:
        raise BadNotation(TOO_LONG, MOST_CHARACTERS + 1, most=MOST_CHARACTERS)
    return _Reader(text).expression()


class _Reader:
    """Reads one text from left to right, and knows at which column it is, for error messages."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.handfuls: list[Handful] = []
        self.constant = 0

    def expression(self) -> Expression:
        if not self.text.strip():
            self.refuse(EMPTY, 0)
        sign = self.take(SIGN)
        self.term(-1 if sign and sign[0] != "+" else 1)
        terms = 1
        while sign := self.take(SIGN):
            terms += 1
            if terms > MOST_TERMS:
                self.refuse(TOO_MANY_TERMS, sign.start(), most=MOST_TERMS)
            self.term(1 if sign[0] == "+" else -1)
        compare = self.comparison()
        if not self.at_end():
            self.refuse(ONE_COMPARISON if compare else NOT_A_LINK, self.at)
        if not self.handfuls:
            self.refuse(NO_DICE, 0)
        return Expression(tuple(self.handfuls), self.constant, compare)

    def term(self, sign: int) -> None:
        if dice := self.take(DICE):
            self.handfuls.append(self.handful(dice, sign))
        elif number := self.take(NUMBER):
            self.constant += sign * self.whole(number)
            if abs(self.constant) > MOST_CONSTANT:
                self.refuse(CONSTANT_TOO_BIG, number.start(), most=MOST_CONSTANT)
        else:
            self.refuse(NOT_A_TERM, self.at)

    def handful(self, dice: re.Match[str], sign: int) -> Handful:
        count, letter, faces = dice.groups()
        if not faces and letter == "d":
            self.refuse(NO_FACES, dice.end(2), dice=f"{count}d")
        n = int(count or 1)
        if not 1 <= n <= MOST_DICE - sum(handful.n for handful in self.handfuls):
            self.refuse(BAD_COUNT, dice.start(), most=MOST_DICE, found=count or "1", few=n < 1)
        sides = 100 if faces == "%" else int(faces or 6)
        if not 1 <= sides <= MOST_SIDES:
            self.refuse(BAD_FACES, dice.start(3), most=MOST_SIDES, found=faces)
        mark = self.take(SUFFIX)
        if not mark:
            return Handful(n, sides, sign=sign)
        if mark[1]:
            if sides == 1:
                self.refuse(ENDLESS, mark.start())
            return Handful(n, sides, "!", sign=sign)
        suffix = mark[2].lower()
        if suffix == "c":
            return Handful(n, sides, suffix, self.lowest_counted(mark, sides), sign)
        if not mark[3]:
            self.refuse(HOW_MANY, mark.end(2), suffix=suffix)
        k = int(mark[3])
        most = n - suffix.startswith("d")
        if not most:
            self.refuse(ONLY_DIE, mark.start(), suffix=suffix)
        if not 1 <= k <= most:
            self.refuse(CANNOT_KEEP, mark.start(3), n=n, suffix=suffix, found=mark[3], most=most)
        return Handful(n, sides, suffix, k, sign)

    def lowest_counted(self, mark: re.Match[str], sides: int) -> int:
        """The face after `c`."""
        if not mark[3]:
            self.refuse(FROM_WHICH_FACE, mark.end(2), most=sides)
        if not 1 <= int(mark[3]) <= sides:
            self.refuse(NO_SUCH_FACE, mark.start(3), found=mark[3], most=sides)
        return int(mark[3])

    def comparison(self) -> Compare | None:
        mark = self.take(COMPARISON)
        if not mark:
            return None
        sign = self.take(SIGN)
        number = self.take(NUMBER)
        if not number:
            self.refuse(NOT_A_NUMBER, self.at)
        whole = self.whole(number)
        return Compare({"≥": ">=", "≤": "<="}.get(mark[0], mark[0]), -whole if sign and sign[0] != "+" else whole)

    def whole(self, number: re.Match[str]) -> int:
        whole = int(number[0])
        if whole > MOST_CONSTANT:
            self.refuse(CONSTANT_TOO_BIG, number.start(), most=MOST_CONSTANT)
        return whole

    def take(self, wanted: re.Pattern[str]) -> re.Match[str] | None:
        self.skip_spaces()
        taken = wanted.match(self.text, self.at)
        if taken:
            self.at = taken.end()
        return taken

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
