"""The composer: sentences, difficulty, price, refusals; the example spells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablee.games.undesix import GAME
from tablee.games.undesix.magic.casting import cannot_cast, cast
from tablee.games.undesix.magic.composition import Sentence, compose
from tablee.games.undesix.magic.examples import EXAMPLES, Pick, cast_example
from tablee.games.undesix.magic.state import Cast
from tablee.games.undesix.magic.words import Verb
from tablee.games.undesix.sheet import Learnt
from tablee.rules.run import expected
from tablee.rules.tell import because, part_label
from tests.games.undesix.mages import MIRA, after, casting, done, scene, someone

FIRE = Cast(verbs=("create",), essences=("fire",), size="small", duration="minute_1")


@pytest.mark.parametrize("id", EXAMPLES)
def test_the_example_spells_compose_with_names_in_both_languages(id: str) -> None:
    """UDS-MAGIC-04: the 54 examples as data; those printed otherwise say so."""
    example = EXAMPLES[id]
    made = compose(example.cast, MIRA)
    assert example.name.fr != example.name.en
    assert len(made.rolls) == len(example.cast.spoken_verbs)
    assert example.printed != made.rolls[0].difficulty.total
    assert example.cast.missing() is None


def test_there_are_fifty_four_of_them() -> None:
    assert len(EXAMPLES) == 54


@pytest.mark.parametrize(("id", "total"), [("F5-1", 11), ("F6-12", 32), ("F6-18", 37), ("F7-20", 93), ("F7-23", 65)])
def test_examples_have_the_totals_of_the_catalogue(id: str, total: int) -> None:
    """UDS-MAGIC-04."""
    assert compose(EXAMPLES[id].cast, MIRA).rolls[0].difficulty.total == total


def test_terms_add_up() -> None:
    """UDS-MAGIC-04: 8 + 2 + 3 − 2, then 7 − 11 + 2."""
    roll = compose(FIRE, MIRA).rolls[0]
    assert [term.value for term in roll.difficulty.terms] == [8, 2, 3, -2]
    assert [term.value for term in roll.target.terms] == [7, -11, 2]
    assert roll.target.total == -2


def test_power_points_count_besides_experience() -> None:
    """UDS-CREATE-07: and pass the ceiling of Verbes."""
    hero = someone("Héros", psy=6, powers={"verb:create": 12}, skills={"verb:create": Learnt(xp=9)})
    roll = compose(Sentence(verbs=("create",), essences=("mind",)), hero).rolls[0]
    assert [term.value for term in roll.target.terms] == [6, -8, 4, 12]


def test_each_word_alone_when_the_table_rolls_per_word() -> None:
    """UDS-MAGIC-04, option spell_rolls: size and duration weigh on the Verbe."""
    rolls = compose(FIRE, MIRA, per_word=True).rolls
    assert [roll.target.total for roll in rolls] == [7 - 9 + 2, 7 - 2]
    assert [isinstance(roll.word, Verb) for roll in rolls] == [True, False]


def test_a_power_of_a_borrowed_form_is_one_more_creer() -> None:
    """UDS-MAGIC-33: a dragon that flies and breathes fire takes two."""
    made = compose(Sentence(verbs=("transform",), essences=("dragons",), powers=2), MIRA)
    assert [roll.difficulty.total for roll in made.rolls] == [9, 10, 10]


def test_the_same_essence_twice_weighs_once() -> None:
    """UDS-MAGIC-06, -09."""
    assert compose(Sentence(verbs=("move",), essences=("force", "physique")), MIRA).rolls[0].difficulty.total == 8


def test_the_mj_may_ask_for_more_psy() -> None:
    """UDS-MAGIC-17, -34."""
    made = compose(Sentence(verbs=("create",), essences=("time",), size="large", duration="day_1", extra_psy=4), MIRA)
    assert made.price.total == 14
    assert made.price.say("fr") == "Prix en PSY 14 = taille (grand) 5 + durée (1 jour) 5 + supplément du meneur 4"


def test_casting_below_the_threshold_is_refused() -> None:
    """UDS-MAGIC-01: with its id and a sentence, before and after the form."""
    refusal = cannot_cast(scene("nicolas"), None)
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-01"
    assert refusal.say("fr").startswith("Nicolas ne peut pas lancer de sort")
    assert cannot_cast(scene("nicolas"), FIRE) == refusal


def test_a_tired_mage_may_still_try() -> None:
    """UDS-MAGIC-01: the maximum counts, not what remains."""
    tired = MIRA.with_changes(psy=1)
    assert cannot_cast(scene(mira=tired), FIRE) is None


def test_everyone_casts_where_the_table_says_so() -> None:
    """UDS-MAGIC-01, option everyone_magic."""
    assert cannot_cast(scene("nicolas", options={"everyone_magic": True}), FIRE) is None


@pytest.mark.parametrize(
    ("words", "missing"),
    [({"verbs": ("create",)}, "une Essence"), ({"essences": ("fire",)}, "un Verbe"), ({}, "un Verbe")],
)
def test_a_sentence_needs_both_kinds_of_words(words: dict[str, Any], missing: str) -> None:
    """UDS-MAGIC-02."""
    refusal = cannot_cast(scene(), Cast(**words))
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-02"
    assert missing in refusal.say("fr")


def test_guerir_alone_is_the_printed_exception() -> None:
    """UDS-MAGIC-02."""
    assert cannot_cast(scene(), Cast(verbs=("heal",))) is None
    assert cannot_cast(scene(), Cast(verbs=("transform",))) is not None
    assert cannot_cast(scene(), Cast(verbs=("transform",), without_essence=True)) is None


def test_the_defaults_cost_nothing() -> None:
    """UDS-MAGIC-03: in sight, human size, instantaneous."""
    assert compose(Sentence(verbs=("create",), essences=("light",)), MIRA).rolls[0].difficulty.total == 8


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_creer_feu_answers_with_target_price_odds_and_why(golden: Callable[[str, str], None], lang: str) -> None:
    """UDS-MAGIC-04, -17, -19: small, one minute, PSY 7, +2 in Créer; then an instantaneous one, which may work."""
    at = scene()
    lines: list[str] = []
    for do, dice in ((FIRE, [3]), (FIRE.with_changes(duration="instant"), [1])):
        odds = expected(cast, at, do)
        lines += [f"{part_label(GAME, at, parts[0], lang)} {odds.p(parts)}" for parts, _ in odds.items()]
        result = casting(at, dice, **do.model_dump())
        lines += [result.outcome.headline.say(lang), *(f"  {line}" for line in because(result.why, lang)), ""]
    golden(f"undesix/spell.{lang}.txt", "\n".join(lines))


def test_nobody_is_asked_for_a_spell_without_targets() -> None:
    """UDS-MAGIC-24."""
    result = casting(scene(), [1], verbs=("create",), essences=("light",), size="small")
    assert [part.grade.id for part in result.outcome.parts] == ["cast"]


# Picked from the book


def test_an_example_is_picked_and_adapted() -> None:
    """UDS-MAGIC-04: what is left empty stays as printed."""
    do = Pick(spell="F5-4", targets=("nicolas",), size="small", modifier=-1)
    assert (do.cast.size, do.cast.duration, do.cast.effect, do.cast.modifier) == ("small", "round_1", "harm", -1)
    at = scene("yse")
    result = done(cast_example, at, do, [6], {"nicolas": False})
    assert after(at, result)["nicolas"].phy == 3
    assert expected(cast_example, at, do) == expected(cast, at, do.cast)


def test_an_example_may_keep_its_mundane_roll() -> None:
    """UDS-MAGIC-38."""
    assert Pick(spell="F6-10", mundane=True).cast.extra_rolls == ("sav",)
    assert Pick(spell="F6-10").cast.extra_rolls == ()


def test_the_ungifted_pick_nothing() -> None:
    """UDS-MAGIC-01."""
    refusal = cast_example.refuse(scene("nicolas"), None)
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-MAGIC-01"
