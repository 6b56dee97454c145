"""NoTable: people of a game who are at no table, and what may be asked about them before any die.

It answers what a page of a table asks of its house (`view`, `offers`, `form`, `odds`), for one seat that plays
everybody; nothing is kept, and nothing can be done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NoReturn

from tablee.dice import fair
from tablee.rules.action import Scene
from tablee.rules.fields import Declared
from tablee.rules.game import Game
from tablee.table.decide import odds, offering
from tablee.table.decide.context import Context
from tablee.table.decide.refusal import Refusal
from tablee.table.log.events import Json
from tablee.table.log.state import Character, Seat, State
from tablee.table.scenes import read_by
from tablee.table.seen.forms import FormSeen, Offer
from tablee.table.seen.odds import Odds
from tablee.table.seen.view import View
from tablee.table.show.audience import Viewer
from tablee.table.show.views import show
from tablee.table.topics.action import Act

MJ = "mj"


class NoTable:
    """Characters of a game under some house rules, all played by one seat."""

    def __init__(self, game: Game, cast: Mapping[str, Declared], options: Mapping[str, Any]) -> None:
        told = {who: Character(sheet.model_dump(mode="json")) for who, sheet in cast.items()}
        rules = dict(game.scene(cast={}, options=options).options)  # an unknown one is refused here
        self.game = game
        self._state = State(game.id, seats={MJ: Seat("mj", "nobody's")}, cast=told, options=rules)
        self._context = Context(self._state, game, fair.Keychain.fresh(), MJ, _no_log, _no_log, _no_log)

    def view(self, _table: str, seat: str) -> View:
        """Everybody, as the seat sees them."""
        return show(self.game, self._state, Viewer.of(self._state, seat))

    def scene(self, _table: str, actor: str = "") -> Scene[Any]:
        return read_by(self.game, self._state, actor)

    def offers(self, _table: str, _seat: str, actor: str, lang: str) -> list[Offer]:
        """What a character may do: each action, or the refusal in its place."""
        return offering.offers(self._context, self.scene("", actor), lang)

    def form(self, _table: str, _seat: str, command: Act, lang: str) -> FormSeen | Refusal:
        """The form of an action with the parameters so far."""
        return offering.asked_form(self._context, self.scene("", command.actor), command, lang)

    def odds(
        self, _table: str, _seat: str, command: Act, lang: str = "fr", options: Json | None = None
    ) -> Odds | Refusal:
        """The exact odds of an action; with `options`, under these house rules."""
        scene = self.scene("", command.actor)
        if options:
            scene = replace(scene, options={**scene.options, **self.game.scene(cast={}, options=options).options})
        return odds.odds(self._context, scene, command, lang)


def _no_log(*_asked: Any) -> NoReturn:
    raise AssertionError("people apart from a table have no log")
