"""An attitude announced for a shared instant attacks at once and guards afterwards: the card says so."""

from __future__ import annotations

import pytest

from tablee.text import Name
from tests.games.undesix.bout import Bout, fighter


@pytest.mark.parametrize(("sens", "told"), [(3, True), (5, False), (1, False)])
def test_the_card_says_that_the_guard_changes_afterwards(sens: int, told: bool) -> None:
    """UDS-INIT-03, UDS-ATTITUDE-05, UDS-COMBAT-07."""
    bout = Bout({"a": fighter(Name("Ana", feminine=True), 5, 3, sens), "f": fighter(Name("Fenn"), 5, 3, 3)})
    bout.does("", "fight", one=("a",), two=("f",))
    for who in ("a", "f"):
        bout.does(who, "announce", attitude="very_aggressive")
    blows = []
    while bout.may_act:
        who = bout.may_act[0]
        blows.append(bout.does(who, "attack", 6, target="f" if who == "a" else "a"))
    said = ["UDS-INIT-03:attitude" in [item.saying.id for item in blow.why] for blow in blows]
    assert said == [told, told]
