"""Parts: dice, tokens, stamps, icons and counts, as every page draws them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from tablee.rules.data.look import look_of
from tablee.rules.sheet.sheet_data import StepOfScale
from tablee.web.pages.drawing import draw_part, whole
from tablee.web.pages.figures import scale_of, turn_of
from tablee.web.pages.tokens import TINTS, by_name

TIERS = [
    StepOfScale(-1000000, "mort"),
    StepOfScale(-5, "grièvement blessé"),
    StepOfScale(1, "blessé"),
    StepOfScale(6, "en forme"),
    StepOfScale(15, "hors norme"),
]


class Tags(HTMLParser):
    """Every opening tag: its name and attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def classes(self) -> list[str | None]:
        return [attrs["class"] for _, attrs in self.tags if attrs.get("class")]


def part(name: str, *args: Any, lang: str = "fr", **values: Any) -> Tags:
    return Tags(draw_part("parts.html", name, lang, *args, **values))


def test_what_parts_point_at_is_defined_once() -> None:
    defined = [attrs["id"] for _, attrs in part("defs").tags if "id" in attrs]
    assert len(defined) == len(set(defined))
    pointing: list[tuple[str, tuple[Any, ...]]] = [
        ("die", (6,)),
        ("die", (0,)),
        ("d10", ()),
        ("icon", ("eye",)),
    ]
    drawn = "".join(draw_part("parts.html", name, "fr", *args) for name, args in pointing)
    for href in re.findall(r'href="#([^"]+)"', drawn):
        assert href in defined


def test_each_face_has_as_many_pips() -> None:
    html = draw_part("parts.html", "defs", "fr")
    for face in range(1, 7):
        drawn = re.search(rf'<g id="die-6-{face}">(.*?)</g>', html)
        assert drawn is not None
        assert drawn[1].count("d-pip") == face


@pytest.mark.parametrize(("lang", "label"), [("fr", "dé\N{NO-BREAK SPACE}: 4"), ("en", "die: 4")])
def test_a_thrown_die_is_read_out(lang: str, label: str) -> None:
    for sides in (6, 10, 20):
        (_, drawn) = part("dice", sides, [4], "deusex", 3, lang=lang).tags[1]
        assert (drawn["role"], drawn["aria-label"]) == ("img", label)


def test_a_die_beside_words_is_silent() -> None:
    assert part("die", 4).tags[0][1]["aria-hidden"] == "true"


@pytest.mark.parametrize(
    ("game", "values", "drawn"),
    [
        ("undesix", {}, "die"),
        ("undesix", {"theirs": True}, "die bone"),
        ("cle-en-main", {}, "die key"),
        ("cle-en-main", {"named": "red", "theirs": True}, "die red"),
        ("d6", {}, "die brass"),
        ("d6", {"kind": "hollow"}, "die hollow"),
    ],
)
def test_dice_are_those_of_the_game(game: str, values: dict[str, Any], drawn: str) -> None:
    assert part("dice", 6, [1, 2], game, **values).classes() == ["dice", drawn, drawn]


def test_a_line_decides_how_its_dice_lie() -> None:
    assert [turn_of(12, place) for place in range(3)] == [turn_of(12, place) for place in range(3)]
    assert len({turn_of(12, place) for place in range(6)}) == 6
    assert all(abs(turn_of(line)) < 10 for line in range(100))


def test_the_form_of_a_stamp_says_success_and_its_colour_for_or_against_us() -> None:
    for good, ours, kind in [
        (True, True, "hit"),
        (False, True, "miss"),
        (True, False, "hit foes"),
        (False, False, "miss foes"),
    ]:
        stamp = part("stamp", "touché", good, ours)
        assert stamp.classes()[0] == f"stamp {kind}"
        assert stamp.tags[2][1]["href"] == ("#i-tick" if good else "#i-cross")
        assert part("verdict", "touché", good, ours).classes()[0] == ("verdict good" if good == ours else "verdict bad")


def test_a_token_has_the_tint_that_was_chosen_or_that_of_the_name() -> None:
    assert part("token", "le loup", foe=True).classes() == [f"token {by_name('le loup')} foe"]
    assert part("token", "Ana", "t8").classes() == ["token t8"]
    assert part("token", "brigand 2", "t3").classes() == ["token t3 two"]
    assert {by_name(f"name {n}") for n in range(100)} == {f"t{n}" for n in range(1, TINTS + 1)}


def test_boxes_show_what_is_left_and_what_is_about_to_be_paid() -> None:
    ticks = [attrs.get("class") for tag, attrs in part("boxes", "PHY", 3, 5, 1).tags if tag == "i"]
    assert ticks == [None, None, "paid", "o", "o"]
    assert "3 sur 5" in draw_part("parts.html", "boxes", "fr", "PHY", 3, 5)


def test_a_count_that_nothing_bounds_is_read_out_alone() -> None:
    """« 5 sur 5 » after a wound would say that nothing is lost."""
    told = draw_part("parts.html", "boxes", "fr", "Ligne", 5, None)
    assert "sur" not in told
    assert '<span class="sr">5</span>' in told
    assert told.count("<i></i>") == 5


@pytest.mark.parametrize("macro", ["short", "meter"])
def test_a_count_of_a_sheet_that_says_no_most_is_read_out_alone(macro: str) -> None:
    """Beside a name and on the sheet, where a game has no paper of its own."""
    line = SimpleNamespace(
        id="line", label="Ligne", value=5, said="5", most=None, low=None, drawn="boxes", steps=(), word=""
    )
    given = ("pebbles",) if macro == "short" else ()
    assert '<span class="sr">5</span>' in draw_part("sheets/entries.html", macro, "fr", line, *given)


@pytest.mark.parametrize(("lang", "label"), [("fr", "1 point d'héroïsme sur 8"), ("en", "1 of 8 points of heroism")])
def test_points_drawn_with_a_picture_are_read_out(lang: str, label: str) -> None:
    points = part("points", look_of("cle-en-main").pictures["heroism"], 1, 8, lang=lang)
    assert points.tags[0][1]["aria-label"] == label
    assert points.classes().count("point1 o") == 7


def test_the_tier_that_holds_is_named_and_the_others_where_they_fit() -> None:
    scale = scale_of(14, 14, -5, TIERS)
    assert [(word.label, word.here) for word in scale.words] == [("blessé", False), ("en forme", True)]
    assert scale.full == 100
    assert scale.notches == (31.58, 57.89)
    assert [word.label for word in scale_of(-4, 14, -5, TIERS).words if word.here] == ["grièvement blessé"]


def test_words_under_a_gauge_do_not_cover_each_other() -> None:
    for value in range(-5, 15):
        spans = [word.span for word in scale_of(value, 14, -5, TIERS).words]
        assert spans
        assert all(before[1] <= after[0] for before, after in pairwise(spans))
        assert all(start >= 0 and end <= 100 for start, end in spans)


def test_a_gauge_beyond_its_bounds_is_full_or_empty() -> None:
    assert (scale_of(9, 7, None, []).full, scale_of(-3, 7, None, []).full, scale_of(0, 0, None, []).full) == (100, 0, 0)


def test_a_lost_die_of_a_code_is_hollow() -> None:
    assert part("code", 3, 1, 1).classes() == ["code", "die brass", "die brass", "die hollow", "plus"]


def test_a_title_in_quotes_stays_whole_and_is_escaped() -> None:
    assert whole("Oublier « A<b » ?") == 'Oublier <span class="whole">« A&lt;b » ?</span>'
    assert whole("Forget “A « b » c”?") == 'Forget <span class="whole">“A « b » c”?</span>'
    assert whole("Fin") == "Fin"
