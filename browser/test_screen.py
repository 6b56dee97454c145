"""The MJ runs a short evening of each game from their screen: a laptop, two phones; what each sees of what they do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.looks import complaints
from browser.running import handout_to_one, house_rule, panel, roll_of_all, scene_opened_with_one_tap, value_set_right
from browser.seats import Sitting
from browser.shots import GAMES
from browser.tables import Sit, Three, seated

LONGEST = "cle-en-main"  # its screen has most to show


@pytest.mark.parametrize(
    "game", [LONGEST, *(pytest.param(game, marks=pytest.mark.evening) for game in GAMES if game != LONGEST)]
)
def test_an_evening_is_run_from_the_screen(sit: Sit, game: str) -> None:
    table = seated(sit, game)
    table.mj.go(f"/t/{table.mj.table}/mj")
    assert complaints(table.mj.page) == []
    scene_opened_with_one_tap(table)
    roll_of_all(table)
    handout_to_one(table)
    value_set_right(table)
    house_rule(table)
    whole = table.mj.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert whole, "on a laptop the page itself does not scroll"
    imported_elsewhere(table, sit())


def test_what_an_mj_has_begun_stays_while_others_play(sit: Sit) -> None:
    """A tick, a number, a choice and words that are not sent yet outlive what happens; newcomers are offered too."""
    table = seated(sit, "undesix")
    mj, (ana, bob) = table.mj, (table.ana.view()["you"], table.bob.view()["you"])
    mj.command("say", text="La clé est sous le banc.", kind="note")
    mj.go(f"/t/{mj.table}/mj?panel=papers")
    note = mj.page.locator("#papers .note.secret", has_text="sous le banc")
    mj.tap(note.locator("summary", has_text="Donner à"))
    note.locator("label.chip", has_text="Ana").click()
    mj.tap(mj.page.locator("#write > summary"))
    mj.page.locator("#write label.chip", has_text="Bob").click()
    mj.page.locator("#pin-text").fill("À minuit")
    panel(mj, "cast")
    person = mj.page.locator("#cast-nicolas")
    mj.tap(person.locator("summary"))
    person.locator("select[name=field]").select_option("psy")
    number = person.locator("input[type=number]").first
    before = int(number.input_value())
    mj.tap(person.locator(".mending button[data-step='1']").first)
    mj.tap(person.locator("label.chip"))
    mj.tap(mj.page.locator("#asks-later > summary"))
    mj.page.locator("#whom-nicolas").uncheck()

    table.bob.command("say", text="un plan", kind="note", title="Plan")
    mj.command("correct", who="chloe", field="psy", value=1)
    mj.command("pin", text="On joue jusqu’à onze heures.")
    mj.command("option", option="natural_six_fails", value=True)
    newcomer = sit()
    newcomer.go(f"/r/{mj.view()['code']}")
    newcomer.page.locator("#name").fill("Léa")
    newcomer.page.locator("button.go").click()
    newcomer.see("#cards")
    lea = newcomer.view()["you"]

    mj.page.locator(f"#paper-{lea}").wait_for(state="attached")
    expect(mj.page.locator("#notice")).to_contain_text("onze heures")
    expect(note.locator(f"input[value='{ana}']")).to_be_checked()
    expect(mj.page.locator(f"#paper-{bob}")).to_be_checked()
    expect(mj.page.locator("#pin-text")).to_have_value("À minuit")
    expect(person.locator("select[name=field]")).to_have_value("psy")
    expect(number).to_have_value(str(before + 1))
    expect(mj.page.locator("#whom-nicolas")).not_to_be_checked()
    mj.command("hand-over", who="loup", owner=lea)
    expect(mj.page.locator("#whom-loup")).not_to_be_checked()


def imported_elsewhere(table: Three, other: Sitting) -> None:
    """The log of the evening, imported as another table, tells the same story."""
    mj = table.mj
    mj.go(f"/t/{mj.table}")
    story = mj.page.locator("#cards h2").all_inner_texts()
    log = mj.context.request.get(f"{mj.house}/api/tables/{mj.table}/export").text()
    headers = {"content-type": "application/jsonl"}
    made = other.context.request.post(f"{other.house}/api/tables/import", data=log, headers=headers)
    assert made.ok, made.text()
    told = made.json()
    other.go(f"/t/{told['table']}/place/{told['token']}")
    other.see("#cards")
    assert other.page.locator("#cards h2").all_inner_texts() == story


def test_each_part_is_there_on_a_phone(sit: Sit) -> None:
    mj = sit()
    mj.open_table("cle-en-main")
    mj.go(f"/t/{mj.table}/mj")
    for part in ("scene", "ask", "cast", "shelf", "papers", "seats", "rules"):
        mj.tap(mj.page.locator(f'#panels [data-panel="{part}"]'))
        mj.see(f"#{part}")
        assert complaints(mj.page) == [], part


def test_what_is_chosen_again_is_ticked_where_it_was_tapped(sit: Sit) -> None:
    mj = sit()
    mj.open_table("undesix")
    mj.go(f"/t/{mj.table}/mj?panel=cast")
    choose = mj.page.get_by_role("button", name="Choisir , Qui joue ce camp ?")
    mj.tap(choose)
    expect(choose).to_have_attribute("data-marked", re.compile(r"\d"))


def test_who_speaks_stays_who_was_chosen_while_people_come_and_go(sit: Sit) -> None:
    """A word in private was about to be said aloud by whoever took its place in the list."""
    table = seated(sit, "undesix")
    mj = table.mj
    mj.go(f"/t/{mj.table}/mj")
    ana = f"@{table.ana.view()['you']}"
    mj.page.locator("#speaker").select_option(ana)
    mj.command("enter", who="garde", ready="garde")
    expect(mj.page.locator("#speaker option[value=garde]")).to_have_count(1)
    expect(mj.page.locator("#speaker")).to_have_value(ana)


def test_what_is_told_to_one_is_marked_while_another_tab_is_open(sit: Sit) -> None:
    table = seated(sit, "undesix")
    mj, ana, bob = table.mj, table.ana, table.bob
    for one in (ana, bob):
        one.tap(one.page.locator("#tabs [data-tab=fiche]"))
    mj.command("say", text="Une odeur de roussi.", kind="whisper", to=[ana.view()["you"]])
    expect(ana.page.locator("#news")).to_be_visible()
    expect(bob.page.locator("#news")).to_be_hidden()
    ana.tap(ana.page.locator("#tabs [data-tab=table]"))
    expect(ana.page.locator("#news")).to_be_hidden()


def test_a_roll_asked_for_in_a_fight_is_whole_in_sight_and_gives_way_to_its_answers(sit: Sit) -> None:
    table = seated(sit, "undesix")
    mj = table.mj
    mj.go(f"/t/{mj.table}/mj")
    mj.tap(mj.page.locator("#asks-later > summary"))
    button = mj.page.locator("#request button.main")
    expect(button).to_be_in_viewport(ratio=1)
    over = button.evaluate("""one => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + width / 2, y + height - 4));
    }""")
    assert over, "the field where one speaks lies over it"
    mj.tap(button)
    expect(mj.page.locator("#asks-later")).not_to_have_attribute("open", "")
    expect(mj.page.locator(".gather")).to_be_in_viewport()


def test_a_session_that_cannot_be_closed_yet_says_so_where_its_words_are(sit: Sit) -> None:
    """Somebody is asked something: what the MJ has written stays, and the page does not become another."""
    table = seated(sit, "cle-en-main")
    mj, evening = table.mj, table.evening
    mj.command("act", actor=evening.foe, action=evening.asking, params={"target": evening.players[0]})
    assert mj.view()["pending"]
    mj.go(f"/t/{mj.table}/fin")
    words = mj.page.locator("#session-told")
    words.fill("La caisse est là.")
    mj.page.get_by_role("button", name="Clore la séance").click()
    expect(mj.page.locator("form[data-then] .refusal")).to_contain_text("attend")
    expect(words).to_have_value("La caisse est là.")
    mj.command("abandon")
    mj.page.get_by_text("finir aussi le combat").click()
    mj.page.get_by_role("button", name="Clore la séance").click()
    mj.page.wait_for_url("**/journal/seances")
