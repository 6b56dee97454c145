"""What was acknowledged is there after any accident, and a log read again is the same table."""

from __future__ import annotations

import time
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.events import Event
from tablee.table.log.state import folded
from tablee.table.log.store import Store
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Abandon, Answer
from tablee.table.topics.dice import Rolled
from tablee.table.topics.undo import Redo, TakeBack
from tests.rules.sample import GAME
from tests.table.conftest import Evening, at, child, opened

DELAYS = (0.0, 0.04, 0.3)  # seconds from the first acknowledged roll to the kill


def roll_forever(setting: str, table: str, seat: str, name: str) -> None:
    """Another process: roll after roll, each one printed once it is acknowledged, until it is killed."""
    with at(setting) as store:
        house = House(store, lambda _: GAME)
        for i in count():
            done = house.submit(table, seat, Say(text="/r 3d6+2"), f"{name}-{i}")
            assert isinstance(done, Submitted), done
            print(f"{name}-{i}", done.version, flush=True)


def acknowledged_until_killed(delay: float, *words: str) -> dict[str, int]:
    """The keys of the rolls that the process told of before its end, with their versions."""
    with child(roll_forever, *words) as roller:
        assert roller.stdout
        lines = [roller.stdout.readline()]
        time.sleep(delay)
        roller.kill()
        lines += [line for line in roller.stdout if line.endswith("\n")]
    assert lines[0], "the rolls did not begin"
    return {key: int(version) for key, version in (line.split() for line in lines)}


def whole_log(store: Store, table: str) -> list[Event]:
    events = store.read(table, 0, 1_000_000)
    assert [event.n for event in events] == list(range(1, len(events) + 1))
    return events


@pytest.mark.parametrize("setting", ["sqlite", pytest.param("postgres", marks=pytest.mark.evening)], indirect=True)
def test_a_killed_server_loses_nothing_it_acknowledged(setting: str, evening: Evening) -> None:
    told: dict[str, int] = {}
    for name, delay in enumerate(DELAYS):
        told |= acknowledged_until_killed(delay, setting, evening.table, evening.ana, f"round{name}")
        with at(setting) as store:
            house = House(store, lambda _: GAME)
            last, version = list(told.items())[-1]
            assert house.submit(evening.table, evening.ana, Say(text="/r 3d6+2"), last) == Submitted(version)
            assert isinstance(house.submit(evening.table, evening.ana, Say(text="encore")), Submitted)
            state, log = house.state(evening.table), whole_log(store, evening.table)
            assert folded(log[: state.version]) == state
    assert len(told) >= len(DELAYS)
    for key, version in told.items():
        kept = evening.house.store.done(evening.table, f"{evening.ana}:{key}")
        assert kept
        assert kept.version == version
        assert isinstance(log[version - 1].what, Rolled)
    assert len(set(told.values())) == len(told)
    drawn = [str(line) for event in log if isinstance(event.what, Rolled) for line in event.what.fair]
    assert len(drawn) == len(set(drawn)), "the same dice were thrown twice"


def test_an_action_in_progress_survives_a_restart(setting: str, evening: Evening) -> None:
    evening.do(evening.ana, evening.strike((1,)))
    with at(setting) as store:
        again = House(store, lambda _: GAME)
        assert again.state(evening.table) == evening.house.state(evening.table)
        again.submit(evening.table, evening.mj, Answer(answers={"wolf": False}))
        again.submit(evening.table, evening.leo, Answer(answers={"leo": True}))
    assert evening.sheet("leo")["health"] == 3
    assert evening.house.state(evening.table).pending is None


people = st.sampled_from(["mj", "ana", "leo"])
characters = st.sampled_from(["ana", "leo", "wolf", "nobody"])
orders = st.one_of(
    st.builds(
        lambda actor, target, faces: Act(
            actor=actor, action="sample.strike", params={"target": target}, faces=faces and (faces,)
        ),
        characters,
        characters,
        st.none() | st.integers(1, 6),
    ),
    st.builds(lambda who, yes: Answer(answers={who: yes}), characters, st.booleans()),
    st.builds(lambda who, value: Correct(who=who, field="health", value=value), characters, st.integers(0, 9)),
    st.builds(lambda text: Say(text=text), st.sampled_from(["bonjour", "/r 2d6", "/r d", "/w leo psst", "/mj non"])),
    st.builds(lambda to: TakeBack(to=to), st.none() | st.just(0)),
    st.sampled_from([Redo(), Abandon()]),
)


def same_when_reopened(setting: str, evening: Evening) -> None:
    """The table as another process finds it: the same, and the sum of its log."""
    state = evening.house.state(evening.table)
    with at(setting) as other:
        assert House(other, lambda _: GAME).state(evening.table) == state
        assert folded(whole_log(other, evening.table)) == state


@given(commands=st.lists(st.tuples(people, orders), min_size=1, max_size=12))
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_evening_reopened_is_the_same_and_taken_back_is_its_beginning(
    setting: str, store: Store, commands: list[tuple[str, Command]]
) -> None:
    evening = opened(House(store, lambda _: GAME))
    start = evening.house.state(evening.table)
    for who, command in commands:
        before = evening.house.state(evening.table)
        done = evening.house.submit(evening.table, getattr(evening, who), command)
        if isinstance(done, Refusal):
            assert evening.house.state(evening.table) == before
    same_when_reopened(setting, evening)
    if evening.house.state(evening.table).pending:
        evening.do(evening.mj, Abandon())
    if evening.house.state(evening.table).standing:
        evening.do(evening.mj, TakeBack(to=0))
    back = evening.house.state(evening.table)
    assert (back.cast, back.play) == (start.cast, start.play)
    same_when_reopened(setting, evening)
