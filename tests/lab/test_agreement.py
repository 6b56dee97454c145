"""`python -m bench agreement`, on few fights: chains agree with `perform`, and one that is wrong is seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from bench import agreement

from tablee.lab.fights import Estimate, Result, fight


def test_a_duel_solved_and_a_duel_thrown_agree() -> None:
    told = agreement.compared("undesix", "brutal", "careful", fights=60, seed=1)
    assert max(map(abs, told["z"].values())) < agreement.MAX_Z
    assert set(told["z"]) == {"one wins", "two wins", "nicolas falls", "brigand falls", "rounds"}


def test_a_chain_that_is_wrong_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(asked: Any) -> Result:
        return replace(fight(asked), wins=(Estimate(0.9), Estimate(0.1)))

    monkeypatch.setattr(agreement, "fight", mistaken)
    told = agreement.compared("undesix", "brutal", "careful", fights=60, seed=1)
    assert abs(told["z"]["one wins"]) > agreement.MAX_Z
