"""What players read, in French and in English: a home page, each game's first evening with all of its rules, how we
read its book, what is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from docsite.conformance import conformance_page
from docsite.markdown import plain
from docsite.rulings import rulings_page
from tablee.rules.game import Game, entries, game_called
from tablee.rules.why import Clause
from tablee.text import LANGS, Text
from tablee.web.pages.drawing import draw
from tablee.web.pages.rules.examples import examples_of

TAGS = re.compile(r"<(?:h1|h2|p|li)>.*?(?=</(?:h1|h2|p|li)>)", re.DOTALL)
HOME = Path(__file__).with_name("home.md")
FIRST = Text(fr="Une première soirée", en="A first evening")
RULES = Text(fr="Toutes les règles", en="All the rules")
READING = Text(fr="Notre lecture : {ours}.", en="Our reading: {ours}.")
SWITCH = Text(fr="Règle maison : {label} (d'ordinaire : {usual}).", en="House rule: {label} (usually: {usual}).")
EXAMPLE = Text(fr="Exemple : {told}.", en="Example: {told}.")


def our_games() -> list[Game]:
    """The games that come with Tablée: others may be installed beside them, and have documents of their own."""
    return [game_called(id) for id, one in entries().items() if one.value.startswith("tablee.games.")]


def home() -> str:
    """The first page of the site."""

    def links(lang: str, folder: str) -> str:
        return ", ".join(f"[{one.label.say(lang)}]({folder}/{one.id}.md)" for one in our_games())

    return HOME.read_text("utf-8").format(
        fr=links("fr", "fr"),
        en=links("en", "en"),
        lectures=links("fr", "fr/lectures"),
        rulings=links("en", "rulings"),
        conformite=links("fr", "fr/conformite"),
        conformance=links("en", "en/conformance"),
    )


def player_pages() -> dict[str, str]:
    """A page for each game in each language, how we read each book in French (`docs/rulings` is in English), how far
    the code follows it, and what is kept of whom, as the pages of the house tell it.
    """
    known = our_games()
    return {
        **{f"{lang}/{game.id}.md": "\n".join(_page(game, lang)) for game in known for lang in LANGS},
        **{f"fr/lectures/{game.id}.md": rulings_page(game, "fr") for game in known},
        **{f"fr/conformite/{game.id}.md": conformance_page(game, "fr") for game in known},
        **{f"en/conformance/{game.id}.md": conformance_page(game, "en") for game in known},
        "fr/garde.md": _kept("fr"),
        "en/kept.md": _kept("en"),
    }


def _kept(lang: str) -> str:
    """The page of the house about what is kept, as Markdown."""
    told = draw("entrance/kept.html", lang, game="", address="/")
    article = told.partition("<article")[2].partition(">")[2].partition("</article>")[0]
    lines = [" ".join(line.split()) for line in TAGS.findall(article)]
    return "\n\n".join(_markdown(line) for line in lines) + "\n"


def _markdown(element: str) -> str:
    """A heading, a paragraph or an item of a list."""
    tag, words = element[1:].split(">", 1)
    marks = {"h1": "# ", "h2": "## ", "li": "- ", "p": ""}
    return marks[tag] + plain(unescape(re.sub("<[^>]*>", "", words)))


def _page(game: Game, lang: str) -> Iterator[str]:
    yield f"# {game.label.say(lang)}\n\n{plain(game.tagline.say(lang))}\n"
    if game.first_scene:
        yield f"*{plain(game.first_scene.text.say(lang))}*\n"
    yield f"## {FIRST.say(lang)}\n"
    for id in game.reference.first:
        clause = game.book[id]
        yield f"1. **{plain(clause.title.say(lang))}.** {plain(clause.says.say(lang))}"
    yield f"\n## {RULES.say(lang)}\n"
    examples = examples_of(game.id, lang)
    for clause in game.book.values():
        yield from _rule(game, clause, lang)
        if clause.id in examples:
            yield f"> {plain(EXAMPLE.say(lang, told=examples[clause.id].told))}\n"


def _rule(game: Game, clause: Clause, lang: str) -> Iterator[str]:
    yield f"### {plain(clause.title.say(lang))}\n\n{plain(clause.says.say(lang))}\n"
    if clause.ours:
        yield f"{plain(READING.say(lang, ours=clause.ours))}\n"
    for option in game.options:
        if option.rule == clause.id:
            yield f"{plain(SWITCH.say(lang, label=option.label, usual=option.said(option.default, lang)))}\n"
    yield f"`{clause.id}` {plain(', '.join([clause.where(lang), *clause.mark(lang)]))}\n"
