"""Who is here: the MJ sends some elsewhere, goes to them and back; what each page says of it."""

from __future__ import annotations

from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.decision import Answer
from tests.web.pages.mj.conftest import Run
from tests.web.pages.mj.test_screen import EVERY_GAME, Running, plain
from tests.web.pages.reading import read


def shown(run: Run, path: str = "") -> str:
    answer = run.ana.get(f"/t/{run.table}{path}")
    assert answer.status_code == 200
    return answer.text


@EVERY_GAME
def test_some_part_ways_in_a_fight_and_the_mj_goes_to_and_fro(running: Running, game: str) -> None:
    run = running(game)
    run.post("prepare", title="La cave", text="Il y fait noir.")
    cellar = next(iter(run.view.scenes))
    assert cellar in run.mj.get(f"/t/{run.table}/mj").text.partition('id="parts-to"')[2].partition("</select>")[0]
    assert run.post("part-ways", who=run.who, scene=cellar).status_code == 200
    assert run.who not in {turn.who for turn in run.view.turns}
    assert "Vous êtes ailleurs" in plain(shown(run))
    assert "le meneur est avec les autres" in plain(shown(run, "/hand"))
    assert run.house.sheet(run.table, run.ana_seat, run.who, "fr").sections
    assert "Le groupe s’est séparé" in plain(run.mj.get(f"/t/{run.table}/ecran").text)
    there = read(run.mj, f"/t/{run.table}").form(f"/t/{run.table}/open-scene")
    assert run.post("open-scene", **there).status_code == 200
    assert run.view.cast[run.who].here
    assert "Il y fait noir." in plain(shown(run))
    back = read(run.mj, f"/t/{run.table}").form(f"/t/{run.table}/open-scene")
    assert run.post("open-scene", **back).status_code == 200
    assert run.post("rejoin").status_code == 200
    assert run.view.places == []
    assert "ailleurs" not in shown(run).partition('id="notice"')[2].partition("</aside>")[0]


@EVERY_GAME
def test_whoever_comes_back_in_a_fight_has_a_place_in_it(running: Running, game: str) -> None:
    run = running(game)
    run.post("part-ways", who=run.who)
    assert run.post("rejoin", who=run.who).status_code == 200
    assert run.who in {turn.who for turn in run.view.turns}


@EVERY_GAME
def test_moves_of_the_other_side_are_for_those_who_are_there(running: Running, game: str) -> None:
    run = running(game)
    run.do("mj", Arrange(opponents="by-themselves"))
    run.post("part-ways", who=run.who)
    before, version = len(run.house.lines(run.table, run.ana_seat)), run.house.state(run.table).version
    for _ in range(8):
        run.house.act_by_itself(run.table)
        asked = run.view.asked
        if asked:
            run.do("mj", Answer(answers={who: card.default for who, card in asked.items()}))
    run.post("say", text="Il se passe quelque chose.")
    assert run.house.state(run.table).version > version
    assert len(run.house.lines(run.table, run.ana_seat)) == before
