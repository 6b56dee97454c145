"""The exact odds of an attack, alone or together, with every redo foreseen: those of an independent reckoning."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.consequences import HIT, MISSED, UNHARMED
from tablee.games.cle_en_main.attack.declaration import Attack
from tablee.games.cle_en_main.attack.team import TeamAttack, team_attack
from tablee.games.cle_en_main.sheet import Item, Sheet
from tablee.games.cle_en_main.tables import WEAPONS
from tablee.rules.run import expected, planned
from tablee.text import Text
from tests.games.cle_en_main.by_strength import CAP, Law, Person, Terms, foreseen
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import on

NAMES = ("ana", "eve", "zoe")
OPTIONS = ("opposition_auto", "light_wound_order", "extra_die_source")
NOBODY: frozenset[str] = frozenset()
REDO = frozenset({"redo"})
TWICE = REDO | {"ne-coiffe"}
BOLD = REDO | {"extra-die"}
LATE = REDO | {"redo-die"}
ALL = TWICE | {"extra-die", "redo-die"}
ANYWAY = [False, pytest.param(True, marks=pytest.mark.evening)]  # whether dice are thrown where nothing can fail


def on_paper(name: str, one: Person) -> Sheet:
    """Somebody with these numbers: the bonus is that of an item."""
    weapon = WEAPONS["sword"].with_changes(dice=one.dice, six_plus=one.six_plus)
    items = [Item(name=Text("", ""), skill=skill, modifier=one.bonus) for skill in (weapon.skill, "defence")]
    atouts = [{"id": id, "ticked": True} for id, has in (("t21", one.lucky), ("t22", one.leads_well)) if has]
    return fighter(
        name.title(),
        one.skill,
        one.skill,
        weapon,
        kind="pj" if one.pj else "boss",
        heroism=one.heroism,
        melee_bonus=one.damage,
        other_protection=one.protection,
        equipment=items if one.bonus else (),
        atouts=atouts,
    )


def told(team: Sequence[Person], foe: Person, terms: Terms) -> Law:
    """What the engine says of the same attack."""
    people = dict(zip((*NAMES[: len(team)], "bob"), (*team, foe), strict=True))
    scene = on(
        "ana",
        {who: on_paper(who, one) for who, one in people.items()},
        {option: getattr(terms, option) for option in OPTIONS},
        round=1,
    )
    declared: dict[str, Any] = {
        "target": "bob",
        "heroic": "extra-die" in team[0].says and team[0].heroism > 0,
        "anyway": terms.anyway,
        "free": ("deadly_attack",) * terms.deadly,
        "imposed": ("light_wound",) * terms.light,
        "unaware": ("bob",) if terms.difficulty else (),
        "difficulty": terms.difficulty or 10,
        "uncrowded": ("bob",),  # whoever attacks with others crowds the target; the reckoning does without
        "auto11": tuple(who for who, one in people.items() if one.fixed),
    }
    plan = planned({f"{who}/cle-en-main.{decision}": True for who, one in people.items() for decision in one.says})
    if len(team) == 1:
        odds = expected(attack, scene, Attack(**declared), plan)
    else:
        odds = expected(team_attack, scene, TeamAttack(**declared, helpers=NAMES[1 : len(team)]), plan)
    law: Law = defaultdict(Fraction)
    for parts, chance in odds.fractions().items():
        assert parts[0].grade in (HIT, UNHARMED, MISSED)
        points = parts[0].amount("damage")
        law[parts[0].grade is not MISSED, min(points, CAP) if any(one.six_plus for one in team) else points] += chance
    return dict(law)


def agreed(team: Sequence[Person], foe: Person, terms: Terms) -> None:
    law = foreseen(team, foe, terms)
    assert sum(law.values()) == 1
    assert told(team, foe, terms) == law


def hero(says: frozenset[str] = NOBODY, **fields: Any) -> Person:
    """Somebody who has enough points for whatever he says, unless told otherwise; Né coiffé if he speaks of it."""
    return Person(**{"heroism": 5, "lucky": "ne-coiffe" in says, "says": says, **fields})


@pytest.mark.parametrize("dice", [0, 1, 2, 3])
@pytest.mark.parametrize("deadly", [0, 1, 2])
@pytest.mark.parametrize("source", ["step_up", "fresh"])
def test_the_dice_of_a_weapon(dice: int, deadly: int, source: str) -> None:
    """CEM-DMG-02, -03, -05, CEM-PRIME-04, CEM-EQUIP-06, -16: the bonus of an item settles no tie (CEM-OPP-02)."""
    terms = Terms(deadly=deadly, extra_die_source=source)
    agreed([Person(6, bonus=2, dice=dice, damage=1)], Person(8, protection=3, pj=False), terms)
    agreed([hero(BOLD, dice=dice)], hero(BOLD), terms)


PLANS = [NOBODY, REDO, BOLD, LATE, TWICE, frozenset({"ne-coiffe", "redo-die"}), ALL]


@pytest.mark.parametrize("mine", PLANS)
@pytest.mark.parametrize("theirs", PLANS)
@pytest.mark.parametrize("anyway", ANYWAY)
def test_redos_in_turn(mine: frozenset[str], theirs: frozenset[str], anyway: bool) -> None:
    """CEM-HERO-03, -04, -08, -09, CEM-DMG-06: whoever is losing redoes, one effect after the other, on both sides."""
    agreed([hero(mine, dice=2)], hero(theirs, skill=9, protection=1), Terms(anyway))


@pytest.mark.parametrize("points", [0, 1, 2, 3])
@pytest.mark.parametrize("says", [BOLD, LATE, TWICE, ALL])
def test_redos_stop_with_the_points(points: int, says: frozenset[str]) -> None:
    """CEM-HERO-03…05: each effect costs one."""
    agreed([hero(says, heroism=points)], hero(skill=7), Terms())
    agreed([hero(REDO)], hero(says, skill=7, heroism=points), Terms())


@pytest.mark.parametrize("light", [1, 2])
@pytest.mark.parametrize("order", ["before_protection", "after_protection"])
@pytest.mark.parametrize("theirs", [NOBODY, BOLD, LATE, ALL])
@pytest.mark.parametrize("anyway", ANYWAY)
def test_light_wounds(light: int, order: str, theirs: frozenset[str], anyway: bool) -> None:
    """CEM-PEN-02, CEM-DMG-06, -08: halved before protection and the heroic die of the defence, or after."""
    terms = Terms(anyway, deadly=1, light=light, light_wound_order=order)
    agreed([hero(BOLD, dice=3)], hero(theirs, protection=1), terms)


@pytest.mark.parametrize("deadly", [0, 1, 3])
@pytest.mark.parametrize("says", [NOBODY, REDO, BOLD, ALL])
def test_eleven(deadly: int, says: frozenset[str]) -> None:
    """CEM-AUTO11-01, -02: never automatic, red 4 and whites 7; dice beyond three are rolled; nothing to redo."""
    npc = Person(8, dice=1, damage=2, fixed=True, pj=False)
    agreed([npc], hero(says), Terms(deadly=deadly))
    agreed([hero(says)], npc, Terms(deadly=deadly))
    agreed([replace(npc, lucky=True, skill=7)], replace(npc, lucky=True), Terms(deadly=deadly))


@pytest.mark.parametrize("auto", ["symmetric", "active_only", "none"])
@pytest.mark.parametrize("says", PLANS)
@pytest.mark.parametrize("anyway", [False, True])
def test_nobody_sees_it_coming(auto: str, says: frozenset[str], anyway: bool) -> None:
    """CEM-DEF-03: a plain test, automatic results included whatever the option; no defence, nothing spared."""
    terms = Terms(anyway, light=1, difficulty=15, opposition_auto=auto)
    agreed([hero(says, skill=3, dice=2)], hero(ALL, protection=1), terms)


@pytest.mark.parametrize("difficulty", [1, 6, 10])
def test_nobody_sees_the_clumsiest_coming(difficulty: int) -> None:
    """CEM-DEF-03, CEM-TEST-01: a difficulty is reached, not beaten, whatever the skill, even below 0."""
    agreed([Person(-3, bonus=2)], hero(), Terms(difficulty=difficulty))
    agreed([Person(-3), Person(-5)], hero(), Terms(difficulty=difficulty))


@pytest.mark.parametrize("auto", ["active_only", "none"])
@pytest.mark.parametrize("says", [NOBODY, REDO, BOLD, ALL])
@pytest.mark.parametrize("anyway", ANYWAY)
def test_automatic_results_as_the_table_wants(auto: str, says: frozenset[str], anyway: bool) -> None:
    """CEM-OPP-04: those of the attacker alone, or nobody's; Né coiffé makes them frequent."""
    agreed([hero(says, lucky=True, skill=5, dice=3)], hero(says, lucky=True), Terms(anyway, opposition_auto=auto))


@pytest.mark.parametrize("says", [NOBODY, REDO, BOLD])
@pytest.mark.parametrize("light", [0, 1])
def test_sixes_without_end(says: frozenset[str], light: int) -> None:
    """CEM-EQUIP-10: 6s of the dice that hurt, heroic and new ones included; told apart up to `CAP` points."""
    agreed([hero(says, dice=2, six_plus=True)], hero(says, protection=1), Terms(deadly=light, light=light))
    agreed([Person(dice=3, six_plus=True, fixed=True, pj=False)], hero(says), Terms(deadly=1, light=light))


def anybody(luck: Random, pj: bool | None = None) -> Person:
    """Somebody of any kind; NPCs have no heroism (CEM-HERO-10)."""
    pj = luck.random() < 0.8 if pj is None else pj
    return Person(
        skill=luck.randint(4, 11),
        bonus=luck.choice([0, 0, 2]),
        dice=luck.randint(1, 3),
        damage=luck.randint(0, 3),
        protection=luck.randint(0, 3),
        heroism=luck.randint(0, 5) if pj else 0,
        says=frozenset(said for said in sorted(ALL) if luck.random() < 0.6),
        lucky=luck.random() < 0.4,
        fixed=not pj and luck.random() < 0.5,
        pj=pj,
    )


def anyhow(luck: Random) -> Terms:
    return Terms(
        anyway=luck.random() < 0.4,
        deadly=luck.choice([0, 0, 1, 2]),
        light=luck.choice([0, 0, 1, 2]),
        difficulty=luck.choice([0, 0, 0, 0, 12, 18]),
        opposition_auto=luck.choice(["symmetric", "symmetric", "active_only", "none"]),
        light_wound_order=luck.choice(["before_protection", "after_protection"]),
        extra_die_source=luck.choice(["step_up", "fresh"]),
    )


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(n, marks=pytest.mark.evening) for n in range(12, 50))])
def test_any_attack(seed: int) -> None:
    """CEM-ATTACK-01, CEM-DMG-08, CEM-HERO-09: all of it together."""
    luck = Random(seed)
    agreed([anybody(luck)], anybody(luck), anyhow(luck))


PAIR = Person(8, dice=1, damage=2, heroism=2), Person(6, bonus=2, dice=2, heroism=2)


@pytest.mark.parametrize("mine", [(NOBODY, NOBODY), (REDO, REDO), (REDO, NOBODY), (NOBODY, REDO), (BOLD, LATE)])
@pytest.mark.parametrize("theirs", [NOBODY, BOLD, TWICE])
@pytest.mark.parametrize("anyway", ANYWAY)
def test_two_together(mine: Sequence[frozenset[str]], theirs: frozenset[str], anyway: bool) -> None:
    """CEM-COOP-01, -02, CEM-ATTACK-03, CEM-HERO-04: each redoes his own dice, then who leads is decided anew."""
    team = [replace(one, says=says) for one, says in zip(PAIR, mine, strict=True)]
    agreed(team, hero(theirs, protection=1), Terms(anyway))


TRIO = Person(8, dice=1, damage=2, heroism=2), Person(8, dice=2, heroism=2), Person(5, bonus=1, dice=3, heroism=2)


@pytest.mark.parametrize(
    ("mine", "theirs", "anyway"),
    [
        ((NOBODY, NOBODY, NOBODY), BOLD, False),
        pytest.param((REDO, REDO, REDO), REDO, False, marks=pytest.mark.evening),
        pytest.param((REDO, REDO, REDO), NOBODY, True, marks=pytest.mark.evening),
        pytest.param((REDO, NOBODY, NOBODY), TWICE, False, marks=pytest.mark.evening),
        pytest.param((NOBODY, REDO, REDO), REDO, True, marks=pytest.mark.evening),
        ((LATE, NOBODY, REDO), NOBODY, False),
        pytest.param((NOBODY, BOLD, NOBODY), REDO, False, marks=pytest.mark.evening),
    ],
)
def test_three_together(mine: Sequence[frozenset[str]], theirs: frozenset[str], anyway: bool) -> None:
    """CEM-COOP-01, -02, CEM-ATTACK-03: of two who are as good, the first named leads."""
    team = [replace(one, says=says) for one, says in zip(TRIO, mine, strict=True)]
    agreed(team, hero(theirs, skill=10, protection=1), Terms(anyway))


@pytest.mark.parametrize("anyway", [False, True])
@pytest.mark.parametrize("mine", [NOBODY, REDO])
def test_the_leader_brings_his_atouts(mine: frozenset[str], anyway: bool) -> None:
    """CEM-COOP-04: two 6s are enough if he leads (Né coiffé), good helpers count double (Esprit de troupe)."""
    team = [hero(mine, lucky=True), hero(mine, skill=9, leads_well=True, dice=2)]
    agreed(team, hero(REDO, skill=11), Terms(anyway))


@pytest.mark.parametrize("anyway", ANYWAY)
def test_a_leader_beyond_doubt_redoes_twice(anyway: bool) -> None:
    """CEM-COOP-04, CEM-HERO-05: the heroic effect of Né coiffé is that of the one who leads, here always the first."""
    team = [hero(ALL, skill=25, dice=2), hero(REDO, skill=2)]
    agreed(team, hero(ALL, skill=26), Terms(anyway))


@pytest.mark.parametrize("says", [NOBODY, REDO, ALL])
def test_npcs_together_without_dice(says: frozenset[str]) -> None:
    """CEM-AUTO11-01, CEM-COOP-05: some with a flat 11, whoever leads."""
    band = [Person(7, dice=2, fixed=True, pj=False), Person(5, dice=1, pj=False)]
    agreed(band, hero(says), Terms(deadly=2))
    agreed(band[::-1], hero(says), Terms(light=1))


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(n, marks=pytest.mark.evening) for n in range(3, 20))])
def test_any_attack_together(seed: int) -> None:
    """CEM-ATTACK-03, CEM-COOP-04, CEM-HERO-09: all of it, but for a second redo: nobody knows yet who will lead."""
    luck = Random(1000 + seed)
    pj = luck.random() < 0.8
    team = [anybody(luck, pj) for _ in range(2)]
    agreed([replace(one, says=one.says - {"ne-coiffe"}) for one in team], anybody(luck), anyhow(luck))
