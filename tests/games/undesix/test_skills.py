"""Skills: their notation, their scores, the invented ones."""

from __future__ import annotations

import pytest

from tablee.errors import BadInput
from tablee.games.undesix.check.checks import try_it
from tablee.games.undesix.people.progress import award, invent, study
from tablee.games.undesix.sheet import Learnt
from tablee.games.undesix.skills import LISTED, SKILLS, Formula, bonus, ceiling, formula
from tablee.text import Text
from tests.games.undesix.cast import alone, doing, refused, sheet


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("PHY", Formula(("phy",))),
        ("(PSY-2)", Formula(("psy",), -2)),
        ("psy − 2", Formula(("psy",), -2)),
        ("MAG-2", Formula(("psy",), -2)),
        ("PHY contre DEX", Formula(("phy",), against="dex")),
        ("PSY-2 contre SENS-1", Formula(("psy",), -2, against="sens", against_modifier=-1)),
        ("PHY+1-CA", Formula(("phy",), 1, less_ca=True)),
        ("PHY+Vitalité-4-CA", Formula(("phy",), -4, vitality=True, less_ca=True)),
        ("PSY ou SENS", Formula(("psy", "sens"))),
    ],
)
def test_reading_a_skill(written: str, read: Formula) -> None:
    """UDS-SKILL-01, UDS-CHAR-02, UDS-OPP-03."""
    assert formula(written) == read


@pytest.mark.parametrize("written", ["", "FORCE", "PHY*2", "PHY+CA", "PHY contre DEX contre SENS", "2", "PHY-"])
def test_what_cannot_be_read_says_so(written: str) -> None:
    """UDS-SKILL-01."""
    with pytest.raises(BadInput, match="cannot be read"):
        formula(written)


def test_score_of_a_skill() -> None:
    """UDS-SKILL-03: SAV 4 and +3 in Médecine make 7; a skill never used is the bare formula (UDS-SKILL-02)."""
    doctor = sheet(sav=4, skills={"medicine": Learnt(xp=3)})
    assert sum(term.value for term in doctor.skill_terms("medicine")) == 7
    assert sum(term.value for term in doctor.skill_terms("somersault")) == -1


def test_the_better_of_two_characteristics_speaks() -> None:
    """UDS-CHAR-08, UDS-SKILL-03: Persuasion under PSY or SENS."""
    assert [term.key for term in sheet(psy=2, sens=5).skill_terms("persuasion")] == ["sens"]


def test_stealth_is_one_skill_under_dexterity() -> None:
    """UDS-SKILL-05."""
    assert SKILLS["stealth"].formula == Formula(("dex",))


def test_every_listed_skill_has_a_ceiling_rule() -> None:
    """UDS-SKILL-07: categories are known, weapons are combat skills."""
    assert {skill.category for skill in LISTED.values()} == {"ordinary", "combat", "special", "aim"}
    assert ceiling("combat") is ceiling("essence") is None
    assert [bonus(category, 6, 1) for category in ("ordinary", "special", "verb", "aim", "combat", "essence")] == [
        4,
        4,
        4,
        0,
        8,
        8,
    ]


def test_an_invented_skill_is_played_and_learnt() -> None:
    """UDS-SKILL-04, UDS-XP-13: Étiquette for nobles is SAV+1."""
    _, scene = doing(invent, alone(sheet(sav=3)), [], skill="Cour du roi", formula="SAV+1")
    done, scene = doing(try_it, scene, [4], skill="Cour du roi")
    assert done.outcome.parts[0].grade.good
    assert scene["ana"].line("Cour du roi").xp == 1
    _, scene = doing(try_it, scene, [1], characteristic="sav")
    assert list(scene["ana"].skills) == ["Cour du roi"], "a plain characteristic teaches nothing"


def test_a_bad_invention_is_refused() -> None:
    """UDS-SKILL-01, -04."""
    scene = alone(sheet(skills={"Danse": Learnt(formula="DEX", name="Danse")}))
    assert refused(invent, scene, skill="Chant", formula="VOIX") == "UDS-SKILL-01"
    assert refused(invent, scene, skill="Danse", formula="DEX") == "UDS-SKILL-04"
    assert refused(invent, scene, skill="stealth", formula="DEX") == "UDS-SKILL-04"
    assert refused(invent, scene, skill="verb:voler", formula="DEX") == "UDS-SKILL-04"


def test_study_and_awards_stop_at_the_ceiling() -> None:
    """UDS-XP-11, -12: a year a point; not the point of the game."""
    scene = alone(sheet(skills={"history": Learnt(xp=2)}))
    done, scene = doing(study, scene, [], skill="history", years=5)
    assert scene["ana"].bonus("history") == 4
    assert done.outcome.headline.say("en") == "Ana studies History for 5 years: +2"
    assert refused(study, scene, skill="history") == "UDS-XP-03"
    assert refused(award, scene, skill="aim") == "UDS-XP-08"
    _, scene = doing(award, scene, [], skill="music")
    assert (scene["ana"].bonus("music"), scene["ana"].gained) == (1, ())
    _, scene = doing(award, scene, [], skill="essence:fire")
    assert scene["ana"].bonus("essence:fire") == 1


@pytest.mark.parametrize(
    ("written", "fr", "en"),
    [
        ("psy−2 contre sens", "PSY-2 contre SENS", "PSY-2 against SENS"),
        ("PHY against DEX+1", "PHY contre DEX+1", "PHY against DEX+1"),
        ("psy or sens", "PSY ou SENS", "PSY or SENS"),
        ("PHY+Vitality-4-CA", "PHY+Vitalité-4-CA", "PHY+Vitality-4-CA"),
    ],
)
def test_a_formula_is_written_in_the_reader_s_language(written: str, fr: str, en: str) -> None:
    """UDS-SKILL-01."""
    assert formula(written).written == Text(fr, en)
    assert formula(fr) == formula(en) == formula(written)
