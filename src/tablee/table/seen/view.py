"""The view of a table: its seats, its people, what is asked, what was handed out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from tablee.rules.run import Progress
from tablee.rules.stored.decisions import DecisionAsked, OptionOfDecision
from tablee.rules.stored.parts import PartStored
from tablee.rules.stored.steps import SaidNote, SaidWhy
from tablee.rules.stored.words import LEFT_OUT, Json, Label, SaidText, WrittenAs
from tablee.rules.why import Comparison
from tablee.table.seen.prepared import NamedPerson, PreparedTry


@dataclass(frozen=True, slots=True)
class Seat:
    """A person at the table; `lang` is the language they read ("" for that of each request); `link` whether they have
    one that opens: not after it was revoked, nor in another house until they are given a new one.
    """

    role: Annotated[str, WrittenAs(Literal["mj", "player", "spectator", "screen"])]
    called: str
    colour: str
    lang: str
    link: bool


@dataclass(frozen=True, slots=True)
class ConditionSeen:
    """How a character is, in a word that everybody may know, and whether they are still in the fight."""

    id: str
    label: SaidText
    standing: bool
    fit: Annotated[bool, Field(description="nothing ails them")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterSeen:
    """A character of the table; of a sheet that is hidden only the name is there. Who retired, or is out of sight, has
    no condition.
    """

    owner: Annotated[str, Field(description="the seat that plays them, the MJ's if empty")]
    stand_in: Annotated[str, Field(description="the seat that plays them until that one is back")] = ""
    retired: bool
    hidden: bool
    free: Annotated[bool, Field(description="any player may take them")]
    portrait: Annotated[
        str, Field(description="the id of their portrait, found under `pictures`; empty if they have none")
    ]
    condition: Annotated[ConditionSeen | None, LEFT_OUT] = None
    side: Annotated[str | None, LEFT_OUT] = None
    sheet: Annotated[dict[str, Json], Field(description="the fields of the sheet that this seat may see")]
    unseen: Annotated[bool, Field(description="in the scene without anybody else knowing of them; for the MJ")] = False
    elsewhere: Annotated[
        bool, Field(description="not in the open scene, or out of this seat's sight: how they fare may be left out")
    ] = False

    @property
    def here(self) -> bool:
        """Whether they are in the open scene, as far as the seat is in it."""
        return not (self.retired or self.elsewhere)

    @property
    def player(self) -> str:
        """The seat that plays them now."""
        return self.stand_in or self.owner


@dataclass(frozen=True, slots=True)
class Looked:
    """As much of a view as a sheet needs that belongs to no scene and is only looked at."""

    game: str
    you: str
    seats: dict[str, Seat]
    cast: dict[str, CharacterSeen]
    mj: bool = False


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """A scene in which some of the party are while another is open: its title, if it was prepared, and who."""

    scene: str
    title: str
    who: list[str]


@dataclass(frozen=True, slots=True)
class TurnSeen:
    """Where a character stands in the order of play."""

    who: str
    when: Literal["now", "next", "later", "done", "out"]


@dataclass(frozen=True, slots=True)
class ClockSeen:
    """Something that lasts or is coming, for one person or for the scene (`who` empty)."""

    id: str
    who: str
    left: int
    whole: Annotated[int, Field(description="what it began with; what is left, where that is not known")]
    ends: Annotated[SaidText | None, Field(description="what happens when it has run out")]
    label: Label
    unit: SaidText


@dataclass(frozen=True, slots=True)
class LedgerSeen:
    """What the party has in common, as anybody who plays writes it: the date in the world, money, things."""

    date: str
    money: str
    things: str


@dataclass(frozen=True, slots=True)
class SessionSeen:
    """A session that is over: when it was played, the characters who were there, what happened: as the MJ wrote it,
    for the MJ; as it was read to all, for others.
    """

    ended: Annotated[float, Field(description="when the MJ ended it, in seconds since 1970")]
    played: Annotated[float, Field(description="when its last line before that was written")]
    here: list[str]
    told: str
    read: Annotated[bool, Field(description="it was read to all")]


@dataclass(frozen=True, slots=True)
class DialSeen:
    """A clock of the MJ's own: parts gone, of how many; a countdown, if `down`; whether everybody sees it."""

    title: str
    now: int
    size: int
    down: bool
    shown: bool

    @property
    def left(self) -> int:
        """The parts that are not gone."""
        return self.size - self.now


@dataclass(frozen=True, slots=True)
class DrawSeen:
    """What the MJ drew from a random table, and the person whom it names, if it does; whether everybody saw it."""

    n: Annotated[int, Field(description="its line")]
    label: SaidText
    text: SaidText
    called: str
    feminine: bool
    names: Annotated[str, Field(description="the language in which people were named")]
    open: bool


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A switch of the game, with its values (the book's first) and what the MJ reads before it is on."""

    id: str
    label: SaidText
    values: list[Json]
    value: Json
    rule: str
    note: SaidText | None


@dataclass(frozen=True, slots=True)
class Pending:
    """The action in progress, and those of its decisions that this seat may answer (`asked`, by character)."""

    action: str
    actor: str
    waiting_for: list[str]
    asked: dict[str, DecisionAsked]
    since: float
    n: Annotated[int, Field(description="the line of its card, in this seat's numbering")] = 0
    moment: Annotated[
        int, Field(description="seconds after which it goes on by itself, once all who are awaited are here; or 0")
    ] = 0
    unaware: Annotated[
        list[str],
        Field(
            description="of those awaited, whose player may not know of it: what they are asked is the MJ's to answer"
        ),
    ] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PendingUnseen:
    """An action in progress that this seat does not see."""

    waiting: Literal[True]
    n: int = 0


@dataclass(frozen=True, slots=True)
class Making:
    """The creation that this seat is in the middle of, and what it asks."""

    action: str
    params: dict[str, Json]
    asked: dict[str, DecisionAsked]
    so_far: Annotated[
        Progress,
        WrittenAs(dict[str, Json]),
        Field(description="the faces thrown (`rolls`) and the answers given (`answers`)"),
    ]
    n: int = 0


@dataclass(frozen=True, slots=True)
class StandingAnswer:
    """A decision that a character's player is no longer asked; its words are those it was last asked with."""

    who: str
    decision: str
    answer: Json
    label: Annotated[SaidText | None, Field(description="null where it was settled before anybody was asked")]
    rule: str
    options: list[OptionOfDecision]


@dataclass(frozen=True, slots=True)
class Arranged:
    """How the table is kept."""

    door: Literal["open", "guarded"]
    odds: Literal["hidden", "shown"]
    opponents: Annotated[
        Literal["by-themselves", "played"], Field(description="who plays the side that no player is on")
    ]
    notes: Annotated[str, Field(description="on what the table's stories hold, read before one sits down")]
    advice: Annotated[Literal["on", "off"], Field(description="whether players may ask what their choices are worth")]
    moment: Annotated[int, Field(description="seconds left to speak up in the middle of an action; 0: no limit")]
    reviews: Annotated[Literal["on", "off"], Field(description="whether fights that are over may be read again")]


@dataclass(frozen=True, slots=True)
class RequestDone:
    """What one person made of a request, as far as this seat may know; `line` and `audience` for the MJ."""

    parts: Annotated[list[PartStored] | None, LEFT_OUT] = None
    compared: Annotated[list[Comparison] | None, LEFT_OUT] = None
    line: int = 0
    audience: str = ""

    @property
    def known(self) -> bool:
        """Whether this seat knows what came out."""
        return self.parts is not None


@dataclass(frozen=True, slots=True)
class CameOutTogether:
    """How several people who made the same roll came out together, and the rule that says so."""

    good: bool
    label: SaidText
    told: SaidNote


@dataclass(frozen=True, slots=True)
class RollAskedFor:
    """A roll that the MJ asks for; `done` holds what each one made of it."""

    action: str
    who: list[str]
    audience: str
    title: str
    closed: bool
    params: dict[str, Json]
    done: dict[str, RequestDone]
    together: Annotated[
        CameOutTogether | None,
        Field(description="how all of them came out by the game's own rule for a group, once all have answered"),
    ]


@dataclass(frozen=True, slots=True)
class Paper:
    """A note (of a seat's own, or of the group) or a handout as it reads now, with the line that it was written with in
    this seat's numbering; whom it is for (`to`) for the MJ.
    """

    kind: Annotated[str, WrittenAs(Literal["note", "group", "handout"])]
    by: str
    title: str
    text: str
    picture: Annotated[str, Field(description="the id of its picture, found under `pictures`; empty if it has none")]
    alt: Annotated[str, Field(description="what its picture shows, in words")]
    sort: Annotated[str, Field(description="what it is about: person, place, clue, thing; or empty")] = ""
    line: int = 0
    to: str | tuple[str, ...] = ""


@dataclass(frozen=True, slots=True)
class PreparedScene:
    """A scene that the MJ prepared: ready characters, words, the lines of notes that it hands out and of those that
    stay at hand; whether it was opened, and is open now. The one that there was before the first has no title.
    """

    title: str
    who: list[str]
    text: str
    papers: list[int]
    unseen: Annotated[list[str], Field(description="ready characters whom the MJ alone will know of")] = field(
        default_factory=list
    )
    at_hand: Annotated[list[int], Field(description="lines of notes that the MJ reads while it is open")] = field(
        default_factory=list
    )
    given: Annotated[list[int], Field(description="lines of the papers that were handed out in it")] = field(
        default_factory=list
    )
    opened: bool = False
    now: bool = False
    notes: Annotated[str, Field(description="the MJ's alone")] = ""
    named: Annotated[list[NamedPerson], Field(description="people under names of their own")] = field(
        default_factory=list
    )
    tries: Annotated[list[PreparedTry], Field(description="what may be tried, and where it leads")] = field(
        default_factory=list
    )
    draft: bool = False
    place: Annotated[int, Field(description="its place in the MJ's order of all, from 0")] = 0


@dataclass(frozen=True, slots=True)
class FightOver:
    """How the last fight came out, as long as no other has begun: the seat's own line that tells it, and how."""

    n: int
    how: str
    label: SaidText
    fresh: Annotated[bool, Field(description="nothing has been done since")]


@dataclass(frozen=True, slots=True)
class WayOut:
    """A way out of the fight that the scene offers, by the action with which it is tried."""

    label: SaidText
    action: str
    params: dict[str, Json]


@dataclass(frozen=True, slots=True)
class ChoiceSeen:
    """Something that may be tried in the scene of an adventure: what it is called, help for newcomers, by whom (one,
    the best, all), the ways that are left to the player, the fields they fill in, and the seats that would.
    """

    id: str
    label: SaidText
    help: SaidText | None
    who: Literal["one", "best", "all"]
    action: Annotated[str, Field(description="the action of the game that says how it comes out; empty for none")]
    ways: list[SaidText]
    open: list[str]
    votes: Annotated[list[str], Field(description="the seats that would choose it")]


@dataclass(frozen=True, slots=True)
class ClockOfStory:
    """Something that fills in an adventure."""

    label: SaidText
    now: int
    size: int


@dataclass(frozen=True, slots=True)
class PaperOfStory:
    """Something written or drawn that people were handed in an adventure; `alt` is what its picture shows."""

    title: SaidText
    text: SaidText
    picture: str = ""
    alt: SaidText | None = None


@dataclass(frozen=True, slots=True)
class AdventureSeen:
    """The adventure of the table: who holds it, where people are; nothing of what is to come."""

    title: SaidText
    held: Literal["table", "mj"]
    texts: Annotated[list[SaidText], Field(description="what was read last")]
    choices: Annotated[list[ChoiceSeen], Field(description="what may be tried now, while the table holds it")]
    things: Annotated[list[SaidText], Field(description="what people carry")]
    papers: Annotated[list[PaperOfStory], Field(description="what people were handed")]
    clocks: list[ClockOfStory]
    party: Annotated[list[str], Field(description="the ready characters that may still be taken")]
    deciders: Annotated[list[str], Field(description="the seats that choose")]
    end: Annotated[SaidText | None, Field(description="the title of the end that it came to")]


@dataclass(frozen=True, slots=True)
class DiceOfTheTable:
    """What anybody needs to verify the dice: commitments by stream, words mixed in, faces drawn in the open."""

    commitments: dict[str, str]
    evening: int
    words: str
    drawn: int


@dataclass(frozen=True, slots=True)
class Doorway:
    """What a visitor who has a table's code may know before they come in: what is played, how the door is; if it is
    open, whom they may take, and the colours that others have.
    """

    title: str
    game: str
    door: str
    notes: str
    cast: dict[str, CharacterSeen]
    colours: list[str]


@dataclass(frozen=True, slots=True)
class Glance:
    """What the holder of a token is reminded of: a table, their seat there, when they last saw a line; a visitor who
    still waits at the door, under which name.
    """

    table: str
    title: str
    game: str
    waiting: bool
    role: str
    called: str
    at: float


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat sees it."""

    game: str
    title: str
    opening: Annotated[
        SaidText | None, Field(description="what is told as the first scene of the game begins, if it was laid")
    ]
    seen: Annotated[int, Field(description="how many lines this seat has been shown")]
    you: Annotated[str, Field(description="this seat")]
    seats: dict[str, Seat]
    knocks: Annotated[dict[str, str], Field(description="who waits at the door, by knock; for the MJ")]
    cast: dict[str, CharacterSeen]
    busy: Annotated[dict[str, SaidWhy], Field(description="what keeps people busy")]
    play: Annotated[dict[str, Json], Field(description="the state of the scene, as the game declares it")]
    turns: list[TurnSeen]
    clocks: list[ClockSeen]
    options: Annotated[dict[str, Json], Field(description="the house rules that were switched")]
    house_rules: list[HouseRule]
    pending: Pending | PendingUnseen | None
    rolling: Annotated[list[Pending], Field(description="rolls that the MJ asked for, stopped at a decision")]
    making: Making | None
    makers: Annotated[list[str], Field(description="the seats that are making a character")]
    not_asked: list[StandingAnswer]
    arranged: Arranged
    paused: Annotated[
        bool, Field(description="nothing is rolled, answered or asked for until the MJ lets the game go on")
    ]
    pinned: Annotated[str, Field(description="the MJ's message that stays before everybody's eyes")]
    ledger: Annotated[LedgerSeen, Field(description="the date in the world, the money and the things of the party")]
    sessions: Annotated[list[SessionSeen], Field(description="the sessions that are over, oldest first")]
    dials: Annotated[dict[str, DialSeen], Field(description="the MJ's clocks and countdowns that this seat may see")]
    tables: Annotated[str, Field(description="the MJ's own random tables, as they are written; for the MJ")]
    draws: Annotated[list[DrawSeen], Field(description="drawn from random tables of late, newest first; for the MJ")]
    scenes: Annotated[
        dict[str, PreparedScene], Field(description="prepared for later, then those that were opened; for the MJ")
    ]
    by_themselves: Annotated[
        list[str], Field(description="the characters that act by themselves; the MJ alone is told")
    ]
    tempers: Annotated[
        dict[str, str], Field(description='how those without player are played, the other side by ""; for the MJ')
    ]
    away: Annotated[bool, Field(description="what happens in the open scene is not for this seat: it is elsewhere")]
    places: Annotated[list[PlaceSeen], Field(description="where those of the party are who are elsewhere; for the MJ")]
    trial: Annotated[bool, Field(description="it vanishes seven days after its last line, unless the MJ keeps it")]
    ended: Annotated[FightOver | None, Field(description="how the last fight came out, until another begins")]
    fights: Annotated[
        list[int], Field(description="the seat's own lines that tell the ends of fights: the first one, the second…")
    ]
    ways: Annotated[dict[str, WayOut], Field(description="the ways out of the fight that the scene offers")]
    again: Annotated[bool, Field(description="the first scene of the game was laid here, and may be laid again")]
    adventure: Annotated[AdventureSeen | None, Field(description="the adventure that the table plays")]
    requests: dict[str, RollAskedFor]
    papers: list[Paper]
    projected: Annotated[Paper | None, Field(description="the paper that is on the shared screen")]
    dice: DiceOfTheTable
    code: Annotated[str, Field(description="the table's code; for the MJ")]
    present: Annotated[
        list[str] | None,
        LEFT_OUT,
        Field(description="the seats that follow the table now; not in views of the past"),
    ] = None

    @property
    def mj(self) -> bool:
        """Whether the seat is the MJ's."""
        return self.you in self.seats and self.seats[self.you].role == "mj"

    @property
    def asked(self) -> dict[str, DecisionAsked]:
        """What the seat may answer in the actions in progress, by character; the oldest action's first."""
        found: dict[str, DecisionAsked] = {}
        for one in sorted(self.in_progress, key=lambda one: one.n):
            found = {**one.asked, **found}
        return found

    @property
    def in_progress(self) -> list[Pending]:
        """The actions that wait for answers and that the seat may follow: the scene's, and rolls asked for."""
        return [*([self.pending] if isinstance(self.pending, Pending) else ()), *self.rolling]

    @property
    def waiting_for(self) -> list[str]:
        """Those whose decisions the action in progress waits for."""
        return self.pending.waiting_for if isinstance(self.pending, Pending) else []

    def player(self, who: str) -> str:
        """What who plays a character now is called; "" if nobody does, or under no name yet."""
        seat = self.seats.get(self.cast[who].player) if who in self.cast else None
        return seat.called if seat else ""
