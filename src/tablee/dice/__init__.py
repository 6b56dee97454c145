"""Dice: pools, rules over them, exact odds, throws. Knows no game and depends on nothing but the standard library.

>>> from tablee.dice import d6, odds, rule
>>> @rule
... def door(roll, score):
...     return roll(d6) <= score
>>> odds(door(2)).p(True)
Fraction(1, 3)
"""

from tablee.dice.choice import Choice
from tablee.dice.odds import Odds
from tablee.dice.pools import Pool, d6, d10, die, difference, sum_of, together
from tablee.dice.question import Question
from tablee.dice.rule import Reroll, Roll, Rule, clear_caches, odds, procedure, rule
from tablee.dice.throw import Dice, Fed, Fresh, Rolled, Seeded, Thrown, throw

__all__ = [
    "Choice",
    "Dice",
    "Fed",
    "Fresh",
    "Odds",
    "Pool",
    "Question",
    "Reroll",
    "Roll",
    "Rolled",
    "Rule",
    "Seeded",
    "Thrown",
    "clear_caches",
    "d6",
    "d10",
    "die",
    "difference",
    "odds",
    "procedure",
    "rule",
    "sum_of",
    "throw",
    "together",
]
