"""Whoever is wounded while casting loses the spell, in the same instant too; speaking takes its time (Fiche 7)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.undesix import GAME
from tablee.games.undesix.play import stage_of
from tablee.text import Name
from tests.games.undesix.bout import Bout, fighter

FIRE: dict[str, Any] = {"verbs": ("create",), "essences": ("fire",), "effect": "harm", "targets": ("f",)}


def two(sens: int = 3) -> Bout:
    """Mira the mage, SENS 3, against Fenn."""
    bout = Bout({"m": fighter(Name("Mira"), 3, 2, 3, psy=20), "f": fighter(Name("Fenn"), 5, 2, sens, psy=0)})
    bout.does("", "fight", one=("m",), two=("f",))
    return bout


def busy(bout: Bout) -> dict[str, tuple[str, str]]:
    """What the scene says of those who are saying a spell, in both languages."""
    return {who: (note.say("fr"), note.say("en")) for who, note in GAME.busy(bout.scene.play).items()}


@pytest.mark.parametrize("first", ["m", "f"])
def test_a_wound_of_the_same_instant_loses_the_spell(first: str) -> None:
    """UDS-MAGIC-23: « blessé pendant que vous lancez », whoever acts first; nothing is rolled or paid."""
    bout = two()
    for who in (first, "f" if first == "m" else "m"):
        if who == "m":
            assert bout.does("m", "cast", **FIRE).outcome.parts[0].grade.id == "begun"
        else:
            bout.does("f", "attack", 4, target="m")
    assert (bout["m"].phy, bout.due) == (2, ["undesix.interrupted"])
    bout.does("m", "interrupted")
    assert (bout["f"].phy, bout["m"].psy, bout["m"].skills) == (5, 20, {})
    assert bout.due == ["undesix.next-round"]


def test_without_a_wound_it_is_cast_when_the_instant_ends() -> None:
    """UDS-MAGIC-20."""
    bout = two()
    bout.does("m", "cast", **FIRE)
    assert bout.may_act == ["f"]
    assert busy(bout) == {"m": ("dit son sort", "is saying a spell")}, "and the scene shows it"
    bout.does("f", "attack", 6, target="m")
    assert bout.due == ["undesix.incanted"]
    bout.does("m", "incanted", 1)
    assert (bout["f"].phy, bout["m"].psy, busy(bout)) == (4, 19, {})


def test_alone_in_an_instant_a_spell_is_cast_at_once() -> None:
    """UDS-MAGIC-20."""
    bout = two(sens=1)
    bout.does("m", "cast", 1, **FIRE)
    assert bout["f"].phy == 4


def test_several_spells_of_one_instant_are_all_lost_or_all_cast() -> None:
    """UDS-MAGIC-23, -35."""
    for die, dues in ((6, "undesix.incanted"), (4, "undesix.interrupted")):
        bout = two()
        bout.does("m", "cast", **FIRE, actions=2)
        bout.does("m", "cast", **FIRE)
        bout.does("f", "attack", die, target="m")
        for _ in range(2):
            assert bout.due == [dues]
            bout.does("m", dues.partition(".")[2], *([1] if die == 6 else []))
        assert bout["f"].phy == (3 if die == 6 else 5)


def test_a_long_incantation_is_all_one_does() -> None:
    """UDS-MAGIC-22."""
    bout = two(sens=1)
    assert bout.refused("m", "cast", **FIRE, incantation="rounds_3", actions=2).saying.clause.id == "UDS-MAGIC-22"
    bout.does("m", "test", 6, characteristic="phy", actions=2)
    assert bout.refused("m", "cast", **FIRE, incantation="rounds_3").saying.clause.id == "UDS-MAGIC-22"


def test_whoever_keeps_a_spell_up_by_speaking_does_nothing_else() -> None:
    """UDS-MAGIC-22: until it is given up."""
    bout = two(sens=1)
    light: dict[str, Any] = {
        "verbs": ("create",),
        "essences": ("light",),
        "incantation": "rounds_3",
        "incantation_effect": "duration",
    }
    bout.does("m", "cast", 1, **light)
    bout.does("f", "hold")
    bout.does("", "next-round")
    assert bout.may_act == ["f"]
    assert busy(bout) == {"m": ("incante (2 rounds sur 3)", "incanting (2 rounds of 3)")}
    bout.does("m", "give-up")
    assert busy(bout) == {}
    assert stage_of(bout.scene).spells == ()
    assert bout.may_act == ["m"]


STRONGER: dict[str, Any] = {"verbs": ("transform",), "essences": ("physique",), "effect": "change"}
SLEEP: dict[str, Any] = {"verbs": ("create",), "essences": ("sleep",), "effect": "sleep", "targets": ("f",)}
UNSEEN: dict[str, Any] = {"verbs": ("transform",), "essences": ("invisible",), "duration": "round_1"}


def three(**said: Any) -> Bout:
    """Mira has cast a spell in the first instant; Fenn acts second, Gaël last."""
    people = {"m": fighter(Name("Mira", feminine=True), 3, 2, 5, psy=20), "f": fighter(Name("Fenn"), 5, 2, 3, psy=0)}
    bout = Bout({**people, "g": fighter(Name("Gaël"), 5, 2, 1)}, lang="fr")
    bout.does("", "fight", one=("m",), two=("f", "g"))
    bout.does("m", "cast", 1, **said)
    return bout


@pytest.mark.parametrize("said", [STRONGER, UNSEEN])
def test_a_wound_later_in_the_round_ends_a_spell_of_one_round(said: dict[str, Any]) -> None:
    """UDS-MAGIC-20, -23: it lasts as long as it is said, and whoever is wounded stops saying it."""
    bout = three(**said)
    assert len(stage_of(bout.scene).spells) == 1
    stronger = bout["m"].phy
    bout.does("f", "attack", 4, target="m")
    assert bout.due == ["undesix.spell-ends"]
    bout.does("m", "spell-ends", spell="spell-1")
    assert stage_of(bout.scene).spells == ()
    assert bout["m"].phy == stronger - (2 if said is STRONGER else 1), "the wound, and what the spell gave"
    assert "Mira est blessée en disant son sort" in bout.text()
    assert bout.may_act == ["g"]


def test_a_sleep_of_one_round_ends_for_all_with_a_wound_of_its_mage() -> None:
    """UDS-MAGIC-23: not with a blow that takes nothing; what a spell has already done stays done."""
    bout = three(**SLEEP)
    assert bout.may_act == ["g"], "Fenn sleeps"
    bout.does("g", "attack", 4, target="m")
    assert bout.due == ["undesix.spell-ends"]
    bout.does("m", "spell-ends", spell="spell-1")
    assert bout.may_act == ["f"], "Fenn is awake, and still has a round"
    hurt = three(**FIRE)
    assert (hurt["f"].phy, stage_of(hurt.scene).spells) == (4, ())
    hurt.does("f", "attack", 3, target="m")
    assert (hurt["f"].phy, hurt.due) == (4, [])


def test_a_missed_blow_leaves_a_spell_of_one_round_to_its_end() -> None:
    """UDS-MAGIC-20: it is over when the round is."""
    bout = three(**STRONGER)
    bout.does("f", "attack", 6, target="m")
    bout.does("g", "hold")
    assert (bout.due, bout["m"].phy) == (["undesix.next-round"], 4)
    bout.does("", "next-round")
    assert bout.due == ["undesix.spell-ends"]
    bout.does("m", "spell-ends", spell="spell-1")
    assert bout["m"].phy == 3
