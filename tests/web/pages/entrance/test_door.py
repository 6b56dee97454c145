"""The door of a table, as browsers meet it: codes, links, knocks, names that are taken, the MJ who lets people in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient

from tablee.table.log.sqlite import SqliteStore
from tablee.table.quotas import Quotas
from tablee.table.service import House, Submitted
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import Enter, Retire
from tablee.table.topics.seat import Invite, Join
from tablee.web.application import application
from tablee.web.pages.tokens import OF_COLOURS
from tablee.web.seat_request import accepted
from tablee.web.serving import limits
from tablee.web.serving.hosting import Hosting
from tests.web.pages.reading import FRENCH, Page, read

HOSTILE = '<script>alert("x")</script>'


class Opened:
    """A table of UnDéSix with its first scene, its door open, and the browser of its MJ."""

    def __init__(self, house: House, browser: TestClient, door: str = "open") -> None:
        self.house = house
        self.id, self.token = house.open_ready("undesix", "Le gué")
        house.submit(self.id, "mj", Arrange(door=door))
        self.code = house.state(self.id).code
        browser.cookies.set(f"tablee-seat-{self.id}", self.token)

    def seats(self) -> dict[str, str]:
        """Who sits where."""
        return {seat: known.called for seat, known in self.house.state(self.id).seats.items()}


@pytest.fixture
def opened(house: House, browser: TestClient) -> Opened:
    return Opened(house, browser)


@pytest.fixture
def guarded(house: House, browser: TestClient) -> Opened:
    return Opened(house, browser, "guarded")


@contextmanager
def another(browser: TestClient) -> Iterator[TestClient]:
    """Another browser at the same house."""
    other = TestClient(browser.app, "http://localhost", headers=FRENCH)
    other.follow_redirects = False
    yield other


@pytest.fixture
def guest(browser: TestClient) -> Iterator[TestClient]:
    with another(browser) as other:
        yield other


def test_a_code_is_read_however_it_is_written(guest: TestClient, opened: Opened) -> None:
    code = opened.code
    written = (
        code,
        code.lower(),
        f" {code[:3]} {code[3:]} ",
        f"{code[:3]}-{code[3:]}",
        f"http://192.168.1.2:8000/r/{code}",
    )
    for typed in written:
        answer = guest.get("/r", params={"code": typed})
        assert (answer.status_code, answer.headers.get("location")) == (303, f"/r/{code}"), typed


@pytest.mark.parametrize(
    ("typed", "status", "says"),
    [
        ("ZZZZZZ", 404, "Aucune table n’a le code « ZZZZZZ »"),
        ("", 422, "Un code a six lettres ou chiffres"),
        (HOSTILE, 422, "Un code a six lettres ou chiffres"),
        ("http://localhost/r/ABC", 422, "Un code a six lettres ou chiffres"),
    ],
)
def test_a_wrong_code_is_told_beside_the_field_and_kept(guest: TestClient, typed: str, status: int, says: str) -> None:
    answer = guest.get("/r", params={"code": typed})
    page = Page(answer.text)
    assert answer.status_code == status
    assert says in page.text
    assert page.form("/r")["code"] == typed
    assert "<script>alert" not in answer.text


def test_a_wrong_code_in_the_address_is_kept_too(guest: TestClient) -> None:
    answer = guest.get("/r/abcdef")
    assert answer.status_code == 404
    assert Page(answer.text).form("/r")["code"] == "abcdef"
    assert guest.post("/r/abcdef", data={"name": "Ana"}).status_code == 404


def test_codes_are_not_guessed_for_ever(guest: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    statuses = [guest.get(f"/r/AAA{n:03}").status_code for n in range(90)]
    assert statuses[0] == 404
    assert statuses[-1] == 429


def test_an_open_door_lets_in_at_once_with_a_character(guest: TestClient, opened: Opened) -> None:
    page = read(guest, f"/r/{opened.code}")
    assert {"Chloé", "Nicolas", "personne pour l’instant"} <= set(page.words)
    assert "loup" not in page.text.lower()
    form = {**page.form(f"/r/{opened.code}"), "name": "Ana", "who": "chloe", "colour": "sapin", "lang": "en"}
    answer = guest.post(f"/r/{opened.code}", data=form)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{opened.id}")
    state = opened.house.state(opened.id)
    seat = state.cast["chloe"].owner
    assert (state.seats[seat].called, state.seats[seat].colour, state.seats[seat].lang) == ("Ana", "sapin", "en")
    assert opened.house.seat(opened.id, guest.cookies[f"tablee-seat-{opened.id}"]) == seat
    assert guest.cookies["tablee-lang"] == "en"
    assert guest.get(f"/r/{opened.code}").headers["location"] == f"/t/{opened.id}"


def test_a_table_whose_seats_are_all_given_lets_nobody_in(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "small.db")
    house = House(store, quotas=Quotas(seats=2))
    table, _ = house.open("d6", "Le phare")
    house.submit(table, "mj", Arrange(door="open"))
    with TestClient(application(house), "http://localhost", headers=FRENCH) as client:
        statuses = [
            TestClient(client.app, "http://localhost", headers=FRENCH).post(
                f"/r/{house.state(table).code}", data={"name": name}, follow_redirects=False
            )
            for name in ("Ana", "Léo")
        ]
    assert [answer.status_code for answer in statuses] == [303, 422]
    assert "Cette table a déjà 2 places" in Page(statuses[1].text).text
    assert len(house.state(table).seats) == 2
    store.close()


def test_two_who_want_the_same_character_both_sit_down(browser: TestClient, opened: Opened) -> None:
    for name in ("Ana", "Léo"):
        with another(browser) as guest:
            answer = guest.post(f"/r/{opened.code}", data={"name": name, "who": "chloe"}, follow_redirects=False)
            assert answer.status_code == 303
            late = guest.get(answer.headers["location"])
    assert late.headers["location"].startswith(f"/t/{opened.id}/place")
    asked = guest.get(late.headers["location"])
    assert asked.status_code == 200
    assert "Chloé vient d’être prise" in asked.text
    assert 'value="chloe"' not in asked.text
    assert "Nicolas" in read(guest, f"/t/{opened.id}/place").text
    assert {"Ana", "Léo"} <= set(opened.seats().values())


@pytest.mark.parametrize("name", ["", "Zoé", "ZOÉ", "a\u200bb", "x" * 41])
def test_a_name_that_cannot_be_loses_nothing(guest: TestClient, opened: Opened, name: str) -> None:
    opened.house.submit(opened.id, "mj", Join(called="Zoé"))
    before = opened.seats()
    answer = guest.post(f"/r/{opened.code}", data={"name": name, "who": "nicolas", "colour": "prune", "lang": "fr"})
    form = Page(answer.text).form(f"/r/{opened.code}")
    assert answer.status_code == 422
    assert (form["name"], form["who"], form["colour"]) == (name, "nicolas", "prune")
    assert 'class="refusal" role="alert"' in answer.text
    assert opened.seats() == before


def test_names_are_escaped_everywhere(guest: TestClient, browser: TestClient, guarded: Opened) -> None:
    guest.post(f"/r/{guarded.code}", data={"name": HOSTILE})
    for page in (guest.get(f"/t/{guarded.id}/attente"), browser.get(f"/t/{guarded.id}/invite")):
        assert HOSTILE in Page(page.text).text
        assert "<script>alert" not in page.text


def test_a_guarded_door_is_knocked_at(guest: TestClient, browser: TestClient, guarded: Opened) -> None:
    page = read(guest, f"/r/{guarded.code}")
    assert "Chloé" not in page.text
    form = {**page.form(f"/r/{guarded.code}"), "name": "Ana", "colour": "prune"}
    waiting = guest.post(f"/r/{guarded.code}", data=form).headers["location"]
    assert waiting == f"/t/{guarded.id}/attente?colour=prune"
    assert "À la table, on voit que vous attendez, Ana." in read(guest, waiting).text
    drawn = guest.get(waiting).text
    assert '<noscript><meta http-equiv="refresh"' in drawn
    assert re.search(rf'class="token {OF_COLOURS["prune"]}"', drawn), "in the colour that they chose"
    assert guest.get(f"/r/{guarded.code}").headers["location"] == f"/t/{guarded.id}/attente"
    assert "à la porte" in read(guest, "/").text

    door = read(browser, f"/t/{guarded.id}/invite")
    knock = next(fields["knock"] for _, fields in door.forms if "knock" in fields)
    browser.post(f"/t/{guarded.id}/porte", data={"do": "admit", "knock": knock})

    place = guest.get(waiting).headers["location"]
    seat = read(guest, place).form(f"/t/{guarded.id}/place")
    assert (seat["name"], seat["colour"]) == ("Ana", "prune")
    assert (
        guest.post(f"/t/{guarded.id}/place", data={**seat, "who": "nicolas"}).headers["location"] == f"/t/{guarded.id}"
    )
    assert guarded.house.state(guarded.id).cast["nicolas"].owner == knock
    assert "Votre couleur" not in read(guest, place).text, "what was said at the door is not asked again"


def test_two_who_are_let_in_and_want_the_same_character(browser: TestClient, guarded: Opened) -> None:
    """Whoever came second was asked everything again, in another colour, and was told to ask the MJ."""
    place = f"/t/{guarded.id}/place"
    with another(browser) as ana, another(browser) as ben:
        forms = []
        for guest, name, colour in ((ana, "Ana", "prune"), (ben, "Ben", "sapin")):
            waiting = guest.post(f"/r/{guarded.code}", data={"name": name, "colour": colour}).headers["location"]
            (knock,) = guarded.house.state(guarded.id).knocks
            guarded.house.submit(guarded.id, "mj", Invite(knock=knock))
            forms.append(read(guest, guest.get(waiting).headers["location"]).form(place))
        assert ana.post(place, data=forms[0]).status_code == 303
        answer = ben.post(place, data=forms[1])
        asked = Page(answer.text)
        form = asked.form(place)
        assert answer.status_code == 422
        assert "vient d’être" in asked.text
        assert "Votre couleur" not in asked.text
        assert (form["name"], form["colour"]) == ("Ben", "sapin")
        assert form["who"] not in ("", forms[0]["who"]), "the next who is free is chosen"
        assert ben.post(place, data=form).status_code == 303


def test_whoever_is_let_in_sits_where_nobody_is_left_to_choose(guest: TestClient, guarded: Opened) -> None:
    for who, one in guarded.house.state(guarded.id).cast.items():
        if one.free:
            accepted(guarded.house.submit(guarded.id, "mj", Retire(who=who)))
    guarded.house.submit(guarded.id, "mj", Join(called="Zoé", colour="prune"))
    waiting = guest.post(f"/r/{guarded.code}", data={"name": "Ana", "colour": "prune"}).headers["location"]
    (knock,) = guarded.house.state(guarded.id).knocks
    guarded.house.submit(guarded.id, "mj", Invite(knock=knock))
    assert guest.get(waiting).headers["location"] == f"/t/{guarded.id}"
    ana = guarded.house.state(guarded.id).seats[knock]
    assert ana.called == "Ana"
    assert ana.colour not in ("", "prune"), "one that nobody has yet"


def test_who_knocks_is_asked_of_the_page_of_invitations_also_where_a_link_is_shown(
    browser: TestClient, guarded: Opened
) -> None:
    page = browser.post(f"/t/{guarded.id}/porte", data={"do": "link", "role": "player", "key": "one"}).text
    assert f'id="knocks" data-again="3" data-from="/t/{guarded.id}/invite"' in page
    assert "Une place de plus" in page


def test_somebody_sent_away_is_told(guest: TestClient, browser: TestClient, guarded: Opened) -> None:
    waiting = guest.post(f"/r/{guarded.code}", data={"name": "Ana"}).headers["location"]
    knock = next(fields["knock"] for _, fields in read(browser, f"/t/{guarded.id}/invite").forms if "knock" in fields)
    browser.post(f"/t/{guarded.id}/porte", data={"do": "dismiss", "knock": knock})
    for _ in range(2):
        assert "ne vous a pas fait entrer" in read(guest, waiting, 403).text
    read(guest, "/")
    assert f"tablee-seat-{guarded.id}" not in guest.cookies


def test_the_link_of_a_seat_sits_down(guest: TestClient, opened: Opened) -> None:
    made = opened.house.submit(opened.id, "mj", Invite())
    assert isinstance(made, Submitted)
    link = f"/t/{opened.id}/place/{made.token}"
    assert guest.get("/r", params={"code": f"http://localhost{link}"}).headers["location"] == link
    answer = guest.get(link)
    assert answer.headers["location"] == f"/t/{opened.id}/place"
    assert "httponly" in answer.headers["set-cookie"].lower()
    guest.post(f"/t/{opened.id}/place", data={"name": "Ana"})
    assert guest.get(link).headers["location"] == f"/t/{opened.id}"
    assert guest.post(f"/t/{opened.id}/place/{opened.token}").headers["location"] == f"/t/{opened.id}"


def test_a_link_that_opens_nothing_says_so_and_shows_the_way(guest: TestClient, opened: Opened) -> None:
    page = read(guest, f"/t/{opened.id}/place/nonsense", 403)
    assert "Ce lien n’ouvre aucune place" in page.text
    assert page.form("/r") == {"code": ""}
    assert "n’existe pas ou plus" in read(guest, "/t/nowhere/place/nonsense", 404).text
    assert f"tablee-seat-{opened.id}" not in guest.cookies


def test_the_invitation_has_code_link_and_qr(browser: TestClient, opened: Opened) -> None:
    html = browser.get(f"/t/{opened.id}/invite").text
    page = Page(html)
    assert opened.code in "".join(page.words)
    assert f"http://localhost/r/{opened.code}" in page.links
    assert 'class="qr"' in html
    assert 'aria-label="Code QR du lien de la table"' in html
    browser.post(f"/t/{opened.id}/porte", data=page.form(f"/t/{opened.id}/porte", door="guarded") | {"do": "door"})
    assert not opened.house.state(opened.id).open_door


@pytest.mark.parametrize(
    ("hosting", "asked_at", "link"),
    [
        (Hosting(), "http://localhost:8000", "http://localhost:8000"),
        (Hosting(lan="http://192.168.1.20:8000"), "http://localhost:8000", "http://192.168.1.20:8000"),
        (Hosting(lan="http://192.168.1.20:8000"), "http://127.0.0.1:8000", "http://192.168.1.20:8000"),
        (Hosting(lan="http://192.168.1.20:8000"), "http://10.0.0.3:8000", "http://10.0.0.3:8000"),
        (Hosting.of("https://jeu.example.org"), "http://localhost", "https://jeu.example.org"),
    ],
)
def test_the_link_is_one_that_others_can_open(house: House, hosting: Hosting, asked_at: str, link: str) -> None:
    table, token = house.open("d6", "Le phare")
    with TestClient(application(house, hosting), asked_at, headers=FRENCH) as client:
        client.headers["authorization"] = f"Bearer {token}"
        page = read(client, f"/t/{table}/invite")
    assert f"{link}/r/{house.state(table).code}" in page.links
    assert ("ne s’ouvre que sur cette machine" in page.text) == ("localhost" in link)


def test_a_link_for_one_person_is_made_once(browser: TestClient, guest: TestClient, opened: Opened) -> None:
    form = {"do": "link", "role": "spectator", "key": "k"}
    first, again = (browser.post(f"/t/{opened.id}/porte", data=form).text for _ in range(2))
    links = [re.findall(rf"/t/{opened.id}/place/([\w-]+)", html) for html in (first, again)]
    assert links[0] == links[1]
    guest.get(f"/t/{opened.id}/place/{links[0][0]}")
    seat = opened.house.seat(opened.id, links[0][0])
    assert opened.house.state(opened.id).seats[seat].role == "spectator"
    page = read(guest, f"/t/{opened.id}/place")
    assert "Chloé" not in page.text


def test_players_do_not_see_the_code(guest: TestClient, opened: Opened) -> None:
    guest.post(f"/r/{opened.code}", data={"name": "Ana"})
    answer = guest.get(f"/t/{opened.id}/invite")
    assert answer.status_code == 403
    assert opened.code not in answer.text
    refused = guest.post(f"/t/{opened.id}/porte", data={"do": "door", "door": "guarded"})
    assert refused.status_code == 403
    assert opened.house.state(opened.id).open_door


@pytest.mark.parametrize("knock", ["nobody", "<b>", ""])
def test_odd_knocks_are_refused(browser: TestClient, opened: Opened, knock: str) -> None:
    for do in ("admit", "dismiss"):
        answer = browser.post(f"/t/{opened.id}/porte", data={"do": do, "knock": knock})
        assert answer.status_code == 422
        assert "refusal" in answer.text or "Revenir à l’accueil" in answer.text
    assert opened.seats().keys() == {"mj"}


def test_a_hidden_character_that_is_free_keeps_its_numbers_at_the_door(guest: TestClient, opened: Opened) -> None:
    sheet = {**opened.house.state(opened.id).cast["chloe"].sheet, "history": "marque-77123"}
    sheet["name"] = {"fr": "Ombre"}
    told = opened.house.submit(opened.id, "mj", Enter(who="ombre", sheet=sheet, free=True, hidden=True))
    assert isinstance(told, Submitted)
    html = guest.get(f"/r/{opened.code}").text
    assert "Ombre" in html
    assert "marque-77123" not in html


def test_english_reads_as_english(guest: TestClient, opened: Opened) -> None:
    guest.headers["accept-language"] = "en-GB"
    page = read(guest, f"/r/{opened.code}")
    assert {"Your name", "Your colour", "nobody for now"} <= set(page.words)


def test_a_link_of_another_seat_does_not_take_ones_own_without_asking(browser: TestClient, opened: Opened) -> None:
    """The MJ's own link is kept in their browser alone: another one, sent to them, would end the game."""
    made = opened.house.submit(opened.id, "mj", Invite(role="player"))
    assert isinstance(made, Submitted)
    link = f"/t/{opened.id}/place/{made.token}"
    asked = browser.get(link)
    assert asked.status_code == 200
    assert "set-cookie" not in asked.headers
    assert "plus personne ne pourra la mener" in Page(asked.text).text.replace("\u202f", " ")
    assert link in [to for to, _ in Page(asked.text).forms]
    assert browser.post(link, headers={"origin": "https://ailleurs.example"}).status_code == 403
    done = browser.post(link)
    assert (done.status_code, done.headers["location"]) == (303, f"/t/{opened.id}/place")
    assert made.token in done.headers["set-cookie"]


def test_a_name_is_proposed_at_the_next_door(guest: TestClient, opened: Opened) -> None:
    code = opened.code
    assert 'value="Zoé B."' not in guest.get(f"/r/{code}").text
    guest.post(f"/r/{code}", data={"name": "Zoé B.", "lang": "fr"}, follow_redirects=False)
    assert 'value="Zoé B."' in guest.get("/ouvrir/undesix").text
