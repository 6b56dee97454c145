"""The words of magic: every table complete, in both languages, as the Fiches have it."""

from __future__ import annotations

import pytest

from tablee.games.undesix.magic.words import (
    DISTANCES,
    DURATIONS,
    ESSENCES,
    GROUPS,
    INCANTATIONS,
    SIZES,
    VERBS,
    new_essence,
    new_verb,
)


def test_verbes_cost_what_the_list_says() -> None:
    """UDS-MAGIC-07."""
    listed = {"communicate": 5, "resist": 5, "detect": 5, "move": 6, "control": 6, "transform": 7}
    listed |= {"create": 8, "suppress": 15, "absorb": 20, "other": 15}
    assert {id: VERBS[id].malus for id in listed} == listed


@pytest.mark.parametrize(
    ("synonym", "verb"),
    [("heal", "transform"), ("see", "detect"), ("repel", "move"), ("destroy", "suppress"), ("drain", "absorb")],
)
def test_a_synonym_is_its_verbe_under_another_name(synonym: str, verb: str) -> None:
    """UDS-MAGIC-08."""
    assert VERBS[synonym].key == VERBS[verb].key
    assert VERBS[synonym].malus == VERBS[verb].malus
    assert VERBS[synonym].name != VERBS[verb].name


def test_open_families_cost_nothing_and_any_noun_costs_two() -> None:
    """UDS-MAGIC-09: dots after needs, feelings and sensations."""
    families = ("needs", "feelings", "sensations")
    assert {ESSENCES[family].malus for family in families} == {0}
    assert all(GROUPS[family].open for family in families)
    assert ESSENCES["anger"].malus == ESSENCES["dizziness"].malus == 0
    assert new_essence("Tyrannosaure").malus == 2


def test_force_and_physique_share_their_experience() -> None:
    """UDS-MAGIC-09."""
    assert ESSENCES["force"].key == ESSENCES["physique"].key


def test_essences_tell_what_they_cover() -> None:
    """UDS-MAGIC-10."""
    covering = {id for id, essence in ESSENCES.items() if essence.covers}
    assert covering == {"earth", "air", "water", "fire", "organic_matter", "mind", "language"}


def test_new_words_learn_by_themselves() -> None:
    """UDS-MAGIC-11."""
    assert new_verb("Pétrifier").malus == 15
    assert new_verb("Pétrifier").key == "verb:pétrifier"
    assert new_essence("Vampires").key == "essence:vampires"
    assert new_essence("feu") is ESSENCES["fire"]


def test_black_magic() -> None:
    """UDS-MAGIC-12, -28."""
    black = {id: essence.malus for id, essence in ESSENCES.items() if essence.group == "black"}
    assert black == {"poison": 4, "evil": 4, "blood": 4, "pain": 4, "disease": 4, "death": 12}
    assert ESSENCES["poison"].damage == 3


def test_sizes_reach_so_many_metres() -> None:
    """UDS-MAGIC-13."""
    metres = {"small": 1, "human": 2, "large": 4, "very_large": 10, "huge": 100}
    assert {id: SIZES[id].metres for id in metres} == metres


def test_out_of_sight_follows_the_sizes_beyond_ten_metres() -> None:
    """UDS-MAGIC-15."""
    assert DISTANCES["km10"].malus == SIZES["km10"].malus


def test_long_incantations_bring_more_and_tire_more() -> None:
    """UDS-MAGIC-22."""
    tiers = [(tier.bonus, tier.psy, tier.phy) for tier in INCANTATIONS.values()]
    assert tiers == [(0, 0, 0), (1, 5, 0), (2, 6, 0), (3, 7, 0), (4, 8, 2), (5, 9, 5)]


def test_stars_are_where_the_fiche_puts_them() -> None:
    """UDS-MAGIC-17, -18."""
    assert next(id for id, row in SIZES.items() if row.great) == "large"
    assert next(id for id, row in DURATIONS.items() if row.great) == "day_1"
    assert next(id for id, row in DURATIONS.items() if row.lasting) == "year_1"
