"""Characters carried: into a file and back, hostile files, to a table and away again, made beside a scene."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.rules.game import game_called
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.correction import Correct
from tablee.web.application import application
from tests.web.pages.characters.test_making import GAMES, notebook
from tests.web.pages.reading import FRENCH, Page, read

OPENED = {"game": "d6", "name": "Zoé", "ready": "1", "door": "open"}


def sent(browser: TestClient, content: bytes) -> Any:
    return browser.post("/personnages/importer", files={"file": ("x.json", content, "application/json")})


@pytest.mark.parametrize("game", GAMES)
def test_a_character_goes_into_a_file_and_comes_back(browser: TestClient, house: House, game: str) -> None:
    address = browser.post(f"/personnages/{game}/hasard").headers["location"]
    assert f"{address}/fichier" in read(browser, address).links
    answer = browser.get(f"{address}/fichier")
    assert answer.headers["content-disposition"].endswith('.json"')
    before = house.view(notebook(browser, game), "mj").cast
    browser.cookies.clear()
    back = sent(browser, answer.content)
    assert back.headers["location"] == address
    after = house.view(notebook(browser, game), "mj").cast
    assert [one.sheet for one in after.values()] == [one.sheet for one in before.values()]
    again = sent(browser, answer.content)
    assert again.headers["location"] == f"{address}-2"


def one(sheet: Any, game: str = "d6", who: str = "x") -> bytes:
    return json.dumps({"tablee": "characters/1", "game": game, "characters": {who: sheet}}).encode()


HOSTILE = [
    b"",
    b"   ",
    b"\xff\xfe\x00",
    b"%PDF-1.7",
    b"[" * 100_000,
    b'{"tablee": ' + b"9" * 6000 + b"}",
    b"null",
    b"[]",
    b'{"tablee": "characters/2", "game": "d6", "characters": {}}',
    b'{"tablee": "characters/1", "game": "chess", "characters": {}}',
    b'{"tablee": "characters/1", "game": "d6", "characters": {}}',
    b'{"tablee": "characters/1", "game": "d6", "characters": []}',
    one(7),
    one({}),
    one({"name": "Zoé", "levels": {"x": "nonsense"}}),
    one({"name": "\\ud800"}).replace(b"\\\\", b"\\"),
    one({"name": "Zoé", "secret": "x" * 200_000}),
    one({"name": "", "characteristics": {}}),
    json.dumps(
        {"tablee": "characters/1", "game": "d6", "characters": {f"x{n}": {"name": f"X {n}"} for n in range(30)}}
    ).encode(),
]


@pytest.mark.parametrize("content", HOSTILE, ids=range(len(HOSTILE)))
def test_a_file_that_is_none_gets_a_sentence_and_nothing_is_kept(
    browser: TestClient, house: House, content: bytes
) -> None:
    answer = sent(browser, content)
    assert answer.status_code == 422, Page(answer.text).text
    assert 'role="alert"' in answer.text
    if "tablee-notebook-d6" in browser.cookies:
        cast = house.view(notebook(browser, "d6"), "mj").cast
        assert all(kept.retired for kept in cast.values())
    assert browser.post("/personnages/importer", data={"file": "x"}).status_code == 422


def test_one_bad_sheet_of_a_file_keeps_them_all_out(browser: TestClient, house: House) -> None:
    sheets = {who: sheet.model_dump(mode="json") for who, sheet in game_called("d6").ready_for_players.items()}
    twins = dict(list(sheets.items())[:2])
    twins |= {"bad": {**twins["mael"], "levels": {"x": "beaucoup"}}}
    file = json.dumps({"tablee": "characters/1", "game": "d6", "characters": twins}).encode()
    answer = sent(browser, file)
    assert answer.status_code == 422
    assert "Les vôtres" not in browser.get("/personnages/d6").text


def test_to_a_table_and_away_again_with_what_happened(browser: TestClient, house: House) -> None:
    address = browser.post("/personnages/undesix/prendre", data={"who": "chloe"}).headers["location"]
    table = browser.post("/ouvrir", data={"game": "undesix", "name": "Zoé"}).headers["location"].split("/")[2]
    to = f"/t/{table}/personnages/amener"
    page = read(browser, address)
    answer = browser.post(to, data=page.form(to))
    assert answer.headers["location"] == f"/t/{table}?who=chloe&tab=fiche"
    house.submit(table, "mj", Correct(who="chloe", field="phy", value=1))
    house.submit(table, "mj", Correct(who="chloe", field="weapons", value=["dagger"]))
    place = f"/t/{table}/personnages"
    assert "Emporter dans mon carnet" in read(browser, place).text
    answer = browser.post(f"{place}/emporter", data={"who": "chloe"})
    assert answer.headers["location"] == address
    cast = house.view(notebook(browser, "undesix"), "mj").cast
    assert list(cast) == ["chloe"]
    assert (cast["chloe"].sheet["phy"], cast["chloe"].sheet["weapons"]) == (1, ["dagger"])
    again = browser.post(to, data={"who": "chloe"})  # they are there already: the same name is refused, with a sentence
    assert again.status_code in (303, 422)


def test_a_character_is_made_beside_the_scene(browser: TestClient, house: House) -> None:
    """A player makes one while the table goes on; secrets of others stay where they are."""
    table = browser.post("/ouvrir", data=OPENED).headers["location"].split("/")[2]
    code = house.state(table).code
    foe = next(who for who, one in house.state(table).cast.items() if not one.free and not one.owner)
    house.submit(table, "mj", Correct(who=foe, field="experience", value=7919))
    with TestClient(application(house), "http://localhost", headers=FRENCH, follow_redirects=False) as guest:
        guest.post(f"/r/{code}", data={"name": "Ana", "colour": "prune", "lang": "fr"})
        place = f"/t/{table}/personnages"
        assert f"{place}/commencer" in guest.get(place).text
        guest.post(f"{place}/commencer", data={"action": "d6.create"})
        guest.post(f"{place}/creer", data={"p.name": "Colin", "go": "step:4"})
        assert "Entrer quand même" in guest.get(f"{place}/creer").text  # points are left
        assert house.submit(table, "mj", Act(actor=foe, action="d6.test")) is not None  # the table is not stopped
        answer = guest.post(f"{place}/creer", data={"go": "done"})
        assert answer.headers["location"] == f"/t/{table}?who=colin&tab=fiche"
        kept = house.view(notebook(guest, "d6"), "mj").cast  # without asking
        assert (list(kept), kept["colin"].sheet["name"]["fr"]) == (["colin"], "Colin")
        (seat,) = {one.owner for who, one in house.state(table).cast.items() if who == "colin"}
        drawn = guest.post(f"{place}/hasard").headers["location"]  # one more by chance, in one tap
        assert [one.owner for who, one in house.state(table).cast.items() if f"who={who}&" in drawn] == [seat]
        assert len(house.view(notebook(guest, "d6"), "mj").cast) == 2
        assert house.state(table).seats[seat].called == "Ana"
        assert "7919" not in guest.get(place).text
        theirs = next(who for who, one in house.state(table).cast.items() if one.owner != seat)
        refused = guest.post(f"{place}/emporter", data={"who": theirs})
        assert refused.status_code == 404
        assert guest.post(f"{place}/commencer", data={"action": "d6.grow", "who": theirs}).status_code == 303
        assert guest.get(f"{place}/grandir").headers["location"] == place


def test_nobody_is_drawn_at_random_who_is_there_already(browser: TestClient, house: House) -> None:
    """Clé en main draws among its ready characters: those left, then one under a name of their own."""
    table = browser.post("/ouvrir", data={**OPENED, "game": "cle-en-main"}).headers["location"].split("/")[2]
    everybody = len(game_called("cle-en-main").ready_for_players)
    with TestClient(application(house), "http://localhost", headers=FRENCH, follow_redirects=False) as guest:
        guest.post(f"/r/{house.state(table).code}", data={"name": "Alix", "colour": "prune", "lang": "fr"})
        for _ in range(everybody + 1):
            assert guest.post(f"/t/{table}/personnages/hasard").status_code == 303
    names = [str(one.sheet["name"]["fr"]) for one in house.state(table).cast.values()]
    assert len(set(names)) == len(names)
    assert "Alix" not in names
