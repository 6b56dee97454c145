"""tablee fight, balance, advise, weigh."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tablee.cli.lab.fight import result_in_words
from tablee.cli.main import run
from tablee.lab.charts import _ticks
from tablee.lab.fights import Fight, fight
from tablee.rules.game import game_called
from tablee.rules.playing import cast_json

DUEL = ("d6", "mael", "vs", "rouquin", "--policy", "one=brutal")


def test_a_fight_in_words_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "fr", "fight", *DUEL]) == 0
    said = capsys.readouterr().out
    assert "Maël\xa0: gagne 74,0\u202f%" in said
    assert "= exact" in said
    assert run(["fight", *DUEL, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["wins"][0]["value"] == pytest.approx(0.740, abs=0.001)
    assert run(["fight", *DUEL, "--csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert {row["id"] for row in rows} == {"mael", "rouquin"}


def test_a_fight_too_large_for_an_exact_answer_says_what_was_tried(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["fight", "undesix", "nicolas", "vs", "brigand", "--most", "50", "--error", "5"]
    assert run(["--lang", "en", *asked]) == 0
    told = capsys.readouterr().out
    assert "≈ 400 fights simulated in bulk, ± 5" in told
    assert "(more than 50 situations for an exact answer: --most allows more)" in told


def test_a_simulated_fight_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "fr", "fight", *DUEL, "--method", "bulk", "--fights", "400", "--seed", "3"]) == 0
    assert "≈ 400 combats simulés en masse, ± " in capsys.readouterr().out


def test_advice_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "en", "advise", *DUEL]) == 0
    said = capsys.readouterr().out
    assert "(planned)" in said
    assert "Pass" in said


@pytest.mark.evening
def test_the_best_play_and_a_point_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "fr", "advise", "deusex", "youssef", "contre", "tueur", "--best", "--points"]) == 0
    said = capsys.readouterr().out
    assert "28,3\u202f%, en commençant par Attaquer, tueur" in said
    assert "Un de moins\xa0: 11,1\u202f%" in said
    assert "tout ce qu'on peut" in said


def test_a_fight_that_nobody_wins_is_told_with_what_to_do() -> None:
    """Two people whose blows never hurt enough: the chance that nobody wins is 1."""
    one, two = (replace(fight(Fight("d6", ("mael",), ("rouquin",))), unfinished=value) for value in (1.0, 0.2))
    asked, game = Fight("d6", ("mael",), ("rouquin",)), game_called("d6")
    assert "Changez-en une (--policy)" in result_in_words(game, asked, one, "fr")[0]
    assert any("20,0\u202f%" in line for line in result_in_words(game, asked, two, "fr"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["undesix", "nicolas"], "Dites qui se bat contre qui"),
        (["undesix", "nicolas", "vs", "brigand*x"], "écrivez après * un nombre de 1 à 999"),
        (["undesix", "nicolas", "vs", "brigand*900"], "c'est trop pour un combat du labo"),
        (["undesix", "nicolas", "vs", "personne"], "n'est ni un personnage prêt"),
        (["undesix", "nicolas", "vs", "brigand", "--policy", "one=sournois"], "Connues pour ce jeu"),
        (["undesix", "nicolas", "vs", "brigand", "--fights", "0"], "De 1 à"),
        (["undesix", "nicolas", "vs", "brigand", "--fights", "beaucoup"], "écrivez un nombre entier, sans signe"),
        (["undesix", "nicolas", "vs", "brigand", "--policy", "toto=brutal"], "Écrivez one, two, ou quelqu'un"),
        (["undesix", "nicolas", "vs", "brigand", "--method", "magie"], "auto, exact, bulk ou loop"),
        (["undesix", "nicolas", "vs", "brigand", "--error", "peu"], "écrivez des points"),
        (["undesix", "nicolas", "vs", "brigand", "--error", "0"], "écrivez des points"),
        (["undesix", "nicolas", "vs", "brigand", "--error", "60"], "Une précision va de 0,032 à 50 points"),
    ],
)
def test_what_cannot_be_asked_is_said(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "fr", "fight", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_advice_is_told_where_points_buy_nothing_and_each_choice_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "fr", "advise", *DUEL, "--points"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "Rien ne s'achète pendant un combat dans ce jeu" in said[-1].replace("’", "'")
    choices = [line.split("   ")[-1].removesuffix("  (prévu)") for line in said if line.startswith("  ")]
    assert len(choices) == len(set(choices)) > 1


def test_one_foe_too_many_already_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "fr", "balance", "undesix", "nicolas", "vs", "dragon"]) == 0
    assert "déjà trop" in capsys.readouterr().out
    assert run(["--lang", "fr", "balance", "undesix", "nicolas", "vs", "dragon", "--target", "150"]) == 2
    assert "pas 150\u202f%" in capsys.readouterr().err


def test_a_house_rule_is_weighed_with_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "fr", "weigh", "undesix", "roll_under"]) == 0
    said = capsys.readouterr().out
    assert "Réussir à égalité avec le seuil" in said
    assert "Nicolas contre le brigand" in said
    assert "Chloé · Attaquer, loup, espadon" in said


@pytest.fixture
def harmless(tmp_path: Path) -> str:
    """Two people who cannot hurt each other, in a file."""
    mael = cast_json(dict(game_called("d6").ready()))["mael"]
    soft = {**mael, "characteristics": {**mael["characteristics"], "E": "30D", "F": "1D"}, "weapons": [], "levels": {}}
    path = tmp_path / "harmless.json"
    path.write_text(json.dumps({"a": soft, "b": soft}))
    return str(path)


@pytest.mark.parametrize("method", ["auto", pytest.param("bulk", marks=pytest.mark.evening), "loop"])
def test_a_fight_without_end_ends_by_every_method(
    method: str, harmless: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.lab.fights.HOPELESS", 2)  # each takes a while
    assert run(["--lang", "en", "fight", "d6", "a", "vs", "b", "--cast", harmless, "--method", method]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Nobody wins this fight")
    assert method != "loop" or "≈ 2 fights played one by one" in said


@pytest.mark.evening
def test_a_fight_without_end_is_told_by_a_search_and_a_study(
    harmless: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.lab.fights.HOPELESS", 2)  # each takes a while
    assert run(["--lang", "en", "balance", "d6", "a", "vs", "b", "--cast", harmless]) == 2
    assert "With 1 × b, nobody wins this fight" in capsys.readouterr().err
    grid = ["--grid", "count.b=1", "--processes", "1"]
    assert run(["--lang", "en", "study", "d6", "a", "vs", "b", "--cast", harmless, *grid]) == 0
    assert "without a winner" in capsys.readouterr().out


@pytest.mark.evening
def test_every_house_rule_is_weighed_and_ranked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two rules of a game stand for all: the one that moves most comes first, the others say that they move nothing."""
    game = game_called("undesix")
    two = tuple(one for one in game.options if one.id in ("roll_under", "critical_streak"))
    monkeypatch.setattr("tablee.lab.house.game_called", lambda _: replace(game, options=two))
    assert run(["--lang", "en", "weigh", "undesix", "--csv"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "option,most,where",
        "roll_under,0.16666666666666666,chloe undesix.test",
        "critical_streak,0.0,",
    ]
    monkeypatch.setattr("tablee.lab.house.game_called", lambda _: replace(game, options=two[:1]))
    assert run(["--lang", "en", "weigh", "undesix", "--svg", str(tmp_path / "all.svg")]) == 0
    assert "by how much each house rule moves the chances" in (tmp_path / "all.svg").read_text("utf-8")
    capsys.readouterr()
    assert run(["--lang", "en", "weigh", "undesix"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == "Equal to the target succeeds  16.7  roll_under  Chloé · Try, DEX"


def test_answers_are_drawn_and_written_for_spreadsheets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    duel = ["undesix", "nicolas", "vs", "brigand"]
    asked = {
        "fight": ["fight", *duel],
        "balance": ["balance", *duel, "--fights", "20"],
        "weigh": ["weigh", "undesix", "roll_under"],
        "advise": ["advise", *duel],
        "study": ["study", *duel, "--grid", "nicolas.phy=4,5", "--grid", "count.brigand=1,2", "--fights", "20"],
        "bars": ["study", *duel, "--grid", "nicolas.phy=4,5"],
    }
    told = dict[str, set[str]]()
    for name, words in asked.items():
        alone = ["--processes", "1"] if "study" in words else []
        assert run(["--lang", "en", *words, *alone, "--svg", str(tmp_path / f"{name}.svg")]) == 0
        drawn = ElementTree.parse(tmp_path / f"{name}.svg")
        texts = ["".join(one.itertext()) for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
        assert "20%" in texts or name == "study", name  # round ticks
        assert any("%" in text for text in texts), name
        assert name != "study" or texts[0] == "UnDéSix · Nicolas against brigand"
        told[name] = {*texts}
        capsys.readouterr()
    assert told["study"] >= {"PHY · Nicolas", "how many · brigand", "the chance of the first side to win"}
    assert "PHY · Nicolas = 4" in told["bars"]
    assert "UnDéSix · Equal to the target succeeds" in told["weigh"]
    assert "UnDéSix · Nicolas: chance to win by number" in told["balance"]
    assert "UnDéSix · Nicolas: chance to win by the first choice" in told["advise"]
    book, other = re.findall(
        r"<rect[^>]* (fill=.*?)><title>Nicolas against", (tmp_path / "weigh.svg").read_text("utf-8")
    )
    assert book != other  # told apart without their colour: one is full, the other outlined
    assert run(["--lang", "en", *asked["balance"], "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "count,chance,error"
    assert run(["--lang", "en", *asked["advise"], "--csv"]) == 0
    header, best, *_ = capsys.readouterr().out.splitlines()
    assert header == "choice,action,chance,error,plan"
    assert best.startswith('"Announce an attitude, very aggressive')
    assert run(["--lang", "en", *asked["weigh"], "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("Nicolas against the brigand,yes,0.4")


def test_a_way_of_playing_comes_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('lines = [{ action = "undesix.attack", whom = "weakest" }]', "utf-8")
    told = []
    for way in (str(path), "strike"):
        assert run(["--lang", "en", "fight", "undesix", "nicolas", "vs", "brigand", "--policy", f"one={way}"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    for wrong in ("lines = 3", "lines ="):
        path.write_text(wrong, "utf-8")
        assert run(["--lang", "en", "fight", "undesix", "nicolas", "vs", "brigand", "--policy", f"one={path}"]) == 2
        assert "cannot be read as a way of playing" in capsys.readouterr().err
    path.write_text('lines = [{ action = "undesix.attack", whom = "weakst" }]', "utf-8")
    assert run(["--lang", "en", "fight", "undesix", "nicolas", "vs", "brigand", "--policy", f"one={path}"]) == 2
    assert "“weakst” is not possible here. Choices: first, weakest, strongest." in capsys.readouterr().err


def test_dice_are_drawn_as_stairs_with_round_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["--lang", "en", "odds", "3d6", "--at-least", "--svg", str(tmp_path / "stairs.svg")]) == 0
    drawn = (tmp_path / "stairs.svg").read_text("utf-8")
    assert "chance of at least this" in drawn
    capsys.readouterr()
    assert run(["--lang", "en", "odds", "3d6", "--at-least", "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1:3] == ["3,1.0", f"4,{215 / 216}"]
    assert [float(tick) for tick in _ticks(Fraction(1, 8))] == pytest.approx([0.02 * at for at in range(8)])
    assert _ticks(Fraction(1))[-1] == 1


def test_fights_follow_each_other(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The first of them is as likely as alone, the next less; what is left is a law; one seed, one answer."""
    row = ["fight", "undesix", "nicolas", "chloe", "vs", "brigand", "then", "loup", "--fights", "80"]
    assert run(["--lang", "en", *row, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    alone = fight(Fight("undesix", ("nicolas", "chloe"), ("brigand",))).wins[0].value
    one, two = (stage["won"] for stage in told["stages"])
    assert abs(one["value"] - alone) < 4 * one["error"]
    assert two["value"] < one["value"]
    phy = next(left for left in told["left"] if (left["who"], left["gauge"]) == ("nicolas", "phy"))
    assert (phy["start"], sum(phy["law"].values())) == (5, 80)
    for words in (row, row):
        assert run(["--lang", "en", *words]) == 0
    first, second = capsys.readouterr().out.split("Nicolas, Chloé: chance")[1:]
    assert first == second
    assert "≈ 80 rows of fights played" in first
    assert run(["--lang", "en", *row, "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "who,gauge,value,share", f",won,1,{one['value']}", f",won,2,{two['value']}",
    ]  # fmt: skip
    assert run(["--lang", "en", *row, "--svg", str(tmp_path / "row.svg")]) == 0
    for wrong, why in (([*row[:6], "then"], "Say who fights whom"), ([*row[:6], "then", "chloe"], "on both sides")):
        assert run(["--lang", "en", *wrong]) == 2
        assert why in capsys.readouterr().err
