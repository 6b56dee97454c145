"""Prepared scenes taken away as an adventure that the checker accepts and a table begins; brought from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from tablee.adventures.check import examined_files
from tablee.adventures.folder import Bound, adventures_of
from tablee.adventures.pack import packed, unpacked
from tablee.errors import BadInput
from tablee.rules.game import game_called, games
from tablee.table.bringing import bring_scenes, prepared_book, written_scenes
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.scene_books import WrittenScene, as_adventure, scenes_in
from tablee.table.seen.prepared import NamedPerson, PreparedTry, Result
from tablee.table.service import House, Submitted
from tablee.table.topics.adventure import BeginAdventure
from tablee.table.topics.chat import Say
from tablee.table.topics.scene import MAX_SCENES, Prepare
from tablee.table.topics.seat import Invite

ALL = [pytest.param(one, id=one.id) for game in games() for one in adventures_of(game).values()]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(SqliteStore(tmp_path / "tables.db"))


def led(house: House, game: str = "undesix", title: str = "Le bac") -> tuple[str, str]:
    table, token = house.open(game, title)
    return table, house.seat(table, token)


def mistakes(book: Bound) -> list[str]:
    return [one.say("en") for one in examined_files(book.files, game_called(book.adventure.game)) if not one.remark]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("book", ALL)
def test_the_scenes_of_every_adventure_make_one_again(book: Bound, lang: str) -> None:
    """Whatever their rolls, people and papers: read as prepared scenes, written as an adventure, nothing to mend."""
    game = game_called(book.adventure.game)
    scenes = scenes_in(book, game, 2, lang)
    assert [one.title for one in scenes]
    written = as_adventure(game, book.title.say(lang), scenes, book.adventure.party, lang)
    assert mistakes(written) == []
    assert len(written.adventure.scenes) == len(book.adventure.scenes)
    rolls = sum(bool(one.roll) for it in book.adventure.scenes.values() for one in it.tries)
    kept = sum(bool(one.roll) for it in written.adventure.scenes.values() for one in it.tries)
    assert kept >= rolls // 2, "most rolls come along"


def test_scenes_of_a_table_are_begun_as_an_adventure(house: House) -> None:
    table, mj = led(house)
    note = house.submit(table, mj, Say(kind="note", text="Une carte à demi brûlée.", title="La carte"))
    assert isinstance(note, Submitted)
    house.submit(table, mj, Prepare(title="La cave", text="Il y fait noir."))
    cellar = next(iter(house.state(table).scenes))
    attempt = PreparedTry("Descendre", good=Result("On descend.", cellar))
    test = PreparedTry("Écouter", "undesix.test", {"characteristic": "psy"}, Result("On parle."), Result("Rien."))
    told = Prepare(
        title="Le quai",
        text="Le bac grince.\n\nUne lanterne.",
        notes="Le passeur ment.\n# pas un titre",
        who=("brigand", "brigand"),
        unseen=("loup",),
        named=(NamedPerson("brigand", "Gaspard", feminine=False),),
        papers=(note.version,),
        tries=(attempt, test),
    )
    assert isinstance(house.submit(table, mj, told), Submitted)
    house.submit(table, mj, Prepare(title="Pas finie", draft=True))
    book = prepared_book(house, table, mj, "fr")
    assert isinstance(book, Bound)
    assert mistakes(book) == []
    assert list(book.adventure.scenes) == ["la-cave", "le-quai"]
    quay = book.adventure.scenes["le-quai"]
    assert [one.id for one in quay.tries] == ["descendre", "ecouter", "suite"]
    assert quay.tries[1].roll
    assert book.read("le-quai").fr == "Le bac grince.\n\nUne lanterne."
    assert "Le passeur ment." in book.whole("le-quai").fr
    assert "pas un titre" in book.whole("le-quai").fr
    assert book.read("papers", "la-carte").en == "Une carte à demi brûlée."
    pack = packed(unpacked(packed(book)))
    other, there = led(house)
    begun = house.submit(other, there, BeginAdventure(pack=b64encode(pack).decode(), held="mj"))
    assert isinstance(begun, Submitted), begun
    assert house.view(other, there).adventure


def test_words_that_an_adventure_would_read_otherwise(house: House) -> None:
    game = game_called("d6")
    odd = [
        WrittenScene(
            "a",
            "## Titre",
            "> cité\n# un titre ?\n*aide*\n\x07![x](y.png)",
            "> non\n\n*non plus*",
            tries=(PreparedTry("# Pousser", good=Result("> là", "b")), PreparedTry("!!!"), PreparedTry("???")),
            at_hand=(("", "* note"),),
        ),
        WrittenScene("b", "## Titre", ""),
        WrittenScene("c", "…", "{accolades} 🙂"),
    ]
    book = as_adventure(game, "… !", odd, (), "fr")
    assert mistakes(book) == []
    assert len(set(book.adventure.scenes)) == 3


@pytest.mark.parametrize(
    ("people", "told"),
    [
        ({"named": (NamedPerson("brigand", "Gaspard", 15),)}, "15 × Gaspard, et"),
        ({"who": ("brigand",) * 9, "unseen": ("brigand",) * 4}, "13 × brigand, et"),
        ({"named": tuple(NamedPerson("brigand", f"B{n}") for n in range(30)), "who": ("loup",)}, "31 personnes"),
    ],
)
def test_more_people_than_an_adventure_takes_are_told_in_words(people: dict[str, Any], told: str) -> None:
    """It was « people.fin-la.count.1 : au plus 12 », a line for each."""
    with pytest.raises(BadInput) as no:
        as_adventure(game_called("undesix"), "x", [WrittenScene("a", "Fin", **people)], (), "fr")
    sentence = no.value.say("fr")
    assert told in sentence
    assert "count" not in sentence
    assert "Fin" in no.value.say("en")


def test_what_is_not_there_is_told(house: House) -> None:
    table, mj = led(house)
    assert isinstance(prepared_book(house, table, mj, "fr"), Refusal)
    with pytest.raises(BadInput):
        as_adventure(game_called("d6"), "x", [], (), "fr")
    invited = house.submit(table, mj, Invite())
    assert isinstance(invited, Submitted)
    player = house.seat(table, invited.token)
    assert isinstance(prepared_book(house, table, player, "fr"), Refusal)
    assert isinstance(written_scenes(house, table, player), Refusal)
    assert isinstance(bring_scenes(house, table, player, [WrittenScene("a", "A")]), Refusal)
    many = [WrittenScene(str(n), f"Scène {n}") for n in range(MAX_SCENES + 1)]
    assert isinstance(bring_scenes(house, table, mj, many), Refusal)
    assert not house.state(table).scenes


def test_scenes_go_from_table_to_table_with_their_papers(house: House) -> None:
    table, mj = led(house)
    note = house.submit(table, mj, Say(kind="note", text="Trois coups brefs.", title="Le signal"))
    assert isinstance(note, Submitted)
    house.submit(table, mj, Prepare(title="La porte", at_hand=(note.version,)))
    door = next(iter(house.state(table).scenes))
    house.submit(table, mj, Prepare(title="La rue", tries=(PreparedTry("Entrer", good=Result("", door)),)))
    scenes = written_scenes(house, table, mj)
    assert isinstance(scenes, list)
    other, there = led(house)
    house.submit(other, there, Prepare(title="La mienne"))
    assert bring_scenes(house, other, there, scenes) is None
    view = house.view(other, there)
    titles = {id: one.title for id, one in view.scenes.items()}
    assert list(titles.values()) == ["La mienne", "La porte", "La rue"]
    brought = {one.title: one for one in view.scenes.values()}
    assert brought["La rue"].draft
    assert titles[brought["La rue"].tries[0].good.to] == "La porte"
    words = {one.line: one.text for one in view.papers}
    assert [words[line] for line in brought["La porte"].at_hand] == ["Trois coups brefs."]


@pytest.mark.parametrize("book", ALL)
def test_an_adventure_comes_to_a_table_as_scenes(house: House, book: Bound) -> None:
    table, mj = led(house, book.adventure.game)
    game = game_called(book.adventure.game)
    assert bring_scenes(house, table, mj, scenes_in(book, game, 3, "fr")) is None
    assert len(house.view(table, mj).scenes) == len(book.adventure.scenes)
