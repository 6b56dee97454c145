"""An evening in a file: verified in the browser as in the terminal, and brought in as a table."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tablee.cli.main import run
from tablee.table.service import House
from tablee.web.application import application
from tablee.web.serving.limits import Limits


def exported(browser: TestClient) -> str:
    """The log of a fight of one action, as its MJ takes it away."""
    table = browser.post("/essayer", data={"game": "undesix"}).headers["location"]
    act = {"actor": "chloe", "action": "undesix.attack", "params": {"target": "loup"}}
    assert browser.post(f"/api/tables{table.removeprefix('/t')}/act", json=act).status_code == 200
    return browser.get(f"/api/tables{table.removeprefix('/t')}/export").text


def test_a_file_is_verified_with_the_sentences_of_the_terminal(
    browser: TestClient, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    log = exported(browser)
    file = tmp_path_factory.mktemp("evening") / "evening.jsonl"
    file.write_text(log, "utf-8")
    capsys.readouterr()
    assert run(["--lang", "fr", "verify", str(file)]) == 0
    told = capsys.readouterr().out
    shown = browser.post("/soirees/verifier", files={"file": ("evening.jsonl", log)})
    assert shown.status_code == 200
    for sentence in told.splitlines():
        assert sentence.replace("'", "’") in shown.text
    altered = log.replace('"faces": [', '"faces": [7, ', 1)
    assert altered != log
    file.write_text(altered, "utf-8")
    assert run(["--lang", "fr", "verify", str(file)]) == 1
    why = capsys.readouterr().err.strip()
    refused = browser.post("/soirees/verifier", files={"file": ("evening.jsonl", altered)})
    assert refused.status_code == 422
    assert why.replace("'", "’") in refused.text


def test_a_table_that_was_taken_along_is_brought_in(browser: TestClient) -> None:
    log = exported(browser)
    answer = browser.post("/soirees/reprendre", files={"file": ("evening.jsonl", log)})
    assert answer.status_code == 303
    assert "Le pont de bois" in browser.get(answer.headers["location"]).text


def test_what_is_no_evening_gets_a_sentence(house: House) -> None:
    browser = TestClient(application(house, limits=Limits(commands_per_second=1000)), "http://localhost")
    for name in ("verifier", "reprendre"):
        for file in (b"", b"\xff\xfe\x00", b"{}", b'{"n": 1}\n', b"hello"):
            answer = browser.post(f"/soirees/{name}", files={"file": ("evening.jsonl", file)})
            assert answer.status_code == 422, (name, file)
            assert 'role="alert"' in answer.text


def test_only_a_page_has_a_page_of_what_it_keeps(browser: TestClient) -> None:
    assert browser.get("/ici").status_code == 404
    assert browser.get("/ici/tout.zip").status_code == 404
