"""Magic sleepers, golems and their mages, the dead and the helpless: who acts, who helps, who is spared."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.undesix import GAME
from tablee.games.undesix.check.oppositions import oppose_groups
from tablee.games.undesix.check.together import together
from tablee.games.undesix.magic.casting import cast
from tablee.games.undesix.magic.examples import EXAMPLES
from tablee.games.undesix.magic.resisting import resist
from tablee.games.undesix.magic.state import asleep
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.world.hazards import deprive
from tablee.games.undesix.world.healing import treat
from tablee.rules.action import Scene
from tablee.text import Name
from tests.games.undesix.bout import Bout, fighter
from tests.games.undesix.cast import doing, refused, sheet

SLEEP: dict[str, Any] = {"verbs": ("create",), "essences": ("sleep",), "effect": "sleep", "duration": "hour_1"}
LIGHT: dict[str, Any] = {"verbs": ("create",), "essences": ("light",)}


def sleeping(**options: Any) -> Scene[Sheet]:
    """Victor sleeps by the magic of Mira."""
    people = {"m": sheet(psy=40), "v": sheet(psy=0, psy_max=9), "w": sheet(phy=1, phy_max=4)}
    return doing(cast, GAME.scene("m", people, options), [1], **SLEEP, targets=("v",))[1]


@pytest.mark.parametrize("die", [6, 2])
def test_an_attack_wakes_hit_or_not(die: int) -> None:
    """UDS-MAGIC-37: « dès qu'on l'attaque »."""
    people = {"m": fighter(Name("Mira"), 4, 2, 5, psy=40), "f": fighter(Name("Fenn"), 2, 2, 4)}
    bout = Bout({**people, "v": fighter(Name("Victor"), 9, 2, 3, psy=0)})
    bout.does("", "fight", one=("m", "f"), two=("v",))
    bout.does("m", "cast", 1, **SLEEP, targets=("v",))
    assert asleep(bout.scene, "v")
    bout.does("f", "attack", die, target="v")
    assert bout["v"].phy == 9
    assert not asleep(bout.scene, "v")
    assert bout.may_act == ["v"]


def test_a_sleeper_needs_nothing_and_does_nothing() -> None:
    """UDS-MAGIC-37: « pas besoin de s'alimenter »."""
    at = sleeping()
    assert refused(deprive, at, target="v", lacks=("food", "drink"), hours=96) == "UDS-MAGIC-37"
    assert refused(deprive, at, target="w", lacks=("food",), hours=96) == ""
    assert refused(treat, at.acting("v"), target="w") == "UDS-MAGIC-37"
    assert refused(resist, at.acting("v")) == "UDS-MAGIC-37"


@pytest.mark.parametrize(
    ("action", "values"),
    [
        (together, {"characteristic": "phy", "helpers": ("v",)}),
        (oppose_groups, {"mine": "phy", "theirs": "phy", "allies": ("v",), "opponents": ("w",)}),
        (oppose_groups, {"mine": "phy", "theirs": "phy", "opponents": ("v",)}),
        (cast, {**LIGHT, "helpers": ("v",)}),
    ],
)
def test_neither_sleepers_nor_the_dead_help(action: Any, values: dict[str, Any]) -> None:
    """UDS-ACTION-14, UDS-MAGIC-36."""
    assert refused(action, sleeping(), **values) == "UDS-MAGIC-37"
    for phy, rule in ((-1, "UDS-HEALTH-04"), (0, "UDS-HEALTH-03")):
        people = {"m": sheet(psy=40), "v": sheet(phy=phy, psy=9), "w": sheet()}
        assert refused(action, GAME.scene("m", people), **values) == rule


def test_a_helper_counts_once() -> None:
    """UDS-MAGIC-36."""
    at = GAME.scene("m", {"m": sheet(psy=12), "v": sheet(psy=9)})
    done, _ = doing(cast, at, [6], **LIGHT, helpers=("v", "v", "m"))
    assert "aide 1" in " ".join(item.say("fr") for item in done.why)
    assert done.outcome.parts[0].grade.id == "failed"  # 12 − 8 + 1


def golem_of(**more: Any) -> Bout:
    """Mira has made a golem; Fenn is against them."""
    people = {"m": fighter(Name("Mira"), 3, 2, 5, psy=30), "f": fighter(Name("Fenn"), 9, 2, 1)}
    bout = Bout({**people, **more})
    bout.does("", "fight", one=("m",), two=("f",))
    bout.does("m", "cast", 1, **EXAMPLES["F7-25"].cast.model_dump())
    return bout


def test_the_golem_obeys_while_its_mage_only_minds_it() -> None:
    """UDS-MAGIC-21."""
    bout = golem_of()
    assert bout.may_act == ["golem-m-1"]
    bout.does("golem-m-1", "attack", 6, target="f")
    bout.does("f", "hold")
    bout.does("", "next-round")
    bout.does("m", "hold")
    assert bout.may_act == ["golem-m-1"]


def test_the_golem_stops_with_its_mage() -> None:
    """UDS-MAGIC-21: « tant que celui-ci reste concentré »: another action, a wound, death."""
    busy = golem_of()
    busy.does("golem-m-1", "hold")
    busy.does("f", "hold")
    busy.does("", "next-round")
    busy.does("m", "attack", 6, target="f")
    assert busy.due == ["undesix.let-go"]
    busy.does("m", "let-go", spell="spell-1")
    assert busy.may_act == ["f"]
    for die in (5, 1):
        wounded = golem_of()
        wounded.does("golem-m-1", "hold")
        wounded.does("f", "hold")
        wounded.does("", "next-round")
        wounded.does("m", "hold")
        wounded.does("golem-m-1", "hold")
        wounded.does("f", "attack", die, target="m")
        assert wounded.due == ["undesix.let-go"]
        wounded.does("m", "let-go", spell="spell-1")
        assert "golem-m-1" not in wounded.may_act


def test_a_wound_in_the_round_of_its_casting_undoes_a_golem() -> None:
    """UDS-MAGIC-23: the mage is still saying the spell."""
    bout = golem_of()
    bout.does("golem-m-1", "hold")
    bout.does("f", "attack", 5, target="m")
    assert bout.due == ["undesix.spell-ends"]


def test_the_mages_whom_the_mj_plays_learn_nothing() -> None:
    """UDS-XP-01."""
    for pc, learnt in ((True, True), (False, False)):
        _, later = doing(cast, GAME.scene("m", {"m": sheet(psy=40, pc=pc)}), [1], **LIGHT)
        assert bool(later["m"].skills) is learnt
