"""House rules weighed in the lab: each standard duel under each value, the book's first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from fastapi.testclient import TestClient

from tablee.errors import TooLong
from tablee.rules.game import game_called
from tablee.table.log.store import store_at
from tablee.table.service import House
from tablee.text import LANGS, Text
from tablee.web.application import application
from tablee.web.pages.lab.house_rules import Weighed, chosen, weighed
from tests.web.pages.reading import Page


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path: Path = tmp_path_factory.mktemp("lab") / "t.db"
    with TestClient(application(House(store_at(str(path)))), base_url="http://localhost") as browser:
        yield browser


def test_a_stricter_rule_makes_duels_different() -> None:
    undesix = game_called("undesix")
    option = chosen(undesix, "roll_under")
    assert option is not None
    told = weighed(undesix, option, "fr")
    assert isinstance(told, Weighed)
    assert told.values == ("oui", "non")
    assert told.rows[0].one.say("fr") == "Nicolas"
    assert len({round(chance, 6) for chance in told.rows[0].chances}) == 2


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_names_the_rule_and_the_figures_follow(browser: TestClient, lang: str) -> None:
    for game in ("undesix", "cle-en-main", "deusex", "d6"):
        shown = browser.get(f"/labo/regles?game={game}", headers={"accept-language": lang})
        assert shown.status_code == 200
        assert 'data-later="/labo/regles/poids' in shown.text
    later = browser.get("/labo/regles/poids?game=undesix&option=roll_under", headers={"accept-language": lang}).text
    assert ("Nicolas contre le brigand" if lang == "fr" else "Nicolas against the brigand") in Page(later).text
    assert ("Les tests types" if lang == "fr" else "The standard tests") in Page(later).text


def test_an_unknown_option_is_the_first_and_an_unknown_game_is_not_found(browser: TestClient) -> None:
    assert browser.get("/labo/regles?game=d6&option=nothing").status_code == 200
    assert browser.get("/labo/regles/poids?game=chess").status_code == 404


def test_why_a_rule_is_not_weighed_is_told(browser: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_asked: Any, **_more: Any) -> NoReturn:
        raise TooLong(Text(fr="", en=""))

    monkeypatch.setattr("tablee.lab.house.weigh", endless)
    answer = browser.get("/labo/regles/poids?game=undesix&option=roll_under", headers={"accept-language": "fr"})
    assert answer.status_code == 200
    assert "trop long" in answer.text
