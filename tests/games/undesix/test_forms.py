"""Forms of UnDéSix: what they ask, propose and leave out, for anybody at peace or in a fight."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.games.undesix import GAME
from tablee.games.undesix.characters import ready
from tablee.games.undesix.play import Stage
from tablee.rules.action import Scene
from tablee.rules.forms import Form, form
from tablee.rules.run import prepared
from tablee.rules.why import Note
from tablee.table.scenes import Tracked, names_read
from tests.games.filled_in import filled_in

PARTY = tuple(who for who, sheet in ready().items() if sheet.pc)


def met(who: str, fight: bool = False, **options: Any) -> Scene[Any]:
    """Somebody, Nicolas and the wolf."""
    people = {id: ready()[id] for id in dict.fromkeys((who, "nicolas", "loup"))}
    cast = {id: sheet.with_changes(side="one" if sheet.pc else "two") for id, sheet in people.items()}
    stage = Stage(round=1, instant=1, fighters=tuple(cast), now=(who,), together=(who,)) if fight else Stage()
    return GAME.scene(who, cast, options, stage)


def asked(scene: Scene[Any], action: str, **given: Any) -> Form:
    return form(GAME, GAME.action(f"undesix.{action}"), scene, given)


def applying(filled: Form) -> set[str]:
    return {one.field.name for one in filled.fields if one.applies}


@pytest.mark.parametrize("fight", [False, True])
@pytest.mark.parametrize("who", [*PARTY, "loup", "archere", "sorciere", "dragon"])
def test_whatever_is_proposed_to_a_ready_character_is_accepted(who: str, fight: bool) -> None:
    scene = met(who, fight)
    for action in GAME.actions:
        if action.refuse(scene, None) is None:
            done = prepared(action, scene, filled_in(GAME, action, scene).values)
            assert not isinstance(done, Note), f"{action.id}: {done.say('en')}"


@pytest.mark.parametrize(
    ("action", "who"), [("attack", "chloe"), ("shoot", "archere"), ("oppose", "chloe"), ("treat", "chloe")]
)
def test_what_nobody_is_left_for_is_refused(action: str, who: str) -> None:
    """UDS-HEALTH-04, UDS-HEAL-05: refused with a sentence where all are dead or treated today, not where one is left;
    whoever might have been chosen is not looked at.
    """
    scene, act = met(who), GAME.action(f"undesix.{action}")
    fallen = {one: scene[one].with_changes(phy=-1) for one in ("nicolas", "loup")}
    treated = {who: scene[who].with_changes(treated=True, wounded_since=0)}
    alone = GAME.scene(who, {**scene.cast, **fallen, **treated}, {}, Stage())
    refusal = act.refuse(alone, None)
    assert refusal is not None
    assert refusal.saying.clause.id in ("UDS-HEALTH-04", "UDS-HEAL-05")
    one_left = GAME.scene(who, Tracked({**alone.cast, "nicolas": scene["nicolas"]}), {}, Stage())
    assert act.refuse(one_left, None) is None
    assert set(names_read(one_left)) <= {who}
    proposed = form(GAME, act, one_left).values.get("target")
    left_to_people = action in ("attack", "treat")
    assert proposed == (None if left_to_people else "nicolas"), (
        "nobody proposes to strike a friend or to treat the unhurt"
    )


def test_a_skill_has_its_own_characteristic() -> None:
    """UDS-SKILL-03, UDS-OPP-03: nothing is asked that the skill already says."""
    assert asked(met("elias"), "test").values["characteristic"] == "psy"
    assert "characteristic" not in applying(asked(met("elias"), "test", skill="watch"))
    picking = asked(met("maxence"), "oppose", skill="pickpocket")
    assert not applying(picking) & {"mine", "theirs"}
    assert "theirs" in applying(asked(met("maxence"), "oppose", skill="stealth"))


def test_a_spell_begins_with_what_its_caster_knows_best() -> None:
    """UDS-MAGIC-02, UDS-XP-06."""
    values = asked(met("elias", fight=True), "cast").values
    assert (values["verbs"], values["essences"], values["effect"]) == (("create",), ("fire",), "harm")
    assert values["targets"] == ("loup",)
    assert asked(met("comete"), "cast").values["verbs"] == ("move",)
    assert asked(met("elias"), "cast").values["targets"] == ()


def test_what_is_proposed_to_a_mage_may_succeed() -> None:
    """UDS-MAGIC-04, -13: small fire, one chance in three, as the words say how hard they are."""
    scene, cast = met("elias", fight=True), GAME.action("undesix.cast")
    filled = asked(scene, "cast")
    law = GAME.odds(cast, scene, cast.params(**filled.values))[""]
    assert law.chance(lambda parts: parts[0].grade.good) == Fraction(1, 3)
    labels = {one.field.name: {choice.id: choice.label.say("fr") for choice in one.choices} for one in filled.fields}
    assert (labels["verbs"]["create"], labels["essences"]["fire"]) == ("Créer (8)", "Feu (2)")
    assert labels["duration"]["instant"] == "instantané"


def test_an_attitude_says_what_it_changes() -> None:
    """UDS-ATTITUDE-02, -03."""
    (attitude,) = (one for one in asked(met("chloe", fight=True), "announce").fields if one.field.name == "attitude")
    told = {choice.id: choice.label.say("fr") for choice in attitude.choices}
    assert told["aggressive"] == "agressive (attaque +1, CA −2)"
    assert told["very_defensive"] == "très défensive (aucune attaque, CA +2)"
    assert attitude.value == "normal"


def test_fields_of_a_spell_that_depend_on_others() -> None:
    """UDS-MAGIC-22, -31, -34: asked once another field makes them matter."""
    scene = met("elias")
    plain = applying(asked(scene, "cast"))
    assert not plain & {"characteristic", "lowers", "incantation_effect", "escape", "escape_bonus", "against"}
    assert applying(asked(scene, "cast", effect="change")) >= {"characteristic", "lowers"}
    assert "incantation_effect" in applying(asked(scene, "cast", incantation="rounds_3"))
    assert applying(asked(scene, "cast", overwhelming=True)) >= {"escape", "escape_bonus"}


def test_only_what_the_table_plays_is_asked() -> None:
    """UDS-OPT-04, -12: no despair, no manoeuvres, unless they are played."""
    assert "at_stake" not in applying(asked(met("chloe"), "test", skill="watch"))
    assert "at_stake" in applying(asked(met("chloe", desperate_actions=True), "test", skill="watch"))
    assert applying(asked(met("chloe"), "attack")) >= {"manoeuvres", "aim", "move", "actions"}
    assert not applying(asked(met("chloe", rule_stage=2), "attack")) & {"manoeuvres", "aim", "move", "actions"}


def test_nobody_strikes_the_dead_and_each_weapon_has_its_action() -> None:
    """UDS-HEALTH-04, UDS-COMBAT-02: a swordsman is not asked to shoot, an archer is, the dead are not aimed at."""
    scene = met("nicolas")
    dead = scene.cast["loup"].with_changes(phy=-1)
    targets = asked(GAME.scene("nicolas", {**scene.cast, "chloe": GAME.ready()["chloe"], "loup": dead}), "attack")
    assert [choice.id for choice in targets.fields[0].choices] == ["chloe"]
    shoot = GAME.action("undesix.shoot")
    assert isinstance(shoot.refuse(scene, None), Note)
    assert asked(met("ondine"), "shoot").values["weapon"] == "bow"


def test_care_goes_to_the_one_who_needs_it_most() -> None:
    """UDS-HEAL-04."""
    scene = met("barnabe")
    hurt = {**scene.cast, "nicolas": scene.cast["nicolas"].with_changes(phy=1)}
    assert asked(GAME.scene("barnabe", hurt), "treat").values["target"] == "nicolas"


def test_scores_are_asked_of_those_who_have_their_own() -> None:
    """UDS-NPC-02, -03, UDS-CREATE-07."""
    scene = GAME.scene()
    scores = {"phy", "dex", "sav", "psy", "sens"}
    assert not applying(asked(scene, "create-npc")) & scores
    assert applying(asked(scene, "create-npc", kind="animal")) & scores == scores - {"psy"}
    assert "verb" in applying(asked(scene, "create", mode="superhero"))
    assert "verb" not in applying(asked(scene, "create", mode="egalitarian"))
    make, values = GAME.action("undesix.create"), asked(scene, "create", name="Ana").values
    assert not isinstance(prepared(make, scene, values), Note)  # UDS-CREATE-04: 18 points, from 2 to 5
