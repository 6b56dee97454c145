"""What OpenAPI says of each answer is what is answered: an evening of every game, lines of all kinds included."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter

from tablee.rules.fields import Audience
from tablee.rules.game import games
from tablee.rules.sheet import sheet_data as sheets
from tablee.rules.stored.written import written
from tablee.table.log.events import KINDS
from tablee.table.log.sqlite import SqliteStore
from tablee.table.seen import forms, odds, view
from tablee.table.service import House
from tablee.web.api import CommandDone, Opened
from tablee.web.application import application
from tablee.web.lines import LINES, AnyLine
from tests.web.evening import Evening

SHAPES: dict[str, Any] = {
    "opened": Opened,
    "knocked": CommandDone,
    "done": CommandDone,
    "view": view.View,
    "lines": list[AnyLine],
    "offers": list[forms.Offer],
    "form": forms.FormSeen,
    "sheet": sheets.SheetSeen,
    "surroundings": list[sheets.SectionSeen],
    "odds": odds.Odds,
    "compare": list[odds.WayCompared],
}
SEEN = ("view", "offers", "form", "sheet", "surroundings", "odds", "compare")
CREATIONS = {"d6": "d6.random", "deusex": "deusex.create-random", "undesix": "undesix.create-random"}
*SHAPES_OF_LINES, UNSEEN = LINES
BY_NAME = {get_args(shape.model_fields["name"].annotation)[0]: shape for shape in SHAPES_OF_LINES}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    store = SqliteStore(tmp_path / "tables.db")
    with TestClient(application(House(store)), base_url="http://localhost") as client:
        yield client
    store.close()


@pytest.mark.parametrize("game", games())
def test_the_answers_of_every_game_fit_their_shapes(
    client: TestClient, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(client, game)
    with monkeypatch.context() as upgraded:
        upgraded.setattr("tablee.table.topics.edition.edition", lambda _game: "9.9.9 00000000")
        evening.fight()
    if game in CREATIONS:
        evening.create(CREATIONS[game])
    evening.talk()
    evening.end()
    evening.get("mj", "lines", "/lines?said=true")
    whole = client.get(f"{evening.path}/export", headers=evening.headers("mj"))
    back = client.post("/api/tables/import", content=whole.content).json()
    moved = client.get(f"/api/tables/{back['table']}/lines", headers={"authorization": f"Bearer {back['token']}"})
    evening.asked["lines"].append(moved.json())
    assert set(evening.asked) == set(SHAPES)
    for kind, answers in evening.asked.items():
        for answer in answers:
            told = _without_lines(answer)
            seen = shape_of(kind).validate_json(json.dumps(told), strict=True)
            if kind in SEEN:
                assert json.loads(written(seen)) == told, "nothing that is not described"
    told = {line["name"] for seen in evening.asked["lines"] for line in seen}
    if game == "undesix":
        assert told | {"held/1", "positioned/1"} == set(KINDS)  # a table that plays « Et si ? » has the second
    if game == "cle-en-main":  # whose blows are stopped by questions: time is asked for there
        assert "held/1" in told


@cache
def shape_of(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(SHAPES[kind])


def _without_lines(answer: Any) -> Any:
    """The rest of an answer, once its lines have been found to fit the shape of their own kind."""
    shown: list[Any]
    rest: Any
    if isinstance(answer, dict):
        shown, rest = answer.get("lines", []), {**answer, "lines": []} if "lines" in answer else answer
    else:
        shown, rest = ([item for item in answer if ("at" in item) == lines] for lines in (True, False))
    for line in shown:
        shape = UNSEEN if line.get("unseen") else BY_NAME[line["name"]]
        _all_described(line, shape.model_validate_json(json.dumps(line), strict=True))
    return rest


def _all_described(told: Any, read: Any) -> None:
    """Nothing is told that the class it is read as does not have."""
    if isinstance(told, list):
        for one, seen in zip(told, read, strict=True):
            _all_described(one, seen)
    elif isinstance(told, dict) and not isinstance(read, dict):
        for name, value in told.items():
            _all_described(value, getattr(read, name))
    elif isinstance(told, dict):
        for name, value in told.items():
            _all_described(value, read[name])


def test_every_kind_of_line_has_a_shape_with_all_that_is_shown_of_it() -> None:
    known: dict[str, set[str]] = {}
    for shape in LINES:
        for name in get_args(shape.model_fields["name"].annotation):
            known.setdefault(name, set()).update(shape.model_fields)
    for name, kind in KINDS.items():
        shown = {one for one, hint in kind.declared.items() if Audience.NOBODY not in getattr(hint, "__metadata__", ())}
        assert shown <= known[name], name
    assert set(known) == set(KINDS)
