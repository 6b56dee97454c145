"""A person struck out: their name and words are nowhere any more, what they played stays and is verified."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tablee.rules.stored.written import written
from tablee.table.log.store import Store
from tablee.table.service import House, Submitted
from tablee.table.topics.character import HandOver
from tablee.table.topics.chat import Say
from tablee.table.topics.decision import Answer
from tablee.table.topics.dice import Reveal
from tablee.table.topics.paper import Revise
from tablee.table.topics.seat import Invite, Join, Relink, StrikeOut
from tablee.table.verifying import verified
from tests.dice import verifier
from tests.rules.sample import GAME
from tests.sent import sent
from tests.table.conftest import Evening, at

NAME, WORDS = "Anastasie", "mot de passe secret"
SAID = ("bonjour-dit", "fait-un-geste", "chuchote-bas", "note-pour-moi", "note-corrigee", "au-meneur")
MARKS = (NAME, WORDS, *SAID)


@pytest.fixture
def talked(evening: Evening) -> Evening:
    """An evening at which Ana, under another name, has said much, and rolled; others too."""
    knocked = evening.house.knock(evening.table, NAME)
    evening.do(evening.mj, Invite(knock=knocked.seat))
    evening.ana = knocked.seat
    evening.do(evening.ana, Join(called=NAME, words=WORDS, colour="prune"), key="joined")
    evening.do(evening.mj, HandOver(who="ana", owner=evening.ana))
    evening.do(evening.ana, Say(text="bonjour-dit"), key="hello")
    evening.do(evening.ana, Say(text="/me fait-un-geste"))
    evening.do(evening.ana, Say(text="chuchote-bas", kind="whisper", to=(evening.leo,)))
    evening.do(evening.ana, Say(text="/mj au-meneur"))
    evening.do(evening.ana, Say(text="note-pour-moi", kind="note", title="note-pour-moi"))
    note = sent(evening.house.lines(evening.table, evening.ana))[-1]["n"]
    evening.do(evening.ana, Revise(of=note, text="note-corrigee"))
    evening.do(evening.leo, Say(text="Léo répond"))
    evening.do(evening.ana, evening.strike())
    while asked := evening.house.view(evening.table, evening.mj).asked:
        answers = {who: card.default for who, card in asked.items()}
        evening.do(evening.mj, Answer(answers=answers))
    evening.do(evening.ana, Say(text="/r 3d6"))
    return evening


def everything(house: House, evening: Evening) -> str:
    """All that any seat can read of a table, and all that leaves it."""
    told: list[Any] = [list(house.backup(evening.table, links=True))]
    for seat in (evening.mj, evening.ana, evening.leo, ""):
        if seat:
            told += [house.view(evening.table, seat), house.view_at(evening.table, seat, 12)]
            lines = house.lines(evening.table, seat)
            told += [
                sent(lines),
                sent(house.with_sentences(evening.table, lines, "fr")),
                house.exported(evening.table, seat),
            ]
            told += [house.markdown(evening.table, seat, "fr")]
        told += [house.seen_as(evening.table, evening.mj, seat)]
    return written(told).decode()


def stored(setting: str) -> str:
    """All that a store keeps: every row of every table; of a file, all its bytes too."""
    if setting.startswith("postgres"):
        with psycopg.connect(setting) as db:
            names = ("tablee_event", "tablee_command", "tablee_table")
            return str([db.execute(f"SELECT * FROM {name}".encode()).fetchall() for name in names])
    files = [Path(f"{setting}{more}") for more in ("", "-wal")]
    bytes_of = "".join(file.read_bytes().decode("utf-8", "replace") for file in files if file.exists())
    with closing(sqlite3.connect(setting)) as file:
        names = ("event", "command", "tables")
        return bytes_of + str([file.execute(f"SELECT * FROM {name}").fetchall() for name in names])


def test_a_name_and_words_are_nowhere_any_more(talked: Evening, setting: str) -> None:
    house, table = talked.house, talked.table
    with at(setting) as elsewhere:
        other = House(elsewhere, lambda _: GAME)
        for mark in MARKS:
            assert mark in everything(house, talked)
            assert mark in everything(other, talked)
            assert mark in stored(setting)
        before = [(line["n"], line["name"], line["by"]) for line in sent(house.lines(table, talked.leo))]
        seen = house.view(table, talked.leo).seen
        talked.do(talked.ana, StrikeOut(seat=talked.ana))
        for mark in MARKS:
            assert mark not in everything(house, talked)
            assert mark not in everything(other, talked), "another process has forgotten it too"
            assert mark not in stored(setting)
    shown = house.lines(table, talked.leo)
    lines = sent(shown)
    assert [(line["n"], line["name"], line["by"]) for line in lines] == [
        *before,
        (seen + 1, "struck_out/1", talked.ana),
    ]
    assert lines[-1]["seat"] == talked.ana
    (told,) = house.sentences(table, shown[-1:], "en")
    assert told == "The name and the messages of a person were removed."
    assert "Léo répond" in everything(house, talked)
    person = house.view(table, talked.mj).seats[talked.ana]
    assert (person.called, person.colour) == ("", "prune")
    rolled = next(line for line in sent(house.with_sentences(table, shown, "fr")) if line["name"] == "rolled/1")
    assert rolled["said"]["told"].lower().startswith("quelqu")
    assert house.view(table, talked.ana).papers == []


def test_the_dice_are_still_verified_and_the_table_moves_on(talked: Evening) -> None:
    house, table = talked.house, talked.table
    talked.do(talked.mj, StrikeOut(seat=talked.ana))
    talked.do(talked.ana, talked.strike())
    while asked := house.view(table, talked.mj).asked:
        talked.do(talked.mj, Answer(answers={who: card.default for who, card in asked.items()}))
    talked.do(talked.mj, Reveal(secret=True))
    found = verified("\n".join(house.exported(table, talked.mj)), lambda _: GAME)
    assert verifier.verify("\n".join(house.exported(table, talked.mj)))["public"] == found.dice["public"].verified
    assert (found.struck, found.dice["public"].unrevealed, found.dice["public"].verified > 4) == (1, 0, True)
    assert found.replayed > 2
    again, token = house.import_log([json.loads(line) for line in house.exported(table, talked.mj)])
    assert house.view(again, house.seat(again, token)).cast.keys() == house.view(table, talked.mj).cast.keys()
    shown = verified("\n".join(house.exported(table, talked.leo)), lambda _: GAME)
    assert shown.struck == 1


def test_words_that_the_table_made_stay_for_whoever_verifies(evening: Evening) -> None:
    link = evening.do(evening.mj, Invite())
    zoe = evening.house.seat(evening.table, link.token)
    evening.do(zoe, Join(called="Zoé"))
    mixed = evening.house.view(evening.table, evening.mj).dice.words
    evening.do(zoe, StrikeOut(seat=zoe))
    joined = [line for line in sent(evening.house.lines(evening.table, zoe)) if line["name"] == "joined/1"][-1]
    assert (joined["called"], joined["fair"][0]["fair"]) == ("", "entropy/1")
    assert evening.house.view(evening.table, evening.mj).dice.words == mixed


def test_a_player_may_for_themselves_the_mj_for_anybody(talked: Evening) -> None:
    assert "Only the GM" in talked.refused(talked.leo, StrikeOut(seat=talked.ana))
    assert "no seat" in talked.refused(talked.mj, StrikeOut(seat="nobody"))
    watching = talked.house.seat(talked.table, talked.do(talked.mj, Invite(role="spectator")).token)
    talked.do(watching, Join(called="Vera"))
    talked.do(watching, StrikeOut(seat=watching))
    talked.do(talked.mj, Relink(seat=talked.ana, revoke=True))
    talked.do(talked.mj, StrikeOut(seat=talked.ana))
    assert NAME not in everything(talked.house, talked)


def test_once_is_enough_and_what_is_said_later_is_said(talked: Evening) -> None:
    first = talked.do(talked.ana, StrikeOut(seat=talked.ana), key="strike")
    assert talked.do(talked.ana, StrikeOut(seat=talked.ana), key="strike") == first
    again = talked.do(talked.ana, StrikeOut(seat=talked.ana))
    assert again.version == first.version, "nothing was left"
    assert talked.do(talked.ana, Say(text="bonjour-dit"), key="hello").version < first.version, "not said again"
    talked.do(talked.ana, Join(called="Autre"))
    talked.do(talked.ana, Say(text="me revoici"))
    assert "me revoici" in everything(talked.house, talked)
    assert talked.house.view(talked.table, talked.leo).seats[talked.ana].called == "Autre"
    talked.do(talked.mj, StrikeOut(seat=talked.ana))
    assert "me revoici" not in everything(talked.house, talked)
    assert "Autre" not in everything(talked.house, talked)


def test_while_somebody_else_writes_nothing_is_lost(
    talked: Evening, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that comes between is found, and struck or kept as it should be."""
    append, other = store.append, House(store, lambda _: GAME)
    late = ["au-meneur", "Léo encore"]

    def slower(*given: object) -> int:
        if late:
            texts, late[:] = list(late), []
            for seat, text in zip((talked.ana, talked.leo), texts, strict=True):
                assert isinstance(other.submit(talked.table, seat, Say(text=text)), Submitted)
        return append(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "append", slower)
    talked.do(talked.ana, StrikeOut(seat=talked.ana))
    read = everything(talked.house, talked)
    assert not [mark for mark in MARKS if mark in read]
    assert "Léo encore" in read
