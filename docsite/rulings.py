"""How we read each book, as a page of the documentation: `docs/rulings` in English, the site in French as well."""

from __future__ import annotations

from collections.abc import Iterator

from docsite.markdown import cell, plain
from tablee.rules.data.rulings import Ruling
from tablee.rules.game import Game
from tablee.text import Text

TITLE = Text(fr="{game} : comment nous lisons le livre", en="{game}: how we read the book")
HEAD = Text(fr="| Règle | Le doute | Nous jouons | Option |", en="| Rule | The doubt | We play | Option |")


def rulings_page(game: Game, lang: str) -> str:
    """A page with every ruling of a game, chapter by chapter."""
    return "\n".join(_page(game, lang))


def _page(game: Game, lang: str) -> Iterator[str]:
    rulings = game.rulings()
    yield f"# {TITLE.say(lang, game=game.label)}\n"
    if rulings.about:
        yield f"{plain(rulings.about.say(lang))}\n"
    for chapter in rulings.chapters:
        yield f"## {plain(chapter.title.say(lang))}\n"
        yield from (f"{plain(note.say(lang))}\n" for note in chapter.notes)
        if chapter.rulings:
            yield f"{HEAD.say(lang)}\n|---|---|---|---|"
            yield from (_row(ruling, lang) for ruling in chapter.rulings)
            yield ""


def _row(ruling: Ruling, lang: str) -> str:
    doubt = f"{ruling.doubt.say(lang)} ({ruling.where})" if ruling.where else ruling.doubt.say(lang)
    option = f"`{ruling.option}`" if ruling.option else ""
    return f"| {', '.join(ruling.rules)} | {cell(doubt)} | {cell(ruling.played.say(lang))} | {option} |"
