"""Scenes brought to the preparation page: from an adventure, from a table that this browser leads, from a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from zipfile import ZipFile

from fastapi.testclient import TestClient

from tablee.adventures.folder import adventures_of
from tablee.adventures.pack import packed
from tablee.table.decide.context import NewEvent
from tablee.table.seen.prepared import PreparedTry
from tablee.table.tables import numbered
from tablee.table.topics.scene import Prepared
from tablee.web.serving.limits import Callers, Limits, most_bytes
from tests.web.pages.mj.test_screen import Running, plain


def test_from_an_adventure_a_file_and_another_table(running: Running) -> None:
    run = running("undesix")
    at = f"/t/{run.table}/mj"
    page = run.mj.get(f"{at}/preparer").text
    assert "l’aventure « La cloche buissonnière »" in plain(page)
    assert run.mj.post(f"{at}/apporter", data={"from": "adventure:le-lac-d-hier"}).status_code in (200, 303)
    book = adventures_of("undesix")["le-lac-d-hier"]
    assert len(run.view.scenes) == len(book.adventure.scenes)
    assert all(one.draft for one in run.view.scenes.values())
    file = {"pack": ("une.zip", packed(book), "application/zip")}
    assert run.mj.post(f"{at}/apporter", data={"from": ""}, files=file).status_code in (200, 303)
    assert len(run.view.scenes) == 2 * len(book.adventure.scenes)
    other, token = run.house.open("undesix", "Mardi")
    run.mj.get(f"/t/{other}/place/{token}")
    listed = run.mj.get(f"/t/{other}/mj/preparer").text
    assert f'value="table:{run.table}"' in listed
    assert run.mj.post(f"/t/{other}/mj/apporter", data={"from": f"table:{run.table}"}).status_code in (200, 303)
    assert len(run.house.view(other, "mj").scenes) == 2 * len(book.adventure.scenes)


def test_what_cannot_be_brought_is_told(running: Running) -> None:
    run = running("d6")
    at = f"/t/{run.table}/mj"
    for source in ("", "table:elsewhere", "adventure:none"):
        answer = run.mj.post(f"{at}/apporter", data={"from": source})
        assert answer.status_code == 422, source
        assert 'role="alert"' in answer.text
    stranger = TestClient(run.mj.app, "http://localhost")
    assert stranger.get(f"{at}/aventure.zip").status_code in (401, 403, 404)
    assert run.ana.post(f"{at}/apporter", data={"from": "adventure:cent-marmites"}).status_code == 403
    assert not run.view.scenes


def test_scenes_are_taken_away_as_an_adventure(running: Running) -> None:
    run = running("d6")
    at = f"/t/{run.table}/mj"
    assert run.mj.get(f"{at}/aventure.zip").status_code == 422, "there is none yet"
    run.post("prepare", title="La cave", text="Il y fait noir.")
    assert f"{at}/aventure.zip" in run.mj.get(f"{at}/preparer").text
    pack = run.mj.get(f"{at}/aventure.zip")
    assert pack.status_code == 200
    with ZipFile(BytesIO(pack.content)) as files:
        assert any(name.endswith("adventure.toml") for name in files.namelist())
    assert run.ana.get(f"{at}/aventure.zip").status_code == 422


def changed(pack: bytes, name: str, change: Callable[[str], str]) -> dict[str, tuple[str, bytes, str]]:
    """A pack with one of its files otherwise, as a browser sends it."""
    into = BytesIO()
    with ZipFile(BytesIO(pack)) as files, ZipFile(into, "w") as made:
        for one in files.namelist():
            data = files.read(one)
            made.writestr(one, change(data.decode()).encode() if one.endswith(name) else data)
    return {"pack": ("une.zip", into.getvalue(), "application/zip")}


def test_a_pack_that_a_table_cannot_hold_leaves_it_as_it_was(running: Running) -> None:
    run = running("undesix")
    at = f"/t/{run.table}/mj"
    book = adventures_of("undesix")["le-lac-d-hier"]
    rain = f"## arrivee\n\n> {'Il pleut encore. ' * 4000}\n"
    long = changed(packed(book), "fr.md", lambda words: re.sub(r"^## arrivee\n", rain, words, flags=re.M))
    before = run.house.state(run.table).version
    answer = run.mj.post(f"{at}/apporter", data={"from": ""}, files=long)
    assert answer.status_code == 422
    assert "signes au plus" in plain(answer.text)
    assert run.house.state(run.table).version == before, "nothing was written"


def test_a_pack_as_large_as_any_comes_in_here_and_costs_as_much(running: Running) -> None:
    run = running("undesix")
    address = f"/t/{run.table}/mj/apporter"
    assert most_bytes(address) == most_bytes("/aventures")
    callers = Callers(Limits())
    assert callers._price(address, 1) == callers._price("/aventures", 1)
    answer = run.mj.post(address, data={"from": ""}, files={"pack": ("une.zip", bytes(300 * 1024), "application/zip")})
    assert answer.status_code == 422, "no adventure, and not too large"


def test_a_roll_prepared_with_words_of_no_field_is_refused_and_its_page_is_there(running: Running) -> None:
    run = running("undesix")
    strange = [{"label": "Grimper", "action": "undesix.test", "params": {"zeal": 3}}]
    told = run.house.view(run.table, "mj").scenes
    answer = run.mj.post(f"/api/tables/{run.table}/prepare", json={"title": "La cave", "tries": strange})
    assert answer.status_code == 422
    assert told == run.view.scenes
    old = NewEvent(
        Prepared("cave", "La cave", tries=(PreparedTry.from_json(strange[0]),)), "mj"
    )  # as it was taken once
    events, version = numbered([old], run.house.state(run.table).version, "mj"), run.house.state(run.table).version
    run.house.store.append(run.table, "", version, events)
    assert run.mj.get(f"/t/{run.table}/mj/preparer?scene=cave").status_code == 200
