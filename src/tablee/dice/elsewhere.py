"""What other tools write, and how it is written here: a text that was refused, put in our words where there are some.

>>> rewritten("5d10even"), rewritten("1d20+5 adv"), rewritten("{1d6,1d8}cs>3")
('5d{0,1,0,1,0,1,0,1,0,1}', '1d20adv+5', '1d6c>3+1d8c>3')
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from tablee.dice.handful import Compare
from tablee.dice.pools import MAX_SIDES

LONGEST = 20  # faces of a die that are still written one by one
WHERE = r"(?:[<>=]=?)?\s*[0-9]+"
DICE = r"[0-9]*d[0-9]+"
Rewriting = str | Callable[[re.Match[str]], str]


def own_faces(dice: str, value: Callable[[int], int]) -> str:
    """Dice such as `2d6` with another value on each face."""
    n, _, sides = dice.lower().partition("d")
    return f"{n}d{{{','.join(str(value(face)) for face in range(1, min(int(sides), MAX_SIDES) + 1))}}}"


def parity(found: re.Match[str]) -> str:
    odd = found[2].lower() == "odd"
    return own_faces(found[1], lambda face: int(face % 2 == odd)) if short(found[1]) else found[0]


def dropped_by_face(found: re.Match[str]) -> str:
    """`4d6k>3` keeps the dice over 3, `4d6p1` drops those that show 1: elsewhere the others count nothing."""
    dice, what, sign, number = found.groups()
    holds = Compare({"": "=", "==": "="}.get(sign, sign), int(number)).holds
    kept = what.lower() == "k"
    return own_faces(dice, lambda face: face if holds(face) == kept else 0) if short(dice) else found[0]


def faces_left(found: re.Match[str]) -> str:
    """`2d8r1r3`: the faces that stay."""
    n, _, sides = found[1].partition("d")
    again = re.findall("[0-9]+", found[2])
    left = [str(face) for face in range(1, min(int(sides), LONGEST) + 1) if str(face) not in again]
    return f"{n}d{{{','.join(left)}}}" if left and short(found[1]) else found[0]


def remainder(found: re.Match[str]) -> str:
    if not short(found[1]) or not int(found[2]):
        return found[0]
    return own_faces(found[1], lambda face: face % int(found[2]))


def places(found: re.Match[str]) -> str:
    """`1@3d6`, `{1,2}@3d6`: the dice at these places, counted from the highest."""
    asked = [int(place) for place in re.findall("[0-9]+", found[1])]
    return f"{found[2]}kh{len(asked)}" if asked == list(range(1, len(asked) + 1)) else found[0]


def middle(found: re.Match[str]) -> str:
    """The middle is not kept here; that and what is above it is."""
    k, n = int(found[1]), int(found[2])
    return f"{n}d{found[3]}kh{(n + k) // 2}"


def each_compared(found: re.Match[str]) -> str:
    """`{d20,d20}>10`, `{d6,d8}cs>3`, `{5d6!!}>8`: each result is compared, with a number that counts too in Roll20."""
    parts, sign, number = [part.strip() for part in found[1].split(",")], found[3], found[4]
    where = f"c{sign}{number}" if found[2] else f"c{sign.rstrip('=')}={number}"
    if len(parts) > 1 and len(set(parts)) == 1 and re.fullmatch("1?d[0-9]+", parts[0]):
        parts = [f"{len(parts)}d{parts[0].partition('d')[2]}"]
    return "+".join(f"{part}{where}" for part in parts)


def with_failures(found: re.Match[str]) -> str:
    """`10d6<4f>5`: in Roll20 the number itself counts."""
    dice, *wheres = found.groups()
    whole = [re.sub("([<>])(?!=)", r"\1=", where) for where in wheres]
    return f"{dice}c{whole[0]}f{whole[1]}"


def multiplied(found: re.Match[str]) -> str:
    by = Fraction(found[1].replace(",", "."))
    return f"*{by.numerator}" + (f"/{by.denominator}" if by.denominator > 1 else "")


def short(dice: str) -> bool:
    return int(dice.lower().partition("d")[2]) <= LONGEST


REWRITTEN: tuple[tuple[str, Rewriting], ...] = (
    (r"^\s*(?:!r(?:oll)?|/\w+|output)\s+(?=[0-9(]*d?[0-9%{(])", ""),  # /gmroll and its like: dice for some
    (r"^\s*!(?:rr|multiroll)\s+([0-9]+)\s+", r"\1x"),
    (r"^\s*!(?:rrr|iterroll)\s+([0-9]+)\s+(\S+)\s+([0-9]+)", r"\1x\2>=\3"),
    (r"^\s*([0-9]+)(?:\s+|#)(?=[0-9]*d[0-9])", r"\1x"),
    (r"\[\[\s*([^\[\]]*?)\s*\]\](?=.)", r"(\1)"),
    (r"\[\[\s*([^\[\]]*?)\s*\]\]", r"\1"),
    (r"[@?]\{[^{}]*\}|@[a-z][\w.]*|<[a-z]\w*>|(?<=[-+*/])\s*\{\s*[a-z_]\w*\s*\}", "3"),
    (rf"\[\s*explode\s+({DICE})\s*\]", r"\1!"),
    (r"\[\s*absolute\s+([^\[\]]+)\]", r"abs(\1)"),
    (r"\[\s*middle\s+([0-9]+)\s+of\s+([0-9]{1,4})d([0-9]+)\s*\]", middle),
    (rf"(\{{[0-9, ]+\}}|[0-9]+)\s*@\s*({DICE})", places),
    (r"d\(\s*1?d([0-9]+)\s*\)", r"d\1"),
    (r"^\s*1?(d[0-9]+)(d[0-9]+)", r"(\1)\2"),
    (r"([0-9]*)dc\b", r"\1d{0,1}"),
    (rf"({DICE})(even|odd)\b", parity),
    (rf"({DICE})([kp])\s*([<>=]=?)\s*([0-9]+)", dropped_by_face),
    (rf"({DICE})(p)()([0-9]+)", dropped_by_face),
    (rf"({DICE})((?:r=?[0-9]+){{2,}})", faces_left),
    (rf"({DICE})ro=?1ro=?2(?![0-9])", r"\1ro<=2"),
    (rf"({DICE})[ex!]([0-9]+)[ex!][0-9]+", r"\1!>=\2"),
    (rf"({DICE})(?:xo|eo|ra)\s*({WHERE})?(?![a-z])", lambda found: f"{found[1]}!{found[2] or ''}"),
    (r"1?(d[0-9]+)\s*%\s*([0-9]+)", remainder),
    (rf"({DICE})s[ad]?(?![a-z])", r"\1"),
    (rf"([0-9]*d([0-9]+))mt?\s*(?:{WHERE})?(?:{WHERE})?(?![a-z])", r"\1c=\2"),
    (rf"({DICE})m[sf]\s*[<>=]*\s*([0-9]+)", r"\1-\2"),
    (rf"({DICE}cs?\s*{WHERE})\s*df\s*({WHERE})", r"\1f\2"),
    (rf"^({DICE})df\s*({WHERE})", r"-\1c\2"),
    (rf"({DICE})cf\s*({WHERE})", r"\1c\2"),
    (rf"({DICE})\s*([<>=]=?\s*[0-9]+)f([<>=]*[0-9]+)", with_failures),
    (r"\{\s*([^{}+]*?)\s*\}\s*(cs?)?\s*([<>]=?|=)\s*([0-9]+)", each_compared),
    (r"\(\s*(1?d[0-9]+)\s*([<>]=?|=)\s*([0-9]+)\s*\)", r"\1c\2\3"),
    (r"(?<![a-z])\(([^()]*,[^()]*)\)(?=\s*[kd])", r"{\1}"),
    (r"\bclamp\(([^(),]+),([^(),]+),([^(),]+)\)", r"min(max(\1,\2),\3)"),
    (r"\*\s*([0-9]{1,4}\.[0-9]{1,2})(?![0-9])", multiplied),
    (r"^\s*([0-9]{1,4}[.,][0-9]{1,2})\s*\*\s*([^-+]+)$", lambda found: found[2] + multiplied(found)),
    (r"^\s*1?d20([^a-z]*?)\s+e(?:lven)?adv\b", r"3d20kh1\1"),
    (r"^\s*1?d20([^a-z]*?)\s+(adv|dis)\w*\s*", r"1d20\2\1"),
    (r"^(.*[0-9)\]}])\s+(?:vs\.?|contre|dc)\s*([0-9]+)\s*$", r"\1>=\2"),
    (r"^([^#]*[0-9)\]}])\s+(?=[^\W\d_]{3})(?!named\b)", r"\1 # "),
)
PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), by) for pattern, by in REWRITTEN)


def rewritten(text: str) -> str:
    """The text as it would be written here; the same where it holds nothing that we know from elsewhere."""
    for pattern, by in PATTERNS:
        text = pattern.sub(by, text)
    return text.strip()
