"""What every store promises: nothing lost, nothing twice, no gap, whoever writes."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tablee.errors import BadInput, Unknown
from tablee.table.log.events import Event
from tablee.table.log.postgres import PostgresStore
from tablee.table.log.store import AlreadyKept, Conflict, Store, store_at
from tablee.table.topics.chat import Said
from tablee.table.topics.request import Requested
from tablee.table.webhooks import KeptWebhook
from tests.table.conftest import at, child


def said(n: int, text: str = "bonjour") -> Event:
    return Event(n, 1_700_000_000.123456 + n, "ana", "everyone", Said("say", text))


def add(store: Store, table: str, text: str, key: str = "") -> int:
    """Append as a patient person would: again, on the newest version, if somebody was quicker; the version of it."""
    version = 0
    while True:
        newest = store.before(table, 2**31 - 1, 1)
        version = newest[0].n if newest else 0
        try:
            return store.append(table, key, version, [said(version + 1, text)])
        except Conflict:
            continue
        except AlreadyKept:
            done = store.done(table, key)
            assert done
            return done.version


def texts(store: Store, table: str) -> list[str]:
    events = store.read(table, 0, 100_000)
    assert [event.n for event in events] == list(range(1, len(events) + 1))
    return [event.what.text for event in events if isinstance(event.what, Said)]


def test_what_is_appended_is_read_in_order_from_both_ends(store: Store) -> None:
    store.create("t", "CODE", {"key": "ab"})
    assert (store.read("t"), store.before("t", 9)) == ([], [])
    assert store.append("t", "a", 0, [said(1), said(2)]) == 2
    assert store.append("t", "b", 2, []) == 2
    assert store.append("t", "c", 2, [said(3)]) == 3
    assert store.read("t") == [said(1), said(2), said(3)]
    assert store.read("t", 1, 1) == [said(2)]
    assert store.before("t", 2) == [said(2), said(1)]
    assert store.before("t", 3, 1) == [said(3)]


def test_tables_with_their_codes_and_secrets(store: Store) -> None:
    store.create("b", "BBB", {"public": "é", "secret": "01"})
    store.create("A", "AAA", {})
    assert store.tables() == [("A", "AAA"), ("b", "BBB")]
    assert (store.secret("b"), store.secret("A"), store.secret("?")) == ({"public": "é", "secret": "01"}, {}, None)
    for table, code in (("A", "CCC"), ("c", "AAA")):
        with pytest.raises(Conflict):
            store.create(table, code, {"other": "one"})
    assert len(store.tables()) == 2


def test_a_deleted_table_leaves_nothing_and_takes_nothing(store: Store) -> None:
    for table in ("t", "u"):
        store.create(table, table, {})
        add(store, table, "bonjour", "k")
    store.delete("t")
    store.delete("t")
    assert (store.read("t"), store.done("t", "k"), store.secret("t")) == ([], None, None)
    assert store.tables() == [("u", "u")]
    assert texts(store, "u") == ["bonjour"]
    with pytest.raises(Unknown, match="gone"):
        store.append("t", "", 1, [said(2)])
    store.create("t", "t", {})
    assert store.append("t", "k", 0, [said(1)]) == 1


def test_a_key_acts_once_and_in_its_own_table(store: Store) -> None:
    store.create("t", "T", {})
    store.create("u", "U", {})
    assert store.append("t", "k", 0, [said(1)]) == 1
    assert store.append("t", "", 1, [said(2)]) == 2
    for version in (2, 0):
        with pytest.raises(AlreadyKept):
            store.append("t", "k", version, [said(version + 1)])
    assert (store.done("t", "k"), store.done("u", "k"), store.done("t", "")) == ((1, ""), None, None)
    assert store.append("u", "k", 0, [said(1)]) == 1
    assert len(store.read("t")) == 2


def test_of_two_writers_one_succeeds_and_the_other_is_told(setting: str, store: Store) -> None:
    store.create("t", "T", {})
    with at(setting) as other:
        assert store.append("t", "a", 0, [said(1, "first")]) == 1
        with pytest.raises(Conflict):
            other.append("t", "b", 0, [said(1, "second")])
        with pytest.raises(Conflict):
            other.append("t", "c", 2, [said(3)])
        assert other.done("t", "b") is None
        assert other.append("t", "b", 1, [said(2, "second")]) == 2
        assert texts(store, "t") == texts(other, "t") == ["first", "second"]


def test_events_out_of_order_are_our_mistake(store: Store) -> None:
    store.create("t", "T", {})
    for wrong in ([said(2)], [said(1), said(3)]):
        with pytest.raises(ValueError, match="numbered from 1"):
            store.append("t", "", 0, wrong)
    assert store.read("t") == []


@pytest.mark.parametrize(
    "text", ["« Où ça ? » — œuvre, ½, 龍, 🐉", "a\0b", "%s {} ? \\u0041 'x'; --", "", "x" * 3_000_000]
)
def test_any_text_comes_back_as_it_was(store: Store, text: str) -> None:
    store.create("t", "T", {})
    store.append("t", "k", 0, [said(1, text)])
    assert store.read("t") == [said(1, text)]


def test_half_a_character_is_replaced(store: Store) -> None:
    store.create("t", "T", {})
    store.append("t", "", 0, [said(1, "a\ud83db")])
    assert texts(store, "t") == ["a?b"]


def test_fields_keep_their_order_and_numbers_their_value(store: Store) -> None:
    store.create("t", "T", {})
    params = {"zeta": 0.1, "b": 2**60, "aa": {"y": 1, "x": None}, "c": [1.0, True]}
    store.append("t", "", 0, [Event(1, 0.5, "ana", ("ana", "leo"), Requested("r", "a", params, ("ana",)))])
    (back,) = store.read("t")
    assert back.to == ("ana", "leo")
    assert isinstance(back.what, Requested)
    assert (repr(back.what.params), back.what.who) == (repr(params), ("ana",))


def test_ids_that_no_table_has_are_simply_unknown(store: Store) -> None:
    for odd in ("", "\0", "é" * 500):
        assert (store.read(odd), store.secret(odd), store.done(odd, odd)) == ([], None, None)


def test_a_thousand_lines_at_once(store: Store) -> None:
    store.create("t", "T", {})
    assert store.append("t", "", 0, [said(n) for n in range(1, 2501)]) == 2500
    assert [len(store.read("t", after)) for after in (0, 1000, 2000, 2500)] == [1000, 1000, 500, 0]


def test_threads_leave_no_gap(setting: str, store: Store) -> None:
    for table in ("t", "u"):
        store.create(table, table, {})
    wanted = [(table, f"{who}-{i}") for who in range(4) for i in range(10) for table in ("t", "u")]
    with at(setting) as other, ThreadPoolExecutor(8) as people:
        stores = (store, other) * len(wanted)
        versions = list(people.map(lambda to, one: add(to, one[0], one[1], key=one[1]), stores, wanted))
    for table in ("t", "u"):
        assert Counter(texts(store, table)) == Counter(text for where, text in wanted if where == table)
    assert Counter(versions) == Counter([*range(1, 41), *range(1, 41)])


def kept_once(store: Store) -> int:
    """The version that a key led to; 0 if it was used already."""
    try:
        return store.append("t", "k", 0, [said(1)])
    except AlreadyKept:
        return 0


def test_threads_with_the_same_key_act_once(store: Store) -> None:
    store.create("t", "T", {})
    with ThreadPoolExecutor(8) as people:
        versions = list(people.map(lambda _: kept_once(store), range(16)))
    assert sorted(versions) == [0] * 15 + [1]
    assert len(store.read("t")) == 1


def write_much(setting: str, name: str) -> None:
    """Another process: thirty lines, each acknowledged on a line of its own."""
    with at(setting) as store:
        for i in range(30):
            print(add(store, "t", f"{name}-{i}", f"{name}-{i}"), flush=True)


def test_processes_leave_no_gap_and_are_noticed(setting: str, store: Store) -> None:
    store.create("t", "T", {})
    noticed = threading.Event()
    store.watch(lambda table, *_: noticed.set() if table == "t" else None)
    writers = [child(write_much, setting, name) for name in ("ana", "leo")]
    told = [writer.communicate(timeout=60)[0].split() for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0]
    assert sorted(map(int, told[0] + told[1])) == list(range(1, 61))
    assert Counter(texts(store, "t")) == Counter(f"{name}-{i}" for name in ("ana", "leo") for i in range(30))
    assert noticed.wait(5)


def test_many_may_open_a_new_store_together(setting: str) -> None:
    def tables(_: int) -> int:
        with at(setting) as store:
            return len(store.tables())

    with ThreadPoolExecutor(6) as people:
        assert list(people.map(tables, range(6))) == [0] * 6


def test_a_closed_store_says_so_at_once(store: Store) -> None:
    store.close()
    with pytest.raises(Exception, match="closed"):
        store.read("t")


def test_what_cannot_be_opened_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="cannot be opened"):
        store_at(str(tmp_path))
    with pytest.raises(BadInput, match="does not answer"):
        PostgresStore(f"postgresql://nobody@/none?host={tmp_path}")
    monkeypatch.delitem(sys.modules, "tablee.table.log.postgres")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadInput, match="needs one more package") as no:
        store_at("postgresql://nobody@localhost/none")
    assert "pip install" in no.value.say("fr")


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with at(str(file)) as store:
        store.create("t", "T", {})
        assert {one.name for one in tmp_path.iterdir()} == {"tables.db", "tables.db-wal", "tables.db-shm"}
        assert {oct(one.stat().st_mode & 0o777) for one in tmp_path.iterdir()} == {"0o600"}
    file.chmod(0o640)  # its owner wants it so
    with at(str(file)):
        assert file.stat().st_mode & 0o777 == 0o640


def test_of_a_deleted_table_nothing_is_left_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with at(str(file)) as store:
        for table in ("one", "two"):
            store.create(table, table.upper(), {})
            add(store, table, f"said at table {table} " + "x" * 9000)
        store.delete("one")
        left = b"".join(part.read_bytes() for part in tmp_path.iterdir())
        assert b"said at table two" in left
        assert b"said at table one" not in left


def asked(seat: str, id: str = "1", table: str = "t") -> KeptWebhook:
    data = {"link": "l", "url": "https://bot.example.org/é", "lang": "fr", "secret": "s3cret " + id}
    return KeptWebhook(table, seat, id, data, 0)


def test_what_a_seat_has_sent_is_kept_by_its_process_and_left_to_another(setting: str, store: Store) -> None:
    store.create("t", "T", {})
    assert store.keep_webhook("p", asked("ana"), 2)
    assert store.keep_webhook("p", asked("leo", "2"), 2)
    assert not store.keep_webhook("p", asked("zoe", "3"), 2), "two other seats have one"
    assert store.keep_webhook("p", asked("ana", "4"), 2), "in the place of her own"
    found = store.claim_webhooks("p", {"2": 7, "1": 9}, 60)
    assert sorted(found) == [asked("ana", "4"), asked("leo", "2")._replace(taken=7)]
    if setting.startswith("postgres"):
        assert store.claim_webhooks("q", {"2": 8}, 60) == []
        time.sleep(0.05)
        assert len(store.claim_webhooks("q", {}, 0.01)) == 2
        assert store.claim_webhooks("p", {"2": 8}, 60) == [], "another one's now"
        assert [one.taken for one in sorted(store.claim_webhooks("q", {}, 60))] == [0, 7]


def test_what_a_seat_has_sent_goes_when_it_ends_and_with_its_table(store: Store) -> None:
    for table in ("t", "u"):
        store.create(table, table, {})
        for seat in ("ana", "leo"):
            assert store.keep_webhook("p", asked(seat, table + seat, table), 9)
    store.drop_webhook("t", "ana", "another")
    store.drop_webhook("t", "leo", "tleo")
    store.drop_webhook("u", "ana")
    assert {one.id for one in store.claim_webhooks("p", {}, 60)} == {"tana", "uleo"}
    store.delete("t")
    assert {one.id for one in store.claim_webhooks("p", {}, 60)} == {"uleo"}
    with pytest.raises(Unknown, match="gone"):
        store.keep_webhook("p", asked("ana"), 9)


def test_of_a_webhook_that_ended_nothing_is_left_in_the_file(tmp_path: Path) -> None:
    with at(str(tmp_path / "tables.db")) as store:
        store.create("t", "T", {})
        store.keep_webhook("p", asked("ana"), 9)
        assert b"s3cret 1" in b"".join(part.read_bytes() for part in tmp_path.iterdir())
        store.keep_webhook("p", asked("ana", "2"), 9)
        store.drop_webhook("t", "ana")
        assert b"s3cret" not in b"".join(part.read_bytes() for part in tmp_path.iterdir())
