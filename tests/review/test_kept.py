"""Reviews as they are worked out, kept and shown: made once, anew when lines are taken back, each seat its own part."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from tablee.errors import BadInput, Unknown
from tablee.review.kept import CUT, WHOLE, found_of
from tablee.rules.stored.written import written
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.review import ShowChoices, TellReview
from tablee.table.topics.undo import TakeBack
from tablee.web.reviews import Reviews
from tests.review.reread import Reread, altered


@pytest.fixture
def table(tmp_path: Path) -> Reread:
    return Reread(tmp_path)


def test_a_review_is_made_once_and_kept(table: Reread) -> None:
    assert table.seen().stage == "waiting"
    review = table.whole()
    assert (review.stage, review.figures, review.fight) == (WHOLE, True, 1)
    assert len(review.points) == len(found_of(table.house, table.table, 1).fight.turns)
    assert review.points[0].chance + sum(one[0] for one in review.sums.values()) == pytest.approx(review.end.chance)  # type: ignore[union-attr]
    assert review.spread
    assert Reviews(table.house).seen(table.table, "mj", 1, "fr", looks=False) == review
    english = table.reviews.seen(table.table, "mj", 1, "en")
    assert english.label != review.label


@pytest.mark.evening
def test_what_was_found_is_gone_on_from(table: Reread) -> None:
    """Whoever looks again finds the places that were valued before: they are not valued again."""
    table.whole()
    found = found_of(table.house, table.table, 1)
    some = {**found.known, "stage": "curve", "values": [[0.5, 0.0] for _ in found.known["values"][:3]]}
    table.house.store.keep_review(table.table, 1, found.key, json.dumps(some).encode())
    table.whole()
    values = table.kept["values"]
    assert isinstance(values, list)
    assert values[:3] == [[0.5, 0.0]] * 3
    assert len(values) == len(found.known["values"])


def test_what_goes_wrong_is_told_and_not_tried_again(table: Reread, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tablee.web.reviews.worked_out", wrong)
    review = table.whole()
    assert (review.stage, review.under_way, bool(review.notes)) == (CUT, False, True)


def test_a_fight_taken_back_has_no_review_and_another_end_its_own(table: Reread) -> None:
    table.keep()
    table.do(TakeBack())
    with pytest.raises(Unknown):
        table.seen()
    table.to_the_end()
    assert len(table.house.view(table.table, "mj").fights) == 2
    again = table.reviews.seen(table.table, "mj", 2, "fr")
    assert again.stage == "waiting"
    with pytest.raises(Unknown):
        table.reviews.seen(table.table, "mj", 3, "fr")


def test_players_read_what_counted_without_figures(tmp_path: Path) -> None:
    """A brigand whose numbers are hidden: players read who fell and which of the lines they saw counted, in order and
    without a figure, until the MJ shows the chances; of choices, their own.
    """
    table = Reread(tmp_path, hidden=True)
    assert {one.kind for one in table.seen(table.ana, looks=False).moments} <= {"fall"}
    chosen, lucky = table.choice("chloe"), table.dice(0.3)
    table.keep(lucky, chosen)
    review = table.seen(table.ana)
    assert (review.figures, review.points, review.summed, review.turning, review.of) == (False, [], "", 0, 0)
    assert [(one.kind, one.own) for one in review.moments if one.kind != "fall"] == [("ours", True), ("luck", False)]
    assert [one.n for one in review.moments] == sorted(one.n for one in review.moments)
    assert not any((one.before, one.after, one.moved, one.puzzle) != ("", "", 0.0, False) for one in review.moments)
    assert [one.kind for one in table.seen(table.leo).moments if one.kind != "fall"] == ["luck"]
    assert table.seen(looks=False).asked
    table.do(TellReview(fight=1, told="figures"))
    assert table.seen(table.ana).points
    assert not table.seen(looks=False).asked
    table.do(TellReview(fight=1, told="words"))
    assert not table.seen(table.ana).figures


def test_what_one_does_not_read_takes_nobodys_place(table: Reread) -> None:
    """Five choices of Ana's that moved more than a die that all saw: Leo reads the die."""
    table.keep(*[table.choice("chloe") for _ in range(5)], table.dice(0.05))
    assert [one.kind for one in table.seen(table.leo).moments] == ["luck"]
    assert [one.kind for one in table.seen(table.ana).moments] == ["ours"] * 5


def test_a_choice_is_told_to_whoever_made_it_until_they_show_it(table: Reread) -> None:
    table.keep()
    nothing = table.seen(table.leo).notes
    table.keep(table.choice("chloe"))
    assert table.seen(table.leo).notes == nothing
    assert nothing[0].startswith("Rien de net pour vous")
    assert [one.own for one in table.seen(table.ana).moments] == [True]
    assert (table.seen(table.leo).moments, table.seen("mj").moments) == ([], [])
    assert isinstance(table.house.submit(table.table, table.ana, ShowChoices(fight=1)), Submitted)
    assert [one.own for one in table.seen(table.leo).moments] == [False]
    assert table.seen(table.ana).shown
    assert isinstance(table.house.submit(table.table, table.ana, ShowChoices(fight=1, shown=False)), Submitted)
    assert table.seen(table.leo).moments == []


def test_the_mj_deletes_it_or_has_none_at_all(table: Reread) -> None:
    table.keep()
    table.do(TellReview(fight=1, told="deleted"))
    assert (table.seen().stage, table.kept) == ("deleted", {})
    assert table.seen(table.ana).notes == table.seen().notes
    table.do(Arrange(reviews="off"))
    with pytest.raises(BadInput):
        table.seen()


def test_what_is_hidden_changes_no_byte_of_it(tmp_path: Path) -> None:
    """The brigand's numbers are altered in the stored log, outcomes kept, and with them every chance of the review, but
    not which moments count: a player is sent the same bytes.
    """
    table = Reread(tmp_path, hidden=True)
    table.keep(table.dice(0.3), table.choice("chloe"))
    told = [written(table.seen(seat)) for seat in (table.ana, table.leo)]
    mjs = found_of(table.house, table.table, 1).key
    table.house.store.close()
    with sqlite3.connect(tmp_path / "undesix.db") as db:
        for version, data in db.execute("SELECT version, data FROM event").fetchall():
            line = json.dumps(altered(json.loads(data), "brigand"))
            db.execute("UPDATE event SET data = ? WHERE version = ?", (line, version))
        db.execute("DELETE FROM snapshot")
    table.house = House(SqliteStore(tmp_path / "undesix.db"))
    table.reviews = Reviews(table.house)
    assert found_of(table.house, table.table, 1).key != mjs
    table.keep(
        table.dice(0.5), {**table.choice("chloe"), "after": [0.1, 0.01], "worth": {"fr": "Autre.", "en": "Other."}}
    )
    assert [written(table.seen(seat)) for seat in (table.ana, table.leo)] == told
