"""Each première fois walked through a real table by people who choose at random: alone, three seats, with an MJ."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from tablee.adventures.folder import Bound, adventures_of
from tablee.rules.forms import natural_move
from tablee.rules.game import game_called, games
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.state import State
from tablee.table.scenes import TOLD, scene_of
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.adventure import Choose
from tablee.table.topics.character import Enter
from tablee.table.topics.decision import Answer
from tablee.table.topics.leading import BringAdventurePerson, LeadAdventure, ReadAdventure
from tablee.table.topics.seat import Invite, Join

FIRST = [one for game in games() for one in adventures_of(game).values() if one.adventure.first]
ALONE, THREE, LED = "alone", "three", "led"
SEATS = {ALONE: 0, THREE: 2, LED: 2}  # beside the one that keeps the table
MAX_MOVES, MAX_TAPS = 800, 4


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(SqliteStore(tmp_path / "tables.db"))


class Walk:
    """An evening of people who know nothing of the adventure, by how it is held."""

    def __init__(self, house: House, book: Bound, how: str, seed: int | str) -> None:
        self.house, self.book, self.how = house, book, how
        self.chance, self.game = random.Random(f"{book.id} {how} {seed}"), game_called(book.adventure.game)
        party = book.adventure.party
        held, own = ("mj", "") if how == LED else ("table", party[0])
        self.table, token = house.open_adventure(book, held, "fr", own, trial=how == ALONE)
        self.mj = house.seat(self.table, token)
        self.seats = [self.mj] if own else []
        self.seats += [self.seated(who) for who in party[len(self.seats) :][: SEATS[how]]]
        self.turns = cycle(self.seats)
        self.taps = self.most_taps = 0  # since the last text; the most between two, outside fights

    def seated(self, hero: str) -> str:
        invited = self.do(Invite(), self.mj)
        seat = self.house.seat(self.table, invited.token)
        self.do(Join(called=hero), seat)
        self.do(Enter(ready=hero), seat)
        return seat

    def do(self, command: Command, seat: str) -> Submitted:
        told = self.house.submit(self.table, seat, command)
        assert not isinstance(told, Refusal), (self.progress, command, told.say("fr"))
        return told

    @property
    def state(self) -> State:
        return self.house.state(self.table)

    @property
    def progress(self) -> dict[str, object]:
        assert self.state.adventure
        return self.state.adventure.progress

    def walked(self) -> str:
        """The end that they come to; "" if they never do."""
        for _ in range(MAX_MOVES):
            if self.progress["end"]:
                break
            self.move(next(self.turns))
        return str(self.progress["end"])

    def move(self, seat: str) -> None:
        """One tap of somebody, or what happens by itself."""
        state, text = self.state, self.progress.get(TOLD)
        fighting = bool(state.play.get("round"))
        if state.pending:
            who = next(who for who in state.pending.asked.asked if who not in state.pending.answers)
            self.do(Answer(answers={who: self.chance.choice(state.pending.asked.asked[who].values)}), self.mj)
        elif fighting:
            self.fight(state)
        elif self.how == LED:
            self.lead()
        else:
            self.choose(state, seat)
        self.taps = 0 if fighting or self.progress.get(TOLD) != text else self.taps + 1
        self.most_taps = max(self.most_taps, self.taps)

    def fight(self, state: State) -> None:
        if not self.house.act_by_itself(self.table):
            who = next(who for who in self.game.may_act(scene_of(self.game, state)) if who in state.heroes)
            move = natural_move(self.game, scene_of(self.game, state, who))
            assert move
            self.do(Act(actor=who, action=move[0].id, params=dict(move[1])), self.mj)

    def choose(self, state: State, seat: str) -> None:
        scene = scene_of(self.game, state, now=True)
        heroes = [who for who in state.heroes if state.cast[who].owner == seat]
        standing = next((who for who in heroes if self.game.standing(scene, who)), "")
        if not standing:
            spare = next((who for who in self.book.adventure.party if who not in state.cast), "")
            if spare:
                self.do(Enter(ready=spare, owner=seat), seat)
            return  # with nobody left to play one lets the others choose
        seen = self.house.view(self.table, seat).adventure
        assert seen
        assert seen.choices, self.progress
        self.do(Choose(choice=self.chance.choice(seen.choices).id, who=standing), seat)

    def lead(self) -> None:
        """What an MJ does: bring people in, read, then say what happens."""
        led = self.house.adventure_led(self.table, self.mj, "fr")
        assert led
        for one in led.people:
            if not one.here:
                self.do(BringAdventurePerson(person=one.id, hidden=self.chance.random() < 0.5), self.mj)
        self.do(ReadAdventure(place=led.scene), self.mj)
        outcomes = [out for one in led.tries if one.fits for out in one.outcomes]
        begun = any(one.fits and "combat" in out.does for one in led.tries for out in one.outcomes)
        chosen = self.chance.choice([*outcomes, *(led.fight if begun else ())])
        for place, _ in chosen.texts[:1]:
            self.do(ReadAdventure(place=place), self.mj)
        self.do(LeadAdventure(outcome=chosen.place), self.mj)


def walks(house: House, book: Bound, how: str, seeds: range) -> Iterator[Walk]:
    for seed in seeds:
        walk = Walk(house, book, how, seed)
        end = walk.walked()
        assert end in book.adventure.ends, (book.id, how, seed, walk.progress)
        assert book.label(f"end.{end}").say("fr") in told(walk) or how == LED
        yield walk


def told(walk: Walk) -> str:
    seat = walk.seats[-1]
    lines = walk.house.with_sentences(walk.table, walk.house.lines(walk.table, seat), "fr")
    return "\n".join(line.said.told for line in lines if line.said)


@pytest.mark.parametrize("how", [ALONE, THREE, LED])
@pytest.mark.parametrize("book", FIRST, ids=lambda book: book.id)
def test_people_who_know_nothing_come_to_an_end(house: House, book: Bound, how: str) -> None:
    for walk in walks(house, book, how, range(2)):
        assert how != ALONE or walk.most_taps <= MAX_TAPS


@pytest.mark.evening
@pytest.mark.parametrize("how", [ALONE, THREE, LED])
@pytest.mark.parametrize("book", FIRST, ids=lambda book: book.id)
def test_they_come_to_each_of_its_ends(house: House, book: Bound, how: str) -> None:
    found: set[str] = set()
    for walk in walks(house, book, how, range(400)):
        assert how != ALONE or walk.most_taps <= MAX_TAPS
        found.add(str(walk.progress["end"]))
        if found == set(book.adventure.ends):
            return
    raise AssertionError(set(book.adventure.ends) - found)


def test_what_befalls_somebody_is_answered_before_anything_else(house: House) -> None:
    """A shock of DeusEx asks about the reserve: until that is answered nothing is chosen that could spend it too."""
    book = next(one for one in FIRST if one.adventure.game == "deusex")
    for seed in range(20):
        walk = Walk(house, book, ALONE, f"shock {seed}")
        for choice in ("ecrire", "gobelet", "passer"):
            walk.do(Choose(choice=choice), walk.mj)
        walk.do(Choose(choice="tenir"), walk.mj)
        while walk.state.pending and walk.state.pending.asked.action == "deusex.test":
            walk.do(Answer(answers={book.adventure.party[0]: 0}), walk.mj)
        if "reflets" in walk.progress["words"]:  # type: ignore[operator]
            assert walk.state.pending
            assert walk.state.pending.asked.action == "deusex.stress"
            assert isinstance(house.submit(walk.table, walk.mj, Choose(choice="attaquer")), Refusal)
            return
    raise AssertionError("nobody was shaken")
