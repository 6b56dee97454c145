"""A first evening: what a game is, how one acts, one result explained; five minutes of reading."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from tablee.errors import Unknown
from tablee.rules.game import game_called
from tablee.text import Text
from tablee.web.pages.answering import page
from tablee.web.pages.rules.book import rule_in_words
from tablee.web.pages.rules.examples import examples_of, tried_by
from tablee.web.seat_request import off
from tablee.web.serving.guard import reader

router = APIRouter(include_in_schema=False)

NOT_WRITTEN = Text(fr="{game} n'a pas de première soirée à lire.", en="{game} has no first evening to read.")


@router.get("/regles/{game}/premiere-soiree")
async def first_evening(request: Request, game: str) -> Response:
    """The rules to read first, with what they come to."""
    known, lang = game_called(game), reader(request)
    first = known.reference.first
    if not first:
        raise Unknown(NOT_WRITTEN, game=known.label)
    scene = known.first_scene
    examples, tried = await off(examples_of, game, lang), tried_by(game)
    return page(
        request,
        "rules/first_evening.html",
        game=known.id,
        label=known.label.say(lang),
        line=known.tagline.say(lang),
        rules=[rule_in_words(known, known.book[id], lang) for id in first],
        shown=next(((id, examples[id]) for id in reversed(first) if id in examples and id in tried), None),
        tried=tried,
        difficulties=[(one.number.say(lang), one.label.say(lang)) for one in known.reference.difficulties],
        title=scene.title.say(lang) if scene else "",
        text=scene.text.say(lang) if scene else "",
    )
