"""What an MJ does from their screen with two players at the table, and what each of them sees of it."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.seats import Sitting
from browser.tables import Three, settle


def panel(mj: Sitting, name: str) -> None:
    """Open a part of the MJ's screen."""
    mj.tap(mj.page.locator(f'#panels [data-panel="{name}"]'))
    mj.see(f"#{name}")


def scene_opened_with_one_tap(table: Three, who: str = "") -> None:
    """A scene is prepared (somebody of the shelf in it) and opened: its text is read by all, one more is there."""
    mj = table.mj
    mj.tap(mj.page.locator("#stage > summary"))
    mj.page.locator("#stage-title").fill("La grange")
    mj.page.locator("#stage-text").fill("Du foin, et deux yeux.")
    somebody = mj.page.locator("#stage select").first
    if who:
        somebody.select_option(value=who)
    else:
        somebody.select_option(index=1)
    mj.tap(mj.page.locator("#stage button"))
    expect(mj.page.locator("#staged")).to_contain_text("La grange")
    heroes = {who for who, one in mj.view()["cast"].items() if one["owner"]}
    mj.tap(mj.page.locator("#staged button", has_text="Ouvrir"))
    expect(mj.page.locator("#staged")).to_contain_text("en cours")
    assert not mj.page.locator(".colm.first").evaluate("column => column.scrollTop"), "what it brings is out of sight"
    for one in (table.ana, table.bob):
        expect(one.page.locator("#cards")).to_contain_text("Du foin, et deux yeux.")
        assert heroes < set(one.view()["cast"])  # the former NPCs are put aside, who is in the scene has come


def roll_of_all(table: Three) -> None:
    """Ana answers on her phone; Bob is reminded, then the MJ rolls for him."""
    mj, ana, bob = table.mj, table.ana, table.bob
    with mj.page.expect_response("**/mj/ask?*"):
        mj.page.locator("#ask-do").select_option(f"{table.game}.test")
    mj.tap(mj.page.locator("#ask-more > summary"))
    mj.page.locator("#ask-title-field").fill("Entendre la minuterie")
    mj.tap(mj.page.locator("#request button.main"))
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
    mj.tap(card.locator("button", has_text="Rappeler"))
    expect(bob.page.locator("#cards")).to_contain_text("The GM awaits a roll: Entendre la minuterie.")
    expect(ana.page.locator("#cards")).not_to_contain_text("attend un jet")
    mj.tap(card.locator("a", has_text="Lancer à sa place"))
    mj.see("#prepare button.go")
    mj.launch()
    mj.page.wait_for_url(f"**/t/{mj.table}/mj")  # where it was taken up
    settle(table)
    expect(card).to_contain_text("2 réponses sur 2")
    mj.tap(card.locator("button", has_text="Clore"))
    expect(card).to_have_count(0)


def handout_to_one(table: Three) -> None:
    """A note written beforehand is given to Ana alone, then withdrawn."""
    mj = table.mj
    panel(mj, "papers")
    mj.tap(mj.page.locator("#write > summary"))
    mj.page.locator("#paper-text").fill("La clé est sous le banc.")
    mj.tap(mj.page.locator("#write button", has_text="Garder pour moi"))
    note = mj.page.locator("#papers .note.secret").first
    expect(note).to_contain_text("La clé est sous le banc.")
    mj.tap(note.locator("summary", has_text="Donner à"))
    note.locator("label.chip", has_text="Ana").click()
    mj.tap(note.locator("button", has_text="Donner"))
    expect(table.ana.page.locator("#cards")).to_contain_text("La clé est sous le banc.")
    expect(mj.page.locator("#papers")).to_contain_text("donné à Ana")
    mj.page.locator("#pin-text").fill("On joue jusqu’à minuit.")
    mj.tap(mj.page.locator("#written button", has_text="Épingler"))
    for one in (table.bob, mj):
        expect(one.page.locator("#notice")).to_contain_text("jusqu’à minuit")
    assert "sous le banc" not in table.bob.page.content()
    mj.tap(mj.page.locator("#papers .note", has_text="sous le banc").locator("button", has_text="Retirer"))
    expect(mj.page.locator("#papers")).not_to_contain_text("sous le banc")
    assert not [paper for paper in table.ana.view()["papers"] if "banc" in paper["text"]]


def value_set_right(table: Three) -> None:
    """The first number that is watched of Ana's character gets one more; both players read it."""
    mj, who = table.mj, table.evening.players[0]
    panel(mj, "cast")
    person = mj.page.locator(f"#cast-{who}")
    mj.tap(person.locator("summary"))
    form = person.locator(".mending").first
    field, before = form.locator("input[name=field]").input_value(), form.locator("input[type=number]").input_value()
    mj.tap(form.locator("button[data-step='1']"))
    seen = mj.view()["seen"]
    mj.tap(form.locator("button.quiet"))
    mj.moved(seen)
    expect(form.locator("input[type=number]")).to_have_value(str(int(before) + 1))
    expect(table.ana.page.locator("#cards")).to_contain_text(f"{int(before) + 1}")
    assert table.bob.view()["cast"][who]["sheet"][field] == int(before) + 1


def house_rule(table: Three) -> None:
    """The effect of a house rule on a roll is seen before it is adopted; everybody is told."""
    mj = table.mj
    panel(mj, "rules")
    mj.tap(mj.page.locator("#rules .npcs a").first)
    mj.page.locator("#effect .ways .way").nth(1).wait_for()
    before = mj.view()["house_rules"][0]["value"]
    mj.tap(mj.page.locator("#effect button.main"))
    expect(table.bob.page.locator("#cards article").last).to_contain_text("House rule")
    assert table.bob.view()["house_rules"][0]["value"] != before
