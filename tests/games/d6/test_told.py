"""Creation, tests and oppositions as players read them."""

from collections.abc import Callable

import pytest

from tablee.games.d6.book import BOOK
from tablee.rules.run import Done
from tablee.rules.why import Note
from tablee.text import LANGS
from tests.games.d6.stage import Stage


@pytest.mark.parametrize("lang", LANGS)
def test_tests_and_oppositions(golden: Callable[[str, str], None], lang: str) -> None:
    """D6-TEST-01…05, D6-CRIT-01…05, D6-OPP-01, as cards."""
    stage = Stage("mael", "ysolde", "loup", lang=lang)
    stage.does("mael", "test", 3, 4, 5, 2, 4, 3, what="Forge", difficulty="hard", specialities=["acier"])
    stage.does("ysolde", "test", 4, 4, 5, what="Crochetage", threshold=13)
    stage.does("loup", "test", 6, 4, what="I", difficulty="medium")
    stage.does("loup", "test", 6, 6, 5, what="I", difficulty="medium")
    stage.does("mael", "test", 1, 1, what="Concentration", threshold=3)
    stage.does("loup", "roll", 6, 6, 2, what="I")
    stage.does("ysolde", "oppose", 3, 2, 4, 3, 5, 1, 4, 4, 3, target="mael", what="Discrétion", theirs="Vigilance")
    stage.does("mael", "oppose", 2, 3, 2, 3, 5, 3, target="ysolde", what="F", resists=True)
    stage.does("mael", "oppose", 1, 1, 1, 1, 1, 2, target="loup", what="F")
    stage.does("mael", "exert", 6, 4, 1, 2, 1, 1, effort="march")
    golden(f"d6/tests.{lang}.txt", "\n\n".join(stage.told) + "\n")


@pytest.mark.parametrize("lang", LANGS)
def test_creation_and_growth(golden: Callable[[str, str], None], lang: str) -> None:
    """D6-CREATE-01…06, D6-ADV-01, D6-SKILL-03, as cards."""
    stage = Stage(lang=lang)
    stage.does(
        "",
        "create",
        name="Aliénor",
        feminine=True,
        characteristics={"F": "3D", "A": "4D", "D": "4D", "Pe": "4D", "V": "3D+2", "Pr": "3D"},
        levels={"Épées": "3D", "Esquive": "2D", "Bijouterie": "2D", "Éloquence": "1D+1"},
        reserved={"Lecture et écriture": "points"},
        crafts=["Bijouterie"],
        specialities=["diamants", "épée longue"],
        speciality_levels={"diamants": 2},
        weapons=["Épée longue"],
    )
    stage.does("", "award", points=15)
    stage.does("alienor", "grow", what="Épées", to="3D+1")
    stage.does("alienor", "learn", what="noblesse")
    stage.does("", "grant", target="alienor", skill="Seconde vue")
    stage.does("alienor", "test", 3, 4, 5, what="Seconde vue", difficulty="easy")
    golden(f"d6/creation.{lang}.txt", "\n\n".join(stage.told) + "\n")


def test_what_was_compared_is_told_as_data() -> None:
    """D6-TEST-02, D6-OPP-01, D6-COMBAT-04: a total and its threshold, two totals, damage and resistance."""
    stage = Stage("mael", "loup")
    passed = stage.does("mael", "test", 5, 4, 5, 2, what="F", difficulty="medium")
    assert compared(passed) == [(16, 15, 1, "D6-TEST-02")]
    opposed = stage.does("mael", "oppose", 1, 1, 1, 1, 1, 2, target="loup", what="F")
    assert compared(opposed) == [(4, 5, -1, "D6-OPP-01")]
    struck = stage.does("mael", "attack", 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 3, 3, 3, target="loup", unaware=True)
    assert compared(struck) == [(21, 5, 16, "D6-TEST-02"), (25, 9, 16, "D6-COMBAT-04")]


def compared(done: Done) -> list[tuple[int, int, int | None, str]]:
    found = [item.comparison for item in done.why if isinstance(item, Note)]
    return [(one.total, one.against, one.margin, one.rule) for one in found if one]


def test_what_the_document_does_not_name_is_marked_ours() -> None:
    """D6-CRIT-01, D6-DERIVED-02, D6-BASE-02, D6-SPEC-03, D6-CREATE-01, D6-TEST-05: our readings, and four names."""
    for id in ("D6-CRIT-01", "D6-DERIVED-02", "D6-BASE-02", "D6-SPEC-03", "D6-CREATE-01"):
        assert BOOK[id].status == "gap"
    said = {what: Stage("mael", lang="fr") for what in ("F", "A", "D", "Pe", "V", "E")}
    for what, stage in said.items():
        stage.does("mael", "roll", *[2] * stage["mael"].characteristics[what].dice, what=what)
    named = [what for what, stage in said.items() if "nom proposé par Tablée" in stage.told[0]]
    assert named == ["F", "A", "D", "Pe"]
    assert "caractéristique proposée par Tablée" in said["E"].told[0]
