"""The rules of a game in a browser: all of them under their ids, found by words without accents, by kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tablee.rules.game import games
from tablee.table.log.store import store_at
from tablee.table.service import House
from tablee.text import LANGS
from tablee.web.application import application
from tablee.web.pages.drawing import printed
from tests.web.pages.elements import Element, read

GAMES = ("undesix", "cle-en-main", "deusex", "d6")


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(application(House(store_at(str(tmp_path / "t.db")))), base_url="http://localhost") as browser:
        yield browser


def opened(browser: TestClient, address: str, lang: str = "fr") -> list[Element]:
    answer = browser.get(address, headers={"accept-language": lang})
    assert answer.status_code == 200, answer.text
    return read(answer.text.partition("<body")[2].partition(">")[2].partition("</body>")[0])


def ids(elements: list[Element]) -> list[str]:
    return [one["id"] for one in elements if one["class"] == "rule"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_stands_under_its_id(browser: TestClient, game: str, lang: str) -> None:
    elements = opened(browser, f"/regles/{game}", lang)
    book = games()[game].book
    assert ids(elements) == list(book)
    text = " ".join(one.said for one in elements if one["class"] == "rule")
    for clause in book.values():
        assert printed(" ".join(clause.says.say(lang).split())) in text
        assert all(mark in text for mark in clause.mark(lang))


def test_rules_are_found_by_words_by_id_and_by_kind(browser: TestClient) -> None:
    book = games()["undesix"].book
    marge = ids(opened(browser, "/regles/undesix?q=MARGE"))
    assert "UDS-COMBAT-03" in marge
    assert len(marge) < len(book)
    assert ids(opened(browser, "/regles/undesix?q=degats")) == ids(opened(browser, "/regles/undesix?q=dégâts")) != []
    assert ids(opened(browser, "/regles/undesix?q=uds-combat-03")) == ["UDS-COMBAT-03"]
    optional = ids(opened(browser, "/regles/undesix?only=optional"))
    assert optional == [id for id, clause in book.items() if clause.status in ("optional", "advanced")]
    ours = ids(opened(browser, "/regles/d6?only=ours"))
    assert {id for id, clause in games()["d6"].book.items() if clause.status == "ours"} <= set(ours)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_what_we_ruled_stands_beside_its_rule(browser: TestClient, game: str, lang: str) -> None:
    told = {one["id"]: one.said for one in opened(browser, f"/regles/{game}", lang) if one["class"] == "rule"}
    for rule, rulings in games()[game].rulings().by_rule.items():
        for ruling in rulings:
            assert printed(" ".join(ruling.doubt.say(lang).split())) in told[rule]
            assert printed(" ".join(ruling.played.say(lang).split())) in told[rule]


def test_words_of_a_ruling_find_its_rule(browser: TestClient) -> None:
    assert ids(opened(browser, "/regles/undesix?q=arbalete+refuses")) == ["UDS-SHOOT-05"]
    assert ids(opened(browser, "/regles/undesix?q=crossbow+refused", "en")) == ["UDS-SHOOT-05"]


def test_a_house_rule_tells_its_values_in_words(browser: TestClient) -> None:
    (rule,) = (one for one in opened(browser, "/regles/undesix?q=UDS-TEST-01") if one["class"] == "rule")
    option = next(one for one in games()["undesix"].options if one.id == "roll_under")
    assert all(printed(option.said(value, "fr")) in rule.said for value in option.values)


def test_nothing_found_says_so_and_words_are_escaped(browser: TestClient) -> None:
    elements = opened(browser, "/regles/d6?q=%3Cscript%3Ezzz")
    assert ids(elements) == []
    assert "Aucune règle ne répond à « <script>zzz »" in elements[0].said + " ".join(one.said for one in elements)
    assert not any(one.tag == "script" for one in elements)
    first = {f"#{id}" for id in games()["d6"].reference.first}
    assert first <= {"#" + one["href"].partition("#")[2] for one in elements if one["class"] == "chip"}


def test_the_way_back_to_a_table_is_kept(browser: TestClient) -> None:
    elements = opened(browser, "/regles/deusex?q=stress&table=Ab3_x-9")
    assert "/t/Ab3_x-9" in [one["href"] for one in elements]
    assert [one["value"] for one in elements if one["name"] == "table"] == ["Ab3_x-9"]
    elements = opened(browser, "/regles/deusex?table=//elsewhere.org")
    assert not any("elsewhere" in one["href"].partition("?")[0] for one in elements)


def test_games_are_listed_and_an_unknown_one_is_said(browser: TestClient) -> None:
    assert {f"/regles/{game}" for game in GAMES} <= {one["href"] for one in opened(browser, "/regles")}
    assert browser.get("/regles/nothing").status_code == 404
