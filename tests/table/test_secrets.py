"""What you may not see changes nothing you see: alter it in the stored log, and every byte sent to you is the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee.table import commands as c
from tablee.table.events import Acted, Asked, Event, from_json
from tablee.table.service import House
from tablee.table.state import State, folded
from tablee.table.store import SqliteStore
from tablee.table.views import Viewer, sees, show, show_event
from tests.rules.sample import GAME
from tests.table.conftest import Evening, opened


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    store = SqliteStore(Path(tmp_path_factory.mktemp("secrets")) / "tables.db")
    evening = opened(House(store, lambda _: GAME))
    evening.do(evening.mj, c.Say(text="le duc ment", kind="note"))
    evening.do(evening.ana, c.Say(text="/mj je doute"))
    evening.do(evening.leo, c.Say(text="/w ana psst"))
    evening.do(evening.ana, evening.strike((1,)))
    evening.do(evening.mj, c.Answer(answers={"wolf": False}))
    evening.do(evening.mj, c.Answer(answers={"leo": False}))
    hunt = c.Act(actor="wolf", action="sample.strike", params={"target": "ana"}, faces=(2,), audience="secret")
    evening.do(evening.mj, hunt)
    if evening.house.state(evening.table).pending:
        evening.do(evening.mj, c.Answer(answers={"leo": False}))
    evening.do(
        evening.leo, c.Act(actor="leo", action="sample.strike", params={"target": "ana"}, faces=(6,), audience="self")
    )
    evening.do(evening.mj, c.Correct(who="wolf", field="guard", value=2))
    evening.do(evening.mj, c.Correct(who="leo", field="secret", value="painter"))
    yield evening
    store.close()


def received(events: list[Event], seat: str) -> bytes:
    """Everything a seat is ever sent: each line in its place, and the whole table at the end."""
    state = folded(events)
    viewer = Viewer.of(state, seat)
    shown: list[Any] = []
    for event in events:
        if sees(viewer, event):
            shown.append(show_event(GAME, state, event, viewer, len(shown) + 1))
    return json.dumps([shown, show(GAME, state, viewer)], ensure_ascii=False, sort_keys=True).encode()


def hidden_places(events: list[Event], state: State, seat: str, who: str) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Where the stored log holds a value this seat may not know: the line, and the path inside it."""
    viewer = Viewer.of(state, seat)
    for at, event in enumerate(events):
        line = event.to_json()
        if not sees(viewer, event):
            for path in _leaves(line):
                if path[0] not in ("n", "to", "name", "by", "changes"):  # changes are the outcome, judged below
                    yield at, path
        seen = sees(viewer, event)
        if line["name"] == "entered/1" and line["who"] == "wolf":
            yield from ((at, ("sheet", field)) for field in ("might", "guard", "health", "luck"))
        if line["name"] == "entered/1" and line["who"] == "leo" and who != "leo":
            yield at, ("sheet", "secret")
        concerns_wolf = seen and isinstance(event.what, Acted | Asked) and "wolf" in json.dumps(line)
        if concerns_wolf:
            for step, item in enumerate(line.get("why", [])):
                yield from ((at, ("why", step, "terms", i, "amount")) for i, _ in enumerate(item.get("terms", [])))
            yield from ((at, ("odds", grade)) for grade in line["odds"])
            for person, decision in line.get("asked", {}).items():
                for i, option in enumerate(decision["options"]):
                    yield from ((at, ("asked", person, "options", i, "odds", grade)) for grade in option["odds"])
        for i, change in enumerate(line.get("changes", [])):
            if change["who"] == "wolf":
                yield from ((at, ("changes", i, side)) for side in ("before", "after"))


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    found = False
    for key, item in items:
        found = True
        yield from _leaves(item, (*path, key))
    if not found and isinstance(value, int | str) and not isinstance(value, bool) and value != "":
        yield path


def altered(events: list[Event], at: int, path: tuple[Any, ...]) -> list[Event] | None:
    line = json.loads(json.dumps(events[at].to_json()))
    place = line
    for step in path[:-1]:
        place = place[step]
    value = place[path[-1]]
    place[path[-1]] = value + 1 if isinstance(value, int) else f"{value}x"
    changed = [*events[:at], from_json(line), *events[at + 1 :]]
    try:
        folded(changed)
    except Exception:  # an id that no longer exists: not a log anybody could have written
        return None
    return changed


@pytest.mark.parametrize("who", ["ana", "leo", "screen"])
def test_hidden_values_change_no_byte_of_what_others_receive(played: Evening, who: str) -> None:
    events = played.house.store.read(played.table, 0, 10_000)
    seat = {"ana": played.ana, "leo": played.leo, "screen": "nobody"}[who]
    plain = received(events, seat)
    tried = 0
    for at, path in hidden_places(events, folded(events), seat, who):
        changed = altered(events, at, path)
        if changed is not None:
            tried += 1
            assert received(changed, seat) == plain, (events[at].what.name, path)
    assert tried > 20


def test_tokens_and_keys_are_never_shown(played: Evening) -> None:
    events = played.house.store.read(played.table, 0, 10_000)
    secret = played.house.store.secret(played.table)
    assert secret
    for seat in (played.mj, played.ana, played.leo):
        sent = received(events, seat).decode()
        assert not [s for s in folded(events).seats.values() if s.token in sent]
        assert secret["public"] not in sent
        assert secret["secret"] not in sent
