"""What the scene owes is performed even if the process that should have done it died."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tablee.rules.action import Outcome, Scene
from tablee.rules.order import Due, Freely, Play
from tablee.table.log.store import Store
from tablee.table.service import House
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tests.rules.sample import GAME
from tests.sent import sent
from tests.table.conftest import opened


class Owing(Freely):
    """Somebody strikes once, of themselves."""

    def due(self, scene: Scene[Any], /) -> tuple[Due, ...]:
        return () if scene.play.round else (Due("sample.strike", "leo", {"target": "ana"}),)

    def after(self, scene: Scene[Any], actor: str, action: str, outcome: Outcome, /) -> Play:
        return scene.play.with_changes(round=1)


OWING = replace(GAME, order=Owing(), due_anytime=True)


@pytest.mark.parametrize("look", [House.view, House.lines])
def test_what_a_killed_process_owed_is_done_at_the_next_look(store: Store, look: Callable[..., Any]) -> None:
    evening = opened(House(store, lambda _: GAME))  # nothing is due in this game: as if killed before it was done
    house, other = (House(store, lambda _: OWING) for _ in range(2))
    look(house, evening.table, evening.ana)
    struck = [line for line in sent(other.lines(evening.table, evening.mj)) if line["name"] in ("acted/1", "asked/1")]
    assert [line["actor"] for line in struck] == ["leo"]
    assert house.view(evening.table, evening.mj).seen == store.read(evening.table)[-1].n


def test_a_look_is_answered_whatever_is_wrong_with_what_is_due(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = opened(House(store, lambda _: GAME))

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Owing, "due", broken)
    house = House(store, lambda _: OWING)
    assert house.view(evening.table, evening.ana).you == evening.ana
    assert house.lines(evening.table, evening.ana)


def test_words_owe_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = opened(House(store, lambda _: OWING))
    asked, due = [], Owing.due

    def noted(order: Owing, scene: Scene[Any]) -> tuple[Due, ...]:
        asked.append(scene)
        return due(order, scene)

    monkeypatch.setattr(Owing, "due", noted)
    for text in ("bonjour", "bonsoir"):
        evening.do(evening.ana, Say(text=text))
        evening.house.view(evening.table, evening.leo)
    assert asked == []
    evening.do(evening.mj, Correct(who="ana", field="health", value=2))
    assert len(asked) == 1
