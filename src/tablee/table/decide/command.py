"""Command: what a seat asks of a table, declared once for JSON, forms and the terminal; each topic has its own."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import AfterValidator, Field

from tablee.rules.fields import Annotated, Declared
from tablee.rules.game import Game
from tablee.table.decide.context import Context, Decided
from tablee.table.decide.refusal import Refusal
from tablee.table.log.state import State
from tablee.text import Text

NAME = Field(min_length=1, max_length=40)
MAX_LINE, MAX_PAPER = 4000, 50_000  # letters of what is said, and of what is written down
LINE, PAPER = Field(max_length=MAX_LINE), Field(max_length=MAX_PAPER)
ID = Field(min_length=1, max_length=60, pattern=r"^[\w.:-]+$")
TITLE = Field(max_length=120)
PICTURE, ALT = Field(max_length=40), Field(max_length=400)

MAX_DEEP, MAX_ITEMS, LARGEST, LONGEST = 12, 4000, 1_000_000, 4000


def modest(value: Any, deep: int = 0) -> Any:
    """Plain data of a size that people write: no endless nesting or text, no number that takes a year to count to."""
    if deep > MAX_DEEP:
        raise ValueError("too deep")
    if isinstance(value, int | float) and not abs(value) <= LARGEST:  # nor is NaN
        raise ValueError("too large")
    if isinstance(value, str):
        value.encode()  # half a character is no text
        if len(value) > LONGEST:
            raise ValueError("too long")
    if isinstance(value, dict | list | tuple):
        if len(value) > MAX_ITEMS:
            raise ValueError("too many")
        for item in (*value, *value.values()) if isinstance(value, dict) else value:
            modest(item, deep + 1)
    return value


PLAIN = AfterValidator(modest)
FACES = Field(max_length=1000)
WHO = Field(max_length=200)  # people at once
Who = Annotated[str, Field(max_length=60)]
SEEN = Field(ge=0, le=2**53)

ROLES = {
    "mj": Text(fr="meneur", en="GM"),
    "player": Text(fr="joueur", en="player"),
    "spectator": Text(fr="spectateur", en="spectator"),
    "screen": Text(fr="écran partagé", en="shared screen"),
}
MJ: frozenset[str] = frozenset({"mj"})
PLAYERS = MJ | {"player"}
EVERYBODY = frozenset(ROLES)

NOT_SEATED = Text(fr="Prenez d'abord place à la table.", en="Take a seat at the table first.")
ONLY_MJ = Text(fr="Seul le meneur peut faire cela.", en="Only the GM can do that.")
ONLY_WATCHING = Text(fr="Cette place regarde sans jouer.", en="This seat watches without playing.")
NOT_YOURS = Text(fr="{who:Le} n'est pas votre personnage.", en="{who:The} is not your character.")

COMMANDS: dict[str, type[Command]] = {}


class Command(Declared):
    """Base of all commands. A subclass says under which id it is called from outside, the roles of those who may give
    it, and whether the table takes it while an action waits for answers, and while the game is paused.

    >>> class Wave(Command, id="wave", by=EVERYBODY, meanwhile=True):
    ...     def decide(self, context: Context) -> Decided:
    ...         return []
    >>> COMMANDS.pop("wave").by == EVERYBODY
    True
    """

    id: ClassVar[str]
    by: ClassVar[frozenset[str]] = PLAYERS
    meanwhile: ClassVar[bool] = False
    paused: ClassVar[bool] = True

    def __init_subclass__(
        cls, id: str = "", by: frozenset[str] = PLAYERS, meanwhile: bool = False, paused: bool = True, **more: Any
    ) -> None:
        super().__init_subclass__(**more)
        if id:
            cls.id, cls.by, cls.meanwhile, cls.paused = id, by, meanwhile, paused
            COMMANDS[id] = cls

    def refused(self, _state: State, _seat: str, _lost: str) -> Refusal | None:
        """Why a seat of a role that may give it may not give this one, if so; not asked for the MJ's. Characters whose
        sheet bears the flag `lost` are the MJ's.
        """
        return None

    def goes_beside(self, _game: Game) -> bool:
        """Whether the table takes it while an action waits for answers."""
        return self.meanwhile

    def decide(self, context: Context) -> Decided:
        """What follows from it on the present state, or why nothing does."""
        raise NotImplementedError


def refusal(state: State, seat: str, command: Command, lost: str = "") -> Refusal | None:
    """Why this seat may not give this command, if so: asked before anything is decided."""
    if seat not in state.seats or not state.seats[seat].token:
        return Refusal(NOT_SEATED)
    if state.is_mj(seat):
        return None
    role = state.seats[seat].role
    if role not in command.by:
        return not_for(role)
    return command.refused(state, seat, lost)


def not_for(role: str) -> Refusal:
    """The refusal of what a role may not do."""
    return Refusal(ONLY_MJ if role == "player" else ONLY_WATCHING)
