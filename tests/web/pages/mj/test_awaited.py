"""Whom the MJ waits for: nobody who may not know that something is asked of them; and what waits for the MJ."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tablee.table.seen.view import Pending, PendingUnseen
from tablee.table.topics.action import Act
from tablee.table.topics.character import Claim
from tablee.table.topics.decision import Answer
from tablee.table.topics.seat import Invite, Join
from tablee.web.pages.mj.awaiting import awaited
from tablee.web.pages.table.decisions import answers_for
from tests.web.pages.mj.conftest import Run
from tests.web.pages.table.test_cards import Evening

Running = Callable[[str], Run]


def on_top(run: Run) -> str:
    """What stands on top of the MJ's screen, without its tags."""
    top = run.mj.get(f"/t/{run.table}/mj").text.partition('id="awaited"')[2].partition("</aside>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", top.partition(">")[2]).split())


def test_a_question_to_the_mj_stands_on_top_with_the_way_to_its_card(running: Running) -> None:
    """D6-COMBAT-04: how the brigand defends was asked half out of sight, in a story of three fingers."""
    run = running("d6")
    run.do("mj", Act(actor=run.who, action="d6.attack", params={"target": run.foe}))
    assert on_top(run).startswith("le Rouquin Comment se défendre")
    text = run.mj.get(f"/t/{run.table}/mj").text
    card = next(one for one in (run.view.pending,) if one).n
    assert f'mj?panel=ask#n{card}"' in text
    assert re.search(r'id="last"[^>]* data-asks', text)
    run.do("mj", Answer(answers={run.foe: run.view.asked[run.foe].default}))
    assert "Comment se défendre" not in on_top(run)


def test_whom_nobody_plays_is_the_mj_s_to_play_in_their_turn(running: Running) -> None:
    """CEM-TURN-02: at the turn of a character without a player, nothing on the MJ's screen said what to do."""
    run = running("cle-en-main")
    free = [who for who, one in run.view.cast.items() if one.free and who != run.who]
    assert on_top(run).count("Jouer") == 2
    assert "peuvent agir, et personne ne les joue." in on_top(run)
    assert f"who={free[0]}" in run.mj.get(f"/t/{run.table}/mj").text.partition("personne ne les joue")[2][:200]
    other = run.do("mj", Invite()).seat
    run.do(other, Join(called="Ben", colour="encre"))
    run.do(other, Claim(who=free[0]))
    assert "(Ana) ou " in on_top(run)
    assert "peut agir, et personne ne joue ce personnage." in on_top(run)


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
