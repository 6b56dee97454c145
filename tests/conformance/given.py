"""Given: what a vector gives an operation, which remembers the keys that were read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class Given(Mapping[str, Any]):
    """A read-only mapping of a vector's values. `unread()` names what nobody asked for, so that nothing a vector says
    is dropped in silence. Mappings inside it, also in lists, remember their keys as well.

    >>> given = Given({"op": "attack", "weapon": {"damage": 2, "zone": True}, "mod": 1})
    >>> given["op"], given["weapon"]["damage"]
    ('attack', 2)
    >>> given.unread()
    ['mod', 'weapon.zone']
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = {key: _wrapped(value) for key, value in values.items()}
        self._read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        value = self._values[key]
        self._read.add(key)
        return value

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Given({self._values!r})"

    def plain(self) -> dict[str, Any]:
        """All of it as a plain dictionary, every key counted as read: for parameters that their declaration checks."""
        return {key: plain(self[key]) for key in self}

    def unread(self) -> list[str]:
        """The keys that were never read, `outer.inner` for one inside a mapping that was read itself."""
        left = [key for key in self._values if key not in self._read]
        for key in self._read:
            left += [f"{key}.{inner}" for inner in _unread(self._values[key])]
        return sorted(left)


def _wrapped(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Given(value)
    return [_wrapped(item) for item in value] if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """Any value of a vector without its wrapping, every key inside counted as read."""
    if isinstance(value, Given):
        return value.plain()
    return [plain(item) for item in value] if isinstance(value, list) else value


def _unread(value: Any) -> list[str]:
    if isinstance(value, Given):
        return value.unread()
    return [f"{at}.{key}" for at, item in enumerate(value) for key in _unread(item)] if isinstance(value, list) else []
