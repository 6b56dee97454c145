"""The end of a session: one step at a time, for each character, nothing twice; players see their own steps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.table.decide.refusal import Refusal
from tablee.table.topics.action import Act
from tablee.table.topics.closing import EndFight
from tablee.table.topics.correction import Correct
from tablee.table.topics.undo import TakeBack
from tablee.web.application import application
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.journal.ending import Closing
from tests.sent import sent
from tests.web.pages.elements import read as elements
from tests.web.pages.journal.conftest import Browse
from tests.web.pages.reading import FRENCH, Page, read
from tests.web.pages.table.test_cards import GAMES, Evening

DONE, REFUSED = 303, (409, 422)


def walked(browser: TestClient, evening: Evening, ending: str) -> dict[str, int]:
    """Go through a list as its pages propose it; how often each action was done."""
    address, done = f"/t/{evening.table}/fin", dict[str, int]()
    step = 1
    for _ in range(60):
        page = read(browser, f"{address}?ending={ending}&step={step}")
        forms = [fields for to, fields in page.forms if to == f"{address}#step"]
        if not forms:
            if "La liste est finie" in page.text:
                return done
            step += 1
            continue
        fields = forms[0]
        answer = browser.post(address, data={**fields})
        if answer.status_code == DONE:
            done[fields["do"]] = done.get(fields["do"], 0) + 1
            assert browser.post(address, data={**fields}).status_code in (DONE, *REFUSED)  # tapped twice
            follows = f"step={step}&" not in f"{answer.headers['location'].replace('#', '&')}&"
            step += follows
        else:
            assert answer.status_code in REFUSED
            step += 1
    raise AssertionError("a list without end")


def survive(evening: Evening) -> None:
    """Let nobody have died of the evening's dice: the dead progress no more."""
    for who in (evening.hero, evening.friend):
        evening.do(evening.mj, Correct(who=who, field="phy", value=3))


def acted(evening: Evening) -> list[str]:
    lines: list[dict[str, Any]] = sent(evening.house.lines(evening.table, evening.mj))
    return [line["action"] for line in lines if line["name"] == "acted/1"]


@pytest.mark.parametrize("game", GAMES)
def test_the_mj_goes_through_every_list_and_nothing_is_done_twice(tmp_path: Path, game: str) -> None:
    evening = Evening(tmp_path, game)
    evening.play(1)
    began = before = len(acted(evening))
    token = evening.house.relink_mj(evening.table)
    with TestClient(application(evening.house), "http://localhost", headers=FRENCH) as browser:
        browser.follow_redirects = False
        browser.get(f"/t/{evening.table}/place/{token}")
        for ending in evening.game.endings:
            done = walked(browser, evening, ending.id)
            new = acted(evening)[before:]
            before += len(new)
            assert {action: new.count(action) for action in done} == done
            again = {step.action for step in ending.steps if step.again}
            assert all(times <= (2 if action in again else 3) for action, times in done.items())
            for step in ending.steps:
                if step.action in done and not step.again:
                    fields = {"ending": ending.id, "step": str(ending.steps.index(step) + 1), "do": step.action}
                    who = evening.hero if step.each else ""
                    told = browser.post(f"/t/{evening.table}/fin", data={**fields, "who": who})
                    assert told.status_code in REFUSED
    assert before > began
    evening.house.store.close()


def test_experience_is_given_once_an_evening_to_each(evening: Evening, browse: Browse) -> None:
    mj, address = browse(evening.mj), f"/t/{evening.table}/fin"
    survive(evening)
    step = [one.action for one in evening.game.endings[0].steps].index("undesix.end-game") + 1
    games = {who: evening.view(evening.mj).cast[who].sheet["games"] for who in (evening.hero, evening.friend)}
    for who in games:
        form = read(mj, f"{address}?step={step}&who={who}").form(f"{address}#step")
        assert form["who"] == who
        given = {**form, "p.gain": "vitality"}
        assert mj.post(address, data=given).status_code == DONE
        assert "déjà fait ce soir" in Page(mj.post(address, data={**given, "key": "other"}).text).text
    sheets = {who: evening.view(evening.mj).cast[who].sheet for who in games}
    assert {who: sheet["games"] - games[who] for who, sheet in sheets.items()} == dict.fromkeys(games, 1)
    assert "Fait ce soir." in read(mj, f"{address}?step={step}").text
    evening.do(evening.mj, TakeBack())
    assert read(mj, f"{address}?step={step}").form(f"{address}#step")["who"] == evening.friend


def test_the_next_scenario_is_opened_after_the_last_one_is_closed(tmp_path: Path) -> None:
    """The one that the evening began with is no such opening."""
    evening = Evening(tmp_path, "cle-en-main")
    (scenario,) = [one for one in evening.game.endings if one.id == "scenario"]
    opening = next(one for one in scenario.steps if one.action == "cle-en-main.open")
    assert "cle-en-main.open" in acted(evening)

    def opened() -> int:
        return Closing(evening.house, evening.table, evening.mj, "fr", {"ending": "scenario"}, PageQuery()).done(
            opening
        )

    assert not opened()
    evening.do(evening.mj, Act(action="cle-en-main.finish"))
    evening.do(evening.mj, Act(action="cle-en-main.close"))
    assert not opened()
    evening.do(evening.mj, Act(action="cle-en-main.open", params={"pcs": 3}))
    assert opened()
    evening.house.store.close()


def test_the_end_of_a_game_is_the_mjs_word_and_its_gain_the_players_choice(evening: Evening, browse: Browse) -> None:
    """UDS-XP-09: nobody but the MJ ends a game; asked by the MJ, each player chooses for their own character."""
    ana, mj, address = browse(evening.ana), browse(evening.mj), f"/t/{evening.table}/fin"
    survive(evening)
    assert "Finir la partie" not in read(ana, address).text
    ending = Act(actor=evening.hero, action="undesix.end-game", params={"gain": "vitality"})
    assert isinstance(evening.house.submit(evening.table, evening.ana, ending), Refusal)
    step = [one.action for one in evening.game.endings[0].steps].index("undesix.end-game") + 1
    asking = f"/t/{evening.table}/request"
    form = read(mj, f"{address}?step={step}").form(asking)
    played = [who for who, one in evening.view(evening.mj).cast.items() if one.owner]
    assert mj.post(asking, data={**form, "whom": played}).status_code == DONE
    assert asking not in dict(read(mj, f"{address}?step={step}").forms)  # nobody is asked twice
    (request,) = [id for id, one in evening.view(evening.ana).requests.items() if one.action == "undesix.end-game"]
    assert "Le meneur vous laisse choisir" in read(ana, f"/t/{evening.table}").text
    evening.do(evening.ana, ending.model_copy(update={"request": request}))
    other = ending.model_copy(update={"request": request, "actor": evening.friend})
    assert isinstance(evening.house.submit(evening.table, evening.ana, other), Refusal)
    sheets = {who: evening.view(evening.mj).cast[who].sheet for who in (evening.hero, evening.friend)}
    assert [sheet["games"] for sheet in sheets.values()] == [1, 0]
    assert sheets[evening.hero]["vitality_max"] == 1


def test_a_bad_address_opens_the_list(evening: Evening, browse: Browse) -> None:
    mj = browse(evening.mj)
    for query in ("ending=x", "step=99999", "step=-1", "who=nobody&step=4", "do=undesix.attack&step=2", "step=x"):
        read(mj, f"/t/{evening.table}/fin?{query}")
    assert mj.post(f"/t/{evening.table}/fin", data={"step": "99"}).status_code in (*REFUSED, DONE)


def test_the_step_where_one_is_says_so_on_its_link(evening: Evening, browse: Browse) -> None:
    """A tap on it leads nowhere else: it is marked as where one is."""
    html = browse(evening.mj).get(f"/t/{evening.table}/fin?step=2", headers=FRENCH).text
    (current,) = [one for one in elements(html) if one["aria-current"] == "step"]
    assert current.tag == "a"
    assert current["href"].endswith("step=2#step")


def test_what_applies_to_nobody_is_passed_over_with_its_reason(tmp_path: Path) -> None:
    """D6-ADV-01: without experience nobody grows; with some, these steps are offered again."""
    evening = Evening(tmp_path, "d6")

    def closing(**given: str) -> Closing:
        return Closing(evening.house, evening.table, evening.mj, "fr", given, PageQuery())

    spending = [one.place for one in closing().stages if one.step.action in ("d6.grow", "d6.learn")]
    idle = {one.place: one.idle for one in closing().stages if one.idle}
    assert list(idle) == spending
    assert all("expérience" in why for why in idle.values())
    assert closing().after(spending[0] - 1) == len(closing().stages) + 1
    evening.do(evening.mj, Correct(who=evening.hero, field="experience", value=50))
    assert not any(one.idle for one in closing().stages)
    evening.do(evening.mj, EndFight())
    assert closing().place == 2
