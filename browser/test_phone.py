"""A served house on a phone: read without a network, left without a trace, told of one's turn; none of it over HTTP."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.serving import Server

from browser.chromium import FLAGS, SLOWEST, chromium
from browser.seats import Sitting

PUBLIC, PREFIX = "http://jeu.example.org", "/tablee"  # what invitations say; browsers come by the machine's address
KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.includes(" pages ")), found = [];
  for (const name of names) found.push(...await (await caches.open(name)).keys());
  return found.map((one) => new URL(one.url).pathname);
}"""
HIDEABLE = """
  globalThis.behind = false;
  Object.defineProperty(Document.prototype, "hidden", { get: () => globalThis.behind });
  globalThis.hide = (yes) => { globalThis.behind = yes; document.dispatchEvent(new Event("visibilitychange")); };
"""
NOTED = """
  globalThis.notices = [];
  ServiceWorkerRegistration.prototype.showNotification =
    async function (title, how) { globalThis.notices.push([title, how.body, how.tag]); };
"""
LIT = """
  globalThis.lit = [];
  navigator.wakeLock.request = async (kind) => {
    globalThis.lit.push(kind);
    return { released: false, async release() { this.released = true; globalThis.lit.push("dark"); } };
  };
"""
SHARING = """
  globalThis.shared = [];
  navigator.canShare = () => true;
  navigator.share = async (what) => { globalThis.shared.push(what); };
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(str(tmp_path / "tables.db"), "--public-url", f"{PUBLIC}{PREFIX}")
    yield server
    server.stop()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Callable[..., Sitting]]:
    """Somebody whose browser runs these lines before any page does."""
    there: list[Sitting] = []

    def one(*lines: str) -> Sitting:
        there.append(Sitting(browser, f"http://127.0.0.1:{server.port}{PREFIX}", installs=True))
        for line in lines:
            there[-1].context.add_init_script(line)
        return there[-1]

    yield one
    for sitting in there:
        sitting.leave()


def kept(page: Page, path: str, there: bool = True) -> None:
    """Wait until a page is kept, or no longer is."""
    until = time.monotonic() + 30
    while (PREFIX + path in page.evaluate(KEPT)) != there:
        assert time.monotonic() < until, (path, page.evaluate(KEPT))
        page.wait_for_timeout(100)


def installed(page: Page) -> None:
    page.evaluate("() => navigator.serviceWorker.ready.then(() => 1)")
    page.wait_for_function("() => navigator.serviceWorker.controller")


def test_tables_rules_and_characters_are_read_without_a_network_and_say_of_when(
    person: Callable[..., Sitting], server: Server
) -> None:
    one = person()
    one.go()
    installed(one.page)
    one.draw_one("undesix")
    sheet = "/" + one.page.url.partition(f"{PREFIX}/")[2]
    kept(one.page, sheet)
    one.try_out("undesix")
    one.roll()
    cards = one.cards().count()
    table = f"/t/{one.tried}"
    kept(one.page, table)
    kept(one.page, "/regles/undesix")
    one.page.wait_for_timeout(2500)  # what came last is kept once the page has settled
    one.house_fell = True
    server.stop()
    one.go(table)
    told = " ".join(one.see(".copied").inner_text().split())
    assert re.match(r"Hors ligne : voici l’état de \d\d:\d\d\. Rien ne part d’ici", told), told
    assert one.cards().count() >= cards
    assert one.page.evaluate("() => [...document.forms].every((form) => form.inert)")
    assert not one.page.title().startswith("●")  # whose turn it is now is not known
    expect(one.page.locator("#turn")).to_be_hidden()
    for path, words in (("/regles/undesix?table=x", "les règles, dans nos mots"), (sheet, "dans votre carnet")):
        one.go(path)
        one.see(".copied")
        expect(one.page.locator("body")).to_contain_text(words)
    one.go("/labo")
    one.see("h1", has_text="Hors ligne")
    one.go(table)
    server.start()
    expect(one.page.locator("html:not([data-kept])")).to_be_attached()
    expect(one.page.locator(".copied")).to_be_hidden()
    one.see("#turn")


@pytest.mark.evening
def test_what_was_kept_goes_with_the_seat(person: Callable[..., Sitting]) -> None:
    one = person()
    one.go()
    installed(one.page)
    one.try_out("undesix")
    first = f"/t/{one.tried}"
    kept(one.page, first)
    one.try_out("d6")
    second = f"/t/{one.tried}"
    kept(one.page, second)
    kept(one.page, first)
    one.go(f"/oublier?table={one.tried}")
    one.tap(one.page.get_by_role("button", name="Oublier"))
    one.page.wait_for_url(f"**{PREFIX}/")
    kept(one.page, second, there=False)
    kept(one.page, first)
    one.go("/garde")
    one.tap(one.page.get_by_role("button", name="Effacer toutes les copies"))
    one.see("#dropped")
    assert one.page.evaluate(KEPT) == []


@pytest.mark.evening
def test_two_seats_of_one_browser_are_not_mixed(person: Callable[..., Sitting]) -> None:
    """The MJ's page of a table is gone from a browser that sits down there as a player."""
    one = person()
    one.go()
    installed(one.page)
    one.open_table("undesix")
    table = f"/t/{one.table}"
    kept(one.page, table)
    mj = one.page.locator("body").get_attribute("data-keep")
    one.go(f"{table}/invite")
    one.tap(one.page.get_by_role("button", name="Lien pour un joueur"))
    link = one.see(".address a").inner_text()
    one.go(link.removeprefix(PUBLIC + PREFIX))
    one.tap(one.page.get_by_role("button", name="Changer"))
    one.page.wait_for_url("**/place")
    kept(one.page, table, there=False)
    one.go(table)
    assert one.page.locator("body").get_attribute("data-keep") != mj
    kept(one.page, table)
    seats = one.page.evaluate(
        """async () => {
          const name = (await caches.keys()).find((one) => one.includes(" pages ")), pages = await caches.open(name);
          const ours = (await pages.keys()).filter((one) => new URL(one.url).pathname.includes("/t/"));
          return Promise.all(ours.map(async (one) => (await pages.match(one)).headers.get("x-seat")));
        }"""
    )
    assert mj not in seats


@pytest.mark.evening
def test_a_notice_comes_when_it_is_one_s_turn_and_one_looks_elsewhere(person: Callable[..., Sitting]) -> None:
    one = person(HIDEABLE, NOTED)
    one.context.grant_permissions(["notifications"])
    one.go()
    installed(one.page)
    one.try_out("undesix")
    one.page.evaluate("() => hide(true)")
    other = one.context.new_page()
    other.goto(one.page.url)
    other.close()
    assert one.page.evaluate("() => notices") == []
    one.go(f"/t/{one.tried}/menu")
    button = one.page.get_by_role("button", name="Me prévenir")
    expect(button).to_have_attribute("aria-pressed", "false")
    one.tap(button)
    expect(button).to_have_attribute("aria-pressed", "true")
    one.go(f"/t/{one.tried}")
    one.prepare()
    one.launch()
    one.page.evaluate("() => hide(true)")
    one.page.wait_for_function("() => notices.length")
    (title, body, tag), *more = one.page.evaluate("() => notices")
    assert (title, tag) == ("À vous", f"{PREFIX}/t/{one.tried}")
    assert "Tablée" in body
    assert not more


@pytest.mark.evening
def test_the_screen_stays_lit_on_one_s_turn(person: Callable[..., Sitting]) -> None:
    one = person(HIDEABLE, LIT)
    one.try_out("undesix")
    one.page.wait_for_function("() => lit.length")
    assert one.page.evaluate("() => lit") == ["screen"]
    one.page.evaluate("() => hide(true)")
    one.page.wait_for_function("() => lit.at(-1) === 'dark'")


@pytest.mark.evening
def test_an_invitation_is_shared_by_what_the_phone_has(person: Callable[..., Sitting]) -> None:
    one = person(SHARING)
    one.open_table("undesix")
    one.go(f"/t/{one.table}/invite")
    one.tap(one.page.get_by_role("button", name="Partager"))
    (what,) = one.page.evaluate("() => shared")
    assert what["url"] == one.see(".address a").inner_text()
    assert what["url"].startswith(f"{PUBLIC}{PREFIX}/r/")


def test_an_address_without_https_offers_none_of_it(tmp_path: Path, browser: Browser) -> None:
    server = Server(str(tmp_path / "tables.db"), "--host-name", "jeu.test")
    named = browser.browser_type.launch(
        executable_path=chromium(), args=[*FLAGS, "--host-resolver-rules=MAP jeu.test 127.0.0.1"], timeout=SLOWEST
    )
    try:
        one = Sitting(named, f"http://jeu.test:{server.port}")
        one.try_out("undesix")
        assert not one.page.evaluate("() => isSecureContext")
        one.go(f"/t/{one.tried}/menu")
        expect(one.page.get_by_role("button", name="Me prévenir")).to_have_count(0)
        one.see("button[data-sound]")
        one.go("/garde")
        expect(one.page.locator("[data-drop-kept]")).to_be_hidden()
        one.go(f"/t/{one.tried}/invite")
        expect(one.page.locator("[data-share]:visible")).to_have_count(0)
        one.leave()
    finally:
        named.close()
        server.stop()
