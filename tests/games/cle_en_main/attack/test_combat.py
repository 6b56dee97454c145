"""Attacks: joint odds equal to a reckoning by hand, what is declared and refused, several targets, what lasts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from tablee.dice import Fed, Odds
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.consequences import MISSED
from tablee.games.cle_en_main.attack.damage import halved
from tablee.games.cle_en_main.attack.declaration import Attack
from tablee.games.cle_en_main.people.ready import ready
from tablee.games.cle_en_main.sheet import Mark
from tablee.games.cle_en_main.tables import WEAPONS
from tablee.rules.action import Scene
from tablee.rules.run import Parts, compare, expected, perform, planned
from tablee.rules.tell import card
from tablee.rules.why import Note
from tests.games.cle_en_main.fighters import by_hand, fighter, passing
from tests.games.cle_en_main.scenes import doing, on, refused, sheet


def duel(weapon: str = "knife", house: dict[str, Any] | None = None, **target: Any) -> Scene[Any]:
    """Ana (Combat 8) against Bob (Défense 6), who has nothing else unless told."""
    cast = {"ana": fighter("Ana", 8, 6, weapon), "bob": fighter("Bob", 5, 6, kind="boss", **target)}
    return on("ana", cast, house, round=1)


def hits(odds: Odds[Parts]) -> dict[tuple[bool, int], Fraction]:
    """(hit, damage) of the first target, whatever became of him."""
    law: dict[tuple[bool, int], Fraction] = {}
    for parts, chance in odds.fractions().items():
        key = parts[0].grade is not MISSED, parts[0].amount("damage")
        law[key] = law.get(key, Fraction()) + chance
    return law


def only(who: str, parts: Parts) -> Parts:
    return tuple(one for one in parts if one.who == who)


@pytest.mark.parametrize(("weapon", "dice"), [("knife", 1), ("sword", 2), ("rocket_launcher", 3)])
@pytest.mark.parametrize("heroic", [False, True])
def test_the_odds_of_an_attack_are_those_of_its_dice(weapon: str, dice: int, heroic: bool) -> None:
    """CEM-ATTACK-01, CEM-DEF-01, CEM-DMG-01, -02, -04, CEM-OPP-04: counted face by face."""
    scene = duel(weapon)
    armed = scene["ana"].weapons[0].with_changes(six_plus=False, zone_m=None)
    scene = on("ana", {**scene.cast, "ana": scene["ana"].with_changes(weapons=(armed,), heroism=2)}, round=1)
    law = hits(expected(attack, scene, Attack(target="bob", heroic=heroic)))
    assert law == by_hand(8, 6, dice, 4 if heroic else 3)


@pytest.mark.parametrize("who", ["attacker", "defender"])
def test_the_odds_of_a_redo_are_those_of_its_dice(who: str) -> None:
    """CEM-HERO-04: the loser rolls again against the result that stands."""
    cast = {"ana": fighter("Ana", 8, 6, heroism=2), "bob": fighter("Bob", 5, 6, heroism=2)}
    plan = planned({f"{'ana' if who == 'attacker' else 'bob'}/cle-en-main.redo": True})
    assert hits(expected(attack, on("ana", cast), Attack(target="bob"), plan)) == by_hand(8, 6, 1, redo=who)


def test_a_redone_attack_meets_the_same_heroic_defence() -> None:
    """CEM-HERO-04, CEM-DMG-06: the defence stands, and so does the die it spares."""
    cast = {"ana": fighter("Ana", 8, 6, heroism=1), "bob": fighter("Bob", 5, 6, heroism=1)}
    plan = planned({"cle-en-main.extra-die": True, "ana/cle-en-main.redo": True})
    expect: dict[tuple[bool, int], Fraction] = {}
    for (hit, damage), chance in by_hand(8, 6, 1, 3, 4, redo="attacker").items():
        key = hit, max(0, damage)
        expect[key] = expect.get(key, Fraction()) + chance
    assert hits(expected(attack, on("ana", cast), Attack(target="bob"), plan)) == expect


def test_every_decision_together_still_sums_to_one() -> None:
    """CEM-HERO-03, -04, -09: extra dice and redos on both sides, the die of a redo included."""
    cast = {"ana": fighter("Ana", 8, 6, heroism=4), "bob": fighter("Bob", 5, 6, heroism=4)}
    plans: list[dict[str, Any]] = [
        {"cle-en-main.redo": True, "cle-en-main.redo-die": True},
        {"cle-en-main.redo": True, "cle-en-main.extra-die": True, "bob/cle-en-main.damage": "cancel"},
    ]
    for answers in plans:
        law = expected(attack, on("ana", cast), Attack(target="bob"), planned(answers)).fractions()
        assert sum(law.values()) == 1


def test_a_heroic_defence_spares_its_die_even_when_it_fails() -> None:
    """CEM-DMG-06, -07."""
    cast = {"ana": fighter("Ana", 8, 6, "sword"), "bob": fighter("Bob", 5, 6, heroism=1)}
    odds = expected(attack, on("ana", cast), Attack(target="bob"), planned({"cle-en-main.extra-die": True}))
    expect: dict[tuple[bool, int], Fraction] = {}
    for (hit, damage), chance in by_hand(8, 6, 2, 3, 4).items():
        key = hit, max(0, damage)
        expect[key] = expect.get(key, Fraction()) + chance
    assert hits(odds) == expect


def test_mal_en_point_and_dying_are_joint_with_the_damage() -> None:
    """CEM-VIT-03, -04: the two tests against 5 + the damage of that very blow."""
    scene = duel(vitality=4, skills={"resistance": 6, "willpower": 5})
    law = expected(attack, scene, Attack(target="bob")).fractions()
    struck = by_hand(8, 6, 1)
    for damage in (4, 5, 6):
        chance = struck[True, damage]
        lives, holds = passing(6, 5 + damage), passing(5, 5 + damage)
        shown = {parts[0].grade.id: p for parts, p in law.items() if parts[0].amount("damage") == damage}
        assert shown == {
            "bad_shape": chance * lives * holds,
            "dying": chance * (1 - lives) * holds,
            "unconscious": chance * lives * (1 - holds),
            "dying_unconscious": chance * (1 - lives) * (1 - holds),
        }


def test_what_is_rolled_is_among_the_odds() -> None:
    scene, do = duel(vitality=4), Attack(target="bob")
    odds = expected(attack, scene, do)
    for dice in (
        [6, 6, 6, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 2, 2],
        [1, 1, 1, 2, 2, 2],
        [4, 4, 4, 2, 2, 2, 5, 5, 5, 5, 5, 5],
    ):
        done, _ = doing(attack, scene, dice, target="bob")
        assert odds.p(done.outcome.parts) > 0


def test_rolled_equals_replayed() -> None:
    scene, do = duel(), Attack(target="bob")
    first = perform(attack, scene, do, Fed([4, 4, 4, 2, 2, 2]))
    assert perform(attack, scene, do, Fed([]), first.progress) == first


def test_should_i_take_efficacite_with_danger() -> None:
    """CEM-PRIME-01, -06: odds side by side from one call; Danger is paid later, on the next Défense."""
    scene = duel()
    stakes: dict[str, Any] = {"primes": ("effectiveness",), "penalties": ("danger",)}
    plain, bold, unpaid = compare(
        attack, scene, [{"target": "bob"}, {"target": "bob", **stakes}, {"target": "bob", "primes": ("effectiveness",)}]
    )
    assert isinstance(plain, Odds)
    assert isinstance(bold, Odds)
    assert isinstance(unpaid, Note)
    assert unpaid.saying.clause.id == "CEM-PRIME-01"
    assert hits(plain) == by_hand(8, 6, 1)
    assert (
        attack.refuse(on("ana", scene.cast), Attack(target="bob", primes=("caution",), penalties=("danger",))) is None
    )
    chance = sum(p for (hit, _), p in hits(bold).items() if hit)
    assert chance > sum(p for (hit, _), p in hits(plain).items() if hit)
    _, after = doing(attack, scene, [4, 4, 4, 2, 2, 2], target="bob", primes=("effectiveness",), penalties=("danger",))
    assert (after["ana"].danger, after["bob"].danger) == (1, 0)
    _, later = doing(attack, after.acting("bob"), [3, 3, 3, 3, 3, 4], target="ana")
    assert later["ana"].danger == 0


def test_the_defence_queue_weighs_on_the_next_tests_only() -> None:
    """CEM-PRIME-07, CEM-PEN-03: an attack not perceived uses nothing up."""
    scene = duel(danger=1, caution=2)
    unseen, after = doing(attack, scene, [4, 4, 4], target="bob", unaware=("bob",))
    assert unseen.outcome.parts[0].grade.id == "hit"
    assert (after["bob"].caution, after["bob"].danger) == (2, 1)
    _, after = doing(attack, after, [1, 2, 1, 2, 2, 2], target="bob")
    assert (after["bob"].caution, after["bob"].danger) == (1, 0)


@pytest.mark.parametrize(
    ("declared", "rule"),
    [
        ({"primes": ("effectiveness", "caution"), "penalties": ("danger",)}, "CEM-PRIME-01"),
        ({"primes": ("effectiveness",)}, "CEM-PRIME-01"),
        ({"penalties": ("danger",)}, "CEM-PRIME-01"),
        ({"primes": ("effectiveness",), "penalties": ("danger", "risk")}, "CEM-PRIME-01"),
        ({"primes": ("multiple_attack",), "penalties": ("danger",), "free": ("multiple_attack",)}, "CEM-PRIME-03"),
        ({"others": ("eve",)}, "CEM-EQUIP-08"),
        ({"primes": ("multiple_attack",), "penalties": ("danger",), "others": ("eve", "ana")}, "CEM-EQUIP-08"),
        ({"heroic": True}, "CEM-HERO-03"),
        ({"breaking": True}, "CEM-ATOUT-03"),
        ({"distance": 11, "thrown": True}, "CEM-EQUIP-07"),
        ({"auto11": ("ana",)}, None),
        ({"skill": "combat (Hache)"}, "CEM-SKILL-04"),
    ],
)
def test_what_does_not_stand_is_refused_with_its_rule(declared: dict[str, Any], rule: str | None) -> None:
    scene = duel()
    scene = on("ana", {**scene.cast, "eve": fighter("Eve", kind="boss")}, round=1)
    if rule is None:  # a PJ is not even among the choices
        with pytest.raises(Exception, match="11"):
            refused(attack, scene, target="bob", **declared)
        return
    assert refused(attack, scene, target="bob", **declared) == rule


def test_a_zone_weapon_does_not_take_attaques_multiples() -> None:
    """CEM-EQUIP-09."""
    scene = duel("grenade")
    assert refused(attack, scene, target="bob", primes=("multiple_attack",), penalties=("danger",)) == "CEM-EQUIP-09"


def test_the_same_heroism_effect_twice_in_a_turn_is_refused() -> None:
    """CEM-HERO-08: a refusal costs nothing; another turn, another die."""
    cast = {"ana": fighter("Ana", heroism=5), "bob": fighter("Bob", kind="boss")}
    scene = on("ana", cast, round=1, turn=3)
    _, after = doing(attack, scene, [4, 4, 4, 1, 2, 2, 2], target="bob", heroic=True)
    assert after["ana"].heroism == 4
    assert refused(attack, after, target="bob", heroic=True) == "CEM-HERO-08"
    assert after["ana"].heroism == 4
    again = on("ana", after.cast, round=1, turn=4)
    assert GAME.action("cle-en-main.attack").refuse(again, Attack(target="bob", heroic=True)) is None


def test_attaques_multiples_halve_last_and_each_defends() -> None:
    """CEM-PRIME-05, CEM-DMG-08: one test, two defences, own protection, halves rounded up."""
    cast = {
        "ana": fighter("Ana", 8, 6, "sword", melee_bonus=3),
        "bob": fighter("Bob", 5, 6, kind="boss", other_protection=2),
        "eve": fighter("Eve", 5, 9, kind="boss"),
    }
    told: dict[str, Any] = {
        "target": "bob",
        "others": ("eve",),
        "primes": ("multiple_attack",),
        "penalties": ("danger",),
    }
    done, after = doing(attack, on("ana", cast, round=1), [4, 5, 3, 2, 3, 4, 4, 4, 4], **told)
    assert [(one.who, one.grade.id, one.amount("damage")) for one in done.outcome.parts] == [
        ("bob", "hit", 5),
        ("eve", "missed", 0),
    ]
    assert after["bob"].vitality == cast["bob"].vitality - 5


def test_circumstances_help_only_against_those_who_defend() -> None:
    """CEM-MOD-02, CEM-DEF-03: Bob perceives nothing: his difficulty holds them already; Eve defends."""
    cast = {"ana": fighter("Ana", 2, 6, "grenade"), "bob": fighter("Bob", kind="boss"), "eve": fighter("Eve", 5, 4)}
    scene = on("ana", cast, round=1)
    told: dict[str, Any] = {"target": "bob", "others": ("eve",), "unaware": ("bob",), "circumstances": 2}
    done, _ = doing(attack, scene, [2, 2, 3, 2, 3, 3], **told)
    assert [(one.who, one.grade is not MISSED) for one in done.outcome.parts] == [("eve", True), ("bob", False)]
    own = GAME.odds(attack, scene, Attack(**told))
    plain = GAME.odds(attack, scene, Attack(target="bob", unaware=("bob",)))[""]
    assert own["bob"] == plain


def test_nobody_is_struck_twice_by_one_attack() -> None:
    """CEM-PRIME-05, CEM-EQUIP-08, -09: a target named twice is one target."""
    cast = {"ana": fighter("Ana", 8, 6, "grenade"), "bob": fighter("Bob", kind="boss"), "eve": fighter("Eve")}
    done, _ = doing(attack, on("ana", cast), [1, 4, 4, 2, 2, 2, 2, 2, 2], target="bob", others=("eve", "bob", "eve"))
    assert [(one.who, one.amount("damage")) for one in done.outcome.parts] == [("bob", 8), ("eve", 8)]


def test_each_target_has_its_own_odds() -> None:
    """CEM-PRIME-05, CEM-EQUIP-08: those of an attack on him alone, halved."""
    cast = {
        "ana": fighter("Ana", 8, 6, "sword"),
        "bob": fighter("Bob", 5, 6, kind="boss"),
        "eve": fighter("Eve", 5, 9, kind="boss"),
    }
    scene = on("ana", cast, round=1)
    do = Attack(target="bob", others=("eve",), primes=("multiple_attack",), penalties=("danger",))
    own = GAME.odds(attack, scene, do)
    together = own.pop("")
    for who, odds in own.items():
        expect: dict[tuple[bool, int], Fraction] = {}
        for (hit, damage), chance in by_hand(8, cast[who].skill("defence"), 2).items():
            key = hit, halved(damage)
            expect[key] = expect.get(key, Fraction()) + chance
        assert hits(odds) == expect
        assert odds == together.read(partial(only, who))


def test_each_target_has_its_own_odds_whatever_the_others_do() -> None:
    """CEM-PRIME-05, CEM-HERO-04: he redoes if anybody is missed, those hit reply: all of it counts for each."""
    cast = {
        "ana": fighter("Ana", 8, 6, "knife", heroism=1),
        "bob": fighter("Bob", 5, 6, heroism=2, vitality=4),
        "eve": fighter("Eve", 5, 9, kind="boss"),
    }
    do = Attack(target="bob", others=("eve",), primes=("multiple_attack",), penalties=("danger",))
    plan = planned({"cle-en-main.redo": True, "bob/cle-en-main.extra-die": True})
    own = GAME.odds(attack, on("ana", cast, round=1), do, plan)
    together = own.pop("")
    assert own == {who: together.read(partial(only, who)) for who in ("bob", "eve")}
    assert own["eve"] != GAME.odds(attack, on("ana", cast, round=1), do.with_changes(target="eve", others=()), plan)[""]


@pytest.mark.parametrize(
    "told",
    [
        ("eve", (), "take:bob"),
        ("eve", ("t20",), "shield:bob"),
        ("eve", ("t24",), "turn:max"),
        ("max", ("t24",), "turn:eve"),
    ],
)
def test_own_odds_hold_where_targets_deal_with_each_others_blows(told: tuple[str, tuple[str, ...], str]) -> None:
    """CEM-HERO-05, -07: whoever takes, shields or turns a blow is struck, or pays, because of the others."""
    who, atouts, answer = told
    ticked = tuple({"id": id, "ticked": True} for id in atouts)
    cast = {
        "ana": fighter("Ana", 8, 6, "assault_rifle", kind="boss"),
        "bob": fighter("Bob", 5, 6, heroism=2, vitality=40),
        "eve": fighter("Eve", 5, 7, heroism=2, vitality=40),
        "max": fighter("Max", 5, 5, vitality=40, kind="boss", heroism=2),
    }
    cast[who] = cast[who].with_changes(atouts=ticked)
    others = ("eve",) if who == "eve" and answer != "turn:max" else ("eve", "max")
    do = Attack(target="bob", others=others, free=("multiple_attack",))
    plan = planned({f"{who}/cle-en-main.damage": answer, "cle-en-main.redo": True})
    own = GAME.odds(attack, on("ana", cast, round=1), do, plan)
    together = own.pop("")
    assert own == {one: together.read(partial(only, one)) for one in do.targets}


def test_a_grenade_among_five_in_bad_shape_has_odds_for_each() -> None:
    """CEM-EQUIP-09, CEM-VIT-02…04: too many ways to end together, few for each."""
    five = {who: fighter(who.capitalize(), 5, 6, vitality=0) for who in ("bob", "eve", "max", "zoe", "lou")}
    scene = on("ana", {"ana": fighter("Ana", 8, 6, "grenade", kind="boss"), **five}, round=1)
    own = GAME.odds(attack, scene, Attack(target="bob", others=("eve", "max", "zoe", "lou")), most=2_000)
    assert list(own) == list(five)
    assert own["bob"] == GAME.odds(attack, scene, Attack(target="bob"))[""]


def test_a_zone_strikes_everyone_there_in_full() -> None:
    """CEM-EQUIP-09, -10: own defences, no halving, 6s rolled again once for everybody."""
    cast = {
        "ana": fighter("Ana", 8, 6, "grenade"),
        "bob": fighter("Bob", 5, 2, kind="boss", other_protection=1),
        "eve": fighter("Eve", 5, 2, kind="boss"),
    }
    dice = [1, 6, 4, 2, 2, 2, 2, 2, 3, 6, 2]
    done, _ = doing(attack, on("ana", cast, round=1), dice, target="bob", others=("eve",))
    assert [one.amount("damage") for one in done.outcome.parts] == [17, 18]


def test_untrained_weapons_cost_and_may_fail() -> None:
    """CEM-EQUIP-04, -05, CEM-PEN-05: Difficulté and Risque; the incident happens only if nobody is hit."""
    clumsy = fighter("Ana", 8, 6, "sword").with_changes(training=())
    scene = on("ana", {"ana": clumsy, "bob": fighter("Bob", 5, 6, kind="boss")}, round=1)
    done, _ = doing(attack, scene, [1, 2, 2, 4, 4, 4], target="bob")
    assert "s'enraye" in card(GAME, scene, done, "fr")
    assert "Difficulté 2" in card(GAME, scene, done, "fr")
    fine, _ = doing(attack, scene, [6, 6, 5, 1, 2, 2], target="bob")
    assert "s'enraye" not in card(GAME, scene, fine, "fr")


def test_figurants_strike_as_one_and_fall_one_by_one() -> None:
    """CEM-NPC-09, -11: +1 to the test and the damage per other; losses count at once."""
    cast = {"band": fighter("bande", 4, 4, kind="extra", vitality=1, group=4), "ana": fighter("Ana", 8, 7)}
    done, _ = doing(attack, on("band", cast, round=1), [4, 5, 3, 3, 3, 4], target="ana")
    assert done.outcome.parts[0].amount("damage") == 7
    hit, after = doing(attack, on("ana", cast, round=1), [6, 3, 3, 2, 2, 2], target="band")
    assert (hit.outcome.parts[0].grade.id, after["band"].group, after["band"].eliminated) == ("one_dead", 3, False)


def test_marks_weigh_on_the_next_action_then_go() -> None:
    """CEM-NPC-05, CEM-PRIME-02: a free Efficacité counted in actions, a Difficulté of the whole scene."""
    marks = (Mark(id="effectiveness"), Mark(id="hindrance", scene=True))
    scene = on("ana", {"ana": fighter("Ana", marks=marks), "bob": fighter("Bob", kind="boss")}, round=1)
    _, after = doing(attack, scene, [4, 4, 4, 2, 2, 2], target="bob")
    assert [mark.id for mark in after["ana"].marks] == ["hindrance"]


def test_charging_costs_a_difficulte_and_a_crowd_costs_two() -> None:
    """CEM-ACT-02, CEM-DEF-02."""
    told: dict[str, Any] = {"target": "bob", "moving": True, "crowded": ("bob",)}
    done, _ = doing(attack, duel(), [4, 4, 4, 2, 2, 2], **told)
    text = card(GAME, duel(), done, "en")
    assert "Difficulté 2" in text
    assert "several opponents 2" in text


def test_the_surprised_do_not_defend() -> None:
    """CEM-DEF-03, -04: Combat/10, and no heroic die is offered for a defence."""
    cast = {"ana": fighter("Ana", 5), "bob": fighter("Bob", surprised=True, heroism=5)}
    done, _ = doing(attack, on("ana", cast, round=1), [2, 2, 1], target="bob")
    assert done.outcome.parts[0].grade.id == "hit"


def test_circumstances_are_in_the_difficulty_when_nobody_defends() -> None:
    """CEM-MOD-02, CEM-DEF-03."""
    assert refused(attack, duel(), target="bob", unaware=("bob",), circumstances=1) == "CEM-MOD-02"
    assert attack.refuse(duel(), Attack(target="bob", circumstances=1)) is None
    assert attack.refuse(duel(), Attack(target="bob", unaware=("bob",), difficulty=12)) is None
    scene = on("ana", {**duel().cast, "ana": fighter("Ana", 1)})
    for difficulty, grade in ((10, "missed"), (0, "hit")):
        done, _ = doing(attack, scene, [2, 1, 1], target="bob", unaware=("bob",), difficulty=difficulty)
        assert done.outcome.parts[0].grade.id == grade


@pytest.mark.parametrize("source", ["step_up", "fresh"])
def test_the_extra_die_of_a_deadly_attack(source: str) -> None:
    """CEM-PRIME-04, CEM-DMG-08: the whites instead of the red die, or a new die."""
    house = {} if source == "step_up" else {"extra_die_source": "fresh"}
    dice = [5, 3, 2, 2, 2, 2] + ([] if source == "step_up" else [4])
    told: dict[str, Any] = {"target": "bob", "primes": ("deadly_attack",), "penalties": ("danger",)}
    done, _ = doing(attack, duel("knife", house), dice, **told)
    assert done.outcome.parts[0].amount("damage") == (5 if source == "step_up" else 9)


def test_throwing_uses_the_bonus_of_shooting() -> None:
    """CEM-DMG-09."""
    cast = {"ana": fighter("Ana", melee_bonus=1, ranged_bonus=4), "bob": fighter("Bob", kind="boss")}
    scene = on("ana", cast, round=1)
    assert doing(attack, scene, [5, 3, 2, 2, 2, 2], target="bob")[0].outcome.parts[0].amount("damage") == 6
    thrown, _ = doing(attack, scene, [5, 3, 2, 2, 2, 2], target="bob", thrown=True)
    assert thrown.outcome.parts[0].amount("damage") == 9


def test_bare_hands_deal_the_bonus_alone() -> None:
    """CEM-EQUIP-16."""
    cast = {"ana": sheet("Ana", skills={"combat (Mains nues)": 8}, melee_bonus=3), "bob": fighter("Bob", kind="boss")}
    done, _ = doing(attack, on("ana", cast, round=1), [5, 3, 4, 2, 2, 2], target="bob")
    assert done.outcome.parts[0].amount("damage") == 3


def test_the_weapons_of_the_table_can_all_be_used() -> None:
    """CEM-EQUIP-06."""
    for weapon in WEAPONS.values():
        cast = {"ana": fighter("Ana", 9, 6, weapon), "bob": fighter("Bob", kind="boss")}
        assert expected(attack, on("ana", cast, round=1), Attack(target="bob")).total > 1


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_an_attack_reads_well(golden: Callable[[str, str], None], lang: str) -> None:
    cast = {
        "aubree": ready()["aubree"],
        "contremaitre": ready()["contremaitre"].with_changes(vitality=8),
    }
    scene = on("aubree", cast, round=1)
    told: dict[str, Any] = {"primes": ("effectiveness",), "penalties": ("light_wound",)}
    hit, _ = doing(attack, scene, [5, 4, 4, 3, 3, 4], target="contremaitre", **told)
    down, _ = doing(attack, scene, [5, 6, 6, 3, 3, 4], target="contremaitre")
    missed, _ = doing(attack, scene, [1, 1, 1, 3, 3, 4], target="contremaitre", imposed=("risk",))
    text = "\n\n".join(card(GAME, scene, done, lang) for done in (hit, down, missed))
    golden(f"cle-en-main/attack.{lang}.txt", text + "\n")
