"""The MJ gives a picture from their device to one player: that one sees it, the other not in any byte."""

from __future__ import annotations

import io

from PIL import Image
from playwright.sync_api import expect

from browser.looks import complaints
from browser.tables import Sit, seated

LOADED = "img => img.decode().then(() => [img.naturalWidth, img.naturalHeight])"


def test_a_picture_is_given_to_one_player(sit: Sit) -> None:
    table = seated(sit, "d6")
    mj, ana, bob = table.everybody
    mj.go(f"/t/{mj.table}/mj?panel=papers")
    mj.page.locator("#write > summary").click()
    file = io.BytesIO()
    Image.new("RGB", (800, 500), "sienna").save(file, "JPEG")
    mj.page.locator("#paper-file").set_input_files(
        {"name": "plan é.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}
    )
    mj.page.locator("#paper-title").fill("Le plan du moulin")
    mj.page.locator("#paper-alt").fill("Trois pièces et une trappe")
    mj.page.locator("#write label.chip", has_text="Ana").click()
    mj.page.locator("#write button", has_text="Donner").click()
    for one in (mj, ana):
        shown = one.page.get_by_role("img", name="Trois pièces et une trappe").first  # the MJ has it at hand too
        expect(shown).to_be_visible()
        assert shown.evaluate(LOADED) == [800, 500]
        assert complaints(one.page) == []
    assert mj.page.locator("#paper-file").input_value() == "", "the form is ready for another"
    mj.command("say", text="Regardez tous.")
    expect(bob.page.locator("#cards")).to_contain_text("Regardez tous.")
    (paper,) = ana.view()["papers"]
    address = f"{bob.house}/api/tables/{bob.table}/pictures/{paper['picture']}"
    assert ana.context.request.get(address).status == 200
    assert bob.context.request.get(address).status == 404
    bytes_of_bob = bob.page.content() + "".join(
        bob.context.request.get(f"{bob.house}{path}").text()
        for path in (f"/t/{bob.table}", f"/api/tables/{bob.table}", f"/api/tables/{bob.table}/export")
    )
    assert not [word for word in (paper["picture"], "moulin", "trappe") if word in bytes_of_bob]
    mj.page.locator("#papers .note", has_text="moulin").locator("button", has_text="Retirer").click()
    expect(ana.page.locator("#cards")).not_to_contain_text("moulin")
    assert ana.context.request.get(address).status == 404
