"""While an MJ holds an adventure, no byte of a player's seat has what is the MJ's alone, or what is to come."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from fastapi.testclient import TestClient

from tablee.adventures.folder import Bound
from tablee.table.decide.command import Command
from tablee.table.service import House, Submitted
from tablee.table.topics.leading import BringAdventurePerson, ReadAdventure
from tablee.table.topics.request import Request
from tablee.table.topics.seat import Invite
from tablee.web.application import application
from tablee.web.serving.limits import Limits
from tests.table.walking import EVENINGS, FIRST, LED, Walk
from tests.web.pages.reading import FRENCH

PLAIN = re.compile(r"[^\W_]+(?: [^\W_]+)+")  # words that no page writes otherwise: no signs, no quotes
LEAST = 18  # letters: shorter ones are said elsewhere too
ADDRESSES = (
    *("", "?tab=scene", "?tab=notes", "?tab=sheet", "?tab=rules", "/hand", "/menu", "/carnet", "/personnages"),
    *("/journal", "/journal/recit", "/journal/chance", "/journal/des", "/journal/seances", "/ecran", "/fin"),
)
API = ("", "/at/3", "/lines", "/lines?said=true", "/offers", "/surroundings", "/export", "/export.md")
MOVES = 3
ENGLISH = {"accept-language": "en"}
EVERY = (*FIRST, *EVENINGS)


@pytest.fixture
def browser(house: House) -> Iterator[TestClient]:
    """A browser that may ask as fast as it can: whole logs are dear, and this one reads them again and again."""
    app = application(house, limits=Limits(reads_per_second=100_000))
    with TestClient(app, "http://localhost", headers=FRENCH) as client:
        client.follow_redirects = False
        yield client


def passages(text: str) -> Iterator[str]:
    """The stretches of a text by which it would be known again."""
    yield from (one for one in PLAIN.findall(text) if len(one) >= LEAST)


class Watched(Walk):
    """A walk led by an MJ that remembers what its players were told."""

    def __init__(self, house: House, book: Bound, seed: str) -> None:
        self.told = [str(book.title), *(f(lang) for f in (book.pitch.say, book.notes.say) for lang in ("fr", "en"))]
        super().__init__(house, book, LED, seed)
        self.token = self.do(Invite(), self.mj).token

    def do(self, command: Command, seat: str) -> Submitted:
        for lang in ("fr", "en"):
            section, book = self.book.section, self.book
            if isinstance(command, ReadAdventure):
                place = command.place.split("/")
                found = section(lang, *place)
                self.told += [found.read, found.alt, found.label if place[0] in ("papers",) else ""]
                self.told += [found.label] if place[0].startswith("end.") and len(place) == 1 else []
            if isinstance(command, BringAdventurePerson):
                self.told.append(section(lang, "people", command.person).label)
            if isinstance(command, Request):
                scene = str(self.progress["scene"])
                self.told += [book.label(scene, one.id).say(lang) for one in book.adventure.scenes[scene].tries]
        return super().do(command, seat)

    def secrets(self) -> set[str]:
        """Whatever the words of the adventure say that was not told."""
        known = "\n".join(self.told)
        sections = [*self.book.fr.sections.values(), *self.book.en.sections.values()]
        every = (text for one in sections for text in (one.read, one.help, one.alt, one.whole))
        return {one for text in every for one in passages(text) if one not in known}


def bytes_of(
    browser: TestClient, table: str, token: str, headers: Mapping[str, str] = FRENCH
) -> Iterator[tuple[str, str]]:
    """Everything that a seat may ask for, by address."""
    seen = {"authorization": f"Bearer {token}", **headers}
    for path in (*(f"/t/{table}{one}" for one in ADDRESSES), *(f"/api/tables/{table}{one}" for one in API)):
        answer = browser.get(path, headers=seen)
        assert answer.status_code in (200, 204, 303), (path, answer.status_code)
        yield path, answer.text


def kept_secret(browser: TestClient, walk: Watched, headers: Mapping[str, str] = FRENCH) -> int:
    secrets = walk.secrets()
    for path, text in bytes_of(browser, walk.table, walk.token, headers):
        told = [one for one in secrets if one in text]
        assert not told, (path, told[:3], walk.progress["scene"])
    for name, _ in walk.book.files.pictures:
        shown = name in (walk.progress.get("pictures") or ())  # type: ignore[operator]
        answer = browser.get(
            f"/api/tables/{walk.table}/pictures/{name}", headers={"authorization": f"Bearer {walk.token}"}
        )
        assert (answer.status_code == 200) == shown, name
    for private in ("/mj", "/aventure.pdf"):
        answer = browser.get(f"/t/{walk.table}{private}", headers={"authorization": f"Bearer {walk.token}"})
        assert answer.status_code != 200, private
    return len(secrets)


@pytest.mark.parametrize("book", EVERY, ids=lambda book: book.id)
def test_nothing_of_the_mj_s_and_nothing_to_come_is_in_a_player_s_bytes(
    browser: TestClient, house: House, book: Bound
) -> None:
    walk = Watched(house, book, "secrets")
    many = kept_secret(browser, walk)
    assert many > 200, "there is something to keep"
    for n in range(MOVES):
        walk.move(walk.seats[0])
        kept_secret(browser, walk, ENGLISH if n % 2 else FRENCH)


@pytest.mark.evening
@pytest.mark.parametrize("book", EVERY, ids=lambda book: book.id)
def test_nothing_is_in_a_player_s_bytes_up_to_the_end(browser: TestClient, house: House, book: Bound) -> None:
    walk = Watched(house, book, "secrets to the end")
    looked_at = ""  # once in each scene
    while not walk.progress["end"]:
        walk.move(walk.seats[0])
        if looked_at != walk.progress["scene"]:
            looked_at = str(walk.progress["scene"])
            kept_secret(browser, walk)


def test_what_was_read_is_there(browser: TestClient, house: House) -> None:
    """The question can fail: once a text is read, it is no secret and is found."""
    walk = Watched(house, FIRST[0], "read")
    scene = str(walk.progress["scene"])
    before = walk.secrets()
    walk.do(ReadAdventure(place=scene), walk.mj)
    gone = before - walk.secrets()
    texts = "".join(text for _, text in bytes_of(browser, walk.table, walk.token))
    assert any(one in texts for one in gone)
