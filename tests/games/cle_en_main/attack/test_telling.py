"""Explanations of one attack that concerns several people: each line says whose damage it is."""

from __future__ import annotations

from typing import Any

from tablee.dice import Fed
from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.team import team_attack
from tablee.games.cle_en_main.order.turns import settle_by_reflexes
from tablee.games.cle_en_main.sheet import Atout
from tablee.games.cle_en_main.world.care import first_aid, rest
from tablee.games.cle_en_main.world.hazards import fall
from tablee.rules.run import Done, Waiting, perform
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import doing, on

SURE = [6, 5, 5]  # 8 + 16 against 6 + 4: everybody is hit, and the red die deals 6
WEAK = [1, 1, 2]


def told(done: Done, lang: str, *words: str) -> list[str]:
    """The lines of the explanation that begin in one of these ways."""
    return [line for line in (item.say(lang) for item in done.why) if line.startswith(words)]


def sweep(dice: list[int], answers: dict[str, Any] | None = None, **people: Any) -> Done:
    """Ana's Attaques multiples on everybody else."""
    target, *others = people
    scene = on("ana", {"ana": fighter(kind="boss"), **people}, round=1, acted=tuple(people))
    staked = {"primes": ("multiple_attack",), "penalties": ("danger",)} if others else {}
    return doing(attack, scene, dice, answers, target=target, others=tuple(others), **staked)[0]


def test_damage_to_several_is_told_name_by_name() -> None:
    """CEM-PRIME-05, CEM-DMG-05, CEM-VIT-03: the points, then what they bring about."""
    bob = fighter("Bob", vitality=1, skills={"resistance": 12, "willpower": 12})
    done = sweep([*SURE, *WEAK, *WEAK, 3, 3, 3, 3, 3, 3], bob=bob, eve=fighter("Eve"))
    assert told(done, "fr", "Dégâts subis", "Bob") == [
        "Dégâts subis par Bob 6 = dégâts 6 − protection 0",
        "Dégâts subis par Eve 6 = dégâts 6 − protection 0",
        "Bob est mal en point\u00a0: Résistance et Volonté contre 8, 5 + les dégâts",
    ]
    assert told(done, "en", "Damage taken", "Bob") == [
        "Damage taken by Bob 6 = damage 6 − protection 0",
        "Damage taken by Eve 6 = damage 6 − protection 0",
        "Bob is in bad shape: Resistance and Willpower against 8, 5 + the damage",
    ]


def test_figurants_and_seconds_couteaux_are_named_too() -> None:
    """CEM-NPC-07: whose Résistance the damage was above, or not."""
    x, y = (
        fighter(name, vitality=1, kind="henchman", skills={"resistance": holds}) for name, holds in (("X", 2), ("Y", 3))
    )
    done = sweep([*SURE, *WEAK, *WEAK, 4, 3], x=x, y=y)
    assert told(done, "en", "Damage 3") == [
        "Damage 3 above the Resistance of X (2): a deadly blow",
        "Damage 3 not above the Resistance of Y (3): unconscious for 7 minutes",
    ]


def test_alone_nobody_needs_naming() -> None:
    """CEM-DMG-05."""
    done = sweep([*SURE, *WEAK], bob=fighter("Bob"))
    assert told(done, "fr", "Dégâts subis") == ["Dégâts subis 6 = dégâts 6 − protection 0"]


def test_whoever_takes_a_blow_for_another_is_named() -> None:
    """CEM-HERO-07: the line after the choice is no longer about the target."""
    scene = on("ana", {"ana": fighter(kind="boss"), "bob": fighter("Bob"), "eve": fighter("Eve", heroism=2)}, round=1)
    answers = {"eve/cle-en-main.damage": "take:bob"}
    done, _ = doing(attack, scene, [*SURE, *WEAK], answers, target="bob")
    assert told(done, "fr", "Dégâts subis", "Eve") == [
        "Dégâts subis 6 = dégâts 6 − protection 0",
        "Eve prend le coup à la place de Bob",
        "Dégâts subis par Eve 6 = dégâts 6 − protection 0",
    ]


def test_thick_hide_says_whose() -> None:
    """CEM-HERO-05, T04."""
    bob = fighter("Bob", heroism=1, atouts=(Atout(id="t04", ticked=True),))
    done = sweep([*SURE, *WEAK, *WEAK], {"bob/cle-en-main.damage": "reduce"}, bob=bob, eve=fighter("Eve"))
    assert told(done, "fr", "Cuir") == ["Cuir épais\u00a0: les dégâts de Bob passent de 3 à 0"]


def test_announced_damage_says_how_much_to_whom() -> None:
    """CEM-HERO-06, -07: those hit and those who may step in read the same points, each by his own rule."""
    hit = {"bob": fighter("Bob", heroism=2, other_protection=1), "eve": fighter("Eve", heroism=2)}
    scene = on("ana", {"ana": fighter(kind="boss"), **hit}, round=1, acted=tuple(hit))
    asked = perform(attack, scene, attack.params(target="bob"), Fed([*SURE, *WEAK]))
    while isinstance(asked, Waiting) and "eve" not in asked.asked:
        asked = perform(attack, scene, attack.params(target="bob"), Fed([*SURE, *WEAK]), asked.by_default())
    assert isinstance(asked, Waiting)
    cards = {who: (card.label.say("en"), card.rule) for who, card in asked.asked.items()}
    assert cards == {
        "bob": ("Damage announced: 5 points to Bob.", "CEM-HERO-06"),
        "eve": ("Damage announced: 5 points to Bob.", "CEM-HERO-07"),
    }
    assert asked.asked["bob"].label.say("fr") == "Dégâts annoncés\u00a0: 5 points pour Bob."


def test_what_was_chosen_is_told_and_which_dice_deal_damage() -> None:
    """CEM-PRIME-01, -04, CEM-DMG-04: the exchange, the step up, the dice bought on top."""
    scene = on("ana", {"ana": fighter(heroism=1), "bob": fighter("Bob", kind="boss")}, round=1, acted=("bob",))
    staked: dict[str, Any] = {"primes": ("deadly_attack",), "penalties": ("danger",), "heroic": True}
    done, _ = doing(attack, scene, [*SURE, 4, *WEAK], target="bob", **staked)
    assert told(done, "fr", "Prime", "Attaque meurtrière", "Dégâts de") == [
        "Prime choisie\u00a0: Attaque meurtrière, au prix de la pénalité Danger",
        "Attaque meurtrière\u00a0: de 1d6 à 2d6 de dégâts",
        "Dégâts de l'attaque 14 = dés blancs et dés en plus 14 + bonus 0",
    ]


def test_the_two_tests_of_somebody_in_bad_shape_are_told_one_after_the_other() -> None:
    """CEM-VIT-03…05: each sum before its result, wounds by their name."""
    bob = fighter("Bob", vitality=0, skills={"resistance": 6, "willpower": 8})
    scene = on("ana", {"ana": fighter(kind="boss"), "bob": bob}, round=1, acted=("bob",))
    done, _ = doing(attack, scene, [*SURE, *WEAK, 6, 6, 5, 6, 6, 5], target="bob")
    assert told(done, "fr", "Résistance", "Volonté", "18", "20") == [
        "Résistance 1 = Résistance 6 − blessures 5",
        "18 contre une difficulté de 11\u00a0: réussi",
        "Volonté 3 = Volonté 8 − blessures 5",
        "20 contre une difficulté de 11\u00a0: réussi",
    ]


def test_care_and_falls_leave_no_step_out() -> None:
    """CEM-HEAL-01, -05, CEM-HAZARD-01: why three points, whose recovery, how many dice are left."""
    carer = fighter("Ana", skills={"medicine": 8}, atouts=(Atout(id="t05", ticked=True),))
    hurt = {who: fighter(name, vitality=0, skills={"resistance": 6}) for who, name in (("bob", "Bob"), ("eve", "Eve"))}
    scene = on("ana", {"ana": carer, **hurt})
    assert told(doing(first_aid, scene, [4, 4, 4], target="bob")[0], "en", "Mains qui") == [
        "Mains qui sauvent: 3 points instead of one"
    ]
    rested, _ = doing(rest, scene, [4, 4, 4], resting=("bob", "eve"), carer="ana")
    assert told(rested, "en", "Difficulty", "Recovery") == [
        "Difficulty 15 for Bob: in bad shape",
        "Difficulty 15 for Eve: in bad shape",
        "Recovery of Bob 14 = Resistance 6 + Medicine 8",
        "Recovery of Eve 14 = Resistance 6 + Medicine 8",
    ]
    assert told(doing(fall, scene, [6, 5, 5, 3], metres=6)[0], "en", "A fall", "One die") == [
        "A fall of 6 m: 2 dice",
        "One die less: 1 left",
    ]


def test_people_who_roll_together_are_told_by_name() -> None:
    """CEM-ATTACK-03, CEM-TURN-06: whose bonus is whose."""
    cast = {"ana": fighter(), "bob": fighter("Bob", combat=4), "x": fighter("X", kind="boss")}
    scene = on("ana", cast, round=1, acted=("x",))
    together, _ = doing(team_attack, scene, [*SURE, *SURE, *WEAK], target="x", helpers=("bob",))
    assert told(together, "en", "Attack bonus") == [
        "Attack bonus of Ana 8 = Combat (Knife) 8",
        "Attack bonus of Bob 4 = Combat (Knife) 4",
    ]
    settled, _ = doing(settle_by_reflexes, on("", cast, round=1), [3, 3, 3, 4, 4, 4], rivals=("ana", "bob"))
    assert told(settled, "fr", "Réflexes d") == ["Réflexes d'Ana 0 = Réflexes 0", "Réflexes de Bob 0 = Réflexes 0"]
