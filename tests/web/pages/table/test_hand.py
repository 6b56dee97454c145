"""The hand: what is prepared, in the order in which a keyboard meets it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tablee.rules.game import games
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import Arrange, SetOption
from tablee.table.topics.character import Claim, Enter
from tablee.table.topics.pause import Pause
from tablee.table.topics.request import Close, Request
from tablee.table.topics.seat import Invite, Join
from tablee.web.pages.drawing import draw, draw_part
from tablee.web.pages.forms import PageQuery, prepare
from tablee.web.pages.table.page import Page


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(SqliteStore(str(tmp_path / "tables.db")))


@pytest.mark.parametrize("game", games())
def test_enter_in_a_field_asks_for_the_odds_again(house: House, game: str) -> None:
    """A browser presses the first button of a form: it must neither roll nor keep a way to compare."""
    table, token = house.open_trial(game, "fr")
    page = Page(house, table, house.seat(table, token), "fr", PageQuery(), frozenset())
    form = draw("table/hand.html", "fr", page=page, refusal="").partition('id="prepare"')[2]
    submits = [one for one in re.findall(r"<button[^>]*>", form) if 'type="button"' not in one]
    assert submits[0] == '<button class="sr" tabindex="-1" aria-hidden="true">'
    assert any("formaction" in one for one in submits)


def test_a_spell_is_a_sentence_whose_words_open_their_shelf(house: House) -> None:
    """UDS-MAGIC-02: verbs and essences make the sentence; whom it is cast on is a word of it."""
    table, token = house.open_trial("undesix", "fr")
    mj = house.seat(table, token)
    house.submit(table, mj, Enter(ready="elias"))
    asked = PageQuery(who="elias", action="undesix.cast", params={"targets": ["loup"]}, shelf="essences")
    html = draw("table/hand.html", "fr", page=Page(house, table, mj, "fr", asked, frozenset()), refusal="")
    words = re.findall(r'name="shelf" id="shelf-of-(\w+)" value="\w+"( checked)?', html)
    assert words == [
        ("verbs", ""),
        ("essences", " checked"),
        ("size", ""),
        ("duration", ""),
        ("distance", ""),
        ("targets", ""),
    ]
    assert 'name="l.targets" value="loup" checked' in re.sub(r"\s+", " ", html)
    assert "le loup" in html


def test_choices_refused_for_the_same_reason_are_told_together(house: House) -> None:
    """DEX-TEST-05: Aptitudes that cannot be improvised, one sentence for all of them."""
    table, token = house.open_trial("deusex", "fr")
    asked = PageQuery(who="youssef", action="deusex.test")
    page = Page(house, table, house.seat(table, token), "fr", asked, frozenset())
    (alike,) = page.layout.refused_choices(page.prepared.form.fields if page.prepared else [])
    names = [choice.label for choice in alike]
    html = draw("table/hand.html", "fr", page=page, refusal="")
    assert f"Impossible\N{NO-BREAK SPACE}: {names[0]} et {len(names) - 1} autres" in html
    assert f"De même\N{NO-BREAK SPACE}: {', '.join(names[1:])}." in html
    assert html.count(f"{names[0]}, qui ne s’improvise pas") == 1


def test_the_pans_of_a_balance_hold_what_is_gained_and_what_pays_for_it(house: House) -> None:
    """CEM-PRIME-01, CEM-PRIME-02."""
    table, token = house.open_trial("cle-en-main", "fr")
    page = Page(house, table, house.seat(table, token), "fr", PageQuery(), frozenset())
    html = draw("table/hand.html", "fr", page=page, refusal="")
    assert re.findall(r'class="pan" id="pan-(\w+)"', html) == ["primes", "penalties"]


def test_a_prime_proposes_its_penalty_and_none_is_refused_beside_the_button(house: House) -> None:
    """CEM-PRIME-01: a prime is paid for."""
    table, token = house.open_trial("cle-en-main", "fr")
    mj = house.seat(table, token)

    def drawn(**params: list[str]) -> str:
        asked = PageQuery(action="cle-en-main.attack", params=params)
        page = Page(house, table, mj, "fr", asked, frozenset())
        return draw("table/hand.html", "fr", page=page, refusal="")

    proposed, without = drawn(primes=["effectiveness"]), drawn(primes=["effectiveness"], penalties=[])
    assert re.search(r'name="l.penalties" value="\w+" checked', proposed)
    assert 'id="f-penalties-" name="l.penalties" value=""' in proposed, "it may be given up"
    others = re.findall(r'id="f-primes-(\w+)" name="l.primes"', proposed)
    assert {"deadly_attack", "caution"} <= set(others), "another prime may take its place"
    choices = r'type="radio" id="f-penalties-\w+"'
    assert (len(re.findall(choices, proposed)), len(re.findall(choices, without))) == (4, 4), "any of them pays"
    assert "Une prime se paie" in without.partition('id="refusal"')[2].partition("</p>")[0]
    assert re.search(r'class="go"[^>]* disabled', without)


def test_the_mj_is_not_waited_for_when_a_player_is_asked(house: House) -> None:
    """They may answer in the player's place; neither the title of their page nor their hand calls them."""
    table, token = house.open_ready("d6")
    mj = house.seat(table, token)
    invited = house.submit(table, mj, Invite())
    assert isinstance(invited, Submitted)
    house.submit(table, invited.seat, Join(called="Ana"))
    house.submit(table, invited.seat, Claim(who="mael"))
    house.submit(table, mj, Act(actor="rouquin", action="d6.attack", params={"target": "mael"}))
    asked = {seat: Page(house, table, seat, "fr", PageQuery(), frozenset()) for seat in (mj, invited.seat)}
    assert [bool(page.owed.decisions) for page in asked.values()] == [False, True]
    told = [draw("table/hand.html", "fr", page=page, refusal="") for page in asked.values()]
    waits = "Action du Rouquin, «\u00a0Attaquer\u00a0»\u00a0: on attend Maël (Ana)"
    assert [waits in html for html in told] == [True, False]
    assert ["On vous demande" in html for html in told] == [False, True]


def test_a_pause_stops_every_hand_and_says_so(house: House) -> None:
    """Nothing is prepared, nobody is called to act or to answer, the order of play offers nothing; then it goes on."""
    table, token = house.open_ready("d6")
    mj = house.seat(table, token)
    invited = house.submit(table, mj, Invite())
    assert isinstance(invited, Submitted)
    ana = invited.seat
    house.submit(table, ana, Join(called="Ana"))
    house.submit(table, ana, Claim(who="mael"))
    house.submit(table, mj, Act(actor="rouquin", action="d6.attack", params={"target": "mael"}))

    def told(seat: str) -> list[str]:
        page = Page(house, table, seat, "fr", PageQuery(), frozenset())
        parts = [draw(f"table/{part}.html", "fr", page=page, refusal="") for part in ("turn", "hand", "scene")]
        return [*parts, "".join(draw_part("table/card.html", "card", "fr", one, page) for one in page.story.cards)]

    asked = [f'action="/t/{table}/answer"' in told(seat)[3] for seat in (mj, ana)]
    assert asked == [True, True]
    assert isinstance(house.submit(table, ana, Pause()), Submitted)
    for seat in (mj, ana):
        turn, hand, scene, cards = told(seat)
        assert "En pause" in turn
        assert "data-yours" not in turn
        assert "En pause" in hand
        assert f'formaction="/t/{table}/act"' not in hand
        assert f'action="/t/{table}/act"' not in scene
        assert "on répondra à la reprise." in cards
        assert f'action="/t/{table}/answer"' not in cards
    assert isinstance(house.submit(table, mj, Pause(on=False)), Submitted)
    assert "On vous demande" in told(ana)[0]


def test_a_roll_that_is_asked_for_no_more_leaves_the_hand_that_prepares_it(house: House) -> None:
    """The MJ has closed the request: the form goes, a sentence says why, and a tap leads on to what is proposed."""
    table, token = house.open_ready("deusex")
    mj = house.seat(table, token)
    invited = house.submit(table, mj, Invite())
    assert isinstance(invited, Submitted)
    ana, who = invited.seat, "nadia"
    house.submit(table, ana, Join(called="Ana"))
    house.submit(table, ana, Claim(who=who))
    asked = house.submit(table, mj, Request(action="deusex.test", params={"difficulty": 20}, who=(who,)))
    assert isinstance(asked, Submitted)
    request = next(iter(house.view(table, ana).requests))
    query = PageQuery(who=who, action="deusex.test", request=request)

    def hand(seat: str) -> str:
        return draw("table/hand.html", "fr", page=Page(house, table, seat, "fr", query, frozenset()), refusal="")

    assert 'id="prepare"' in hand(ana)
    assert isinstance(house.submit(table, mj, Close(request=request)), Submitted)
    told = hand(ana)
    assert 'id="prepare"' not in told
    assert "Cette demande de jet est close." in told
    assert "À jouer" in told, "and whom the table waits for"
    assert f'href="{prepare(table, who)}" data-hand' in re.sub(r"\s+", " ", told)
    assert 'id="prepare"' in hand(mj), "the MJ may still have it rolled"


@pytest.mark.parametrize(
    ("action", "params", "fixed", "told"),
    [
        (
            "deusex.test",
            {"aptitude": "Conduite (voiture)", "difficulty": 20},
            "aptitude",
            "Conduite (voiture), Difficulté 20",
        ),
        ("deusex.stress", {"incident": "witness_death"}, "incident", "voir mourir un proche"),
    ],
)
def test_what_the_mj_has_set_is_told_and_is_no_choice(
    house: House, action: str, params: dict[str, object], fixed: str, told: str
) -> None:
    """The list of skills could be opened, and came back to what the MJ had set without a word."""
    table, token = house.open_ready("deusex")
    mj = house.seat(table, token)
    invited = house.submit(table, mj, Invite())
    assert isinstance(invited, Submitted)
    ana, who = invited.seat, "youssef"
    house.submit(table, ana, Claim(who=who))
    house.submit(table, mj, SetOption(option="stress_rules", value=True))
    assert isinstance(house.submit(table, mj, Request(action=action, params=params, who=(who,))), Submitted)
    (request,) = house.view(table, ana).requests
    query = PageQuery(who=who, action=action, request=request)
    drawn = draw("table/hand.html", "fr", page=Page(house, table, ana, "fr", query, frozenset()), refusal="")
    assert f'name="p.{fixed}"' not in drawn
    assert told in drawn
    free = draw(
        "table/hand.html", "fr", page=Page(house, table, mj, "fr", replace(query, request=""), frozenset()), refusal=""
    )
    assert f'name="p.{fixed}"' in free


HEADED = re.compile(r"<h2[^>]*>\s*[^<\s][^<]*")


def test_no_hand_is_empty_or_without_a_cross(house: House) -> None:
    """Nobody on stage, an MJ without characters, a player without one, an action that is not theirs: each says why."""
    bare, token = house.open("undesix")
    alone = Page(house, bare, house.seat(bare, token), "fr", PageQuery(), frozenset())
    table, _ = house.open_ready("deusex")
    invited = house.submit(table, "mj", Invite())
    assert isinstance(invited, Submitted)
    ana = invited.seat
    house.submit(table, ana, Join(called="Ana"))
    watching = Page(house, table, ana, "fr", PageQuery(), frozenset())
    house.submit(table, ana, Claim(who="youssef"))
    house.submit(table, ana, Claim(who="nadia"))
    forbidden = Page(house, table, ana, "fr", PageQuery(who="youssef", action="deusex.stress"), frozenset())
    assert forbidden.prepared is None
    house.submit(table, "mj", Arrange(opponents="by-themselves"))
    leading = Page(house, table, "mj", "fr", PageQuery(), frozenset())
    said = ("Personne en scène", "Vous regardez", "Pas maintenant", "Les autres jouent")
    for page, words in zip((alone, watching, forbidden, leading), said, strict=True):
        html = draw("table/hand.html", "fr", page=page, refusal="")
        assert HEADED.search(html), words
        assert words in html
        assert html.count("data-close") == 1, words
    assert "Seul le meneur peut faire cela." in draw("table/hand.html", "fr", page=forbidden, refusal="")


def test_the_mj_is_proposed_nobody_out_of_turn(house: House) -> None:
    """CEM-TURN-02: the players have the hand; the MJ may have a foe act all the same, and reads whose turn it is."""
    table, token = house.open_ready("cle-en-main")
    mj = house.seat(table, token)
    invited = house.submit(table, mj, Invite())
    assert isinstance(invited, Submitted)
    house.submit(table, invited.seat, Join(called="Ana"))
    for who in ("octavie", "anselme", "bruno"):
        house.submit(table, invited.seat, Claim(who=who))

    def hand(asked: PageQuery, seat: str = mj) -> str:
        page = Page(house, table, seat, "fr", asked, frozenset())
        return draw("table/hand.html", "fr", page=page, refusal="")

    told = hand(PageQuery())
    assert 'id="prepare"' not in told
    assert "Les autres jouent" in told
    assert "<b>Octavie Lerouge</b> ou 2 autres" in re.sub(r"\s+", " ", told)
    assert "Ce n’est pas son tour." in hand(PageQuery(who="contremaitre"))
    assert "Fuir" in hand(PageQuery(), invited.seat)
    assert isinstance(house.submit(table, mj, Act(actor="", action="cle-en-main.disagree")), Submitted)
    foe = hand(PageQuery())
    assert 'id="prepare"' in foe
    assert "Fuir" not in foe, "the party flees, not the foes"
