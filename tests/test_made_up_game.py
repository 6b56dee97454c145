"""A game in a package of its own, written from CONTRIBUTING.md, found by entry point and played from the shell."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent / "made_up_game"


def tablee(*arguments: str) -> str:
    """What `tablee` prints with the made-up game on the path."""
    environment = {**os.environ, "PYTHONPATH": str(HERE), "LC_ALL": "en_GB.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", "from tablee.cli import main; main()", *arguments],
        env=environment, capture_output=True, text=True, check=True, encoding="utf-8",
    )  # fmt: skip
    return done.stdout


def test_it_is_found_and_listed() -> None:
    assert "pebbles" in tablee("rules")
    assert "Aiming at somebody" in tablee("rules", "pebbles", "PEB-HIT-01")


def test_its_test_is_rolled_and_explained() -> None:
    assert tablee("roll", "pebbles.skim", "--actor", "ana", "--dice", "3 2") == (
        "Ana rolls 5\n  Dice: Ana: 3 2\n    To reach 5 = base 7 − knack 2   (PEB-SKIM-01, Page 1)\n"
    )


def test_its_attack_has_odds() -> None:
    outcomes = json.loads(tablee("odds", "pebbles.throw", "--actor", "ana", "--target", "leo", "--json"))
    assert {(o["outcome"][0]["amounts"]["drops"], o["probability"]) for o in outcomes} == {
        (0, "1/2"), (1, "1/6"), (2, "1/6"), (3, "1/6"),
    }  # fmt: skip


def test_it_fits_on_a_screen() -> None:
    assert len((HERE / "tablee_pebbles/__init__.py").read_text("utf-8").splitlines()) <= 75
