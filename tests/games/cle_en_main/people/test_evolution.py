"""The first atout, advances, another character, things handed over."""

from __future__ import annotations

from typing import Any

from tablee.games.cle_en_main.people.evolution import advance, first_atout, give, join, rename
from tablee.games.cle_en_main.people.ready import archetypes
from tablee.rules.action import Scene
from tests.games.cle_en_main.scenes import doing, on, refused, sheet


def alone(**fields: Any) -> Scene[Any]:
    atouts = tuple({"id": id, "ticked": id == "t01"} for id in ("t01", "t03", "t06", "t23"))
    values: dict[str, Any] = {"skills": {"combat (Épée)": 6}, "atouts": atouts, "advance": True}
    return on("ana", {"ana": sheet("Ana", **(values | fields))})


def test_only_one_atout_before_play() -> None:
    """CEM-CHAR-03."""
    scene = on("aubree", archetypes())
    done, after = doing(first_atout, scene, atout="t03")
    assert [atout.id for atout in after["aubree"].atouts if atout.ticked] == ["t03"]
    assert "Garde de fer" in done.outcome.headline.say("fr")
    assert refused(first_atout, after, atout="t06") == "CEM-CHAR-03"


def test_one_advance_per_scenario() -> None:
    """CEM-EVOL-01: taken, it is gone; not offered, it is refused."""
    done, after = doing(advance, alone(), kind="develop", skill="combat (Épée)")
    assert after["ana"].skill("combat (Épée)") == 8
    assert after["ana"].advances == ("develop combat (Épée)",)
    assert done.outcome.headline.say("fr") == "Ana développe Combat (Épée)\u00a0: 8"
    assert refused(advance, after, kind="heroism") == "CEM-EVOL-01"


def test_the_dead_advance_no_more() -> None:
    """CEM-EVOL-05: their player takes another character."""
    assert refused(advance, alone(dead=True), kind="heroism") == "CEM-EVOL-05"
    assert doing(advance, alone(vitality=0), kind="heroism")[1]["ana"].heroism_box


def test_what_an_advance_may_not_be() -> None:
    """CEM-EVOL-02…04."""
    assert refused(advance, alone(developed=("combat (Épée)",)), kind="develop", skill="combat (Épée)") == "CEM-EVOL-02"
    assert refused(advance, alone(), kind="develop", skill="combat (Arc)") == "CEM-EVOL-02"
    assert refused(advance, alone(), kind="atout", atout="t01") == "CEM-EVOL-03"
    assert refused(advance, alone(), kind="atout", atout="t09") == "CEM-EVOL-03"
    assert refused(advance, alone(heroism_box=True), kind="heroism") == "CEM-EVOL-04"


def test_a_new_atout_and_the_box() -> None:
    """CEM-EVOL-03, -04: the point comes with the next scenario, not now."""
    _, after = doing(advance, alone(), kind="atout", atout="t06")
    assert [atout.id for atout in after["ana"].atouts if atout.ticked] == ["t01", "t06"]
    _, after = doing(advance, alone(heroism=3), kind="heroism")
    assert (after["ana"].heroism_box, after["ana"].heroism) == (True, 3)


def test_another_character_starts_afresh() -> None:
    """CEM-EVOL-05: the heroism of the table, one atout, nothing developed."""
    scene = on("", {"aubree": archetypes()["aubree"].with_changes(developed=("defence",), heroism_box=True)}, pcs=4)
    _, after = doing(join, scene, character="bruno", atout="t10")
    bruno = after["bruno"]
    assert (bruno.heroism, bruno.developed, [atout.id for atout in bruno.atouts if atout.ticked]) == (6, (), ["t10"])


def test_the_same_one_again_needs_another_name_and_past() -> None:
    """CEM-CHAR-01, CEM-EVOL-05."""
    scene = on("", {"aubree": archetypes()["aubree"]}, pcs=3)
    assert refused(join, scene, character="aubree", leaving="aubree") == "CEM-EVOL-05"
    assert refused(join, scene, character="aubree") == "CEM-EVOL-05"
    assert refused(join, scene, character="aubree", name="Isabeau") == "CEM-EVOL-05"
    past = "Écuyère d'un roi sans couronne."
    assert refused(join, scene, character="aubree", name="Aubrée de Corvaisier", background=past) == "CEM-EVOL-05"
    _, after = doing(join, scene, character="aubree", name="Isabeau", background=past)
    assert after["aubree_2"].name.with_article("fr", "de") == "d'Isabeau"
    assert after["aubree_2"].concept.say("fr") == past


def test_a_name_may_be_adapted_and_no_number_with_it() -> None:
    """CEM-CHAR-01."""
    scene = on("bruno", archetypes())
    _, after = doing(rename, scene, name="Brune", feminine=True)
    assert after["bruno"].name.fr == "Brune"
    assert after["bruno"].with_changes(name=scene["bruno"].name) == scene["bruno"]
    _, after = doing(rename, scene, name="Brune", background="Dompteuse.")
    assert after["bruno"].concept.say("fr") == "Dompteuse."
    _, after = doing(rename, on("maud", archetypes()), name="Mathilde")
    assert after["maud"].name.feminine, "the sex is as it was, unless it is told"


def test_a_personal_item_serves_only_its_first_owner() -> None:
    """CEM-EQUIP-01, -02: useless in other hands, useful again once back."""
    scene = on("maud", archetypes())
    done, lent = doing(give, scene, item="Carte de presse", target="idriss")
    assert "personnel" in done.outcome.headline.say("fr")
    assert lent["idriss"].items("eloquence") == ()
    assert not any(item.personal for item in lent["maud"].equipment)
    _, passed = doing(give, lent.acting("idriss"), item="Carte de presse", target="bruno")
    assert passed["bruno"].items("eloquence") == ()
    _, back = doing(give, passed.acting("bruno"), item="Carte de presse", target="maud")
    assert [item.modifier for item in back["maud"].items("eloquence")] == [2]


def test_an_ordinary_item_serves_anybody() -> None:
    """CEM-EQUIP-01."""
    _, after = doing(give, on("salome", archetypes()), item="Trousse d'urgence", target="aubree")
    assert [item.modifier for item in after["aubree"].items("medicine")] == [2]
    assert after["salome"].items("medicine") == ()
