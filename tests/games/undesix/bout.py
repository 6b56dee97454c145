"""A fight played through the order machine and told as it goes, as the table would."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tablee.dice import Fed
from tablee.games.undesix import GAME
from tablee.games.undesix.fight.initiative import Instants, still_to_act
from tablee.games.undesix.play import stage_of
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import PLAY, Scene, applied
from tablee.rules.run import Done, Progress, perform, prepared
from tablee.rules.tell import card
from tablee.rules.why import Note
from tablee.text import Name, Text

SAME_INSTANT = Text(fr="(au même instant)", en="(in the same instant)")


def fighter(name: Name, phy: int, dex: int, sens: int, psy: int = 3, **more: Any) -> Sheet:
    """Somebody who fights: the scores a fight reads, 3 elsewhere."""
    return Sheet(name=name, phy=phy, phy_max=phy, dex=dex, sav=3, psy=psy, psy_max=psy, sens=sens, **more)


def order_of(scene: Scene[Sheet]) -> Instants:
    """The instants of the rest of the round: the one that has begun, then those to come."""
    stage = stage_of(scene)
    if not stage.begun:
        return still_to_act(scene)
    coming = still_to_act(replace(scene, play=stage.with_changes(done=(*stage.done, *stage.now))))
    return (stage.now, *coming)


class Bout:
    """The scene by now, the cast as it was when the instant began, and what was told."""

    def __init__(self, cast: Mapping[str, Sheet], lang: str = "en", **options: Any) -> None:
        self.scene: Scene[Sheet] = GAME.scene(PLAY, cast, options)
        self.began = self.scene.cast
        self.lang = lang
        self.told: list[str] = []

    @property
    def may_act(self) -> list[str]:
        return list(GAME.order.may_act(self.scene))

    @property
    def due(self) -> list[str]:
        return [due.action for due in GAME.order.due(self.scene)]

    @property
    def order(self) -> list[tuple[str, ...]]:
        return list(order_of(self.scene))

    def __getitem__(self, who: str) -> Sheet:
        return self.scene[who]

    def _read_by(self, who: str) -> Scene[Sheet]:
        at = replace(self.scene, actor=who)
        return replace(at, cast=GAME.in_instant(self.began, at.cast)) if who in self.may_act else at

    def does(
        self, who: str, action: str, /, *dice: int, answers: tuple[Mapping[str, Any], ...] = (), **values: Any
    ) -> Done:
        """Somebody whose moment it is does something; members of an instant read the cast as it began."""
        at = self._read_by(who)
        do = prepared(GAME.action(f"undesix.{action}"), at, values)
        assert not isinstance(do, Note), do.say("en")
        fed = Fed(dice)
        done = perform(GAME.action(f"undesix.{action}"), at, do, fed, Progress(answers=answers), onto=self.scene)
        assert isinstance(done, Done), done
        assert not fed.left
        before = stage_of(self.scene)
        if before.begun and who in before.now:
            self.told.append(SAME_INSTANT.say(self.lang))
        self.told.append(card(GAME, self.scene, done, self.lang))
        present = applied(self.scene, done.outcome.effects)
        play = GAME.order.after(present, who, f"undesix.{action}", done.outcome)
        self.scene = replace(present, play=play, actor=PLAY)
        if play.instant != before.instant or not stage_of(self.scene).begun:
            self.began = self.scene.cast
        self._tell_moment(before.round, before.now)
        return done

    def refused(self, who: str, action: str, /, **values: Any) -> Note:
        """What the book answers to something impossible; the scene is as it was."""
        at = self._read_by(who)
        note = prepared(GAME.action(f"undesix.{action}"), at, values)
        assert isinstance(note, Note), note
        self.told.append(f"✗ {note.say(self.lang)}   ({note.saying.clause.id}, {note.saying.clause.source})")
        return note

    def _tell_moment(self, round: int, now: tuple[str, ...]) -> None:
        stage = stage_of(self.scene)
        if stage.round and stage.now and not stage.begun and (stage.round, stage.now) != (round, now):
            names = [" + ".join(self.scene[who].name.say(self.lang) for who in instant) for instant in self.order]
            self.told.append(
                f"\n— Round {stage.round} : {' > '.join(names)}".replace(" :", " :" if self.lang == "fr" else ":")
            )

    def text(self) -> str:
        return "\n".join(self.told) + "\n"
