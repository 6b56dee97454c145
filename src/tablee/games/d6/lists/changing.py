"""A table changes its lists: the text of a list file, read and checked."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.errors import BadInput
from tablee.games.d6.book import BOOK, said_by
from tablee.games.d6.lists.contents import Lists
from tablee.games.d6.lists.reader import PROPOSED, read_lists
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import PLAY, Kind, Outcome, Put, Scene, action
from tablee.rules.fields import Annotated, Ask, Audience, Declared, Label
from tablee.rules.forms import WITH
from tablee.rules.why import Note
from tablee.text import Text


class NewLists(Declared):
    """The text of a list file; none to come back to ours."""

    toml: Annotated[
        str,
        Label(fr="Le fichier de listes (TOML)", en="The list file (TOML)"),
        Ask(WITH, help=Text(fr="Vide : les listes de Tablée.", en="Empty: the lists of Tablée.")),
    ] = ""

    def lists(self) -> Lists | None:
        return read_lists(self.toml) if self.toml.strip() else None


def cannot_read(_scene: Scene[Sheet], do: NewLists | None) -> Note | None:
    """A mistake in the file is told with its line, and nothing changes."""
    try:
        if do:
            do.lists()
    except BadInput as wrong:
        return BOOK.note("D6-CHAR-01:wrong", problem=said_by(wrong))
    return None


@action(
    "d6.lists",
    NewLists,
    fr="Changer de listes",
    en="Change the lists",
    refuse=cannot_read,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def change_lists(_scene: Scene[Sheet], do: NewLists, _roll: Roll) -> Outcome:
    """D6-CHAR-01: a table's own characteristics, skills and gear."""
    lists = do.lists()
    known = lists or PROPOSED
    headline = BOOK.note("D6-CHAR-01:lists", characteristics=len(known.characteristics), skills=len(known.skills))
    return Outcome((), headline, (Put(PLAY, "lists", lists),))
