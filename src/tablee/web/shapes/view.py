"""The view of a table: its seats, its people, what is asked, what was handed out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from tablee.web.shapes.words import InLanguages, Name, NoteStep, Shape, SumStep, Text


class GameTold(Shape):
    """A game that this house plays."""

    id: str
    label: str
    tagline: str


class ReadyCharacter(Shape):
    """A ready character of a game, and the side they are usually on ("" for none)."""

    id: str
    name: str
    side: str


class Seat(Shape):
    """A person at the table; `lang` is the language they read ("" for that of each request); `link` whether they have
    one that opens: not after it was revoked, nor in another house until they are given a new one.
    """

    role: Literal["mj", "player", "spectator", "screen"]
    called: str
    colour: str
    lang: str
    link: bool


class ConditionSeen(Shape):
    """How somebody is, in a word that everybody may know, and whether they are still in the fight."""

    id: str
    label: Text
    standing: bool


class CharacterSeen(Shape):
    """A character of the table; of a sheet that is hidden only the name is there. Who retired has no condition."""

    owner: str = Field(description="the seat that plays them, the MJ's if empty")
    retired: bool
    hidden: bool
    free: bool = Field(description="any player may take them")
    portrait: str = Field(description="the id of their portrait, found under `pictures`; empty if they have none")
    condition: ConditionSeen | None = None
    side: str = ""
    sheet: dict[str, JsonValue] = Field(description="the fields of the sheet that this seat may see")


class TurnSeen(Shape):
    """Where somebody stands in the order of play."""

    who: str
    when: Literal["now", "next", "later", "done", "out"]


class ClockSeen(Shape):
    """Something that lasts or is coming, for one person or for the scene (`who` empty)."""

    id: str
    who: str
    left: int
    whole: int = Field(description="what it began with; what is left, where that is not known")
    label: Name | Text
    unit: Text
    ends: Text | None = Field(description="what happens when it has run out")


class HouseRule(Shape):
    """A switch of the game, with its values (the book's first) and what the MJ reads before it is on."""

    id: str
    label: Text
    values: list[JsonValue]
    value: JsonValue
    rule: str
    note: Text | None


class OptionOfDecision(Shape):
    """An answer to a decision, and the chance of each result if it is given, where this seat may know it."""

    value: bool | int | str
    label: Name | Text
    odds: dict[str, str] = Field(
        default_factory=dict, description="grades, joined by « + » for several people, and their fractions"
    )


class GradeNamed(Shape):
    """The words of a result, and whether it is good for the one who acts."""

    label: Text
    good: bool


class Cost(Shape):
    """So much of a field of the sheet that an answer costs."""

    label: Text
    amount: int


class DecisionAsked(Shape):
    """What somebody is asked in the middle of an action; `grades` are the words of the results that `odds` name."""

    id: str
    rule: str
    label: Text
    options: list[OptionOfDecision]
    default: bool | int | str
    price: dict[str, int]
    costs: list[Cost] = Field(default_factory=list, description="the price in words, of a decision that waits")
    grades: dict[str, GradeNamed] = Field(default_factory=dict)
    success: Text | None = Field(None, description="what whoever acts tries, as it is read after a chance")


class Pending(Shape):
    """The action in progress, and those of its decisions that this seat may answer (`asked`, by character)."""

    action: str
    actor: str
    waiting_for: list[str]
    asked: dict[str, DecisionAsked]
    since: float
    n: int = Field(0, description="the line of its card, in this seat's numbering")


class PendingUnseen(Shape):
    """An action in progress that this seat does not see."""

    waiting: Literal[True]
    n: int = 0


class Making(Shape):
    """The creation that this seat is in the middle of, and what it asks."""

    action: str
    params: dict[str, JsonValue]
    asked: dict[str, DecisionAsked]
    so_far: dict[str, JsonValue] = Field(description="the faces thrown (`rolls`) and the answers given (`answers`)")
    n: int = 0


class StandingAnswer(Shape):
    """A decision that a character's player is no longer asked; its words are those it was last asked with."""

    who: str
    decision: str
    answer: JsonValue
    label: Text | None = Field(description="null where it was settled before anybody was asked")
    rule: str
    options: list[OptionOfDecision]


class Arranged(Shape):
    """How the table is kept."""

    door: Literal["open", "guarded"]
    odds: Literal["hidden", "shown"]
    opponents: Literal["by-themselves", "played"] = Field(description="who plays the side that no player is on")
    notes: str = Field(description="on what the table's stories hold, read before one sits down")
    advice: Literal["on", "off"] = Field(description="whether players may ask what their choices are worth")


class PartSeen(Shape):
    """What came out for one person: a grade (`good` for the one who acts), and amounts such as damage."""

    who: str
    grade: str
    label: InLanguages
    good: bool
    amounts: dict[str, int]


class Compared(Shape):
    """What was compared with what: a total with what it was held against (to be no higher, if `under`)."""

    total: int
    against: int
    margin: int | None
    who: Name | None
    under: bool
    rule: str


class RequestDone(Shape):
    """What one person made of a request, as far as this seat may know; `line` and `audience` for the MJ."""

    parts: list[PartSeen] = Field(default_factory=list)
    compared: list[Compared] = Field(default_factory=list)
    line: int = 0
    audience: str = ""


class CameOutTogether(Shape):
    """How several people who made the same roll came out together, and the rule that says so."""

    good: bool
    label: Text
    told: NoteStep


class RollAskedFor(Shape):
    """A roll that the MJ asks for; `done` holds what each one made of it."""

    action: str
    who: list[str]
    audience: str
    title: str
    closed: bool
    params: dict[str, JsonValue]
    done: dict[str, RequestDone]
    together: CameOutTogether | None = Field(
        description="how all of them came out by the game's own rule for a group, once all have answered"
    )


class Paper(Shape):
    """A note or a handout as it reads now; `line` and whom it is for (`to`) for the MJ."""

    kind: Literal["note", "handout"]
    by: str
    title: str
    text: str
    picture: str = Field(description="the id of its picture, found under `pictures`; empty if it has none")
    alt: str = Field(description="what its picture shows, in words")
    line: int = 0
    to: str | list[str] = ""


class PreparedScene(Shape):
    """A scene that the MJ prepared: ready characters, words, and the lines of notes that it hands out."""

    title: str
    who: list[str]
    text: str
    papers: list[int]


class DiceOfTheTable(Shape):
    """What anybody needs to verify the dice: commitments by stream, words mixed in, faces drawn in the open."""

    commitments: dict[str, str]
    evening: int
    words: str
    drawn: int


class View(Shape):
    """The table as one seat sees it."""

    game: str
    title: str
    opening: Text | None = Field(description="what is told as the first scene of the game begins, if it was laid")
    seen: int = Field(description="how many lines this seat has been shown")
    you: str = Field(description="this seat")
    seats: dict[str, Seat]
    knocks: dict[str, str] = Field(description="who waits at the door, by knock; for the MJ")
    cast: dict[str, CharacterSeen]
    busy: dict[str, NoteStep | SumStep] = Field(description="what keeps people busy")
    play: dict[str, JsonValue] = Field(description="the state of the scene, as the game declares it")
    turns: list[TurnSeen]
    clocks: list[ClockSeen]
    options: dict[str, JsonValue] = Field(description="the house rules that were switched")
    house_rules: list[HouseRule]
    pending: Pending | PendingUnseen | None
    making: Making | None
    makers: list[str] = Field(description="the seats that are making a character")
    not_asked: list[StandingAnswer]
    arranged: Arranged
    paused: bool = Field(description="nothing is rolled, answered or asked for until the MJ lets the game go on")
    pinned: str = Field(description="the MJ's message that stays before everybody's eyes")
    scenes: dict[str, PreparedScene] = Field(description="prepared for later; for the MJ")
    by_themselves: list[str] = Field(description="the characters that act by themselves; the MJ alone is told")
    tempers: dict[str, str] = Field(description='how those without player are played, the other side by ""; for the MJ')
    trial: bool = Field(description="it vanishes seven days after its last line, unless the MJ keeps it")
    requests: dict[str, RollAskedFor]
    papers: list[Paper]
    dice: DiceOfTheTable
    code: str = Field(description="the table's code; for the MJ")
    present: list[str] = Field(
        default_factory=list, description="the seats that follow the table now; not in views of the past"
    )
