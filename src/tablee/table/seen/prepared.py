"""What a prepared scene holds: people under names of their own, what may be tried there and where that leads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

MAX_COPIES = 50  # of one person in a prepared scene
RESULTS = ("good", "bad")


@dataclass(frozen=True)
class NamedPerson:
    """Somebody of a prepared scene under a name of their own: made like a ready character, with what differs."""

    ready: Annotated[str, Field(max_length=60)]
    called: Annotated[str, Field(min_length=1, max_length=40)]
    n: Annotated[int, Field(ge=1, le=MAX_COPIES)] = 1
    feminine: bool = False
    unseen: bool = False
    sheet: Annotated[Mapping[str, Any], Field(description="what differs from the ready character")] = field(
        default_factory=dict
    )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> NamedPerson:
        return cls(**data)


@dataclass(frozen=True)
class Result:
    """What follows from something tried: what is read to all, and the prepared scene that it leads to, if it does."""

    text: Annotated[str, Field(max_length=4000)] = ""
    to: Annotated[str, Field(max_length=60)] = ""


@dataclass(frozen=True)
class PreparedTry:
    """Something that may be tried in a prepared scene: a roll that is ready to be asked for, with what follows if it
    comes out well or ill; or, without an action, what simply happens (`good`).
    """

    label: Annotated[str, Field(max_length=120)]
    action: Annotated[str, Field(max_length=60)] = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    good: Result = Result()
    bad: Result = Result()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PreparedTry:
        results = {name: Result(**data.get(name, {})) for name in RESULTS}
        return cls(data["label"], data.get("action", ""), data.get("params", {}), **results)

    def leads(self) -> tuple[str, ...]:
        """The scenes that it leads to, each once."""
        return tuple(dict.fromkeys(one.to for one in (self.good, self.bad) if one.to))
