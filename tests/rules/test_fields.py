"""Records with some fields changed: what is changed is checked, what is not stays the same."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import pytest
from pydantic import Field, ValidationError, field_validator, model_validator

from tablee.rules.fields import Annotated, Between, Declared


class Boat(Declared):
    length: Annotated[int, Between(1, 20)] = 5
    crew: tuple[str, ...] = ()
    cargo: dict[str, int] = Field(default_factory=dict)
    flag: str = "plain"

    @field_validator("flag")
    @classmethod
    def _lower(cls, given: str) -> str:
        return given.lower()

    @cached_property
    def berths(self) -> int:
        return self.length * 2


class Raft(Boat):
    @model_validator(mode="after")
    def _room(self) -> Raft:
        if len(self.crew) > self.length:
            raise ValueError("too many on board")
        return self


def test_a_changed_field_is_checked_as_declared() -> None:
    boat = Boat(cargo={"salt": 3})
    given: Any = ["ana", "léo"]
    changed = boat.with_changes(length="7", crew=given)
    assert changed == Boat(length=7, crew=("ana", "léo"), cargo={"salt": 3})
    assert changed.cargo is boat.cargo
    assert boat.with_changes(flag="RED").flag == "red"


@pytest.mark.parametrize("changes", [{"length": 21}, {"crew": "ana"}, {"sails": 2}, {"length": None}])
def test_a_change_that_does_not_fit_is_told_like_that_of_a_new_one(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as wrong:
        Boat().with_changes(**changes)
    with pytest.raises(ValidationError) as anew:
        Boat(**changes)
    assert wrong.value.errors() == anew.value.errors()


def test_what_was_computed_from_the_old_fields_is_computed_again() -> None:
    boat = Boat()
    assert boat.berths == 10
    assert boat.with_changes(length=6).berths == 12


def test_what_must_hold_for_the_whole_record_is_checked() -> None:
    with pytest.raises(ValidationError, match="too many on board"):
        Raft(length=1).with_changes(crew=("ana", "léo"))
