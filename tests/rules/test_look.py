"""How a game looks: what it says in its look.toml, and what stands in for what it leaves out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablee.errors import BadFields
from tablee.rules.data.look import SPARE, Look, colours_of, in_place, look_of
from tablee.rules.fields import Annotated, Between, Declared, Label, record_of
from tablee.rules.game import game_called, games, own_file
from tablee.rules.sheet.plain_sheet import plain_sections
from tablee.text import Name, Text
from tablee.web.pages.lab.people import sides


class Stone(Declared):
    name: Annotated[Name, Label(fr="Nom", en="Name")] = Name("Silex")
    weight: Annotated[int, Label(fr="Poids", en="Weight")] = 4
    moss: Annotated[int, Between(0, 6), Label(fr="Mousse", en="Moss")] = 2
    wet: Annotated[bool, Label(fr="Mouillé", en="Wet")] = False
    story: Annotated[str, Label(fr="Histoire", en="Story")] = "Roule."


def test_ours_have_their_places_and_colours() -> None:
    assert in_place(games()) == ["undesix", "cle-en-main", "deusex", "d6"]
    assert len({colours_of(id) for id in games()}) == 4
    assert not {colours_of(id) for id in games()} & {*SPARE}


def test_what_a_look_names_is_the_games() -> None:
    """Entries, sections, actions, clauses and groups that look.toml names exist; a file for each is in the package."""
    for id, game in games().items():
        look, scene = look_of(id), game.scene()
        sections = [section for who in scene.cast for section in game.sections(scene, who)]
        assert {look.line, look.story, *look.pictures} - {""} <= {one.id for part in sections for one in part.entries}
        assert {look.few, look.best} - {""} <= {section.id for section in sections}
        assert {*look.dashed} <= {action.id for action in game.actions}
        assert not look.one_only or look.one_only in game.book
        params = {name for action in (*game.actions, *game.creations) for name in action.params.model_fields}
        assert {*look.long} <= params
        assert all(own_file(id, name) for name in ("sheet.html", "style.css", "credits.html", "lab.toml"))


def test_a_game_that_says_nothing_has_colours_to_spare_and_the_same_ones_always() -> None:
    assert look_of("marbles") == Look()
    assert colours_of("marbles") == colours_of("marbles")
    assert colours_of("marbles") in SPARE
    assert own_file("marbles", "look.toml") is None


def test_a_wrong_word_in_a_look_is_refused_by_name() -> None:
    with pytest.raises(BadFields, match="colour"):
        record_of(Look, {"colour": "red"})


def test_a_sheet_that_is_not_laid_out_shows_its_fields() -> None:
    told = {
        part.id: [(one.id, one.drawn, one.most) for one in part.entries]
        for part in plain_sections(Stone(), ("moss",), {})
    }
    assert told == {
        "counts": [("moss", "boxes", 6)],
        "scores": [("weight", "number", None)],
        "identity": [("story", "text", None)],
    }


def test_the_lab_opens_though_nobody_is_left_for_the_other_side() -> None:
    """All the ready ones are players' own, or there is only one, or none."""
    game = game_called("undesix")
    assert game.first_scene
    ready = dict(list(game.ready().items())[:2])
    first = replace(game.first_scene, cast=lambda: ready, players=tuple(ready))
    one, two = ready

    def opened(people: dict[str, Any], scene: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return sides(replace(game, ready=lambda: people, first_scene=scene))

    assert opened(ready, first) == ((one, two), (two,))
    assert opened(ready, None) == ((one,), (two,))
    assert opened({one: ready[one]}, None) == ((one,), (one,))
    assert opened({}, None) == ((), ())


def test_out_of_the_fight_is_whoever_is_refused_every_usual_action() -> None:
    game = game_called("deusex")
    plain = replace(game, condition=None, stands=None, usual=("deusex.attack",))  # type: ignore[arg-type]
    scene = plain.scene()
    assert plain.condition(scene, "nadia").id == "fit"
    down = {**scene.cast, "nadia": scene["nadia"].with_changes(pv=-20)}
    assert plain.standing(plain.scene(cast=down), "nadia") is False
    assert plain.condition(plain.scene(cast=down), "nadia").label == Text(fr="hors de jeu", en="out of play")
