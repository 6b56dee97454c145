"""The twenty-four atouts: each current and heroic effect does what its text says."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.dice import Fed
from tablee.errors import BadFields
from tablee.games.cle_en_main import atouts
from tablee.games.cle_en_main.attack import manoeuvres
from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.declaration import Attack
from tablee.games.cle_en_main.attack.team import team_attack
from tablee.games.cle_en_main.check.actions import DifficultyTest, oppose
from tablee.games.cle_en_main.check.actions import test as try_it
from tablee.games.cle_en_main.check.heroism import PRICES
from tablee.games.cle_en_main.people import atout_actions
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import HEROIC_ATOUT, Atout, Mark, Sheet
from tablee.rules.action import Scene
from tablee.rules.run import Done, Progress, expected, perform
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import doing, on, refused, sheet

HIT = [4, 4, 4, 2, 2, 2]


def with_atout(id: str, choice: str = "", **fields: Any) -> Sheet:
    fields = {"heroism": 3, **fields}
    return fighter("Ana", atouts=(Atout(id=id, ticked=True, choice=choice),), **fields)


def facing(ana: Sheet, **others: Sheet) -> Scene[Any]:
    cast = {"ana": ana, "bob": fighter("Bob", kind="boss", vitality=90), **others}
    return on("ana", cast, round=2, turn=7, acted=("bob", *others))


def damage(ana: Sheet, dice: list[int], **told: Any) -> int:
    done, _ = doing(attack, facing(ana), dice, target="bob", **told)
    return done.outcome.parts[0].amount("damage")


def bonus(done: Done) -> list[str]:
    return [why.say("fr") for why in done.why if hasattr(why, "total")]


def test_every_atout_has_two_effects_and_a_price() -> None:
    """CEM-ATOUT-01…03, CEM-EQUIP-17."""
    assert len(atouts.POWERS) == 24
    assert {id for id, power in atouts.POWERS.items() if power.cost == 2} == {"t20"}
    assert all(power.current.fr and power.heroic.en for power in atouts.POWERS.values())
    assert PRICES[HEROIC_ATOUT] == 1


def test_only_a_ticked_atout_works() -> None:
    idle = fighter("Ana", heroism=3, atouts=(Atout(id="t18"),))
    with pytest.raises(BadFields, match="t18"):  # not among the choices
        refused(attack, facing(idle), target="bob", atout="t18")
    assert refused(attack, facing(idle), target="bob", breaking=True) == "CEM-ATOUT-03"
    assert atouts.powers(idle) == ()


def test_t01_sure_blade() -> None:
    """A free Efficacité once per round with the chosen skill, a free Attaque meurtrière for a point."""
    ana = with_atout("t01", "combat (Couteau)")
    first, after = doing(attack, facing(ana), HIT, target="bob")
    assert "Efficacité 2" in bonus(first)[0]
    second, _ = doing(attack, after, HIT, target="bob")
    assert "Efficacité" not in bonus(second)[0]
    assert damage(ana, [5, 3, 4, 2, 2, 2], atout="t01") == 7


def test_t02_hawk_eye() -> None:
    """Range doubled; a shot with one more die, without the risk of hitting an ally."""
    ana = with_atout("t02")
    assert attack.refuse(facing(ana), Attack(target="bob", thrown=True, distance=20)) is None
    assert damage(ana, [4, 3, 3, 5, 2, 2, 2], atout="t02", thrown=True, into_melee=True) == 9
    assert refused(attack, facing(ana), target="bob", atout="t02") == "CEM-ATOUT-01"
    scene = facing(ana.with_changes(skills={**ana.skills, "perception": 4}))
    seen, blind = (expected(try_it, scene, DifficultyTest(skill="perception", situation=how)) for how in ("sight", ""))
    assert seen != blind


def test_t03_iron_guard() -> None:
    assert atouts.ignores_crowd(with_atout("t03"))
    _, after = doing(atout_actions.heroic, facing(with_atout("t03")), atout="t03")
    assert (after["ana"].caution, after["ana"].heroism) == (3, 2)


def test_t04_thick_hide() -> None:
    scene = on("bob", facing(with_atout("t04")).cast, round=2, acted=("ana",))
    done, after = doing(attack, scene, [6, 4, 4, 2, 2, 2], {"cle-en-main.damage": "reduce"}, target="ana")
    assert (done.outcome.parts[0].amount("damage"), after["ana"].heroism) == (0, 2)
    assert atouts.protection(scene["ana"]) == 1


def test_t06_rallying_voice() -> None:
    scene = facing(with_atout("t06"), eve=fighter("Eve"))
    _, after = doing(atout_actions.rally, scene)
    assert after["eve"].marks == (Mark(id="effectiveness", until=3),)
    _, again = doing(atout_actions.heroic, scene, atout="t06", target="eve", penalty="danger")
    assert "eve" not in played(again).acted
    assert again["eve"].marks == (Mark(id="danger"),)
    assert refused(atout_actions.heroic, again, atout="t06", target="eve") == "CEM-HERO-05"


def test_t07_shadow() -> None:
    """One attack is not perceived: Combat/10, no defence."""
    assert damage(with_atout("t07"), [2, 2, 1], atout="t07") == 2


def test_t09_flurry() -> None:
    ana = with_atout("t09", melee_bonus=2)
    scene = facing(ana, eve=fighter("Eve", kind="boss"), max=fighter("Max", kind="boss"))
    told: dict[str, Any] = {"target": "bob", "others": ("eve", "max"), "primes": ("multiple_attack",)}
    done, _ = doing(attack, scene, [5, 4, 4, *[2] * 9], **told, penalties=("danger",), atout="t09")
    assert [one.amount("damage") for one in done.outcome.parts] == [7, 7, 7]


def test_t10_cast_iron_fists() -> None:
    ana = sheet(
        "Ana", skills={"combat (Mains nues)": 8}, melee_bonus=3, heroism=1, atouts=(Atout(id="t10", ticked=True),)
    )
    assert damage(ana, [5, 3, 4, 2, 2, 2]) == 8
    done, after = doing(attack, facing(ana), [5, 3, 4, 2, 2, 2], target="bob", atout="t10")
    assert (done.outcome.parts[0].amount("damage"), after["bob"].prone) == (10, True)


def test_t11_silver_tongue() -> None:
    """A lost opposition of Éloquence is made again with one more die."""
    ana = with_atout("t11", skills={"eloquence": 6}, heroism=1)
    dice = [1, 1, 2, 5, 4, 4, 3, 3, 4, 5]
    answers = {"cle-en-main.redo": False, "cle-en-main.langue-d-argent": True}
    done, after = doing(oppose, facing(ana), dice, answers, skill="eloquence", target="bob")
    assert (done.outcome.parts[0].grade.id, after["ana"].heroism) == ("wins", 0)


def test_t12_chilling_stare() -> None:
    ana = with_atout("t12", skills={"authority": 8})
    _, after = doing(atout_actions.stare, facing(ana), [4, 4, 4, 3, 3, 3], {"cle-en-main.redo": False}, target="bob")
    assert after["bob"].marks == (Mark(id="hindrance", scene=True),)
    _, all_of_them = doing(atout_actions.heroic, facing(ana, eve=fighter("Eve", kind="boss")), atout="t12")
    assert [who for who in ("bob", "eve") if all_of_them[who].marks] == ["bob", "eve"]


def test_t13_well_of_learning() -> None:
    skills = {"intellect": 6, "research": 4}
    near = DifficultyTest(skill="intellect", instead_of="research")
    wise, plain = (
        on("ana", {"ana": sheet("Ana", skills=skills, atouts=(Atout(id="t13", ticked=ticked),), heroism=1)})
        for ticked in (True, False)
    )
    assert expected(try_it, wise, near) == expected(try_it, wise, DifficultyTest(skill="intellect"))
    assert expected(try_it, plain, near) != expected(try_it, wise, near)
    done, after = doing(atout_actions.heroic, wise, atout="t13")
    assert (done.outcome.parts[0].grade.id, after["ana"].heroism) == ("done", 0)


def test_t14_tinkerer() -> None:
    ana = with_atout("t14", skills={"technique (Serrures)": 4})
    _, after = doing(
        atout_actions.rig, facing(ana, eve=fighter("Eve", skills={"stealth": 4})), target="eve", skill="stealth"
    )
    done, later = doing(try_it, after.acting("eve"), [3, 3, 3], skill="stealth")
    assert "dispositif 2" in bonus(done)[0]
    assert later["eve"].marks == ()
    told: dict[str, Any] = {"skill": "technique (Serrures)", "difficulty": 20, "atout": "t14"}
    assert doing(try_it, facing(ana), [4, 4, 4, 4], **told)[0].outcome.parts[0].grade.id == "success"
    assert refused(try_it, facing(ana), skill="stealth", atout="t14") == "CEM-ATOUT-01"


def test_t15_and_t05_are_read_by_their_chapters() -> None:
    assert atouts.chase_gain(with_atout("t15"), 2) == 3
    assert atouts.chase_gain(with_atout("t15"), 0) == 0
    assert (atouts.first_aid_points(with_atout("t05")), atouts.first_aid_points(sheet())) == (3, 1)


def test_t16_hard_to_kill() -> None:
    """The first wound in bad shape gives no −5; a point brings him back to 1."""
    down = with_atout("t16", vitality=0, extra_wounds=1, dies_at=4, skills={"resistance": 5, "willpower": 5})
    _, after = doing(atout_actions.heroic, facing(down), atout="t16")
    assert (after["ana"].vitality, after["ana"].dies_at, after["ana"].extra_wounds) == (1, 0, 0)
    assert refused(atout_actions.heroic, facing(with_atout("t16")), atout="t16") == "CEM-HERO-05"
    assert atouts.wounds_ignored(down) == 1


def test_t17_iron_will() -> None:
    """+2 to stay conscious; a failure may count as a success."""
    skills = {"resistance": 12, "willpower": 2}
    scene = on("bob", facing(with_atout("t17", vitality=3, skills=skills)).cast, round=2, acted=("ana",))
    dice, said = [5, 4, 4, 2, 2, 2, 4, 4, 4, 1, 2, 2], "cle-en-main.if-one-fails"
    for answers in ({said: "steel"}, {said: "see", "cle-en-main.volonte-d-acier": True}):
        done, after = doing(attack, scene, dice, answers, target="ana")
        assert (done.outcome.parts[0].grade.id, after["ana"].heroism) == ("bad_shape", 2)


def test_t18_armour_breaker() -> None:
    ana = with_atout("t18")
    armoured = facing(ana, bob=fighter("Bob", kind="boss", other_protection=3))
    through, _ = doing(attack, armoured, HIT, target="bob", atout="t18")
    assert through.outcome.parts[0].amount("damage") == 4
    _, after = doing(attack, armoured, HIT, target="bob", breaking=True)
    assert after["bob"].protection == 2


def test_t19_suppressive_fire() -> None:
    ana = with_atout("t19", weapon="machine_pistol")
    scene = facing(ana, eve=fighter("Eve", kind="boss"))
    _, after = doing(atout_actions.barrage, scene, targets=("bob", "eve"))
    assert after["eve"].marks == (Mark(id="hindrance"),)
    zone, _ = doing(attack, scene, [4, 4, 4, 2, 2, 2, 2, 2, 2], target="bob", others=("eve",), atout="t19")
    assert [one.amount("damage") for one in zone.outcome.parts] == [4, 4]
    assert refused(atout_actions.barrage, facing(with_atout("t19")), targets=("bob",)) == "CEM-EQUIP-08"


@pytest.mark.parametrize(("answer", "left"), [("take:eve", 2), ("shield:eve", 1)])
def test_t20_guardian_angel(answer: str, left: int) -> None:
    """Taking a blow costs 1; cancelling an ally's damage 2."""
    cast = facing(with_atout("t20"), eve=fighter("Eve")).cast
    scene = on("bob", cast, round=2, acted=("ana", "eve"))
    cards = ({"ana": answer}, {"ana": "no"}) if answer == "take:eve" else ({"ana": answer},)
    done = perform(attack, scene, Attack(target="eve"), Fed(HIT), Progress(answers=cards))
    assert isinstance(done, Done)
    assert done.outcome.parts[0].grade.id == "spared"
    assert next(change.after for change in done.changes if change.field == "heroism") == left


def test_t21_born_lucky() -> None:
    """Two 6s are enough; a second redo is paid as a heroic atout."""
    lucky = with_atout("t21", skills={"survival": 0}, heroism=2)
    done, _ = doing(try_it, facing(lucky), [6, 6, 1], skill="survival", difficulty=30)
    assert done.outcome.parts[0].grade.id == "success"
    answers = {"cle-en-main.redo": True, "cle-en-main.ne-coiffe": True, "cle-en-main.redo-die": False}
    done, after = doing(try_it, facing(lucky), [1, 2, 2, 1, 2, 3, 6, 6, 5], answers, skill="survival", difficulty=30)
    assert (done.outcome.parts[0].grade.id, after["ana"].heroism) == ("success", 0)


def test_t22_team_mind() -> None:
    assert atouts.per_helper(with_atout("t22")) == 1
    eve = fighter("Eve", marks=(Mark(id="hindrance", scene=True),))
    _, after = doing(atout_actions.heroic, facing(with_atout("t22"), eve=eve), atout="t22")
    done, _ = doing(attack, after.acting("eve"), HIT, target="bob")
    assert "Difficulté" not in bonus(done)[0]


def test_t23_centaur() -> None:
    ana = with_atout("t23")
    told: dict[str, Any] = {"moving": True, "mounted": True}
    done, _ = doing(attack, facing(ana), HIT, target="bob", **told)
    assert "Difficulté" not in bonus(done)[0]
    assert damage(ana, [5, 3, 4, 2, 2, 2], **told, atout="t23") == 7
    assert refused(attack, facing(ana), target="bob", atout="t23") == "CEM-ATOUT-01"


def test_t24_feint() -> None:
    """Two Dangers on whoever is deceived; a blow turned on another adversary, with his own protection."""
    ana = with_atout("t24", skills={"eloquence": 8})
    _, after = doing(atout_actions.feint, facing(ana), [4, 4, 4, 3, 3, 3], target="bob")
    assert after["bob"].danger == 2
    cast = facing(ana, eve=fighter("Eve", kind="boss", other_protection=1)).cast
    scene = on("bob", cast, round=2, acted=("ana",))
    done, _ = doing(attack, scene, HIT, {"ana/cle-en-main.damage": "turn:eve"}, target="ana")
    assert [(one.who, one.amount("damage")) for one in done.outcome.parts] == [("ana", 0), ("eve", 3)]


def test_two_heroic_atouts_in_a_turn_are_one_effect_too_many() -> None:
    """CEM-HERO-08, -09."""
    scene = facing(with_atout("t03"))
    _, after = doing(atout_actions.heroic, scene, atout="t03")
    assert refused(atout_actions.heroic, after, atout="t03") == "CEM-HERO-08"


def test_attacking_together() -> None:
    """CEM-ATTACK-03, CEM-COOP-03: one defence, the leader's dice; 22 against 19."""
    cast = {
        "ana": fighter("Ana", 7, 6, "sword", melee_bonus=2),
        "eve": fighter("Eve", 6),
        "max": fighter("Max", 5),
        "bob": fighter("Bob", 5, 12, kind="boss", other_protection=3),
    }
    dice = [5, 4, 4, 4, 3, 3, 4, 4, 3, 3, 2, 2]
    scene = on("ana", cast, round=1, acted=("bob",))
    done, _ = doing(team_attack, scene, dice, target="bob", helpers=("eve", "max"))
    assert (done.outcome.parts[0].who, done.outcome.parts[0].amount("damage")) == ("bob", 7)
    assert refused(team_attack, scene, target="bob", helpers=()) == "CEM-COOP-01"


def test_manoeuvres() -> None:
    """CEM-MANO-01, -02: a penalty, an opening without damage, then the opposition of the aim."""
    ana = fighter("Ana", 8, skills={"strength": 6})
    scene = facing(ana)
    told: dict[str, Any] = {"target": "bob", "aim": "trip"}
    _, after = doing(manoeuvres.manoeuvre, scene, [4, 4, 4, 2, 2, 2, 4, 4, 4, 2, 2, 2], **told)
    assert (after["bob"].prone, after["bob"].vitality) == (True, 90)
    failed, _ = doing(manoeuvres.manoeuvre, scene, [1, 2, 2, 4, 4, 4], **told, penalty="risk")
    assert failed.outcome.parts[0].grade.id == "resisted"
    assert refused(manoeuvres.manoeuvre, scene, target="bob", aim="stun") == "CEM-MANO-02"
    assert refused(manoeuvres.manoeuvre, scene, **told, penalty="light_wound") == "CEM-MANO-01"
    surprised = facing(ana, bob=fighter("Bob", kind="boss", surprised=True))
    stunned, later = doing(manoeuvres.manoeuvre, surprised, [2, 2, 2, 4, 4, 4, 2, 2, 2, 3, 4], target="bob", aim="stun")
    assert (stunned.outcome.parts[0].grade.id, later["bob"].wakes_at) == ("stunned", 9)
    _, dropped = doing(manoeuvres.manoeuvre, scene, [4, 4, 4, 2, 2, 2, 4, 4, 4, 2, 2, 2], target="bob", aim="disarm")
    assert dropped["bob"].armed.id == "bare_hands"
