"""Who may see one field, number, sentence, answer or chance; `views` puts the answers together.

Whatever is marked for its owner or for the MJ is judged by the present owners and the present options; what a table
plays without (`NOBODY`) is not for the MJ either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablee.rules.fields import Audience, at_table, fields_of
from tablee.rules.game import Game
from tablee.rules.stored import PartStored, to_json, why_from
from tablee.rules.why import Comparison, Note
from tablee.table.log.events import EVERYONE, MJ_ONLY, Event, Json
from tablee.table.log.state import Character, State


@dataclass(frozen=True)
class Viewer:
    """Who looks: a seat, or a newcomer, who has none ("")."""

    seat: str
    mj: bool

    @classmethod
    def of(cls, state: State, seat: str) -> Viewer:
        return cls(seat, state.is_mj(seat))

    def is_at(self, seat: str) -> bool:
        """Whether this is the viewer's own seat. What belongs to no seat (the MJ's, the table's) is no newcomer's."""
        return self.seat != "" and seat == self.seat


def sees(viewer: Viewer, event: Event) -> bool:
    """Whether an event is for this viewer at all."""
    if viewer.mj or event.to == EVERYONE:
        return True
    return event.to != MJ_ONLY and viewer.seat in event.to


def may_see(state: State, viewer: Viewer, seen: Audience, who: str) -> bool:
    """Whether a viewer may see something marked for this audience that belongs to this character."""
    return in_audience(seen, viewer, owns(viewer, state.cast.get(who) or state.left.get(who)))


def in_audience(seen: Audience, viewer: Viewer, owner: bool) -> bool:
    """Whether a viewer belongs to an audience; `owner` says whether the thing is theirs."""
    if seen in (Audience.EVERYONE, Audience.NOBODY) or viewer.mj:
        return seen is not Audience.NOBODY
    return seen is Audience.OWNER and owner


def owns(viewer: Viewer, character: Character | None) -> bool:
    """Whether a viewer plays a character, or stands in for who does."""
    return character is not None and (viewer.is_at(character.owner) or viewer.is_at(character.stand_in))


def is_hidden(state: State, who: str, viewer: Viewer) -> bool:
    """Whether the numbers of a character are hidden from a viewer."""
    character = state.cast.get(who) or state.left.get(who)
    return character is not None and character.hidden and not viewer.mj and not owns(viewer, character)


def is_withheld(state: State, n: int, viewer: Viewer) -> bool:
    """Whether the MJ hides from a viewer what a line of the log says."""
    return n in state.hidden_lines and not viewer.mj


def may_see_number(game: Game, state: State, name: str, who: str, viewer: Viewer) -> bool:
    """Whether a viewer may see a term, an amount or a clock of this name that belongs to this character."""
    label = game.book.terms.get(name)
    return label is None or may_see(state, viewer, at_table(label.seen, state.options), who)


def part_seen(game: Game, state: State, part: PartStored, viewer: Viewer) -> PartStored:
    """What came out for one person, without the amounts that the viewer may not see."""
    if is_hidden(state, part.who, viewer):
        return replace(part, amounts={})
    seen = {name: n for name, n in part.amounts.items() if may_see_number(game, state, name, part.who, viewer)}
    return replace(part, amounts=seen)


def clocks_seen(game: Game, state: State, clocks: Any, viewer: Viewer) -> list[Json]:
    """The clocks that the viewer may see."""
    return [clock for clock in clocks or () if may_see_number(game, state, clock["id"], clock["who"], viewer)]


def secret_fields(game: Game, state: State, character: Character, viewer: Viewer) -> set[str]:
    """The fields of a sheet that the viewer may not see."""
    fields = fields_of(game.sheet, state.options)
    return {field.name for field in fields if not in_audience(field.seen, viewer, owns(viewer, character))}


def may_see_odds(game: Game, state: State, action: str, actor: str, viewer: Viewer) -> bool:
    """Whether the viewer may see the odds of an action."""
    if state.odds_hidden and not viewer.mj:
        return False
    known = _known(game, action)
    return known is None or may_see(state, viewer, at_table(known.odds, state.options), actor)


def _known(game: Game, action: str) -> Any:
    """The action of that id, if the game has it."""
    return next((known for known in (*game.actions, *game.creations) if known.id == action), None)


def params_seen(
    game: Game, state: State, action: str, params: Json, concerned: Iterable[str], viewer: Viewer, by: str = ""
) -> Json:
    """The parameters of an action that a seat gave (`by`) or asks for, without those for that seat, or for the
    characters whom it concerns.
    """
    known = _known(game, action)
    own = viewer.is_at(by) or all(owns(viewer, state.cast.get(who)) for who in concerned)
    fields = fields_of(known.params, state.options) if known else ()
    secret = {field.name for field in fields if not in_audience(field.seen, viewer, own)}
    return {name: value for name, value in params.items() if name not in secret}


def answers_seen(state: State, card: Mapping[str, Any], by: str, viewer: Viewer) -> Json:
    """The answers on a card; those given while making a character only for the seat that makes it."""
    return {who: given for who, given in card.items() if who in state.cast or who in state.left or viewer.is_at(by)}


def steps_seen(game: Game, state: State, why: Iterable[Json], viewer: Viewer) -> list[Json]:
    """An explanation without the steps that the viewer may not see."""
    shown = []
    for item in why:
        saying = game.book.sayings.get(item["rule"])
        whose = item.get("whose") or item.get("values", {}).get("whose", "")
        if saying is None and not viewer.mj:  # of an earlier version: nobody can say any more whom it is for
            shown.append({"rule": item["rule"], "hidden": True})
        elif saying is None or may_see(state, viewer, at_table(saying.seen, state.options), whose):
            shown.append(_step(game, state, item, whose, viewer))
    return shown


def _step(game: Game, state: State, item: Json, whose: str, viewer: Viewer) -> Json:
    """One step; where a term is hidden its total is too, since subtraction would tell it."""
    terms = [
        may_see(state, viewer, Audience(term.get("audience", "everyone")), whose)
        and may_see_number(game, state, term["key"], whose, viewer)
        for term in item.get("terms", ())
    ]
    if all(terms):
        return item
    shown = [term if seen else {"hidden": True} for term, seen in zip(item["terms"], terms, strict=True)]
    return {"rule": item["rule"], "hidden": True, "terms": shown}


def named(state: State, params: Any) -> set[str]:
    """The characters whose ids are among parameters, however deep."""
    if isinstance(params, dict):
        return {who for value in params.values() for who in named(state, value)}
    if isinstance(params, list):
        return {who for value in params for who in named(state, value)}
    return {params} if isinstance(params, str) and (params in state.cast or params in state.left) else set()


def concerns_hidden(state: State, actor: str, params: Any, viewer: Viewer) -> bool:
    """Whether an action speaks of a character whose numbers this viewer may not know."""
    return any(is_hidden(state, who, viewer) for who in {actor, *named(state, params)})


def compared(game: Game, why: list[Json]) -> list[Json]:
    """What was compared with what, as far as these steps of an explanation tell it, as lines hold it."""
    return [{**vars(one), "who": one.who and to_json(one.who)} for one in comparisons(game, why)]


def comparisons(game: Game, why: list[Json]) -> list[Comparison]:
    """What was compared with what, as far as these steps of an explanation tell it."""
    steps = [why_from(game.book, item) for item in why if not item.get("hidden") and item["rule"] in game.book.sayings]
    found = [step.comparison for step in steps if isinstance(step, Note)]
    return [one for one in found if one]


def without_odds(decision: Json) -> Json:
    """What a character is asked, without the chances of each answer."""
    options = [{key: value for key, value in option.items() if key != "odds"} for option in decision["options"]]
    return {**decision, "options": options, "grades": {}}
