"""Tests: options named where they change the result, circumstances, skills, help, several actions, criticals."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from tablee.dice import Fed, odds
from tablee.dice.audit import audit
from tablee.games.undesix import GAME
from tablee.games.undesix.check.checks import Check, Try, check, circumstance_terms, confirmed, try_it
from tablee.games.undesix.check.together import Member, Together, leader_of, together
from tablee.games.undesix.sheet import Learnt
from tablee.rules.run import Done, Waiting, perform
from tablee.rules.tell import card
from tablee.text import LANGS, Name
from tests.games.undesix.bout import Bout, fighter
from tests.games.undesix.cast import alone, doing, sheet
from tests.games.undesix.every_face import agrees


def rules_of(done: Done) -> list[str]:
    return [item.saying.id for item in done.why]


def test_the_levels_of_success_and_failure() -> None:
    """UDS-TEST-04."""
    levels = [Check(margin >= 0, margin).level for margin in range(-6, 7)]
    assert levels[:6] == ["legendary", "legendary", "exceptional", "major", "major", "minor"]
    assert levels[6:] == ["just", "minor", "major", "major", "exceptional", "legendary", "legendary"]


def test_an_option_is_named_only_where_it_changes_the_result() -> None:
    """UDS-TEST-01, -07."""
    strict = alone(sheet(phy=3), roll_under="strict")
    assert "UDS-TEST-01:strict" in rules_of(doing(try_it, strict, [3], characteristic="phy")[0])
    assert "UDS-TEST-01:strict" not in rules_of(doing(try_it, strict, [2], characteristic="phy")[0])
    lucky = alone(sheet(phy=1), natural_one_succeeds=True)
    assert "UDS-TEST-07" not in rules_of(doing(try_it, lucky, [1], characteristic="phy")[0])
    hopeless = alone(sheet(phy=1), natural_one_succeeds=True)
    saved, _ = doing(try_it, hopeless, [1], characteristic="phy", modifier=-3)
    assert "UDS-TEST-07" in rules_of(saved)
    assert saved.outcome.parts[0].grade.id == "success"


def test_circumstances_add_up_but_a_storm_already_is_rain() -> None:
    """UDS-TEST-05, -06."""
    assert [term.value for term in circumstance_terms(("fatigue", "rain", "storm", "darkness"))] == [-1, -2, -2]
    assert [term.value for term in circumstance_terms(("rain", "storm", "hurricane"))] == [-4]
    law = agrees(try_it, alone(sheet(dex=6)), characteristic="dex", circumstances=("half_light", "fatigue"))
    assert law.chance(lambda parts: parts[0].grade.good) == Fraction(4, 6)


def test_a_skill_rolls_its_formula_and_teaches_once_a_game() -> None:
    """UDS-SKILL-03, UDS-XP-01, -02."""
    scene = alone(sheet(dex=5))
    first, then = doing(try_it, scene, [1], skill="lockpicking")
    assert first.outcome.parts[0].amount("margin") == 2
    second, last = doing(try_it, then, [1], skill="lockpicking")
    assert second.outcome.parts[0].amount("margin") == 3
    assert last["ana"].line("lockpicking").xp == 1


def test_an_invented_skill_may_be_tried() -> None:
    """UDS-SKILL-04."""
    noble = sheet(sav=3, skills={"etiquette_at_court": Learnt(name="Étiquette", formula="SAV+1")})
    done, _ = doing(try_it, alone(noble), [4], skill="etiquette_at_court")
    assert done.outcome.parts[0].grade.good


def test_something_must_be_tried() -> None:
    refusal = try_it.refuse(alone(sheet()), Try())
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-TEST-02"


def test_a_skill_against_somebody_is_not_tried_alone() -> None:
    """UDS-OPP-03."""
    refusal = try_it.refuse(alone(sheet()), Try(skill="pickpocket"))
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-OPP-03"


def test_a_confirmed_one_or_six_is_critical() -> None:
    """UDS-OPT-01: the second die only confirms."""
    scene = alone(sheet(phy=3), critical_double=True)
    assert doing(try_it, scene, [1, 1], characteristic="phy")[0].outcome.parts[0].grade.id == "critical_success"
    assert doing(try_it, scene, [6, 6], characteristic="phy")[0].outcome.parts[0].grade.id == "critical_failure"
    assert doing(try_it, scene, [6, 1], characteristic="phy")[0].outcome.parts[0].grade.id == "failure"
    law = agrees(try_it, scene, characteristic="phy")
    assert law.chance(lambda parts: parts[0].grade.id == "critical_success") == Fraction(1, 36)


@pytest.mark.parametrize("target", [-2, 1, 3, 6, 9])
@pytest.mark.parametrize("reading", [(False, False, False), (True, False, False), (False, True, True)])
def test_the_rules_keep_their_promises(target: int, reading: tuple[bool, bool, bool]) -> None:
    """UDS-TEST-01, -03: pure, of one type, and their odds are those of their dice."""
    audit(check(target, *reading))
    audit(confirmed(target, *reading))
    assert odds(check(target)).chance(lambda it: it.success) == Fraction(min(max(target, 0), 6), 6)


def test_the_best_characteristic_leads_and_ties_go_to_the_better_skill() -> None:
    """UDS-ACTION-14."""
    assert leader_of([Member(2, 4), Member(3, 0)]) == 1
    assert leader_of([Member(3, 0), Member(3, 2), Member(1, 9)]) == 1


def test_helpers_add_one_each_and_learn_nothing() -> None:
    """UDS-ACTION-14: a single die, by the leader, with their own skill alone."""
    cast = {"ana": sheet(sav=2), "bea": sheet(sav=4, skills={"medicine": Learnt(xp=3)}), "cyr": sheet(sav=1)}
    scene = GAME.scene("ana", cast)
    done, then = doing(together, scene, [4], skill="medicine", helpers=("bea", "cyr"), modifier=-5)
    assert done.outcome.parts[0].who == "bea"
    assert done.outcome.parts[0].amount("margin") == 4 + 3 + 2 - 5 - 4
    assert [roll.by for roll in done.progress.rolls] == ["bea"]
    assert (then["bea"].line("medicine").xp, then["ana"].line("medicine").xp) == (4, 0)
    nobody = together.refuse(scene, Together(skill="medicine", helpers=()))
    assert nobody is not None


def test_several_actions_in_a_round_weigh_on_every_die() -> None:
    """UDS-ACTION-01: announced with the first, due on all of them, then the round is over."""
    foe = fighter(Name("Brac"), 4, 2, 1, pc=False)
    bout = Bout({"ana": sheet(dex=6, sav=6, sens=5), "brac": foe})
    bout.does("", "fight", one=("ana",), two=("brac",))
    bout.does("ana", "test", 2, characteristic="dex", actions=3)
    assert bout.may_act == ["ana"]
    second = bout.does("ana", "test", 1, characteristic="sav")
    assert second.outcome.parts[0].amount("margin") == 6 - 4 - 1
    assert bout.refused("ana", "test", characteristic="sav", actions=4).saying.clause.id == "UDS-ACTION-01"
    bout.does("ana", "test", 1, characteristic="phy")
    assert bout.may_act == ["brac"]


def test_despair_is_asked_before_the_die_and_destiny_after_a_failure() -> None:
    """UDS-OPT-04, -07."""
    scene = alone(sheet(phy=2, psy=7, destiny=1), desperate_actions=True, destiny_dice=True)
    do = Try(characteristic="phy", at_stake=True)
    first = perform(try_it, scene, do, Fed([6, 3]))
    assert isinstance(first, Waiting)
    assert not first.progress.rolls
    done, then = doing(try_it, scene, [6, 3], {"ana": 2}, {"ana": True}, characteristic="phy", at_stake=True)
    assert done.outcome.parts[0].amount("margin") == 2 + 2 - 3
    assert (then["ana"].psy, then["ana"].destiny, then["ana"].destiny_mj) == (1, 0, 1)
    quiet = perform(try_it, scene, Try(characteristic="phy"), Fed([1]))
    assert isinstance(quiet, Done)


def test_what_is_rolled_is_replayed() -> None:
    scene = alone(sheet(phy=3), critical_double=True)
    do = Try(characteristic="phy")
    done = perform(try_it, scene, do)
    assert isinstance(done, Done)
    again = perform(try_it, scene, do, Fed(()), done.progress)
    assert isinstance(again, Done)
    assert again.outcome.parts == done.outcome.parts


@pytest.mark.parametrize("lang", LANGS)
def test_a_test_explains_itself(lang: str, golden: Callable[[str, str], None]) -> None:
    chloe = fighter(Name("Chloé", feminine=True), 2, 4, 4, skills={"medicine": Learnt(xp=3)})
    cast = {"chloe": chloe, "nicolas": fighter(Name("Nicolas"), 5, 1, 3, shield="shield")}
    scene = GAME.scene("chloe", cast, {"critical_double": True})
    floor = perform(try_it, scene, Try(skill="stealth", circumstances=("creaking_floor",)), Fed([6, 2]))
    chest = perform(try_it, scene, Try(characteristic="phy"), Fed([1, 1]))
    surgery = perform(together, scene, Together(skill="medicine", helpers=("nicolas",), modifier=-5), Fed([2]))
    told = [card(GAME, scene, done, lang) for done in (floor, chest, surgery) if isinstance(done, Done)]
    golden(f"undesix/tests.{lang}.txt", "\n\n".join(told) + "\n")
