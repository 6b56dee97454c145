"""The laws written down by hand, against every face of every die, and against the kernel's own."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from tablee.dice import Fed, Odds, d10, odds, throw
from tablee.dice.audit import brute
from tablee.errors import TooMany
from tablee.games.deusex import GAME
from tablee.games.deusex.check.checks import Try
from tablee.games.deusex.check.cooperation import contribution, efforts
from tablee.games.deusex.check.open_rolls import RARE, most_rerolls, open_cap, open_faces
from tablee.games.deusex.check.oppositions import Place, compared, opposition, place
from tablee.games.deusex.fight.damage import Harm
from tablee.games.deusex.fight.melee import MAX_OUTCOMES, Blow, Brawl, Foe, joined, melee_round, struck
from tablee.rules.fields import record_of
from tablee.rules.run import expected, planned

KNIFE, FISTS = Harm(1), Harm(1, True)
TWICE = list(product([False, True], repeat=2))


@pytest.mark.parametrize("dice", range(1, 7))
def test_an_open_roll_is_that_of_the_kernel_within_the_bound(dice: int) -> None:
    """DEX-OPEN-01, -02: same totals, same zeros; what differs lies beyond the bound."""
    ours, theirs = odds(open_faces(dice)), odds((dice * d10).open_ended().total_and_count(10, cap=open_cap(dice)))
    assert max(abs(ours.p(found) - theirs.p(found)) for found in {*ours, *theirs}) < Fraction(1, RARE)
    assert ours.total == 10 ** (dice + most_rerolls(dice))


def test_a_roll_beyond_the_bound_counts_for_what_it_shows() -> None:
    """DEX-OPEN-01: odds alone count such rolls together, above all others."""
    faces = [10] * (most_rerolls(1) + 1) + [9]
    assert throw(open_faces(1), Fed(faces)).outcome == (sum(faces), 1)
    assert throw(open_faces(1), Fed(faces[1:])).outcome == (sum(faces[1:]), 1)
    assert max(odds(open_faces(1)))[0] == open_cap(1) == sum(faces[1:]) + 1


@pytest.mark.parametrize(("priority", "difference"), TWICE)
@pytest.mark.parametrize(("a", "b"), [(Try(2, 3, 10), Try(2, 1, 15)), (Try(1, 9, 10), Try(3, 0, 28)), (Try(0), Try(2))])
def test_an_opposition_adds_up_to_the_meeting_of_every_pair(a: Try, b: Try, priority: bool, difference: bool) -> None:
    """DEX-OPP-01…06, DEX-COMBAT-03."""
    question = opposition(a, b, priority, difference)
    assert odds(question) == brute(question)


@pytest.mark.parametrize(("priority", "difference"), TWICE)
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (Try(2, 1, 12, True), Try(1, 4, 10, True)),
        (Try(2, 0, 30, True), Try(2, 0, 2, True)),
        (Try(0), Try(2, open=True)),
    ],
)
def test_open_oppositions_add_up_too(a: Try, b: Try, priority: bool, difference: bool) -> None:
    """DEX-OPP-01…06, DEX-OPEN-01: both margins met pair by pair."""
    pairs: dict[object, int] = {}
    for mine, weight in odds(place(a, priority)).items():
        for theirs, share in odds(place(b, priority)).items():
            met = compared(mine, theirs, difference)
            pairs[met] = pairs.get(met, 0) + weight * share
    found = odds(opposition(a, b, priority, difference))
    assert {met: found.p(met) * sum(pairs.values()) for met in found} == pairs


@pytest.mark.parametrize(
    "attempts",
    [(Try(2, 2, 10),), (Try(1, 3, 6), Try(0, 9), Try(2, -1, 15), Try(1, 0, 4)), (Try(2, -9, 2), Try(2, -30, 12))],
)
def test_efforts_add_up_to_those_of_every_face(attempts: tuple[Try, ...]) -> None:
    """DEX-COOP-01, even where a critical brings less than nothing."""
    question = efforts(attempts, (None,) * len(attempts))
    assert odds(question) == brute(question)


def test_open_efforts_add_up_too() -> None:
    """DEX-COOP-01, DEX-OPEN-01: every Test with every other."""
    attempts = Try(1, 1, 6, open=True), Try(2, 0, 12, open=True), Try(1, -1, 25, open=True)
    sums = {0: 1}
    for attempt in attempts:
        so_far, sums = sums, {}
        for total, weight in odds(contribution(attempt, "")).items():
            for brought, share in so_far.items():
                sums[brought + total] = sums.get(brought + total, 0) + weight * share
    assert odds(efforts(attempts, (None,) * len(attempts))) == Odds(sums)


@pytest.mark.parametrize(("priority", "difference"), TWICE)
def test_fights_are_those_of_their_faces(priority: bool, difference: bool) -> None:
    """DEX-COMBAT-03, -06: one opponent."""
    bout = melee_round(Try(2, 2, 10), Try(2, 1, 12), (KNIFE, FISTS), priority, difference)
    assert odds(bout) == brute(bout)


@pytest.mark.parametrize(("priority", "difference"), TWICE)
def test_fights_of_three_are_those_of_their_faces(priority: bool, difference: bool) -> None:
    """DEX-COMBAT-06."""
    foes = Foe(Try(1, 1, 6), KNIFE), Foe(Try(1, 4, 9), FISTS)
    crowd = Brawl(Try(1, 3, 8), Try(1, 2, 8), (KNIFE, FISTS), foes, priority, difference)
    assert odds(crowd) == brute(crowd)


@pytest.mark.parametrize(("priority", "difference"), TWICE)
@pytest.mark.parametrize(
    ("a", "b", "other"),
    [(Try(2, 1, 18), Try(2, 3, 12), Try(2, 0, 20)), (Try(1, 6, 5, True), Try(1, 4, 9, True), Try(1, 2, 3))],
)
def test_fights_against_two_add_up_meeting_by_meeting(
    a: Try, b: Try, other: Try, priority: bool, difference: bool
) -> None:
    """DEX-COMBAT-06, DEX-OPP-06, DEX-OPEN-01: whoever beats the one who stands alone wounds them."""

    def bout(mine: Place, theirs: Place) -> Blow:
        return struck((FISTS, KNIFE), compared(mine, theirs, difference))

    met: dict[Blow, int] = {}
    for mine, often in odds(place(a, priority)).items():
        bouts, wounds = (odds(place(side, priority)).read(partial(bout, mine)) for side in (b, other))
        for (blow, weight), (wound, share) in product(bouts.items(), wounds.items()):
            found = joined(blow, wound.damage if wound.outcome == "b" else 0)
            met[found] = met.get(found, 0) + often * weight * share
    assert odds(Brawl(a, b, (FISTS, KNIFE), (Foe(other, KNIFE),), priority, difference)) == Odds(met)


def test_a_critical_that_wins_with_less_wounds_nobody() -> None:
    """DEX-OPP-06, DEX-COMBAT-03: the difference is never below 0, not even halved."""
    question = melee_round(Try(3, 0, 25), Try(3, 0, 15), (FISTS, KNIFE), True, True)
    assert throw(question, Fed([10, 10, 2, 6, 6, 6])).outcome == Blow("a")


def test_an_open_roll_may_lead_very_low() -> None:
    """DEX-OPEN-01, DEX-WOUND-03, -04: there is no floor, even for a grenade and every reserve point."""
    scene, action = GAME.scene("youssef", options={"open_rolls": True}), GAME.action("deusex.shoot")
    armed = scene.me.with_changes(weapons=("grenade",), aptitudes={"Athlétisme": 3}, reserve=3)
    scene = replace(scene, cast={**scene.cast, "youssef": armed})
    do = record_of(action.params, {"target": "vigile", "weapon": "grenade", "aptitude": "Athlétisme"}, scene)
    law = expected(action, scene, do, planned({"deusex.bonus": 3}))
    assert max(parts[0].amount("damage") for parts in law) > 1000
    assert sum(law.fractions().values()) == 1


def test_a_brawl_with_too_many_ends_is_played_without_odds() -> None:
    """DEX-COMBAT-06, DEX-OPEN-01: refused before anything is counted; six dice a side against two are not too many."""
    scene, action = GAME.scene("tomas", options={"open_rolls": True}), GAME.action("deusex.melee")
    do = record_of(action.params, {"target": "youssef", "assailants": ("vigile",)}, scene)
    with pytest.raises(TooMany):
        expected(action, scene, do)
    one, armed, six = Try(1, 9, 10, True), Harm(2), Try(6, 1, 15)
    assert throw(Brawl(one, one, (KNIFE, KNIFE), (Foe(one, armed),), False, False), Fed([6, 2, 8])).outcome.also == 14
    law = odds(Brawl(six, six, (KNIFE, armed), (Foe(six, armed),) * 2, False, False))
    assert len(law) <= MAX_OUTCOMES
    with pytest.raises(TooMany):
        odds(Brawl(six, six, (KNIFE, armed), (Foe(six, armed),) * 3, False, False))
