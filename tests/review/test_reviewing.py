"""Fights read again: chances beside fights thrown by `perform` and beside brute force; sums, moments, costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from tablee.lab.fights import Estimate, wilson
from tablee.review import steps as cut
from tablee.review.chances import Deed, Place, chance_of, thrown_by_hand
from tablee.review.evening import Fought
from tablee.review.reviewing import Review, reviewed
from tablee.review.steps import attempt_of, steps_of
from tablee.rules.game import games
from tablee.rules.playing import Midway
from tablee.rules.run import Progress
from tests.lab.brute import Moment, _followed
from tests.review.played import Table, fought, naturally

GAMES = sorted(games())
ONE_AND_LATER = ["undesix", *(pytest.param(game, marks=pytest.mark.evening) for game in GAMES if game != "undesix")]


def total(review: Review) -> float:
    moved = (review.luck, review.ours, review.theirs, review.word)
    return review.points[0].wins.value + sum(one.value for one in moved)


@pytest.mark.parametrize("game", ONE_AND_LATER)
def test_start_luck_and_choices_make_the_end(game: str, tmp_path: Path) -> None:
    fight = fought(game, tmp_path)
    seen = list[tuple[int, int]]()
    review = reviewed(fight, lambda done, known: seen.append((done, known)))
    assert review is not None
    assert total(review) == pytest.approx(review.end.value, abs=1e-9)
    assert review.end == Estimate(float(fight.end or 0))
    assert [point.n for point in review.points] == [turn.line.n for turn in fight.turns]
    assert seen[-1][0] == seen[-1][1] > len(review.points)
    for one in review.moments:
        assert abs(one.moved) > 3 * hypot(one.before.error, one.after.error)
        assert one.kind in ("luck", "ours")


def places(fight: Fought) -> list[Place]:
    return list(dict.fromkeys(step.start for step in steps_of(fight)))


def agrees(place: Place, fights: int) -> None:
    """Our chance from a place is what fights thrown with `perform` from there give, within four combined errors."""
    found = chance_of(place)
    share = sum(thrown_by_hand(place, fights, seed=7)) / fights
    assert abs(found.value - share) <= 4 * hypot(found.error, wilson(share, fights)), (found, share)


@pytest.mark.parametrize("game", ONE_AND_LATER)
def test_a_point_agrees_with_fights_thrown_by_perform(game: str, tmp_path: Path) -> None:
    some = places(fought(game, tmp_path))
    agrees(some[len(some) * 3 // 4], 30)


@pytest.mark.evening
@pytest.mark.parametrize("game", GAMES)
def test_every_point_agrees_with_fights_thrown_by_perform(game: str, tmp_path: Path) -> None:
    for place in places(fought(game, tmp_path)):
        agrees(place, 40)


def by_brute_force(place: Place) -> tuple[float, float]:
    """Our chance with every moment stepped afresh on plain sheets: what was won, and that with all that still goes on
    when we stop.
    """
    game, first = place.midway.game, Moment(place.midway.scene, place.midway.began)
    ahead, known = dict[Any, list[tuple[Any, float]]](), {first.key: first}
    going, won = {first.key: 1.0}, 0.0
    while sum(going.values()) > 1e-3:
        following = dict[Any, float]()
        for key, share in going.items():
            if key not in ahead:
                found = [(there, there.key, float(chance)) for there, chance in _followed(game, {}, known[key])]
                known |= {led: there for there, led, _ in found}
                ahead[key] = [(led, chance) for _, led, chance in found]
            if not ahead[key]:
                up = {who for side in game.sides(known[key].scene, standing=True).values() for who in side}
                won += share * (any(who in up for who in place.sides[0]) and not up & set(place.sides[1]))
            for led, chance in ahead[key]:
                following[led] = following.get(led, 0.0) + share * chance
        going = following
    return won, won + sum(going.values())


@pytest.mark.evening
def test_exact_points_equal_brute_force(tmp_path: Path) -> None:
    place = places(fought("undesix", tmp_path))[-2]
    found, (least, most) = chance_of(place), by_brute_force(place)
    assert not found.error
    assert least - 1e-9 <= found.value <= most + 1e-9


@pytest.mark.parametrize("game", ONE_AND_LATER)
def test_what_dice_may_show_is_worth_what_came_before_them(game: str, tmp_path: Path) -> None:
    """The mean over every face of the first die of an action is our chance before it."""
    fight = fought(game, tmp_path)
    turn = [turn for turn in fight.turns if turn.what.rolls and len(turn.what.rolls[0].faces) < 3][-1]
    place = next(step.start for step in steps_of(fight) if step.turn is turn)
    attempt, roll = attempt_of(fight.game, turn), turn.what.rolls[0]
    deed, answers = Deed(attempt.action, attempt.do, attempt.scene), cut.cards_before(turn, attempt, 0)
    before = replace(deed, known=Progress((), turn.what.answers[:answers]))
    known = Progress((roll,), turn.what.answers[:answers])
    count = len(roll.faces)
    falls = [
        (one,) if count == 1 else (one, two) for one in range(1, roll.sides + 1) for two in range(1, roll.sides + 1)
    ]
    after = [replace(deed, known=replace(known, rolls=(replace(roll, faces=faces),))) for faces in dict.fromkeys(falls)]
    one, two = (chance_of(replace(place, deeds=tuple(deeds)), fights=600) for deeds in ([before], after))
    assert abs(one.value - two.value) <= max(1e-9, 4 * hypot(one.error, two.error))


@pytest.mark.evening
def test_the_die_that_turned_it_is_told_by_its_threshold(tmp_path: Path) -> None:
    """Whatever moment a fight has, the chance told for other falls is that of these falls."""
    turned = [one.turned for review in _reviews(tmp_path, "undesix", 3) for one in review.moments if one.turned]
    assert turned
    for one in turned:
        assert 1 <= one.total <= 6
        assert (one.fell < one.total) if one.or_more else (one.fell > one.total)


def _reviews(folder: Path, game: str, count: int) -> Iterator[Review]:
    for number in range(count):
        own = folder / str(number)
        own.mkdir()
        review = reviewed(fought(game, own, naturally))
        if review:
            yield review


def costs_by_chance(folder: Path, game: str, fights: int, patch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Of the choices of our side in fights that everybody plays naturally, valued though nothing was chosen against the
    natural way: how many are told as costs, and how many there are.
    """
    patch.setattr(cut, "_natural", lambda _game, _attempt: False)
    told = choices = 0
    for number in range(fights):
        own = folder / str(number)
        own.mkdir()
        fight = fought(game, own, naturally)
        review = reviewed(fight)
        if review:
            choices += sum(step.kind == "ours" for step in steps_of(fight))
            told += sum(one.kind == "ours" and one.moved < 0 for one in review.moments)
    return told, choices


@pytest.mark.evening
def test_natural_play_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, choices = costs_by_chance(tmp_path, "undesix", 2, monkeypatch)
    assert choices > 5
    assert told == 0


@pytest.mark.evening
@pytest.mark.parametrize("game", GAMES)
def test_choices_told_as_costs_by_chance(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, choices = costs_by_chance(tmp_path, game, 50 if game == "undesix" else 4, monkeypatch)
    assert told <= 0.02 * choices


def test_a_short_fight_has_no_review(tmp_path: Path) -> None:
    table = Table("undesix", tmp_path)
    table.to_the_end()
    (fight,) = table.fights
    assert reviewed(replace(fight, turns=fight.turns[-3:])) is None


def test_an_action_begun_is_worth_what_it_leads_to(tmp_path: Path) -> None:
    """Holding one's blow is worth less than striking, from the same moment."""
    fight = fought("undesix", tmp_path)
    hold = fight.game.action("undesix.hold")
    turn = next(turn for turn in fight.turns if turn.what.actor in steps_of(fight)[0].start.sides[0])
    place = next(step.start for step in steps_of(fight) if step.turn is turn)
    midway: Midway = place.midway
    deed = Deed(hold, hold.params(), midway.seen_by(turn.what.actor))
    held, struck = chance_of(replace(place, deeds=(deed,)), fights=2000), chance_of(place, fights=2000)
    assert held.value < struck.value
