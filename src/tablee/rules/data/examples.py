"""Example: a few actions with told dice that show a rule at work; always played by the rules, never written by hand.

A game keeps them in `examples.json`: `[{"id": "P-04", "rules": ["UDS-COMBAT-03"], "cast": {"ana": "chloe", "loup":
{"ready": "loup", "phy": 2}}, "options": {}, "acts": [{"actor": "ana", "action": "undesix.attack", "params": {"target":
"loup"}}], "dice": [2]}]`. A character is the id of a ready one, a ready one with some fields changed, or a whole sheet.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tablee.dice.throw import Fed

if TYPE_CHECKING:
    from tablee.rules.game import Game
    from tablee.rules.run import Done


@dataclass(frozen=True)
class Example:
    """Actions with told dice, the last of which shows some rules at work."""

    id: str
    rules: tuple[str, ...]
    cast: Mapping[str, Any]
    acts: tuple[Mapping[str, Any], ...]
    dice: tuple[int, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def action(self) -> str:
        """The id of the action that shows it."""
        return str(self.acts[-1]["action"])

    def played(self, game: Game) -> Done:
        """What the last action comes to, decisions left to their default."""
        from tablee.rules.playing import Playthrough

        cast = game.cast_from({who: _sheet(game, one) for who, one in self.cast.items()})
        scene = Playthrough(game, game.scene(cast=cast, options=self.options), Fed(self.dice))
        for act in self.acts:
            done = scene.act(act["actor"], act["action"], act["params"])
        return done


def _sheet(game: Game, one: Any) -> Any:
    """A whole sheet as data, from what an example says of it."""
    ready = one if isinstance(one, str) else one.get("ready")
    if not ready:
        return one
    changed = {} if isinstance(one, str) else {key: value for key, value in one.items() if key != "ready"}
    return {**game.ready()[ready].model_dump(mode="json"), **changed}


@cache
def read_examples(package: str) -> tuple[Example, ...]:
    """The examples of a package, from its `examples.json`."""
    rows = json.loads(files(package).joinpath("examples.json").read_text("utf-8"))
    return tuple(
        Example(
            row["id"],
            tuple(row["rules"]),
            row["cast"],
            tuple(row["acts"]),
            tuple(row["dice"]),
            row.get("options", {}),
        )
        for row in rows
    )
