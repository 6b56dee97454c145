"""The exact odds of an action as people read them: success, verdicts, others, where an amount begins to matter."""

from __future__ import annotations

from fractions import Fraction

from tablee.dice.odds import Odds
from tablee.rules.action import Grade, part
from tablee.rules.chances import Threshold, beside, by_amount, success, verdicts
from tablee.rules.run import Parts
from tablee.text import Text

HIT, DOWN = Grade("hit", Text("touché", "hit"), True), Grade("down", Text("à terre", "down"), True, rank=1)
MISSED, FUMBLE = Grade("missed", Text("manqué", "missed"), False), Grade("fumble", Text("aïe", "ouch"), False, rank=1)
WINS, LOSES = Grade("wins", Text("l'emporte", "wins"), True), Grade("loses", Text("perd", "loses"), False)

STRIKE: Odds[Parts] = Odds(
    {
        (part("wolf", MISSED),): 2,
        (part("wolf", HIT, damage=0),): 1,
        (part("wolf", HIT, damage=3),): 3,
        (part("wolf", DOWN, damage=5),): 2,
    }
)


def test_success_is_that_of_the_first_part() -> None:
    contest: Odds[Parts] = Odds(
        {(part("ana", LOSES), part("wolf", WINS)): 2, (part("ana", WINS), part("wolf", LOSES)): 1}
    )
    assert success(contest) == Fraction(1, 3)
    assert success(STRIKE) == Fraction(3, 4)
    assert success(Odds({(): 1})) == 0


def test_of_several_targets_one_is_enough() -> None:
    both: Odds[Parts] = Odds(
        {
            (part("wolf", MISSED), part("ogre", HIT)): 1,
            (part("wolf", HIT), part("ogre", MISSED)): 1,
            (part("wolf", MISSED), part("ogre", MISSED), part("ana", HIT)): 2,
        }
    )
    assert success(both, ("wolf", "ogre")) == Fraction(1, 2)


def test_verdicts_go_from_the_best_to_the_worst() -> None:
    law: Odds[Parts] = Odds({(part("wolf", grade),): 1 for grade in (MISSED, HIT, FUMBLE, DOWN)})
    assert [one.grade for one in verdicts(law)] == [DOWN, HIT, MISSED, FUMBLE]
    assert [one.chance for one in verdicts(STRIKE)] == [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]


def test_others_are_told_unless_the_verdict_tells_them() -> None:
    contest: Odds[Parts] = Odds(
        {(part("ana", LOSES), part("wolf", WINS)): 1, (part("ana", WINS), part("wolf", LOSES)): 1}
    )
    assert beside(contest) == ()
    spell: Odds[Parts] = Odds(
        {
            (part("ana", LOSES),): 6,
            (part("ana", WINS), part("wolf", HIT)): 2,
            (part("ana", WINS), part("wolf", MISSED)): 1,
        }
    )
    [wolf] = beside(spell)
    assert (wolf.who, wolf.reached) == ("wolf", Fraction(1, 3))
    assert [(one.grade, one.chance) for one in wolf.verdicts] == [(HIT, Fraction(2, 3)), (MISSED, Fraction(1, 3))]


def test_a_miss_has_no_damage_and_the_highest_grade_begins_somewhere() -> None:
    [damage] = by_amount(STRIKE)
    assert damage.none == Fraction(1, 4)
    assert damage.law.p(0) == Fraction(3, 8)
    assert damage.threshold == Threshold(5, DOWN)


def test_where_a_margin_decides_success_begins_there() -> None:
    law: Odds[Parts] = Odds(
        {(part("ana", HIT if margin >= 0 else MISSED, margin=margin),): 1 for margin in range(-2, 4)}
    )
    assert by_amount(law)[0].threshold == Threshold(0, HIT)
    blurred: Odds[Parts] = Odds({(part("ana", HIT, margin=-1),): 1, (part("ana", MISSED, margin=2),): 1})
    assert by_amount(blurred)[0].threshold is None
