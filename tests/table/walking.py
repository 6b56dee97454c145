"""People who walk through an adventure at a real table: at random, or steering for one of its ends."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle

from tablee.adventures.folder import Bound, adventures_of
from tablee.adventures.story import BY_END, INSTEAD
from tablee.rules.forms import form, natural_move
from tablee.rules.game import game_called, games
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.state import State
from tablee.table.scenes import TOLD, players_of, progress_of, scene_of
from tablee.table.seen.led import OutcomeLed, TryLed
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.adventure import Choose
from tablee.table.topics.character import Enter
from tablee.table.topics.closing import EndFight
from tablee.table.topics.decision import Answer
from tablee.table.topics.leading import BringAdventurePerson, LeadAdventure, ReadAdventure
from tablee.table.topics.request import Request
from tablee.table.topics.seat import Invite, Join
from tests.table.steering import FAR, Steering

FIRST = [one for game in games() for one in adventures_of(game).values() if one.adventure.first]
EVENINGS = [one for game in games() for one in adventures_of(game).values() if not one.adventure.alone]
ALONE, THREE, LED = "alone", "three", "led"
SEATS = {ALONE: 0, THREE: 2, LED: 2}  # beside the one that keeps the table
MAX_MOVES = 800
LONG = 8  # rounds after which an MJ ends a fight that nobody wins


class Walk:
    """An evening of people by how it is held: they know nothing of the adventure, or steer for one of its ends."""

    def __init__(self, house: House, book: Bound, how: str, seed: int | str, end: str = "") -> None:
        self.house, self.book, self.how = house, book, how
        self.chance, self.game = random.Random(f"{book.id} {how} {seed}"), game_called(book.adventure.game)
        party = book.adventure.party
        held, own = ("mj", "") if how == LED else ("table", party[0])
        self.table, token = house.open_adventure(book, held, "fr", own, trial=how == ALONE)
        self.mj = house.seat(self.table, token)
        self.seats = [self.mj] if own else []
        self.seats += [self.seated(who) for who in party[len(self.seats) :][: SEATS[how]]]
        self.turns = cycle(self.seats)
        self.steering = Steering(book.adventure, players_of(self.state), end) if end else None
        self.taps = self.most_taps = 0  # since the last text; the most between two, outside fights
        self.straight = self.chance.random() < 0.5  # by the nearest way
        self.opened = False  # the fight that an MJ leads

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

    @property
    def lost(self) -> bool:
        """Whether the end that they steer for cannot be reached any more."""
        assert self.state.adventure
        return self.steering is not None and self.steering.distance(progress_of(self.state.adventure)) >= FAR

    def walked(self) -> str:
        """The end that they come to; "" if they never do, or once the one that they steer for is out of reach."""
        for _ in range(MAX_MOVES):
            if self.progress["end"] or self.lost:
                break
            self.move(next(self.turns))
        return str(self.progress["end"])

    def move(self, seat: str) -> None:
        """One tap of somebody, or what happens by itself."""
        state, text = self.state, self.progress.get(TOLD)
        fighting = bool(state.play.get("round"))
        if state.pending or state.rolling:
            self.answer(state)
        elif fighting:
            self.fight(state)
        elif self.how == LED:
            self.lead()
        else:
            self.choose(state, seat)
        self.taps = 0 if fighting or self.progress.get(TOLD) != text else self.taps + 1
        self.most_taps = max(self.most_taps, self.taps)

    def answer(self, state: State) -> None:
        """Somebody is asked something: whatever can be said."""
        waiting = next(one for one in (state.pending, *state.rolling) if one)
        who = next(who for who in waiting.asked.asked if who not in waiting.answers)
        value = self.chance.choice(waiting.asked.asked[who].values)
        self.do(Answer(answers={who: value}), self.mj)

    def fight(self, state: State) -> None:
        if self.how == LED and int(state.play["round"]) > LONG:
            self.do(EndFight(), self.mj)
        elif not self.house.act_by_itself(self.table):
            able = self.game.may_act(scene_of(self.game, state))
            who = next(who for who in able if who in state.heroes or self.how == LED)
            move = natural_move(self.game, scene_of(self.game, state, who))
            assert move
            self.do(Act(actor=who, action=move[0].id, params=dict(move[1])), self.mj)

    def wanted(self, offered: list[str]) -> str:
        """What they would try: the nearest way to the end that they steer for, or in every second evening any way to
        it; anything, where they steer for none.
        """
        assert self.state.adventure
        ways = self.steering.ways(progress_of(self.state.adventure)) if self.steering else {}
        near = [id for id in ways if ways[id] == min(ways.values())]
        return self.chance.choice((near if self.straight else list(ways)) or offered)

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
        agreed = next(iter(state.adventure.votes.values()), None) if state.adventure and self.steering else None
        choice = agreed.choice if agreed else self.wanted([one.id for one in seen.choices])
        self.do(Choose(choice=choice, who=standing), seat)

    def lead(self) -> None:
        """What an MJ does: bring people in, read, ask for the roll, then say what happens."""
        led = self.house.adventure_led(self.table, self.mj, "fr")
        assert led
        for one in led.people:
            if not one.here:
                self.do(BringAdventurePerson(person=one.id, hidden=self.chance.random() < 0.5), self.mj)
        self.do(ReadAdventure(place=led.scene), self.mj)
        if self.progress["fight"]:
            return self.fight_led(led.fight)
        tries = {one.outcomes[0].place.split("/")[1]: one for one in led.tries if one.fits}
        chosen = tries[self.wanted(list(tries))]
        return self.tell(chosen.outcomes, self.rolled(chosen) if chosen.action else "then")

    def rolled(self, one: TryLed) -> str:
        """A roll that the MJ asks somebody for who can make it, and how it came out; where nobody can, it fails."""
        action, able = self.game.action(one.action), self.able()
        self.chance.shuffle(able)
        asked = {**one.params, **{name: self.chance.choice(values)[0] for name, values in one.left}}
        forms = {who: form(self.game, action, scene_of(self.game, self.state, who), asked) for who in able}
        who = next((who for who, filled in forms.items() if filled.refusal is None), "")
        if not who:
            return "bad"
        self.do(Request(action=one.action, params=asked, who=(who,), title=one.label), self.mj)
        id = list(self.state.requests)[-1]
        owner = self.state.cast[who].owner
        self.do(Act(actor=who, action=one.action, params=dict(forms[who].values), request=id), owner)
        while self.state.rolling or self.state.pending:
            self.answer(self.state)
        return "good" if self.state.requests[id].done[who].parts[0].good else "bad"

    def able(self) -> list[str]:
        """The heroes who stand; if none does, a player goes on with another one."""
        state = self.state
        scene = scene_of(self.game, state, now=True)
        standing = [who for who in state.heroes if self.game.standing(scene, who)]
        if standing:
            return standing
        spare = next(who for who in self.book.adventure.party if who not in state.cast)
        self.do(Enter(ready=spare), self.seats[0])
        return [spare]

    def fight_led(self, fight: Sequence[OutcomeLed]) -> None:
        """The MJ opens the fight of the scene; everybody plays it; once it is over, the MJ tells what follows."""
        if not self.opened:
            self.do(LeadAdventure(fight=True), self.mj)
            self.opened = True
            return
        self.opened = False
        assert self.state.ended
        how = BY_END[self.state.ended.what.how]
        led = {one.place.rpartition("/")[2] for one in fight}
        self.tell(fight, how if how in led else INSTEAD[how])

    def tell(self, outcomes: Sequence[OutcomeLed], result: str) -> None:
        """The MJ reads what follows, and lets it happen."""
        chosen = next(one for one in outcomes if one.place.endswith(f"/{result}"))
        for place, _ in chosen.texts[:1]:
            self.do(ReadAdventure(place=place), self.mj)
        self.do(LeadAdventure(outcome=chosen.place), self.mj)
