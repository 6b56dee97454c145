"""The people of a scene as choices, the empty parameters, and the tables of a package."""

from __future__ import annotations

import pytest

from tablee.errors import BadFields
from tablee.rules.cast import everybody, others
from tablee.rules.data.tables import names, toml_table
from tablee.rules.fields import Nothing, fields_of, record_of
from tests.rules.sample import GAME


def test_others_are_everybody_but_the_one_who_acts() -> None:
    scene = GAME.scene("ana")
    assert list(everybody(scene)) == ["ana", "wolf", "leo", "max"]
    assert list(others(scene)) == ["wolf", "leo", "max"]
    assert others(scene)["wolf"].say("fr") == "loup"


def test_nobody_acts_yet_so_others_are_all() -> None:
    scene = GAME.scene()
    assert others(scene) == everybody(scene)


def test_nothing_has_no_field_and_takes_none() -> None:
    assert fields_of(Nothing) == ()
    assert record_of(Nothing, {}) == Nothing()
    with pytest.raises(BadFields):
        record_of(Nothing, {"target": "ana"})


def test_a_table_of_a_package_is_read_by_its_keys() -> None:
    assert toml_table("tablee.games.d6", "check/rules.toml")["D6-CODE-01"]["title"]["en"] == "Die codes"


def test_the_rows_of_a_table_are_choices_by_name() -> None:
    assert names(GAME.ready()) == everybody(GAME.scene())
