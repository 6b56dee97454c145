"""tablee doctor says in sentences whether a house has what it needs."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tablee.cli import doctor
from tablee.cli.doctor import findings
from tablee.cli.main import run
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(doctor, "_free_memory", lambda: 4000)
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    House(store).open("undesix")
    store.close()
    return path


def wrong(setting: Path | str, url: str = "https://game.example.org", status: int = 200) -> list[str]:
    asks: Callable[[str], int] = lambda _: status  # noqa: E731
    return [one.sentence.en for one in findings(str(setting), url, asks) if not one.well]


def test_a_house_that_is_well_says_so(tables: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert wrong(tables) == []
    assert run(["doctor", "--database", str(tables), "--lang", "fr"]) == 0
    said = capsys.readouterr().out
    assert "La base s'ouvre : 1 table (" in said.replace("\xa0", " ").replace("\u202f", " ")
    assert said.endswith("Tout va bien.\n")


def test_a_house_that_is_not_there_yet(tmp_path: Path, tables: Path) -> None:
    assert tables.exists()
    assert wrong(tmp_path / "others.db") == []
    assert not (tmp_path / "others.db").exists()


def test_what_is_wrong_is_said_with_what_to_do(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables.chmod(0o644)
    assert [line.endswith(f"chmod 600 {tables}") for line in wrong(tables)] == [True]
    tables.chmod(0o600)
    assert ["502" in line for line in wrong(tables, status=502)] == [True]
    assert ["in clear" in line for line in wrong(tables, "http://game.example.org")] == [True]
    monkeypatch.setattr(doctor, "LEAST_DISK", 1 << 60)
    monkeypatch.setattr(doctor, "_free_memory", lambda: 12)
    assert [line.split(" MB")[0].split()[0] for line in wrong(tables)] == ["Only", "12"]


def test_what_this_account_may_not_do_is_no_damage_of_the_file(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was told to go back to a backup of a file that nothing was wrong with; one that is read-only was well."""
    for refused in (tables, tables.parent):
        monkeypatch.setattr("os.access", lambda path, _, no=refused: Path(path) != no)
        (said,) = wrong(tables)
        assert f"“{refused}”" in said
        assert said.startswith("This account cannot")


def test_a_file_that_another_program_holds_is_not_damaged(tables: Path) -> None:
    with closing(sqlite3.connect(tables)) as held:
        held.executescript("PRAGMA locking_mode = exclusive; BEGIN EXCLUSIVE; UPDATE change SET version = version")
        assert wrong(tables) == ["Another program is using the tables: try again in a moment."]


def test_a_folder_that_is_not_there_and_one_in_the_place_of_the_file(tables: Path) -> None:
    assert ["There is no folder" in line for line in wrong(tables.parent / "none" / "tables.db")] == [True]
    assert ["is a folder: give the path of a file" in line for line in wrong(tables.parent)] == [True]


def test_a_path_that_an_address_would_read_otherwise(tables: Path) -> None:
    assert wrong(tables.rename(tables.with_name("what? 100% #1.db"))) == []


def test_a_container_has_the_memory_that_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's was told: a house that is given 512 MB of 16 GB had plenty."""
    monkeypatch.setattr(doctor, "GIVEN", tmp_path)
    whole = doctor._free_memory() or pytest.skip("this system does not say how much memory it has")
    (tmp_path / "memory.max").write_text(f"{12 << 20}\n")
    (tmp_path / "memory.current").write_text(f"{9 << 20}\n")
    (tmp_path / "memory.stat").write_text(f"anon {7 << 20}\ninactive_file {1 << 20}\n")
    assert doctor._free_memory() == 4
    (tmp_path / "memory.max").write_text("max\n")
    assert abs((doctor._free_memory() or 0) - whole) < whole / 2


def test_a_damaged_file_is_known_as_such(tables: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = bytearray(tables.read_bytes())
    file[4096:12288] = b"x" * 8192
    tables.write_bytes(file)
    assert "damaged" in wrong(tables)[0]
    assert run(["doctor", "--database", str(tables), "--lang", "en"]) == 1
    assert "✗ The file of the tables is damaged" in capsys.readouterr().out


def test_a_database_that_does_not_answer(tables: Path) -> None:
    assert tables.exists()
    assert "does not answer" in wrong("postgresql://nobody@127.0.0.1:1/none")[0]
