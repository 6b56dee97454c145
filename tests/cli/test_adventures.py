"""`tablee adventure`: listed, shown, begun, checked, sent and received."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablee.cli.main import run
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.scene import Prepare


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["--lang", "fr", *words]) == 0
    return plain(capsys.readouterr().out)


def test_they_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert "la-cloche-buissonniere · UnDéSix · La cloche buissonnière, 40 minutes" in said(capsys, "adventure", "list")
    shown = said(capsys, "adventure", "show", "la-cloche-buissonniere")
    assert "Porter le battant" in shown
    assert "fin : Onze et demi" in shown
    assert "→ un combat" in shown
    assert "  - Le combat\n      gagné" in shown
    assert "réussi →" in shown
    assert "then" not in shown


def test_one_is_printed_for_its_mj(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said(capsys, "adventure", "print", "cent-marmites", "--into", str(tmp_path / "papier.pdf"))
    assert (tmp_path / "papier.pdf").read_bytes().startswith(b"%PDF")


def test_one_is_begun_sent_and_received(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said(capsys, "adventure", "new", "d6", "le-bac")
    assert "rien à corriger. 2 scènes, 2 fins." in said(capsys, "adventure", "check", "le-bac")
    said(capsys, "adventure", "export", "le-bac")
    said(capsys, "adventure", "import", "le-bac.zip", "--into", "ailleurs")
    assert (tmp_path / "ailleurs/le-bac/fr.md").read_text("utf-8") == (tmp_path / "le-bac/fr.md").read_text("utf-8")
    assert run(["--lang", "fr", "adventure", "new", "d6", "le-bac"]) == 2
    assert "existe déjà" in capsys.readouterr().err


def test_a_mistake_is_printed_with_its_line_and_fails(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said(capsys, "adventure", "new", "d6", "le-bac")
    structure = tmp_path / "le-bac/adventure.toml"
    structure.write_text(structure.read_text("utf-8").replace('start = "pont"', 'start = "port"'), "utf-8")
    assert run(["--lang", "fr", "adventure", "check", "le-bac"]) == 1
    told = capsys.readouterr()
    assert "le-bac/adventure.toml:7: L'aventure commence à la scène « port »" in plain(told.out)
    assert "1 erreur" in told.err


def test_headings_that_lack_are_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said(capsys, "adventure", "new", "d6", "le-bac")
    with (tmp_path / "le-bac/adventure.toml").open("a", encoding="utf-8") as structure:
        structure.write("\n[people.ours]\n")
    assert said(capsys, "adventure", "words", "le-bac") == "fr.md : 1 titre de plus.\nen.md : 1 titre de plus.\n"
    assert "### ours" in (tmp_path / "le-bac/en.md").read_text("utf-8")
    assert said(capsys, "adventure", "words", "le-bac") == "fr.md : 0 titre de plus.\nen.md : 0 titre de plus.\n"


@pytest.mark.parametrize("name", ["Le Bac", "../bac", ""])
def test_an_id_is_plain(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run(["--lang", "fr", "adventure", "new", "d6", name]) == 2
    assert "minuscules" in capsys.readouterr().err


def test_its_pictures_come_along_and_no_more_is_read_than_a_pack_may_be_long(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said(capsys, "adventure", "export", "cent-marmites")
    said(capsys, "adventure", "import", "cent-marmites.zip")
    assert "rien à corriger" in said(capsys, "adventure", "check", "cent-marmites")
    assert run(["--lang", "fr", "adventure", "import", "/dev/zero"]) == 2
    assert "trop grand" in capsys.readouterr().err


def test_an_adventure_is_weighed(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "adventure", "weigh", "cent-marmites", "--evenings", "4", "--harder", "-1", "--party", "ysolde")
    assert "Cent marmites · Ysolde · 4 soirées jouées, plus doux" in told
    assert "Comment on joue" in told
    found = json.loads(said(capsys, "adventure", "weigh", "cent-marmites", "--evenings", "4", "--json"))
    assert (found["evenings"], len(found["party"]), set(found["policy"])) == (4, 2, {"fr", "en"})
    assert run(["--lang", "fr", "adventure", "weigh", "cent-marmites", "--party", "personne"]) == 2


def test_prepared_scenes_of_a_table_become_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    table, token = house.open("d6", "Le bac")
    where = ("--database", str(tmp_path / "tables.db"), "--into", str(tmp_path / "une.zip"))
    assert run(["--lang", "fr", "table", "adventure", table, *where]) == 2, "nothing is prepared"
    house.submit(table, house.seat(table, token), Prepare(title="La cave", text="Il y fait noir."))
    store.close()
    said(capsys, "table", "adventure", table, *where)
    said(capsys, "adventure", "import", str(tmp_path / "une.zip"), "--into", str(tmp_path / "la"))
    assert "rien à corriger" in said(capsys, "adventure", "check", str(tmp_path / "la" / "le-bac"))
