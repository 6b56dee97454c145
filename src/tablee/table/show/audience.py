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
from tablee.rules.stored.parts import PartStored
from tablee.rules.stored.steps import HiddenStep, HiddenTerm, NoteStep, Step, SumStep
from tablee.rules.why import Comparison
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


def people_seen(state: State, viewer: Viewer) -> Mapping[str, Character]:
    """The characters whom a viewer may know of at all: everybody, for the MJ; not those whom others met elsewhere."""
    if viewer.mj:
        return state.everybody
    return {who: one for who, one in state.cast.items() if one.known_to is None or viewer.seat in one.known_to}


def is_away(state: State, viewer: Viewer) -> bool:
    """Whether what happens in the open scene is not for a viewer: some of the party are elsewhere, and nobody whom the
    viewer plays is in it.
    """
    return not viewer.mj and state.apart and viewer.seat not in state.present()


def is_apart(state: State, who: str, viewer: Viewer) -> bool:
    """Whether a character is where the viewer has nobody, so that how they fare is not told."""
    one = state.cast.get(who)
    if viewer.mj or one is None or not state.apart or owns(viewer, one):
        return False
    return viewer.seat not in state.present(one.elsewhere)


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
    theirs = [clock for clock in clocks or () if may_see_number(game, state, clock["id"], clock["who"], viewer)]
    return [clock for clock in theirs if not is_apart(state, clock["who"], viewer)]


def secret_fields(game: Game, state: State, character: Character, viewer: Viewer) -> set[str]:
    """The fields of a sheet that the viewer may not see."""
    owner = owns(viewer, character)
    others = tuple(one for one in Audience if not in_audience(one, viewer, owner))
    return {field.name for field in fields_of(game.sheet, state.options) if field.seen in others}


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
    game: Game,
    state: State,
    action: str,
    params: Json,
    concerned: Iterable[str],
    viewer: Viewer,
    by: str = "",
    numbers: bool = True,
) -> Json:
    """The parameters of an action that a seat gave (`by`) or asks for, without those for that seat, or for the
    characters whom it concerns. Where its numbers would tell those of somebody hidden (not `numbers`), what was chosen
    among words stays, with whom it was chosen for; what was written goes where it holds a number.
    """
    known = _known(game, action)
    own = viewer.is_at(by) or all(owns(viewer, state.cast.get(who)) for who in concerned)
    fields = {field.name: field for field in fields_of(known.params, state.options)} if known else {}
    seen = Json()
    for name, value in params.items():
        field = fields.get(name)
        if field and not in_audience(field.seen, viewer, own):
            continue
        if numbers or (field and field.one_of) or not _holds_number(state, value):
            seen[name] = value
    return seen


def _holds_number(state: State, value: Any) -> bool:
    """Whether a value tells a number, however deep: an amount, or a code such as « 3D+1 »; ids of people do not."""
    if isinstance(value, dict):
        return any(_holds_number(state, one) for one in value.values())
    if isinstance(value, list | tuple):
        return any(_holds_number(state, one) for one in value)
    if isinstance(value, str):
        return not named(state, value) and any(map(str.isdigit, value))
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_asked(state: State, who: Iterable[str], viewer: Viewer) -> bool:
    """Whether a roll is asked of a character of the viewer's: they may know what they are asked."""
    return any(owns(viewer, state.cast.get(one)) for one in who)


def answers_seen(state: State, card: Mapping[str, Any], by: str, viewer: Viewer) -> Json:
    """The answers on a card; those given while making a character only for the seat that makes it, and how much
    somebody hidden pays only for who may know their numbers.
    """
    given = {who: said for who, said in card.items() if who in state.cast or who in state.left or viewer.is_at(by)}
    return {
        who: said for who, said in given.items() if not (is_hidden(state, who, viewer) and _holds_number(state, said))
    }


def steps_seen(game: Game, state: State, why: Iterable[Step], viewer: Viewer) -> list[Step]:
    """An explanation without the steps that the viewer may not see."""
    shown: list[Step] = []
    for step in why:
        saying = game.book.sayings.get(step.rule)
        whose = step.values.get("whose", "") if isinstance(step, NoteStep) else getattr(step, "whose", "")
        if saying is None and not viewer.mj:  # of an earlier version: nobody can say any more whom it is for
            shown.append(HiddenStep(step.rule, True))
        elif saying is None or may_see(state, viewer, at_table(saying.seen, state.options), str(whose)):
            shown.append(_sum_seen(game, state, step, viewer) if isinstance(step, SumStep) else step)
    return shown


def _sum_seen(game: Game, state: State, step: SumStep, viewer: Viewer) -> Step:
    """A sum; where a term is hidden its total is too, since subtraction would tell it."""
    seen = [may_see_number(game, state, term.key, step.whose, viewer) for term in step.terms]
    if all(seen):
        return step
    terms = (term if shown else HiddenTerm(True) for term, shown in zip(step.terms, seen, strict=True))
    return HiddenStep(step.rule, True, tuple(terms))


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


def comparisons(game: Game, why: Iterable[Step]) -> list[Comparison]:
    """What was compared with what, as far as these steps of an explanation tell it."""
    notes = [step for step in why if isinstance(step, NoteStep) and step.rule in game.book.sayings]
    found = [step.note(game.book).comparison for step in notes]
    return [one for one in found if one]
