"""Primes, penalties and marks on actions that are not attacks: first aid, chases, manoeuvres."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.errors import BadFields
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.manoeuvres import manoeuvre
from tablee.games.cle_en_main.check.actions import SUCCESS, oppose, test
from tablee.games.cle_en_main.check.fields import Staked
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import Item, Mark, Sheet
from tablee.games.cle_en_main.world.care import first_aid, rest
from tablee.games.cle_en_main.world.chase import race
from tablee.rules.action import Action, Scene
from tablee.rules.fields import fields_of
from tablee.rules.why import Tally
from tablee.text import Text
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import doing, noted, on, refused, sheet

HINDERED = (Mark(id="hindrance"),)
EASE: dict[str, Any] = {"primes": ("effectiveness",), "penalties": ("danger",)}


STAKED = [action for action in GAME.actions if issubclass(action.params, Staked)]


@pytest.mark.parametrize("action", STAKED, ids=lambda action: action.id)
def test_what_an_action_is_about_is_asked_before_what_is_staked(action: Action[Any, Any]) -> None:
    """CEM-PRIME-01: on every form, in one place."""
    asked, staked = [field.name for field in fields_of(action.params)], list(Staked.model_fields)
    at = asked.index(staked[0])
    assert at > 0
    assert asked[at : at + len(staked)] == staked


def bedside(**carer: Any) -> Scene[Any]:
    people = {"ana": sheet("Ana", **({"skills": {"medicine": 6}} | carer)), "bob": sheet("Bob", vitality=0)}
    return on("ana", people, round=1)


def test_first_aid_is_an_action_with_a_test() -> None:
    """CEM-PRIME-01, CEM-HEAL-01: a prime for a penalty, and what the monitor holds."""
    _, after = doing(first_aid, bedside(), [2, 2, 3], target="bob", **EASE)
    assert (after["bob"].vitality, after["ana"].danger) == (1, 1)
    _, after = doing(first_aid, bedside(marks=HINDERED), [3, 3, 3], target="bob")
    assert (after["bob"].vitality, after["ana"].marks) == (0, ())
    assert refused(first_aid, bedside(), target="bob", primes=("effectiveness",)) == "CEM-PRIME-01"


def test_what_the_mj_gives_or_imposes_must_mean_something_too() -> None:
    """CEM-PRIME-01, CEM-MANO-01: there is no damage to raise or to halve."""
    assert refused(first_aid, bedside(), target="bob", free=("deadly_attack",)) == "CEM-PRIME-01"
    assert refused(first_aid, bedside(), target="bob", imposed=("light_wound",)) == "CEM-PRIME-01"
    assert refused(manoeuvre, duel(), **TRIP, free=("multiple_attack",)) == "CEM-PRIME-01"
    assert refused(manoeuvre, duel(), **TRIP, imposed=("light_wound",)) == "CEM-MANO-01"


def test_failed_first_aid_with_a_risk_brings_an_incident() -> None:
    """CEM-PEN-05."""
    done, _ = doing(first_aid, bedside(), [2, 2, 2], target="bob", primes=("caution",), penalties=("risk",))
    assert len(noted(done, "CEM-PEN-05:stakes")) == 1


def test_two_different_risks_are_two_incidents() -> None:
    """CEM-PEN-05: chosen and imposed; the same one twice is one; those nobody named are different ones."""
    risky: dict[str, Any] = {"target": "bob", "primes": ("caution",), "penalties": ("risk",), "imposed": ("risk",)}
    for risks, told in (
        (("glisser", "toucher un allié"), ["glisser", "toucher un allié"]),
        (("glisser", "glisser"), ["glisser"]),
        (("glisser",), ["glisser", "un incident au choix du meneur"]),
        ((), ["un incident au choix du meneur", "un autre incident au choix du meneur"]),
    ):
        done, _ = doing(first_aid, bedside(), [2, 2, 2], risks=risks, **risky)
        assert [risk.say("fr") for risk in noted(done, "CEM-PEN-05:stakes")[0]["risks"]] == told
        foes = {"ana": fighter("Ana"), "bob": fighter("Bob", kind="boss")}
        done, _ = doing(attack, on("ana", foes), [1, 1, 2, 6, 6, 5], risks=risks, **risky)
        assert [risk.say("fr") for risk in noted(done, "CEM-PEN-05")[0]["risks"]] == told


def test_one_may_tend_oneself_while_awake() -> None:
    """CEM-HEAL-01: in bad shape and conscious."""
    hurt = {"vitality": 0, "extra_wounds": 1, "dies_at": 3}
    done, after = doing(first_aid, bedside(**hurt, skills={"medicine": 12}), [3, 3, 2], target="ana")
    assert (after["ana"].vitality, after["ana"].dying) == (1, False)
    assert done.outcome.headline.say("fr") == "Ana se soigne\u00a0: 1 point de vitalité"
    vain, _ = doing(first_aid, bedside(**hurt), [2, 2, 2], target="ana")
    assert vain.outcome.headline.say("fr") == "Ana se soigne sans effet"
    assert refused(first_aid, bedside(vitality=0, wakes_at=4), target="ana") == "CEM-TURN-05"


def test_the_mj_counts_11_for_an_npc_who_tends() -> None:
    """CEM-AUTO11-01."""
    people = {"doc": sheet("Doc", kind="boss", skills={"medicine": 4}), "x": sheet("X", kind="boss", vitality=0)}
    _, after = doing(first_aid, on("doc", people), target="x", auto11=("doc",))
    assert after["x"].vitality == 1


def test_a_day_of_rest_outlasts_every_deadline() -> None:
    """CEM-HEAL-04, CEM-VIT-07: awake in the morning."""
    people = {"bob": sheet("Bob", vitality=0, vitality_max=20, wakes_at=9, skills={"resistance": 5})}
    _, after = doing(rest, on("", people), resting=("bob",))
    assert (after["bob"].vitality, after["bob"].unconscious) == (5, False)


def pursuit(pursuer: Sheet, **fugitive: Any) -> Scene[Any]:
    people = {"p": pursuer, "f": sheet("F", kind="boss", **({"skills": {"defence": 6, "reflexes": 6}} | fugitive))}
    return on("p", people, round=1, progress={"p": 5, "f": 5}, fugitives=("f",))


def test_what_is_pending_on_a_defence_weighs_on_being_stopped_on_foot() -> None:
    """CEM-CHASE-04, CEM-PRIME-07: 15 against 6 + 2 + 9; the Prudence is used."""
    scene = pursuit(sheet("P", skills={"athletics": 6}), caution=1)
    dice = [1, 1, 1, 3, 3, 3, 3, 3, 3]
    done, after = doing(race, scene, dice, {"cle-en-main.stop": "f"})
    assert (done.outcome.parts[1].grade.id, after["f"].caution) == ("escapes", 0)


def test_a_vehicle_helps_to_stop_as_it_helps_to_run() -> None:
    """CEM-EQUIP-01, CEM-CHASE-04: Pilotage 4 + 2 + 9 against Réflexes 6 + 8."""
    car = Item(name=Text("Voiture", "Car"), skill="piloting (Automobiles)", modifier=2)
    scene = pursuit(sheet("P", skills={"piloting (Automobiles)": 4}, equipment=(car,)))
    done, _ = doing(race, scene, [1, 1, 1, 3, 3, 3, 3, 3, 2], {"cle-en-main.stop": "f"}, travel="vehicle")
    assert done.outcome.parts[1].grade.id == "caught"


def test_a_risk_on_a_progress_test_that_brings_nothing() -> None:
    """CEM-CHASE-05, CEM-PEN-05."""
    scene = on("p", {"p": sheet("P", skills={"athletics": 3})}, round=1, progress={"p": 0})
    staked: dict[str, Any] = {"primes": ("caution",), "penalties": ("risk",)}
    assert noted(doing(race, scene, [1, 2, 2], **staked)[0], "CEM-PEN-05:stakes")
    assert not noted(doing(race, scene, [2, 2, 3], **staked)[0], "CEM-PEN-05:stakes")


def test_figurants_run_as_a_group() -> None:
    """CEM-NPC-09: 5 + 3 others + 3 dice showing 2 is 14."""
    pack = sheet("Meute", kind="extra", skills={"athletics": 5}, group=4)
    _, after = doing(race, on("p", {"p": pack}, round=1, progress={"p": 0}), [2, 2, 2], auto11=())
    assert played(after).progress == {"p": 1}
    _, after = doing(race, on("p", {"p": pack}, round=1, progress={"p": 0}), auto11=("p",))
    assert played(after).progress == {"p": 2}


def duel(**mine: Any) -> Scene[Any]:
    people = {
        "ana": sheet("Ana", **({"skills": {"combat (Mains nues)": 6, "strength": 6}} | mine)),
        "bob": sheet("Bob", kind="boss", skills={"defence": 6, "acrobatics": 6, "resistance": 6}),
    }
    return on("ana", people, round=1, acted=("bob",))


TRIP: dict[str, Any] = {"target": "bob", "aim": "trip"}


def test_a_manoeuvre_may_carry_the_usual_exchange() -> None:
    """CEM-MANO-01, CEM-PRIME-03: Difficulté and Efficacité cancel out, twice 15 to 15, Ana is active; Danger comes."""
    done, after = doing(manoeuvre, duel(), [3] * 12, **TRIP, **EASE)
    assert (after["bob"].prone, after["ana"].danger) == (True, 1)
    rallied = duel(marks=(Mark(id="effectiveness"),))
    _, after = doing(manoeuvre, rallied, [3] * 12, **TRIP)
    assert (after["bob"].prone, after["ana"].marks) == (True, ())
    assert done.outcome.parts[0].grade.id == "tripped"


def test_a_war_weapon_hampers_a_manoeuvre_too() -> None:
    """CEM-EQUIP-04: Difficulté and Risque without the training."""
    armed = duel(weapons=("sword",), skills={"combat (Épée)": 6, "strength": 6})
    done, _ = doing(manoeuvre, armed, [4, 3, 3, 3, 3, 3], **TRIP, **EASE)
    assert noted(done, "CEM-PEN-05:stakes")
    trained = duel(weapons=("sword",), skills={"combat (Épée)": 6, "strength": 6}, training=("war_weapons",))
    _, after = doing(manoeuvre, trained, [4, 3, 3, 3, 3, 3] * 2, **TRIP, **EASE)
    assert after["bob"].prone


def test_a_weapon_one_cannot_handle_takes_a_near_skill() -> None:
    """CEM-SKILL-04, CEM-NEAR-02, CEM-DEF-02: −5 on what Combat is used for; −2 to somebody overwhelmed."""
    armed = duel(weapons=("axe",), skills={"combat (Épée)": 12, "strength": 6})
    assert refused(manoeuvre, armed, **TRIP) == "CEM-SKILL-04"
    near: dict[str, Any] = {**TRIP, **EASE, "skill": "combat (Épée)"}
    done, _ = doing(manoeuvre, armed, [3, 2, 2, 3, 3, 3], **near)
    assert done.outcome.parts[0].grade.id == "resisted"
    done, _ = doing(manoeuvre, armed, [3, 2, 2, 3, 3, 3] + [4] * 3 + [3] * 3, **near, crowded=True)
    assert done.outcome.parts[0].grade.id == "tripped"


def test_somebody_who_perceives_nothing_is_stunned_like_the_surprised() -> None:
    """CEM-MANO-02, CEM-DEF-03: Combat/10, also outside action scenes; of a group one figurant falls."""
    scene = duel()
    dice = [2, 2, 2, 4, 4, 4, 3, 3, 3, 1, 2]
    _, after = doing(manoeuvre, scene, dice, target="bob", aim="stun", unaware=True)
    assert after["bob"].wakes_at == 1 + 3
    gang = sheet("Bande", kind="extra", group=4, skills={"resistance": 3})
    crowd = on("ana", {"ana": scene["ana"], "g": gang})
    _, after = doing(manoeuvre, crowd, dice, target="g", aim="stun", unaware=True)
    assert (after["g"].group, after["g"].unconscious, after["g"].out) == (3, False, (3,))
    assert refused(manoeuvre, crowd, target="g", aim="stun") == "CEM-MANO-02"


def test_the_fallen_are_left_alone() -> None:
    """CEM-MANO-01: the dead are not among the choices."""
    dead = on("ana", {"ana": duel()["ana"], "bob": sheet("Bob", kind="boss", dead=True), "eve": sheet("Eve")})
    with pytest.raises(BadFields):
        refused(manoeuvre, dead, **TRIP)


def test_what_the_monitor_holds_for_attacks_does_not_stop_a_test() -> None:
    """CEM-NPC-05: a mark that means nothing here is borne without effect."""
    boss = sheet("X", kind="boss", skills={"research": 6}, marks=(Mark(id="deadly_attack"),))
    done, after = doing(test, on("x", {"x": boss}, round=1), [3, 3, 3], skill="research", difficulty=15)
    assert done.outcome.parts[0].grade is SUCCESS
    assert after["x"].marks == ()


def test_figurants_try_things_together() -> None:
    """CEM-NPC-09: one test, one more for each of the others."""
    gang = sheet("X", kind="extra", group=4, skills={"research": 2})
    done, _ = doing(test, on("x", {"x": gang}, round=1), [3, 3, 4], skill="research", difficulty=15)
    assert done.outcome.parts[0].grade is SUCCESS


def test_circumstances_are_in_the_difficulty_against_somebody_surprised() -> None:
    """CEM-MOD-02, CEM-MANO-02: they count in the second test, an opposition, and not in Combat/10."""
    scene = duel()
    told: dict[str, Any] = {"target": "bob", "aim": "stun", "penalty": "risk", "unaware": True}
    plain, _ = doing(manoeuvre, scene, [1, 1, 2, *[3] * 6, 1, 1], **told)
    helped, _ = doing(manoeuvre, scene, [1, 1, 2, *[3] * 6, 1, 1], **told, circumstances=2)
    bonuses = [[tally.total for tally in done.why if isinstance(tally, Tally)] for done in (plain, helped)]
    assert [after - before for before, after in zip(*bonuses, strict=True)] == [0, 4, 0]


def test_both_sides_may_roll_an_extra_die_in_the_second_test_of_a_manoeuvre() -> None:
    """CEM-HERO-03, -08, CEM-MANO-01: any test of one's own, if the die was not used in the first."""
    scene = duel()
    scene = on("ana", {who: one.with_changes(heroism=2) for who, one in scene.cast.items()}, round=1)
    dice = [4, 4, 4, 2, 2, 2]
    bold = {"cle-en-main.extra-die": True}
    _, after = doing(manoeuvre, scene, [*dice, 1, *dice, 1], bold, **TRIP)
    assert (after["ana"].heroism, after["bob"].heroism) == (1, 1)
    _, after = doing(manoeuvre, scene, [*dice, *dice, 1], {"ana/cle-en-main.extra-die": True}, **TRIP)
    assert (after["ana"].heroism, after["bob"].heroism) == (1, 2)


def test_what_is_pending_on_a_defence_weighs_on_any_test_of_it() -> None:
    """CEM-PRIME-07, CEM-PEN-03: the next test of Défense, whatever calls for it, uses them up."""
    people = {
        "ana": sheet("Ana", skills={"athletics": 6, "defence": 6}, caution=2),
        "bob": sheet("Bob", skills={"defence": 6}, danger=1, kind="boss"),
    }
    scene = on("ana", people, round=1)
    _, after = doing(test, scene, [2, 2, 3], skill="defence", difficulty=15)
    assert after["ana"].caution == 1
    done, after = doing(oppose, scene, [3, 3, 3, 3, 3, 4], target="bob", skill="athletics", theirs="defence")
    assert [(note["a"], note["b"]) for note in noted(done, "CEM-OPP-02")] == [(15, 14)]
    assert (after["ana"].caution, after["bob"].danger) == (2, 0)
