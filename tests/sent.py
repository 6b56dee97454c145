"""Lines of a seat as the API sends them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablee.table.lines import Line


def sent(lines: Iterable[Line]) -> list[dict[str, Any]]:
    return [line.to_json() for line in lines]
