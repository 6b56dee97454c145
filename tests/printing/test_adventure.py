"""An adventure on paper: all that its MJ needs, in both languages."""

from __future__ import annotations

import pytest

from tablee.adventures.folder import Bound, adventures_of
from tablee.printing.adventure import print_adventure
from tablee.rules.game import game_called, games
from tests.printing.reading import pages_of, squeezed

BOOKS = [one for game in games() for one in adventures_of(game).values()]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("book", BOOKS, ids=lambda one: one.id)
def test_its_texts_secrets_rolls_and_ends_are_printed(book: Bound, lang: str) -> None:
    adventure, game = book.adventure, game_called(book.adventure.game)
    printed = squeezed(" ".join(page.words for page in pages_of(print_adventure(book, game, lang))))
    wanted = [book.title, book.whole("mj"), *(book.label("people", id) for id in adventure.people)]
    for id, scene in adventure.scenes.items():
        wanted += [book.read(id), book.whole(id), *(book.label(id, one.id) for one in scene.tries)]
    wanted += [book.read(f"end.{id}") for id in adventure.ends]
    wanted += [text for id in adventure.papers for text in (book.read("papers", id), book.aside("papers", id))]
    for text in wanted:
        for part in text.say(lang).split():
            assert squeezed(part) in printed, (part, text.say(lang))
