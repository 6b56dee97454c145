"""The door of an adventure: what it is, three ways in, its pack taken away and brought."""

from __future__ import annotations

import io
import random
from base64 import b64encode

from fastapi.testclient import TestClient
from httpx2 import Response
from PIL import Image

from tablee.adventures.folder import adventure_called, adventures_of, bound
from tablee.adventures.pack import MAX_PACK, packed, unpacked
from tablee.adventures.picture import MAX_PICTURES, kept
from tablee.adventures.sketch import sketch
from tablee.rules.game import game_called, games
from tablee.table.service import House
from tablee.web.application import application
from tablee.web.serving.limits import Limits

DOOR = "/aventure/undesix/la-cloche-buissonniere"
BELL = {"game": "undesix", "id": "la-cloche-buissonniere"}


def followed(browser: TestClient, answer: Response) -> Response:
    """The page that an answer leads to."""
    assert answer.status_code == 303, answer.text
    return browser.get(answer.headers["location"])


def test_home_opens_the_adventure_for_newcomers_and_keeps_the_quick_fight(browser: TestClient) -> None:
    home = browser.get("/").text
    assert f'href="{DOOR}"' in home
    assert "Un combat, vite" in home
    assert "De la fantasy légère" in home
    assert "les dés décident" in home


def test_what_it_holds_is_said_before_one_plays(browser: TestClient) -> None:
    for game in games():
        for book in adventures_of(game).values():
            shown = browser.get(f"/aventure/{game}/{book.id}")
            assert shown.status_code == 200
            if book.notes.fr:
                assert "À savoir d’abord" in shown.text
    assert browser.get("/aventure/undesix/rien").status_code == 404


def test_enter_in_the_field_of_the_name_plays_with_others(browser: TestClient) -> None:
    """A browser presses the first button of a form: the name is asked of those who play with others."""
    first = browser.get(DOOR).text.partition('action="/aventure"')[2].partition("<button")[2].partition(">")[0]
    assert 'value="together"' in first


def test_alone_one_is_at_the_table_with_a_text_and_choices(browser: TestClient) -> None:
    page = followed(browser, browser.post("/aventure", data={**BELL, "how": "alone", "hero": "nicolas"}))
    assert "sent la fiente" in page.text
    assert 'value="porter"' in page.text
    assert "Nicolas" in page.text
    assert 'class="chance"' in page.text


def test_a_picture_is_shown_in_the_story_and_on_the_television_and_told_in_words(
    browser: TestClient,
) -> None:
    opened = browser.post("/aventure", data={"game": "d6", "id": "cent-marmites", "how": "alone"})
    table = opened.headers["location"]
    page = followed(browser, opened).text
    address = f"/api/tables/{table.removeprefix('/t/')}/pictures/gue.png"
    for shown in (page, browser.get(f"{table}/ecran").text, browser.get(f"{table}/journal/recit").text):
        assert f'src="{address}"' in shown
        assert 'alt="Une vallée, la nuit' in shown
    picture = browser.get(address)
    assert (picture.headers["content-type"], picture.headers["x-content-type-options"]) == ("image/png", "nosniff")
    assert picture.content.startswith(b"\x89PNG")
    stranger = TestClient(browser.app, base_url=str(browser.base_url))
    assert stranger.get(address).status_code == 401


def test_the_story_is_told_again_with_its_texts_and_papers(browser: TestClient) -> None:
    opened = browser.post("/aventure", data={**BELL, "how": "alone"})
    table = opened.headers["location"]
    followed(browser, opened)
    browser.post(f"{table}/choose", data={"choice": "descendre"})
    told = browser.get(f"{table}/journal/recit").text
    for words in ("sent la fiente", "Le descendre au bout de la corde", "Article premier"):
        assert words in told.replace("\N{NO-BREAK SPACE}", " ")


def test_while_a_roll_waits_for_an_answer_nothing_else_is_offered(browser: TestClient) -> None:
    """The reserve of DeusEx is asked about before the dice: only that question is to be answered."""
    nods = {"game": "deusex", "id": "elle-hoche-la-tete", "how": "alone", "hero": "ines"}
    opened = browser.post("/aventure", data=nods)
    table = opened.headers["location"]
    assert 'name="choice" value="ecrire"' in followed(browser, opened).text
    browser.post(f"{table}/choose", data={"choice": "compter", "who": "ines", "way": "0"})
    asked = browser.get(table).text
    assert "Points de réserve" in asked
    assert 'name="choice"' not in asked


def test_with_others_and_with_an_mj_one_gives_a_name(browser: TestClient) -> None:
    nameless = browser.post("/aventure", data={**BELL, "how": "together"})
    assert nameless.status_code == 422
    for how in ("together", "mj"):
        opened = browser.post("/aventure", data={**BELL, "how": how, "name": "Zoé"})
        assert opened.headers["location"].endswith("/invite")
    screen = browser.get(opened.headers["location"].replace("/invite", "/mj"))
    assert 'data-panel="scene"' in screen.text
    assert "coupée au couteau" in screen.text
    assert "Demander ce jet" in screen.text


def test_where_a_roll_leaves_a_choice_the_mj_says_what_is_rolled(browser: TestClient) -> None:
    """A skill that some have learnt, or a characteristic that everybody has: the MJ asked for the skill alone."""
    trial = {"game": "d6", "id": "le-proces-du-trebuchet", "how": "mj", "name": "Zoé"}
    opened = browser.post("/aventure", data=trial)
    screen = browser.get(opened.headers["location"].replace("/invite", "/mj")).text
    asked = screen[screen.index("Demander qu’on entende") :]
    assert '<select class="field"' in asked
    assert '<option value="Éloquence">Éloquence</option><option value="Pr">' in asked
    assert 'name="p.what" value=' not in asked


def test_its_pack_is_taken_away(browser: TestClient) -> None:
    data = browser.get(f"{DOOR}/fichier.zip")
    assert unpacked(data.content).files == adventure_called(game="undesix", id=BELL["id"]).files


def test_a_pack_is_brought_and_played_and_a_hostile_one_gets_a_sentence(browser: TestClient) -> None:
    own = packed(bound(sketch(game_called("d6"), "le-bac")))
    assert "Jouer une aventure reçue" in browser.get("/aventures").text
    sent = browser.post("/aventures", data={"how": "alone"}, files={"pack": ("le-bac.zip", own)})
    played = followed(browser, sent)
    assert "Essayer de passer" in played.text
    for bad in (b"PK nothing", b"x" * 100):
        refused = browser.post("/aventures", data={"how": "alone"}, files={"pack": ("x.zip", bad)})
        assert refused.status_code == 422
        assert "est pas une aventure" in refused.text
    assert "Choisissez d’abord un fichier" in browser.post("/aventures", data={"how": "alone"}).text


def test_a_pack_with_all_its_pictures_comes_in_by_the_page_and_by_the_api(browser: TestClient) -> None:
    """Which is more than any other request may hold."""
    drawn = io.BytesIO()
    Image.frombytes("L", (210, 210), random.Random(1).randbytes(210 * 210)).save(drawn, "PNG")
    files = sketch(game_called("d6"), "le-bac")._replace(
        pictures=tuple((f"image-{n}.png", kept(f"image-{n}.png", drawn.getvalue())) for n in range(MAX_PICTURES))
    )
    own = packed(bound(files))
    assert len(own) > 320 * 1024
    sent = browser.post("/aventures", data={"how": "alone"}, files={"pack": ("le-bac.zip", own)})
    assert "Essayer de passer" in followed(browser, sent).text
    opened = browser.post("/api/tables", json={"game": "d6"}).json()
    token = {"authorization": f"Bearer {opened['token']}"}
    pack = {"pack": b64encode(own).decode()}
    begun = browser.post(f"/api/tables/{opened['table']}/begin-adventure", json=pack, headers=token)
    assert begun.status_code == 200, begun.text
    large = {"pack": "A" * (2 * MAX_PACK)}
    refused = browser.post(f"/api/tables/{opened['table']}/begin-adventure", json=large, headers=token)
    assert (refused.status_code, "trop grand pour une aventure" in refused.json()["detail"]) == (413, True)


def test_looking_for_mistakes_counts_as_opening_a_table(house: House) -> None:
    """Else a stranger has adventures examined all day long."""
    with TestClient(application(house, limits=Limits(tables_per_address=2)), base_url="http://localhost") as browser:
        wrong = packed(bound(sketch(game_called("d6"), "le-bac")))[:-40]
        answers = [browser.post("/aventures", data={"how": "alone"}, files={"pack": ("x.zip", wrong)}) for _ in "123"]
    assert [one.status_code for one in answers] == [422, 422, 429]
