"""The atouts that are actions with a test: heroism, primes and penalties go with them as with any other."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.attack.manoeuvres import finish_off
from tablee.games.cle_en_main.people import atout_actions
from tablee.rules.tell import card
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import doing, on, refused

SKILLS = {"authority": 6, "eloquence": 6}
ATOUTS = ({"id": "t12", "ticked": True}, {"id": "t24", "ticked": True}, {"id": "t19", "ticked": True})


def facing(**ana: Any) -> Any:
    cast = {
        "ana": fighter("Ana", weapon="assault_rifle", skills=SKILLS, atouts=ATOUTS, **ana),
        "bob": fighter("Bob", kind="boss", skills={"willpower": 7, "perception": 7}),
    }
    return on("ana", cast, round=1, acted=("bob",))


@pytest.mark.parametrize("feat", [atout_actions.stare, atout_actions.feint])
def test_the_extra_die_is_for_any_test_of_ones_own(feat: Any) -> None:
    """CEM-HERO-03, -08: 6 + 9 + 2 against 7 + 9, for a point."""
    done, after = doing(feat, facing(heroism=1), [3, 3, 3, 2, 3, 3, 3], target="bob", heroic=True)
    assert (done.outcome.parts[0].grade.id, after["ana"].heroism) == ("touched", 0)
    assert refused(feat, facing(), target="bob", heroic=True) == "CEM-HERO-03"


@pytest.mark.parametrize("feat", [atout_actions.stare, atout_actions.feint])
def test_a_prime_and_its_penalty_go_with_any_action_that_needs_a_test(feat: Any) -> None:
    """CEM-PRIME-01, CEM-PEN-03, -05: Efficacité for Danger; a Risque brings its incident."""
    told: dict[str, Any] = {"target": "bob", "primes": ("effectiveness",)}
    done, after = doing(feat, facing(), [3, 3, 3, 3, 3, 3], **told, penalties=("danger",))
    assert (done.outcome.parts[0].grade.id, after["ana"].danger) == ("touched", 1)
    assert refused(feat, facing(), **told) == "CEM-PRIME-01"
    assert refused(feat, facing(), **told, penalties=("light_wound",)) == "CEM-PRIME-01"
    failed, _ = doing(feat, facing(), [1, 1, 2, 3, 3, 3], **told, penalties=("risk",))
    assert "incident" in card(GAME, facing(), failed, "fr")


def test_the_mj_may_count_eleven_for_the_npc() -> None:
    """CEM-AUTO11-01."""
    done, _ = doing(atout_actions.stare, facing(), [4, 4, 4], target="bob", auto11=("bob",))
    assert done.outcome.parts[0].grade.id == "unmoved"


def test_a_barrage_pins_each_target_once() -> None:
    """CEM-ATOUT-02, CEM-EQUIP-08."""
    _, after = doing(atout_actions.barrage, facing(), targets=("bob",) * 5)
    assert [mark.id for mark in after["bob"].marks] == ["hindrance"]


@pytest.mark.parametrize(
    ("feat", "atout", "told"),
    [
        (atout_actions.rally, "t06", {}),
        (atout_actions.rig, "t14", {"target": "cleo", "skill": "reflexes"}),
        (atout_actions.barrage, "t19", {"targets": ("bob",)}),
        (finish_off, "", {"target": "bob"}),
    ],
)
def test_one_stands_up_with_any_action(feat: Any, atout: str, told: dict[str, Any]) -> None:
    """CEM-ACT-02: « une action en même temps qu'il se relève »; without a test there is nothing to take 2 from."""
    cast = {
        "ana": fighter(
            "Ana", weapon="assault_rifle", atouts=({"id": atout, "ticked": True},) * bool(atout), prone=True
        ),
        "bob": fighter("Bob", kind="boss", vitality=0, wakes_at=9),
        "cleo": fighter("Cléo"),
    }
    scene = on("ana", cast, round=1, acted=("bob",))
    assert doing(feat, scene, **told)[1]["ana"].prone
    assert not doing(feat, scene, **told, moving=True)[1]["ana"].prone
