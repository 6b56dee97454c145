"""How forms of Clé en main ask: what is proposed, what is left out, what calls for something else."""

from __future__ import annotations

from typing import Any

from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.play import CemPlay
from tablee.rules.action import Scene
from tablee.rules.forms import Form, form
from tablee.rules.run import prepared
from tablee.rules.why import Note
from tests.games.cle_en_main.warehouse import cast


def scene(actor: str = "maud", play: CemPlay | None = None, **changes: Any) -> Scene[Any]:
    people = {who: sheet.with_changes(**changes.get(who, {})) for who, sheet in cast().items()}
    return GAME.scene(actor, people, play=play or CemPlay(round=1))


def asked(action: str, on: Scene[Any], **given: Any) -> Form:
    return form(GAME, GAME.action(f"cle-en-main.{action}"), on, given)


def shown(filled: Form) -> dict[str, list[str]]:
    """The choices of each field that applies."""
    return {one.field.name: [choice.id for choice in one.choices] for one in filled.fields if one.applies}


def test_a_prime_proposes_the_penalty_that_pays_for_it() -> None:
    """CEM-PRIME-01: neither is refused for want of the other."""
    filled = asked("attack", scene())
    assert filled.values["primes"] == filled.values["penalties"] == ()
    stakes = {one.field.name: one for one in filled.fields if one.field.name in ("primes", "penalties")}
    assert {choice.id for choice in stakes["primes"].choices if not choice.refusal} >= {"deadly_attack", "caution"}
    assert all(choice.refusal is None for choice in stakes["penalties"].choices)
    paid = asked("attack", scene(), primes=("caution",)).values
    assert paid["penalties"] == ("hindrance",)
    assert not isinstance(prepared(GAME.action("cle-en-main.attack"), scene(), paid), Note)
    assert asked("attack", scene(), primes=("caution",), penalties=("risk",)).values["penalties"] == ("risk",)


def test_the_dead_are_no_target_and_the_dying_are() -> None:
    """CEM-ATTACK-01, CEM-VIT-06."""
    dying = {"vitality": 0, "dies_at": 3, "wakes_at": 4}
    assert "lazare" not in shown(asked("attack", scene(lazare={"dead": True}, salome=dying)))["target"]
    assert asked("finish-off", scene(lazare=dying)).values["target"] == "lazare"
    friend = asked("finish-off", scene(salome=dying))
    assert "salome" in shown(friend)["target"], "one may"
    assert "target" not in friend.values, "nobody proposes it"
    assert isinstance(GAME.action("cle-en-main.finish-off").refuse(scene(), None), Note)


def test_the_target_proposed_is_the_one_fought_or_who_defends_worst() -> None:
    """CEM-DEF-01, CEM-DEF-02."""
    assert asked("attack", scene()).values["target"] == "hommes_de_main"
    fought = CemPlay(round=1, engaged={"maud": ("lazare",), "lazare": ("maud",)})
    assert asked("attack", scene(play=fought)).values["target"] == "lazare"
    assert asked("attack", scene(hommes_de_main={"group": 0})).values["target"] == "lazare"


def test_only_what_applies_is_asked() -> None:
    """CEM-ATOUT-03, CEM-HERO-10, CEM-EQUIP-07, CEM-NPC-09."""
    shooter, gang = shown(asked("attack", scene("idriss"))), shown(asked("attack", scene("hommes_de_main")))
    assert shooter["atout"] == ["t02"]
    assert "distance" in shooter
    assert {"heroic", "atout", "breaking"}.isdisjoint(gang)
    assert "members" in gang
    assert {"members", "others", "thrown", "mounted", "risks"}.isdisjoint(shooter)
    several = asked("attack", scene("idriss"), primes=("multiple_attack",))
    assert "others" in shown(several)
    assert "risks" in shown(asked("attack", scene(), penalties=("risk",)))


def test_a_deed_takes_the_weapon_it_needs() -> None:
    """CEM-ACT-01: drawing takes a weapon carried, picking up one that lies there."""
    armed = scene("idriss", idriss={"weapon": "assault_rifle"})
    other = asked("do", armed, deed="draw").values["weapon"]
    assert other in [weapon.id for weapon in armed.me.weapons if weapon.id != armed.me.armed.id]
    bare = scene("idriss", idriss={**armed.me.disarmed().model_dump()})
    assert asked("do", bare).values == {"deed": "pick_up", "weapon": armed.me.armed.id, "moving": False}
    assert asked("do", scene(maud={"prone": True})).values["deed"] == "stand"


def test_an_advance_proposes_what_it_is_applied_to() -> None:
    """CEM-EVOL-02, -03."""
    grown = scene(maud={"advance": True, "developed": ("perception",)})
    assert asked("advance", grown, kind="develop").values["skill"] in grown.me.skills
    assert "perception" not in shown(asked("advance", grown, kind="develop"))["skill"]
    atout = asked("advance", grown, kind="atout").values["atout"]
    assert atout in [one.id for one in grown.me.atouts if not one.ticked]
