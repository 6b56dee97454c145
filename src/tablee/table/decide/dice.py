"""The dice of a table: drawn from its committed keys, or typed in by whoever throws real ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from tablee.dice import Fed, fair
from tablee.rules.run import Done, Waiting
from tablee.table.decide.context import Context, NewEvent
from tablee.table.decide.refusal import ASKED_FIRST, TOO_FEW, Refusal
from tablee.table.log import events as e
from tablee.text import Text

TOO_MANY = Text(fr="{count} dé{count:|s} de trop.", en="{count} {count:die|dice} too many.")


class TableDice:
    """The faces of one action: typed in for the characters that the seat plays (all of them if it is the MJ's), drawn
    for the others. `lines` let anybody verify them later. After a key was shown another evening begins, with its own.

    Faces that do not fit are refused as long as no die of the table has been drawn. From then on nothing is refused, or
    the refusal would tell what the table's dice show: faces left over count for nothing, the table draws missing ones.
    """

    def __init__(self, context: Context, audience: str, typed: tuple[int, ...] | None = None) -> None:
        state = context.state
        self.stream: fair.Stream = "public" if audience == "open" else "secret"
        self.typed = Fed(context.game.typed_faces(typed)) if typed is not None else None
        played = {who for who, character in state.cast.items() if character.owner == context.seat}
        self.mine = None if context.mj else {"", context.seat} | played
        self.lines: list[e.Json] = []
        self.beginning: tuple[e.Json, ...] = ()
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
        return [NewEvent(e.Began(self.beginning))] if self.beginning and self.drawn.lines else []

    def complaint(self, result: Done | Waiting) -> Refusal | None:
        """Why the faces typed in do not fit the action, if so and if no die of the table has been drawn."""
        if self.drawn.lines:
            return None
        if isinstance(result, Waiting) and result.dice:
            return Refusal(TOO_FEW, {"count": result.dice.count, "sides": result.dice.sides})
        if self.typed and self.typed.left:
            return Refusal(TOO_MANY if isinstance(result, Done) else ASKED_FIRST, {"count": len(self.typed.left)})
        return None
