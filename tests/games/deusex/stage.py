"""A table for tests: people do things one after the other, dice and answers told beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablee.dice import Fed
from tablee.games.deusex import GAME
from tablee.games.deusex.sheet import Sheet
from tablee.rules.action import Scene, applied
from tablee.rules.run import Done, Progress, Waiting, expected, perform, prepared
from tablee.rules.tell import card
from tablee.rules.why import Note

Answers = Sequence[Mapping[str, Any]]


def code(refusal: Note | None) -> str:
    """The name of a refusal: `DEX-TEST-05:no_aptitude`."""
    assert refusal is not None
    return refusal.saying.id


class Stage:
    """The scene as it goes, with the order of play followed, and the cards people would read."""

    def __init__(self, cast: Sequence[str] = (), options: Mapping[str, Any] | None = None, **sheets: Sheet) -> None:
        people = {**{who: GAME.ready()[who] for who in cast}, **sheets}
        self.scene: Scene[Any] = GAME.scene(cast=people, options=options or {})
        self.start = self.scene  # as it was when the instant began
        self.cards: dict[str, list[str]] = {"fr": [], "en": []}

    def __getitem__(self, who: str) -> Sheet:
        sheet: Sheet = self.scene[who]
        return sheet

    def change(self, who: str, **values: Any) -> None:
        self.scene = replace(self.scene, cast={**self.scene.cast, who: self.scene[who].with_changes(**values)})
        self.start = self.scene

    def read(self, actor: str) -> Scene[Any]:
        """What somebody reads: the scene of the instant's start, as far as the people go."""
        return replace(self.scene, cast=self.start.cast).acting(actor)

    def refused(self, actor: str, action: str, **values: Any) -> str:
        do = prepared(GAME.action(action), self.read(actor), values)
        assert isinstance(do, Note), f"{action} was not refused"
        assert do.say("fr") != do.say("en")
        return code(do)

    def does(self, actor: str, action: str, dice: Sequence[int] = (), answers: Answers = (), **values: Any) -> Done:
        """Perform an action to its end; decisions nobody answered are left to their default."""
        asked = GAME.action(action)
        scene = self.scene.acting(actor) if not asked.offered(self.scene.options, mj=False) else self.read(actor)
        do = prepared(asked, scene, values)
        assert not isinstance(do, Note), do.say("en")
        fed = Fed(dice)
        found = perform(asked, scene, do, fed, Progress(answers=tuple(answers)), self.scene)
        while isinstance(found, Waiting):
            assert found.dice is None, f"{action} needs more dice"
            found = perform(asked, scene, do, fed, found.by_default(), self.scene)
        assert not fed.left, f"dice not used: {fed.left}"
        assert perform(asked, scene, do, Fed([]), found.progress, self.scene) == found  # replayed, it is the same
        if not answers:
            assert found.outcome.parts in expected(asked, scene, do)
        for lang, cards in self.cards.items():
            cards.append(card(GAME, self.scene, found, lang))
        before = self.scene.play.instant
        after = applied(self.scene, found.outcome.effects)
        self.scene = replace(after, play=GAME.order.after(after.acting(actor), actor, action, found.outcome))
        if not before or self.scene.play.instant != before:
            self.start = self.scene
        return found

    def told(self, lang: str) -> str:
        return "\n\n".join(self.cards[lang]) + "\n"
