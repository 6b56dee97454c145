"""The play as columns: what rules ask of several fields together is asked for what is met, and remembered as a tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tablee.errors import BadRule
from tablee.lab.fights import Fight, Ready, fight
from tablee.lab.tables import joints
from tablee.lab.tables.facts import Fact
from tablee.lab.tables.forms import Forms
from tablee.lab.tables.joints import Joints
from tablee.lab.tables.kept import forget_tables
from tablee.lab.tables.watch import ColumnQuestion, Elsewhere, Joint, Reads, Ways, changed_fields, part, watched_play
from tablee.rules.order import Play

COLUMNS = {"round": 0, "instant": 1, "clocks": 2, "queue": 3, "gone": 4}
ASKED: list[tuple[tuple[str, ...], tuple[str, ...]]] = []  # the queues and those gone of whom `first` was asked


class Queue(Play):
    """People in a line, and those who have left it."""

    queue: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def length(self) -> int:
        return len(self.queue)

    def first(self, able: tuple[str, ...]) -> str:
        ASKED.append((self.queue, self.gone))
        return next((who for who in self.queue if who in able and who not in self.gone), "")

    @property
    def last(self) -> str:
        return self.queue[-1] if self.queue else self.gone[-1]

    def left_by(self, who: str) -> Queue:
        return self.with_changes(gone=(*self.gone, who))


def watching(play: Queue, reads: Reads, ways: Ways | None = None) -> Any:
    return watched_play(play, COLUMNS, {} if ways is None else ways, reads)


def test_a_field_of_the_play_is_a_column() -> None:
    reads: Reads = {}
    play = watching(Queue(queue=("ana", "leo")), reads)
    assert (play.queue, play.length) == (("ana", "leo"), 2)
    assert list(reads) == [ColumnQuestion(3, "queue", None), ColumnQuestion(3, "length", None)]


def test_a_question_that_reads_several_fields_asks_them_together() -> None:
    reads: Reads = {}
    assert watching(Queue(queue=("ana", "leo"), gone=("ana",)), reads).first(("ana", "leo")) == "leo"
    assert list(reads) == [Joint((4, 3), "first", (("ana", "leo"),), ())]


def test_what_is_overwritten_is_part_of_the_question() -> None:
    reads: Reads = {}
    play = watching(Queue(queue=("ana", "leo")), reads).with_changes(gone=("ana",), round=3)
    assert play.first(("ana", "leo")) == "leo"
    assert list(reads) == [Joint((3,), "first", (("ana", "leo"),), (("gone", ("ana",)),))]


def test_a_question_that_reads_the_whole_play_is_run_field_by_field() -> None:
    reads: Reads = {}
    play = watching(Queue(gone=("ana",)), reads).left_by("leo")
    assert changed_fields(play) == {"gone": ("ana", "leo")}
    assert list(reads) == [ColumnQuestion(4, "gone", None)]


def test_a_question_that_reads_another_field_elsewhere_is_asked_that_one_too() -> None:
    """Who is the last hangs on the queue alone, until it is empty."""
    reads: Reads = {}
    ways: Ways = {}
    assert watching(Queue(queue=("ana",)), reads, ways).last == "ana"
    assert list(reads) == [ColumnQuestion(3, "last", None)]
    reads.clear()
    assert watching(Queue(gone=("leo",)), reads, ways).last == "leo"
    assert list(reads) == [ColumnQuestion(3, "last", None), Joint((4, 3), "last", None, ())]
    reads.clear()
    assert watching(Queue(queue=("eva",)), reads, ways).last == "eva"
    assert list(reads) == [ColumnQuestion(3, "last", None)]


@pytest.mark.parametrize(
    "asked",
    [
        lambda play: play.gone,
        lambda play: getattr(play, "gone", ()),
        lambda play: play == Queue(queue=("ana",)),
        lambda play: play.model_dump(),
        lambda play: vars(play),
        lambda play: play.with_changes(round=1),
        repr,
    ],
)
def test_what_is_not_known_of_a_play_is_not_made_up(asked: Any) -> None:
    known = part(Queue, {"queue": ("ana",)})
    assert known.queue == ("ana",)
    with pytest.raises(Elsewhere):
        asked(known)


class Line:
    """A fact about queues, and how often it was computed."""

    def __init__(self, run: Any) -> None:
        self.forms, self.ways, self.computed = [Forms() for _ in COLUMNS], Ways(), 0
        self.fact = Fact(self.forms, Joints(self.forms, Queue), self._watched, self._counted(run))

    def _watched(self, numbers: Sequence[int], reads: Reads) -> Any:
        held = {name: getattr(self.forms[at][numbers[at]], name) for name, at in COLUMNS.items()}
        return watched_play(Queue(**held), COLUMNS, self.ways, reads)

    def _counted(self, run: Any) -> Any:
        def counted(play: Any) -> int:
            self.computed += 1
            return int(run(play))

        return counted

    def __call__(self, *plays: Queue) -> list[int]:
        rows = [
            [self.forms[at].of(part(Queue, {name: getattr(play, name)})) for name, at in COLUMNS.items()]
            for play in plays
        ]
        found: list[int] = self.fact(list(np.array(rows, np.int32).T)).tolist()
        return found


PEOPLE = ("ana", "leo", "eva")
LINES = [
    Queue(round=round, queue=queue, gone=gone)
    for round in (1, 2)
    for queue in (PEOPLE, PEOPLE[::-1], ("leo", "ana", "eva"))
    for gone in ((), ("ana",), ("ana", "leo"))
]


def number_of_the_first(play: Any) -> int:
    who = play.first(PEOPLE if play.round == 1 else ("eva", "leo"))
    return PEOPLE.index(who) + (10 * len(play.gone) if who == "eva" else 0)


def test_a_fact_is_computed_once_for_each_answer_and_not_for_each_play() -> None:
    ASKED.clear()
    line = Line(number_of_the_first)
    expected = [number_of_the_first(play) for play in LINES]
    ASKED.clear()
    assert line(*LINES) == expected
    firsts = {(play.round, value % 10, value // 10) for play, value in zip(LINES, expected, strict=True)}
    assert line.computed <= len(firsts) + 2  # two of them before it was known what is asked together
    told, computed = len(ASKED), line.computed
    assert line(*reversed(LINES)) == expected[::-1]
    assert (len(ASKED), line.computed) == (told, computed)  # all of it was remembered


def test_answers_that_are_forgotten_are_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joints, "MAX_ANSWERS", 2)
    line = Line(number_of_the_first)
    expected = [number_of_the_first(play) for play in LINES]
    for _ in range(3):
        assert [line(play)[0] for play in LINES] == expected


def test_a_rule_that_asks_by_something_unseen_is_found() -> None:
    hidden = iter([("ana",), ("leo",)])
    line = Line(lambda play: len(play.first(next(hidden))))
    line(Queue(queue=PEOPLE))
    with pytest.raises(BadRule, match="unseen"):
        line(Queue(queue=PEOPLE[1:]))


CROWD = Fight("d6", ("mael", "ysolde", "tybalt"), ("rouquin",) * 5, method="bulk", fights=40, seed=5)


def test_a_crowd_with_an_order_for_each_fight_is_the_same_cold_and_warm() -> None:
    """More orders than can be listed: fights are opened with dice; what tables knew before changes nothing, and rules
    are asked few times, however many orders there are.
    """
    forget_tables()
    cold = fight(CROWD)
    stepper = Ready(CROWD).stepper
    assert len(stepper.forms[stepper.fields["order"]]) > 30  # nearly every fight has its own
    assert max(len(stepper.may_act.computed), len(stepper.due.computed)) < 20
    assert fight(CROWD) == cold
    fight(replace(CROWD, seed=6))
    assert fight(CROWD) == cold
