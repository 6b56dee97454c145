"""Making characters on pages, as a browser without a script meets them: each game's wizard, dice that stay, drafts."""

from __future__ import annotations

import html
import json
import re

import pytest
from fastapi.testclient import TestClient

from tablee.dice.throw import Rolled
from tablee.rules.game import game_called
from tablee.rules.run import Progress
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.view import Making
from tablee.table.service import House
from tablee.table.topics.arrangement import SetOption
from tablee.web.application import application
from tablee.web.pages.characters.making import dice_of
from tests.web.pages.reading import FRENCH, Page, read

GAMES = ("undesix", "cle-en-main", "deusex", "d6")


def begin(browser: TestClient, game: str, action: str) -> Page:
    answer = browser.post(f"/personnages/{game}/commencer", data={"action": action})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/personnages/{game}/creer")
    return read(browser, f"/personnages/{game}/creer")


def fill_in(browser: TestClient, game: str, go: str, **fields: str | list[str]) -> str:
    """Post a step of the present draft; where it leads."""
    data = {name.replace("__", "."): value for name, value in fields.items()}
    answer = browser.post(f"/personnages/{game}/creer", data={**data, "go": go})
    assert answer.status_code == 303, Page(answer.text).text
    return answer.headers["location"]


def notebook(browser: TestClient, game: str) -> str:
    return browser.cookies[f"tablee-notebook-{game}"].partition(".")[0]


def test_four_games_to_choose_from(browser: TestClient) -> None:
    page = read(browser, "/personnages")
    assert {f"/personnages/{game}" for game in GAMES} <= set(page.links)
    assert "Personne encore" in page.text


@pytest.mark.parametrize("game", GAMES)
def test_ready_ones_are_looked_through_and_kept(browser: TestClient, house: House, game: str) -> None:
    links = [link for link in read(browser, f"/personnages/{game}").links if "/prets/" in link]
    assert len(links) > 4
    page = read(browser, links[0])
    assert {links[1], links[-1]} <= set(page.links)  # the next, and the last before the first
    answer = browser.post(f"/personnages/{game}/prendre", data=page.form(f"/personnages/{game}/prendre"))
    who = links[0].rpartition("/")[2]
    assert answer.headers["location"] == f"/personnages/{game}/fiche/{who}"
    assert read(browser, answer.headers["location"]).links
    assert not house.view(notebook(browser, game), "mj").trial  # somebody is in it: it stays
    assert answer.headers["location"] in read(browser, "/personnages").links
    assert read(browser, f"/personnages/{game}/prets/nobody", 404).text


@pytest.mark.parametrize("game", GAMES)
def test_one_at_random_in_one_tap(browser: TestClient, house: House, game: str) -> None:
    for _ in range(3):
        answer = browser.post(f"/personnages/{game}/hasard")
        assert answer.status_code == 303
        read(browser, answer.headers["location"])
    cast = house.view(notebook(browser, game), "mj").cast
    assert len(cast) == 3
    assert all(one.sheet.get("pj", one.sheet.get("pc", True)) for one in cast.values())


def test_five_dice_placed_one_by_one_stay_as_they_fell(browser: TestClient, house: House) -> None:
    """UDS-CREATE-02: the dice are the house's: neither loading the page again nor another way throws them anew."""
    begin(browser, "undesix", "undesix.create-random")
    fill_in(browser, "undesix", "step:2", p__name="Zoé")
    assert fill_in(browser, "undesix", "done") == "/personnages/undesix/creer"
    table = notebook(browser, "undesix")
    first = house.view(table, "mj").making
    assert "Où placer ce" in read(browser, "/personnages/undesix/creer").text
    browser.post("/personnages/undesix/commencer", data={"action": "undesix.create"})
    read(browser, "/personnages/undesix/creer")
    assert house.view(table, "mj").making == first
    assert "Vous en étiez là" in read(browser, "/personnages/undesix").text
    faces = []
    for place in ("sens", "psy", "sav", "dex"):
        making = house.view(table, "mj").making
        assert making
        found = dice_of(game_called("undesix"), making)
        assert found is not None
        faces.append(found.waiting)
        answer = browser.post("/personnages/undesix/repondre", data={"a.": json.dumps(place)})
        assert answer.status_code == 303
    making = house.view(table, "mj").making
    if making:  # a poor set: kept as it is (UDS-CREATE-03)
        answer = browser.post("/personnages/undesix/repondre", data={"a.": "false"})
    assert answer.headers["location"] == "/personnages/undesix/grandir"  # history, traits and languages come next
    sheet = house.view(table, "mj").cast["zoe"].sheet
    assert [sheet[one] for one in ("sens", "psy", "sav", "dex")] == faces
    given = {"p.history": "Née en mer", "l.traits": ["", "têtue", "drôle"], "go": "done"}
    answer = browser.post("/personnages/undesix/grandir", data=given)
    assert answer.headers["location"] == "/personnages/undesix/fiche/zoe"
    assert "Née en mer" in read(browser, "/personnages/undesix/fiche/zoe").text


def test_points_to_magic_are_drawn_where_they_went() -> None:
    """UDS-CREATE-05: what was placed, what was thrown again, what was given to magic."""
    faces = [1, 1, 1, 1, 1, 3, 4, 2, 5, 6]
    places = ["phy", "dex", "sav", "psy", True, "phy", "dex", "sav", "psy", "dex"]
    so_far = Progress(tuple(Rolled(6, (face,)) for face in faces), tuple({"": one} for one in places))
    found = dice_of(game_called("undesix"), Making("undesix.create-random", {}, {}, so_far))
    assert found is not None
    assert (found.placed, found.waiting) == ({"phy": 3, "dex": 3, "sav": 2, "psy": 6, "sens": 6}, 0)
    assert dice_of(game_called("undesix"), Making("d6.create", {}, {}, so_far)) is None


def test_a_mode_is_never_a_trap(browser: TestClient) -> None:
    """UDS-CREATE-07: another mode may be chosen before its points are shared; what is left and why not are told."""
    begin(browser, "undesix", "undesix.create")
    fill_in(browser, "undesix", "step:1", p__name="Ana", p__mode="superhero")
    text = browser.get("/personnages/undesix/creer").text
    assert "18 points au lieu de 20" in text
    assert re.search(r'class="big">2<', text)
    assert 'value="god"' in text
    fill_in(browser, "undesix", "step:3", i__phy="6")
    assert browser.post("/personnages/undesix/creer", data={"go": "done"}).headers["location"].endswith("/grandir")


def test_clef_en_main_adapts_a_ready_character(browser: TestClient, house: House) -> None:
    """CEM-CHAR-01, -03: name, sex and history are adapted, numbers are not; then a first atout is ticked."""
    begin(browser, "cle-en-main", "cle-en-main.join")
    fill_in(browser, "cle-en-main", "step:1", p__character="bruno")
    to = fill_in(browser, "cle-en-main", "done", p__name="Léa Kowarski", p__sex="feminine", p__background="Docker")
    assert to == "/personnages/cle-en-main/grandir"
    text = browser.get(to).text
    assert "premier atout" in text
    (first, *_) = re.findall(r'name="p.atout" value="(\w+)"', text)
    answer = browser.post(to, data={"p.atout": first, "go": "done"})
    assert answer.headers["location"] == "/personnages/cle-en-main/fiche/bruno"
    sheet = house.view(notebook(browser, "cle-en-main"), "mj").cast["bruno"].sheet
    assert sheet["name"] == {**sheet["name"], "fr": "Léa Kowarski", "feminine": True}
    assert [one["ticked"] for one in sheet["atouts"]].count(True) == 1


def test_deusex_tells_what_is_left_and_where_it_is_wrong(browser: TestClient) -> None:
    """DEX-CREATE-04, -10, -11: points and Aptitudes left; the refusal stands at its own step."""
    begin(browser, "deusex", "deusex.create")
    fill_in(browser, "deusex", "step:1", p__name="Inès", i__FOR="3", i__SAN="3")
    text = Page(browser.get("/personnages/deusex/creer").text).text
    assert "Les Talents totalisent 10 points" not in text
    assert "0 Points de Talents" in text
    fill_in(browser, "deusex", "step:1", i__SAN="4")
    assert "Les Talents totalisent 11 points" in Page(browser.get("/personnages/deusex/creer").text).text
    fill_in(browser, "deusex", "step:2")
    answer = browser.post("/personnages/deusex/creer", data={"go": "done"})
    assert answer.status_code == 409
    assert "Les Talents totalisent 11 points" in Page(answer.text).text
    assert "Trouble" not in [re.sub("<.*?>", "", one) for one in re.findall(r'class="what">(.*?)<', text)]


def test_deusex_asks_for_a_trouble_where_the_table_plays_with_them(browser: TestClient, house: House) -> None:
    """DEX-CREATE-08: a step of its own; none is refused there, one is kept, and other players do not read it."""
    opened = browser.post("/ouvrir", data={"game": "deusex", "name": "Zoé", "door": "open"})
    table = opened.headers["location"].split("/")[2]
    assert not isinstance(house.submit(table, "mj", SetOption(option="trouble_rules", value=True)), Refusal)
    with (
        TestClient(application(house), "http://localhost", headers=FRENCH, follow_redirects=False) as ana,
        TestClient(application(house), "http://localhost", headers=FRENCH, follow_redirects=False) as bob,
    ):
        for guest, name in ((ana, "Ana"), (bob, "Bob")):
            guest.post(f"/r/{house.state(table).code}", data={"name": name, "colour": "prune", "lang": "fr"})
        place = f"/t/{table}/personnages"
        ana.post(f"{place}/commencer", data={"action": "deusex.create"})
        filled = {"p.name": "Inès", "i.FOR": "3", "i.SAN": "3", "p.plus_two": "Perception", "go": "step:3"}
        field = ["Athlétisme", "Discrétion", "Bagarre", "Médecine", "Psychologie"]
        acquired = ["Conduite", "Natation", "Escalade", "Informatique", "Droit"]
        ana.post(f"{place}/creer", data={**filled, "l.field": field, "l.acquired": acquired})
        page = Page(ana.get(f"{place}/creer").text).text
        assert page.startswith("Trouble · Créer un personnage")
        assert "chacun peut dire non" in page
        answer = ana.post(f"{place}/creer", data={"go": "done"})
        assert answer.status_code == 409
        assert "Cette table joue avec les Troubles : choisissez-en un" in Page(answer.text).text
        answer = ana.post(f"{place}/creer", data={"p.trouble": "depression", "go": "done"})
        assert answer.headers["location"] == f"/t/{table}?who=ines&tab=fiche"
        assert house.state(table).cast["ines"].sheet["trouble"] == "depression"
        assert "Dépression" in ana.get(f"/t/{table}?who=ines&tab=fiche").text
        assert "Dépression" not in bob.get(f"/t/{table}?who=ines&tab=fiche").text


def test_d6_begins_each_characteristic_at_one_die(browser: TestClient) -> None:
    """D6-CREATE-01: told before anything is typed, though the character has no name yet."""
    begin(browser, "d6", "d6.create")
    fill_in(browser, "d6", "step:1", p__name="")
    text = browser.get("/personnages/d6/creer").text
    codes = re.findall(r'<select id="n-characteristics-[\w-]+".*?</select>', text, re.S)
    assert codes
    assert all('<option value="1D" selected>' in one for one in codes)


def test_d6_counts_codes_and_levels(browser: TestClient, house: House) -> None:
    """D6-CREATE-01…04: both purses while one buys; an emptied table is empty."""
    begin(browser, "d6", "d6.create")
    fill_in(browser, "d6", "step:1", p__name="Colin")
    (force, *others) = re.findall(r'name="o.characteristics.([\w-]+)"', browser.get("/personnages/d6/creer").text)
    assert len(others) > 4
    fill_in(browser, "d6", "step:1", **{f"o.characteristics.{force}": "4D", "table": "characteristics"})
    assert "82 Points de caractéristiques" in Page(browser.get("/personnages/d6/creer").text).text
    fill_in(browser, "d6", "step:1", **{f"o.characteristics.{force}": "", "table": "characteristics"})
    assert "100 Points de caractéristiques" in Page(browser.get("/personnages/d6/creer").text).text
    wrong = {f"o.characteristics.{force}": "beaucoup", "go": "step:1"}
    answer = browser.post("/personnages/d6/creer", data=wrong)
    assert answer.status_code == 422
    assert "« beaucoup » n’est pas un code" in Page(answer.text).text
    fill_in(browser, "d6", "step:4", **{f"o.characteristics.{force}": "4D"})
    assert fill_in(browser, "d6", "done") == "/personnages/d6/fiche/colin"
    assert house.view(notebook(browser, "d6"), "mj").cast["colin"].sheet["characteristics"][force]


def test_a_draft_is_taken_up_again_given_up_or_too_long(browser: TestClient) -> None:
    begin(browser, "d6", "d6.create")
    fill_in(browser, "d6", "step:2", p__name='<i>"Zoé"')
    page = read(browser, "/personnages/d6")
    assert "Vous en étiez là" in page.text
    assert '« <i>"Zoé" » vous attend' in page.text
    assert html.escape('<i>"Zoé"') not in read(browser, "/personnages").text
    words = " ".join(f"mot{n}{n * 7919 % 1013}" for n in range(1500))
    answer = browser.post("/personnages/d6/creer", data={"p.name": words, "go": "step:1"})
    assert answer.status_code == 422
    assert "trop long" in Page(answer.text).text
    browser.post("/personnages/d6/abandonner")
    assert "Vous en étiez là" not in read(browser, "/personnages/d6").text
    assert browser.get("/personnages/d6/creer").headers["location"] == "/personnages/d6"


@pytest.mark.parametrize("cookie", ["x", "eJw", "====", "é", "eJyrVspMUbJSUCorSi0uTi3JzM9TslKyUqoFAFIhBxY", "A" * 3000])
def test_a_spoilt_draft_is_no_draft(browser: TestClient, cookie: str) -> None:
    begin(browser, "d6", "d6.create")
    header = f"tablee-notebook-d6={browser.cookies['tablee-notebook-d6']}; tablee-draft-make={cookie}"
    browser.cookies.clear()
    answer = browser.get("/personnages/d6/creer", headers={b"cookie": header.encode()})
    assert (answer.status_code, answer.headers["location"]) == (303, "/personnages/d6")


def test_a_notebook_that_is_gone_is_opened_anew(browser: TestClient, house: House) -> None:
    begin(browser, "d6", "d6.create")
    house.delete(notebook(browser, "d6"))
    assert read(browser, "/personnages/d6").text
    assert "pas de carnet" in read(browser, "/personnages/d6/creer", 404).text
    browser.post("/personnages/d6/commencer", data={"action": "d6.create"})
    read(browser, "/personnages/d6/creer")


def test_somebody_is_kept_no_longer(browser: TestClient) -> None:
    address = browser.post("/personnages/undesix/hasard").headers["location"]
    who = address.rpartition("/")[2]
    assert browser.post("/personnages/undesix/retirer", data={"who": who}).status_code == 303
    read(browser, address, 404)
    assert address not in read(browser, "/personnages/undesix").links


def test_nobody_reads_the_notebook_of_another_browser(browser: TestClient, house: House) -> None:
    browser.post("/personnages/d6/hasard")
    table = notebook(browser, "d6")
    token = browser.cookies["tablee-notebook-d6"].partition(".")[2]
    for key in (f"{table}.", f"{table}.x", f"{table}.{token}x", table, f"../{table}.{token}"):
        answer = browser.get("/personnages/d6", headers={"cookie": f"tablee-notebook-d6={key}"})
        assert answer.status_code == 200
        assert "Les vôtres" not in answer.text


@pytest.mark.parametrize(
    ("game", "way"), [("d6", "d6.create"), ("deusex", "deusex.create"), ("undesix", "undesix.create")]
)
def test_what_is_missing_is_told_calmly_until_its_step_is_left(browser: TestClient, game: str, way: str) -> None:
    """A name that nobody has had the time to type is still to do; once one has gone on without it, it is refused."""
    begin(browser, game, way)
    address = f"/personnages/{game}/creer"
    assert '<p class="todo" id="here">' in browser.get(address).text
    fill_in(browser, game, "step:1", p__name="")
    fill_in(browser, game, "step:0")
    assert '<p class="refusal" id="here">' in browser.get(address).text
    fill_in(browser, game, "step:0", p__name="Zoé")
    assert 'id="here"' not in browser.get(address).text


def test_a_creation_by_questions_goes_back_tells_what_was_answered_and_asks_nothing_with_one_answer(
    browser: TestClient, house: House
) -> None:
    """DEX-CREATE-04: the sixth Talent has what is left of ten points: nobody is asked."""
    browser.post("/personnages/deusex/commencer", data={"action": "deusex.create-guided"})
    base = "/personnages/deusex"
    browser.post(f"{base}/creer", data={"p.name": "Zoé", "go": "done"})
    assert f"{base}/revenir" not in browser.get(f"{base}/creer").text  # the first question
    table = notebook(browser, "deusex")

    def asked() -> str:
        making = house.view(table, "mj").making
        assert making
        ((_, decision),) = making.asked.items()
        return decision.id

    def answer() -> None:
        making = house.view(table, "mj").making
        assert making
        ((who, decision),) = making.asked.items()
        assert len(decision.options) > 1
        browser.post(f"{base}/repondre", data={f"a.{who}": json.dumps(decision.options[-1].value)})

    first = asked()
    answer()
    assert asked() != first
    page = browser.get(f"{base}/creer").text
    assert "Jusqu’ici" in page
    assert f"{base}/revenir" in page
    assert browser.post(f"{base}/revenir").status_code == 303
    assert asked() == first
    while not asked().startswith("deusex.field-2"):
        answer()
    assert browser.post(f"{base}/revenir").status_code == 303
    assert asked() == "deusex.field-1"
    browser.post(f"{base}/revenir")
    assert "field" not in asked()
    for _ in range(40):
        if not house.view(table, "mj").making:
            break
        answer()
    assert "zoe" in house.view(table, "mj").cast


def test_points_that_are_left_are_told_before_a_character_is_kept(browser: TestClient) -> None:
    """D6: nothing refuses a hero who has spent nothing; the last step says what is left, and so does the button."""
    browser.post("/personnages/d6/commencer", data={"action": "d6.create"})
    browser.post("/personnages/d6/creer", data={"p.name": "Colin", "go": "step:9"})
    page = read(browser, "/personnages/d6/creer").text
    assert "Pas dépensé" in page
    assert "Garder quand même" in page
