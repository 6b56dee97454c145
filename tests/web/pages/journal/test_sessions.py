"""The sessions of a table on a page: five lines made of the log, the MJ's to change, then read to all."""

from __future__ import annotations

from fastapi.testclient import TestClient

from tablee.table.decide.refusal import Refusal
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.seat import Invite
from tablee.web.pages.journal.sessions import Sessions
from tests.web.pages.elements import read as read_elements
from tests.web.pages.reading import read


def test_what_happened_is_proposed_changed_and_read(house: House, browser: TestClient) -> None:
    table, token = house.open_ready("undesix", "Le pont")
    mj = house.seat(table, token)
    browser.cookies.set(f"tablee-seat-{table}", token)
    house.submit(table, mj, Say(text="le traître est le page", kind="note"))
    house.submit(table, mj, Enter(ready="garde", called="Odile", feminine=True))
    house.submit(table, mj, Say(text="Le loup s'en va.", kind="me"))
    page = read(browser, f"/t/{table}/fin")
    assert "Odile" in page.text
    assert "traître" not in page.text  # what was not for everybody is in no line
    there = {"here": "chloe", "told": "Odile a chassé le loup.", "back": "sessions", "key": "k", "sure": "true"}
    answer = browser.post(f"/t/{table}/end-session", data=there)
    assert answer.headers["location"].endswith(f"/t/{table}/journal/seances")
    assert "Odile a chassé le loup." in read(browser, f"/t/{table}/mj").text
    assert "Lu à tous." not in read(browser, f"/t/{table}/journal/seances").text
    told = {"told": "Odile a chassé le loup.", "read": "true", "back": "sessions"}
    assert browser.post(f"/t/{table}/tell-session", data=told).status_code == 303
    assert "Lu à tous." in read(browser, f"/t/{table}/journal/seances").text
    link = house.submit(table, mj, Invite())
    browser.cookies.set(f"tablee-seat-{table}", getattr(link, "token", ""))
    assert "Odile a chassé le loup." in read(browser, f"/t/{table}/journal/seances").text


def test_who_has_died_is_told_next_time(house: House) -> None:
    table, token = house.open_ready("undesix")
    mj = house.seat(table, token)
    house.submit(table, mj, Say(text="Le loup s'en va.", kind="me"))
    assert "À terre" not in Sessions(house, table, mj, "fr").gist
    house.submit(table, mj, Correct(who="chloe", field="phy", value=-5))
    state = house.view(table, mj).cast["chloe"].condition
    assert state
    assert not state.standing
    assert f"À terre\u00a0: Chloé ({state.label.say('fr')})." in Sessions(house, table, mj, "fr").gist


def test_a_session_that_cannot_be_closed_yet_says_why_at_the_address_of_the_table(
    house: House, browser: TestClient
) -> None:
    """Without a script the table answers, at the address of the form; the script gives it its own, from which it asks
    for its parts.
    """
    table, token = house.open_ready("cle-en-main")
    mj = house.seat(table, token)
    browser.cookies.set(f"tablee-seat-{table}", token)
    attack = Act(actor="anselme", action="cle-en-main.attack")
    form = house.form(table, mj, attack, "fr")
    assert not isinstance(form, Refusal)
    house.submit(table, mj, Act(actor="anselme", action=attack.action, params=form.values))
    assert house.state(table).pending
    assert "data-page" not in browser.get(f"/t/{table}").text
    answer = browser.post(f"/t/{table}/end-session", data={"told": "La caisse est là.", "back": "sessions", "key": "k"})
    assert answer.status_code >= 400
    assert f'data-page="/t/{table}"' in answer.text
    (told,) = [one.said for one in read_elements(answer.text) if one["class"] == "refusal" and one.said]
    assert "attend" in told
