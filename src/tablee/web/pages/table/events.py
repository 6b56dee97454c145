"""What happens at the table itself, in a sentence: people sit down, characters come, change hands and leave."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.rules.game import game_called
from tablee.table.lines import Line, People, Telling
from tablee.table.seen.view import View


def told_of(line: Line, view: View, lang: str, lines: Sequence[Line] = ()) -> str:
    """One line about the table as a sentence; "" if there is nothing to tell.

    `lines` are those it stands among: who comes in before anything has happened is not told, nor who keeps a character.
    """
    if not line.what.has_sentence_at_table:
        return ""
    earlier = [one for one in lines if one.n < line.n]
    telling = Telling(game_called(view.game), People.of(view), lang, line, earlier=earlier)
    return line.what.sentence_at_table(telling)
