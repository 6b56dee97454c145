"""Friends come in by code: a knock that the MJ sees without reloading, a guest whose page opens by itself."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from browser.seats import DESKTOP, Sitting

Sit = Callable[..., Sitting]


def opened(mj: Sitting, door: str) -> str:
    """A table that an MJ opens with this door; its code."""
    mj.go("/ouvrir/undesix")
    mj.page.get_by_label("Votre nom").fill("Zoé")
    mj.page.locator(f'input[name="door"][value="{door}"]').check()
    mj.page.get_by_role("button", name="Ouvrir la table").click()
    return mj.see(".bigcode").inner_text()


def test_a_guest_knocks_and_is_let_in_without_reloading(sit: Sit) -> None:
    mj, guest = sit(size=DESKTOP), sit()
    code = opened(mj, "guarded")
    guest.go("/")
    guest.page.locator("#code").fill(code.lower())
    guest.page.locator("#code").press("Enter")
    guest.page.get_by_label("Votre nom").fill("Ana")
    guest.page.get_by_role("button", name="Frapper à la porte").click()
    guest.see("#waiting")
    mj.page.get_by_role("button", name="Faire entrer Ana").click()
    guest.page.wait_for_url("**/place")
    expect(guest.page.get_by_label("Votre nom")).to_have_count(0)  # it was said at the door
    guest.page.get_by_role("button", name="Entrer").click()
    guest.page.wait_for_url("**/t/*")
    guest.see("#cards")


def test_a_guest_without_script_comes_in_by_an_open_door(sit: Sit) -> None:
    mj, guest = sit(size=DESKTOP), sit(script=False)
    guest.go(f"/r/{opened(mj, 'open')}")
    guest.page.get_by_label("Votre nom").fill("Ana")
    guest.page.get_by_role("button", name="Entrer").click()
    guest.page.wait_for_url("**/t/*")
    guest.see("#cards")
