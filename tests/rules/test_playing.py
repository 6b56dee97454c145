"""Scenes played without a table, and characters kept in a file."""

from __future__ import annotations

import json

import pytest

import tablee
from tablee.errors import BadInput
from tablee.rules.game import games


@pytest.mark.parametrize("game", sorted(games()))
def test_a_first_scene_goes_on_by_itself_the_same_way_for_the_same_dice(game: str) -> None:
    def played() -> list[tuple[str, str, str]]:
        scene = tablee.Playthrough.first_scene(tablee.game(game), tablee.Seeded(3))
        for _ in range(4):
            scene.act(*scene.natural_move())
        return [(who, action, done.outcome.headline.say("en")) for who, action, done in scene.done]

    assert played() == played()


def test_what_a_rule_refuses_is_told() -> None:
    scene = tablee.Playthrough.first_scene(tablee.game("undesix"), tablee.Seeded(3))
    with pytest.raises(BadInput, match="Beyond 6 metres"):
        scene.act(scene.may_act[0], "undesix.attack", {"target": "nicolas", "metres": 8})


@pytest.mark.parametrize("game", sorted(games()))
def test_ready_characters_are_kept_and_read_back(game: str) -> None:
    cast = tablee.game(game).ready()
    same, read = tablee.read_characters(tablee.write_characters(tablee.game(game), cast))
    assert (same.id, read) == (game, cast)


def test_a_file_that_does_not_fit_says_which_key_and_what_would() -> None:
    kept = json.loads(tablee.write_characters(tablee.game("undesix"), {"ana": tablee.game("undesix").ready()["chloe"]}))
    wrong = {
        "no JSON": "line 1",
        json.dumps([]): "“tablee” is missing",
        json.dumps({**kept, "tablee": "characters/9"}): "characters/9",
        json.dumps({**kept, "game": "chess"}): "no game “chess”",
        json.dumps({**kept, "characters": []}): "“characters” is missing",
        json.dumps({**kept, "characters": {"ana": {**kept["characters"]["ana"], "armor": "none"}}}): "perhaps “armour”",
        json.dumps({**kept, "characters": {"ana": {**kept["characters"]["ana"], "phy": "two"}}}): "ana: PHY",
    }
    for text, said in wrong.items():
        with pytest.raises(BadInput, match=said) as told:
            tablee.read_characters(text)
        assert told.value.say("fr") != told.value.say("en")


def test_the_library_offers_what_it_lists() -> None:
    assert all(getattr(tablee, name) is not None for name in tablee.__all__)
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = tablee.nothing_like_it
