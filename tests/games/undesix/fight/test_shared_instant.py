"""An attitude announced for a shared instant attacks at once and guards afterwards: the card says so."""

from __future__ import annotations

import pytest

from tablee.games.undesix.fight.manoeuvres import too_slow
from tablee.games.undesix.play import Slowed, Stage
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


@pytest.mark.parametrize("first", ["a", "f"])
def test_legs_hit_in_an_instant_slow_from_the_next_one_on(first: str) -> None:
    """UDS-ACTION-11, UDS-INIT-03: whoever is hit has moved by then, in whatever order the two are entered."""
    bout = Bout({"a": fighter(Name("Ana", feminine=True), 5, 6, 3), "f": fighter(Name("Fenn"), 9, 3, 3)})
    bout.does("", "fight", one=("a",), two=("f",))
    for who in (first, "f" if first == "a" else "a"):
        if who == "a":
            bout.does("a", "attack", 1, 1, target="f", aim="legs")
        else:
            bout.does("f", "move", metres=5)
    bout.does("", "next-round")
    assert too_slow(bout.scene.acting("f"), 4) is not None
    assert too_slow(bout.scene.acting("f"), 3) is None


def test_of_several_blows_at_the_legs_the_worst_counts() -> None:
    """UDS-ACTION-11: what the MJ says of each, in whatever order they are entered."""
    slowed = [[Slowed("f", metres) for metres in order] for order in ((3, 5), (5, 3))]
    assert [two.on(one.on(Stage())).slowing for one, two in slowed] == [{"f": 3}, {"f": 3}]


@pytest.mark.parametrize("first", ["a", "f"])
def test_what_was_in_hand_is_not_taken_in_hand_again_in_an_instant(first: str) -> None:
    """UDS-ACTION-07, -11, UDS-INIT-03: hit at the wrist in the same instant or not, in whatever order they are entered.
    One takes another weapon, or picks the first one up in the next round.
    """
    fenn = fighter(Name("Fenn"), 9, 3, 3, weapon="dagger", weapons=("dagger", "axe"))
    bout = Bout({"a": fighter(Name("Ana", feminine=True), 5, 6, 3), "f": fenn})
    bout.does("", "fight", one=("a",), two=("f",))
    for who in (first, "f" if first == "a" else "a"):
        if who == "a":
            bout.does("a", "attack", 1, 1, 6, target="f", aim="wrist")
        else:
            bout.refused("f", "draw", weapon="dagger")
            bout.does("f", "draw", weapon="axe")
    assert bout.scene["f"].weapon == "axe"
    bout.does("", "next-round")
    bout.does("f", "draw", weapon="dagger")
    assert bout.scene["f"].weapon == "dagger"
