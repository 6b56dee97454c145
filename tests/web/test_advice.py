"""Advice asked at a table, by the API and by pages: with what is prepared, while a question is open, and refused."""

from __future__ import annotations

import sys

import pytest
from fastapi.testclient import TestClient

from tablee.rules.game import game_called
from tablee.table.seen.view import Pending
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import Enter
from tablee.web import advice
from tests.web.pages.conftest import *  # noqa: F403
from tests.web.pages.reading import read

SCRIPT = {"accept": "application/json"}


@pytest.fixture
def duel(house: House, browser: TestClient) -> str:
    """A duel of DeusEx with advice, in which Youssef may act."""
    for _ in range(30):
        table, token = house.open("deusex")
        for who in ("youssef", "vigile"):
            house.submit(table, "mj", Enter(ready=who))
        sides = {"one": ["youssef"], "two": ["vigile"]}
        begun = house.submit(table, "mj", Act(action="deusex.start-fight", params=sides))
        assert isinstance(begun, Submitted), begun
        if game_called("deusex").may_act(house.scene(table))[0] == "youssef":
            break
    house.submit(table, "mj", Arrange(advice="on"))
    browser.get(f"/t/{table}/place/{token}")
    return table


def test_the_api_tells_what_each_choice_is_worth(browser: TestClient, duel: str) -> None:
    asked = {"actor": "youssef", "action": "deusex.wait"}
    told = browser.post(f"/api/tables/{duel}/advice", json=asked).json()
    assert (told["who"], told["method"], told["fights"]) == ("youssef", "exact", 0)
    (planned,) = [one for one in told["choices"] if one["planned"]]
    assert planned["action"] == "deusex.wait"
    worth = [one["chance"] for one in told["choices"]]
    assert worth == sorted(worth, reverse=True)
    assert all(one["error"] == 0 and one["words"] and one["percent"] for one in told["choices"])
    assert planned["chance"] < worth[0]


def test_the_page_offers_it_in_a_fight_where_the_mj_allows_it(browser: TestClient, house: House, duel: str) -> None:
    page = browser.get(f"/t/{duel}?who=youssef&do=deusex.attack").text
    assert "data-advice" in page
    patch = browser.get(f"/t/{duel}/conseil?who=youssef&do=deusex.attack&p.target=vigile", headers=SCRIPT)
    assert patch.text.startswith('<template data-at="advice"')
    assert "exact" in patch.text
    alone = read(browser, f"/t/{duel}/conseil?who=youssef&do=deusex.attack&p.target=vigile")
    assert "Chances de votre camp" in alone.text
    house.submit(duel, "mj", Arrange(advice="off"))
    assert "data-advice" not in browser.get(f"/t/{duel}?who=youssef&do=deusex.attack").text
    assert "joue sans conseils" in browser.get(f"/t/{duel}/conseil?who=youssef", headers=SCRIPT).text


def test_while_something_is_asked_each_answer_is_weighed(browser: TestClient, house: House, duel: str) -> None:
    """DEX-RESERVE-03: whether to add dice of the reserve."""
    attack = Act(actor="youssef", action="deusex.attack", params={"target": "vigile"})
    assert isinstance(house.submit(duel, "mj", attack), Submitted)
    pending = house.view(duel, "mj").pending
    assert isinstance(pending, Pending)
    assert "youssef" in pending.asked
    assert f'id="n{pending.n}-youssef-advice"' in browser.get(f"/t/{duel}").text
    told = browser.post(f"/api/tables/{duel}/advice", json={"actor": "youssef"}).json()
    options = [one.value for one in pending.asked["youssef"].options]
    assert [one["answer"] for one in told["choices"]] == options
    patch = browser.get(f"/t/{duel}/conseil?who=youssef&card={pending.n}", headers=SCRIPT).text
    assert patch.startswith(f'<template data-at="n{pending.n}-youssef-advice"')
    for option in pending.asked["youssef"].options:
        assert option.label.say("fr") in patch or str(option.value) in patch


def test_what_cannot_be_weighed_is_said(browser: TestClient, duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = f"/api/tables/{duel}/advice"
    assert browser.post(asked, json={"actor": "nobody"}).status_code == 422
    assert browser.post(asked, json={}).status_code == 422
    assert browser.post(asked, json={"actor": "youssef", "action": "deusex.fly"}).status_code in (404, 422)
    again = browser.post(
        asked, json={"actor": "youssef", "action": "deusex.start-fight", "params": {"one": [], "two": []}}
    )
    assert "deusex.start-fight" not in [one["action"] for one in again.json()["choices"]], "that is the MJ's, no move"
    monkeypatch.setattr("tablee.web.api.SECONDS", 1e-9)
    refused = browser.post(asked, json={"actor": "youssef"})
    assert (refused.status_code, "jouez au jugé" in refused.json()["detail"]) == (422, True)
    monkeypatch.setitem(sys.modules, "tablee.lab.midway", None)
    refused = browser.post(asked, json={"actor": "youssef"})
    assert refused.json()["detail"] == advice.NEEDS_NUMPY.say("fr")
