"""Scenes brought to the preparation page: from an adventure, from a table that this browser leads, from a file."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

from fastapi.testclient import TestClient

from tablee.adventures.folder import adventures_of
from tablee.adventures.pack import packed
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
