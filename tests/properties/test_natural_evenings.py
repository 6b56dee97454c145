"""Whole evenings by natural moves: nothing that is proposed is refused, and whoever is waited for can do something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from tablee.dice import Seeded
from tablee.errors import BadInput
from tablee.rules.action import Action, Scene
from tablee.rules.ends import ends_of
from tablee.rules.forms import Form, form, usual
from tablee.rules.game import Game, games
from tablee.rules.playing import Playthrough
from tablee.rules.run import prepared
from tablee.rules.why import Note

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
TURNS = 40  # actions of a fight, at most
AFTERWARDS = 6  # actions once it is over


@dataclass
class Evening:
    """The first scene of a game played by people who do any of what is proposed to them; then what ends an evening."""

    game: Game
    seed: int
    refused: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = Random(f"{self.game.id} {self.seed}")
        self.played = Playthrough.first_scene(self.game, Seeded(self.seed))

    def play(self) -> None:
        """The fight, then what people do once it is over, then the steps by which a session and a scenario end."""
        for _ in range(TURNS):
            if self.played.over or not self.played.may_act:
                break
            self.one_turn(self.chance.choice(self.played.may_act))
        ending = ends_of(self.game.id).action
        if ending and self.played.scene.play.round and self.game.action(ending).refuse(self.played.scene, None) is None:
            self.act("", self.game.action(ending), {})
        if not self.played.scene.play.round:
            for _ in range(AFTERWARDS):
                self.one_turn(self.chance.choice([*self.played.scene.cast]), waited_for=False)
        self.end()

    def one_turn(self, who: str, waited_for: bool = True) -> None:
        """Somebody does one of the things proposed to them, now and then otherwise than proposed."""
        scene = self.played.seen_by(who)
        actions = usual(self.game, scene, mj=False)
        if not actions:
            if waited_for:
                self.refused.append(f"{who} is waited for and has nothing to do")
            return
        forms = [form(self.game, action, scene, mj=False) for action in actions]
        forms = [one for one in forms if self.accepted(who, one, scene)]
        if forms:
            chosen = forms[0] if self.chance.random() < 0.5 else self.chance.choice(forms)
            self.act(who, chosen.action, self.otherwise(chosen, scene))

    def accepted(self, who: str, proposed: Form, scene: Scene[Any]) -> bool:
        """Whether an action is accepted as it is proposed; one that neither its form nor the MJ would mend is told."""
        if proposed.refusal and not any(self.mended(proposed, scene)):
            self.refused.append(f"{who}: {proposed.action.id} {proposed.values}: {proposed.refusal.say('en')}")
        return proposed.refusal is None

    def mended(self, proposed: Form, scene: Scene[Any]) -> Iterator[bool]:
        """Whether each single other choice of a form would be accepted, those that the MJ alone makes included."""
        whole = form(self.game, proposed.action, scene, proposed.values)
        for asked in (one for one in whole.fields if one.applies):
            for choice in asked.choices:
                value = (choice.id,) if asked.field.many else choice.id
                given = {**proposed.values, asked.field.name: value}
                yield form(self.game, proposed.action, scene, given).refusal is None

    def otherwise(self, proposed: Form, scene: Scene[Any]) -> dict[str, Any]:
        """The values of a form as they stand, or with one other choice that it does not strike out."""
        values = proposed.values
        fields = [asked for asked in proposed.fields if asked.applies and len(asked.choices) > 1 and not asked.keys]
        if fields and self.chance.random() < 0.4:
            asked = self.chance.choice(fields)
            free = [choice.id for choice in asked.choices if choice.refusal is None]
            if free and not asked.field.many:
                changed = form(
                    self.game, proposed.action, scene, {**values, asked.field.name: self.chance.choice(free)}, mj=False
                )
                return changed.values
        return values

    def act(self, who: str, action: Action[Any, Any], values: dict[str, Any]) -> None:
        try:
            self.played.act(who, action.id, values)
        except BadInput as wrong:
            self.refused.append(f"{who}: {action.id} {values}: {wrong.say('en')}")

    def end(self) -> None:
        """Every step of every ending, as the form of the MJ's screen proposes it, for each player's character."""
        players = self.game.first_scene.players if self.game.first_scene else ()
        for step in (step for ending in self.game.endings for step in ending.steps):
            action = self.game.action(step.action)
            for who in players if step.each else ("",):
                scene = self.played.scene.acting(who)
                if action.refuse(scene, None) is not None:
                    continue  # the step tells why there is nothing to do
                values = form(self.game, action, scene, {step.whom: who} if step.whom else {}).values
                try:
                    told = prepared(action, scene, values)
                except BadInput:
                    continue  # something is to be filled in
                if not isinstance(told, Note):
                    self.act(who, action, values)


@pytest.mark.parametrize("evenings", [1, pytest.param(200, marks=pytest.mark.evening)])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_proposed_is_refused(game: Game, evenings: int) -> None:
    for seed in range(evenings):
        evening = Evening(game, seed)
        evening.play()
        assert not evening.refused, f"seed {seed}\n" + "\n".join(evening.refused)
