"""What goes with an attack: at most two manoeuvres, rolled first; aimed blows and what they do."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.dice.audit import audit
from tablee.games.undesix import GAME
from tablee.games.undesix.check.checks import check
from tablee.games.undesix.fight.manoeuvres import manoeuvre
from tablee.games.undesix.fight.melee import Attack, attack
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.run import expected
from tablee.rules.why import Tally
from tablee.text import Name
from tests.games.undesix.bout import Bout, fighter
from tests.games.undesix.cast import doing
from tests.games.undesix.every_face import agrees

ANA = fighter(Name("Ana", feminine=True), 4, 6, 5, weapon="spear", weapons=("dagger",))
BRAC = fighter(Name("Brac"), 5, 2, 3, pc=False, armour="plate", weapon="axe")


def duel(ana: Sheet = ANA, brac: Sheet = BRAC, **options: Any) -> Scene[Sheet]:
    return GAME.scene("ana", {"ana": ana, "brac": brac}, options)


def refused(scene: Scene[Sheet], **values: Any) -> str:
    refusal = attack.refuse(scene, Attack(target="brac", **values))
    assert refusal is not None
    return refusal.saying.id


@pytest.mark.parametrize(
    ("id", "total"), [("tumble", 3), ("somersault", 2), ("draw", 5), ("jump", 4), ("high_jump", 3), ("aim", 4)]
)
def test_each_manoeuvre_is_an_ordinary_skill_roll(id: str, total: int) -> None:
    """UDS-ACTION-05…08, -10."""
    assert manoeuvre(ANA, id).target.total == total
    audit(check(total))


def test_a_tiny_target_is_harder() -> None:
    """UDS-ACTION-10."""
    harder = [sum(term.value for term in manoeuvre(ANA, "aim", part).target.terms[1:]) for part in ("head", "eye")]
    assert harder == [-2, -4]
    assert manoeuvre(ANA, "aim", "eye").target.total == 2


def test_a_failed_manoeuvre_loses_the_attack_and_its_die() -> None:
    """UDS-ACTION-04."""
    done, then = doing(attack, duel(), [3], target="brac", manoeuvres=("somersault",), aim="head")
    assert done.outcome.parts[0].grade.id == "lost"
    assert then["brac"].phy == 5
    law = agrees(attack, duel(), target="brac", manoeuvres=("somersault",), aim="head")
    assert law.chance(lambda parts: parts[0].grade.id == "lost") == 1 - Fraction(2, 6) * Fraction(4, 6)


def test_no_malus_for_manoeuvres_and_they_teach_but_for_aiming() -> None:
    """UDS-ACTION-04, UDS-XP-08."""
    done, then = doing(attack, duel(), [1, 1, 5], target="brac", manoeuvres=("somersault",), aim="legs")
    target = next(item for item in done.why if isinstance(item, Tally) and item.saying.id == "UDS-COMBAT-01")
    assert target.total == 4 + 1 - 3
    assert then["ana"].line("somersault").xp == 1
    assert then["ana"].line("aim").xp == 0


@pytest.mark.parametrize(
    ("values", "id"),
    [
        ({"manoeuvres": ("tumble", "somersault"), "aim": "head"}, "UDS-ACTION-12"),
        ({"manoeuvres": ("tumble", "somersault"), "metres": 3}, "UDS-ACTION-12"),
        ({"manoeuvres": ("jump", "jump")}, "UDS-ACTION-12:twice"),
        ({"weapon": "dagger"}, "UDS-ACTION-07:sheathed"),
        ({"weapon": "dagger", "manoeuvres": ("draw",), "metres": 7}, "UDS-TIME-04"),
    ],
)
def test_what_cannot_go_with_an_attack(values: dict[str, Any], id: str) -> None:
    """UDS-ACTION-07, -09, -12, UDS-TIME-04."""
    assert refused(duel(), **values) == id


def test_moving_six_metres_always_succeeds_and_a_polearm_charges_further() -> None:
    """UDS-ACTION-09, UDS-TIME-04."""
    for metres in (6, 50):
        done, _ = doing(attack, duel(), [6], target="brac", metres=metres)
        assert done.outcome.parts[0].grade.id == "missed"
    assert refused(duel(ANA.with_changes(weapon="axe")), metres=7) == "UDS-TIME-04"


def test_drawing_while_attacking_leaves_the_weapon_in_hand() -> None:
    """UDS-ACTION-07."""
    _, then = doing(attack, duel(), [2, 6], target="brac", weapon="dagger", manoeuvres=("draw",))
    assert then["ana"].weapon == "dagger"
    assert "spear" in then["ana"].weapons


def test_without_the_manoeuvre_drawing_takes_the_round() -> None:
    """UDS-ACTION-07: swords sheathed when the fight begins."""
    bout = Bout({"ana": ANA, "brac": BRAC})
    bout.does("", "fight", one=("ana",), two=("brac",), sheathed=("ana",))
    assert bout["ana"].weapon == "bare_hands"
    assert bout.refused("ana", "attack", target="brac", weapon="spear").saying.clause.id == "UDS-ACTION-07"
    bout.does("ana", "draw", weapon="spear")
    assert bout["ana"].weapon == "spear"
    assert bout.may_act == ["brac"]


@pytest.mark.parametrize(("helmet", "ca"), [(False, 0), (True, 3)])
def test_an_uncovered_head_ignores_the_armour(helmet: bool, ca: int) -> None:
    """UDS-ACTION-11, UDS-CA-08."""
    done, _ = doing(attack, duel(brac=BRAC.with_changes(helmet=helmet)), [1, 6], target="brac", aim="head")
    armour = next(item for item in done.why if isinstance(item, Tally) and item.saying.id == "UDS-CA-04")
    assert armour.total == ca


def test_an_aimed_blow_wounds_neither_more_nor_less() -> None:
    """UDS-ACTION-10: once the aim is true, the same law."""
    aimed = expected(attack, duel(), Attack(target="brac", aim="elsewhere"))
    plain = expected(attack, duel(), Attack(target="brac"))
    assert aimed.p(next(iter(plain))) == plain.p(next(iter(plain))) * Fraction(4, 6)


def test_hit_at_the_wrist_one_holds_on_with_what_remains() -> None:
    """UDS-ACTION-11: after the damage, PHY alone, Vitality aside."""
    bare = BRAC.with_changes(armour="none", vitality=1)
    kept, then = doing(attack, duel(brac=bare), [1, 2, 3], target="brac", aim="wrist")
    assert kept.outcome.parts[0].grade.id == "hit"
    assert (then["brac"].phy, then["brac"].weapon) == (3, "axe")
    dropped, then = doing(attack, duel(brac=bare), [1, 2, 4], target="brac", aim="wrist")
    assert dropped.outcome.parts[0].grade.id == "disarmed"
    assert (then["brac"].weapon, then["brac"].weapons) == ("bare_hands", ("axe",))


def test_hit_at_the_legs_one_is_slowed() -> None:
    """UDS-ACTION-11: how much is the MJ's word."""
    done, _ = doing(attack, duel(), [1, 1], target="brac", aim="legs")
    assert "UDS-ACTION-11:slowed" in {item.saying.id for item in done.why}


def test_manoeuvres_come_with_the_fourth_fiche() -> None:
    """UDS-OPT-12."""
    assert refused(duel(rule_stage=3), aim="head") == "UDS-OPT-12"
    assert attack.refuse(duel(rule_stage=3), Attack(target="brac")) is None


# Tumbling into a fight


def quick_and_slow() -> Bout:
    bout = Bout({"ana": ANA.with_changes(sens=2), "brac": BRAC})
    bout.does("", "fight", one=("ana",), two=("brac",))
    return bout


def test_a_tumble_gains_the_initiative_of_the_first_attack() -> None:
    """UDS-ACTION-05, UDS-INIT-05: and counts among its two manoeuvres."""
    bout = quick_and_slow()
    assert bout.order == [("brac",), ("ana",)]
    bout.does("ana", "tumble", 3)
    assert bout.order == [("ana",), ("brac",)]
    assert bout.refused("ana", "attack", target="brac", aim="head", metres=2).saying.id == "UDS-ACTION-12"
    assert bout.refused("ana", "attack", target="brac", manoeuvres=("tumble",)).saying.id == "UDS-ACTION-12:twice"
    bout.does("ana", "attack", 6, target="brac")
    bout.does("brac", "hold")
    bout.does("", "next-round")
    assert bout.order == [("brac",), ("ana",)]


def test_a_failed_tumble_loses_the_attack() -> None:
    """UDS-ACTION-04, -05."""
    bout = quick_and_slow()
    bout.does("ana", "tumble", 4)
    bout.does("brac", "hold")
    assert bout.due == ["undesix.next-round"]


def test_a_tumble_only_opens_a_fight() -> None:
    """UDS-ACTION-05."""
    bout = quick_and_slow()
    bout.does("brac", "hold")
    bout.does("ana", "hold")
    bout.does("", "next-round")
    assert bout.refused("ana", "tumble").saying.clause.id == "UDS-ACTION-05"
    assert bout.refused("ana", "attack", target="brac", manoeuvres=("tumble",)).saying.clause.id == "UDS-ACTION-05"
