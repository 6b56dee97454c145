"""Adventures weighed: evenings played by the policy that is stated come out as they do at a table."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from tablee.adventures.folder import Bound, adventures_of, bound
from tablee.adventures.sketch import sketch
from tablee.adventures.story import Progress
from tablee.errors import BadInput
from tablee.lab.adventures import Evening, Weighing, _Known, weigh
from tablee.lab.weighed import report
from tablee.rules.forms import natural_move
from tablee.rules.game import game_called, games
from tablee.rules.run import expected, prepared
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.state import State
from tablee.table.scenes import scene_of
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.adventure import Choose
from tablee.table.topics.character import Enter
from tablee.table.topics.decision import Answer
from tests.table.everywhere import uncounted
from tests.table.walking import ALONE, FIRST, Walk

__all__ = ["uncounted"]

ALL = [pytest.param(one, id=one.id) for game in games() for one in adventures_of(game).values()]


@pytest.mark.parametrize("book", ALL)
def test_every_adventure_is_weighed_and_the_same_seed_gives_the_same(book: Bound) -> None:
    found = weigh(Weighing(book, evenings=2))
    assert found == weigh(Weighing(book, evenings=2))
    assert sum(one.value for one in found.ends.values()) + found.unfinished.value == pytest.approx(1)
    assert set(found.ends) == set(book.adventure.ends)
    for lang in ("fr", "en"):
        told = report(book, found, lang)
        assert told.policy
        assert all(row.label for row in told.ends)


def test_a_roll_succeeds_as_often_as_its_odds() -> None:
    """The first roll of a sketch, by whoever of its party makes it: within the error that is told."""
    game = game_called("undesix")
    book = bound(sketch(game, "essai"))
    found = weigh(Weighing(book, players=1, evenings=400))
    scene, attempt = next((id, one) for id, it in book.adventure.scenes.items() for one in it.tries if one.roll)
    assert attempt.roll
    who = book.adventure.party[0]
    at, action = game.scene(who, {who: game.ready()[who]}, {}), game.action(attempt.roll.action)
    do = prepared(action, at, attempt.roll.params)
    chance = float(expected(action, at, do).mean(lambda parts: bool(parts[0].grade.good)))  # type: ignore[arg-type]
    good = found.met[f"{scene}/{attempt.id}"].ways["good"]
    assert abs(good.value - chance) < 4 * good.error


def test_kinder_and_harsher_count_its_people_as_for_others() -> None:
    book = adventures_of("undesix")["la-cloche-buissonniere"]
    several = {id for id, one in book.adventure.people.items() if len(set(one.count.values())) > 1}
    scene = next(id for id, it in book.adventure.scenes.items() if several & {one.id for one in it.people})
    counts = []
    for harder in (-1, 0, 3):
        asked = Weighing(book, players=2, at=Progress(scene=scene), harder=harder)
        evening = Evening(_Known(asked), Random(1))
        evening._people()
        counts.append(len(evening.scene.cast))
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_from_a_scene_on_with_sheets_as_they_are() -> None:
    book = adventures_of("undesix")["la-cloche-buissonniere"]
    late = next(id for id, one in reversed(list(book.adventure.scenes.items())) if one.tries)
    hurt = game_called("undesix").ready()["nicolas"]
    found = weigh(Weighing(book, {"nicolas": hurt}, at=Progress(scene=late, been=(late,)), evenings=5))
    assert found.party == ("nicolas",)
    assert all(place.partition("/")[0] not in list(book.adventure.scenes)[:2] for place in found.met)


@pytest.mark.parametrize(("evenings", "harder"), [(0, 0), (20_001, 0), (1, 4)])
def test_what_cannot_be_weighed(evenings: int, harder: int) -> None:
    with pytest.raises(BadInput):
        weigh(Weighing(adventures_of("d6")["cent-marmites"], harder=harder, evenings=evenings))


class ByPolicy(Walk):
    """An evening of one person at a real table, who plays by the policy that weighing states."""

    def answer(self, state: State) -> None:
        waiting = next(one for one in (state.pending, *state.rolling) if one)
        asked = {who: card for who, card in waiting.asked.asked.items() if who not in waiting.answers}
        given = {who: card.default if card.sensible is None else card.sensible for who, card in asked.items()}
        self.do(Answer(answers=given), self.mj)

    def fight(self, state: State) -> None:
        if not self.house.act_by_itself(self.table):
            able = self.game.may_act(scene_of(self.game, state))
            who = next(who for who in able if who in state.heroes)
            move = natural_move(self.game, scene_of(self.game, state, who))
            assert move
            self.do(Act(actor=who, action=move[0].id, params=dict(move[1])), self.mj)

    def choose(self, state: State, seat: str) -> None:
        scene = scene_of(self.game, state, now=True)
        standing = [who for who in state.heroes if self.game.standing(scene, who)]
        if not standing:
            spare = next(who for who in self.book.adventure.party if who not in state.cast)
            self.do(Enter(ready=spare, owner=seat), seat)
            return
        seen = self.house.view(self.table, seat).adventure
        assert seen
        offered = list(seen.choices)
        self.chance.shuffle(offered)
        for one in offered:
            ways = max(1, len(one.ways))
            taken = self.house.submit(
                self.table,
                seat,
                Choose(choice=one.id, who=self.chance.choice(standing), way=self.chance.randrange(ways)),
            )
            if not isinstance(taken, Refusal):
                return
        raise AssertionError("nothing can be tried")


def compared(book: Bound, folder: Path, evenings: int) -> list[str]:
    """The ends that come out otherwise than weighed, beyond the errors of both."""
    ends = Counter[str]()
    for seed in range(evenings):
        house = House(SqliteStore(folder / f"{seed}.db"))
        ends[ByPolicy(house, book, ALONE, seed).walked()] += 1
        house.store.close()
        (folder / f"{seed}.db").unlink(missing_ok=True)
    found = weigh(Weighing(book, players=1, evenings=max(60, evenings)))
    told = []
    for id, one in found.ends.items():
        share = ends[id] / evenings
        spread = sqrt(one.error**2 + max(share * (1 - share), 1 / evenings) / evenings)
        if abs(share - one.value) > 4 * spread:
            told.append(f"{id}: {share:.3f} at the table, {one.value:.3f} ± {one.error:.3f} weighed")
    return told


SHORT = 5  # evenings of each adventure: what comes out never, or always, is noticed


@pytest.mark.parametrize("book", [pytest.param(one, id=one.id) for one in FIRST])
@pytest.mark.usefixtures("uncounted")
def test_what_is_weighed_is_what_comes_out_at_a_table(book: Bound, tmp_path: Path) -> None:
    assert compared(book, tmp_path, SHORT) == []


@pytest.mark.evening
@pytest.mark.parametrize("book", [pytest.param(one, id=one.id) for one in FIRST])
@pytest.mark.usefixtures("uncounted")
def test_what_is_weighed_is_what_comes_out_of_two_thousand_evenings(book: Bound, tmp_path: Path) -> None:
    assert compared(book, tmp_path, 2000) == []
