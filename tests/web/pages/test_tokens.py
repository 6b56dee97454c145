"""Tokens: an initial, a tint that tells people apart, square for the MJ's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tablee.table.seen.view import CharacterSeen, Looked, Seat
from tablee.table.topics.seat import COLOURS
from tablee.web.pages.tokens import OF_COLOURS, _tints, called, initial, is_foe, tint


def character(name: str, owner: str = "", free: bool = False, **more: Any) -> CharacterSeen:
    sheet = {"name": {"fr": name, **more}}
    return CharacterSeen(owner=owner, retired=False, hidden=False, free=free, portrait="", sheet=sheet)


VIEW = Looked(
    game="undesix",
    you="mj",
    seats={"mj": Seat("mj", "", "", "", True), "s1": Seat("player", "", "encre", "", True)},
    cast={
        "ana": character("Ana", owner="s1"),
        "leo": character("Léo", free=True),
        "wolf": character("loup", en="wolf", article=True),
        "ogre": character("ogre", article=True),
    },
)


def test_a_name_gives_its_initial() -> None:
    assert [initial(name) for name in ("Éloïse", "« Le Rouquin »", "3 dockers", "…")] == ["É", "L", "3", "?"]


def test_people_are_called_as_in_a_sentence() -> None:
    assert [called(who, VIEW, "fr") for who in VIEW.cast] == ["Ana", "Léo", "le loup", "l'ogre"]
    assert called("wolf", VIEW, "en") == "the wolf"
    assert called("gone", VIEW, "fr") == "gone"


def test_the_tint_is_that_of_the_player_or_one_that_nobody_has() -> None:
    assert tint("ana", VIEW) == OF_COLOURS["encre"]
    assert len({tint(who, VIEW) for who in VIEW.cast}) == len(VIEW.cast)
    many = replace(VIEW, seats={}, cast={f"w{n}": character("loup") for n in range(12)})
    assert {tint(who, many) for who in many.cast} == {f"t{n}" for n in range(1, 9)}
    assert tint("gone", VIEW).startswith("t")


def test_every_colour_that_players_choose_has_a_tint_of_its_own() -> None:
    assert set(OF_COLOURS) == set(COLOURS)
    assert len(set(OF_COLOURS.values())) == len(COLOURS)


def test_the_tokens_of_the_mj_are_square() -> None:
    assert [is_foe(who, VIEW) for who in VIEW.cast] == [False, False, True, True]


def test_a_cast_is_tinted_once_however_often_a_page_asks() -> None:
    """A page asks some fifty times; another choice of colour is another cast."""
    _tints.cache_clear()
    told = [[tint(who, VIEW) for who in VIEW.cast] for _ in range(3)]
    assert (told[0], _tints.cache_info().misses) == (told[2], 1)
    other = replace(VIEW, seats={**VIEW.seats, "s1": Seat("player", "", "prune", "", True)})
    assert (tint("ana", other), tint("ana", VIEW)) == (OF_COLOURS["prune"], OF_COLOURS["encre"])
