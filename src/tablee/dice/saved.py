"""Rolls made again: the last one, and those that bear a name, which is their note: `d20+5 # épée`, then `épée`.

>>> rolls = remembered({}, parse("d20+5 # Épée"))
>>> str(meant("épée", rolls)), str(meant("again", rolls)), str(meant("3d6", rolls))
('d20+5 # Épée', 'd20+5 # Épée', '3d6')
"""

from __future__ import annotations

from collections.abc import Mapping

from tablee.dice.expression import Expression
from tablee.dice.notation import parse
from tablee.dice.pools import MAX_DICE
from tablee.errors import Unknown
from tablee.text import Text, plain

AGAIN = ("encore", "again")  # what one types for the last roll
LAST = ""  # the name under which it is kept
MAX_NAMED = 50
NOTHING_YET = Text(
    fr="Il n'y a pas encore de lancer à refaire ; écrivez par exemple 3d6+2.",
    en="There is no roll to make again yet; write for example 3d6+2.",
)


def meant(text: str, rolls: Mapping[str, str], most: int = MAX_DICE) -> Expression:
    """The roll that a text asks for: one of these by its name, the last one, or the dice typed, so many at most."""
    name = plain(text)
    if name in AGAIN and name not in rolls:
        name = LAST
    if name == LAST and LAST not in rolls and text.strip():
        raise Unknown(NOTHING_YET)
    return parse(rolls.get(name, text), most)


def remembered(rolls: Mapping[str, str], roll: Expression) -> dict[str, str]:
    """These rolls and one more: the last one, and under its own name, if it has one."""
    named = {name: text for name, text in rolls.items() if name != LAST}
    if name := plain(roll.comment):
        named.pop(name, None)
        named = {**dict(list(named.items())[-MAX_NAMED + 1 :]), name: str(roll)}
    return {**named, LAST: str(roll)}
