"""A backup put back is the table that was: its id, its code, its links, its dice; nothing here is written over."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tablee.cli.main import run
from tablee.dice import fair
from tablee.errors import BadInput
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.state import State
from tablee.table.service import House
from tablee.table.topics.chat import Say
from tablee.table.topics.dice import Reveal
from tablee.table.topics.seat import Invite
from tablee.table.verifying import verified
from tablee.web.application import application
from tests.dice import verifier
from tests.rules.sample import GAME
from tests.table.conftest import Evening

pytestmark = pytest.mark.both_stores


def as_backed_up(state: State) -> State:
    """A table without what tells that its dice were made anew when it came back."""
    return replace(
        state, version=0, altered=0, revealed=(), counts={}, evening=0, commits={}, fair=fair.State(), worded={}
    )


def rolled(house: House, evening: Evening) -> list[int]:
    house.submit(evening.table, evening.ana, Say(text="/r 20d6"))
    return [face for roll in vars(house.lines(evening.table, evening.ana)[-1].what)["rolls"] for face in roll.faces]


def test_a_table_that_comes_back_between_two_evenings_draws_from_a_key_that_nobody_has_seen(evening: Evening) -> None:
    rolled(evening.house, evening)
    evening.do(evening.mj, Reveal())
    kept = list(evening.house.backup(evening.table, links=True))
    seen = rolled(evening.house, evening)
    evening.house.delete(evening.table)
    assert evening.house.restore(kept)
    assert rolled(evening.house, evening) != seen
    evening.do(evening.mj, Reveal())
    exported = "\n".join(evening.house.exported(evening.table, evening.mj))
    assert verified(exported, lambda _: GAME).dice["public"].verified == verifier.verify(exported)["public"] == 40


def test_a_table_put_back_twice_throws_other_dice_each_time(evening: Evening) -> None:
    rolled(evening.house, evening)
    kept = list(evening.house.backup(evening.table, links=True))
    sealed = head(evening.house, evening)
    seen = []
    for _ in range(2):
        evening.house.delete(evening.table)
        assert evening.house.restore(kept)
        begun = evening.house.state(evening.table).version
        seen.append(rolled(evening.house, evening))
        again = list(evening.house.backup(evening.table, links=True))
        for text in ("\n".join(map(json.dumps, again)), "\n".join(evening.house.exported(evening.table, evening.mj))):
            assert verified(text, lambda _: GAME).dice["public"].verified >= 20
        assert head(evening.house, evening, begun - 2) == sealed  # what was sealed before stays as it was
    assert seen[0] != seen[1]
    evening.house.delete(evening.table)
    assert evening.house.restore(again)  # a backup of what was put back
    assert rolled(evening.house, evening) not in seen
    assert head(evening.house, evening, begun - 2) == sealed


def head(house: House, evening: Evening, n: int = -1) -> str:
    """The hash of a line of an export, the last one unless told."""
    told = [json.loads(line) for line in house.exported(evening.table, evening.mj)]
    return str(next(line for line in reversed(told) if n in (-1, line.get("n")) and "seal" in line)["seal"]["hash"])


def test_a_table_comes_back_with_its_links_and_its_dice(evening: Evening) -> None:
    link = evening.do(evening.mj, Invite())
    evening.do(evening.ana, Say(text="/r 3d6"))
    kept, before = list(evening.house.backup(evening.table, links=True)), evening.house.state(evening.table)
    assert evening.house.restore(kept) is False
    seen = rolled(evening.house, evening)  # after the backup
    evening.house.delete(evening.table)
    assert evening.house.restore(kept) is True
    again = House(evening.house.store, lambda _: GAME)
    assert as_backed_up(again.state(evening.table)) == as_backed_up(before)
    assert rolled(again, evening) != seen  # nobody knows what falls next
    assert again.seat(evening.table, link.token) == link.seat
    assert again.table_of_code(before.code) == evening.table
    for command in (Say(text="/r 3d6"), Reveal()):
        assert not hasattr(again.submit(evening.table, evening.mj, command), "say")


def test_it_moves_to_another_database(evening: Evening, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "elsewhere.db")
    assert House(store, lambda _: GAME).restore(list(evening.house.backup(evening.table, links=True)))
    there, here = House(store, lambda _: GAME).state(evening.table), evening.house.state(evening.table)
    assert as_backed_up(there) == as_backed_up(here)
    store.close()


def test_what_is_no_backup_of_a_table_is_refused(evening: Evening) -> None:
    kept = list(evening.house.backup(evening.table, links=True))
    evening.house.delete(evening.table)
    other, _ = evening.house.open("sample")
    taken = {**kept[1], "code": evening.house.state(other).code}
    for lines in (
        list(evening.house.backup(other)),  # without its links
        [{**kept[0], "public": "00" * 32}, *kept[1:]],  # other dice
        [kept[0], *kept[2:]],  # a line less
        [kept[0], taken, *kept[2:]],  # the code of another table
        [],
    ):
        with pytest.raises(BadInput):
            evening.house.restore(lines)
    assert [table for table, _ in evening.house.store.tables()] == [other]


def test_an_import_from_the_shell_tells_the_link_that_opens_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, file = ["--database", str(tmp_path / "tables.db")], tmp_path / "export.jsonl"
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    assert run(["--lang", "en", "table", "export", house.open("undesix")[0], *database]) == 0
    file.write_text(capsys.readouterr().out, "utf-8")
    assert run(["--lang", "en", "table", "import", str(file), *database]) == 0
    link = capsys.readouterr().out.split()[-1]
    with TestClient(application(house), "http://localhost") as client:
        assert client.get(link, follow_redirects=True).status_code == 200
        _, _, table, _, token = link.split("/")
        assert client.cookies[f"tablee-seat-{table}"] == token
    store.close()


def test_backup_and_restore_from_the_shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, folder = ["--database", str(tmp_path / "tables.db")], str(tmp_path / "kept")
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    links = dict(house.open(game) for game in ("undesix", "d6"))
    assert run(["--lang", "en", "table", "restore", folder, *database]) == 2
    assert run(["--lang", "en", "table", "backup", folder, *database]) == 0
    gone, stays = links
    (Path(folder) / "broken.jsonl").write_text("{}\n", "utf-8")
    house.delete(gone)
    assert run(["--lang", "en", "table", "restore", folder, *database]) == 2
    told = capsys.readouterr()
    assert told.out.splitlines() == ["2 tables backed up.", "1 table put back, 1 here already."]
    assert told.err.splitlines()[-2].startswith("broken.jsonl: ")
    again = House(store)
    assert [again.seat(table, links[table]) for table in (gone, stays)] == ["mj", "mj"]
    store.close()
    assert {file.stat().st_mode & 0o777 for file in Path(folder).iterdir() if file.name != "broken.jsonl"} == {0o600}
