"""Chances without a table: the odds are those of the rules, everything is in the address, nonsense gets a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tablee.rules.game import game_called, games
from tablee.table.log.store import store_at
from tablee.table.no_table import MJ, NoTable
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.text import LANGS
from tablee.web.application import application
from tablee.web.pages.lab.chances import Chances
from tests.web.pages.reading import Page

GAMES = ("undesix", "cle-en-main", "deusex", "d6")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path: Path = tmp_path_factory.mktemp("lab") / "t.db"
    with TestClient(application(House(store_at(str(path)))), base_url="http://localhost") as browser:
        yield browser


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_an_attack_of_the_first_scene_has_its_odds_and_a_curve(browser: TestClient, game: str, lang: str) -> None:
    answer = browser.get(f"/labo?game={game}", headers={"accept-language": lang})
    assert answer.status_code == 200, answer.text
    assert 'class="big"' in answer.text
    assert '<path class="a"' in answer.text
    told = Page(answer.text).text
    assert ("chances sur cent" if lang == "fr" else "chances in a hundred") in told


def test_odds_are_those_that_the_rules_give(browser: TestClient) -> None:
    """UDS-COMBAT-01: Chloé strikes Nicolas, two faces in three."""
    shown = browser.get("/labo?game=undesix&who=chloe&foe=nicolas&do=undesix.attack&p.target=nicolas").text
    assert re.search(r"66,7\s*%", shown)


def test_two_ways_and_a_house_rule_stand_side_by_side(browser: TestClient) -> None:
    struck = "game=undesix&who=chloe&foe=nicolas&do=undesix.attack&p.target=nicolas"
    shown = browser.get(f"/labo?{struck}&rule=roll_under%3Dstrict").text
    assert shown.count('class="way"') == 2
    assert '<path class="b"' in shown
    assert re.search(r"50,0\s*%", shown)
    kept = browser.get(f"/labo?{struck}&i.modifier=-1&way=p.target%3Dnicolas").text
    assert kept.count('class="way"') == 2


def test_the_panel_alone_comes_as_a_patch(browser: TestClient) -> None:
    patch = browser.get("/labo/panneau?game=d6").text
    assert patch.startswith("<template")
    assert 'data-at="labo"' in patch
    assert "<html" not in patch


@pytest.mark.parametrize(
    "query",
    [
        "game=undesix&who=nobody&do=undesix.nothing",
        "game=undesix&who=chloe&do=undesix.attack&p.target=zeus&over=chloe.nothing&rule=x=y",
        "game=cle-en-main&i.modifier=99999999&way=%00%ff",
        "game=d6&do=d6.create",
        "game=deusex&" + "p.x=1&" * 400,
    ],
)
def test_an_address_by_hand_breaks_nothing(browser: TestClient, query: str) -> None:
    answer = browser.get(f"/labo?{query}")
    assert answer.status_code in (200, 404, 422), answer.text
    assert "Traceback" not in answer.text


def test_somebody_else_is_picked_with_the_weapon_and_the_target_of_those_before(browser: TestClient) -> None:
    """The form keeps what Chloé held and whom she aimed at: Nicolas against the brigand takes what is his own."""
    filled = "do=undesix.attack&p.target=loup&p.weapon=greatsword&i.modifier=0&over=chloe.phy"
    answer = browser.get(f"/labo/panneau?game=undesix&who=nicolas&foe=brigand&{filled}")
    assert answer.status_code == 200, answer.text
    told = Page(answer.text).text
    assert re.search(r"66,7\s*%", told)
    assert "épée longue 1" in told


@pytest.mark.parametrize(("typed", "why"), [("1000", "au plus 99"), ("abc", "il faut un nombre entier")])
def test_a_number_that_cannot_be_is_told_on_the_page(browser: TestClient, typed: str, why: str) -> None:
    answer = browser.get(f"/labo/panneau?game=undesix&who=chloe&foe=loup&do=undesix.attack&i.modifier={typed}")
    assert answer.status_code == 200
    assert why in Page(answer.text).text


def test_an_unknown_game_is_not_found(browser: TestClient) -> None:
    assert browser.get("/labo?game=chess").status_code == 404


def test_people_apart_answer_as_a_table_does() -> None:
    for game in games().values():
        if game.id not in GAMES:
            continue
        page = Chances(game, [], "fr")
        assert page.prepared is not None
        apart = NoTable(game, {who: page.people[who] for who in (page.who, page.against)}, {})
        act = Act(actor=page.who, action=page.prepared.form.action, params=page.prepared.form.values)
        assert apart.odds("", MJ, act) == page.prepared.odds


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_game_with_hardly_anybody_ready_has_its_page(count: int) -> None:
    """Where only one is ready, they face themselves, and say at whom they aim; two players' own strike each other."""
    game = game_called("undesix")
    few = replace(game, ready=lambda: dict(list(game.ready().items())[:count]), first_scene=None)
    page = Chances(few, [], "fr")
    assert page.who == ("chloe" if count else "")
    assert page.against == {0: "", 1: "chloe", 2: "nicolas"}[count]
    assert bool(page.prepared and page.prepared.odds) is (count == 2)


def test_whoever_is_faced_is_aimed_at_and_whoever_is_treated_is_a_friend(browser: TestClient) -> None:
    """Both are players' own: a blow is proposed at the one who is faced, care for them where they are hurt."""
    for do in ("", "&do=undesix.treat&set:nicolas.phy=1"):
        told = browser.get(f"/labo?game=undesix&who=chloe&foe=nicolas{do}").text
        assert re.search(r'name="p.target" value="nicolas" checked', told), do
