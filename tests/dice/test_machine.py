"""Machine: the odds of its merged states are those of its paths, tried one by one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice import Choice, Fed, Odds, Roll, d6, die, procedure, rule, throw, together
from tablee.dice.audit import audit
from tablee.dice.choice import Plan, by_default
from tablee.dice.machine import End, Machine
from tablee.dice.rule import MAX_LEAVES, Reroll, walk
from tablee.dice.throw import Thrower, Unanswered
from tablee.dice.unread import Unread, unread
from tablee.errors import BadRule, TooMany

quick = settings(deadline=None, max_examples=30)
d4 = die(4)
AGAIN = Choice("again", (True, False), False)


class Race(NamedTuple):
    """How far each is, and how many dice are left."""

    mine: int = 0
    theirs: int = 0
    left: int = 3


def race(roll: Roll, now: Race) -> Race | End[int]:
    """Two dice at a time, three times: who is ahead."""
    if not now.left:
        return End((now.mine > now.theirs) - (now.mine < now.theirs))
    mine, theirs = roll(together(d4, d4), by="ana")
    return Race(now.mine + mine, now.theirs + theirs, now.left - 1)


def test_paths_that_meet_are_counted_together() -> None:
    law = Machine[int](race, Race()).odds()
    faces = list(product(range(1, 5), repeat=6))
    won = sum(sum(all_of[:3]) > sum(all_of[3:]) for all_of in faces)
    assert law.p(1) == law.p(-1) == Fraction(won, len(faces))
    assert sum(law.fractions().values()) == 1


def test_what_no_step_reads_may_be_forgotten() -> None:
    def behind(_roll: Roll, now: Race | End[int]) -> Race | End[int]:
        return now if isinstance(now, End) else now._replace(mine=now.mine - now.theirs, theirs=0)

    assert Machine[int](race, Race(), behind).odds() == Machine[int](race, Race()).odds()


def test_an_end_is_forgotten_as_far_as_it_is_not_read() -> None:
    def ahead(_roll: Roll, now: Race | End[int]) -> Race | End[bool]:
        return End(now.outcome > 0) if isinstance(now, End) else now

    assert Machine[bool](race, Race(), ahead).odds().p(True) == Machine[int](race, Race()).odds().p(1)


def test_a_step_may_throw_several_times() -> None:
    """Each way its dice may fall is counted, the last question as the first."""

    def at_once(roll: Roll) -> int:
        first = roll(d4)
        second = roll(d4) if first >= 3 else 0
        return first + second + (roll(d6) if second == 4 else 0)

    def step(roll: Roll, now: int) -> int | End[int]:
        return End(now) if now else at_once(roll)

    assert Machine[int](step, 0).odds() == walk(at_once)


def test_a_step_is_not_the_end() -> None:
    with pytest.raises(BadRule, match="another step follows"):
        Machine[int](lambda roll, _now: roll.then(d6, End), 0).odds()


def test_at_the_table_one_path_is_followed_and_each_die_has_its_owner() -> None:
    thrown = throw(Machine[int](race, Race()), Fed([4, 1, 2, 2, 1, 4]))
    assert thrown.outcome == 0
    assert {roll.by for roll in thrown.rolls} == {"ana"}


def test_a_rule_may_ask_a_machine_in_which_nobody_decides() -> None:
    @rule
    def twice(roll: Roll) -> int:
        return roll(Machine[int](race, Race(left=1))) + roll(d4)

    audit(twice())
    assert throw(twice(), Fed([3, 1, 2])).outcome == 3


class Duel(NamedTuple):
    """A duel of sums, the dice of each unread but for what decides."""

    mine: Unread[tuple[int, int]] | None = None
    sum: int = 0
    theirs: Unread[tuple[int, int]] | None = None
    won: bool = False
    redone: int = 0


TWO = unread(together(d4, d4))


def total(dice: tuple[int, int], bonus: int) -> int:
    return sum(dice) + bonus


def under(dice: tuple[int, int], limit: int) -> bool:
    return sum(dice) < limit


def first(dice: tuple[int, int]) -> int:
    return dice[0]


def duel(roll: Roll, now: Duel) -> Duel | End[int]:
    """Two dice each; who attacks may redo a miss against the same dice; the first die of a hit is the damage."""
    if now.mine is None:
        sum_of_dice, mine = roll(TWO.read(total, 1), by="ana")
        return now._replace(sum=sum_of_dice, mine=mine)
    if now.won:
        return End(roll(now.mine.read(first))[0])
    won, theirs = roll((now.theirs or TWO).read(under, now.sum), by="leo")
    if won:
        return now._replace(won=True, theirs=None)
    if now.redone < 2 and roll.choose("ana", AGAIN):
        return Duel(theirs=theirs, redone=now.redone + 1)
    return End(0)


DUEL = Machine[int](duel, Duel())


def always(_who: str, _choice: Choice[Any]) -> Any:
    return True


def by_hand(redos: int) -> dict[int, Fraction]:
    law: dict[int, Fraction] = {}
    pairs = [(red, white) for red in range(1, 5) for white in range(1, 5)]

    def attacks(left: int, theirs: tuple[int, int], chance: Fraction) -> Iterator[tuple[int, Fraction]]:
        for mine in pairs:
            share = chance / len(pairs)
            if sum(theirs) < sum(mine) + 1:
                yield mine[0], share
            elif left:
                yield from attacks(left - 1, theirs, share)
            else:
                yield 0, share

    for theirs in pairs:
        for damage, chance in attacks(redos, theirs, Fraction(1, len(pairs))):
            law[damage] = law.get(damage, Fraction()) + chance
    return law


@pytest.mark.parametrize(("plan", "redos"), [(by_default, 0), (always, 2)])
def test_dice_read_little_by_little_keep_their_odds(plan: Plan, redos: int) -> None:
    assert DUEL.law_under(plan, MAX_LEAVES).fractions() == by_hand(redos)
    assert walk(lambda roll: DUEL.follow(roll), plan=plan) == DUEL.law_under(plan, MAX_LEAVES)


def test_a_procedure_may_ask_a_machine_under_its_plan() -> None:
    @procedure
    def doubled(roll: Roll) -> int:
        return 2 * roll(DUEL)

    law = walk(lambda roll: roll(doubled()), plan=always)
    assert law.fractions() == {2 * damage: chance for damage, chance in by_hand(2).items()}


def test_people_are_asked_where_the_path_leads() -> None:
    faces = [1, 1, 3, 3, 4, 4]
    with pytest.raises(Unanswered):
        Thrower(Fed(faces), ())(DUEL)
    assert Thrower(Fed(faces), ({"ana": True},))(DUEL) == 4
    assert Thrower(Fed(faces), ({"ana": False},))(DUEL) == 0


@given(st.integers(0, 5), st.lists(st.integers(1, 6), min_size=3, max_size=3))
@quick
def test_unread_dice_show_at_the_table_what_they_show(bonus: int, faces: list[int]) -> None:
    def seen(now: int, then: int) -> int:
        return now + then

    thrown = throw(unread(3 * d6).read(seen, bonus), Fed(faces))
    value, left = thrown.outcome
    assert (value, left.sure, left.fallen) == (sum(faces) + bonus, sum(faces), True)
    assert throw(left.read(seen, 1), Fed([])).outcome[0] == sum(faces) + 1


def test_the_same_dice_known_alike_are_one() -> None:
    def even(value: int) -> bool:
        return value % 2 == 0

    def least(value: int, most: int) -> int:
        return min(value, most)

    half = next(left for value, left in unread(d6).read(even).odds() if value)
    four = next(left for value, left in half.read(least, 6).odds() if value == 4)
    assert four is next(left for value, left in unread(d6).read(least, 6).odds() if value == 4)
    assert half.sure is None
    assert four.sure == 4


def test_dice_are_not_read_twice_from_the_same_state() -> None:
    def odd(value: int) -> bool:
        return value % 2 == 1

    def high(value: int) -> bool:
        return value > 4

    def forgetful(roll: Roll, now: tuple[Any, ...]) -> tuple[Any, ...] | End[int]:
        if len(now) == 3:
            return End(0)
        value, left = roll((now[0] if now else unread(d6)).read(high if now else odd))
        return (*now, value) if now else (left,)

    with pytest.raises(BadRule, match="were read before"):
        Machine[int](forgetful, ()).odds()


def test_a_machine_has_a_budget_and_keeps_the_rules_of_rules() -> None:
    def endless(roll: Roll, now: int) -> int:
        return now + roll(d6)

    with pytest.raises(TooMany):
        Machine[int](endless, 0).odds()
    with pytest.raises(TooMany):
        Machine[int](race, Race()).law_under(by_default, 10)

    def again(_roll: Roll, _now: int) -> int:
        raise Reroll

    for ask in (lambda: Machine[int](again, 0).odds(), lambda: throw(Machine[int](again, 0))):
        with pytest.raises(BadRule, match="may not reroll"):
            ask()

    with pytest.raises(BadRule, match="may not choose"):
        DUEL.odds()

    @rule
    def deciding(roll: Roll) -> int:
        return roll(DUEL)

    with pytest.raises(BadRule, match="may not choose"):
        throw(deciding(), Fed([1, 1, 3, 3, 4, 4]))


def test_a_law_of_one_answer_takes_no_room() -> None:
    sure = Machine[int](lambda _roll, now: End(now), 7)
    assert sure.odds() == Odds({7: 1})
