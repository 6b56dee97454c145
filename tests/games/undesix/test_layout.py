"""The sheet of UnDéSix as it is read: derived numbers with their terms, what they open, what is left out."""

from __future__ import annotations

from typing import Any

from tablee.games.undesix import GAME
from tablee.games.undesix.characters import in_english
from tablee.games.undesix.play import Stage
from tablee.games.undesix.sheet import Learnt, Sheet
from tablee.rules.action import Scene
from tablee.rules.sheet.sheets import Entry, Opens
from tablee.text import Text
from tests.games.undesix.cast import alone, sheet


def shown(scene: Scene[Sheet], who: str) -> dict[str, Entry]:
    return {entry.id: entry for section in GAME.sections(scene, who) for entry in section.entries}


def ready(who: str, **changes: Any) -> dict[str, Entry]:
    """The sheet of a ready character, with some fields changed."""
    return shown(GAME.scene(cast={who: GAME.ready()[who].with_changes(**changes)}), who)


def told(entry: Entry) -> str:
    assert entry.sum
    return entry.sum.say("fr")


def test_numbers_tell_their_terms_at_rest() -> None:
    """UDS-CA-04, UDS-COMBAT-01, UDS-INIT-04, UDS-SKILL-03, UDS-CHAR-05."""
    nicolas = ready("nicolas")
    assert told(nicolas["ca"]) == "CA 0 = bouclier 1 − Dextérité 1"
    assert told(nicolas["weapon:long_sword"]) == "Seuil 6 = PHY 5 + épée longue 1"
    assert told(nicolas["skill:high_jump"]) == "Seuil 4 = PHY 5 − Sauter en hauteur 1"
    assert told(nicolas["language_count"]) == "Langues 3 = SAV 3"
    assert told(ready("roque")["initiative"]) == "SENS d'initiative 7 = SENS 5 + arme moderne 2"
    assert told(ready("barnabe")["skill:medicine"]) == "Seuil 7 = SAV 5 + Doué 2"
    assert told(ready("comete")["verb:move"]) == "Bonus 20 = pouvoir (Déplacer) 20"


def test_a_skill_nobody_learnt_is_there_and_one_beyond_reach_is_not() -> None:
    """UDS-SKILL-02: wounds lower a skill, they neither hide it nor change the order."""
    whole, hurt = ready("nicolas"), ready("nicolas", phy=1)
    assert "skill:tumble" not in whole  # DEX 1 − 3
    assert [id for id in hurt if id.startswith("skill:")] == [id for id in whole if id.startswith("skill:")]
    assert (whole["skill:running"].value, hurt["skill:running"].value) == (5, 1)
    learnt = ready("nicolas", skills={"tumble": Learnt(xp=1)})["skill:tumble"]
    assert told(learnt) == "Seuil −1 = DEX 1 − Roulé-boulé 3 + expérience 1"


def test_gauges_and_what_is_left_to_fire() -> None:
    """UDS-CHAR-04, -10, UDS-SHOOT-04."""
    elias = ready("elias", phy=1)
    assert [(elias[id].value, elias[id].most, elias[id].drawn) for id in ("phy", "psy", "vitality")] == [
        (1, 3, "gauge"),
        (7, 7, "gauge"),
        (2, 2, "gauge"),
    ]
    assert "vitality" not in ready("chloe")
    shots = ready("roque", fired={"pistol": 2})["shots:pistol"]
    assert (shots.value, shots.most, shots.drawn) == (4, 6, "boxes")
    loads = shown(alone(sheet(weapon="crossbow", fired={"crossbow": 1})), "ana")["loads:crossbow"]
    assert (loads.value, loads.unit and loads.unit.say("en", n=4)) == (4, "rounds")


def test_what_an_entry_opens() -> None:
    """UDS-COMBAT-02, UDS-ACTION-07, UDS-OPP-03: a weapon its attack, or drawing it; a skill a test or an opposition."""
    ondine = ready("ondine")
    assert ondine["weapon:bow"].opens == Opens("undesix.shoot", {"weapon": "bow"})
    assert ondine["weapon:dagger"].opens == Opens("undesix.draw", {"weapon": "dagger"})
    assert ondine["weapon:bare_hands"].opens == Opens("undesix.attack", {"weapon": "bare_hands"})
    assert ondine["skill:pickpocket"].opens == Opens("undesix.oppose", {"skill": "pickpocket"})
    assert ondine["skill:watch"].opens == Opens("undesix.test", {"skill": "watch"})
    assert ready("elias")["essence:fire"].opens == Opens("undesix.cast", {"essences": ("fire",)})
    assert ready("elias", skills={"verb:danser": Learnt(xp=1)})["verb:danser"].opens == Opens(
        "undesix.cast", {"new_verbs": ("danser",)}
    )
    assert ready("chloe", broken=("greatsword",))["weapon:greatsword"].opens is None
    assert ready("elias")["traits"].edited_by == "undesix.describe"


def test_only_what_somebody_has() -> None:
    """UDS-MAGIC-01: no magic for who cannot cast, no hands for a wolf, no growth for the MJ's characters."""
    assert [section.id for section in GAME.sections(GAME.scene(), "loup")] == [
        "characteristics",
        "fight",
        "skills",
        "identity",
    ]
    wolf = ready("loup")
    assert "weapon:fangs" in wolf
    assert "weapon:bare_hands" not in wolf
    assert not {"armour", "helmet", "shield"} & set(ready("elias"))
    assert ready("garde").keys() >= {"armour", "helmet", "shield"}


def test_an_attitude_shows_in_a_fight() -> None:
    """UDS-ATTITUDE-02, -05: announced it changes the attack and the initiative, in force the CA as well."""
    cast = {"chloe": GAME.ready()["chloe"].with_changes(attitude="aggressive", acted=True, side="one")}
    stage = Stage(round=2, instant=5, fighters=("chloe",), now=("chloe",), announced={"chloe": "very_aggressive"})
    chloe = shown(GAME.scene("chloe", cast, play=stage), "chloe")
    assert told(chloe["weapon:greatsword"]) == "Seuil 6 = PHY 2 + espadon 2 + attitude très agressive 2"
    assert told(chloe["ca"]) == "CA 0 = armure 1 + Dextérité 1 − attitude agressive 2"
    assert told(chloe["initiative"]) == "SENS d'initiative 5 = SENS 4 + attitude 1"
    attitude = chloe["attitude"].value
    assert not isinstance(attitude, tuple | int | str)
    assert attitude.say("fr") == "très agressive"


def test_what_somebody_suffers_from() -> None:
    """UDS-STATE-04, UDS-OPT-06, -07: only while they do."""
    assert "state" not in {section.id for section in GAME.sections(GAME.scene(), "chloe")}
    mad = shown(alone(sheet(psy=-12, mad_days=12, mad_for_good=True, exhausted=3, destiny=1), destiny_dice=True), "ana")
    assert mad.keys() >= {"mad_for_good", "mad_days", "exhausted", "destiny"}


def test_what_ready_characters_say_of_themselves_has_its_english() -> None:
    sheets = [one for one in GAME.ready().values() if isinstance(one, Sheet)]
    said = {word for one in sheets for word in (one.history, *one.traits, *one.languages) if word}
    assert said
    assert said <= in_english().keys()
    history, traits = ready("elias")["history"].value, ready("elias")["traits"].value
    assert isinstance(history, Text)
    assert (history.say("fr")[:8], history.say("en")[:10]) == ("Apprenti", "Apprentice")
    assert traits == tuple(
        Text(word, in_english()[word]) for word in ("Parle aux flammes", "Dort peu", "Ne ment jamais")
    )
    assert ready("elias", history="Une histoire à lui")["history"].value == Text(
        "Une histoire à lui", "Une histoire à lui"
    )
