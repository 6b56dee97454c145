"""The hand: on a phone a sheet from the bottom, which « back » closes; whole on a laptop; its choices."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, TimeoutError, expect

from browser.seats import DESKTOP
from browser.shots import GAMES
from browser.tables import EVENINGS, Sit
from tablee.web.pages.assets import asset

# pixels that one would have to scroll to see the button that throws; ways out of the scene may stand below it
BELOW = """hand => Math.max(0, hand.querySelector(".go").getBoundingClientRect().bottom
  - hand.getBoundingClientRect().bottom)"""


@pytest.mark.parametrize("game", GAMES)
def test_a_prepared_action_is_whole_on_a_laptop(sit: Sit, game: str) -> None:
    """At 1280 × 800 an attack is seen down to its columns and its button, a player's and an NPC's."""
    for locale in ("fr-FR", "en-GB"):
        someone = sit(size=DESKTOP, locale=locale)
        someone.try_out(game)
        someone.command("arrange", opponents="played")
        for who in (*EVENINGS[game].players, EVENINGS[game].foe):
            someone.take_up(who, f"{game}.attack")
            assert (who, someone.page.locator("#hand").evaluate(BELOW)) == (who, 0)


def test_allies_are_chosen_among_what_is_less_usual(sit: Sit) -> None:
    someone = sit(size=DESKTOP)
    someone.try_out("undesix")
    ally = someone.page.locator('#prepare input[name="p.target"][value="nicolas"]')
    expect(ally).to_be_hidden()
    someone.tap(someone.page.locator("#plus > summary"))
    someone.tap(someone.page.locator("#plus label", has_text="Nicolas"))
    expect(someone.page.locator("#f-target input:checked")).to_have_value("nicolas")


def test_going_back_closes_the_hand_and_stays_at_the_table(sit: Sit) -> None:
    someone = sit()
    someone.try_out("undesix")
    table, body = someone.page.url, someone.page.locator("body")
    someone.prepare()
    someone.page.locator("#f-target input:not(:checked)").first.check()
    someone.page.go_back()
    expect(body).not_to_have_attribute("data-hand", "open")
    expect(someone.page).to_have_url(table)
    someone.prepare()
    someone.launch()
    expect(body).not_to_have_attribute("data-hand", "open")
    expect(someone.page).to_have_url(table)
    someone.page.go_back()
    expect(someone.page).to_have_url(f"{someone.house}/")


def test_what_was_begun_and_is_refused_by_now_gives_way_to_what_is_proposed(sit: Sit) -> None:
    """An attack was begun, then its actor asked to interrupt somebody else: « Agir » opens their opposition."""
    someone = sit()
    someone.try_out("cle-en-main")
    someone.command("arrange", opponents="played")
    someone.prepare()
    action = someone.page.locator("#prepare input[name=do]")
    expect(action).to_have_value("cle-en-main.attack")
    someone.page.locator("#f-target input:not(:checked)").first.check()
    someone.page.go_back()
    someone.command("act", actor="dockers", action="cle-en-main.attack", params={"target": "octavie"})
    said = {"octavie": "may-interrupt", "anselme": False, "bruno": False}
    someone.command("answer", answers=said)
    expect(someone.page.locator("#prepare .go")).to_be_disabled()
    someone.tap(someone.page.locator("#turn a.button"))
    expect(action).to_have_value("cle-en-main.interrupt")
    expect(someone.page.locator("#prepare .go")).to_be_enabled()


def test_a_hand_opened_again_after_a_reload_closes_too(sit: Sit) -> None:
    someone = sit()
    someone.try_out("d6")
    table = someone.page.url
    someone.prepare()
    someone.page.reload()
    someone.see("#prepare button.go")
    someone.tap(someone.page.locator("#prepare [data-close]"))
    expect(someone.page.locator("body")).not_to_have_attribute("data-hand", "open")
    expect(someone.page).to_have_url(table)
    someone.see("#cards")


def test_a_penalty_is_changed_and_a_prime_given_up(sit: Sit) -> None:
    """CEM-PRIME-01: a prime proposes its penalty; both may be chosen otherwise, and taken back."""
    someone = sit()
    someone.try_out("cle-en-main")
    someone.prepare()
    prime, penalty = (someone.page.locator(f"#pan-{name}") for name in ("primes", "penalties"))
    for pan in (prime, penalty):
        someone.tap(pan.locator("> summary"))
    someone.tap(prime.locator("label").first)
    expect(penalty.locator(":checked")).to_have_count(1)
    someone.tap(penalty.locator('label:has([value=""])'))
    expect(penalty.locator(":checked")).to_have_count(0)
    expect(someone.page.locator("#refusal")).not_to_be_empty()
    someone.tap(penalty.locator('label:has([value="danger"])'))
    expect(penalty.locator(":checked")).to_have_value("danger")
    expect(someone.page.locator("#prepare button.go")).to_be_enabled()
    someone.tap(prime.locator('label:has([value="effectiveness"])'))  # another takes its place
    expect(prime.locator(":checked")).to_have_value("effectiveness")
    expect(someone.page.locator("#prepare button.go")).to_be_enabled()
    someone.tap(prime.locator('label:has([value=""])'))
    expect(prime.locator(":checked")).to_have_count(0)
    someone.tap(penalty.locator('label:has([value=""])'))
    expect(penalty.locator(":checked")).to_have_count(0)
    expect(someone.page.locator("#prepare button.go")).to_be_enabled()


def test_what_is_refused_is_told_where_it_was_tapped(sit: Sit) -> None:
    someone = sit()
    someone.try_out("undesix")
    someone.open_tab("scene")
    paper = someone.page.locator("#scene .paper").first
    someone.tap(paper.get_by_role("button", name="Rétablir"))
    expect(paper.get_by_role("alert")).to_contain_text("rien à refaire")


def test_the_list_of_actions_folds_once_one_is_chosen(sit: Sit) -> None:
    someone = sit()
    someone.try_out("undesix")
    someone.prepare()
    someone.tap(someone.page.locator("#actions > summary"))
    someone.tap(someone.page.locator("#actions a.chip:not([aria-current])").first)
    expect(someone.page.locator("#actions")).not_to_have_attribute("open", "")


def test_the_keyboard_skips_to_the_hand_and_comes_back_from_the_keys(sit: Sit) -> None:
    someone = sit(size=DESKTOP)
    someone.try_out("undesix")
    table = someone.page.url
    someone.page.keyboard.press("Tab")
    someone.page.keyboard.press("Enter")
    expect(someone.page.locator("#prepare h2")).to_be_focused()
    someone.page.goto(table)
    someone.page.keyboard.press("?")
    someone.see("#clavier")
    someone.page.keyboard.press("?")
    someone.see("#cards")
    expect(someone.page).to_have_url(table)


def test_a_stamp_that_lands_leaves_the_page_as_wide_as_it_is(sit: Sit) -> None:
    """A phone would draw the whole page smaller, and its bar beyond the edge; the shared screen, too."""
    someone = sit(size={"width": 320, "height": 640}, motion="no-preference")
    someone.try_out("undesix")
    someone.roll()
    for stamp in (".card.fresh .stamp", ".tvcard .stamp"):
        wide = someone.see(stamp).evaluate(
            """stamp => { const [lands] = stamp.getAnimations();
            return Array.from({ length: 11 }, (_, n) => {
              lands.currentTime = 600 + 20 * n;
              return document.documentElement.scrollWidth;
            }); }"""
        )
        assert max(wide) <= 320
        someone.go(f"/t/{someone.table}/ecran")


def test_dice_that_tumble_stay_within_their_card(sit: Sit) -> None:
    """The last die of a full row reached over the edge of a narrow phone."""
    someone = sit(size={"width": 320, "height": 640}, motion="no-preference")
    someone.try_out("d6")
    someone.roll()
    reached = someone.see(".card.fresh .three .die").evaluate(
        """die => {
          const [tumbles] = die.getAnimations(), right = () => die.getBoundingClientRect().right;
          const at = time => { tumbles.currentTime = time; return right(); }, lies = at(620);
          return Math.max(...Array.from({ length: 63 }, (_, n) => at(10 * n))) - lies;
        }"""
    )
    assert reached <= 8  # of the 12 between dice and edge


def test_what_lies_below_a_field_stays_under_the_tap_that_leaves_it(sit: Sit) -> None:
    """Help went as the finger came down, and the button below moved away before it was up."""
    one = sit(size={"width": 768, "height": 1024})
    one.try_out("d6")
    picks = one.page.locator("details.pick:visible", has=one.page.locator(".help")).first
    picks.locator("summary").click()
    below = one.see("#prepare .odds")
    before = below.bounding_box()
    one.page.evaluate("() => document.activeElement.blur()")
    assert below.bounding_box() == before


def test_one_s_own_roll_comes_into_sight_wherever_the_story_was_read(sit: Sit) -> None:
    someone = sit(size=DESKTOP)
    someone.try_out("d6")
    for n in range(30):
        someone.command("say", text=f"Encore {n}")
    expect(someone.page.locator("#cards")).to_contain_text("Encore 29")
    someone.page.locator("#middle").evaluate("one => one.scrollTop = 0")
    someone.roll()
    expect(someone.cards().last).to_be_in_viewport()


def test_a_second_tap_before_the_page_shows_the_first_is_none(sit: Sit) -> None:
    """The button waits for the table as it is now: a tap before that would be told that it comes too late."""
    someone, held = sit(size=DESKTOP), list[Route]()
    someone.try_out("deusex")
    someone.command("arrange", opponents="played")
    someone.prepare()
    form, seen = someone.see("#prepare"), someone.view()["seen"]
    someone.page.route("**/hand?*", lambda route: held.append(route))
    someone.launch()
    someone.moved(seen)
    expect(form).to_have_attribute("aria-busy", "true")
    with pytest.raises(TimeoutError), someone.page.expect_request("**/act", timeout=300):
        someone.page.locator("#prepare button.go").click()
    expect(someone.page.locator("#refusal")).to_be_empty()
    someone.page.unroute("**/hand?*")  # what was held goes on
    expect(someone.page.locator("#prepare[aria-busy]")).to_have_count(0)


def test_odds_that_are_counted_anew_are_drawn_as_such(sit: Sit) -> None:
    """On a slow line « 33,3 % » stood above what had become a certain failure."""
    someone, held = sit(size=DESKTOP, motion="no-preference"), list[Route]()
    someone.try_out("undesix")
    someone.prepare()
    odds, chance = someone.see("#odds"), someone.page.locator("#prepare .go small")
    before = odds.inner_text()
    someone.page.route("**/odds?*", lambda route: held.append(route))
    someone.page.locator("#prepare select[name='p.aim']").select_option("eye")
    expect(odds).to_have_attribute("aria-busy", "true")
    expect(chance).to_be_hidden()
    held[0].continue_()
    expect(someone.page.locator("#odds[aria-busy]")).to_have_count(0)
    assert odds.inner_text() != before


def test_a_refusal_comes_into_sight(sit: Sit) -> None:
    """A number corrected to what it is: the button may be the last thing on the screen."""
    mj = sit()
    mj.open_table("cle-en-main")
    mj.go(f"/t/{mj.table}/mj?panel=cast")
    person = mj.page.locator("#cast-dockers")
    mj.tap(person.locator("summary").first)
    correct = person.locator('form[action$="/correct"] button.quiet').first
    correct.evaluate("one => one.scrollIntoView({ block: 'end' })")
    mj.tap(correct)
    expect(person.locator("[data-refusal]:not(:empty)")).to_be_in_viewport(ratio=0.9)


def test_what_now_points_at_the_choices_of_a_card_in_sight(sit: Sit) -> None:
    """The keyboard goes on from the first choice, not from the hidden field before it; each is ringed for a moment."""
    someone = sit()
    someone.try_out("undesix")
    someone.command("act", action="undesix.end-fight")
    choices = someone.page.locator(".card.end .next :is(button, a)")
    ringed = (
        "() => [...document.querySelectorAll('.card.end .next .quiet')].map(it => getComputedStyle(it).outlineStyle)"
    )
    rings = someone.page.locator("#turn a[data-card]").evaluate(f"link => {{ link.click(); return ({ringed})(); }}")
    assert rings == ["solid"] * choices.count()
    expect(choices.first).to_be_focused()
    expect(choices.last).to_have_css("outline-style", "none")


def test_the_tick_of_a_second_tap_stays_as_long_as_that_of_the_first(sit: Sit) -> None:
    ana = sit()
    ana.go("/")
    seen = ana.page.evaluate(
        """async at => {
          const { mark, wait } = await import(at), button = document.querySelector('button');
          mark(button); await wait(1000); mark(button); await wait(1000);
          const still = 'marked' in button.dataset;
          await wait(1000);
          return [still, 'marked' in button.dataset];
        }""",
        asset("page.mjs"),
    )
    assert seen == [True, False]


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize("game", GAMES)
def test_ways_out_are_in_sight_on_a_phone(sit: Sit, game: str, width: int) -> None:
    """« Fuir » and « Parlementer » stand whole below « Lancer », however long the form."""
    someone = sit(size={"width": width, "height": 844})
    someone.try_out(game)
    someone.prepare()
    go = someone.see("#prepare button.go").bounding_box()
    assert go
    for way in someone.page.locator(".ways-out button").all():
        box = way.bounding_box()
        assert box
        assert (box["x"] >= 0, box["x"] + box["width"] <= width, box["y"] + box["height"] <= 844) == (True, True, True)
        assert box["y"] >= go["y"] + go["height"]
