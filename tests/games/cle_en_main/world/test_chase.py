"""Chases: progress, shaking off, stopping."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.dice.audit import audit
from tablee.games.cle_en_main.check.throws import ThreeDice
from tablee.games.cle_en_main.people.ready import archetypes
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.world.chase import chase_state, gain, line, place, race, raced
from tablee.rules.action import Scene
from tests.games.cle_en_main.scenes import HANDS, doing, on, refused, sheet, turn

ACE = ({"id": "t15", "ticked": True},)


def pursuit(ana: dict[str, Any] | None = None, **play: Any) -> Scene[Any]:
    """X flees, Ana pursues."""
    runner = {"skills": {"athletics": 6, "piloting (Automobiles)": 6}, "heroism": 4} | (ana or {})
    people = {
        "ana": sheet("Ana", **runner),
        "x": sheet("X", kind="boss", skills={"athletics": 5, "defence": 5, "reflexes": 5}),
    }
    return on("ana", people, **({"progress": {"ana": 3, "x": 5}, "fugitives": ("x",)} | play))


def test_everyone_starts_where_the_scenario_says() -> None:
    """CEM-CHASE-01."""
    scene = pursuit(progress={}, fugitives=())
    assert refused(race, scene) == "CEM-CHASE-01"
    _, scene = doing(place, scene, progress=2)
    _, scene = doing(place, scene.acting("x"), progress=6, fugitive=True)
    assert (played(scene).progress, played(scene).fugitives) == ({"ana": 2, "x": 6}, ("x",))


@pytest.mark.parametrize(("total", "points"), [(9, 0), (10, 1), (14, 1), (15, 2), (19, 2), (20, 3), (40, 3)])
def test_progress(total: int, points: int) -> None:
    """CEM-CHASE-02."""
    assert gain(total) == points


@pytest.mark.parametrize(("lead", "state"), [(10, "shaken_off"), (9, "continues"), (0, "may_stop"), (-3, "may_stop")])
def test_where_a_pair_stands(lead: int, state: str) -> None:
    """CEM-CHASE-03, -04."""
    assert chase_state(20 + lead, 20) == state


def test_a_fugitive_far_enough_ahead_is_lost_for_good() -> None:
    """CEM-CHASE-03."""
    done, after = doing(race, pursuit(progress={"ana": 3, "x": 12}).acting("x"), [4, 4, 3])
    assert (played(after).progress["x"], played(after).lost) == (14, ("ana/x",))
    assert [part.grade.id for part in done.outcome.parts] == ["runs", "shaken_off"]


def test_a_pursuer_who_catches_up_may_stop_the_fugitive_at_once() -> None:
    """CEM-CHASE-04: Athlétisme/Défense, in the same turn."""
    done, after = doing(race, pursuit(), [3, 3, 3, 4, 4, 4, 2, 2, 2])
    assert done.outcome.headline.say("fr") == "Ana rattrape X et l'arrête"
    assert played(after).fugitives == ()
    done, after = doing(race, pursuit(), [3, 3, 3, 1, 1, 2, 4, 4, 4])
    assert done.outcome.headline.saying.id == "CEM-CHASE-04:goes_on"
    assert played(after).progress == {"ana": 5, "x": 5}


def test_or_let_him_run() -> None:
    """CEM-CHASE-04: he may, he need not."""
    done, _ = doing(race, pursuit(), [3, 3, 3], {"cle-en-main.stop": ""})
    assert [part.who for part in done.outcome.parts] == ["ana"]


def test_one_who_was_shaken_off_cannot_stop_anybody() -> None:
    """CEM-CHASE-03, -04."""
    done, _ = doing(race, pursuit({"heroism": 0}, lost=("ana/x",)), [3, 3, 3])
    assert not done.progress.answers


def test_an_ace_at_the_wheel() -> None:
    """CEM-CHASE-02: atout T15: one more when something is gained, never on foot, never from nothing."""
    ace = {"atouts": ACE}
    _, after = doing(race, pursuit(ace, fugitives=()), [3, 3, 3], travel="vehicle")
    assert played(after).progress["ana"] == 6
    _, after = doing(race, pursuit(ace, fugitives=()), [3, 3, 3])
    assert played(after).progress["ana"] == 5
    _, after = doing(race, pursuit(ace, fugitives=()), [1, 1, 1], travel="vehicle")
    assert played(after).progress["ana"] == 3


def test_three_points_at_once_once_a_round() -> None:
    """CEM-CHASE-02, CEM-HERO-05: the heroic effect of T15."""
    scene = pursuit({"atouts": ACE}, round=1, fugitives=())
    _, after = turn(race, scene, "ana", [1, 1, 1], travel="vehicle", ace=True)
    assert (played(after).progress["ana"], after["ana"].heroism) == (6, 3)
    assert refused(race, after.acting("ana"), travel="vehicle", ace=True) == "CEM-CHASE-02"
    assert refused(race, pursuit(), travel="vehicle", ace=True) == "CEM-CHASE-02"


def test_a_progress_test_may_carry_a_prime_and_its_penalty() -> None:
    """CEM-CHASE-05, CEM-PRIME-01: Efficacité against Danger; it is the action of the turn."""
    scene = pursuit(round=1, fugitives=())
    done, after = turn(race, scene, "ana", [3, 2, 2], primes=("effectiveness",), penalties=("danger",))
    assert (played(after).progress["ana"], after["ana"].danger) == (5, 1)
    assert done.why[0].say("fr") == "Poursuite 8 = Athlétisme 6 + Efficacité 2"
    assert HANDS.may_act(after) == ("x",)


@pytest.mark.parametrize(
    ("primes", "penalties"),
    [(("effectiveness",), ()), ((), ("danger",)), (("deadly_attack",), ("risk",)), (("caution", "caution"), ("risk",))],
)
def test_an_unfair_exchange_is_refused(primes: tuple[str, ...], penalties: tuple[str, ...]) -> None:
    """CEM-CHASE-05, CEM-PRIME-01."""
    assert refused(race, pursuit(round=1), primes=primes, penalties=penalties) == "CEM-PRIME-01"


def test_a_vehicle_needs_its_specialisation() -> None:
    """CEM-SKILL-04: the best Pilotage if none is named; none at all cannot drive."""
    assert line(archetypes()["octavie"], "piloting") == "piloting (Avions)"
    assert refused(race, pursuit(), travel="vehicle", vehicle="Avions") == "CEM-SKILL-04"
    assert refused(race, pursuit({"skills": {"athletics": 6}}), travel="vehicle") == "CEM-SKILL-04"


def test_the_odds_of_a_race_equal_brute_force() -> None:
    """CEM-CHASE-02, CEM-OPEN-02."""
    audit(raced(6, ThreeDice()))


def test_a_poor_result_may_be_redone() -> None:
    """CEM-HERO-04."""
    _, after = doing(race, pursuit(fugitives=()), [1, 1, 1, 5, 5, 5], {"cle-en-main.redo": True})
    assert (played(after).progress["ana"], after["ana"].heroism) == (6, 3)


def test_a_near_skill_counts_through_a_whole_chase() -> None:
    """CEM-NEAR-02, CEM-CHASE-02, -04: whoever runs with a near skill stops with it, and slips with one too."""
    scene = pursuit({"skills": {"acrobatics": 5}})
    done, _ = doing(race, scene, [5, 5, 5, 4, 4, 4, 2, 2, 2], {"cle-en-main.stop": "x"}, instead="acrobatics")
    lines = [why.say("fr") for why in done.why]
    assert "Arrêter le fugitif 0 = Acrobatie 5 − compétence proche 5" in lines
    values = {"instead": "acrobatics", "slip_instead": "reflexes"}
    done, _ = doing(race, scene, [5, 5, 5, 4, 4, 4, 2, 2, 2], {"cle-en-main.stop": "x"}, **values)
    assert "Échapper 0 = Réflexes 5 − compétence proche 5" in [why.say("fr") for why in done.why]


def test_only_those_able_to_act_run() -> None:
    """CEM-TURN-05."""
    for state in ({"dead": True}, {"wakes_at": 2}, {"surprised": True}):
        assert refused(race, pursuit(state)) == "CEM-TURN-05"
