"""Numbers typed for characters of the lab: they count, they stay in the address, and what cannot be is said."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tablee.lab.fights import Fight, fight
from tablee.rules.game import game_called
from tablee.rules.playing import cast_json
from tablee.web.pages.lab.fights import Sides
from tests.web.pages.reading import read

STRONGER = "game=undesix&who=nicolas&foe=brigand&do=undesix.attack&p.target=brigand&set:nicolas.phy=6"


def test_a_number_of_whoever_acts_changes_the_chances(browser: TestClient) -> None:
    before = read(browser, "/labo?" + STRONGER.replace("&set:nicolas.phy=6", "&set:nicolas.phy=2")).text
    after = read(browser, f"/labo?{STRONGER}").text
    assert before != after
    page = browser.get(f"/labo?{STRONGER}").text
    assert 'name="set:nicolas.phy"' in page
    assert page.count("set%3Anicolas.phy=6") == 1  # « compare » keeps it


def test_a_number_is_chosen_then_typed(browser: TestClient) -> None:
    page = browser.get("/labo?game=undesix&who=nicolas&foe=brigand&number=nicolas.phy").text
    value = game_called("undesix").ready()["nicolas"].phy  # type: ignore[attr-defined]
    assert f'name="set:nicolas.phy" id="set:nicolas.phy" value="{value}"' in page
    assert '<option value="brigand.phy">' in page


def test_fights_are_those_of_the_changed_people_and_the_address_keeps_them(browser: TestClient) -> None:
    asked = Sides(game_called("undesix"), [("one", "nicolas"), ("two", "brigand"), ("set:nicolas.phy", "3")], "fr")
    game = game_called("undesix")
    weaker = game.ready()["nicolas"].with_changes(phy=3)
    alike = Fight("undesix", ("nicolas",), ("brigand",), cast=cast_json({"nicolas": weaker}))
    assert fight(asked.question()).wins[0].value == pytest.approx(fight(alike).wins[0].value)
    assert "set%3Anicolas.phy=3" in asked.query
    more = asked.with_one("two", "brigand", 1)
    assert "set%3Anicolas.phy=3" in more
    assert browser.get(more).status_code == 200


@pytest.mark.parametrize("typed", ["beaucoup", "99999999999", "", "3.5"])
def test_what_is_no_number_is_said_and_changes_nothing(browser: TestClient, typed: str) -> None:
    answer = browser.get("/labo", params={"game": "undesix", "who": "nicolas", "set:nicolas.phy": typed})
    assert answer.status_code == 200
    assert ('class="refusal" role="alert"' in answer.text) == bool(typed)
    unknown = browser.get("/labo", params={"game": "undesix", "set:nobody.phy": "3", "set:nicolas.wings": "2"})
    assert unknown.status_code == 200


def test_codes_are_typed_as_they_are_written(browser: TestClient) -> None:
    page = browser.get("/labo?game=d6&who=mael&foe=rouquin").text
    keys = [part.split('"')[0] for part in page.split('<option value="mael.')[1:]]
    code = next(key for key in keys if "." in key)
    changed = browser.get("/labo", params={"game": "d6", "who": "mael", f"set:mael.{code}": "5D+1"})
    assert 'value="5D+1"' in changed.text
