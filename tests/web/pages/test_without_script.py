"""A trial in a browser without script: whatever the person does, the other side has moved on the next page."""

from __future__ import annotations

from fastapi.testclient import TestClient

from tablee.table.service import House
from tablee.table.topics.decision import Answer
from tests.sent import sent


def test_the_other_side_moves_at_once_where_nobody_follows(browser: TestClient, house: House) -> None:
    table = browser.post("/essayer", data={"game": "undesix"}).headers["location"].removeprefix("/t/")
    fields = {"who": "chloe", "do": "undesix.attack", "p.target": "brigand", "key": "one"}
    done = browser.post(f"/t/{table}/act", data=fields)
    assert done.status_code == 303, done.text
    while asked := house.view(table, "mj").asked:
        house.submit(table, "mj", Answer(answers={who: one.default for who, one in asked.items()}))
    browser.post(f"/t/{table}/say", data={"text": "À toi, le loup !"})
    assert "loup" in [
        line["actor"] for line in sent(house.lines(table, "mj")) if line["name"] in ("acted/1", "asked/1")
    ]
    assert browser.get(done.headers["location"]).status_code == 200
