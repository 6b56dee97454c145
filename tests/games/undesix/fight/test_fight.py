"""A whole fight, three against three, with scripted dice: the order machine, decisions, refusals, and the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablee.games.undesix.play import stage_of
from tablee.text import LANGS, Name
from tests.games.undesix.bout import Bout, fighter

CAST = {
    "chloe": fighter(Name("Chloé", feminine=True), 3, 4, 4, armour="leather", weapon="greatsword"),
    "nicolas": fighter(Name("Nicolas"), 5, 1, 3, shield="shield", weapon="long_sword"),
    "yse": fighter(Name("Ysé", feminine=True), 2, 5, 5, weapon="crossbow", weapons=("dagger",)),
    "brac": fighter(Name("Brac"), 4, 2, 3, pc=False, armour="leather_scale", weapon="axe"),
    "mordelle": fighter(Name("Mordelle", feminine=True), 3, 5, 4, pc=False, weapon="short_sword"),
    "sergent": fighter(
        Name("sergent", "sergeant", article=True), 4, 3, 2, pc=False, armour="mail", shield="large", weapon="spear"
    ),
}


def ambush(lang: str) -> Bout:
    """Ysé's ambush: a tumble, a charge, two blows of one instant, a flanked sergeant, a stab in the back."""
    bout = Bout(CAST, lang)
    heroes, brigands = ("chloe", "nicolas", "yse"), ("brac", "mordelle", "sergent")
    bout.does("", "fight", one=heroes, two=brigands, surprise=("yse",))
    bout.does("yse", "shoot", 3, target="brac")
    bout.does("chloe", "announce", attitude="very_aggressive")
    bout.does("mordelle", "tumble", 1)
    bout.does("mordelle", "attack", 2, 2, 4, target="yse", aim="wrist")
    bout.does("chloe", "attack", 4, target="mordelle")
    bout.does("nicolas", "attack", 3, target="brac")
    bout.does("brac", "attack", 1, target="nicolas")
    bout.does("sergent", "attack", 5, target="chloe", metres=20)
    bout.does("", "next-round")
    bout.does("chloe", "announce", attitude="very_defensive")
    bout.does("yse", "attack", 3, 1, target="mordelle", weapon="dagger", manoeuvres=("draw",))
    bout.refused("chloe", "attack", target="mordelle")
    bout.does("chloe", "hold")
    bout.does("mordelle", "attack", 6, target="chloe")
    bout.does("nicolas", "attack", 3, target="sergent", flank="yse", answers=({"sergent": "yse"},))
    bout.does("sergent", "attack", 2, target="nicolas")
    bout.does("", "next-round")
    bout.does("", "leave", who="mordelle")
    bout.does("yse", "hold")
    bout.does("chloe", "announce", attitude="normal", behind="sergent")
    bout.does("chloe", "attack", 2, target="sergent")
    bout.does("nicolas", "hold")
    bout.does("", "next-round")
    bout.does("", "end-fight")
    return bout


@pytest.mark.parametrize("lang", LANGS)
def test_a_fight_of_three_against_three_reads_as_a_player_would_tell_it(
    lang: str, golden: Callable[[str, str], None]
) -> None:
    golden(f"undesix/fight.{lang}.txt", ambush(lang).text())


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_impossible_is_refused_with_a_rule_and_a_sentence(
    lang: str, golden: Callable[[str, str], None]
) -> None:
    """UDS-ATTITUDE-03, UDS-ACTION-12 and the like; nothing changes."""
    bout = Bout(CAST, lang)
    bout.refused("", "end-fight")
    bout.refused("", "fight", one=("chloe",), two=("chloe", "brac"))
    bout.refused("chloe", "announce", attitude="aggressive")
    bout.does("", "fight", one=("chloe", "yse"), two=("brac", "sergent"), sheathed=("chloe",))
    bout.told = [line for line in bout.told if line.startswith("✗")]
    before = bout.scene
    bout.refused("yse", "attack", target="brac")
    bout.refused("chloe", "shoot", target="brac")
    bout.refused("chloe", "attack", target="brac", weapon="greatsword")
    bout.refused("chloe", "attack", target="brac", manoeuvres=("tumble", "jump"), aim="head")
    bout.refused("chloe", "attack", target="brac", manoeuvres=("jump", "jump"))
    bout.refused("chloe", "attack", target="brac", metres=7)
    bout.refused("chloe", "attack", target="brac", move="war_cry", actions=2)
    bout.refused("yse", "shoot", crowd=("brac", "sergent", "mordelle"))
    bout.refused("yse", "shoot", crowd=("brac", "sergent", "mordelle", "nicolas"), friends=("chloe",))
    bout.refused("yse", "reload")
    bout.refused("chloe", "test", skill="pickpocket")
    bout.refused("chloe", "test")
    bout.refused("", "next-round")
    bout.refused("", "fight", one=("chloe",), two=("brac",))
    assert bout.scene is before
    golden(f"undesix/refusals.{lang}.txt", bout.text())


def test_the_fight_leaves_everybody_as_its_blows_say() -> None:
    end = ambush("en")
    assert {who: end[who].phy for who in CAST} == {
        "chloe": 1,
        "nicolas": 4,
        "yse": 2,
        "brac": -1,
        "mordelle": 1,
        "sergent": -1,
    }
    assert stage_of(end.scene).round == 0
    assert {end[who].attitude for who in CAST} == {"normal"}
    assert end["yse"].weapon == "dagger"
    assert set(end["yse"].weapons) == {"dagger", "crossbow"}
