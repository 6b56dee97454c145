"""Rules at work: examples come from the vectors, are played, and show the rule; a first evening; trying an action."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from tablee.rules.game import game_called
from tablee.text import LANGS
from tablee.web.pages.drawing import printed
from tablee.web.pages.rules.examples import examples_of, tried_by
from tests.conformance.examples import GAMES, cited, example_of
from tests.conformance.vectors import OURS, vectors_of


@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_a_vector_that_plays_as_it_says_and_shows_its_rules(game: str) -> None:
    known = game_called(game)
    vectors = {vector["id"]: vector for vector in vectors_of(game, OURS)}
    for example in known.examples():
        vector = vectors[example.id]
        taken = example_of(vector)
        assert taken is not None
        assert (taken.cast, taken.acts, taken.dice, taken.options) == (
            example.cast,
            example.acts,
            example.dice,
            example.options,
        )
        done = example.played(known)
        assert set(example.rules) <= cited(done) | {vector["rule"]}
        for who, expected in vector["expect"].get("parts", {}).items():
            part = next(part for part in done.outcome.parts if part.who == who)
            found = {"grade": part.grade.id, **dict(part.amounts)}
            assert {key: found.get(key) for key in expected} == expected


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_examples_and_a_first_evening_are_drawn(browser: TestClient, game: str, lang: str) -> None:
    heads = {"accept-language": lang}
    book = browser.get(f"/regles/{game}", headers=heads).text
    shown = examples_of(game, lang)
    assert len(shown) > 30
    for one in shown.values():
        assert printed(one.told).replace("'", "’") in book.replace("&#39;", "’").replace("'", "’")
    evening = browser.get(f"/regles/{game}/premiere-soiree", headers=heads)
    assert evening.status_code == 200
    for id in game_called(game).reference.first:
        assert f'href="/regles/{game}#{id}"' in evening.text


@pytest.mark.parametrize("game", GAMES)
def test_trying_a_rule_opens_its_action_at_a_table_of_ones_own(browser: TestClient, game: str) -> None:
    book = browser.get(f"/regles/{game}").text
    tried = tried_by(game)
    assert len(re.findall('<form class="attempt"', book)) == len(tried)
    action = game_called(game).usual[0] if game_called(game).usual[0] in tried.values() else next(iter(tried.values()))
    answer = browser.post("/essayer", data={"game": game, "do": action})
    assert answer.status_code == 303
    page = browser.get(answer.headers["location"])
    assert page.status_code == 200
    assert f'name="do" value="{action}"' in page.text
    assert browser.post("/essayer", data={"game": game, "do": "nothing"}).status_code == 404
