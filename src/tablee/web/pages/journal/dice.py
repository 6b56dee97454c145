"""The dice of a table, verified in the page: what was computed again, what waits for a key, what can be noted now."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from tablee.dice import fair
from tablee.errors import BadRecord
from tablee.table.service import House
from tablee.table.verifying import Verified, verified
from tablee.text import Text

Json = dict[str, Any]

MAX_LINES = 5000  # that are played again while the reader waits for the page
TOO_LONG = Text(
    fr="Ce journal a plus de {most} lignes : emportez-le (JSON) et vérifiez-le chez vous, avec « tablee verify ».",
    en="This log has more than {most} lines: take it away (JSON) and verify it at home, with “tablee verify”.",
)


class EveningDice(NamedTuple):
    """The open dice of one evening: how many fell from the table's keys and from hands, whether the key is shown."""

    number: int
    drawn: int
    physical: int
    shown: bool


class DiceProof:
    """The dice of a table as one seat can verify them: from its own lines, as the file that it may take away."""

    def __init__(self, house: House, table: str, seat: str, lang: str) -> None:
        self.house, self.table, self.seat, self.lang = house, table, seat, lang
        self.view = house.view(table, seat)
        self.found: Verified | None = None
        self.refusal = ""
        if self.view.seen > MAX_LINES:
            self.refusal = TOO_LONG.say(lang, most=MAX_LINES)
            return
        try:
            self.found = verified("\n".join(house.exported(table, seat)))
        except BadRecord as bad:
            self.refusal = bad.say(lang)

    @property
    def mj(self) -> bool:
        return bool(self.view.seats[self.seat].role == "mj")

    @property
    def open(self) -> fair.Count:
        """How the dice that everybody sees come out."""
        return self.found.dice["public"] if self.found else fair.Count()

    @property
    def secret(self) -> fair.Count:
        """How secret dice come out, as far as they are in this seat's lines."""
        return self.found.dice["secret"] if self.found else fair.Count()

    @property
    def otherwise(self) -> int:
        """How many results another version of the rules made, which this one gives otherwise."""
        return sum(self.found.otherwise.values()) if self.found else 0

    @cached_property
    def evenings(self) -> list[EveningDice]:
        """Each evening since the table has its present keys, oldest first."""
        told = [EveningDice(1, 0, 0, False)]
        for line in self.found.lines if self.found else ():
            last = told[-1]
            match line:
                case fair.Restart():
                    told = [EveningDice(1, 0, 0, False)]
                case fair.Evening(evening=evening):
                    told.append(EveningDice(evening + 1, 0, 0, False))
                case fair.Drawn(stream="public", faces=faces):
                    told[-1] = last._replace(drawn=last.drawn + len(faces))
                case fair.Physical(stream="public", faces=faces):
                    told[-1] = last._replace(physical=last.physical + len(faces))
                case fair.Reveal(stream="public"):
                    told[-1] = last._replace(shown=True)
        return told

    @property
    def may_show(self) -> bool:
        """Whether the MJ may show the key of this evening: it has dice, and its key is not shown yet."""
        return self.mj and not self.evenings[-1].shown and bool(self.evenings[-1].drawn)
