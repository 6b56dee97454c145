"""The short way of reckoning odds, damage net of what is spared, and the long one say the same."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.errors import BadFields
from tablee.games.cle_en_main.attack import actions as combat
from tablee.games.cle_en_main.attack import odds as attack_odds
from tablee.games.cle_en_main.attack.declaration import Attack
from tablee.games.cle_en_main.attack.team import TeamAttack, team_attack
from tablee.rules.run import expected, planned
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import on, refused

BOLD = {"cle-en-main.extra-die": True, "cle-en-main.redo": True, "cle-en-main.redo-die": True}


@pytest.mark.parametrize("weapon", ["knife", "grenade"])
@pytest.mark.parametrize(
    "answers", [{}, {"cle-en-main.redo": True}, BOLD, {"bob/cle-en-main.redo": True, "bob/cle-en-main.extra-die": True}]
)
@pytest.mark.parametrize("imposed", [(), ("light_wound",)])
def test_net_damage_changes_no_odds(
    weapon: str, answers: dict[str, Any], imposed: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """CEM-DMG-06, CEM-HERO-04, CEM-EQUIP-10."""
    ana, bob = fighter("Ana", 8, 6, weapon, heroism=4, vitality=5), fighter("Bob", 5, 7, heroism=4, vitality=5)
    do, plan = Attack(target="bob", free=("deadly_attack",), imposed=imposed), planned(answers)
    short = expected(combat.attack, on("ana", {"ana": ana, "bob": bob}, round=1), do, plan)
    monkeypatch.setattr(attack_odds, "only_net", lambda *_: False)
    assert short == expected(combat.attack, on("ana", {"ana": ana, "bob": bob}, round=1), do, plan)


@pytest.mark.parametrize("struck", ["ana", "eve"])
def test_a_blow_turned_on_whoever_does_not_lead(struck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """CEM-HERO-05, -07, CEM-ATTACK-03: what the heroic die of the defence spares, it spares nobody else."""
    cast = {
        "ana": fighter("Ana", 8, kind="boss"),
        "eve": fighter("Eve", 8, kind="boss"),
        "bob": fighter("Bob", 5, 7, heroism=4, atouts=({"id": "t24", "ticked": True},)),
    }
    do, plan = (
        TeamAttack(target="bob", helpers=("eve",)),
        planned({"cle-en-main.extra-die": True, "cle-en-main.damage": f"turn:{struck}"}),
    )
    short = expected(team_attack, on("ana", cast, round=1), do, plan)
    monkeypatch.setattr(attack_odds, "only_net", lambda *_: False)
    assert short == expected(team_attack, on("ana", cast, round=1), do, plan)


def test_nobody_attacks_himself() -> None:
    """CEM-EQUIP-09: only a Zone may catch the attacker."""
    cast = {"ana": fighter("Ana"), "zoe": fighter("Zoé", weapon="grenade"), "bob": fighter("Bob", kind="boss")}
    both: dict[str, Any] = {"target": "bob", "others": ("ana",), "free": ("multiple_attack",)}
    assert refused(combat.attack, on("ana", cast), **both) == "CEM-EQUIP-09"
    with pytest.raises(BadFields):
        refused(combat.attack, on("ana", cast), target="ana")
    assert combat.attack.refuse(on("zoe", cast), Attack(target="bob", others=("zoe",))) is None
