"""Shapes of the answers about a table: its view, offers, forms, sheets and odds, as OpenAPI describes them.

They document and are never built while answering: tests compare them with the answers of every game. Clients leave
aside what they do not know: later versions may add to each of them.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue


def _open(schema: dict[str, Any]) -> None:
    schema.pop("additionalProperties", None)


class Shape(BaseModel):
    """A part of an answer."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_open)


class InLanguages(Shape):
    """A text in both languages."""

    fr: str
    en: str


class Text(Shape):
    """A word or a sentence in both languages."""

    text: InLanguages


class Called(Shape):
    """What somebody or something is called, with what a sentence needs of it."""

    fr: str
    en: str = ""
    feminine: bool = False
    plural: bool = False
    article: bool = False
    aspirated: bool = False


class Name(Shape):
    """The name of somebody or something."""

    name: Called


class RefusalTold(Shape):
    """Why something cannot be done, and the rule that says so ("" if it is the table's)."""

    sentence: str
    rule: str


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


class NoteStep(Shape):
    """A sentence of an explanation, as the rule that says it and its values."""

    rule: str
    values: dict[str, JsonValue]


class TermSeen(Shape):
    """A term of a sum; `negative` if it is taken away, `of` what it comes from."""

    key: str
    amount: int
    negative: bool = False
    of: Name | Text | str | None = None


class HiddenTerm(Shape):
    """A term that is not for this seat."""

    hidden: Literal[True]


class SumStep(Shape):
    """A sum of an explanation, as the rule that makes it and its terms."""

    rule: str
    terms: list[TermSeen]
    whose: str = ""
    who: Name | Text | None = None


class HiddenStep(Shape):
    """A step of an explanation that is not for this seat, or not all of it: its rule."""

    rule: str
    hidden: Literal[True]
    terms: list[TermSeen | HiddenTerm] = Field(default_factory=list)


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


class Offer(Shape):
    """An action that a character may choose, or why not; `usual` is its place among those proposed first."""

    action: str
    label: str
    kind: str
    kind_label: str
    usual: int | None
    anytime: bool
    next: bool = Field(description="it begins the next round")
    asks: bool = Field(description="it has a form to fill in; if not, it can be done at once")
    refusal: RefusalTold | None


class GroupOfFields(Shape):
    """The heading of a field in a form."""

    id: str
    label: str


class ChoiceOfField(Shape):
    """A choice of a field, and why the rules would refuse it with the other values as they are."""

    id: str
    label: str
    refusal: RefusalTold | None


class KeyOfField(Shape):
    """A name for which a field holds a value."""

    id: str
    label: str


class RungOfScale(Shape):
    """A number on a scale, and its name."""

    value: int
    label: str


class FieldAsked(Shape):
    """A field of a form: how it is asked, what is proposed, whether it applies with the other values as they are."""

    name: str
    label: str
    group: GroupOfFields | None
    rank: str = Field(description="usual, more or mj")
    unit: str
    help: str
    rules: list[str] = Field(description="the clauses that it follows: their refusals are about it")
    kind: str = Field(description="the type of its value, as Python calls it: int, str, bool, …")
    many: bool
    required: bool
    open: bool = Field(description="whether it takes other values than its choices, which are suggestions then")
    low: int | None
    high: int | None
    value: JsonValue
    applies: bool
    choices: list[ChoiceOfField]
    scale: list[RungOfScale] = Field(description="of a number: those that have names, such as difficulties")
    keys: list[KeyOfField] = Field(description="of a field that holds a value for each of several names")


class ChoiceWeighed(Shape):
    """The chance that somebody's side wins if they do this, or answer this, and everybody then strikes straight on."""

    words: str = Field("", description="what would be done, in words")
    action: str = ""
    params: dict[str, JsonValue] = Field(default_factory=dict)
    planned: bool = Field(False, description="it is what they prepare")
    answer: JsonValue = Field(None, description="to what they are asked")
    chance: float
    error: float = Field(description="its standard error; 0 where it is exact")
    percent: str


class AdviceTold(Shape):
    """What the choices open to somebody are worth to the end of the fight."""

    who: str
    method: Literal["exact", "bulk"]
    fights: int = Field(description="simulated for each choice; 0 where it is exact")
    choices: list[ChoiceWeighed]


class TermTold(Shape):
    """A term of a sum in words, with its rule; `said` has its amount (« PHY 2 »), taken away if `minus`."""

    label: str
    amount: int
    said: str
    minus: bool
    rule: str


class SumTold(Shape):
    """A sum in words, with its terms; `head` is its name with the total, `cited` its rule and where that stands."""

    sentence: str
    head: str
    total: int
    rule: str
    cited: str
    terms: list[TermTold]


class OpensAction(Shape):
    """The action that an entry of a sheet opens, with the parameters it gives."""

    action: str
    params: dict[str, JsonValue]


class StepOfScale(Shape):
    """A word for the numbers from `at` up to the next step."""

    at: int
    label: str


class EntrySeen(Shape):
    """One thing written on a sheet, drawn as a number, a gauge up to `most`, boxes, a code, a text, a list, a flag;
    around a scene as a clock (so much of `most` gone), a place on a track (its end at `most`), one of some moments.
    """

    id: str
    label: str
    value: bool | int | str | list[str]
    drawn: Literal["number", "gauge", "boxes", "code", "text", "list", "flag", "clock", "track", "moments"]
    most: int | None
    low: int | None
    who: str
    said: str
    unit: str
    steps: list[StepOfScale]
    word: str = Field(description="that of the step which the value has reached")
    sum: SumTold | None
    why: list[str] = Field(description="how it was made, where a sum does not say all")
    opens: OpensAction | None
    help: str
    paid: str = Field(description="what it does when a point is spent on it, beside what it always does")
    edited_by: str = Field(description="the action by which its player may change it")


class FormSeen(Shape):
    """An action as it is filled in; `values` can be sent as the parameters of `act`."""

    action: str
    label: str
    kind: str
    refusal: RefusalTold | None
    left: list[EntrySeen] = Field(description="what is left to spend while a character is made")
    values: dict[str, JsonValue]
    fields: list[FieldAsked]


class SectionSeen(Shape):
    """A part of a sheet under one heading."""

    id: str
    label: str
    entries: list[EntrySeen]


class ConditionTold(Shape):
    """How somebody is, in a word."""

    id: str
    label: str


class SheetSeen(Shape):
    """A sheet as its game lays it out; no section of somebody whose numbers are hidden."""

    who: str
    name: str
    condition: ConditionTold
    sections: list[SectionSeen]


class Chance(Shape):
    """A chance as a fraction, as a number, and as people write it."""

    probability: str
    float_: float = Field(alias="float")
    percent: str


class PartTold(Shape):
    """What may come out for one person, its grade in words; `rank` is higher for a critical one, a graver wound."""

    who: str
    grade: str
    label: str
    good: bool
    rank: int
    amounts: dict[str, int]


class SuccessChance(Chance):
    """How likely the one who acts succeeds, and what they try, to be read after it: « de toucher »."""

    words: str


class VerdictChance(PartTold, Chance):
    """How likely one person comes out with this grade."""


class PersonChances(Shape):
    """How one person comes out besides, in the cases where it comes to that (`reached`)."""

    who: str
    reached: Chance
    verdicts: list[VerdictChance]


class Threshold(Shape):
    """The least value of an amount with which somebody comes out so, or more so."""

    at: int
    label: str


class GradeChance(Chance):
    """How likely these grades are together, one for each person concerned."""

    parts: list[PartTold]


class ValueChance(Chance):
    """How likely an amount is, and this much or more."""

    value: int
    at_least: Chance


class AmountChances(Shape):
    """The law of an amount (damage) for one person."""

    who: str
    amount: str
    label: str
    mean: float
    deviation: float
    none: Chance = Field(description="how often there is none, counted as 0 in the others: a miss has no damage")
    threshold: Threshold | None
    values: list[ValueChance]


class Chances(Shape):
    """The odds of everybody an action aims at together (`of` null), or of one of them."""

    of: str | None
    grades: list[GradeChance]
    amounts: list[AmountChances]


class FaceAmount(Shape):
    """What a face brings the first person concerned: « 2 dégâts »."""

    value: int
    unit: str


class FaceResult(Shape):
    """What one face of the die that decides would do."""

    face: int
    parts: list[PartTold]
    amount: FaceAmount | None


class OutcomeChance(Chance):
    """How likely one outcome is, with its amounts."""

    of: str | None
    outcome: list[PartTold]


class OptionForeseen(Shape):
    """An answer to a decision that is not asked yet."""

    value: bool | int | str
    label: Name | Text


class DecisionForeseen(Shape):
    """What the one who acts decides before any die is thrown."""

    id: str
    rule: str
    label: Text
    options: list[OptionForeseen]
    default: bool | int | str
    price: dict[str, int]


class FirstThrow(Shape):
    """The dice that the one who acts throws first."""

    count: int
    sides: int


class Odds(Shape):
    """What can be told of an action before its dice."""

    success: SuccessChance | None = Field(description="null where only one thing can come out")
    verdicts: list[VerdictChance] = Field(
        description="each grade of the one whom success is about, the best first; none where there are several targets"
    )
    people: list[PersonChances] = Field(description="each of several targets, or others whom success does not tell")
    sums: list[SumTold]
    chances: list[Chances]
    faces: list[FaceResult]
    outcomes: list[OutcomeChance]
    throws: FirstThrow | None
    asks: DecisionForeseen | None = Field(
        description="what the one who acts decides before any die; `answers` of `act` may hold it, by its id"
    )
    remark: str


class WayCompared(Shape):
    """One way to declare an action: its odds, or why it is refused."""

    params: dict[str, JsonValue]
    odds: Odds | None
    refusal: RefusalTold | None
