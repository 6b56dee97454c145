"""The MJ runs a short evening of each game from their screen: a laptop, two phones; what each sees of what they do."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.looks import complaints
from browser.seats import Sitting
from browser.shots import GAMES
from browser.tables import Sit, Three, seated, settle


@pytest.mark.parametrize("game", GAMES)
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


def scene_opened_with_one_tap(table: Three) -> None:
    mj = table.mj
    mj.page.locator("#stage > summary").click()
    mj.page.locator("#stage-title").fill("La grange")
    mj.page.locator("#stage-text").fill("Du foin, et deux yeux.")
    mj.page.locator("#stage select").first.select_option(index=1)
    mj.page.locator("#stage button").click()
    expect(mj.page.locator("#staged")).to_contain_text("La grange")
    before = len(mj.view()["cast"])
    mj.page.locator("#staged button", has_text="Ouvrir").click()
    expect(mj.page.locator("#staged")).not_to_contain_text("La grange")
    for one in (table.ana, table.bob):
        expect(one.page.locator("#cards")).to_contain_text("Du foin, et deux yeux.")
        assert len(one.view()["cast"]) == before + 1


def roll_of_all(table: Three) -> None:
    """Ana answers on her phone; Bob is reminded, then the MJ rolls for him."""
    mj, ana, bob = table.mj, table.ana, table.bob
    with mj.page.expect_response("**/mj/ask?*"):
        mj.page.locator("#ask-do").select_option(f"{table.game}.test")
    mj.page.locator("#ask-title-field").fill("Entendre la minuterie")
    mj.page.locator("#request button.main").click()
    card = mj.page.locator(".gather")
    expect(card).to_contain_text("0 réponse sur 2")
    expect(ana.page.locator("#turn")).to_contain_text("Le meneur demande un jet")
    ana.tap(ana.page.locator("#turn a.button"))
    ana.see("#prepare button.go")
    seen = ana.view()["seen"]
    ana.launch()
    ana.moved(seen)
    settle(table)
    expect(card).to_contain_text("1 réponse sur 2")
    card.locator("button", has_text="Rappeler").click()
    expect(bob.page.locator("#cards")).to_contain_text("attends votre jet")
    expect(ana.page.locator("#cards")).not_to_contain_text("attends votre jet")
    card.locator("a", has_text="Lancer à sa place").click()
    mj.see("#prepare button.go")
    seen = mj.view()["seen"]
    mj.launch()
    mj.moved(seen)
    settle(table)
    mj.go(f"/t/{mj.table}/mj")
    expect(card).to_contain_text("2 réponses sur 2")
    card.locator("button", has_text="Clore").click()
    expect(card).to_have_count(0)


def handout_to_one(table: Three) -> None:
    """A note written beforehand is given to Ana alone, then withdrawn."""
    mj = table.mj
    mj.page.locator('#panels [data-panel="papers"]').click()
    mj.page.locator("#write > summary").click()
    mj.page.locator("#paper-text").fill("La clé est sous le banc.")
    mj.page.locator("#write button", has_text="Garder pour moi").click()
    note = mj.page.locator(".papers .note.secret").first
    expect(note).to_contain_text("La clé est sous le banc.")
    note.locator("summary", has_text="Donner à").click()
    note.locator("label.chip", has_text="Ana").click()
    note.locator("button", has_text="Donner").click()
    expect(table.ana.page.locator("#cards")).to_contain_text("La clé est sous le banc.")
    mj.page.locator("#pin-text").fill("On joue jusqu’à minuit.")
    mj.page.locator("#written button", has_text="Épingler").click()
    expect(table.bob.page.locator("#notice")).to_contain_text("jusqu’à minuit")
    assert "sous le banc" not in table.bob.page.content()
    mj.page.locator(".papers .note", has_text="sous le banc").locator("button", has_text="Retirer").click()
    expect(mj.page.locator(".papers")).not_to_contain_text("sous le banc")
    assert not [paper for paper in table.ana.view()["papers"] if "banc" in paper["text"]]


def value_set_right(table: Three) -> None:
    mj, who = table.mj, table.evening.players[0]
    mj.page.locator('#panels [data-panel="cast"]').click()
    person = mj.page.locator(f"#cast-{who}")
    person.locator("summary").click()
    form = person.locator(".mending").first
    field, before = form.locator("input[name=field]").input_value(), form.locator("input[type=number]").input_value()
    form.locator("button[data-step='1']").click()
    form.locator("button.quiet").click()
    expect(form.locator("input[type=number]")).to_have_value(str(int(before) + 1))
    expect(table.ana.page.locator("#cards")).to_contain_text(f"{int(before) + 1}")
    assert table.bob.view()["cast"][who]["sheet"][field] == int(before) + 1


def house_rule(table: Three) -> None:
    """The effect of a house rule on a roll is seen before it is adopted; everybody is told."""
    mj = table.mj
    mj.page.locator('#panels [data-panel="rules"]').click()
    mj.page.locator("#rules .npcs a.quiet").first.click()
    mj.page.locator("#effect .ways .way").nth(1).wait_for()
    before = mj.view()["house_rules"][0]["value"]
    mj.page.locator("#effect button.main").click()
    expect(table.bob.page.locator("#cards article").last).to_contain_text("House rule")
    assert table.bob.view()["house_rules"][0]["value"] != before


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
