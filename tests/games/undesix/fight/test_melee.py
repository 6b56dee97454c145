"""Attacks as actions: weapons, special moves, backs and flanks, laser swords, locations, what may be refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tablee.dice import Fed
from tablee.games.undesix import GAME
from tablee.games.undesix.fight.melee import Attack, attack
from tablee.games.undesix.sheet import Learnt, Sheet
from tablee.rules.action import Scene
from tablee.rules.run import Done, Waiting, best, expected, perform, planned
from tablee.rules.tell import card
from tablee.rules.why import Note, Tally
from tablee.text import LANGS, Name
from tests.games.undesix.bout import Bout, fighter
from tests.games.undesix.cast import doing
from tests.games.undesix.every_face import agrees

CHLOE = fighter(Name("Chloé", feminine=True), 4, 4, 4, armour="leather", weapon="greatsword", weapons=("dagger",))
NICOLAS = fighter(Name("Nicolas"), 5, 4, 3, armour="leather", shield="large", weapon="long_sword")
BRAC = fighter(Name("Brac"), 4, 2, 3, pc=False, weapon="axe")


def duel(chloe: Sheet = CHLOE, nicolas: Sheet = NICOLAS, **options: Any) -> Scene[Sheet]:
    return GAME.scene("chloe", {"chloe": chloe, "nicolas": nicolas, "brac": BRAC}, options)


def target_of(done: Done) -> Tally:
    return next(item for item in done.why if isinstance(item, Tally) and item.saying.id == "UDS-COMBAT-01")


def told(done: Done) -> set[str]:
    return {item.saying.id for item in done.why}


def test_the_target_adds_up_term_by_term() -> None:
    """UDS-COMBAT-01, UDS-CHAR-03: what remains of PHY, the weapon, experience, less the CA."""
    chloe = CHLOE.with_changes(phy=2, skills={"weapon:greatsword": Learnt(xp=2, gifted=1, category="combat")})
    done, then = doing(attack, duel(chloe), [2], target="nicolas", modifier=1)
    target = target_of(done)
    assert [(term.key, term.value) for term in target.terms] == [
        ("phy", 2),
        ("xp", 2),
        ("gifted", 2),
        ("weapon", 2),
        ("modifier", 1),
        ("ca", -3),
    ]
    assert (target.total, then["nicolas"].phy) == (6, 1)


@pytest.mark.parametrize("resolution", ["fiche1", "fiche8", "simplified"])
@pytest.mark.parametrize(
    "values",
    [
        {},
        {"aim": "wrist"},
        {"aim": "eye", "manoeuvres": ("jump",)},
        {"extra_rolls": (3, 4)},
        {"back": True, "actions": 2},
        {"move": "headbutt"},
        {"move": "war_cry"},
    ],
    ids=str,
)
def test_attack_odds_are_those_of_their_dice(resolution: str, values: dict[str, Any]) -> None:
    """UDS-COMBAT-01…13, in the three resolutions."""
    chloe = CHLOE.with_changes(dex=6, sens=8, phy=5, vitality=1)
    agrees(attack, duel(chloe, combat_resolution=resolution, hit_locations=True), target="nicolas", **values)


def test_odds_with_every_option_are_those_of_their_dice() -> None:
    """UDS-OPT-02…07: offers declined, streaks counted, wounds located."""
    options = {
        "critical_streak": True,
        "fumble_streak": True,
        "hit_locations": True,
        "desperate_actions": True,
        "destiny_dice": True,
        "min_damage_on_hit": 1,
        "roll_under": "strict",
    }
    chloe = CHLOE.with_changes(psy=7, destiny=2, streak={"greatsword": 1})
    knight = NICOLAS.with_changes(weapon="knight_laser_sword", psy=5)
    law = agrees(attack, duel(chloe, knight, **options), target="nicolas")
    assert law.chance(lambda parts: parts[0].grade.id == "critical") == Fraction(1, 6)


def test_odds_against_a_parry_are_those_of_their_dice() -> None:
    """UDS-SPECIAL-05, -06."""
    knight = NICOLAS.with_changes(weapon="knight_laser_sword", psy=5)
    law = agrees(attack, duel(nicolas=knight), target="nicolas", aim="wrist")
    assert law.chance(lambda parts: parts[0].grade.id == "disarmed") > 0


@pytest.mark.parametrize(
    ("modifier", "options", "line"),
    [
        (3, {}, "Chloé misses Nicolas: a 6 always misses"),
        (2, {}, "Chloé misses Nicolas"),
        (3, {"roll_under": "strict"}, "Chloé misses Nicolas"),
        (4, {"roll_under": "strict"}, "Chloé misses Nicolas: a 6 always misses"),
    ],
)
def test_the_line_says_that_a_6_misses_where_it_alone_did(modifier: int, options: dict[str, Any], line: str) -> None:
    """UDS-COMBAT-05: only where the die had reached the target."""
    done, _ = doing(attack, duel(**options), [6], target="nicolas", modifier=modifier)
    assert target_of(done).total == 3 + modifier
    assert done.outcome.headline.say("en") == line


def test_a_knight_strikes_with_psy_and_parries_for_nothing() -> None:
    """UDS-SPECIAL-05, -06: one parry per attack, no PSY spent."""
    knight = NICOLAS.with_changes(weapon="knight_laser_sword", psy=5)
    done, then = doing(attack, duel(nicolas=knight), [3, 1], target="nicolas")
    assert target_of(done).total == 4 + 2 - 3
    lowered = next(item for item in done.why if item.saying.id == "UDS-SPECIAL-06:target")
    assert isinstance(lowered, Note)
    assert dict(lowered.values) == {"target": 4 + 2 - 3 - 2}
    assert then["nicolas"].phy == 4
    assert [roll.by for roll in done.progress.rolls] == ["nicolas", "chloe"]
    assert then["nicolas"].psy == 5
    strikes, _ = doing(attack, duel(nicolas=knight).acting("nicolas"), [6], target="chloe")
    assert target_of(strikes).terms[0].key == "psy"


@pytest.mark.parametrize(
    ("values", "weapon", "total"),
    [
        ({"move": "headbutt"}, "greatsword", 4 + 2 - 4 - 3),
        ({"move": "war_cry"}, "greatsword", 4 - 6),
        ({}, "war_hammer", 4 - 5),
    ],
)
def test_special_moves_have_their_own_targets(values: dict[str, Any], weapon: str, total: int) -> None:
    """UDS-SPECIAL-01…03: only the headbutt minds the CA."""
    chloe = CHLOE.with_changes(vitality=2, vitality_max=2, weapon=weapon)
    done, _ = doing(attack, duel(chloe), [6], target="nicolas", **values)
    assert target_of(done).total == total


def test_the_experience_of_special_moves_stops_at_four() -> None:
    """UDS-SPECIAL-04."""
    chloe = CHLOE.with_changes(weapon="war_hammer", skills={"war_hammer": Learnt(xp=4, category="special")})
    _, then = doing(attack, duel(chloe), [1], target="nicolas")
    assert then["chloe"].line("war_hammer").xp == 4
    _, then = doing(attack, duel(CHLOE.with_changes(weapon="war_hammer")), [1], target="nicolas")
    assert then["chloe"].line("war_hammer").xp == 1


def test_a_cry_takes_the_whole_round() -> None:
    """UDS-SPECIAL-03."""
    refusal = attack.refuse(duel(), Attack(target="nicolas", move="war_cry", actions=2))
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-SPECIAL-03"


def test_a_ranged_weapon_is_not_swung_and_bare_hands_always_strike() -> None:
    """UDS-COMBAT-02."""
    archer = CHLOE.with_changes(weapon="bow")
    refusal = attack.refuse(duel(archer), Attack(target="nicolas"))
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-COMBAT-02"
    done, _ = doing(attack, duel(archer), [6], target="nicolas", weapon="bare_hands")
    assert target_of(done).total == 4 - 3


def test_from_behind_adds_one_and_takes_shield_and_agility() -> None:
    """UDS-COMBAT-09."""
    done, _ = doing(attack, duel(), [6], target="nicolas", back=True, line=2)
    assert target_of(done).total == 4 + 2 + 1 - (1 - 1)
    assert "UDS-COMBAT-09" in told(done)


def test_only_a_large_shield_closes_a_line() -> None:
    """UDS-CA-05, -06."""
    done, _ = doing(attack, duel(), [6], target="nicolas", line=2, cover=1)
    assert target_of(done).total == 4 + 2 - (1 + 1 + 2 + 1 + 1)
    small = NICOLAS.with_changes(shield="shield")
    done, _ = doing(attack, duel(nicolas=small), [6], target="nicolas", line=2)
    assert target_of(done).total == 4 + 2 - (1 + 1 + 1)


def test_the_flanked_choose_whom_they_face() -> None:
    """UDS-COMBAT-10: asked before any die; the other attacks as from behind."""
    do = Attack(target="nicolas", flank="brac")
    asked = perform(attack, duel(), do, Fed([6]))
    assert isinstance(asked, Waiting)
    assert asked.asked["nicolas"].rule == "UDS-COMBAT-10"
    assert asked.asked["nicolas"].options == ("chloe", "brac")
    assert not asked.progress.rolls
    faced, _ = doing(attack, duel(), [6], {"nicolas": "chloe"}, target="nicolas", flank="brac")
    turned, _ = doing(attack, duel(), [6], {"nicolas": "brac"}, target="nicolas", flank="brac")
    assert target_of(turned).total - target_of(faced).total == 1 + 3
    law = expected(attack, duel(), do, planned({"nicolas/undesix.face": "brac"}))
    assert law == expected(attack, duel(), Attack(target="nicolas", back=True))


def test_whom_one_faces_holds_for_the_round() -> None:
    """UDS-COMBAT-10: the second attacker is not asked about again, and enjoys the other side."""
    bout = Bout({"chloe": CHLOE, "brac": BRAC, "nicolas": NICOLAS.with_changes(sens=1)})
    bout.does("", "fight", one=("chloe", "brac"), two=("nicolas",))
    bout.does("chloe", "attack", 6, target="nicolas", flank="brac", answers=({"nicolas": "chloe"},))
    second = bout.does("brac", "attack", 6, target="nicolas", flank="chloe")
    assert "UDS-COMBAT-09" in told(second)


def test_the_wound_is_where_the_die_says() -> None:
    """UDS-COMBAT-13: only where the table locates wounds, and nobody aimed."""
    located, _ = doing(attack, duel(hit_locations=True), [3], target="nicolas")
    assert "UDS-COMBAT-13" in told(located)
    assert "UDS-COMBAT-13" not in told(doing(attack, duel(), [3], target="nicolas")[0])


@pytest.mark.parametrize(
    ("options", "dice", "named"),
    [
        ({"roll_under": "strict"}, [3], "UDS-COMBAT-01:strict"),
        ({"min_damage_on_hit": 1}, [3], "UDS-COMBAT-03:option"),
        ({"combat_resolution": "simplified"}, [2], "UDS-COMBAT-11"),
        ({"combat_resolution": "fiche8"}, [2], "UDS-COMBAT-12"),
    ],
)
def test_the_option_that_changed_the_result_is_named(options: dict[str, Any], dice: list[int], named: str) -> None:
    """UDS-COMBAT-03, -11, -12."""
    assert named in told(doing(attack, duel(**options), dice, target="nicolas")[0])
    assert named not in told(doing(attack, duel(), dice, target="nicolas")[0])


def test_two_attacks_in_a_round_weigh_on_each() -> None:
    """UDS-COMBAT-14, UDS-ACTION-03."""
    bout = Bout({"chloe": CHLOE, "brac": BRAC, "nicolas": NICOLAS})
    bout.does("", "fight", one=("chloe",), two=("nicolas", "brac"))
    first = bout.does("chloe", "attack", 6, target="nicolas", actions=2)
    second = bout.does("chloe", "attack", 6, target="brac")
    assert (target_of(first).total, target_of(second).total) == (4 + 2 - 2 - 3, 4 + 2 - 2)
    assert bout.may_act == ["nicolas", "brac"]


def test_a_desperate_dodge_is_asked_once_the_damage_is_known() -> None:
    """UDS-OPT-05: 3 PSY, no damage; not offered to whoever cannot pay or has no way out."""
    scene = duel(desperate_actions=True, chloe=CHLOE.with_changes(psy=0), nicolas=NICOLAS.with_changes(psy=3))
    asked = perform(attack, scene, Attack(target="nicolas"), Fed([1]))
    assert isinstance(asked, Waiting)
    assert list(asked.asked) == ["nicolas"]
    done, then = doing(attack, scene, [1], {"nicolas": True}, target="nicolas")
    assert done.outcome.parts[0].grade.id == "dodged"
    assert (then["nicolas"].phy, then["nicolas"].psy) == (5, 0)
    assert isinstance(perform(attack, scene, Attack(target="nicolas", trapped=True), Fed([1])), Done)
    worth = best(attack, scene, Attack(target="nicolas"), "nicolas", lambda parts: -parts[0].amount("damage"))
    assert worth.worth > 0


def test_a_destiny_die_rolls_a_miss_again() -> None:
    """UDS-OPT-07."""
    scene = duel(destiny_dice=True, chloe=CHLOE.with_changes(destiny=1))
    done, then = doing(attack, scene, [6, 1], {"chloe": True}, target="nicolas")
    assert done.outcome.parts[0].grade.good
    assert then["chloe"].destiny == 0


@pytest.mark.parametrize("phy", [0, -1])
def test_the_dying_and_the_dead_attack_nobody(phy: int) -> None:
    """UDS-HEALTH-03, -04."""
    refusal = attack.refuse(duel(CHLOE.with_changes(phy=phy)), None)
    assert refusal is not None


def test_the_odds_hold_what_is_rolled() -> None:
    scene, do = duel(), Attack(target="nicolas", aim="legs")
    done = perform(attack, scene, do)
    assert isinstance(done, Done)
    assert expected(attack, scene, do).p(done.outcome.parts) > 0
    again = perform(attack, scene, do, Fed(()), done.progress)
    assert isinstance(again, Done)
    assert again.outcome == done.outcome
    assert sum(expected(attack, scene, do).fractions().values()) == Fraction(1)


@pytest.mark.parametrize("lang", LANGS)
def test_attacks_explain_themselves(lang: str, golden: Callable[[str, str], None]) -> None:
    knight = NICOLAS.with_changes(weapon="knight_laser_sword", psy=5)
    laser = duel(nicolas=knight, combat_resolution="fiche8", hit_locations=True)
    done = [
        (laser, perform(attack, laser, Attack(target="nicolas"), Fed([4, 2]))),
        (duel(), perform(attack, duel(), Attack(target="nicolas", aim="head", metres=4), Fed([2, 3]))),
        (duel(), perform(attack, duel(), Attack(target="nicolas", manoeuvres=("somersault",)), Fed([4]))),
        (duel(), perform(attack, duel(), Attack(target="nicolas", extra_rolls=(4,), back=True), Fed([1, 2]))),
        (duel(), perform(attack, duel(), Attack(target="brac", move="headbutt", aim="legs"), Fed([1, 1]))),
    ]
    golden(
        f"undesix/attacks.{lang}.txt",
        "\n\n".join(card(GAME, scene, each, lang) for scene, each in done if isinstance(each, Done)) + "\n",
    )
