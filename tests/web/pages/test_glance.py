"""Somebody in a line: every ready character says something of themselves, in each language."""

from __future__ import annotations

import pytest

from tablee.rules.game import game_called
from tablee.web.pages.glance import in_numbers, in_words
from tablee.web.pages.mj.shelf import ready_of

GAMES = ("undesix", "cle-en-main", "deusex", "d6")


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_every_ready_character_says_something_of_themselves(game: str, lang: str) -> None:
    known = game_called(game)
    for who in known.ready_for_players:
        scene = known.scene().acting(who)
        assert in_words(known, scene, who, lang) or in_numbers(known, scene, who, lang), who
    assert all(one.small for one in ready_of(game, lang))


def test_codes_tell_what_somebody_does_best_and_five_characteristics_are_all_told() -> None:
    d6, undesix = game_called("d6"), game_called("undesix")
    best = in_numbers(d6, d6.scene().acting("mael"), "mael", "fr").replace("\u00a0", " ")
    assert best == "Haches et masses 5D+1 · Forge 5D · Escalade 4D+1"
    five = in_numbers(undesix, undesix.scene().acting("chloe"), "chloe", "en").replace("\u00a0", " ")
    assert five == "PHY 2 · DEX 4 · SAV 4 · PSY 4 · SENS 4"


def test_one_npc_is_called_so_and_several_by_the_name_of_their_kind() -> None:
    guard = next(one for one in ready_of("d6", "en") if one.id == "garde")
    assert (guard.kind, guard.one) == ("NPCs", "NPC")
