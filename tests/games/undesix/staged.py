"""Scenes for the vectors of UnDéSix: people from what a vector tells of them, and actions played on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.dice import Fed
from tablee.games.undesix import GAME
from tablee.games.undesix.options import OPTIONS, TO_MINUS_TEN
from tablee.games.undesix.play import Stage, stage_of
from tablee.games.undesix.sheet import Learnt, Sheet
from tablee.text import Name
from tests.conformance.acting import Asked, Playing, Told
from tests.conformance.given import plain

__all__ = ["Told"]
RULINGS = {  # switches of the catalogue that are rulings here: only the decision is played
    "special_moves_subtract_ca": False,
    "round_length": "side_product",
    "group_help": "per_helper",
    "caster_threshold": 6,
    "caster_threshold_on": "max",
    "distance_counts_as_extent": False,
    "incantation_cost": "added",
    "cancel_needs_casting_roll": True,
    "powers_ignore_threshold": False,
    "psy_zero": "exhausted",
    "death_delay": "none",
    "recovery_order": "phy_first",
    "deprivation_cumulative": True,
    "doue_max_creation": 1,
    "doue_max_life": 2,
    "psy_cap_ungifted": 5,
    "characteristic_cap": 7,
    "characteristic_awards_max": 3,
    "random_assignment": "as_rolled",
    "desperate_timing": "before",
    "verb_characteristic_rolls": False,
}
SURE, HOPELESS = [1], [6]  # dice of an adapter, where a vector tells what came out and not what was thrown


class Refused(Exception):
    """An action is refused, or an answer is not offered: `saying` is the id of the refusal, or of the decision."""

    def __init__(self, saying: str, values: Mapping[str, Any] | None = None) -> None:
        super().__init__(saying)
        self.saying, self.values = saying, values or {}


def options_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a vector that are options here; a ruling may only be confirmed."""
    told = dict(plain(given.get("options", {})))
    if isinstance(told.get("natural_scope"), list):
        told["natural_scope"] = "+".join(
            where for where in ("test", "opposition", "spell") if where in told["natural_scope"]
        )
    known = set(OPTIONS)
    for id, value in told.items():
        if id not in known and RULINGS[id] != value:
            raise ValueError(f"{id} is a ruling: only {RULINGS[id]} is played")
    return {id: value for id, value in told.items() if id in known}


def person(told: Mapping[str, Any] | None = None, **more: Any) -> Sheet:
    """Somebody of whom a part is told, under the names of the sheet: 3 everywhere else, maxima that follow."""
    fields = {key: plain((told or {})[key]) for key in told or {} if key in Sheet.model_fields} | more
    values = {"phy": 3, "dex": 3, "sav": 3, "psy": 3, "sens": 3, **fields}
    full = {"phy_max": values["phy"], "psy_max": values["psy"], "vitality_max": values.get("vitality", 0)}
    name = values.pop("name", "Ana")
    lines = {key: Learnt(**line) if isinstance(line, dict) else line for key, line in values.pop("skills", {}).items()}
    return Sheet(name=Name(name) if isinstance(name, str) else name, skills=lines, **{**full, **values})


def modifiers(told: Mapping[str, Any]) -> int:
    """The modifiers of a vector, by name, listed or alone, as the one number that the MJ gives."""
    given = plain(told.get("modifiers") or {})
    values = given.values() if isinstance(given, dict) else [given] if isinstance(given, int) else given
    return int(sum(values))


def declared(action: str, *told: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """The parameters of an action that a vector tells under the action's own names, and these."""
    fields = GAME.action(f"undesix.{action}").params.model_fields
    return {key: plain(one[key]) for one in told for key in one if key in fields} | more


class Staged:
    """A scene on which the actions of UnDéSix are played one after the other."""

    def __init__(
        self, cast: Mapping[str, Sheet], options: Mapping[str, Any] | None = None, play: Stage | None = None
    ) -> None:
        self.playing = Playing(GAME, GAME.scene("", cast, options or {}, play))

    def __getitem__(self, who: str) -> Sheet:
        sheet: Sheet = self.playing.scene[who]
        return sheet

    @property
    def stage(self) -> Stage:
        return stage_of(self.playing.scene)

    def does(
        self,
        who: str,
        action: str,
        params: Mapping[str, Any] | None = None,
        dice: Fed | list[int] | None = None,
        **answers: Any,
    ) -> Told:
        """An action played to its end, or until dice are missing.

        `answers` holds what people decide, by the last word of the decision (`destiny`, `way_out`): a value for each
        time it is asked, a list of values one after the other, or a function of the options offered; anything else
        is left to its default.
        """
        fed = dice if isinstance(dice, Fed) else Fed(dice or ())
        waiting = {word: list(value) if isinstance(value, list) else value for word, value in answers.items()}

        def answer(asked: Asked) -> dict[str, Any]:
            card = {}
            for somebody, decision in asked.items():
                word = decision.id.partition(".")[2].replace("-", "_")
                known = waiting.get(word)
                if callable(known):
                    chosen = known(decision.options)
                else:
                    chosen = (known.pop(0) if known else None) if isinstance(known, list) else known
                if chosen is not None:
                    if chosen not in decision.options:
                        raise Refused(decision.id)
                    card[somebody] = chosen
            return card

        told = self.playing.acts(who, f"undesix.{action}", params or {}, fed, answer, mj=True)
        if told.refused:
            raise Refused(told.refused, dict(told.refusal.values) if told.refusal else {})
        return told

    def refuses(self, who: str, action: str, params: Mapping[str, Any], dice: Fed | list[int] | None = None) -> bool:
        """Whether an action is refused; if not, it is played."""
        try:
            self.does(who, action, params, dice)
        except Refused:
            return True
        return False

    def body(self, who: str) -> dict[str, Any]:
        """The pools and the state of somebody."""
        now = self[who]
        state = now.state_if(self.playing.scene.option(TO_MINUS_TEN))
        return {"phy": now.phy, "vitality": now.vitality, "psy": now.psy, "state": state}


class Word(dict[str, Any]):
    """An answer with details that a vector may also name by one word or one number."""

    def __init__(self, details: Mapping[str, Any], *words: str | float) -> None:
        super().__init__(details)
        self.words = words

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) if isinstance(other, dict) else other in self.words

    __hash__ = None
