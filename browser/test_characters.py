"""Each game's wizard in a real browser: taps count at once, what is left is right, the draft outlives the page."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.seats import DESKTOP, Sitting
from browser.tables import Sit


def named(person: Sitting, name: str) -> None:
    person.write(person.page.locator("#n-name"), name)
    person.page.locator("#n-name").press("Enter")


def finish(person: Sitting) -> None:
    """Press the last button, and what completes the sheet after it."""
    person.tap(person.page.locator('.stepping .go[value="done"]'))


def test_undesix_dice_are_placed_one_by_one(sit: Sit) -> None:
    person = sit()
    person.begin("undesix", "undesix.create-random")
    named(person, "Zoé")
    person.step(2)
    finish(person)
    for n in range(4):
        expect(person.page.locator(".slot button")).to_have_count(5 - n)
        if n == 2:  # leave, and come back: nothing is lost, nothing is thrown again
            waiting = person.page.locator(".clothtray .die").get_attribute("aria-label")
            person.go("/personnages/undesix")
            person.tap(person.page.locator(".begun a"))
            expect(person.page.locator(".clothtray .die")).to_have_attribute("aria-label", waiting or "")
        person.tap(person.page.locator(".slot button").first)
    poor = '.answers button[value="false"]'  # whoever has a poor set is asked whether they throw again
    person.see(f"{poor}, #n-history")
    if person.page.locator(poor).count():
        person.tap(person.page.locator(poor))
    person.write(person.page.locator("#n-history"), "Née en mer")
    finish(person)
    expect(person.see(".folio h2")).to_have_text("Zoé")


def test_clef_en_main_adapts_a_ready_character(sit: Sit) -> None:
    person = sit()
    person.begin("cle-en-main", "cle-en-main.join")
    person.tap(person.page.locator(".chip", has_text="Bruno"))
    expect(person.page.locator(".folio h2")).to_contain_text("Bruno")
    person.step(1)
    person.write(person.page.locator("#n-name"), "Léa Kowarski")
    finish(person)
    person.see("#f-atout")
    person.tap(person.page.locator("#f-atout .chip").nth(2))
    finish(person)
    expect(person.see(".folio h2")).to_have_text("Léa Kowarski")
    expect(person.page.locator(".atout.on")).to_have_count(1)


def test_deusex_points_and_aptitudes(sit: Sit) -> None:
    person = sit(size=DESKTOP)
    person.begin("deusex", "deusex.create")
    named(person, "Inès Caron")
    person.step(1)
    for left in (3, 2, 1, 0):
        person.tap(person.page.locator('#f-FOR [data-step="1"]' if left > 1 else '#f-SAN [data-step="1"]'))
        expect(person.page.locator("#left-talents .big")).to_have_text(str(left))
    person.step(2)
    for field in ("field", "acquired"):
        for n in range(5):
            person.pick(person.page.locator(f"#add-{field}"), 3 if field == "field" else 12)
            expect(person.page.locator(f"#f-{field} input:checked")).to_have_count(n + 1)
    best = person.page.locator("#f-field input:checked").first.get_attribute("value") or ""
    person.write(person.page.locator("#n-plus_two"), best)
    person.write(person.page.locator("#n-given_back"), "Alpinisme de salon")
    expect(person.page.locator('.stepping .go[value="done"]')).to_be_enabled()  # while one is still in the field
    finish(person)
    expect(person.see(".folio h2")).to_have_text("Inès Caron")


def test_d6_codes_are_bought(sit: Sit) -> None:
    person = sit(locale="en-GB")
    person.begin("d6", "d6.create")
    named(person, "Colin")
    person.step(1)
    more = person.page.locator("#f-characteristics li").first.locator('[data-step="1"]')
    for left in (99, 98, 97, 95):
        person.tap(more)
        expect(person.page.locator("#left-characteristics .big")).to_have_text(str(left))
    expect(person.page.locator(".folio .codes li").first).to_contain_text("2D+1")
    person.page.reload()
    expect(person.page.locator("#left-characteristics .big")).to_have_text("95")
    person.step(4)
    finish(person)
    expect(person.see(".folio h2")).to_have_text("Colin")
