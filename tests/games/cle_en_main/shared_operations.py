"""What the operations of the Clé en main vectors share: sides, their dice, and how the engine is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tablee.dice import Fed, Odds, Question
from tablee.dice.choice import by_default
from tablee.dice.rule import walk
from tablee.dice.throw import Thrower
from tablee.games.cle_en_main.attack.numbers import ATTACK
from tablee.games.cle_en_main.book import SKILL
from tablee.games.cle_en_main.check import notation
from tablee.games.cle_en_main.check.checks import Side
from tablee.games.cle_en_main.check.side import total_of
from tablee.games.cle_en_main.check.throws import Dice
from tablee.rules.why import Saying, Term

Given = dict[str, Any]
Noted = list[dict[str, Any]]


def option(given: Given, name: str, default: str) -> str:
    return str((given.get("options") or {}).get(name, default))


def terms_of(told: Sequence[Given | str] | None) -> list[str]:
    """The primes or penalties told, by any of their names (CEM-PEN-06)."""
    return [notation.read_term(one["id"] if isinstance(one, dict) else one) for one in told or ()]


def redo_of(side: Given) -> Given | None:
    """The redo a side tells of: `true` and `{}` are one like the first; `false`, null and no key are none."""
    redo = side.get("redo")
    if redo is None or redo is False:
        return None
    return redo if isinstance(redo, dict) else {}


def dice_of(given: Given, side: Given) -> Dice:
    base = option(given, "four_dice_sixes", "at_least_three") == "base_three_only"
    return Dice(side.get("heroic", False), side.get("asset_dice", 0), False, base, side.get("auto11", False))


def added(side: Given, more: Sequence[Term] = (), near: bool = True, saying: Saying = ATTACK) -> int:
    """What the engine adds to the dice of this side."""
    terms = [SKILL(side["skill"]), *more]
    return total_of(
        saying, terms, side.get("circumstances", 0), side.get("mod", 0), near and side.get("near", False)
    ).total


def side_of(given: Given, side: Given, who: str = "a", near: bool = True, more: Sequence[Term] = ()) -> Side:
    return Side(who, added(side, more, near), side["skill"], dice_of(given, side))


def ask(question: Question[Any], dice: Fed, *answers: Given) -> tuple[Any, Callable[[Saying], Noted]]:
    """The answer of the engine, and what it noted under each saying."""
    table = Thrower(dice, answers)
    answer = table(question)
    return answer, lambda saying: [values for about, values in table.notes if about is saying]


def law(question: Question[Any]) -> Odds[Any]:
    """The exact law, nobody deciding anything."""
    return walk(lambda roll: roll(question), plan=by_default)


def kept(dice: Fed, *sides: Given) -> list[Given]:
    """The sides as they stand once tests marked `redo` are redone: the dice first thrown lie before the new ones."""
    standing, place = [], 0
    for side in sides:
        redo = redo_of(side)
        if side.get("perceives", True):
            count = 0 if side.get("auto11") else 3 + bool(side.get("heroic")) + side.get("asset_dice", 0)
            if redo is not None:
                del dice.left[place : place + count]
                bolder = bool(redo.get("heroic")) and not side.get("heroic")
                side = {**side, "heroic": bool(side.get("heroic")) or bolder}
                count += bolder
            place += count
        standing.append(side)
    return standing
