"""The sheet: scores, states, wounds, what is learnt."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.undesix import GAME
from tablee.games.undesix.experience import Learn
from tablee.games.undesix.sheet import Learnt, Sheet
from tablee.games.undesix.world.health import Drain, Wound
from tests.games.undesix.cast import sheet


def test_rolls_use_what_remains() -> None:
    """UDS-CHAR-01, -03, -04: Nicolas, PHY 5, has lost 2 points and strikes with 3."""
    wounded = Wound("ana", 2).on(sheet(phy=5))
    assert (wounded.score("phy").amount, wounded.phy_max) == (3, 5)


def test_vitality_goes_first_and_does_not_help_rolls() -> None:
    """UDS-CHAR-10, UDS-HEALTH-02."""
    hard = sheet(phy=4, vitality=2)
    assert hard.score("phy").amount == 4
    bled = Wound("ana", 3).on(hard)
    assert (bled.vitality, bled.phy) == (0, 3)


@pytest.mark.parametrize(
    ("phy", "pc", "to_minus_ten", "state"),
    [
        (1, True, False, "able"),
        (0, True, False, "dying"),
        (-1, True, False, "dead"),
        (-1, True, True, "unconscious"),
        (-10, True, True, "unconscious"),
        (-11, True, True, "dead"),
        (-1, False, True, "dead"),
    ],
)
def test_states_of_health(phy: int, pc: bool, to_minus_ten: bool, state: str) -> None:
    """UDS-HEALTH-03, -04, -05, UDS-OPT-10."""
    assert sheet(phy=phy, pc=pc).state_if(to_minus_ten) == state


def test_why_somebody_cannot_act() -> None:
    """UDS-HEALTH-03…05, UDS-OPT-06, UDS-STATE-01."""
    reasons = [
        sheet(phy=0).unable(),
        sheet(phy=-1).unable(),
        sheet(phy=-1).unable(to_minus_ten=True),
        sheet(exhausted=4).unable(),
        sheet(dex=0).unable(moving=True),
    ]
    assert [note.say("fr") for note in reasons if note] == [
        "Ana est mourante et ne peut pas agir",
        "Ana est morte",
        "Ana est inconsciente et ne peut pas agir",
        "Ana est à bout de forces pour 4 minutes encore et ne peut pas agir",
        "À 0 en Dextérité, Ana ne coordonne plus aucun mouvement",
    ]
    assert sheet(dex=0).unable() is None
    assert sheet(psy=0).unable() is None, "UDS-STATE-03: exhausted, but may act"


def test_madness_is_counted_from_the_lowest_point() -> None:
    """UDS-STATE-04, UDS-HEAL-02: a new low extends it, coming back does not shorten it, −11 is for good."""
    mad = Drain("ana", 5).on(sheet(psy=2))
    assert (mad.psy, mad.mad_days, mad.mad_for_good) == (-3, 3, False)
    better = mad.with_changes(psy=2)
    assert better.mad_days == 3
    assert Drain("ana", 4).on(better).mad_days == 3
    assert Drain("ana", 7).on(better).mad_days == 5
    assert Drain("ana", 13).on(better).mad_for_good
    assert Drain("ana", 5, madness=False).on(sheet(psy=2)).mad_days == 0


def test_one_point_per_skill_and_game_at_once() -> None:
    """UDS-XP-01, -02: the second success of the game teaches nothing."""
    first = Learn("ana", "stealth").on(sheet())
    assert first.bonus("stealth") == 1
    assert Learn("ana", "stealth").on(first) is first
    assert Learn("ana", "stealth").on(first.with_changes(gained=())).bonus("stealth") == 2


@pytest.mark.parametrize(
    ("key", "xp", "learns"),
    [
        ("stealth", 3, True),
        ("stealth", 4, False),
        ("weapon:bow", 9, True),
        ("weapon:war_hammer", 4, False),
        ("headbutt", 4, False),
        ("verb:create", 4, False),
        ("essence:fire", 12, True),
        ("aim", 0, False),
        ("griffin", 3, True),
    ],
)
def test_ceilings(key: str, xp: int, learns: bool) -> None:
    """UDS-XP-03, -04, -05, -07, -08, -13, UDS-SKILL-07."""
    line = Learnt(xp=xp, formula="DEX-1", name="Acrobatie de griffon")
    assert sheet(skills={key: line}).may_learn(key) is learns


def test_doue_shows_as_far_as_it_counts() -> None:
    """UDS-QUAL-05, -07: 3 of experience and Doué are worth 4, no more."""
    gifted = sheet(sav=4, skills={"medicine": Learnt(xp=3, gifted=1)})
    assert [(term.key, term.value) for term in gifted.skill_terms("medicine")] == [
        ("sav", 4),
        ("xp", 3),
        ("gifted", 1),
    ]
    fighter = sheet(skills={"weapon:bow": Learnt(xp=3, gifted=1)})
    assert fighter.bonus("weapon:bow") == 5


def test_a_box_for_luck_without_effect() -> None:
    """UDS-SKILL-06, UDS-CREATE-12."""
    assert sheet().chance == 0
    assert [term.value for term in sheet(chance=6).skill_terms("stealth")] == [3]


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 30))
def test_no_point_is_lost_or_made(phy: int, vitality: int, points: int) -> None:
    """UDS-HEALTH-01, -02, UDS-COMBAT-06."""
    before = sheet(phy=phy, vitality=vitality)
    hurt = Wound("ana", points).on(before)
    assert before.phy + before.vitality - points == hurt.phy + hurt.vitality
    assert hurt.vitality >= 0
    assert hurt.phy == before.phy or hurt.vitality == 0


@pytest.mark.parametrize("who", list(GAME.ready()))
def test_sheets_survive_json(who: str) -> None:
    ready = GAME.ready()[who]
    data = json.loads(json.dumps(ready.model_dump(mode="json")))
    assert Sheet.model_validate(data) == ready
