"""A scene of D6 played step by step, as the table would, and told as it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tablee.dice import Fed
from tablee.games.d6 import GAME
from tablee.games.d6.play import D6Play
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import Scene, applied
from tablee.rules.run import Done, Waiting, perform, prepared
from tablee.rules.tell import card
from tablee.rules.why import Note, Tally


class Stage:
    """The scene by now, and what was told."""

    def __init__(self, *cast: str, lang: str = "en", play: D6Play | None = None, **options: Any) -> None:
        ready = GAME.ready()
        self.scene: Scene[Any] = GAME.scene("", {who: ready[who] for who in cast}, options, play)
        self.began = self.scene.cast
        self.lang = lang
        self.told: list[str] = []

    def __getitem__(self, who: str) -> Sheet:
        sheet = self.scene[who]
        assert isinstance(sheet, Sheet)
        return sheet

    def change(self, who: str, **fields: Any) -> Stage:
        """The MJ's word: a sheet as the test needs it."""
        self.scene = replace(self.scene, cast={**self.scene.cast, who: self[who].with_changes(**fields)})
        self.began = self.scene.cast
        return self

    @property
    def play(self) -> D6Play:
        assert isinstance(self.scene.play, D6Play)
        return self.scene.play

    def now(self) -> tuple[str, ...]:
        """Whose moment it is."""
        return GAME.order.may_act(self.scene)

    def order(self) -> list[tuple[str, ...]]:
        return list(self.play.order)

    def does(
        self, who: str, action: str, /, *dice: int, answers: Mapping[str, Any] | None = None, **values: Any
    ) -> Done:
        """Somebody does something, with these faces; whoever is asked answers so, or by default."""
        acting, named = GAME.action(f"d6.{action}"), self.scene.acting(who)
        at = replace(named, cast=self.began) if self.play.instant else named
        do = prepared(acting, at, values)
        assert not isinstance(do, Note), do.say("en")
        fed = Fed(dice)
        done = perform(acting, at, do, fed, onto=named)
        while isinstance(done, Waiting):
            assert done.dice is None, done.dice
            given = {who: (answers or {}).get(who, one.default) for who, one in done.asked.items()}
            done = perform(acting, at, do, fed, done.answered(given), onto=named)
        assert not fed.left, f"dice not used: {fed.left}"
        self.told.append(card(GAME, self.scene, done, self.lang))
        before = self.play.instant
        after = applied(self.scene, done.outcome.effects)
        self.scene = replace(after, play=GAME.order.after(after, who, acting.id, done.outcome))
        if self.play.instant != before or not before:
            self.began = self.scene.cast
        return done

    def refused(self, who: str, action: str, /, **values: Any) -> str:
        """The rule a refusal cites."""
        no = prepared(GAME.action(f"d6.{action}"), self.scene.acting(who), values)
        assert isinstance(no, Note), no
        assert no.say("fr") != no.say("en")
        return no.saying.id


def grade(done: Done) -> str:
    return done.outcome.parts[0].grade.id


def rank(done: Done) -> int:
    return done.outcome.parts[0].amount("rank")


def steps(done: Done) -> list[str]:
    """The rules an explanation cites, in order."""
    return [item.saying.id for item in done.why]


def sums(done: Done) -> list[Tally]:
    """The codes of an explanation, each with its terms."""
    return [item for item in done.why if isinstance(item, Tally)]
