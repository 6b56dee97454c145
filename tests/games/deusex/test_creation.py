"""Creation: Jerry Cornelius step by step, the errors by name, chance, and the ready characters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablee.dice import Fed
from tablee.games.deusex import GAME
from tablee.games.deusex.people.creation import create, create_guided, create_random
from tablee.games.deusex.people.draft import OPEN, checked, spreads
from tablee.games.deusex.people.ready import draft_of, ready, rows
from tablee.games.deusex.sheet import Sheet
from tablee.games.deusex.tables import APTITUDES, CATEGORIES, QUESTIONS, TROUBLES, category_of
from tablee.rules.action import Create, applied
from tablee.rules.run import Done, Progress, Waiting, perform, prepared
from tablee.rules.tell import card
from tablee.rules.why import Note

# DEX-CREATE-01…13: the document's own character
IDENTITY = {
    "name": "Jerry Cornelius",
    "nationality": "australienne",
    "sex": "M",
    "age": "32",
    "height": "1,95 m",
    "weight": "97 kg",
}
TALENTS = {"FOR": 3, "SAN": 2, "AGI": 1, "INT": 1, "STA": 1, "PRE": 2}
FIELD = ("Arme à feu (de poing)", "Athlétisme", "Intimidation", "Jargon/Argot (de la rue)", OPEN)
ACQUIRED = ("Art martial (Ju-jitsu)", "Conduite", "Infiltration", "Premiers soins", "Sixième sens")
FORM: dict[str, Any] = {
    **IDENTITY,
    **TALENTS,
    "occupation": "Garde du corps (ancien agent de la CIA)",
    "field": ("Armes de poing", "Athlétisme", "Intimidation", "Jargon/Argot de la rue", OPEN),
    "acquired": ("Ju-jitsu", "Conduite", "Infiltration", "Premiers Soins", "Sixième sens"),
    "plus_two": "Armes de poing",
    "given_back": "Langue (Espagnol)",
}
NO_TROUBLE = {"trouble_rules": False}


def made(done: Done | Waiting) -> Sheet:
    assert isinstance(done, Done)
    effect = done.outcome.effects[0]
    assert isinstance(effect, Create)
    sheet = effect.sheet
    assert isinstance(sheet, Sheet)
    return sheet


def jerry_by_form() -> Sheet:
    scene = GAME.scene(cast={}, options=NO_TROUBLE)
    do = prepared(create, scene, FORM)
    assert not isinstance(do, Note)
    return made(perform(create, scene, do))


def jerry_by_steps() -> Done:
    scene = GAME.scene(cast={}, options=NO_TROUBLE)
    do = prepared(create_guided, scene, {**IDENTITY, "occupation": "bodyguard"})
    assert not isinstance(do, Note)
    answers = [*TALENTS.values(), *FIELD, *ACQUIRED, FIELD[0], "Langue (Espagnol)"]
    done = perform(create_guided, scene, do, Fed([]), Progress(answers=tuple({"": answer} for answer in answers)))
    assert isinstance(done, Done)
    return done


def test_jerry_cornelius_is_made_as_in_the_document() -> None:
    jerry = jerry_by_form()
    assert (jerry.pv, jerry.ps, jerry.reserve) == (12, 8, 1)
    assert jerry.aptitudes == {
        "Arme à feu (de poing)": 2,
        "Athlétisme": 1,
        "Intimidation": 1,
        "Jargon/Argot (de la rue)": 1,
        "Art martial (Ju-jitsu)": 1,
        "Conduite": 1,
        "Infiltration": 1,
        "Premiers soins": 1,
        "Sixième sens": 1,
        "Langue (Espagnol)": 1,
    }
    assert jerry.left_open  # the eleventh, to be chosen in play


def test_step_by_step_leads_to_the_same_sheet() -> None:
    assert made(jerry_by_steps()) == jerry_by_form()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_steps_read_well(lang: str, golden: Callable[[str, str], None]) -> None:
    scene = GAME.scene(cast={}, options=NO_TROUBLE)
    golden(f"deusex/jerry.{lang}.txt", card(GAME, scene, jerry_by_steps(), lang) + "\n")


def test_a_step_only_offers_what_is_legal() -> None:
    """DEX-CREATE-04: with 4 spent on each of the first two, the others get what is left."""
    scene = GAME.scene(cast={}, options=NO_TROUBLE)
    do = prepared(create_guided, scene, {**IDENTITY, "occupation": "bodyguard"})
    assert not isinstance(do, Note)
    waiting = perform(create_guided, scene, do, Fed([]), Progress(answers=({"": 4}, {"": 2})))
    assert isinstance(waiting, Waiting)
    assert waiting.asked[""].options == (1,)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"FOR": 4}, "DEX-CREATE-04:talent_sum"),  # 11 points
        ({"FOR": 5, "SAN": 1, "PRE": 1}, "DEX-CREATE-04:talent_range"),  # a Talent at 5
        (
            {"FOR": 4, "SAN": 4, "AGI": 3, "INT": -1, "STA": -1, "PRE": 1, "exception": True},
            "DEX-CREATE-16:pool_nonpositive",
        ),
        ({"field": FIELD[:4]}, "DEX-CREATE-10:field_size"),
        ({"field": (*FIELD[:4], "Bagarre"), "acquired": (*ACQUIRED[:4], OPEN)}, "DEX-CREATE-10:deferred_limit"),
        ({"given_back": "Athlétisme"}, "DEX-CREATE-13:duplicate_aptitude"),
        ({"plus_two": ""}, "DEX-CREATE-12:plus_two_count"),
        ({"given_back": ""}, "DEX-CREATE-13:aptitude_count"),
        ({"name": "!"}, "DEX-CREATE-01:name_missing"),
    ],
)
def test_an_illegal_creation_is_refused_by_name(changes: dict[str, Any], error: str) -> None:
    refusal = prepared(create, GAME.scene(cast={}, options=NO_TROUBLE), {**FORM, **changes})
    assert isinstance(refusal, Note)
    assert refusal.saying.id == error
    assert refusal.say("fr") != refusal.say("en")


def test_a_trouble_is_asked_for_only_where_the_table_plays_with_them() -> None:
    """DEX-TROUBLE-01, DEX-CREATE-08."""
    refusal = prepared(create, GAME.scene(cast={}), FORM)
    assert isinstance(refusal, Note)
    assert refusal.saying.id == "DEX-CREATE-08:trouble_missing"
    scene = GAME.scene(cast={})
    do = prepared(create, scene, {**FORM, "trouble": "panic"})
    assert not isinstance(do, Note)
    sheet = made(perform(create, scene, do))
    assert (sheet.trouble, sheet.phase) == ("panic", 0)


def test_the_exception_of_the_mj_opens_the_scale() -> None:
    """DEX-CREATE-16."""
    scene = GAME.scene(cast={}, options=NO_TROUBLE)
    do = prepared(create, scene, {**FORM, "FOR": 5, "SAN": 1, "PRE": 1, "exception": True})
    assert not isinstance(do, Note)
    sheet = made(perform(create, scene, do))
    assert (sheet.pv, sheet.ps) == (14, 6)


def test_two_people_cannot_share_a_name() -> None:
    scene = GAME.scene(cast={"jerry_cornelius": jerry_by_form()}, options=NO_TROUBLE)
    refusal = prepared(create, scene, FORM)
    assert isinstance(refusal, Note)
    assert refusal.saying.id == "DEX-CREATE-01:name_taken"


@pytest.mark.parametrize("spread", [1, 60, 120])
def test_chance_makes_legal_characters(spread: int) -> None:
    """DEX-CREATE-04, -13: whatever falls, the sheet passes the same checks."""
    scene = GAME.scene(cast={})
    do = prepared(create_random, scene, {"name": "Hasard"})
    assert not isinstance(do, Note)
    done = perform(create_random, scene, do, Fed([spread, 3, 2, 10, 10, 10, 10, 10, 4, 7]))
    sheet = made(done)
    assert len(sheet.aptitudes) == 11
    assert sorted(sheet.aptitudes.values()) == [1] * 10 + [2]
    assert sum(sheet.talents.values()) == 10
    assert sheet.pv + sheet.ps == 20
    assert isinstance(done, Done)
    again = perform(create_random, scene, do, done.progress.replayed(Fed([])))
    assert made(again) == sheet
    assert applied(scene, done.outcome.effects).cast == {"hasard": sheet}


def test_pv_and_ps_total_twenty_for_every_legal_spread() -> None:
    """DEX-CREATE-05, -06."""
    assert {2 * sum(spread[:3]) + 2 * sum(spread[3:]) for spread in spreads()} == {20}


@pytest.mark.parametrize("who", [id for id, row in rows().items() if row.get("pj", True)])
def test_the_ready_six_are_legal(who: str) -> None:
    found = checked(draft_of(rows()[who]))
    assert not found.errors
    assert not found.warnings
    assert ready()[who].reserve == 1


def test_ten_others_are_ready() -> None:
    assert sum(not sheet.pj for sheet in ready().values()) == 10
    assert ready()["gourou"].ps == ready()["colosse"].pv == 17


def test_the_lists_have_the_documents_lengths() -> None:
    """DEX-CREATE-09, -14, -15, DEX-TROUBLE-06: 36 Aptitudes, nine a category, twelve to make precise."""
    assert len(APTITUDES) == 36
    assert {sum(category_of(name) == category for name in APTITUDES) for category in CATEGORIES} == {9}
    assert sum(row.needs_precision for row in APTITUDES.values()) == 12
    assert len(TROUBLES) == len(QUESTIONS) == 8


def test_free_texts_stay_on_the_sheet() -> None:
    """DEX-CREATE-01, -02, -15: no box is forgotten, and none has a number."""
    scene = GAME.scene(cast={}, options=NO_TROUBLE)
    do = prepared(create, scene, {**FORM, "lifestyle": "confortable", "belongings": "une Aston"})
    assert not isinstance(do, Note)
    jerry = made(perform(create, scene, do))
    assert (jerry.occupation, jerry.lifestyle, jerry.belongings) == (FORM["occupation"], "confortable", "une Aston")


def test_a_trouble_nobody_listed_may_be_played() -> None:
    """DEX-TROUBLE-06: the list is open; step by step, each of the eight comes with its gist."""
    scene = GAME.scene(cast={})
    do = prepared(create, scene, {**FORM, "trouble": "other"})
    assert not isinstance(do, Note)
    assert made(perform(create, scene, do)).trouble == "other"
    start = prepared(create_guided, scene, {**IDENTITY, "occupation": "bodyguard"})
    assert not isinstance(start, Note)
    answers = tuple({"": score} for score in TALENTS.values())
    waiting = perform(create_guided, scene, start, Fed([]), Progress(answers=answers))
    assert isinstance(waiting, Waiting)
    assert waiting.asked[""].options == (*TROUBLES, "other")


def test_an_exception_has_limits_too() -> None:
    """DEX-CREATE-04, -16: the refusal says so."""
    form = {**FORM, "FOR": 6, "SAN": 1, "PRE": 0, "exception": True}
    refusal = prepared(create, GAME.scene(cast={}, options=NO_TROUBLE), form)
    assert isinstance(refusal, Note)
    assert refusal.say("en") == "Each Talent runs from −1 to 5, the GM's exception included"
