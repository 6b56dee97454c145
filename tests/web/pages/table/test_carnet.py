"""The carnet: people met, notes by what they are about, links between them, search; each seat its own."""

from __future__ import annotations

from fastapi.testclient import TestClient

from tablee.table.service import House, Submitted
from tablee.table.topics.character import Enter
from tablee.table.topics.chat import Say
from tablee.table.topics.ledger import KeepLedger
from tablee.table.topics.seat import Invite, Join
from tablee.table.topics.unseen import Lurk
from tests.web.pages.reading import read


def test_the_carnet_holds_what_its_seat_knows(house: House, browser: TestClient) -> None:
    table, token = house.open_ready("undesix", "Le pont")
    mj = house.seat(table, token)
    link = house.submit(table, mj, Invite())
    assert isinstance(link, Submitted)
    ana = house.seat(table, link.token)
    for seat, command in (
        (ana, Join(called="Ana")),
        (mj, Enter(ready="garde", called="Odile", feminine=True)),
        (mj, Lurk(ready="garde", called="Ombre")),
        (mj, Say(text="Odile ment.", kind="note", title="Odile", sort="person")),
        (ana, Say(text="Elle cherche [[La clé]].", kind="group", title="Odile", sort="person")),
        (ana, Say(text="Sous le moulin.", kind="note", title="La clé", sort="clue")),
        (ana, KeepLedger(date="lundi, avant la foire", money="12 sous")),
    ):
        assert isinstance(house.submit(table, seat, command), Submitted)
    browser.cookies.set(f"tablee-seat-{table}", link.token)
    carnet = read(browser, f"/t/{table}/carnet")
    assert [word in carnet.text for word in ("Odile", "Sous le moulin", "12 sous", "Ombre", "ment")] == [
        *(True, True, True),
        *(False, False),
    ]
    assert f"/t/{table}/carnet?q=La+cl%C3%A9" in carnet.links
    found = read(browser, f"/t/{table}/carnet?q=moulin")
    assert ("Sous le moulin" in found.text, "Elle cherche" in found.text) == (True, False)
    kept = browser.post(f"/t/{table}/ledger", data={"money": "9 sous", "back": "carnet"})
    assert kept.headers["location"].endswith(f"/t/{table}/carnet")
    assert house.view(table, mj).ledger.date == "lundi, avant la foire"
