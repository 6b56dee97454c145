"""Four short walks: people who tap what they see, on a phone and on a laptop; `make wander` has long ones."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser
from tests.web.serving import Server

from browser.seats import DESKTOP, PHONE, Sitting
from browser.wandering import run, walker
from browser.wandering.questions import end_unsaid, fallen_unsaid, faults_at_widths, faults_of_page, wait_unsaid
from browser.wandering.run import Asked, walked
from browser.wandering.sight import Sight, Thing, things
from browser.wandering.tempers import TEMPERS
from browser.wandering.trail import Trail
from browser.wandering.walk import GAMES, SIZES, Plan, endless
from browser.wandering.walker import Stuck, Walker

SHORT = 5  # steps
PLANS = (
    Plan("short", "undesix", ("defaults",), (PHONE,), ("fr-FR",)),
    Plan("short", "cle-en-main", ("yes", "defaults"), (DESKTOP, PHONE), ("fr-FR", "en-GB")),
    Plan("short", "deusex", ("random",), (PHONE,), ("fr-FR",)),
    Plan("short", "d6", ("undoes",), (DESKTOP,), ("en-GB",)),
)


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_nobody_is_stuck_in_a_short_walk(browser: Browser, house: Server, tmp_path: Path, plan: Plan) -> None:
    walk = walked(browser, house, plan, tmp_path, SHORT)
    assert walk.steps


def test_a_tap_that_changes_nothing_stops_a_walk_with_its_pictures(
    browser: Browser, house: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walker, "ANSWERED", 0.3)
    deaf = """location.pathname.startsWith('/t/') &&
      addEventListener('click', event => { event.preventDefault(); event.stopImmediatePropagation() }, true)"""
    with pytest.raises(Stuck, match="nothing changes after"):
        walked(browser, house, PLANS[0], tmp_path, SHORT, script=deaf)
    (page,) = tmp_path.glob("*.html")
    assert "<img" in page.read_text()


@pytest.fixture
def reader(browser: Browser) -> Iterator[Walker]:
    """Somebody with a page of their own, not at a table yet."""
    sitting = Sitting(browser, "about:blank")
    yield Walker("Ana", sitting, "defaults", random.Random(1), Trail())
    sitting.leave()


def test_what_lies_off_the_page_is_not_tapped_and_where_one_is_need_not_change(reader: Walker) -> None:
    reader.sitting.page.set_content(
        """<a href="#hand" style="position: absolute; top: -90px">Aller à la main</a>
        <a href="#here" aria-current="page" onclick="return false">Gens</a>
        <a href="#dead" onclick="return false">Rien</a>"""
    )
    off, here, dead = reader.look().taps()
    assert reader.do(off, reader.look()).endswith("not on the screen")
    assert "Gens" in reader.do(here, reader.look())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(walker, "ANSWERED", 0.2)
        with pytest.raises(Stuck, match="nothing changes after link « Rien »"):
            reader.do(dead, reader.look())


def test_a_field_left_empty_and_a_marked_rule_are_answers_to_a_tap(reader: Walker) -> None:
    """The browser tells of the one beside it; where a link of the page led is marked."""
    reader.sitting.page.set_content(
        """<style>:target { color: red }</style><form><input required><button>Envoyer</button></form>
        <a href="#rule">Règle</a><p id="rule">Une règle.</p>"""
    )
    for name in ("Envoyer", "Envoyer", "Règle"):
        thing = next(one for one in reader.look().taps() if one.name == name)
        assert name in reader.do(thing, reader.look())


def test_a_wait_is_told_by_name_and_the_fallen_by_their_state(reader: Walker) -> None:
    page = reader.sitting.page
    state = {"standing": False, "label": {"text": {"fr": "mourant", "en": "dying"}}}
    wolf = {"sheet": {"name": {"fr": "loup", "en": "wolf"}}, "condition": state}
    view = {
        "paused": False,
        "pending": None,
        "turns": [{"who": "loup", "when": "now"}],
        "play": {"round": 1},
        "cast": {"loup": wolf, "ana": {"owner": "a", "sheet": {}, "condition": None}},
        "you": "a",
        "seats": {"a": {"role": "player"}},
        "requests": {},
    }
    page.set_content('<p id="turn"></p><ul><li data-who="loup">le loup</li></ul>')
    assert "loup" in wait_unsaid(page, view)
    assert "loup" in fallen_unsaid(page, view)[0]
    page.set_content('<p id="turn">To act: the wolf</p><ul><li data-who="loup">le loup, mourant</li></ul>')
    assert not wait_unsaid(page, view)
    assert not fallen_unsaid(page, view)
    asked = {**view, "requests": {"r": {"closed": False, "who": ["ana"], "done": []}}}
    page.set_content('<p id="turn"></p>')
    assert "loup" in wait_unsaid(page, asked)
    for told in ("The GM asks for a roll", "Anything to say? Reroll?"):  # and in the middle of that roll
        page.set_content(f'<p id="turn">{told}</p>')
        assert not wait_unsaid(page, asked)


def test_what_changes_out_of_sight_is_not_noticed(reader: Walker) -> None:
    """A tap is answered where it was made: words far below, an address or something under way are no answer."""
    reader.sitting.page.set_content(
        """<button onclick="far.textContent = 'Fait'">Loin</button>
        <button onclick="near.textContent = 'Fait'">Près</button>
        <button onclick="this.ariaBusy = 'true'; history.replaceState(0, '', '#n')">Rien</button>
        <p id="near"></p><p style="margin-top: 3000px" id="far">Pas encore</p>"""
    )
    far, near, nothing = reader.look().taps()
    assert "Près" in reader.do(near, reader.look())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(walker, "ANSWERED", 0.2)
        for silent in (far, nothing):
            with pytest.raises(Stuck, match="nothing changes after button"):
                reader.do(silent, reader.look())


def test_nobody_waits_for_what_is_under_way_without_a_network(reader: Walker) -> None:
    reader.sitting.page.set_content(
        """<form aria-busy="true"><button type="button" onclick="this.textContent = '…'">Lancer</button></form>"""
    )
    reader.sitting.house_fell, began = True, time.monotonic()
    reader.do(reader.look().taps()[0], reader.look())
    assert time.monotonic() - began < walker.SENT


def test_what_a_bar_covers_for_good_is_told(reader: Walker) -> None:
    bar = '<nav style="position: fixed; inset: auto 0 0; height: 80px; background: white">Barre</nav>'
    under = '<div style="height: {}px"></div><button>Dessous</button><div style="height: {}px"></div>'
    reader.sitting.page.set_content(under.format(780, 0) + bar)
    assert "Dessous" in faults_of_page(reader.sitting)[0]
    reader.sitting.page.set_content(under.format(780, 200) + bar)
    assert not faults_of_page(reader.sitting)
    told = '<p role="status" style="position: fixed; inset: 0 0 auto; height: 80px; margin: 0">C’est déjà ainsi.</p>'
    reader.sitting.page.set_content(f"<button>La table</button>{told}")  # for a few seconds
    assert not faults_of_page(reader.sitting)


def test_what_has_no_room_or_leaves_none_is_told(reader: Walker) -> None:
    page = reader.sitting.page
    page.set_content('<p id="turn" style="display: flex"><b style="flex: 0 0 9px">Un mot à dire ?</b></p>')
    assert "squeezed" in faults_of_page(reader.sitting)[0]
    page.set_content('<aside class="result" style="height: 600px">Votre dernier jet</aside>')
    assert "over half of the window" in faults_of_page(reader.sitting)[0]
    page.set_content('<aside class="result">Votre dernier jet</aside><p id="turn">À jouer : <b>Chloé</b></p>')
    assert not faults_of_page(reader.sitting)


def test_dice_that_fall_out_of_their_card_are_told(reader: Walker) -> None:
    card = '<article class="card" style="width: 200px"><h2>Attaquer</h2><p>Manquée</p>{}</article>'
    die = '<svg width="40" height="40"></svg>'
    reader.sitting.page.set_content(card.format(f'<span class="three" style="margin-left: 180px">{die}</span>'))
    assert "out of their card" in faults_of_page(reader.sitting)[0]
    reader.sitting.page.set_content(card.format(f'<span class="three">{die}</span>'))
    assert not faults_of_page(reader.sitting)


def test_a_page_of_a_table_leads_back_to_it_or_to_the_screen_of_its_mj(reader: Walker) -> None:
    page, reader.sitting.house = reader.sitting.page, "http://house"
    page.route("**/*", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto("http://house/t/abc/mj/preparer")
    for way, back in (("/t/abc", True), ("/t/abc/mj", True), ("/", False)):
        page.set_content(f'<a href="{way}">Ailleurs</a><p>Une scène</p>')
        assert bool(faults_of_page(reader.sitting)) != back


def test_what_is_too_wide_for_another_window_is_told(reader: Walker) -> None:
    page = reader.sitting.page
    page.set_content('<meta name="viewport" content="width=device-width"><p style="width: 360px">Large</p>')
    assert not faults_of_page(reader.sitting)
    assert [one[:7] for one in faults_at_widths(reader.sitting, SIZES)] == ["at 320:"]
    assert page.viewport_size == PHONE


def test_the_end_of_a_fight_is_told_with_what_follows(reader: Walker) -> None:
    ended = {"n": 7, "label": {"text": {"fr": "Vous l’emportez", "en": "You win"}}}
    reader.sitting.page.set_content('<article id="n7"><h2>Rien</h2></article>')
    assert len(end_unsaid(reader.sitting.page, ended)) == 2
    reader.sitting.page.set_content(
        '<article id="n7"><h2>Vous l’emportez</h2><nav><a href="#">Rejouer</a></nav></article>'
    )
    assert not end_unsaid(reader.sitting.page, ended)


def test_a_walk_of_one_seed_has_the_same_luck_again(tmp_path: Path) -> None:
    """Keys, dice and ids of a house that follows a file hang on its words."""
    told = tmp_path / "luck"
    code = "import secrets, sys; from browser.wandering.luck import follow; follow(sys.argv[1])"
    code = f"{code}; print(secrets.token_hex())"
    drawn = []
    for words in ("a", "a", "b"):
        told.write_text(words)
        drawn.append(subprocess.run([sys.executable, "-c", code, told], capture_output=True, check=True).stdout)
    assert drawn[0] == drawn[1] != drawn[2]


def test_walks_that_are_killed_leave_nothing_behind(tmp_path: Path) -> None:
    """Their workers see that who started them is gone; houses and browsers go with them."""
    words = ["-m", "browser", "wander", "--walks", "2", "--at-once", "1", "--into", str(tmp_path)]
    walks = subprocess.Popen([sys.executable, *words], env={**os.environ, "TMPDIR": str(tmp_path)})
    _wait_until(lambda: len(_named_in_commands(tmp_path)) > 1)
    walks.kill()
    walks.wait()
    _wait_until(lambda: not _named_in_commands(tmp_path))


def _named_in_commands(path: Path) -> list[str]:
    """The processes whose command names a path."""
    commands = []
    for one in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            commands.append(one.read_text(errors="replace"))
    return [one for one in commands if str(path) in one]


def _wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.1)


def test_tempers_speak_up_or_let_it_pass() -> None:
    """Where nobody has to answer, what lets it pass is the default, and everything before it can be said."""
    told = """\
- article "Octavie" [ref=e1]:
  - group "Octavie Refaire ce test ?" [ref=e2]:
    - button "Un point ! Je refais ce test" [ref=e3]
  - button "Je laisse passer manquée" [ref=e4]
  - button "Abandonner l’action" [ref=e5]
- region "Qui joue" [ref=e6]:
  - link "Oui" [ref=e7]
  - button "Laisser passer" [ref=e8]
"""
    sight, chance = Sight(tuple(things(told)), ""), random.Random(1)
    taken = {name: temper(sight, True, chance) for name, temper in TEMPERS.items() if name in ("defaults", "yes", "no")}
    assert {name: one.ref for name, one in taken.items() if one} == {"defaults": "e4", "yes": "e3", "no": "e4"}


def test_a_fight_without_end_is_told_where_only_natural_moves_are_made() -> None:
    long = {"play": {"round": 21}}
    assert endless(long, ("defaults", "no"))
    assert not endless(long, ("defaults", "undoes"))
    assert not endless({"play": {"round": 9}}, ("defaults",))


def test_a_seed_tells_its_game() -> None:
    assert [Plan.drawn(f"7.{n}").game for n in range(5)] == [*GAMES, GAMES[0]]
    assert (
        Plan.drawn("7.1")
        == Asked(4, "7", "", "", 0, False, "").plan(1)
        == Asked(1, "7.1", "", "", 0, False, "").plan(0)
    )


def test_the_walks_that_went_wrong_are_walked_again_together() -> None:
    again = Asked.of(200, "7.1,9.4", "", "", 0, False, "")
    assert [again.plan(n) for n in range(again.walks)] == [Plan.drawn("7.1"), Plan.drawn("9.4")]
    assert Asked.of(200, "7", "", "", 0, False, "").walks == 200


def test_a_walk_that_crashes_is_told_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, begun = Asked.of(3, "7", "", "", 0, False, ""), list[Plan]()

    def walked(_browser: Browser, _house: Server, plan: Plan, _into: Path) -> SimpleNamespace:
        begun.append(plan)
        if plan == asked.plan(0):
            raise KeyError("condition")
        if plan == asked.plan(1):
            raise Stuck("a way on is missing")
        return SimpleNamespace(steps=4, late=1, ended="Vous l’emportez")

    browser = SimpleNamespace(is_connected=lambda: True, close=lambda: None)
    monkeypatch.setattr(run, "walked", walked)
    monkeypatch.setattr(run, "sync_playwright", nullcontext)
    monkeypatch.setattr(run, "started", lambda _playwright: browser)
    monkeypatch.setattr(run, "Server", lambda *_words, **_how: SimpleNamespace(stop=lambda: None))
    assert run.walks(asked, range(3)) == (4, [asked.plan(0), asked.plan(1)], {"Vous l’emportez": 1}, 1)
    assert begun == [asked.plan(n) for n in range(3)]
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("CRASHED 7.0")
    assert "KeyError: 'condition'" in told
    assert "WRONG a way on is missing" in told


def test_an_mj_may_be_asked_to_lead_three_players() -> None:
    for n in range(20):
        mj, *players = Plan.drawn(f"7.{n}", led=True).tempers
        assert (mj, len(players)) == ("leads", 3)


def test_a_page_is_read_by_roles_and_names() -> None:
    told = """\
- region "Qui joue" [ref=e1]:
  - text: À vous
  - link "Agir" [ref=e2] [cursor=pointer]:
    - /url: /t/abc
  - 'radio "gardée : le meneur" [checked] [ref=e3]'
  - button "Lancer" [disabled] [ref=e4]
"""
    region, words, link, radio, button = things(told)
    assert link == Thing("link", "Agir", "e2", frozenset({"pointer"}), ("region Qui joue",), "", "/t/abc")
    assert (words.words, radio.name, set(radio.states)) == ("À vous", "gardée : le meneur", {"checked"})
    assert [one.tappable for one in (region, link, radio, button)] == [False, True, True, False]
