"""Curves of odds: each point is the odds of the action with that value, and what cannot be asked is said."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

from tablee.dice import d6
from tablee.errors import BadInput
from tablee.lab.charts import bars_svg, columns_svg, curves_svg
from tablee.lab.curves import MAX_POINTS, Over, Way, curve, rows
from tablee.rules.game import game_called
from tablee.text import Text

UNDESIX, CEM, D6 = (game_called(id) for id in ("undesix", "cle-en-main", "d6"))
STRIKE = Way(UNDESIX, UNDESIX.action("undesix.attack"), UNDESIX.scene("chloe"), {"target": "nicolas"})
LOOK = Way(CEM, CEM.action("cle-en-main.test"), CEM.scene("salome"), {"skill": "perception"})


def test_a_value_of_a_sheet_varies() -> None:
    """UDS-COMBAT-01, -03: each PHY more is a face more that wounds, until the 6 that always misses."""
    found = curve(STRIKE, Over("phy", (1, 2, 3, 4), "chloe"), "épée", "fr")
    assert [point.chance for point in found.points] == [Fraction(n, 6) for n in (2, 3, 4, 5)]
    assert found.points[1].means == {("nicolas", "damage"): 1}


def test_a_parameter_varies_as_the_action_itself_answers() -> None:
    found = curve(LOOK, Over("difficulty", (10, 19)), "œil", "fr")
    assert [point.at for point in found.points] == [10, 19]
    assert found.points[1].chance == Fraction(1, 2)


def test_something_inside_a_field_varies() -> None:
    forge = Way(D6, D6.action("d6.test"), D6.scene("mael"), {"what": "Forge", "threshold": 15})
    chances = [point.chance for point in curve(forge, Over("levels.Forge", ("1D", "3D"), "mael"), "", "fr").points]
    assert chances[0] < chances[1]


def test_values_that_cannot_be_are_left_out_and_said() -> None:
    found = curve(LOOK, Over("difficulty", (15, -4)), "œil", "en")
    assert [point.at for point in found.points] == [15]
    assert [at for at, _ in found.refused] == [-4]
    with pytest.raises(BadInput, match="None of these values"):
        curve(LOOK, Over("difficulty", (-4,)), "œil", "en")


@pytest.mark.parametrize(
    ("over", "sentence"),
    [
        (Over("luck", (1, 2)), "not a parameter of this action"),
        (Over("luck", (1, 2), "salome"), "not a value of this sheet"),
        (Over("skills", (1,), "nobody"), "nobody"),
        (Over("vitality.more", (1,), "salome"), "not a value of this sheet"),
        (Over("difficulty", tuple(range(MAX_POINTS + 1))), "too many for a curve"),
    ],
)
def test_what_cannot_vary_is_a_sentence(over: Over, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        curve(LOOK, over, "", "en")
    assert sentence in refused.value.say("en")
    assert refused.value.say("fr")


def test_charts_are_drawings_with_their_axes_named() -> None:
    over = Over("difficulty", tuple(range(5, 26)))
    one, two = curve(LOOK, over, "avec <soin>", "fr"), curve(LOOK, over, "vite", "fr")
    drawn = curves_svg([one, two], "Perception & co", over.label(LOOK, "fr"), "fr")
    told = " ".join(ET.fromstring(drawn).itertext())
    assert "Perception & co" in told
    assert "Difficulté" in told
    assert "chances de réussir" in told
    assert "avec <soin>" in told
    columns = columns_svg({"3d6": (3 * d6).odds(), "5d6": (5 * d6).odds()}, "3d6 / 5d6", "total", "en")
    assert len(ET.fromstring(columns).findall("{http://www.w3.org/2000/svg}rect")) == 1 + 2 * len(range(3, 31))
    assert "5d6 · 30 · <0.1%" in list(ET.fromstring(columns).itertext())  # a chance that has a < is still a drawing
    assert rows([one, two], "Difficulté")[0] == ["Difficulté", "avec <soin>", "vite"]


SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.58, 0.7, 0.79, 0.833, 0.99, 1.0])
def test_the_figure_of_a_bar_stands_clear_of_the_line_that_says_how_sure_it_is(share: float) -> None:
    drawn = ET.fromstring(bars_svg("A trial", [("one", share, 0.0645)], "en"))
    line = next(one for one in drawn.iter(f"{SVG}line") if one.get("y1") == one.get("y2"))
    low, high = float(line.get("x1", 0)), float(line.get("x2", 0))
    assert 310 <= low < high <= 736  # of 0 and of 100 %
    told = next(one for one in drawn.iter(f"{SVG}text") if "±" in (one.text or ""))
    at = float(told.get("x", 0))
    assert at < low if told.get("text-anchor") == "end" else at > high
    assert told.get("text-anchor") == "end" or at + 80 < 760


def test_points_are_no_shares_of_a_hundred() -> None:
    """A change of chance is counted in points, with as many places as tell small ones apart."""
    points = Text("points", "points")
    large = ET.fromstring(bars_svg("A trial", [("one", 0.222, 0.0), ("two", 0.026, 0.0)], "en", beside=points))
    small = ET.fromstring(bars_svg("A trial", [("one", 0.0091, 0.0), ("two", 0.0086, 0.0)], "fr", beside=points))
    said = [[one.text for one in drawn.iter(f"{SVG}text")] for drawn in (large, small)]
    assert {"22.2", "2.6", "5", "25"} <= set(said[0])
    assert {"0,91", "0,86", "0,2"} <= set(said[1])
    assert not any("%" in (text or "") for text in said[0] + said[1])
