"""show_event(game, state, event, viewer, n): one line of the log as one viewer may see it, or None.

An event is for those in its `to`. Of its fields a viewer is shown those that their topic declares for them: not the
unshown ones, not the MJ's, and of each `Matter` what the function of its name leaves here. A player whose roll the MJ
alone may see learns only that they rolled. Where an action concerns a character whose numbers are hidden, its outcome,
its dice and the rules that made it are shown, but no term, total, margin or odds: subtraction would tell the hidden
one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache, cached_property
from string import Formatter
from typing import Any, TypeVar

from tablee.dice.throw import Rolled
from tablee.rules.action import Change
from tablee.rules.fields import Audience
from tablee.rules.game import Game
from tablee.rules.run import Progress
from tablee.rules.stored.decisions import DecisionAsked
from tablee.rules.stored.parts import PartStored
from tablee.rules.stored.steps import HiddenStep, NoteStep, Step
from tablee.rules.why import Comparison
from tablee.table.lines import Line, Unseen
from tablee.table.log.events import EVERYONE, KINDS, UNSEEN, Event, Happening, Json, audience_of, matter_of
from tablee.table.log.state import RETIRED, STORY, Character, State
from tablee.table.show.audience import (
    Viewer,
    answers_seen,
    clocks_seen,
    comparisons,
    is_asked,
    is_hidden,
    is_withheld,
    may_see_odds,
    named,
    params_seen,
    part_seen,
    secret_fields,
    sees,
    steps_seen,
)
from tablee.table.show.views import play_seen, sheet_seen

K = TypeVar("K", bound=Happening)
WHOLE = ("params", "rolls", "answers", "parts", "why")  # of an action, what it was made of


def show_event(game: Game, state: State, event: Event, viewer: Viewer, n: int) -> Line | None:
    """One line of the log as one viewer may see it on the present state, under the viewer's own number."""
    if not sees(viewer, event):
        return None
    what, mj = event.what, viewer.mj
    if what.is_roll and not mj and getattr(what, "audience", "") in UNSEEN:
        return Line(n, event.at, event.by, _unseen(what))
    gate, seen = Gate(game, state, event, viewer), Json()
    fields = vars(what) if mj else {**vars(what), **_paper_now(state, event)}
    for name, judge in _shown(what.name, mj):
        if judge is None:
            seen[name] = fields[name]
        elif (value := judge(gate, fields.get(name))) is not LEFT_OUT:
            seen[name] = value
    return Line(n, event.at, event.by, only(type(what), seen), event.n if mj else 0)


def shown_whole(game: Game, state: State, event: Event, line: Line, viewer: Viewer) -> bool:
    """Whether a viewer is shown an action with every number of it: nobody whose numbers are hidden has a part in it."""
    whole = all(_listed(line.what, name) == _listed(event.what, name) for name in WHOLE)
    return whole and not Gate(game, state, event, viewer).veils


def _listed(what: Any, name: str) -> Any:
    value = getattr(what, name, None)
    return list(value) if isinstance(value, list | tuple) else value


def _paper_now(state: State, event: Event) -> Json:
    """What a line of a paper reads as, if that was changed since: a seat that comes late does not read what it said
    before, nor what was withdrawn.
    """
    now = state.revisions.get(getattr(event.what, "of", event.n))
    if now is None or not hasattr(event.what, "alt"):  # no paper: a word of the MJ on one
        return {}
    if now.withdrawn:
        return dict.fromkeys(("text", "title", "picture", "alt", "sort"), "")
    return {name: getattr(now, name) for name in ("text", "title", "picture", "alt")}


def with_references(line: Line, event: Event, numbers: Mapping[int, int]) -> Line:
    """A line that speaks of others (struck through, redone, overridden), by the viewer's own numbers of them."""
    if line.line or isinstance(line.what, Unseen):  # the MJ's own numbers are those of the log
        return line
    found = Json()
    for name in _references(event.what.name):
        about = getattr(event.what, name)
        if about:
            own = [numbers[n] for n in (about if isinstance(about, tuple) else (about,)) if n in numbers]
            found[name] = tuple(own) if isinstance(about, tuple) else next(iter(own), 0)
    return replace(line, what=replace_seen(line.what, **found)) if found else line


def replace_seen(what: K, **fields: Any) -> K:
    """What a viewer is shown of a happening, with some fields otherwise."""
    return only(type(what), {**vars(what), **fields})


def only(kind: type[K], fields: Json) -> K:
    """A happening with these fields alone, in this order."""
    made = object.__new__(kind)
    vars(made).update(fields)
    return made


def _unseen(what: Happening) -> Unseen:
    """What others than the MJ are shown of a roll that the MJ alone sees."""
    told = {key: value for key, value in vars(what).items() if key in ("action", "actor")}
    return only(Unseen, {"name": what.name, **told, "unseen": True})


Judge = Callable[["Gate", Any], Any]
"""What is left of a field for the viewer of a gate."""
LEFT_OUT = object()
"""What a judge answers where a field is not in the line at all."""


@cache
def _shown(name: str, mj: bool) -> tuple[tuple[str, Judge | None], ...]:
    """The fields of a kind of event that the MJ, or others, may be shown, in the order of its lines; with their judge,
    if they have one.
    """
    kind = KINDS[name]
    fields = kind.declared
    order = fields if mj or not kind.others_see else kind.others_see
    allowed = (Audience.EVERYONE, Audience.MJ) if mj else (Audience.EVERYONE,)
    found = [(name, matter_of(fields[name])) for name in order if audience_of(fields[name]) in allowed]
    return tuple((name, JUDGES[matter] if matter else None) for name, matter in found if mj or matter != "reference")


@cache
def _references(name: str) -> tuple[str, ...]:
    """The fields of a kind of event that hold numbers of other lines."""
    return tuple(name for name, annotation in KINDS[name].declared.items() if matter_of(annotation) == "reference")


class Gate:
    """One event before one viewer: each method says what is left of a field that holds the matter of its name.

    The MJ is shown all of it, but for the chapters that the table plays without.
    """

    def __init__(self, game: Game, state: State, event: Event, viewer: Viewer) -> None:
        self.game, self.state, self.event, self.viewer = game, state, event, viewer
        self.what: Any = event.what
        self.mj = viewer.mj

    @property
    def doing(self) -> tuple[str, ...]:
        """Who acts, or is asked to."""
        what = self.what
        return what.who if hasattr(what, "who") else (what.actor,)

    @cached_property
    def veils(self) -> bool:
        """Whether an action concerns a character whose numbers the viewer may not know."""
        what = self.what
        if self.mj:
            return False
        concerned = {*self.doing, *named(self.state, what.params), *getattr(what, "about", ())}
        concerned |= {*getattr(what, "asked", ()), *(part.who for part in getattr(what, "parts", ()))}
        concerned |= {change.who for change in getattr(what, "changes", ())}
        return any(is_hidden(self.state, who, self.viewer) for who in concerned)

    @cached_property
    def tells_odds(self) -> bool:
        """Whether the viewer may know the odds of an action."""
        may = self.mj or may_see_odds(self.game, self.state, self.what.action, self.what.actor, self.viewer)
        return may and not self.veils

    @cached_property
    def explained(self) -> list[Step]:
        """The steps of the explanation that the viewer may see."""
        return steps_seen(self.game, self.state, self.what.why, self.viewer)

    def params(self, value: Json) -> Json:
        by, viewer, asked = self.event.by, self.viewer, self.doing if hasattr(self.what, "who") else ()
        numbers = not self.veils or viewer.is_at(by) or is_asked(self.state, asked, viewer)
        return params_seen(self.game, self.state, self.what.action, value, self.doing, viewer, by, numbers)

    def changes(self, value: tuple[Change, ...]) -> list[Change]:
        return show_changes(self.game, self.state, value, self.viewer)

    def steps(self, _value: tuple[Step, ...]) -> list[Step]:
        return [HiddenStep(step.rule, True) for step in self.explained] if self.veils else self.explained

    def compared(self, _value: None) -> list[Comparison]:
        return [] if self.veils else comparisons(self.game, self.explained)

    def parts(self, value: tuple[PartStored, ...]) -> list[PartStored]:
        return [part_seen(self.game, self.state, part, self.viewer) for part in value]

    def headline(self, value: NoteStep) -> NoteStep:
        return veiled(self.game, value) if self.veils else value

    def card(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        return value if self.mj else answers_seen(self.state, value, self.event.by, self.viewer)

    def cards(self, value: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        return [self.card(card) for card in value]

    def progress(self, value: Progress) -> Progress:
        return value if self.mj else replace(value, answers=tuple(self.cards(value.answers)))

    def decisions(self, value: Mapping[str, DecisionAsked]) -> Mapping[str, DecisionAsked]:
        if self.mj:
            return value
        mine = {who: decision for who, decision in value.items() if self.viewer.is_at(self._decider(who))}
        return mine if self.tells_odds else {who: decision.without_odds for who, decision in mine.items()}

    def _decider(self, who: str) -> str:
        """Whose decision it was: a player's, or that of the seat that was making a character."""
        return self.state.cast[who].player if who in self.state.cast else self.event.by

    def waiting_for(self, _value: None) -> object:
        return LEFT_OUT if self.mj else self.what.awaited

    def odds(self, value: Json) -> Json | None:
        return value if self.tells_odds else None

    def success(self, value: str) -> str:
        return value if self.tells_odds else ""

    def rolls(self, value: tuple[Rolled, ...]) -> tuple[Rolled, ...]:
        return value

    def reference(self, value: Any) -> Any:
        return value

    def fair(self, value: tuple[Json, ...]) -> list[Json]:
        return list(value) if self.mj else public_dice(self.event)

    def sheet(self, value: Json) -> Json:
        character = Character(value) if self.mj else replace(self.state.cast[self.what.who], sheet=value)
        return sheet_seen(self.game, self.state, character, self.viewer)

    def words(self, value: str) -> str:
        return "" if is_withheld(self.state, getattr(self.what, "of", self.event.n), self.viewer) else value

    def withheld(self, _value: None) -> bool:
        return self.event.n in self.state.hidden_lines

    def recipients(self, _value: None) -> object:
        to = self.event.to
        return LEFT_OUT if to == EVERYONE else list(to) if isinstance(to, tuple) else to


JUDGES: dict[str, Judge] = {
    name: judge for name, judge in vars(Gate).items() if callable(judge) and not name.startswith("_")
}


def public_dice(event: Event) -> list[Json]:
    """The lines about dice that every reader may verify: secret faces and keys stay out, their commitments do not."""
    if event.to != EVERYONE:
        return []
    lines: list[Json] = list(getattr(event.what, "fair", ()))
    return [line for line in lines if line.get("stream") != "secret" or line["fair"].startswith("commit/")]


def veiled(game: Game, note: NoteStep, names: Collection[Json] | None = None) -> NoteStep:
    """A sentence with « ? » in the place of each number; and, given these names, of every other word too."""
    saying = note.note(game.book).saying
    if saying.public and names is None:
        return note
    text = saying.text
    signed = {name for _, name, spec, _ in Formatter().parse(text.fr + text.en) if spec in ("+", "%")}

    def veil(value: Any, key: str) -> Any:
        if isinstance(value, list):
            return [veil(item, key) for item in value]
        if value is None or isinstance(value, bool):
            return value
        number = isinstance(value, int | float) or (isinstance(value, dict) and "fraction" in value)
        number = number or (isinstance(value, str) and any(map(str.isdigit, value)))  # a code: « 3D+1 »
        if number and key not in signed:
            return {"name": {"fr": "?", "feminine": True}}  # « ? points »: the second form of what agrees with a number
        if number or (names is not None and value not in names):
            return {"text": {"fr": "?", "en": "?"}} if key in signed else {"name": {"fr": "?"}}
        return value

    return NoteStep(note.rule, {key: veil(value, key) for key, value in note.values.items()})


def show_changes(game: Game, state: State, changes: Iterable[Change], viewer: Viewer) -> list[Change]:
    """What changed, as far as the viewer may know it."""
    seen, changes = [], list(changes)
    play = play_seen(game, state, viewer) if any(change.who == "" for change in changes) else {}
    for change in changes:
        who, name = change.who, change.field
        if who == STORY or name == RETIRED:  # the adventure's own: its texts tell what everybody may know
            continue
        character = state.cast.get(who) or state.left.get(who) or Character({})
        if who == "" and name == "clocks":
            change = _both(change, lambda clocks: clocks_seen(game, state, clocks, viewer))
            allowed = change.before != change.after
        elif who == "":
            allowed = name in play
        elif name == "":  # a whole new sheet: others look at it in the cast
            change = _both(change, lambda sheet: sheet and sheet_seen(game, state, Character(sheet), viewer))
            allowed = viewer.mj
        else:
            allowed = name not in secret_fields(game, state, character, viewer) and not is_hidden(state, who, viewer)
        if allowed:
            seen.append(change)
    return seen


def _both(change: Change, seen: Callable[[Any], Any]) -> Change:
    return replace(change, before=seen(change.before), after=seen(change.after))
