"""The game of CONTRIBUTING.md, in a package of its own: found by entry point, rolled, explained and counted."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PAGE = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text("utf-8")
Tablee = Callable[..., str]


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def tablee(tmp_path_factory: pytest.TempPathFactory) -> Tablee:
    """`tablee` with the page's game installed beside it."""
    folder = tmp_path_factory.mktemp("made_up")
    package, info = folder / "tablee_pebbles", folder / "tablee_pebbles-1.0.dist-info"
    package.mkdir()
    info.mkdir()
    rules, announced = blocks("toml")
    (package / "rules.toml").write_text(rules, "utf-8")
    (package / "__init__.py").write_text(blocks("python")[0], "utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tablee-pebbles\nVersion: 1.0\n", "utf-8")
    entry = announced.splitlines()[1].replace('"', "")
    (info / "entry_points.txt").write_text(f"[tablee.games]\n{entry}\n", "utf-8")

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", "from tablee.cli import main; main()", "--lang", "en", *arguments],
            env={**os.environ, "PYTHONPATH": str(folder)}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, check=True, encoding="utf-8",
        )  # fmt: skip
        return done.stdout

    return run


def test_it_is_found_and_listed(tablee: Tablee) -> None:
    assert "pebbles" in tablee("rules")
    assert "Ducking" in tablee("rules", "pebbles", "PEB-LUCK-01")


def test_it_is_rolled_and_explained(tablee: Tablee) -> None:
    throw = ["pebbles.throw", "--actor", "ana", "--target", "leo", "--wind", "1"]
    assert tablee("roll", *throw, "--dice", "1 3", "--answer", "pebbles.duck=yes") == (
        "Ana aims at Léo: 1 drop\n"
        "  Dice: Ana: 1, 3\n"
        "  Léo: Drops 0 → 1\n"
        "  Léo: Luck 1 → 0\n"
        "    Target 4 = knack 5 − wind 1   (PEB-HIT-01, Page 1)\n"
        "    The die shows 1   (PEB-HIT-01, Page 1)\n"
        "    The die shows 3   (PEB-HIT-01, Page 1)\n"
    )


def test_it_has_odds(tablee: Tablee) -> None:
    outcomes = json.loads(tablee("odds", "pebbles.throw", "--actor", "leo", "--target", "ana", "--json"))
    assert {(o["outcome"][0]["amounts"]["drops"], o["probability"]) for o in outcomes} == {
        (0, "2/3"), (1, "1/6"), (2, "1/6"),
    }  # fmt: skip


def test_it_fits_on_a_screen() -> None:
    assert len(blocks("python")[0].splitlines()) <= 100
