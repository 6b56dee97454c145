"""Characters follow their player from table to table, as a session has left them, with what happened."""

from __future__ import annotations

import pytest

from tablee.table.topics.correction import Correct
from tablee.table.topics.seat import Invite
from tests.web.pages.mj.conftest import running
from tests.web.pages.mj.test_screen import Running, plain

__all__ = ["running"]


@pytest.mark.parametrize(("game", "gauge"), [("undesix", "phy"), ("d6", "experience")])
def test_a_character_is_taken_along_as_the_session_left_them(running: Running, game: str, gauge: str) -> None:
    run = running(game)
    notice = run.ana.get(f"/t/{run.table}").text.partition('id="notice"')[2].partition("</aside>")[0]
    assert "emporter" not in notice
    run.post("end-fight", how="stopped")
    run.do("mj", Correct(who=run.who, field=gauge, value=3))
    assert run.post("end-session", here=run.who, told="Le pont a tenu.").status_code == 200
    notice = run.ana.get(f"/t/{run.table}").text.partition('id="notice"')[2].partition("</aside>")[0]
    assert f'value="{run.who}"' in notice
    taken = run.ana.post(f"/t/{run.table}/personnages/emporter", data={"who": run.who})
    assert taken.status_code == 303
    kept = plain(run.ana.get(taken.headers["location"]).text)
    assert "Ce qui lui est arrivé" in kept
    assert run.view.title in kept
    assert "Le pont a tenu." not in kept, "the MJ has not read it to them yet"
    run.post("tell-session", told="Le pont a tenu.\n\nLa bourse aussi.", read="true")
    run.ana.post(f"/t/{run.table}/personnages/emporter", data={"who": run.who})
    kept = plain(run.ana.get(taken.headers["location"]).text)
    assert kept.count("Le pont a tenu.") == 1
    assert "La bourse aussi." in kept
    other, token = run.house.open(game, "Ailleurs")
    invited = run.house.submit(other, run.house.seat(other, token), Invite())
    run.ana.get(f"/t/{other}/place/{invited.token}")  # type: ignore[union-attr]
    brought = run.ana.post(f"/t/{other}/personnages/amener", data={"who": run.who})
    assert brought.status_code == 303, plain(brought.text)
    sheet = run.house.view(other, "mj").cast[run.who].sheet
    assert sheet == run.view.cast[run.who].sheet
