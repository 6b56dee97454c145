"""Characters made and rules read by keyboard alone, as fingers do it in the short tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser import test_characters as wizards
from browser import test_rules as rules
from browser.keyboard import by_keyboard
from browser.seats import DESKTOP
from browser.tables import Sit

SCENES = (
    wizards.test_undesix_dice_are_placed_one_by_one,
    wizards.test_clef_en_main_adapts_a_ready_character,
    wizards.test_deusex_points_and_aptitudes,
    wizards.test_d6_codes_are_bought,
    rules.test_a_rule_is_read_from_a_result_and_one_comes_back_to_the_same_line,
    rules.test_a_rule_is_tried_at_a_table_of_ones_own,
)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__.removeprefix("test_"))
def test_by_keyboard_alone(sit: Sit, scene: Callable[[Sit], None]) -> None:
    scene(lambda **how: by_keyboard(sit(**how)))


def test_a_rule_is_searched_for_by_keyboard_alone(sit: Sit) -> None:
    person = by_keyboard(sit(size=DESKTOP))
    person.go("/regles/d6")
    person.write(person.page.locator('input[type="search"]'), "d6-create-01")
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".rule#D6-CREATE-01")).to_be_visible()
