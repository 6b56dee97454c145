"""Who may see which field of a sheet, asked once for all of them."""

from __future__ import annotations

import pytest

from tablee.table.log.state import Character
from tablee.table.show import audience
from tablee.table.show.audience import Viewer, secret_fields
from tests.rules.sample import GAME
from tests.table.conftest import Evening


def test_who_owns_a_sheet_is_asked_once_for_all_its_fields(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, owns = list[str](), audience.owns

    def counted(viewer: Viewer, character: Character | None) -> bool:
        asked.append(viewer.seat)
        return owns(viewer, character)

    monkeypatch.setattr(audience, "owns", counted)
    state = evening.house.state(evening.table)
    seen = [secret_fields(GAME, state, state.cast["leo"], Viewer.of(state, seat)) for seat in ("mj", evening.leo, "")]
    assert [("secret" in one) for one in seen] == [False, False, True]
    assert asked == ["mj", evening.leo, ""]
