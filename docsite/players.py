"""What players read, in French and in English: a home page, and each game's first evening with all of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from docsite.markdown import plain
from tablee.rules.game import Game, games
from tablee.rules.tell import said
from tablee.rules.why import Clause
from tablee.text import LANGS, Text
from tablee.web.pages.rules.examples import examples_of

HOME = Path(__file__).with_name("home.md")
FIRST = Text(fr="Une première soirée", en="A first evening")
RULES = Text(fr="Toutes les règles", en="All the rules")
READING = Text(fr="Notre lecture : {ours}.", en="Our reading: {ours}.")
SWITCH = Text(fr="Règle maison : {label} (d'ordinaire : {usual}).", en="House rule: {label} (usually: {usual}).")
EXAMPLE = Text(fr="Exemple : {told}.", en="Example: {told}.")


def home() -> str:
    """The first page of the site."""
    known = games().values()
    links = {lang: ", ".join(f"[{one.label.say(lang)}]({lang}/{one.id}.md)" for one in known) for lang in LANGS}
    return HOME.read_text("utf-8").format(**links)


def player_pages() -> dict[str, str]:
    """A page for each game in each language."""
    return {f"{lang}/{game.id}.md": "\n".join(_page(game, lang)) for game in games().values() for lang in LANGS}


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
            yield f"{plain(SWITCH.say(lang, label=option.label, usual=said(option.default, lang)))}\n"
    yield f"`{clause.id}` {plain(', '.join([clause.where(lang), *clause.mark(lang)]))}\n"
