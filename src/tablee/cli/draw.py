"""tablee draw: names, people, places, rumours and weather of a game's world, and tables of one's own from a file."""

from __future__ import annotations

import click

from tablee.cli.language import Command, spoken
from tablee.cli.typed_input import DICE, faces_of, text_of
from tablee.dice import Fed, Fresh
from tablee.errors import BadInput, Unknown
from tablee.rules.data.spot import LABELS, spot_tables
from tablee.rules.game import game_called
from tablee.rules.random_tables.drawing import draw, named
from tablee.rules.random_tables.written import tables_in
from tablee.text import LANGS, Text

DRAW = Text(
    fr="Tirer sur le vif : un nom, une personne, un lieu, une rumeur, le temps, ou dans vos tables.",
    en="Draw on the spot: a name, a person, a place, a rumour, the weather, or from tables of your own.",
)
GAME, TABLE = Text(fr="JEU", en="GAME"), Text(fr="[TABLE]", en="[TABLE]")
TIMES = Text(fr="Combien de fois.", en="How many times.")
NAMES = Text(fr="Des noms français (fr) ou anglais (en).", en="French (fr) or English (en) names.")
TABLES = Text(
    fr="Un fichier de vos tables : « # Titre », puis une ligne par résultat.",
    en="A file of your own tables: “# Title”, then a line for each result.",
)
NO_TABLE = Text(
    fr="Il n'y a pas de table « {word} ». Il y a : {known}.", en="There is no table “{word}”. There are: {known}."
)
LINE = Text(fr="Ligne {line} : {told}", en="Line {line}: {told}")
MISTAKES = Text(fr="Ces tables sont à corriger.\n{told}", en="These tables need mending.\n{told}")
MAX_TIMES = 1000


def command(lang: str) -> Command:
    """`tablee draw`, in one language."""
    params: list[click.Parameter] = [
        click.Argument(["game"], metavar=GAME.say(lang)),
        click.Argument(["table"], required=False, metavar=TABLE.say(lang)),
        click.Option(["--times"], type=click.IntRange(1, MAX_TIMES), default=1, help=TIMES.say(lang)),
        click.Option(["--names"], type=click.Choice(LANGS), help=NAMES.say(lang)),
        click.Option(["--tables"], metavar="…", help=TABLES.say(lang)),
        click.Option(["--dice"], help=DICE.say(lang), metavar="…"),
    ]
    return Command("draw", params=params, callback=drawn, help=DRAW.say(lang))


def drawn(game: str, table: str | None, times: int, names: str | None, tables: str | None, dice: str | None) -> None:
    """Print what is drawn, a line each; without a table, those that there are."""
    lang, id = spoken(), game_called(game).id
    theirs = spot_tables(id, names or lang)
    written = tables_in(text_of(tables) if tables else "", theirs)
    if written.mistakes:
        told = "\n".join(LINE.say(lang, line=one.line, told=one.say(lang)) for one in written.mistakes)
        raise BadInput(MISTAKES, told=told)
    all_of = {**theirs, **written.tables}
    known = {one: all_of[one].label for one in all_of if one in LABELS or one in written.tables}
    if table is None:
        print("\n".join(label.say(lang) for label in known.values()))
        return
    found = named(all_of, table)
    if found not in known:
        raise Unknown(NO_TABLE, word=table[:40], known=tuple(known.values()))
    thrower, dealt = Fed(faces_of(dice)) if dice is not None else Fresh(), dict[str, tuple[int, ...]]()
    for _ in range(times):
        came = draw(all_of, found, thrower, dealt=dealt)
        dealt |= came.dealt
        print(came.text.say(lang))
