"""Lines of a table's log as a seat is shown them, one shape for each kind, as OpenAPI describes them.

`n` counts the lines of the seat; `line`, for the MJ, is the number in the log. With `said=true` each line has its
sentences too. They document, as `shapes` does: no answer is built from them.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from tablee.web.shapes.view import Compared, DecisionAsked, PartSeen
from tablee.web.shapes.words import HiddenStep, NoteStep, Shape, SumStep, SumTold

Fair = dict[str, JsonValue]
"""A line about dice (commitment, words, throw, key), as `tablee verify` reads it; docs/dice.md describes them."""


class StepTold(Shape):
    """A step of an explanation as a sentence, and its rule with where that stands."""

    sentence: str
    cited: str
    rule: str


class ChangeTold(Shape):
    """A change in words: whose, of what, from what to what; what came into a list or left it is in `after`."""

    who: str
    label: str
    before: str
    after: str
    sentence: str


class Sentences(Shape):
    """A line as people read it, in the reader's language; dice, parts, changes and why of an action only."""

    told: str
    action: str = Field("", description="what the action is called")
    dice: str = ""
    parts: list[str] = Field(default_factory=list)
    changes: list[ChangeTold] = Field(default_factory=list)
    why: list[SumTold | StepTold] = Field(default_factory=list)


class Line(Shape):
    """What every line has: its number, when (seconds since 1970), and by which seat ("" for the table itself)."""

    n: int
    at: float
    by: str
    line: int = Field(0, description="its number in the log; for the MJ")
    said: Sentences | None = Field(None, description="with said=true")


class DiceFallen(Shape):
    """Faces as they fell; those that a reroll discarded too."""

    sides: int
    faces: list[int]
    by: str
    label: str
    discarded: bool


class ChangeSeen(Shape):
    """What became of a field of a sheet, or of the scene (`who` empty); a whole new sheet if `field` is empty."""

    who: str
    field: str
    before: JsonValue
    after: JsonValue


class SoFar(Shape):
    """The dice thrown and the decisions taken before an action stopped to ask."""

    rolls: list[DiceFallen]
    answers: list[dict[str, JsonValue]]


class TableOpened(Line):
    """A table begins."""

    name: Literal["opened/1"]
    game: str
    title: str
    code: str = ""
    fair: list[Fair]
    options: dict[str, JsonValue]
    ready: bool = Field(description="with the first scene of its game")


class Seated(Line):
    """Somebody has a place."""

    name: Literal["seated/1"]
    seat: str
    role: str
    called: str
    colour: str


class Joined(Line):
    """Somebody gave a name, and words that are mixed into the dice."""

    name: Literal["joined/1"]
    seat: str
    called: str
    colour: str
    fair: list[Fair]
    lang: str


class Knocked(Line):
    """Somebody asks to come in; for the MJ."""

    name: Literal["knocked/1"]
    knock: str = ""
    called: str


class Dismissed(Line):
    """A knock left at the door; for the MJ."""

    name: Literal["dismissed/1"]
    knock: str


class Relinked(Line):
    """A seat's link was renewed or revoked."""

    name: Literal["relinked/1"]
    seat: str


class Entered(Line):
    """A character comes in, with as much of the sheet they came with as this seat may see now."""

    name: Literal["entered/1"]
    who: str
    sheet: dict[str, JsonValue]
    owner: str
    hidden: bool
    free: bool


class Handed(Line):
    """A character changes hands, or its numbers are shown or hidden."""

    name: Literal["handed/1"]
    who: str
    owner: str
    hidden: bool
    free: bool


class ArrangedAnew(Line):
    """How the table is kept from now on."""

    name: Literal["arranged/1"]
    door: str
    odds: str
    opponents: str
    trial: bool
    notes: str = Field(description="on what the table's stories hold")
    advice: str = Field(description="whether players may ask what their choices are worth: `off`, `on`")


class Entrusted(Line):
    """Who plays somebody without player, or all of the other side (`who` empty); for the MJ."""

    name: Literal["entrusted/1"]
    who: str
    temper: str


class Paused(Line):
    """The game is paused, or goes on; `by` is empty: nobody is told who asked for it."""

    name: Literal["paused/1"]
    on: bool
    fruitless: int = Field(description="so many moves in a row had harmed nobody, and the table paused by itself; or 0")


class Pinned(Line):
    """The MJ's message that stays before everybody's eyes; none if `text` is empty."""

    name: Literal["pinned/1"]
    text: str


class Settled(Line):
    """A decision is answered once for all, or asked again (`answer` null)."""

    name: Literal["settled/1"]
    who: str
    decision: str
    answer: JsonValue


class Portrayed(Line):
    """A character has a portrait, another one, or none any more (`picture` empty)."""

    name: Literal["portrayed/1"]
    who: str
    picture: str


class Retired(Line):
    """A character leaves the scene, or comes back to it."""

    name: Literal["retired/1"]
    who: str
    returned: bool


class ScenePrepared(Line):
    """The MJ prepares a scene, or puts it away (`kept` false); theirs alone."""

    name: Literal["prepared/1"]
    scene: str
    title: str
    who: list[str]
    text: str
    papers: list[int]
    kept: bool


class Optioned(Line):
    """A house rule is switched."""

    name: Literal["optioned/1"]
    option: str
    value: JsonValue


class Unseen(Line):
    """Somebody rolled, and the MJ alone sees what."""

    name: Literal["acted/1", "asked/1", "rolled/1"]
    action: str = ""
    actor: str = ""
    unseen: Literal[True]


class Asked(Line):
    """An action stopped at decisions; `asked` are those of this seat, `waiting_for` names everybody who decides."""

    name: Literal["asked/1"]
    action: str
    actor: str
    params: dict[str, JsonValue]
    asked: dict[str, DecisionAsked]
    waiting_for: list[str] = Field(default_factory=list)
    progress: SoFar
    odds: dict[str, str] | None
    success: str = Field("", description="the chance of success, as a fraction, before any die")
    fair: list[Fair]
    maker: str = Field(description="the seat that makes a character by it")
    partly: dict[str, JsonValue] = Field(default_factory=dict, description="for the MJ")
    audience: str = ""
    request: str = ""


class Answered(Line):
    """Decisions were taken."""

    name: Literal["answered/1"]
    answers: dict[str, JsonValue]
    maker: str


class Abandoned(Line):
    """The action in progress was dropped, or the creation of the seat `maker`."""

    name: Literal["abandoned/1"]
    maker: str


class _Done(Line):
    action: str
    actor: str
    params: dict[str, JsonValue]
    rolls: list[DiceFallen]
    answers: list[dict[str, JsonValue]]
    parts: list[PartSeen]
    headline: NoteStep
    why: list[NoteStep | SumStep | HiddenStep]
    compared: list[Compared]
    changes: list[ChangeSeen]
    odds: dict[str, str] | None
    success: str = Field("", description="the chance of success, as a fraction, before any die")
    request: str


class Acted(_Done):
    """An action came to its end: dice, results, every step of its explanation, what changed, the odds it had."""

    name: Literal["acted/1"]
    fair: list[Fair]
    audience: str
    unsaid: bool = Field(description="a blind roll that changes nothing until it is disclosed")
    maker: str


class Disclosed(_Done):
    """The MJ says what the blind roll of a line (`of`) gave."""

    name: Literal["disclosed/1"]
    of: int = 0


class Rolled(Line):
    """A free roll."""

    name: Literal["rolled/1"]
    text: str
    total: int
    success: bool | None
    rolls: list[DiceFallen]
    fair: list[Fair]
    audience: str


class TookBack(Line):
    """Lines no longer stand."""

    name: Literal["took_back/1"]
    struck: list[int] = Field(default_factory=list)
    changes: list[ChangeSeen]


class Redid(Line):
    """Lines that were taken back stand again."""

    name: Literal["redid/1"]
    again: list[int] = Field(default_factory=list)
    changes: list[ChangeSeen]


class Corrected(Line):
    """The MJ's word on a value, or on the result of a line (`of`)."""

    name: Literal["corrected/1"]
    changes: list[ChangeSeen]
    of: int = 0
    text: str


class Requested(Line):
    """The MJ asks for a roll."""

    name: Literal["requested/1"]
    request: str
    action: str
    params: dict[str, JsonValue]
    who: list[str]
    audience: str
    title: str


class Reminded(Line):
    """The MJ reminds those who have not answered a request."""

    name: Literal["reminded/1"]
    request: str
    action: str
    title: str
    who: list[str]


class Closed(Line):
    """A request is over."""

    name: Literal["closed/1"]
    request: str


class Said(Line):
    """Words; `to` are the seats that they are for, absent if for everybody."""

    name: Literal["said/1"]
    kind: str
    text: str
    title: str
    picture: str = Field(description="the id of a picture on a paper; empty if it has none")
    alt: str = Field(description="what the picture shows, in words")
    removed: bool = Field(description="whoever said it was struck out: there is no text any more")
    hidden: bool = Field(description="the MJ hides it: others find no text")
    to: list[str] | str = ""


class Hid(Line):
    """The MJ hides a message (line `of`), or shows it again: read that line again."""

    name: Literal["hid/1"]
    of: int = 0
    hidden: bool


class StruckOut(Line):
    """The name and the words of the person of a seat were removed from all lines before this one: read them again."""

    name: Literal["struck_out/1"]
    seat: str


class Revised(Line):
    """A note or a handout (line `of`) reads otherwise, or is withdrawn."""

    name: Literal["revised/1"]
    of: int = 0
    text: str
    title: str
    picture: str
    alt: str
    withdrawn: bool


class Moved(Line):
    """The table was imported into this house."""

    name: Literal["moved/1"]
    code: str = ""
    fair: list[Fair]


class Revealed(Line):
    """The evening ends: a key of the dice is shown."""

    name: Literal["revealed/1"]
    fair: list[Fair]


class Began(Line):
    """Another evening, with dice of its own."""

    name: Literal["began/1"]
    fair: list[Fair]


AnyLine = (
    Unseen | Acted | Asked | Answered | Disclosed | Rolled | Said | Abandoned | TookBack | Redid | Corrected
    | Requested | Reminded | Closed | Revised | Entered | Handed | Portrayed | Settled | Entrusted | Retired | Optioned
    | ArrangedAnew | TableOpened | ScenePrepared | Seated | Joined | Knocked | Dismissed | Relinked | Paused | Pinned
    | Hid | StruckOut | Moved | Revealed | Began
)  # fmt: skip
"""A line of any kind; `name` tells which, and `unseen` whether it is one that the MJ alone sees."""


class CommandDone(Shape):
    """A command that stands: how many lines its seat has been shown, the link it made, and its lines if `told=true`."""

    version: int
    table: str = ""
    token: str = Field("", description="of the link that `invite` or `relink` made")
    seat: str = ""
    lines: list[AnyLine] = Field(
        default_factory=list, description="what the command wrote, as its seat sees it, with sentences"
    )
