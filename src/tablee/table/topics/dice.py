"""The dice of a table: drawn from its committed keys or typed in, rolled by a line of text, their keys shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from tablee.dice import Fed, fair, throw
from tablee.dice.expression import Expression
from tablee.dice.fair import State as Dealt
from tablee.dice.notation import MAX_THROWN, parse_stored
from tablee.dice.saved import meant, remembered
from tablee.errors import BadNotation, NeedDice
from tablee.rules.fields import Annotated, Label
from tablee.rules.run import Done, Waiting
from tablee.table.decide.command import MJ, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import ASKED_FIRST, PAUSED, TOO_FEW, Refusal
from tablee.table.lines import SAID, Telling
from tablee.table.log.events import EVERYONE, MJ_ONLY, Event, Happening, Json, To, stored
from tablee.table.log.matters import Fair, Rolls
from tablee.table.log.state import State, dice_after, mixed
from tablee.text import Text

AUDIENCES = {
    "open": Text(fr="à tous", en="in the open"),
    "secret": Text(fr="en secret, pour le meneur", en="secretly, for the GM"),
    "blind": Text(fr="à l'aveugle : seul le meneur voit", en="blind: only the GM sees"),
    "self": Text(fr="pour soi et le meneur", en="for oneself and the GM"),
}
TOO_MANY = Text(fr="{count} dé{count:|s} de trop.", en="{count} {count:die|dice} too many.")
ALREADY_REVEALED = Text(
    fr="Les clés de cette table sont déjà révélées.", en="The keys of this table are already revealed."
)
KEY_SHOWN = Text(
    fr="La clé des dés est montrée : chacun peut les vérifier.",
    en="The key of the dice is shown: anybody can verify them.",
)
BEGAN = Text(fr="Une autre soirée commence, avec ses propres dés.", en="Another evening begins, with dice of its own.")


def audience_of(audience: str, context: Context) -> To:
    """Who is told of a roll: players always learn that they rolled, whatever they may see of it."""
    if audience == "open":
        return EVERYONE
    return MJ_ONLY if context.mj and audience != "self" else (context.seat,)


class TableDice:
    """The faces of one action: typed in for the characters that the seat plays (all of them if it is the MJ's), drawn
    for the others. `lines` let every reader of the log verify them later. After a key was shown another evening begins,
    with its own.

    Faces that do not fit are refused as long as no die of the table has been drawn. From then on nothing is refused, or
    the refusal would tell what the table's dice show: faces left over count for nothing, the table draws missing ones.
    """

    def __init__(self, context: Context, audience: str, typed: tuple[int, ...] | None = None) -> None:
        state = context.state
        self.stream: fair.Stream = "public" if audience == "open" and not state.apart else "secret"
        self.typed = Fed(context.game.typed_faces(typed)) if typed is not None else None
        played = {who for who, character in state.cast.items() if character.player == context.seat}
        self.mine = None if context.mj else {"", context.seat} | played
        self.lines: list[Json] = []
        self.beginning: tuple[Json, ...] = ()
        evening, known = state.evening, state.fair
        if state.revealed:
            evening += 1
            begun = context.keys.beginning(evening, known, state.bound)
            self.beginning = tuple(line.to_dict() for line in begun)
            for line in begun:
                known = known.after(line)
        self.drawn = fair.FairDice(context.keys.keys(evening), known, self.stream)

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        typed: Sequence[int] = ()
        if self.typed is not None and (self.mine is None or by in self.mine):
            if self.drawn.lines:
                typed = self._fitting(self.typed.left[:count], sides)
                count -= len(typed)
            else:
                typed, count = self.typed.faces(count, sides, by, label), 0
        if typed:
            self.lines.append(fair.Physical(self.stream, sides, tuple(typed), by, label).to_dict())
        if not count:
            return typed
        faces = self.drawn.faces(count, sides, by, label)
        self.lines.append(self.drawn.lines[-1].to_dict())
        return [*typed, *faces]

    def _fitting(self, faces: list[int], sides: int) -> list[int]:
        """The typed faces that these dice can show, taken; from the first that they cannot, the rest is left out."""
        assert self.typed is not None
        fit = list(takewhile(lambda face: 1 <= face <= sides, faces))
        self.typed.left = self.typed.left[len(fit) :] if len(fit) == len(faces) else []
        return fit

    def before(self) -> list[NewEvent]:
        """What must be told before these dice: that another evening begins, if it does."""
        return [NewEvent(Began(self.beginning))] if self.beginning and self.drawn.lines else []

    def complaint(self, result: Done | Waiting) -> Refusal | None:
        """Why the faces typed in do not fit the action, if so and if no die of the table has been drawn."""
        if self.drawn.lines:
            return None
        if isinstance(result, Waiting) and result.dice:
            return Refusal(TOO_FEW, {"count": result.dice.count, "sides": result.dice.sides})
        if self.typed and self.typed.left:
            return Refusal(TOO_MANY if isinstance(result, Done) else ASKED_FIRST, {"count": len(self.typed.left)})
        return None


def free_roll(context: Context, text: str, audience: str) -> Decided:
    """`/r 3d6+2`, with the table's dice."""
    if context.state.paused:
        return Refusal(PAUSED)
    expression = meant(text, context.state.rolls.get(context.seat, {}), MAX_THROWN)
    dice, to = TableDice(context, audience), audience_of(audience, context)
    thrown: list[NewEvent] = []
    for _ in range(expression.times):
        before = len(dice.lines)
        try:
            one = throw(expression.question(), dice, by=context.seat)
        except NeedDice as short:
            return Refusal(TOO_FEW, {"count": short.count, "sides": short.sides})
        success = expression.compare.holds(one.outcome) if expression.compare else None
        fair = tuple(dice.lines[before:])
        thrown.append(NewEvent(Rolled(str(expression.once), one.outcome, success, one.rolls, fair, audience), to))
    return [*dice.before(), *thrown]


@stored("rolled/1")
class Rolled(Happening):
    """A free roll, `/r 3d6+2`."""

    is_roll = True

    text: str
    total: int
    success: bool | None
    rolls: Rolls
    fair: Fair
    audience: str = "open"

    def fold(self, state: State, event: Event) -> State:
        now = replace(state, fair=dice_after(state.fair, self.fair))
        if not (roll := self.expression):
            return now
        return replace(now, rolls={**state.rolls, event.by: remembered(state.rolls.get(event.by, {}), roll)})

    @property
    def expression(self) -> Expression | None:
        """The roll as it is read; None for one that cannot be, from elsewhere."""
        try:
            return parse_stored(self.text)
        except BadNotation:
            return None

    def sentence(self, telling: Telling) -> str:
        return SAID.say(telling.lang, who=telling.who, text=f"{self.text} = {self.total}")

    def without(self, by: str, seat: str, _dice: Dealt) -> Happening:
        """Without the words of its note."""
        roll = self.expression
        return replace(self, text=str(replace(roll, comment=""))) if by == seat and roll and roll.comment else self


class Reveal(Command, id="reveal", by=MJ):
    """End the evening: show the key of the public dice, and of the secret ones if the MJ wishes."""

    secret: Annotated[bool, Label(fr="Les dés secrets aussi", en="The secret dice too")] = False

    def decide(self, context: Context) -> Decided:
        state = context.state
        streams: list[fair.Stream] = ["public", "secret"] if self.secret else ["public"]
        left = [stream for stream in streams if stream not in state.revealed]
        if not left:
            return Refusal(ALREADY_REVEALED)
        lines = (context.keys.reveal(state.fair, stream, state.evening, state.bound) for stream in left)
        return [NewEvent(Revealed(tuple(line.to_dict() for line in lines)))]


@stored("revealed/1")
class Revealed(Happening):
    """The evening ends: a key of the dice is shown."""

    of_table = True

    fair: Fair = ()

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, revealed=state.revealed + tuple(str(line["stream"]) for line in self.fair))

    def sentence_at_table(self, telling: Telling) -> str:
        return KEY_SHOWN.say(telling.lang)


@stored("began/1")
class Began(Happening):
    """The first throw after a key was shown: another evening, whose dice have keys of their own."""

    of_table = True

    fair: Fair

    def fold(self, state: State, _event: Event) -> State:
        return mixed(replace(state, revealed=(), evening=state.evening + 1), self.fair)

    def sentence_at_table(self, telling: Telling) -> str:
        return BEGAN.say(telling.lang)
