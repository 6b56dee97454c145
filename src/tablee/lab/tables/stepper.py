"""Stepper: many fights of one cast, one action further: chance is enumerated (`expand`) or sampled (`throw`).

It runs the game's own actions, effects and order of play on watched sheets, and remembers every answer by what was
read: who may act, what is due, what a policy does, the law of an action, the play after it. So the second fight costs
little, and a million fights are a few arrays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from threading import RLock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.dice.choice import Choice, Plan
from tablee.dice.rule import walk
from tablee.dice.throw import Seeded
from tablee.errors import BadInput, BadRule
from tablee.lab.policy import NATURAL, Policy, planned
from tablee.lab.setups import Begin, setup_of
from tablee.lab.tables.changes import UNKNOWN_AMOUNTS, Ended, Fallen, Turns
from tablee.lab.tables.facts import Columns, Fact, PairTable, Taken
from tablee.lab.tables.forms import Forms, Growing, Numbered, Numbers
from tablee.lab.tables.joints import Joints
from tablee.lab.tables.laws import BITS, End, Laws
from tablee.lab.tables.states import Expanded, Landed, States, grouped
from tablee.lab.tables.watch import (
    Reads,
    Ways,
    changed_fields,
    frozen,
    held_by,
    part,
    unwatched,
    watched,
    watched_again,
    watched_play,
    whole,
)
from tablee.rules.action import PLAY, Create, Ending, Part, RolledEffect, Scene, every_way
from tablee.rules.fields import Declared
from tablee.rules.game import Game
from tablee.rules.order import InSteps
from tablee.rules.run import Done, perform, prepared
from tablee.rules.why import Note
from tablee.text import Text

OVER, STUCK = -1, -2  # instead of a deed: one side is left; nobody can do anything
NEWCOMERS = Text(
    fr="Quelqu'un arrive en plein combat : cela se joue un combat à la fois.",
    en="Somebody comes in during the fight: that is played one fight at a time.",
)


class Newcomers(BadInput):
    """An action brings a new combatant in: tables of a fixed cast cannot follow."""


class Deed(NamedTuple):
    """An action of one combatant (or of the play); read on the present scene if it falls due, else on the scene that
    all who act in the same instant read.
    """

    who: str
    action: str
    do: Declared
    due: bool
    law: Fact
    plan: int = 0  # by which decisions are answered, of `Stepper.plans`


class Stepper:
    """The fights of one cast, each person playing by a policy."""

    def __init__(
        self,
        game: Game,
        cast: Mapping[str, Any],
        policies: Mapping[str, Policy],
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.game, self.policies = game, policies
        self.first = game.scene(cast=cast, options=options)
        self.people, self.kind = tuple(cast), type(self.first.play)
        self.place = {**{who: at for at, who in enumerate(self.people)}, PLAY: len(cast)}
        self.plans: Numbered[Plan] = Numbered()  # how decisions are answered: first as everybody's policy says
        self.plan, self.health = self._noted(planned(policies)), setup_of(game.id).health
        self.plans.number("policies", self.plan)
        self.decisions: dict[tuple[str, str, str], Choice[Any]] = {}  # by who was asked, in which action, its id
        self._acting = ""  # the action whose law is being counted
        self.fields = {name: len(cast) + at for at, name in enumerate(self.kind.model_fields)}  # of the play, by column
        self.forms = [Forms() for _ in range(len(cast) + len(self.fields))]
        self.ways: Ways = {}
        self.joints = Joints(self.forms, self.kind)
        self._watched: list[dict[int, Any]] = [{} for _ in cast]
        self.facts: list[Fact] = []
        self.deeds: Numbered[Deed] = Numbered()
        self.changes: Numbered[tuple[Any, ...]] = Numbered()  # what falls on one person: effects, one after the other
        self.changes.number((), ())
        self.patches: Numbered[dict[str, Any] | Any] = Numbered()  # of sheets: fields overwritten, or another sheet
        self.patches.number((), {})
        self.turns = Turns(len(self.fields))
        self.afters: Numbered[Fact] = Numbered()
        self.endings = Forms()  # of actions: who had a part in it, and how it came out for them
        self.falls = Forms()  # of effects on the play
        self.falls.of(Fallen(effects=()))
        self.groups: Numbered[tuple[int, ...]] = Numbered()  # of people who may act, by place
        self.sides: Numbered[str] = Numbered()
        self.sides.number("", "")
        self.laws = Laws(len(cast) + 1)
        self.may_act = self._fact(self._may_act)
        self.due = self._fact(self._due)
        self.next_round = self._fact(self._next_round)
        self.side = [self._fact(partial(self._side, who)) for who in self.people]
        self.moved = [self.move_of(who, policies.get(who, NATURAL)) for who in self.people]
        self.gauges = [self._fact(partial(self._gauges, who)) for who in self.people]
        self.counts: Numbered[tuple[tuple[str, int], ...]] = Numbered()
        self.play_rested = self._fact(self._play_rested)
        self.sheets_rested = (
            [] if game.sheet_at_rest is None else [self._fact(partial(self._sheet_rested, who)) for who in self.people]
        )
        self.played = self._fact(self._play, self._watch_fall, self.falls)
        order = game.order  # its steps, if it tells them apart, are remembered each by itself
        self._marked = order.marked if isinstance(order, InSteps) else order.after
        self.opened = self._fact(partial(self._opened, order)) if isinstance(order, InSteps) else None
        everybody = range(len(cast))
        self.applied = [PairTable(partial(self._apply, at)) for at in everybody]
        self.patched = [PairTable(partial(self._patch, at)) for at in everybody]
        self.read = [PairTable(partial(self._read, at)) for at in everybody]
        self.lock = RLock()  # tables are filled by one thread at a time
        self._clocks = {name: Growing(np.int64) for name in ("round", "instant")}

    # scenes

    def _fact(self, run: Any, watch: Any = None, *more: Forms) -> Fact:
        self.facts.append(Fact([*self.forms, *more], self.joints, watch or self._watch, run))
        return self.facts[-1]

    @property
    def known(self) -> int:
        """How much the tables hold: forms, and answers of rules."""
        return sum(map(len, self.forms)) + sum(map(len, self.facts))

    def _watch_end(self, numbers: Sequence[int], reads: Reads) -> tuple[Scene[Any], Ended]:
        """A scene after an action, and what an order of play may read of its outcome, both watched."""
        *scene, ending = numbers
        return self._watch(scene, reads), watched(self.endings[ending], len(scene), reads)

    def _watch(self, numbers: Sequence[int], reads: Reads) -> Scene[Any]:
        cast = {}
        for at, (who, forms) in enumerate(zip(self.people, self._watched, strict=True)):
            number = numbers[at]
            seen = forms.get(number)
            if seen is None:  # made once for each form of a person: they come back more often than the play
                seen = forms[number] = watched(self.forms[at][number], at, reads)
            cast[who] = watched_again(seen, reads)
        play = watched_play(self.play(numbers), self.fields, self.ways, reads)
        return Scene("", cast, play, self.first.options)

    def _watch_fall(self, numbers: Sequence[int], reads: Reads) -> tuple[Any, Any]:
        """The play, and the effects that fall on it, both watched."""
        *scene, fall = numbers
        return watched_play(self.play(scene), self.fields, self.ways, reads), watched(
            self.falls[fall], len(scene), reads
        )

    def play(self, numbers: Sequence[int]) -> Any:
        """The play of a scene, put together from its fields."""
        held = {name: held_by(self.forms[column][numbers[column]])[name] for name, column in self.fields.items()}
        return whole(self.kind, held)

    def scene(self, states: States, at: int) -> Scene[Any]:
        """One of these moments, as a plain scene."""
        return self.scene_of(states.now, at)

    def scene_of(self, columns: Columns, at: int, who: str = "") -> Scene[Any]:
        """One of these scenes, with `who` as its actor."""
        numbers = [int(column[at]) for column in columns]
        cast = {one: self.forms[place][numbers[place]] for place, one in enumerate(self.people)}
        return Scene(who, cast, self.play(numbers), self.first.options)

    def states_of(self, scenes: Sequence[tuple[Scene[Any], Mapping[str, Any]]]) -> States:
        """These scenes, each with everybody's sheet as the present instant began."""
        rows = [[self.forms[self.place[who]].of(scene.cast[who]) for who in self.people] for scene, _ in scenes]
        plays = [list(self._fields(scene.play).values()) for scene, _ in scenes]
        began = [[self.forms[self.place[who]].of(sheets[who]) for who in self.people] for _, sheets in scenes]
        now = [*np.array(rows, np.int32).T, *np.array(plays, np.int32).T]
        return States(now, list(np.array(began, np.int32).T))

    def _fields(self, play: Any) -> dict[str, int]:
        """The number of each field of a play."""
        return {name: self._field(name, getattr(play, name)) for name in self.fields}

    def _field(self, name: str, value: Any) -> int:
        return self.forms[self.fields[name]].of(part(self.kind, {name: value}))

    # what is asked of a scene: each answer is a number

    def _may_act(self, scene: Scene[Any]) -> int:
        places = tuple(self.place[who] for who in self.game.order.may_act(scene))
        return self.groups.number(places, places)

    def _side(self, who: str, scene: Scene[Any]) -> int:
        """The number of a combatant's side while they stand; 0 once they do not."""
        side = self.game.side(scene, who) if self.game.standing(scene, who) else ""
        return self.sides.number(side, side)

    def _gauges(self, who: str, scene: Scene[Any]) -> int:
        """The number of what a combatant has left in each gauge that is watched in a fight."""
        watched = [(entry.id, entry.value) for entry in self.game.watched(scene, who)]
        left = tuple((id, value) for id, value in watched if isinstance(value, int))
        return self.counts.number(left, left)

    def _due(self, scene: Scene[Any]) -> int:
        due = self.game.order.due(scene)
        if not due:
            return 0
        do = prepared(self.game.action(due[0].action), scene.acting(due[0].who), due[0].params)
        if isinstance(do, Note):
            raise BadRule(f"{due[0].action} falls due and is refused: {do.say('en')}")
        return 1 + self.deed(due[0].who, due[0].action, do, due=True)

    def _move(self, who: str, policy: Policy, scene: Scene[Any]) -> int:
        seen = scene.acting(who)
        for move in policy.moves(self.game, seen, self.health):
            return 1 + self.deed(who, move.action, move.do)
        return 0

    def _next_round(self, scene: Scene[Any]) -> int:
        """The next round on the MJ's word, where nobody finds anything to do."""
        if not self.game.next_round:
            return 0
        do = prepared(self.game.action(self.game.next_round), scene, {})
        return 0 if isinstance(do, Note) else 1 + self.deed(PLAY, self.game.next_round, do, due=True)

    def move_of(self, who: str, policy: Policy) -> Fact:
        """What a combatant would do by this policy: 1 + the number of a deed; 0 if nothing."""
        return self._fact(partial(self._move, who, policy))

    def deed(self, who: str, action: str, do: Declared, due: bool = False, plan: int = 0) -> int:
        """The number of this deed, decisions answered by one of the plans."""
        key = who, action, frozen(do), due, plan
        if key not in self.deeds.numbers:
            law = self._fact(partial(self._law, who, action, do, plan))
            self.deeds.number(key, Deed(who, action, do, due, law, plan))
        return self.deeds.numbers[key]

    def answering(self, who: str, answers: Policy) -> int:
        """The number of the plan by which one combatant answers like this, and the others by their own policies."""
        asked = self._noted(planned({**self.policies, who: answers}))
        return self.plans.number((who, frozen(answers.answers)), asked)

    def _noted(self, plan: Plan) -> Plan:
        """A plan that writes down what is asked, of whom, in which action."""

        def answer(who: str, choice: Choice[Any]) -> Any:
            key = who, self._acting, choice.id
            known = self.decisions.get(key, choice)
            self.decisions[key] = choice if len(choice.options) > len(known.options) else known
            return plan(who, choice)

        return answer

    def _law(self, who: str, id: str, do: Declared, plan: int, scene: Scene[Any]) -> int:
        """What an action may lead to: for each person concerned the effects on them, and who had a part in it."""
        action, acting = self.game.action(id), replace(scene.acting(who), effects=True)

        after = self._after(who, id)

        def kept(ended: Any) -> End:
            outcome = ended.tell() if isinstance(ended, Ending) else ended
            falls: dict[int, list[Any]] = {}
            for effect in outcome.effects:
                if isinstance(effect, Create) or effect.who not in self.place:
                    raise Newcomers(NEWCOMERS)
                falls.setdefault(self.place[effect.who], []).append(effect)
            changes = [(at, self._change(at, tuple(effects))) for at, effects in falls.items()]
            ended = Ended(parts=tuple([Part(one, grade, UNKNOWN_AMOUNTS) for one, grade, _ in outcome.parts]))
            return End(tuple(sorted(changes)), after, self.endings.of(ended))

        self._acting = id
        odds = walk(lambda roll: action.resolve(acting, do, roll), name=id, plan=self.plans[plan], kept=kept)
        return self.laws.add(tuple(odds.items()), odds.total)

    def _change(self, at: int, effects: tuple[Any, ...]) -> int:
        """The number of these effects on one combatant, or on the play."""
        if at == self.place[PLAY]:
            return self.falls.of(Fallen(effects=effects))
        number = self.changes.number(tuple(map(frozen, effects)), effects)
        if (at, number) not in self.laws.ways and any(isinstance(effect, RolledEffect) for effect in effects):
            self.laws.ways[at, number] = [(self._change(at, one), weight) for one, weight in every_way(effects)]
        return number

    def _after(self, who: str, action: str) -> int:
        """The fact of what changes in the play after this action of a combatant."""
        if (who, action) not in self.afters.numbers:

            def run(after: tuple[Scene[Any], Any]) -> int:
                return self._turned(self._marked(after[0], who, action, after[1]))

            self.afters.number((who, action), self._fact(run, self._watch_end, self.endings))
        return self.afters.numbers[who, action]

    def _opened(self, order: InSteps, scene: Scene[Any]) -> int:
        """What changes in the play as the next ones to act begin."""
        return self._turned(order.opened(scene))

    def _play_rested(self, scene: Scene[Any]) -> int:
        """What the game brings back in the play of a scene at rest: counters that nobody compares any more."""
        return self._turned(self.game.play_at_rest(scene))

    def _sheet_rested(self, who: str, scene: Scene[Any]) -> int:
        """What the game brings back on a combatant's sheet, in a scene at rest."""
        assert self.game.sheet_at_rest is not None
        return self._changed(self.game.sheet_at_rest(scene.play, scene.cast[who]))

    def _play(self, falling: tuple[Any, Fallen]) -> int:
        """What effects change in the play."""
        play, fallen = falling
        for effect in fallen.effects:
            play = effect.on(play)
        return self._turned(play)

    def _turned(self, became: Any) -> int:
        """The number of what changes in the play: the fields overwritten."""
        fields = changed_fields(became)
        if fields is None and type(became) is not self.kind:
            raise BadRule(f"a play of {self.game.id} became a {type(became).__name__}: the lab cannot follow")
        overwritten = self.fields if fields is None else fields
        values = {name: self._field(name, held_by(unwatched(became))[name]) for name in overwritten}
        return self.turns.number([values.get(name, -1) for name in self.fields])

    def _changed(self, became: Any) -> int:
        """The number of a patch: the fields overwritten, or a whole other object."""
        fields = changed_fields(became)
        if fields is None:
            return self.patches.number(("whole", frozen(became)), became)
        return self.patches.number(tuple((name, frozen(value)) for name, value in fields.items()), fields)

    # from form to form

    def _apply(self, at: int, change: int, form: int) -> int:
        sheet = self.forms[at][form]
        for effect in self.changes[change]:
            sheet = effect.on(sheet)
        return self.forms[at].of(unwatched(sheet))

    def _patch(self, at: int, patch: int, form: int) -> int:
        fields = self.patches[patch]
        if isinstance(fields, Declared):
            return self.forms[at].of(fields)
        return self.forms[at].of(self.forms[at][form].with_changes(**fields)) if fields else form

    def _read(self, at: int, began: int, now: int) -> int:
        forms = self.forms[at]
        return forms.of(self.game.read_in_instant(forms[began], forms[now]))

    def seen(self, states: States) -> list[Numbers]:
        """The scenes as those who act read them: in a shared instant, as it began."""
        people = len(self.people)
        pairs = zip(self.read, states.began, states.now[:people], strict=True)
        return [*(now if began is now else read(began, now) for read, began, now in pairs), *states.now[people:]]

    # one action further, for many

    def begin(self, action: Begin, cast: Mapping[str, Any] | None = None) -> tuple[States, list[Fraction]]:
        """Every way in which this action opens the fight, and its chance; TooMany if they are too many to list.

        The same people may come with another `cast` of sheets: what rules answered for the first serves again.
        """
        first = self.first if cast is None else replace(self.first, cast=cast)
        states = self.states_of([(first, first.cast)])
        do = self._prepared(action)
        opened = self.expand(states, np.full(1, self.deed(action[1], action[0], do, due=True), np.int32))
        return opened.states, [self.laws.fraction(outcome) for outcome in opened.outcome.tolist()]

    def thrown_openings(self, opening: Begin, seeds: Sequence[int]) -> States:
        """As many fights opened with dice as there are seeds: for openings that are too many to list, such as the
        orders of ten people.
        """
        id, who, _ = opening
        do, action, first = self._prepared(opening), self.game.action(id), self.first.acting(who)
        opened = []
        for seed in seeds:
            done = perform(action, first, do, Seeded(seed), plan=self.plan)
            assert isinstance(done, Done), "a plan answers, and there are dice"
            play = self.game.order.after(done.after, who, id, done.outcome)
            rest = self.game.at_rest(replace(self.first, cast=done.after.cast, play=play))
            opened.append((rest, rest.cast))
        return self.states_of(opened)

    def _prepared(self, opening: Begin) -> Declared:
        """The parameters of the action that opens the fight; BadInput with the rule's sentence if it is refused."""
        id, who, params = opening
        do = prepared(self.game.action(id), self.first.acting(who), params)
        if isinstance(do, Note):
            raise do.refused()
        return do

    def standing(self, columns: Columns) -> NDArray[np.int32]:
        """For each person, the number of the side on which they stand; 0 if they do not."""
        return np.stack([side(columns) for side in self.side])

    def over(self, states: States) -> NDArray[np.bool_]:
        """Which of these moments end their fight: one side stands, or none, and nobody shares the instant any more."""
        rested = states.rested | ~self._anyone_able(states.now)
        sides = self.standing(states.now)
        top, low = sides.max(0), np.where(sides > 0, sides, np.iinfo(np.int32).max).min(0)
        over: NDArray[np.bool_] = rested & (top <= low)
        return over

    def next_deeds(self, states: States) -> Numbers:
        """What happens next in each of these moments: the number of a deed, OVER or STUCK."""
        deeds = np.full(len(states), STUCK, np.int32)
        over = self.over(states)
        deeds[over] = OVER
        live = np.nonzero(~over)[0]
        if not len(live):
            return deeds
        may, due = self.may_act(states.now), self.due(Taken(states.now, live))
        deeds[live[due > 0]] = due[due > 0] - 1
        rest, turn = live[due == 0], 0
        if len(rest):
            seen = self.seen(states)
        while len(rest):
            acting = np.array([group[turn] if turn < len(group) else -1 for group in self.groups.things])[may[rest]]
            silent = [rest[:0]]
            for place in np.unique(acting).tolist():
                here = rest[acting == place]
                if place < 0:
                    moved = self.next_round(Taken(states.now, here))
                else:
                    moved = self.moved[place](Taken(seen, here))
                    silent.append(here[moved == 0])
                deeds[here[moved > 0]] = moved[moved > 0] - 1
            rest, turn = np.concatenate(silent), turn + 1
        return deeds

    def laws_of(self, states: States, deeds: Numbers) -> Numbers:
        """The law of each of these deeds."""
        laws = np.full(len(states), -1, np.int32)
        seen = self.seen(states)
        for here in grouped(deeds):
            deed = self.deeds[int(deeds[here[0]])]
            laws[here] = deed.law(Taken(states.now if deed.due else seen, here))
        return laws

    def expand(self, states: States, deeds: Numbers) -> Expanded:
        """Every outcome of these deeds."""
        laws = self.laws_of(states, deeds)
        counts = self.laws.counts[laws]
        source = np.repeat(np.arange(len(laws)), counts)
        ahead = np.cumsum(counts) - counts
        outcome = np.arange(len(source)) + (self.laws.firsts[laws] - ahead)[source]
        landed = self.land(states.at(source), outcome)
        return Expanded(landed.states, landed.rounds, source, outcome)

    def throw(self, states: States, deeds: Numbers, rng: np.random.Generator) -> Landed:
        """One outcome of each of these deeds, by chance."""
        laws = self.laws_of(states, deeds)
        drawn = rng.integers(0, 1 << BITS, len(laws), np.int64)
        return self.land(states, self.laws.drawn(laws, drawn))

    def land(self, states: States, outcome: NDArray[np.int64]) -> Landed:
        """Where these outcomes lead: effects, then the order of play, then what a scene at rest brings back."""
        now = list(states.now)
        everywhere = np.arange(len(outcome))
        *sheets, plays = [changes.take(outcome) for changes in self.laws.changes]
        for at, changes in enumerate(sheets):
            self._stepped(self.applied[at], now, at, everywhere, changes)
        here = np.nonzero(plays)[0]
        if len(here):
            self._overwrite(now, here, self.played(Taken([*now, plays], here)))
        after = self.laws.afters.take(outcome)
        turn, ended = np.zeros(len(after), np.int32), [*now, self.laws.endings.take(outcome)]
        for here in grouped(after):
            turn[here] = self.afters[int(after[here[0]])](Taken(ended, here))
        self._overwrite(now, everywhere, turn)
        if self.opened is not None:
            self._overwrite(now, everywhere, self.opened(now))
        rounds = np.maximum(self._clock("round", now) - self._clock("round", states.now), 0).astype(np.int32)
        instant = self._clock("instant", now)
        shared = (instant == self._clock("instant", states.now)) & (instant != 0)
        return Landed(self._at_rest(now, states.began, shared), rounds)

    def _stepped(self, step: PairTable, now: list[Numbers], at: int, here: NDArray[Any], changes: Numbers) -> None:
        """Change the sheets of one person in some scenes; 0 changes nothing."""
        some = np.nonzero(changes)[0]
        if len(some):
            now[at], here = now[at].copy(), here[some]
            now[at][here] = step(changes[some], now[at][here])

    def _overwrite(self, now: list[Numbers], here: NDArray[Any], turn: Numbers) -> None:
        """Change the plays of some scenes."""
        for column, values in self.turns.overwriting(turn):
            column += len(self.people)
            if len(here) == len(now[column]):  # all of them, in their order
                now[column] = np.where(values < 0, now[column], values)
            else:
                now[column] = now[column].copy()
                now[column][here] = np.where(values < 0, now[column][here], values)

    def _at_rest(self, now: list[Numbers], began: list[Numbers], shared: NDArray[np.bool_]) -> States:
        """The states, each begun anew unless its instant is shared and not over; those at rest brought back."""
        some = bool(shared.any())
        if some:
            here = np.nonzero(shared)[0]
            shared[here] = self._anyone_able(Taken(now, here))
        rested = np.nonzero(~shared)[0] if some else np.arange(len(shared))
        if len(rested):
            resting = Taken(now, rested)
            turn, patches = self.play_rested(resting), [sheet(resting) for sheet in self.sheets_rested]
            for at, patch in enumerate(patches):
                self._stepped(self.patched[at], now, at, rested, patch)
            self._overwrite(now, rested, turn)
        people = now[: len(self.people)]
        if not some:
            return States(now, people)
        return States(now, [np.where(shared, old, new) for old, new in zip(began, people, strict=True)])

    def _anyone_able(self, now: Columns) -> NDArray[np.bool_]:
        """In which of these scenes at least one combatant may act."""
        may = self.may_act(now)
        return np.array([bool(group) for group in self.groups.things])[may]

    def _clock(self, name: str, now: Columns) -> NDArray[np.int64]:
        """The round, or the instant, of these scenes."""
        column, known = self.fields[name], self._clocks[name]
        known.add([held_by(form)[name] for form in self.forms[column].things[len(known) :]])
        return known.array.take(now[column])
