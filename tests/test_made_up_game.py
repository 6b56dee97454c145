"""The game of CONTRIBUTING.md, in a package of its own: found by entry point, rolled, explained and counted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import pebbles

Tablee = Callable[..., str]


@pytest.fixture(scope="module")
def tablee(tmp_path_factory: pytest.TempPathFactory) -> Tablee:
    """`tablee` with the page's game installed beside it."""
    folder = tmp_path_factory.mktemp("made_up")
    installed(folder)

    def run(*arguments: str, typed: str = "") -> str:
        return ran(folder, "from tablee.cli import main; main()", "--lang", "en", *arguments, typed=typed)

    return run


def installed(folder: Path) -> Path:
    """The package of the page's game, announced as pip would."""
    package = pebbles.written(folder)
    info = folder / "tablee_pebbles-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tablee-pebbles\nVersion: 1.0\n", "utf-8")
    announced = tomllib.loads(pebbles.blocks("toml")[1])["project"]["entry-points"]["tablee.games"]
    entries = "\n".join(f"{id} = {place}" for id, place in announced.items())
    (info / "entry_points.txt").write_text(f"[tablee.games]\n{entries}\n", "utf-8")
    return package


def ran(folder: Path, code: str, *arguments: str, typed: str = "") -> str:
    """What a program says where the games of a folder are installed."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": str(folder), "TABLEE_DATABASE": str(folder / "tables.db")}, input=typed,
        capture_output=True, text=True, check=True, encoding="utf-8",
    )  # fmt: skip
    return done.stdout


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


def test_a_house_rule_is_switched(tablee: Tablee) -> None:
    throw = ["pebbles.throw", "--actor", "ana", "--target", "leo", "--wind", "1", "--option", "calm=true"]
    assert "Target 5 = knack 5 − wind 0" in tablee("roll", *throw, "--dice", "5")


def test_the_lab_answers_without_a_line_for_it_in_the_game(tablee: Tablee) -> None:
    """It names no way of playing and no standard duel: people play naturally, and the first two ready ones duel."""
    assert "Ana against Léo" in tablee("weigh", "pebbles", "calm")
    assert "= exact" in tablee("fight", "pebbles", "ana", "vs", "leo", "--policy", "ana=best")


def test_a_lab_of_its_own_may_say_only_how_characters_grow(tmp_path: Path) -> None:
    """What its lab.toml leaves out is as if there were none: fights open, and the first two ready ones duel."""
    package = installed(tmp_path)
    (package / "lab.toml").write_text('[policies.lazy]\nfr = "mou"\nen = "lazy"\n', "utf-8")
    asked = "from tablee.cli import main; main()", "--lang", "en"
    assert "= exact" in ran(tmp_path, *asked, "fight", "pebbles", "ana", "vs", "leo", "--policy", "one=lazy")
    assert "Ana against Léo" in ran(tmp_path, *asked, "weigh", "pebbles", "calm")


def test_it_has_nothing_to_mend(tablee: Tablee) -> None:
    assert tablee("check", "pebbles") == "pebbles: nothing to mend. 3 rules, 3 actions.\n"


def test_its_first_scene_is_played_in_turn_to_its_end(tablee: Tablee) -> None:
    told = tablee("play", "pebbles", typed="d\n" + "\n1\n\n\n6\n" * 2 + "\n1\n\nq\n")
    assert "The battle begins" in told
    assert [line for line in told.splitlines() if "aims" in line] == [
        *["Ana aims at Léo: 4 drops", "Léo aims at Ana: 0 drops"] * 2,
        "Ana aims at Léo: 4 drops. Léo falls, out of play",
    ]
    assert "— Round 3 —" in told
    assert "You win the day. The water is yours." in told


PAGES = """
import re, sys
from fastapi.testclient import TestClient
from tablee.table.log.store import store_at
from tablee.table.service import House
from tablee.web.application import application
english = {"accept-language": "en"}
with TestClient(application(House(store_at(sys.argv[1]))), "http://localhost", headers=english) as browser:
    for place in ("/", "/credits", "/personnages/pebbles", "/labo?game=pebbles", "/labo/combat?game=pebbles&now=1"):
        print(browser.get(place).raise_for_status().text)
    tried = browser.post("/essayer", data={"game": "pebbles"}, headers={"origin": "http://localhost"})
    print(browser.get(str(tried.url) + "?tab=fiche").raise_for_status().text)
    print(browser.get(re.search(r'/static/tablee[^"]+css', browser.get("/").text)[0]).text)
"""


def test_its_pages_are_drawn(tmp_path: Path) -> None:
    """Home, credits, characters, chances, a fight to its end and a sheet, without a file for them in the game."""
    installed(tmp_path)
    told = ran(tmp_path, PAGES, str(tmp_path / "t.db"))
    assert 'data-game="pebbles"' in told
    assert "Scores" in told
    assert "Who wins" in told
    assert "Nobody wins" not in told
    assert '[data-game="pebbles"] { --accent: #' in told


def test_it_may_bring_a_look_a_sheet_and_a_way_to_fight(tmp_path: Path) -> None:
    """Files of its package: none of them is announced anywhere."""
    package = installed(tmp_path)
    (package / "look.toml").write_text('place = 0\n[light]\naccent = "#123456"\ndeep = "#012345"\n', "utf-8")
    (package / "style.css").write_text(".shingle { color: inherit; }", "utf-8")
    (package / "sheet.html").write_text(
        '{% import "sheets/mini.html" as small %}{% set mini = small.mini %}'
        '{% macro sheet(sheet, at) %}<p class="shingle">{{ sheet.name }}</p>{% endmacro %}', "utf-8"
    )  # fmt: skip
    (package / "credits.html").write_text("<p>Nobody in particular</p>", "utf-8")
    lab = '[policies.lazy]\nfr = "mou"\nen = "lazy"\n'
    (package / "lab.toml").write_text(f'open = "pebbles.start"\n{lab}', "utf-8")
    told = ran(tmp_path, PAGES, str(tmp_path / "t.db"))
    assert '<p class="shingle">Ana</p>' in told
    assert '[data-game="pebbles"] { --accent: #123456; --accent-deep: #012345; }' in told
    assert ".shingle {" in told
    assert "Nobody in particular" in told
    assert ">lazy<" in told
    assert told.index('data-game="pebbles"') < told.index('data-game="undesix"')


def test_its_own_tests_pass(tmp_path: Path) -> None:
    pebbles.written(tmp_path)
    (tmp_path / "test_pebbles.py").write_text(pebbles.tests(), "utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_pebbles.py"],
        cwd=tmp_path, capture_output=True, text=True, check=False, encoding="utf-8",
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout


def test_it_is_short() -> None:
    """A reader writes such a game in an evening."""
    assert len([line for line in pebbles.code().splitlines() if line]) <= 95


def test_it_brings_adventures_of_its_own(tmp_path: Path) -> None:
    """`adventures/` of its package is found, listed and checked; what is wrong there has a file and a line."""
    package = installed(tmp_path)
    program = "from tablee.cli import main; main()"
    ran(tmp_path, program, "adventure", "new", "pebbles", "the-ford", "--into", str(package / "adventures"))
    assert "the-ford · Galets" in ran(tmp_path, program, "--lang", "fr", "adventure", "list")
    assert "rien à corriger" in ran(tmp_path, program, "--lang", "fr", "check", "pebbles")
    words = package / "adventures/the-ford/en.md"
    words.write_text(words.read_text("utf-8").replace("## rive", "## rives"), "utf-8")
    with pytest.raises(subprocess.CalledProcessError) as wrong:
        ran(tmp_path, program, "--lang", "en", "check", "pebbles")
    assert "en.md:30: These words go with “## rives”, which does not exist: perhaps “## rive”?" in wrong.value.stdout
