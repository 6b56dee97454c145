"""Whom the MJ waits for: nobody who may not know that something is asked of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.table.seen.view import Pending, PendingUnseen
from tablee.table.topics.action import Act
from tablee.table.topics.decision import Answer
from tablee.web.pages.mj.awaiting import awaited
from tablee.web.pages.table.decisions import answers_for
from tests.web.pages.table.test_cards import Evening


@pytest.mark.parametrize("audience", ["open", "secret"])
def test_what_a_player_may_not_know_of_is_the_mj_s_to_answer(tmp_path: Path, audience: str) -> None:
    """An NPC strikes somebody in secret, who could defend: their player sees nothing, so the MJ is the one awaited."""
    evening = Evening(tmp_path, "deusex")
    blow = Act(actor=evening.foe, action="deusex.oppose", params={"opponent": evening.hero}, audience=audience)
    evening.do(evening.mj, blow)
    mine, hers = evening.view(evening.mj), evening.view(evening.ana)
    assert isinstance(mine.pending, Pending)
    asked = list(mine.pending.asked)
    assert evening.hero in asked
    secret = audience == "secret"
    assert mine.pending.unaware == ([evening.hero] if secret else [])
    assert answers_for(evening.hero, mine) == secret
    assert bool(awaited(mine, "fr")) != secret
    assert isinstance(hers.pending, PendingUnseen) == secret
    evening.do(evening.mj, Answer(answers={who: one.default for who, one in mine.pending.asked.items()}))
    evening.house.store.close()
