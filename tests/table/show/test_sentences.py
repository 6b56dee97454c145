"""Lines as sentences with their data: sums with terms, changes with both values, decisions with words for odds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablee.rules.stored.decisions import DecisionAsked, GradeNamed
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.chat import Say
from tablee.table.topics.decision import Answer
from tablee.table.topics.seat import Invite
from tablee.text import Text
from tests.sent import sent


class FirstScene:
    """The first scene of a game, its MJ and one player at the table."""

    def __init__(self, path: Path, game: str) -> None:
        self.house = House(SqliteStore(path / "tables.db"))
        self.table, token = self.house.open_ready(game)
        self.mj = self.house.seat(self.table, token)
        self.ana = self.do(self.mj, Invite()).seat

    def do(self, seat: str, command: Command) -> Any:
        done = self.house.submit(self.table, seat, command)
        assert not isinstance(done, Refusal), done.say("en")
        return done

    def last(self, seat: str, lang: str) -> dict[str, Any]:
        return sent(self.house.with_sentences(self.table, self.house.lines(self.table, seat), lang))[-1]


def test_a_sum_has_its_terms_and_a_change_both_its_values(tmp_path: Path) -> None:
    scene = FirstScene(tmp_path, "undesix")
    blow = Act(actor="chloe", action="undesix.attack", params={"target": "brigand"}, faces=(1,))
    scene.do(scene.mj, blow)
    said = scene.last(scene.mj, "fr")["said"]
    assert said["action"] == "Attaquer"
    target = next(step for step in said["why"] if step.get("head", "").startswith("Seuil"))
    assert target["sentence"].startswith(f"{target['head']} = ")
    assert target["total"] == sum(term["amount"] for term in target["terms"])
    assert [(term["said"], term["minus"]) for term in target["terms"]][-1] == ("CA 2", True)
    (wound,) = [change for change in said["changes"] if change["label"] == "PHY"]
    assert (wound["who"], wound["before"]) == ("brigand", "4")
    assert wound["sentence"] == f"brigand\N{NO-BREAK SPACE}: PHY 4 → {wound['after']}"


def test_codes_are_written_as_codes(tmp_path: Path) -> None:
    scene = FirstScene(tmp_path, "d6")
    scene.do(scene.mj, Act(actor="ysolde", action="d6.attack", params={"target": "bandit"}))
    sums = [step for step in scene.last(scene.mj, "fr")["said"]["why"] if "terms" in step]
    assert any("D" in step["head"] and all("D" in term["said"] for term in step["terms"]) for step in sums)


def test_a_decision_says_its_price_and_what_its_odds_are_of(tmp_path: Path) -> None:
    scene = FirstScene(tmp_path, "cle-en-main")
    scene.do(scene.mj, Act(actor="octavie", action="cle-en-main.attack", params={"target": "dockers"}))
    missed, told = (1, 1, 1, 6, 6, 6), list[DecisionAsked]()
    while asked := scene.house.view(scene.table, scene.mj).asked:
        told += asked.values()
        defaults = {who: decision.default for who, decision in asked.items()}
        scene.do(scene.mj, Answer(answers=defaults, faces=() if "octavie" in defaults else missed))
    for decision in told:
        assert [cost.amount for cost in decision.costs or ()] == list(decision.price.values())
        for option in decision.options:
            assert [cost.amount for cost in option.costs or ()] == list((option.price or {}).values())
        assert all(set(option.odds or ()) <= set(decision.grades or ()) for option in decision.options)
    again = told[-1]
    assert [[cost.label.fr for cost in one.costs or ()] for one in again.options] == [[], ["Héroïsme"], ["Héroïsme"]]
    assert again.grades
    assert again.grades["missed"] == GradeNamed(Text("manquée", "missed"), False)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_first_scene_is_told_where_it_was_laid(tmp_path: Path, lang: str) -> None:
    scene = FirstScene(tmp_path, "deusex")
    opening = scene.house.view(scene.table, scene.ana).opening
    assert opening
    assert "Nadia" in opening.say(lang)
    empty, token = scene.house.open("deusex")
    assert scene.house.view(empty, scene.house.seat(empty, token)).opening is None


def test_somebody_without_a_name_is_told_by_their_role(tmp_path: Path) -> None:
    scene = FirstScene(tmp_path, "undesix")
    scene.do(scene.mj, Say(text="bonsoir"))
    assert scene.last(scene.mj, "fr")["said"]["told"] == "Le meneur\N{NO-BREAK SPACE}: bonsoir"
    scene.do(scene.ana, Say(text="hello"))
    assert scene.last(scene.mj, "en")["said"]["told"] == "Somebody: hello"
