"""The menu of a table, as browsers meet it: one's name and language, one's characters, the MJ's settings, the end."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tablee.table.pictures import Picture
from tablee.table.service import House, Submitted
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import Claim
from tablee.table.topics.chat import Say
from tablee.table.topics.seat import Invite, Join
from tablee.web.serving.limits import MAX_IMPORT_BYTES
from tests.sent import sent
from tests.web.pages.reading import FRENCH, Page, read

HOSTILE = '<script>alert("x")</script>'


class Sat:
    """A table of Clé en main with its first scene: the browsers of its MJ and of Ana, who has taken a character."""

    def __init__(self, house: House, browser: TestClient) -> None:
        self.house, self.mj = house, browser
        self.id, token = house.open_ready("cle-en-main", HOSTILE)
        browser.get(f"/t/{self.id}/place/{token}")
        made = house.submit(self.id, "mj", Invite())
        assert isinstance(made, Submitted)
        self.seat, self.token = made.seat, made.token
        self.who, self.other = [who for who, one in house.state(self.id).cast.items() if one.free][:2]
        house.submit(self.id, self.seat, Join(called="Ana", colour="sapin"))
        house.submit(self.id, self.seat, Claim(who=self.who))
        self.ana = TestClient(browser.app, "http://localhost", headers=FRENCH)
        self.ana.follow_redirects = False
        self.ana.get(f"/t/{self.id}/place/{made.token}")
        self.menu = f"/t/{self.id}/menu"


@pytest.fixture
def sat(house: House, browser: TestClient) -> Sat:
    return Sat(house, browser)


def test_somebody_changes_name_colour_and_language(sat: Sat) -> None:
    form = read(sat.ana, sat.menu).form(sat.menu, name="Ana")
    assert (form["colour"], form["lang"]) == ("sapin", "fr")
    answer = sat.ana.post(sat.menu, data={**form, "name": "Anaïs", "colour": "prune", "lang": "en"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{sat.menu}?kept=1")
    assert "Saved." in read(sat.ana, answer.headers["location"]).words
    seat = sat.house.state(sat.id).seats[sat.seat]
    assert (seat.called, seat.colour, seat.lang) == ("Anaïs", "prune", "en")
    assert sat.ana.cookies["tablee-lang"] == "en"
    assert "Your colour" in read(sat.ana, sat.menu).words


def test_two_people_never_have_one_colour(sat: Sat) -> None:
    """Both came in at once, with the same colour proposed; later it is not offered to the other."""
    other = sat.house.submit(sat.id, "mj", Invite())
    assert isinstance(other, Submitted)
    sat.house.submit(sat.id, other.seat, Join(called="Bob", colour="sapin"))
    seats = sat.house.state(sat.id).seats
    assert seats[sat.seat].colour == "sapin"
    assert seats[other.seat].colour not in ("", "sapin")
    assert f'value="{seats[other.seat].colour}"' not in sat.ana.get(sat.menu).text
    sat.house.submit(sat.id, sat.seat, Join(called="Anaïs"))
    assert sat.house.state(sat.id).seats[sat.seat].colour == "sapin"


def test_a_language_is_chosen_in_the_bar_at_the_table_too(sat: Sat) -> None:
    sat.house.submit(sat.id, sat.seat, Join(called="Ana", lang="fr"))
    back = sat.ana.post("/langue", data=read(sat.ana, sat.menu).form("/langue")).headers["location"]
    assert back == sat.menu
    assert "Your colour" in read(sat.ana, sat.menu).words


def test_a_name_that_is_taken_is_told_on_the_menu_and_kept(sat: Sat) -> None:
    sat.house.submit(sat.id, "mj", Join(called="Zoé"))
    answer = sat.ana.post(sat.menu, data={"do": "join", "name": "Zoé", "colour": "prune", "lang": "fr"})
    page = Page(answer.text)
    assert answer.status_code == 422
    assert "Quelqu’un s’appelle déjà" in page.text
    assert page.form(sat.menu, name="Zoé")["colour"] == "prune"
    assert sat.house.state(sat.id).seats[sat.seat].called == "Ana"


def test_characters_are_left_and_taken(sat: Sat) -> None:
    page = read(sat.ana, sat.menu)
    sat.ana.post(sat.menu, data={**page.form(sat.menu, who=sat.who), "do": "release"})
    assert (sat.house.state(sat.id).cast[sat.who].owner, sat.house.state(sat.id).cast[sat.who].free) == ("", True)
    sat.ana.post(sat.menu, data={"do": "claim", "who": sat.other})
    assert sat.house.state(sat.id).cast[sat.other].owner == sat.seat
    assert sat.ana.post(sat.menu, data={"do": "claim", "who": "nobody"}).status_code == 422


def test_only_the_mj_keeps_the_table(sat: Sat) -> None:
    assert "Les joueurs voient les chances." in read(sat.mj, sat.menu).text
    assert "Les joueurs voient les chances." not in read(sat.ana, sat.menu).text
    assert sat.ana.post(sat.menu, data={"do": "arrange", "odds": "hidden"}).status_code == 422
    assert not sat.house.state(sat.id).odds_hidden
    sat.mj.post(sat.menu, data={"do": "arrange", "odds": "hidden"})
    assert sat.house.state(sat.id).odds_hidden
    assert sat.mj.post(sat.menu, data={"do": "arrange", "odds": "perhaps"}).status_code == 422


def test_a_trial_is_kept_and_its_other_side_taken_over(browser: TestClient, house: House) -> None:
    table = browser.post("/essayer", data={"game": "undesix"}).headers["location"].removeprefix("/t/")
    menu = f"/t/{table}/menu"
    page = read(browser, menu)
    assert '<option value="natural" selected>la machine' in browser.get(menu).text
    assert "Table d’essai" in page.text
    browser.post(menu, data={"do": "entrust", "temper": "brutal"})
    assert '<option value="brutal" selected>la machine' in browser.get(menu).text
    assert browser.post(menu, data={"do": "entrust", "temper": "furious"}).status_code == 422
    assert house.view(table, "mj").tempers == {"": "brutal"}
    browser.post(menu, data={"do": "entrust", "temper": "played"})
    browser.post(menu, data=page.form(menu, keep="1"))
    view = house.view(table, "mj")
    assert (view.arranged.opponents, view.trial) == ("played", False)


def test_the_link_of_one_s_seat_opens_it_elsewhere(sat: Sat) -> None:
    html = sat.ana.get(f"/t/{sat.id}/lien").text
    (link,) = [link for link in Page(html).links if "/place/" in link]
    assert link == f"http://localhost/t/{sat.id}/place/{sat.token}"
    assert 'aria-label="Code QR du lien de votre place"' in html
    assert sat.token not in sat.mj.get(f"/t/{sat.id}/menu").text


def test_deleting_says_what_is_lost_and_is_the_mj_s(sat: Sat) -> None:
    address = f"/t/{sat.id}/supprimer"
    assert address not in read(sat.ana, sat.menu).links
    assert read(sat.ana, address, 403).text
    assert sat.ana.post(address).status_code == 422
    page = read(sat.mj, address)
    assert "les places d’Ana" in page.text
    assert "les sauvegardes que la maison a faites avant" in page.text
    assert "les images" not in page.text
    assert isinstance(sat.house.keep_picture(sat.id, "mj", Picture(b"x", 40, 20)), str)
    assert "les images : 1" in read(sat.mj, address).text.replace("\u202f", " ").replace("\xa0", " ")
    assert sat.house.state(sat.id).title == HOSTILE
    answer = sat.mj.post(address, data=page.form(address))
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert f"tablee-seat-{sat.id}" not in sat.mj.cookies
    assert "n’existe pas ou plus" in read(sat.ana, sat.menu, 404).text


def test_a_log_that_no_other_house_takes_over_the_network_says_so(sat: Sat) -> None:
    address = f"/t/{sat.id}/supprimer"
    assert "tablee table import" not in read(sat.mj, address).text
    picture = Picture(b"x" * (MAX_IMPORT_BYTES * 3 // 4), 40, 20)
    assert isinstance(sat.house.keep_picture(sat.id, "mj", picture), str)
    assert "dépasse 32 Mo" in read(sat.mj, address).text


def test_somebody_is_struck_out_after_saying_yes(sat: Sat) -> None:
    sat.house.submit(sat.id, sat.seat, Say(text="mon secret"))
    address = f"/t/{sat.id}/effacer"
    assert address in read(sat.ana, sat.menu).links
    page = read(sat.ana, address)
    assert "Effacer votre nom et vos messages" in page.text
    assert "mon secret" in str(sent(sat.house.lines(sat.id, "mj")))
    answer = sat.ana.post(address, data=page.form(address))
    assert (answer.status_code, answer.headers["location"]) == (303, sat.menu)
    assert "mon secret" not in str(sent(sat.house.lines(sat.id, "mj")))
    assert sat.house.state(sat.id).seats[sat.seat].called == ""
    assert sat.house.state(sat.id).cast[sat.who].owner == sat.seat
    assert read(sat.ana, sat.menu).form(sat.menu, name="")


def test_only_the_mj_strikes_others_out(sat: Sat) -> None:
    address = f"/t/{sat.id}/effacer"
    assert "voyez avec le meneur" in read(sat.ana, f"{address}?seat=mj", 403).text
    assert sat.ana.post(address, data={"seat": "mj"}).status_code == 422
    link = f"{address}?seat={sat.seat}"
    assert link in read(sat.mj, sat.menu).links
    page = read(sat.mj, link)
    assert "les messages d’Ana" in page.text
    sat.mj.post(address, data=page.form(address))
    assert sat.house.state(sat.id).seats[sat.seat].called == ""
    assert sat.mj.get(f"{address}?seat=nobody").status_code == 403
    assert sat.mj.post(address, data={"seat": "<b>"}).status_code == 422


def test_a_title_is_escaped_on_every_page(sat: Sat) -> None:
    sat.house.submit(sat.id, "mj", Arrange(door="open"))
    code = sat.house.state(sat.id).code
    addresses = (
        sat.menu,
        *(f"/t/{sat.id}/{page}" for page in ("invite", "supprimer", "place")),
        f"/oublier?table={sat.id}",
    )
    for address in addresses:
        html = sat.mj.get(address).text
        assert HOSTILE in Page(html).text, address
        assert "<script>alert" not in html
    stranger = TestClient(sat.mj.app, "http://localhost", headers=FRENCH)
    assert "<script>alert" not in stranger.get(f"/r/{code}").text


@pytest.mark.parametrize("page", ["menu", "lien", "invite", "place", "supprimer", "attente"])
def test_without_a_seat_a_page_says_how_to_come_in(browser: TestClient, house: House, page: str) -> None:
    table, _ = house.open("d6", "Le phare")
    shown = read(browser, f"/t/{table}/{page}", 401)
    assert "Cette table ne vous reconnaît pas" in shown.text
    assert shown.form("/r") == {"code": ""}
    assert "Le phare" not in shown.text
