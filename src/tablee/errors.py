"""Every exception we raise, drawn as a tree. Refusals at the table are values (`rules.why.Note`), not exceptions.

TableeError
├── BadInput              a caller asked for something that cannot be; its `text` says what and what to do
│   ├── BadDice           impossible or excessive dice
│   ├── BadAnswer         an answer that was not offered
│   ├── BadNotation       a dice expression that cannot be read, and where
│   ├── BadGame           a game whose author named what does not exist, or two things alike
│   ├── BadFields         parameters or a sheet that do not fit their declaration
│   ├── BadRecord         a dice log that does not verify
│   ├── TooMany           odds with too many branches to count
│   │   └── TooLong       odds that nobody waits for any longer
│   └── Unknown           a game, action, character, rule, option or file that does not exist
├── Unavailable           the tables cannot be read or kept just now: locked, full, read-only or away
├── BadRule               a rule breaks the promises of `dice.rule`; our mistake, or a game author's
└── NeedDice              the faces given ran out: the action waits for more
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablee.text import Text


class TableeError(Exception):
    """Base of everything below."""


class BadInput(TableeError):
    """Something was asked that cannot be: `text` tells the person what is wrong and what to do."""

    def __init__(self, text: Text, /, **values: Any) -> None:
        self.text = text
        self.values = values
        super().__init__(self.say("en"))

    def __reduce__(self) -> tuple[Any, ...]:
        """It stays what it is on its way from another process."""
        return _again, (type(self), self.args, self.__dict__)

    def say(self, lang: str) -> str:
        return self.text.say(lang, **self.values)

    @property
    def sentence(self) -> Text:
        """What it says, whole, for a reader whose language is not known yet."""
        return Text(fr=self.say("fr"), en=self.say("en"))


def _again(kind: type[BadInput], args: tuple[Any, ...], known: dict[str, Any]) -> BadInput:
    made = kind.__new__(kind, *args)
    made.__dict__.update(known)
    return made


class BadDice(BadInput):
    """Impossible or excessive dice."""


class BadAnswer(BadInput):
    """An answer that was not among the options of its decision."""


class BadNotation(BadInput):
    """A dice expression that cannot be read; `column` counts from 1."""

    def __init__(self, text: Text, /, column: int, **values: Any) -> None:
        self.column = column
        super().__init__(text, column=column, **values)


@dataclass(frozen=True)
class FieldProblem:
    """One field that does not fit, and why."""

    field: str
    text: Text
    values: tuple[tuple[str, Any], ...] = ()

    def say(self, lang: str) -> str:
        return self.text.say(lang, **dict(self.values))


class BadFields(BadInput):
    """Parameters or a sheet that do not fit their declaration, field by field."""

    def __init__(self, problems: tuple[FieldProblem, ...]) -> None:
        self.problems = problems
        super().__init__(Text(fr="", en=""))

    def say(self, lang: str) -> str:
        return "\n".join(problem.say(lang) for problem in self.problems)


class BadGame(BadInput):
    """A game that cannot load: its author named a rule that does not exist, or gave two things one name."""


class BadRecord(BadInput):
    """A dice log that does not verify; the sentence says at which line and why."""


class TooMany(BadInput):
    """Odds that would take too long to count: the person who asks may plan fewer decisions, or fewer targets."""


class TooLong(TooMany):
    """Odds that take longer to count than anybody waits for."""


class Unknown(BadInput):
    """A game, action, character, rule, option or file that does not exist."""


class Unavailable(TableeError):
    """The tables cannot be read or kept just now, through no fault of the person who asks: `text` tells them why."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text.en)

    def say(self, lang: str) -> str:
        return self.text.say(lang)


class BadRule(TableeError):
    """A rule breaks the promises of `dice.rule`: a mistake of its author, in English for developers."""


class NeedDice(TableeError):
    """The faces given ran out: `count` more dice of `sides` faces are needed from `by`; `fallen` were given already."""

    def __init__(self, count: int, sides: int, by: str, label: str = "", fallen: tuple[int, ...] = ()) -> None:
        self.count = count
        self.sides = sides
        self.by = by
        self.label = label
        self.fallen = fallen
        super().__init__(f"{count}d{sides} more needed{f' from {by}' if by else ''}")
