"""No id of the program is read by people: fights of every game walked card by card, offer by offer, form by form."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from tablee.rules.forms import natural_moves
from tablee.table.decide.refusal import Refusal
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import SetOption
from tablee.table.topics.decision import Answer
from tablee.text import LANGS
from tablee.web.pages.drawing import draw
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.table.page import Page
from tests.web.pages.elements import read
from tests.web.pages.table.test_cards import GAMES, Evening

SNAKE = re.compile(r"\b[a-zà-ÿ]+(?:_[a-zà-ÿ0-9]+)+\b")
DOTTED = re.compile(r"\b(?:undesix|cle-en-main|deusex|d6)\.[a-z]")
TRUTHS = re.compile(r"\b(?:non oui|oui non|no yes|yes no|true|false|None(?! yet))\b")
FORMAT = re.compile(r"\b[a-z_]+/\d+\b")  # acted/1, characters/1
WRONG = (SNAKE, DOTTED, TRUTHS, FORMAT)


def read_by_people(evening: Evening, lang: str, seat: str, template: str, asked: PageQuery) -> str:
    """What a part of a page says in words, labels for those who listen included."""
    page = Page(evening.house, evening.table, seat, lang, asked, frozenset())
    elements = read(draw(template, lang, page=page, tab="table", refusal="", game=page.game.id, address="/"))
    spoken = [one[name] for one in elements for name in ("aria-label", "placeholder", "title", "alt")]
    return " ".join([*(one.said for one in elements if not one.above), *spoken])


def wrong_words(text: str) -> list[str]:
    return [text[max(0, one.start() - 40) : one.end() + 20] for find in WRONG for one in find.finditer(text)]


@pytest.mark.parametrize("text", ["after_protection", "Au sol non oui", "d6.attack", "characters/1", "was None"])
def test_ids_are_recognised(text: str) -> None:
    assert wrong_words(f"Dégâts : {text} ici")
    assert not wrong_words("Dégâts 5/6, la demi-mesure, 3D+1 et CEM-DMG-08")


@pytest.mark.parametrize("langs", [("fr",), pytest.param(LANGS, marks=pytest.mark.evening)])
@pytest.mark.parametrize("game", GAMES)
def test_no_id_is_read_at_a_table(tmp_path: Path, game: str, langs: tuple[str, ...]) -> None:
    """Every card, everything offered and every form of it, of a fight in which each does something or other."""
    evening, draw_lots, found = Evening(tmp_path, game), Random(game), set[str]()
    for option in evening.game.options:  # each house rule is told once
        evening.house.submit(evening.table, evening.mj, SetOption(option=option.id, value=option.values[-1]))
        evening.house.submit(evening.table, evening.mj, SetOption(option=option.id, value=option.values[0]))
    for turn in range(10):
        may = evening.game.order.may_act(evening.house.scene(evening.table))
        if not may:
            break
        who = draw_lots.choice(may)
        moves = [*natural_moves(evening.game, evening.house.scene(evening.table, who))]
        if not moves:  # nothing comes naturally to somebody who is held
            continue
        action, params = draw_lots.choice(moves)
        evening.do(evening.mj, Act(actor=who, action=action.id, params=params))
        while (view := evening.view(evening.mj)).pending:
            asked = view.waiting_for[0]
            answer = draw_lots.choice(view.asked[asked].options).value
            if isinstance(evening.house.submit(evening.table, evening.mj, Answer(answers={asked: answer})), Refusal):
                evening.answer()
        if turn == 4:
            found |= {one for lang in langs for one in forms_read(evening, lang, who)}
    for lang in LANGS:
        for template in ("people", "middle", "turn", "bar"):
            found |= {*wrong_words(read_by_people(evening, lang, evening.mj, f"table/{template}.html", PageQuery()))}
    assert not found


def forms_read(evening: Evening, lang: str, who: str) -> list[str]:
    """What is wrong in the forms of all that a character may do."""
    offers = evening.house.offers(evening.table, evening.mj, who, lang)
    assert not isinstance(offers, Refusal)
    found = []
    for one in offers:
        asked = PageQuery(who=who, action=one.action)
        found += wrong_words(read_by_people(evening, lang, evening.mj, "table/hand.html", asked))
    return found
