"""The sheet as people read it, and what a scene shows beside its order."""

from __future__ import annotations

from typing import Any

from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.layout import sections
from tablee.games.cle_en_main.play import CemPlay
from tablee.games.cle_en_main.sheet import Mark
from tablee.games.cle_en_main.surroundings import surroundings
from tablee.games.cle_en_main.tables import ARMOURS
from tablee.rules.action import Scene
from tablee.rules.sheet.sheets import Entry
from tests.games.cle_en_main.warehouse import cast


def scene(play: CemPlay | None = None, **changes: Any) -> Scene[Any]:
    people = {who: sheet.with_changes(**changes.get(who, {})) for who, sheet in cast().items()}
    return GAME.scene("idriss", people, play=play or CemPlay(pcs=3))


def entries(who: str, on: Scene[Any] | None = None) -> dict[str, Entry]:
    return {entry.id: entry for part in sections(on or scene(), who) for entry in part.entries}


def terms(entry: Entry) -> list[int]:
    assert entry.sum
    return [term.value for term in entry.sum.terms]


def test_sections_are_in_the_order_of_the_sheet() -> None:
    """CEM-CHAR-02: vitality and heroism first, then what one fights with, atouts, skills by kind, the rest."""
    assert [part.id for part in sections(scene(), "idriss")] == [
        *("vitality", "fight", "atouts", "physique", "dexterity", "mental", "social", "gear", "identity"),
    ]
    group = [part.id for part in sections(scene(), "hommes_de_main")]
    assert "atouts" not in group
    assert "gear" not in group


def test_vitality_heroism_and_headcount() -> None:
    """CEM-VIT-01, CEM-HERO-01, CEM-NPC-11: a gauge, boxes of the scenario, boxes of a group."""
    mine = entries("idriss", scene(idriss={"vitality": 0, "heroism": 5}))
    assert (mine["vitality"].value, mine["vitality"].most, mine["vitality"].drawn) == (0, 24, "gauge")
    assert mine["vitality"].word
    assert (mine["heroism"].value, mine["heroism"].most, mine["heroism"].drawn) == (5, 8, "boxes")
    gang = entries("hommes_de_main")
    assert (gang["group"].value, gang["group"].drawn) == (5, "boxes")
    assert {"vitality", "heroism"}.isdisjoint(gang)


def test_weapons_tell_their_bonus_and_their_damage() -> None:
    """CEM-ATTACK-01, CEM-DMG-09, CEM-NPC-09, CEM-EQUIP-04: the sum an attack adds; untrained, the Difficulté too."""
    mine = entries("idriss")
    assert (mine["weapon:assault_rifle"].value, mine["damage:assault_rifle"].value) == (8, "2d6+2")
    assert mine["weapon:assault_rifle"].opens
    assert mine["weapon:assault_rifle"].opens.action == "cle-en-main.attack"
    green = entries("idriss", scene(idriss={"training": ("war_armour",)}))
    assert terms(green["weapon:assault_rifle"]) == [8, -2]
    assert terms(entries("hommes_de_main")["weapon:pistol"]) == [6, 4]
    drawn = entries("idriss", scene(idriss={"weapon": "knife"}))["weapon:assault_rifle"].opens
    assert drawn
    assert drawn.params == {"deed": "draw", "weapon": "assault_rifle"}


def test_an_atout_tells_what_it_always_does_and_what_a_point_does() -> None:
    """CEM-ATOUT-01…03: the current effect and the heroic one, apart."""
    told = next(entry for id, entry in entries("idriss").items() if id.startswith("atout:"))
    assert told.help
    assert told.paid
    assert told.help != told.paid


def test_defence_and_protection_add_up() -> None:
    """CEM-DEF-01, -02, CEM-PRIME-07, CEM-EQUIP-12, -15: with Prudences, opponents around, and what was broken."""
    around = CemPlay(round=1, engaged={"idriss": ("lazare", "hommes_de_main")})
    assert terms(entries("idriss", scene(around, idriss={"caution": 1}))["guard"]) == [6, 2, -2]
    worn = {"armours": ("fragment_vest", *(id for id, one in ARMOURS.items() if one.shield)), "broken": 2}
    vest = entries("idriss", scene(idriss=worn))
    assert vest["protection"].value == sum(terms(vest["protection"]))
    assert terms(vest["protection"])[-1] == -2
    broken = entries("idriss", scene(idriss={"broken": 9}))["protection"]
    assert (broken.value, terms(broken)) == (0, [3, -3])


def test_only_what_one_suffers_is_in_the_state() -> None:
    """CEM-VIT-03, CEM-NPC-05."""
    dying = scene(CemPlay(round=2), idriss={"dies_at": 5, "prone": True, "marks": (Mark(id="hindrance"),)})
    state = next(part for part in sections(dying, "idriss") if part.id == "state")
    assert [(entry.id, entry.value) for entry in state.entries][:2] == [("prone", True), ("dies_at", 3)]
    assert state.entries[-1].id == "marks"


def test_a_chase_is_a_track_and_a_melee_shows_who_is_near() -> None:
    """CEM-CHASE-01…04, CEM-DEF-02: where each is, where it ends for them; the fallen are near nobody."""
    assert surroundings(scene()) == ()
    flight = CemPlay(
        round=1,
        progress={"idriss": 4, "maud": 6, "lazare": 6},
        fugitives=("lazare",),
        lost=("salome/lazare",),
        engaged={"idriss": ("lazare",), "lazare": ("idriss", "maud"), "maud": ("lazare",)},
    )
    parts = {part.id: part.entries for part in surroundings(scene(flight, maud={"dead": True}))}
    assert list(parts) == ["chase", "melees"]
    lanes = {entry.who: (entry.drawn, entry.value, entry.most) for entry in parts["chase"]}
    assert lanes == {"maud": ("track", 6, 6), "lazare": ("track", 6, 16), "idriss": ("track", 4, 6)}
    told = {entry.who: entry.help.en for entry in parts["chase"] if entry.help}
    assert told["lazare"] == "flees, 0 on Maud Trévidic, who is shaken off at +10"
    assert told["idriss"].startswith("pursues Viktor Lazare, 2 points behind")
    assert told["maud"] == "is level with Viktor Lazare and may stop the flight"
    assert {entry.id: len(entry.value) for entry in parts["melees"] if isinstance(entry.value, tuple)} == {
        "melee:idriss": 1,
    }
    assert [entry.who for entry in parts["chase"] if entry.opens] == ["idriss"]


def test_whoever_is_shaken_off_has_no_end_before_them_and_is_behind_nobody() -> None:
    """CEM-CHASE-03."""
    flight = CemPlay(round=1, progress={"idriss": 0, "lazare": 12}, fugitives=("lazare",), lost=("idriss/lazare",))
    (chase,) = surroundings(scene(flight))
    assert [(entry.who, entry.most, entry.help and entry.help.en) for entry in chase.entries] == [
        ("lazare", None, "flees, nobody in pursuit"),
        ("idriss", None, "shaken off by Viktor Lazare"),
    ]


def test_what_burns_chokes_or_kills_in_time_is_a_clock() -> None:
    """CEM-HAZARD-02, -03, CEM-VIT-03, -07: how much is gone of what, and what comes then."""
    burning = {"burning": "campfire", "breathless": 4}
    (lasting,) = surroundings(scene(CemPlay(round=2), idriss=burning, maud={"dies_at": 5}, salome={"wakes_at": 3}))
    told = {entry.id: (entry.drawn, entry.value, entry.most) for entry in lasting.entries}
    assert told == {
        "burning:idriss": ("clock", 1, 1),
        "breathless:idriss": ("clock", 4, 10),
        "dies_at:maud": ("clock", 0, 3),
        "wakes_at:salome": ("clock", 0, 1),
    }
    words = {entry.id: entry.help.en for entry in lasting.entries if entry.help}
    assert words["burning:idriss"] == "in the fire (campfire): 2d6 at the end of each round"
    assert words["dies_at:maud"] == "dies in 3 rounds, without first aid"
    assert all(entry.who for entry in lasting.entries), "hidden with the numbers of whoever it is about"
