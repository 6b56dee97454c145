"""The page of the API shows every address that is described, and asks nobody else for anything."""

from __future__ import annotations

import re
from pathlib import Path

from fastapi.testclient import TestClient

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application


def test_it_shows_every_address_and_command(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    with TestClient(application(House(store)), "http://localhost", headers={"accept-language": "en"}) as browser:
        shown = browser.get("/docs").text
        paths = browser.get("/openapi.json").json()["paths"]
    store.close()
    for path, methods in paths.items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in shown
    assert "<code>text*</code>" in shown  # what `say` needs
    assert not re.search(r'(src|href)="https?:', shown)
