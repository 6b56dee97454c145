"""Which number is worth raising: prices are those of the growth rules, gains those of fights and tests themselves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablee.cli.main import run
from tablee.errors import BadInput
from tablee.lab.fights import Fight, fight
from tablee.lab.raises import Duel, raises
from tablee.lab.setups import Setup, setup_of
from tablee.rules.game import game_called
from tablee.rules.playing import cast_json


@pytest.mark.parametrize(
    ("game", "who", "foe", "changes"),
    [
        ("undesix", "nicolas", "brigand", {"phy": 6, "phy_max": 6}),
        ("d6", "mael", "rouquin", {"wounds": 1}),
        ("deusex", "youssef", "tueur", {"pv": 20}),
        ("cle-en-main", "bruno", "sergent", {"developed": ("defence",)}),
    ],
)
def test_a_duel_asked_again_is_the_duel_asked_anew(game: str, who: str, foe: str, changes: dict[str, object]) -> None:
    """Tables filled for one sheet answer for another as if they were made for it."""
    duel, sheet = Duel(Fight(game, (who,), (foe,))), game_called(game).ready()[who]
    assert duel.won(sheet) == pytest.approx(fight(Fight(game, (who,), (foe,))).wins[0].value, abs=1e-12)
    other = sheet.with_changes(**changes)
    anew = fight(Fight(game, (who,), (foe,), cast=cast_json({who: other}))).wins[0].value
    assert duel.won(other) == pytest.approx(anew, abs=1e-12)
    assert duel.exact


def test_prices_are_those_of_the_growth_rules() -> None:
    """D6-ADV-01: a characteristic, a level one has, one that is new; what pays is as it was on the sheet compared."""
    found = raises("d6", "mael", [("rouquin",)])
    by_name = {one.what: one for one in found.raised}
    assert [by_name[what].price for what in ("F", "Forge", "Esquive")] == [4, 3, 2]
    assert by_name["Forge"].own == pytest.approx(by_name["Forge"].tests[0]) != 0
    assert by_name["F"].duels[0] > by_name["Haches et masses"].duels[0] > 0 == by_name["Forge"].duels[0]
    assert [one.each for one in found.raised] == sorted((one.each for one in found.raised), reverse=True)


@pytest.mark.evening
def test_steps_without_a_purse_have_a_unit_of_their_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """UDS-XP-11, UDS-CHAR-09: a year of study and an award of the MJ are told apart."""
    words = ["raise", "undesix", "nicolas", "vs", "brigand"]
    assert run(["--lang", "en", *words]) == 0
    told = capsys.readouterr().out
    assert "for each award of the GM" in told
    assert "for each year of study" in told
    assert "long sword      1" in told
    assert run(["--lang", "en", *words, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["raised"][0]
    assert (first["what"], first["label"], first["unit"]) == ("phy", "PHY", "award of the GM")
    assert run(["--lang", "fr", *words, "--csv"]) == 0
    assert "récompense du meneur" in capsys.readouterr().out
    assert run(["--lang", "fr", *words, "--svg", str(tmp_path / "raise.svg")]) == 0
    drawn = (tmp_path / "raise.svg").read_text("utf-8")
    assert "PHY, 1 récompense du meneur" in drawn
    assert ">UnDéSix · Nicolas" in drawn
    assert ">0,00<" not in drawn  # what moves nothing is not drawn


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["undesix", "personne"], "neither a ready character"),
        (["undesix", "nicolas", "brigand"], "Say who grows"),
        (["undesix", "nicolas", "vs"], "Say who grows"),
    ],
)
def test_what_cannot_be_asked_is_said(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "en", "raise", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_game_that_says_nothing_of_growth_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = Setup(open=setup_of("undesix").open, duels=setup_of("undesix").duels)
    monkeypatch.setattr("tablee.lab.raises.setup_of", lambda _: bare)
    with pytest.raises(BadInput, match="how its characters grow"):
        raises("undesix", "nicolas")
