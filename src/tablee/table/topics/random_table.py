"""Random tables: what the MJ draws on the spot, from those of the game or from their own; the latter as written."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Literal

from pydantic import Field

from tablee.dice.fair import State as Dice
from tablee.rules.data.spot import LABELS, spot_tables
from tablee.rules.fields import Annotated, Label, OneOf
from tablee.rules.random_tables.drawing import Tables, draw, is_secret, named, same
from tablee.rules.random_tables.written import Written, tables_in
from tablee.rules.stored.words import WrittenAs
from tablee.table.decide.command import MJ, PAPER, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import MJ_ONLY, Event, Happening, Json, Unshown, stored
from tablee.table.log.matters import Fair, Rolls
from tablee.table.log.state import State, dice_after
from tablee.table.topics.dice import TableDice, audience_of
from tablee.table.topics.turning import both
from tablee.text import LANGS, Text

NAMES = {
    "": Text(fr="comme le mot", en="as the word"),
    "fr": Text(fr="noms français", en="French names"),
    "en": Text(fr="noms anglais", en="English names"),
}
FOR_WHOM = {
    "secret": Text(fr="pour le meneur", en="for the GM"),
    "open": Text(fr="devant tous", en="before everybody"),
}
MAX_SHOWN = 8  # draws that the MJ still has at hand
MAX_TOLD = 3  # mistakes told at once
DRAWING = {"/nom": ("name", "fr"), "/name": ("name", "en"), "/table": ("", "")}
"""Words of the command line that draw: the table, if they name it, and in which language names are."""

NO_TABLE = Text(
    fr="Il n'y a pas de table « {word} ». Il y a : {known}.", en="There is no table “{word}”. There are: {known}."
)
WHICH = Text(fr="Quelle table ? Il y a : {known}.", en="Which table? There are: {known}.")
NO_TABLES = Text(
    fr="Il n'y a pas encore de table ici : écrivez les vôtres.", en="There is no table here yet: write your own."
)
MISTAKES = Text(fr="{told}", en="{told}")
LINE = Text(fr="Ligne {line} : {told}", en="Line {line}: {told}")
AND_MORE = Text(fr="et {n} autre{n:|s}", en="and {n} more")
DRAWN = Text(fr="{label} : {text}", en="{label}: {text}")


class Draw(Command, id="draw", by=MJ, meanwhile=True):
    """Draw from a table, of the game's or of one's own; for the MJ alone, or before everybody. What comes from a secret
    table is the MJ's alone.
    """

    table: Annotated[str, Field(min_length=1, max_length=120), Label(fr="Table", en="Table")]
    names: Annotated[str, OneOf(NAMES), Label(fr="Noms", en="Names")] = ""  # those of the language of the word
    audience: Annotated[str, OneOf(FOR_WHOM), Label(fr="Pour qui", en="For whom")] = "secret"

    def decide(self, context: Context) -> Decided:
        return drawn(context, self.table, self.names, self.audience)


class WriteTables(Command, id="write-tables", by=MJ, meanwhile=True):
    """Write down the MJ's own tables, all of them in one text, in the place of those before: `# Title`, then an entry a
    line (`3 × wolves`, `1-3 wolves`, `[2d6] wolves of [name]`).
    """

    text: Annotated[str, PAPER, Label(fr="Tables", en="Tables")] = ""

    def decide(self, context: Context) -> Decided:
        if mistakes := written_in(context.game.id, self.text).mistakes:
            told = {
                lang: "\n".join(LINE.say(lang, line=one.line, told=one.say(lang)) for one in mistakes[:MAX_TOLD])
                + (f"\n{AND_MORE.say(lang, n=len(mistakes) - MAX_TOLD)}" if len(mistakes) > MAX_TOLD else "")
                for lang in LANGS
            }
            return Refusal(MISTAKES, {"told": Text(**told)})
        return [NewEvent(TablesWritten(self.text.strip()), MJ_ONLY)]


@lru_cache(maxsize=64)
def written_in(game: str, text: str) -> Written:
    """The MJ's own tables, beside those of the game."""
    return tables_in(text, spot_tables(game, LANGS[0]))


def tables_of(game: str, written: str, names: str = "fr") -> Tables:
    """The tables to draw from: those of the game, with what these are made of, and one's own."""
    return {**spot_tables(game, names), **written_in(game, written).tables}


def asked_for(game: str, written: str) -> dict[str, Text]:
    """The tables that people may ask for, each with what it is called."""
    own = {id: table.label for id, table in written_in(game, written).tables.items()}
    theirs = LABELS if spot_tables(game, LANGS[0]) else {}
    return {**theirs, **own}


def drawn(context: Context, word: str, names: str, audience: str) -> Decided:
    """What the table that a word names gives."""
    state = context.state
    names = names or _language(word, state.seats[context.seat].lang)
    tables = tables_of(context.game.id, state.tables, names)
    known = asked_for(context.game.id, state.tables)
    id = named(tables, word)
    if id is None or id not in known:
        no = (NO_TABLE if word.strip() else WHICH) if known else NO_TABLES
        return Refusal(no, {"word": word[:40], "known": tuple(known.values())})
    audience = "secret" if is_secret(tables, id) else audience
    dice = TableDice(context, audience)
    found = draw(tables, id, dice, context.seat, state.dealt)
    label, text = both(found.label), both(found.text)
    person, thrown = (found.name, found.feminine, names), (found.rolls, tuple(dice.lines))
    told = TableDrawn(label, text, *person, *thrown, audience, dict(found.dealt))
    return [*dice.before(), NewEvent(told, audience_of(audience, context))]


def _language(word: str, seat: str) -> str:
    """The language in which a word names a table of the game; where both would do, or none, that of the seat."""
    meant = {lang for lang in LANGS for one in LABELS.values() if same(getattr(one, lang), word)}
    return meant.pop() if len(meant) == 1 else seat or LANGS[0]


@stored("table_drawn/1")
class TableDrawn(Happening):
    """What was drawn from a table: its words, and the person whom they name, if they do."""

    label: Annotated[Json, Field(description="what the table is called, with `fr` and `en`")]
    text: Annotated[Json, Field(description="what was drawn, with `fr` and `en`")]
    called: Annotated[str, Field(description="the person whom it names; empty if it names nobody")]
    feminine: bool
    names: Annotated[str, Field(description="the language in which people were named")]
    rolls: Rolls
    fair: Fair
    audience: Annotated[str, WrittenAs(Literal["secret", "open"])]
    dealt: Unshown[Json]  # the places that have come of tables that are dealt like cards

    def fold(self, state: State, event: Event) -> State:
        dealt = {**state.dealt, **{id: tuple(places) for id, places in self.dealt.items()}}
        draws = (*state.draws, event)[-MAX_SHOWN:]
        return replace(state, fair=dice_after(state.fair, self.fair), dealt=dealt, draws=draws)

    def sentence(self, telling: Telling) -> str:
        text = self.text[telling.lang]
        return DRAWN.say(telling.lang, label=self.label[telling.lang], text=text) if text else ""

    def without(self, by: str, seat: str, _dice: Dice) -> Happening:
        """Without its words, which may be those of a table of one's own."""
        nothing = both(Text("", ""))
        return replace(self, label=nothing, text=nothing, called="") if by == seat else self


@stored("tables_written/1")
class TablesWritten(Happening):
    """The MJ's own tables, as they read from now on."""

    of_table = True

    text: str

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, tables=self.text)

    def without(self, by: str, seat: str, _dice: Dice) -> Happening:
        return replace(self, text="") if by == seat else self
