"""A review in sentences, and `tablee review`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tablee.cli.main import run
from tablee.lab.fights import Estimate
from tablee.review.figures import points, spread_told
from tablee.review.reviewing import Moment, reviewed
from tablee.review.turning import Turned
from tablee.review.words import moment_told, told
from tests.review.played import Table, fought


def test_dice_choices_and_nothing_clear_are_told(tmp_path: Path) -> None:
    fight = fought("undesix", tmp_path)
    review = reviewed(fight)
    assert review is not None
    turn = next(turn for turn in fight.turns if turn.what.actor == "chloe")
    half, more = Estimate(0.5), Estimate(0.62, 0.01)
    die = Turned(dice=1, sides=6, fell=2, total=3, or_more=True, wins=Estimate(0.94))
    moments = (
        Moment(turn.line.n, "luck", "chloe", "", more, half, die),
        Moment(turn.line.n, "ours", "chloe", "", half, more),
    )
    said = "\n".join(told(replace(review, moments=moments), fight, "fr"))
    assert "avec 3 ou plus nous étions à 94,0\u202f%" in said
    assert "62,0\u202f% ± 2,0 à 50,0\u202f%" in said
    assert "Le choix de Chloé\xa0: +12,0 points" in said
    assert "le coup naturel\xa0: Attaquer" in said
    assert "naturel" in said
    english = "\n".join(told(replace(review, moments=()), fight, "en"))
    assert "Nothing clear" in english
    assert len([line for line in english.split("\n") if line.startswith("  round")]) == len(fight.turns)


def test_the_command_reads_an_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("undesix", tmp_path)
    empty, path = tmp_path / "before.jsonl", tmp_path / "evening.jsonl"
    empty.write_bytes(table.export)
    table.to_the_end()
    path.write_bytes(table.export)
    assert run(["--lang", "fr", "review", str(empty)]) == 0
    assert "pas de combat fini" in capsys.readouterr().out
    assert run(["review", str(path), "--json"]) == 0
    (review,) = json.loads(capsys.readouterr().out)
    moved = sum(review[name]["value"] for name in ("luck", "ours", "theirs", "word"))
    assert review["points"][0]["wins"]["value"] + moved == pytest.approx(review["end"]["value"])


def test_points_are_several_from_two_on() -> None:
    assert [points((won, 0.0), "fr") for won in (-0.019, 0.02)] == ["−1,9 point", "+2,0 points"]
    assert spread_told((1.0, 0.0), "fr").startswith("Partis de là, les dés d'un combat font d'ordinaire 0 point,")


def test_an_answer_is_told_with_its_question(tmp_path: Path) -> None:
    """What was asked, and what was answered, in words."""
    table = Table("deusex", tmp_path)
    table.to_the_end()
    (fight,) = table.fights
    turn = next(turn for turn in fight.turns if turn.what.answers)
    step = Moment(turn.line.n, "ours", next(iter(turn.what.answers[0])), "deusex.bonus", Estimate(0.5), Estimate(0.4))
    said = moment_told(step, fight, {turn.line.n: turn}, "fr")
    assert "«\xa0" in said
    assert "−10,0 points" in said
