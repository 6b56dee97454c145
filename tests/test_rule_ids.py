"""Every rule of a book is cited by the code and covered by a test, or marked advice with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablee.rules.check.checks import cited_in
from tablee.rules.game import Game, games

ROOT = Path(__file__).parent.parent
BOOKED = {"undesix": 210, "cle-en-main": 142, "deusex": 90, "d6": 50}  # rules of each finished catalogue
ADVICE = ("advice", "mj")  # nothing to compute


def sources(folder: Path) -> str:
    """The code of a folder, but for this file and for lists of rules to read (`reference.py`), which apply none."""
    paths = (path for path in sorted(folder.rglob("*.py")) if path != Path(__file__) and path.name != "reference.py")
    return "\n".join(path.read_text("utf-8") for path in paths)


def package(game: Game) -> Path:
    return ROOT / "src/tablee/games" / game.id.replace("-", "_")


@pytest.mark.parametrize("game", [g for g in games().values() if package(g).exists()], ids=lambda g: str(g.id))
def test_every_rule_is_cited_and_covered_or_is_advice(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    cited = cited_in(sources(package(game)))
    vectors = ROOT / "tests/vectors" / f"{game.id}.json"
    covered = cited_in(sources(ROOT / "tests"))
    for extra in [vectors, *vectors.parent.glob(f"{game.id}.*.json")]:
        covered |= {vector["rule"] for vector in json.loads(extra.read_text("utf-8"))} if extra.exists() else set()
    rules = {id for id, clause in game.book.items() if clause.status not in ADVICE}
    assert not cited - set(game.book) - _foreign(cited, game), "rules are cited that the book does not have"
    assert not rules - cited, "rules are not cited where they are implemented"
    assert not rules - covered, "rules are covered by no vector and no test"
    assert not [id for id, clause in game.book.items() if clause.status in ADVICE and not clause.reason]
    with capsys.disabled():
        print(f"\n{game.id}: {len(rules)} rules cited and covered, {len(game.book) - len(rules)} marked advice")


AS_PRINTED = {  # a row of the rulings where the printed rule is played, against one of its examples
    *("UDS-TEST-01", "UDS-TEST-02", "UDS-COMBAT-01", "UDS-COMBAT-12", "UDS-MAGIC-07", "UDS-OPP-01", "UDS-CHAR-03"),
    "UDS-CREATE-01",
}


TOLD_ELSEWHERE = {  # rules whose reading follows from that of another, which has the ruling
    *("D6-CREATE-05", "D6-CREATE-06", "D6-TEST-04", "DEX-COMBAT-04", "DEX-DICE-04"),
}


@pytest.mark.parametrize("id", ["undesix", "cle-en-main", "deusex", "d6"])
def test_every_reading_of_ours_is_marked_wherever_its_rule_is_cited(id: str) -> None:
    game = games()[id]
    ours = {id for id, clause in game.book.items() if clause.ours or clause.status in ("gap", "ours")}
    ruled = {id for id in game.rulings().by_rule if game.book[id].status not in ADVICE}
    assert ruled - ours - AS_PRINTED == set()
    assert not AS_PRINTED & ours
    assert ours - ruled <= TOLD_ELSEWHERE


@pytest.mark.parametrize("id", ["undesix", "cle-en-main", "deusex", "d6"])
def test_rulings_name_rules_and_options_that_exist(id: str) -> None:
    game = games()[id]
    rulings = [ruling for chapter in game.rulings().chapters for ruling in chapter.rulings]
    assert not set(game.rulings().by_rule) - set(game.book)
    assert not {ruling.option for ruling in rulings} - {option.id for option in game.options} - {""}


def _foreign(ids: set[str], game: Game) -> set[str]:
    prefixes = {id.split("-")[0] for id in game.book}
    return {id for id in ids if id.split("-")[0] not in prefixes}
