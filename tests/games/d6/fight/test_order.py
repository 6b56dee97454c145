"""Order of play: initiative, instants, rounds."""

from fractions import Fraction

import pytest

from tablee.dice import Seeded
from tablee.errors import TooMany
from tablee.games.d6 import GAME
from tablee.games.d6.codes import parse
from tablee.games.d6.fight.order import Begin
from tablee.rules.action import Effect
from tablee.rules.playing import Playthrough
from tablee.rules.run import Done, effects_law, expected, perform
from tests.games.d6.stage import Stage, grade, rank

PERCEPTIVE = GAME.ready()["rouquin"].model_dump()["characteristics"]


def test_the_highest_perception_acts_first_and_a_round_comes_when_all_have_acted() -> None:
    """D6-COMBAT-01."""
    stage = Stage("mael", "loup", "garde")
    assert set(stage.now()) == {"mael", "loup", "garde"}
    stage.does("", "fight", 5, 5, 5, 2, 2, 2, 2, 5, 5, 5)
    assert stage.order() == [("mael",), ("garde",), ("loup",)]
    stage.does("mael", "pass")
    assert stage.now() == ("garde",)
    stage.does("garde", "pass")
    stage.does("loup", "pass")
    assert stage.now() == ()
    assert [owed.action for owed in GAME.order.due(stage.scene)] == ["d6.round"]
    stage.does("", "round")
    assert (stage.play.round, stage.now()) == (2, ("mael",))


def test_equal_rolls_go_to_the_better_code_then_act_together() -> None:
    """D6-COMBAT-01: the garde and the rouquin, Perception 3D both; Maël has 3D+1."""
    stage = Stage("garde", "rouquin", "mael")
    stage.does("", "fight", 4, 4, 4, 4, 4, 4, 4, 4, 3)
    assert stage.order() == [("mael",), ("garde", "rouquin")]
    stage.does("mael", "pass")
    assert set(stage.now()) == {"garde", "rouquin"}
    assert stage.play.instant


def test_blows_of_one_instant_both_fall() -> None:
    """D6-COMBAT-01: what the first does to the second does not stop the second's blow."""
    stage = Stage("garde", "rouquin").change("rouquin", wounds=1, characteristics={**PERCEPTIVE, "Pe": "4D"})
    stage.does("", "fight", 4, 4, 4, 4, 4, 4)
    assert stage.order() == [("rouquin",), ("garde",)]
    stage.does("", "end")
    stage.change("rouquin", wounds=0, characteristics=PERCEPTIVE)
    stage.does("", "fight", 4, 4, 4, 4, 4, 4)
    assert stage.order() == [("garde", "rouquin")]
    stage.change("rouquin", wounds=3)
    struck = stage.does(
        "garde", "attack", 5, 5, 5, 6, 6, 5, 5, 1, 1, 1, 2, 1, target="rouquin", answers={"rouquin": "none"}
    )
    assert (rank(struck), stage["rouquin"].state) == (3, "dead")
    assert stage.now() == ("rouquin",)
    stage.does("rouquin", "attack", 6, 5, 6, 5, 1, 1, 1, 2, target="garde", answers={"garde": "none"})
    assert stage["garde"].wounds
    assert (stage.now(), stage.play.instant) == ((), 0)


def test_the_fallen_lose_their_turn_and_a_fight_without_anybody_owes_nothing() -> None:
    """D6-COMBAT-05."""
    stage = Stage("mael", "loup")
    stage.does("", "fight", 5, 5, 5, 2, 2, 2, 2)
    stage.change("loup", wounds=4)
    stage.does("mael", "pass")
    assert stage.now() == ()
    stage.change("mael", wounds=4)
    assert GAME.order.due(stage.scene) == ()


def test_those_without_a_die_for_initiative_act_after_the_others() -> None:
    """D6-COMBAT-01, D6-CODE-04: three wounds leave the rouquin no die of Perception 3D; they throw none, and fight."""
    stage = Stage("rouquin", "mael", "loup").change("rouquin", wounds=3)
    stage.does("", "fight", 1, 1, 2, 1, 1, 1, 2)
    assert stage.order()[-1] == ("rouquin",)
    assert "The Redhead has no die left for Perception and acts after the others" in stage.told[-1]
    law = effects_law(GAME.action("d6.fight"), stage.scene, GAME.action("d6.fight").params())
    assert law.chance(lambda left: place_of("rouquin", left.effects) == 2) == 1


def test_a_fight_needs_two() -> None:
    assert Stage("mael").refused("", "fight") == "D6-COMBAT-01:nobody"
    no = GAME.action("d6.fight").refuse(Stage("mael").scene, None)
    assert no is not None, "it is not even proposed"
    assert no.saying.id == "D6-COMBAT-01:nobody"


def test_the_end_of_the_scene_ends_the_fight() -> None:
    stage = Stage("mael", "loup")
    stage.does("", "fight", 5, 5, 5, 2, 2, 2, 2)
    stage.does("", "end")
    assert (stage.play.round, stage.order()) == (0, [])
    assert stage.refused("loup", "pass") == "D6-COMBAT-01:peace"
    assert grade(stage.does("loup", "test", 3, 3, 3, 3, what="Pe", threshold=5)) == "success"


def test_whoever_acts_after_a_tied_group_reads_what_it_did() -> None:
    """D6-COMBAT-01, -05: an instant ends with the last of those who share it."""
    cast = Playthrough.first_scene(GAME, Seeded(1)).scene.cast
    people = {"bandit": cast["bandit"], "twin": cast["bandit"], "mael": cast["mael"]}
    fight = Playthrough(GAME, GAME.scene(cast=people), Seeded(0))
    fight.act("", "d6.fight", {"first": ("bandit", "twin")})
    for who in ("bandit", "twin"):
        fight.act(who, "d6.attack", {"target": "mael"})
    assert fight.may_act == ("mael",)
    assert fight.scene.play.instant == 0
    assert fight.seen_by("mael")["mael"] == fight.scene["mael"]


def test_odds_tell_orders_apart_only_where_effects_are_asked() -> None:
    """D6-COMBAT-01: the law of who acts when, beside dice thrown."""
    scene, fight = Stage("mael", "loup", "garde").scene, GAME.action("d6.fight")
    do = fight.params()
    assert len(expected(fight, scene, do)) == 1
    law = effects_law(fight, scene, do)
    assert len(law) == 6
    places = law.read(lambda left: place_of("loup", left.effects))
    thrown = [perform(fight, scene, do, Seeded(seed)) for seed in range(2000)]
    seen = [place_of("loup", done.outcome.effects) for done in thrown if isinstance(done, Done)]
    for place in range(3):
        assert abs(seen.count(place) / len(seen) - places.p(place)) < 0.05


def test_pips_count_in_the_odds_of_initiative() -> None:
    """D6-COMBAT-01: 1D+2 before 1D, an equal total for the better code, sixes thrown again once: by hand, the 1D is
    first in 3/36 + 29/216 + 6/1296 (neither, the 1D, both showing a six).
    """
    stage = Stage("loup", "garde", explode="once")
    stage.change("loup", characteristics=stage["loup"].characteristics | {"Pe": parse("1D+2")})
    stage.change("garde", characteristics=stage["garde"].characteristics | {"Pe": parse("1D")})
    fight = GAME.action("d6.fight")
    law = effects_law(fight, stage.scene, fight.params())
    assert law.chance(lambda left: place_of("garde", left.effects) == 0) == Fraction(2, 9)


def place_of(who: str, effects: tuple[Effect, ...]) -> int:
    """How many act before somebody."""
    (begun,) = effects
    assert isinstance(begun, Begin)
    return begun.order.index((who,))


def test_the_orders_of_a_crowd_are_too_many_to_tell_apart() -> None:
    crowd = {f"garde-{number}": GAME.ready()["garde"] for number in range(10)}
    scene, fight = GAME.scene(cast=crowd), GAME.action("d6.fight")
    with pytest.raises(TooMany):
        effects_law(fight, scene, fight.params())
    assert len(expected(fight, scene, fight.params())) == 1
