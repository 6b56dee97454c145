"""Explanations of one attack that concerns several people: each line says whose damage it is."""

from __future__ import annotations

from typing import Any

from tablee.dice import Fed
from tablee.games.cle_en_main.combat import attack
from tablee.games.cle_en_main.sheet import Atout
from tablee.rules.run import Done, Waiting, perform
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.people import doing, on

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
        "Bob is in bad shape: Résistance and Volonté against 8, 5 + the damage",
    ]


def test_figurants_and_seconds_couteaux_are_named_too() -> None:
    """CEM-NPC-07: whose Résistance the damage was above, or not."""
    x, y = (
        fighter(name, vitality=1, kind="henchman", skills={"resistance": holds}) for name, holds in (("X", 2), ("Y", 3))
    )
    done = sweep([*SURE, *WEAK, *WEAK, 4, 3], x=x, y=y)
    assert told(done, "en", "Damage 3") == [
        "Damage 3 above the Résistance of X (2): a deadly blow",
        "Damage 3 not above the Résistance of Y (3): unconscious for 7 minutes",
    ]


def test_alone_nobody_needs_naming() -> None:
    """CEM-DMG-05."""
    done = sweep([*SURE, *WEAK], bob=fighter("Bob"))
    assert told(done, "fr", "Dégâts subis") == ["Dégâts subis 6 = dégâts 6 − protection 0"]


def test_whoever_takes_a_blow_for_another_is_named() -> None:
    """CEM-HERO-07: the line after the choice is no longer about the target."""
    scene = on("ana", {"ana": fighter(kind="boss"), "bob": fighter("Bob"), "eve": fighter("Eve", heroism=2)}, round=1)
    answers = {"eve/cem.damage": "take:bob"}
    done, _ = doing(attack, scene, [*SURE, *WEAK], answers, target="bob")
    assert told(done, "fr", "Dégâts subis", "Eve") == [
        "Dégâts subis 6 = dégâts 6 − protection 0",
        "Eve prend le coup à la place de Bob",
        "Dégâts subis par Eve 6 = dégâts 6 − protection 0",
    ]


def test_thick_hide_says_whose() -> None:
    """CEM-HERO-05, T04."""
    bob = fighter("Bob", heroism=1, atouts=(Atout(id="t04", ticked=True),))
    done = sweep([*SURE, *WEAK, *WEAK], {"bob/cem.damage": "reduce"}, bob=bob, eve=fighter("Eve"))
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
