"""Fights in the lab: two sides in the address, what comes of it as the lab counts it, nonsense gets a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tablee.errors import TooLong
from tablee.lab import fights as lab
from tablee.lab.advice import advise
from tablee.rules.game import game_called
from tablee.table.log.store import store_at
from tablee.table.service import House
from tablee.text import LANGS, Text, percent
from tablee.web.application import application
from tablee.web.pages.forms import form_fields
from tablee.web.pages.lab.fights import (
    FIGHTS,
    MAX_OF_A_SIDE,
    NEVER_ENDS,
    STATES,
    TOO_LONG,
    Even,
    Outcome,
    Sides,
    counted,
    evened,
)
from tests.web.pages.reading import Page

PLANS = {"one": "strike", "two": "strike"}
DUEL = "game=undesix&one=nicolas&two=brigand"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path: Path = tmp_path_factory.mktemp("lab") / "t.db"
    with TestClient(application(House(store_at(str(path)))), base_url="http://localhost") as browser:
        yield browser


def asked(query: str) -> Sides:
    return Sides(game_called("undesix"), form_fields(query), "fr")


@pytest.mark.parametrize("lang", LANGS)
def test_a_duel_is_told_as_the_lab_counts_it(browser: TestClient, lang: str) -> None:
    won = lab.fight(lab.Fight("undesix", ("nicolas",), ("brigand",), PLANS, fights=FIGHTS, most_states=STATES)).wins[0]
    later = browser.get(f"/labo/combat/issue?{DUEL}", headers={"accept-language": lang}).text
    assert percent(won.value, lang) in later
    assert later.startswith('<template data-at="outcome"')
    told = Page(browser.get(f"/labo/combat?{DUEL}&now=1", headers={"accept-language": lang}).text).text
    assert " ".join(percent(won.value, lang).split()) in told
    assert "exact" in told


def test_sides_change_by_plain_links() -> None:
    fight = asked(f"{DUEL}&two=brigand")
    assert [(one.who, one.count) for one in fight.members("two")] == [("brigand", 2)]
    assert fight.with_one("two", "brigand", 1).count("two=brigand") == 3
    assert fight.with_one("two", "brigand", -1).count("two=brigand") == 1
    assert fight.with_one("one", "nicolas", -1) == ""  # somebody must fight
    full = asked("game=undesix&one=nicolas" + "&two=brigand" * 40)
    assert len(full.people["two"]) == MAX_OF_A_SIDE
    assert full.with_one("two", "brigand", 1) == ""
    assert asked(f"{DUEL}&add=one&new-one=chloe").people["one"] == ["nicolas", "chloe"]


def test_the_first_scene_is_there_without_an_address(browser: TestClient) -> None:
    shown = Page(browser.get("/labo/combat?game=undesix").text).text
    assert "Chloé" in shown
    assert "loup" in shown


@pytest.mark.parametrize("query", ["game=undesix&one=zeus&two=", f"{DUEL}&plan-one=mad"])
def test_nonsense_gets_a_sentence(browser: TestClient, query: str) -> None:
    answer = browser.get(f"/labo/combat/issue?{query}")
    assert answer.status_code == 200
    assert "refusal" in answer.text
    assert browser.get(f"/labo/combat/egal?{query}").status_code == 200
    assert browser.get(f"/labo/combat?{query}").status_code == 200


def test_what_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(_fight: lab.Fight) -> lab.Result:
        raise TooLong(Text(fr="", en=""))

    monkeypatch.setattr(lab, "fight", endless)
    assert counted(asked(DUEL)) == TOO_LONG


def test_a_fight_that_nobody_wins_is_told_with_what_to_do(browser: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    without_end = replace(lab.fight(lab.Fight("undesix", ("nicolas",), ("brigand",), PLANS)), unfinished=1.0)
    monkeypatch.setattr(lab, "fight", lambda _asked: without_end)
    assert counted(asked(DUEL)) is NEVER_ENDS
    told = browser.get(f"/labo/combat/issue?{DUEL}", headers={"accept-language": "en"}).text
    assert "Change how a side plays" in told


@pytest.mark.parametrize("lang", LANGS)
def test_what_each_choice_of_the_first_turn_is_worth(browser: TestClient, lang: str) -> None:
    duel = lab.Fight("undesix", ("nicolas",), ("brigand",), PLANS, most_states=STATES)
    planned = next(one for one in advise(duel, "nicolas").choices if one.plan)
    told = browser.get(f"/labo/combat/conseil?{DUEL}", headers={"accept-language": lang}).text
    assert told.startswith('<template data-at="advice"')
    assert percent(planned.wins.value, lang) in told
    assert {"fr": "(prévu)", "en": "(planned)"}[lang] in told
    words = re.findall("<li><span>([^<]*)", told)
    assert len(words) == len(set(words)) > 3
    assert 'data-later="/labo/combat/conseil?' in browser.get(f"/labo/combat?{DUEL}").text


def test_how_many_make_it_even(browser: TestClient) -> None:
    """Brune meets one brigand, then more, until it is about even."""
    told = evened(asked("game=undesix&one=brune&two=brigand"))
    assert isinstance(told, Even)
    tried = {one.count: one.result.wins[0].value for one in told.found.tried}
    assert abs(tried[told.found.best] - 0.5) == min(abs(chance - 0.5) for chance in tried.values())
    patched = browser.get("/labo/combat/egal?game=undesix&one=brune&two=brigand").text
    assert patched.startswith('<template data-at="even"')
    assert "brigand" in patched


def test_rounds_are_columns_and_the_likeliest_to_fall_come_first() -> None:
    outcome = counted(asked(DUEL))
    assert isinstance(outcome, Outcome)
    assert sum(one.chance for one in outcome.columns) == pytest.approx(1, abs=0.02)
    assert max(one.height for one in outcome.columns) == 100
    chances = [one.chance for one in outcome.falls]
    assert {one.left[0][:2] for one in outcome.falls} == {("PHY", 5), ("PHY", 4)}
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize(
    ("query", "fr", "en"),
    [
        pytest.param("game=d6&one=mael&two=bandit", "en commençant par", "beginning with", marks=pytest.mark.evening),
        pytest.param(
            "game=d6&one=mael&two=bandit",
            "Rien ne s’achète pendant un combat",
            "Nothing is bought during a fight",
            marks=pytest.mark.evening,
        ),
        pytest.param(
            "game=deusex&one=youssef&two=tueur",
            "Ce que vaut un point",
            "What a point is worth",
            marks=pytest.mark.evening,
        ),
        ("game=d6&one=&two=bandit", "Il faut quelqu’un dans chaque camp", "Each side needs somebody"),
    ],
)
def test_the_best_play_and_what_a_point_is_worth(browser: TestClient, query: str, fr: str, en: str) -> None:
    for lang, words in (("fr", fr), ("en", en)):
        told = browser.get(f"/labo/combat/mieux?{query}", headers={"accept-language": lang}).text
        assert told.startswith('<template data-at="best"')
        assert words in told.replace("'", "’").replace("&#39;", "’")
    assert 'data-later="/labo/combat/mieux?' in browser.get(f"/labo/combat?{query}").text


def test_the_best_play_of_many_is_not_asked_for(browser: TestClient) -> None:
    assert "mieux" not in browser.get("/labo/combat?game=cle-en-main").text  # three against two


def test_one_foe_too_many_already_and_what_is_left_are_told(browser: TestClient) -> None:
    told = browser.get("/labo/combat/egal?game=undesix&one=nicolas&two=dragon", headers={"accept-language": "fr"}).text
    assert "c’est déjà trop" in told
    told = browser.get(f"/labo/combat/issue?{DUEL}", headers={"accept-language": "fr"}).text
    assert re.search("PHY 5 → [0-9],[0-9]", told)
