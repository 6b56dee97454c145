"""Growth between sessions on pages, as a browser without a script meets it: what it changes, once in each game."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from fastapi.testclient import TestClient

from tablee.table.service import House
from tablee.table.topics.correction import Correct
from tests.web.pages.characters.test_making import notebook
from tests.web.pages.reading import Page, read


class Growth(NamedTuple):
    """A ready character who grows: what they get first, what is filled in, what the page says, what the sheet has."""

    game: str
    who: str
    given: dict[str, Any]
    action: str
    filled: dict[str, str]
    told: str
    then: dict[str, Any]


GROWTHS = {
    "CEM-EVOL-02": Growth(
        "cle-en-main",
        "salome",
        {"advance": True},
        "cle-en-main.advance",
        {"p.kind": "develop", "p.skill": "athletics"},
        "Athlétisme 4 6 ses chances : 50,0 % puis 74,1 %",
        {"advance": False, "developed": ["athletics"]},
    ),
    "CEM-EVOL-04": Growth(
        "cle-en-main",
        "salome",
        {"advance": True},
        "cle-en-main.advance",
        {"p.kind": "heroism"},
        "Héroïsme 8 sur 10 8 sur 11",
        {"advance": False, "heroism_box": True},
    ),
    "DEX-EVOL-04": Growth(
        "deusex",
        "nadia",
        {"xp": 70},
        "deusex.raise-aptitude",
        {"p.aptitude": "Psychologie"},
        "Psychologie 3 4 ses chances",
        {"xp": 10},
    ),
    "D6-ADV-01": Growth(
        "d6",
        "mael",
        {"experience": 50},
        "d6.grow",
        {},
        "Force 4D 4D+1 ses chances : 33,6 % puis 44,4 %",
        {"experience": 46},
    ),
}


@pytest.mark.parametrize("id", GROWTHS)
def test_growth_tells_what_it_changes_and_is_kept(browser: TestClient, house: House, id: str) -> None:
    growth = GROWTHS[id]
    shelf, who = f"/personnages/{growth.game}", growth.who
    address = browser.post(f"{shelf}/prendre", data={"who": who}).headers["location"]
    table = notebook(browser, growth.game)
    for field, value in growth.given.items():
        house.submit(table, "mj", Correct(who=who, field=field, value=value))
    offered = [fields for to, fields in read(browser, address).forms if to == f"{shelf}/commencer"]
    (asked,) = [fields for fields in offered if fields["action"] == growth.action]
    assert browser.post(f"{shelf}/commencer", data=asked).headers["location"] == f"{shelf}/grandir"
    browser.post(f"{shelf}/grandir", data={**growth.filled, "go": "step:0"})
    text = Page(browser.get(f"{shelf}/grandir").text).text
    assert growth.told in text.partition("Ce que cela change")[2]
    before = house.view(table, "mj").cast[who].sheet
    assert browser.post(f"{shelf}/grandir", data={"go": "done"}).headers["location"] == address
    sheet = house.view(table, "mj").cast[who].sheet
    assert sheet != before
    assert {field: sheet[field] for field in growth.then} == growth.then
    assert read(browser, address).text
