"""People and the scene: who is here, how they are, whose turn it is, what each seat may do; in both languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tablee.rules.game import games
from tablee.table.decide.command import Command
from tablee.table.log.store import store_at
from tablee.table.seen.forms import FormSeen
from tablee.table.seen.view import ClockSeen, TurnSeen
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import Claim, HandOver
from tablee.table.topics.chat import Say
from tablee.table.topics.closing import EndFight
from tablee.table.topics.correction import Correct
from tablee.table.topics.seat import Invite, Join
from tablee.table.topics.stand_in import StandIn
from tablee.text import LANGS, Text
from tablee.web.pages.drawing import draw, draw_part, printed
from tablee.web.pages.forms import PageQuery, prepare
from tablee.web.pages.table.page import Page
from tests.web.pages.elements import Element, read

GAMES = ("undesix", "cle-en-main", "deusex", "d6")


class Evening:
    """The first scene of a game: the MJ, and Ana who has taken the first character."""

    def __init__(self, game: str, folder: Path) -> None:
        self.house = House(store_at(str(folder / "t.db")))
        self.table, token = self.house.open_ready(game)
        self.mj = self.house.seat(self.table, token)
        first = games()[game].first_scene
        assert first
        self.players, self.foes = first.players, [who for who in first.cast() if who not in first.players]
        self.ana = self.do(self.mj, Invite()).seat
        self.do(self.ana, Join(called="Ana", colour="encre"))
        self.do(self.ana, Claim(who=self.players[0]))

    def do(self, seat: str, command: Command) -> Submitted:
        done = self.house.submit(self.table, seat, command)
        assert isinstance(done, Submitted), done
        return done

    def page(self, seat: str, lang: str = "fr") -> Page:
        return Page(self.house, self.table, seat, lang, PageQuery(), frozenset((seat,)))

    def drawn(self, template: str, seat: str, lang: str = "fr") -> list[Element]:
        return read(draw(template, lang, page=self.page(seat, lang)))


@pytest.fixture(params=GAMES)
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Evening:
    return Evening(request.param, tmp_path)


def person(elements: list[Element], who: str, place: str = "who") -> Element:
    return next(one for one in elements if one["id"] == f"{place}-{who}")


def watched(elements: list[Element], who: str) -> bool:
    """Whether gauges of a character are drawn."""
    return any(one["class"] == "watched" and any(over["id"] == f"who-{who}" for over in one.above) for one in elements)


def links(elements: list[Element]) -> list[str]:
    return [one["href"] for one in elements if one.tag == "a"]


def buttons(elements: list[Element]) -> list[str]:
    return [one.said for one in elements if one.tag == "button"]


@pytest.mark.parametrize("lang", LANGS)
def test_everybody_is_in_the_column_with_their_word(evening: Evening, lang: str) -> None:
    for seat in (evening.mj, evening.ana):
        elements = evening.drawn("table/people.html", seat, lang)
        page = evening.page(seat, lang)
        for who in page.view.cast:
            assert printed(page.called(who)) in person(elements, who).said
        assert all(
            condition.label.say(lang) in person(elements, who).said
            for who in evening.foes
            if (condition := page.view.cast[who].condition)
        )


def test_ones_own_character_is_marked_and_prepares(evening: Evening) -> None:
    mine, other = evening.players[0], evening.foes[0]
    elements = evening.drawn("table/people.html", evening.ana)
    assert "vous" in person(elements, mine).said
    assert [link for link in links(elements) if link.startswith("/t/")] == [prepare(evening.table, mine)]
    assert "Ana" in person(evening.drawn("table/people.html", evening.mj), mine).said
    assert prepare(evening.table, other) in links(evening.drawn("table/people.html", evening.mj))


def test_a_free_character_is_taken_by_a_player(evening: Evening) -> None:
    elements = evening.drawn("table/people.html", evening.ana)
    free = evening.players[1:]
    taken = [one["value"] for one in elements if one["name"] == "who" and one.above[-1]["action"].endswith("/claim")]
    assert taken == list(free)
    assert "Prendre" not in buttons(evening.drawn("table/people.html", evening.mj))


def test_the_mj_hides_numbers_and_invites(evening: Evening) -> None:
    foe = evening.foes[0]
    elements = evening.drawn("table/people.html", evening.mj)
    assert f"/t/{evening.table}/invite" in links(elements)
    assert buttons(elements).count("Cacher ses nombres") == len(evening.foes)
    if "wounds" in evening.page(evening.mj).view.cast[foe].sheet:  # counted from 0: nothing to draw yet
        evening.do(evening.mj, Correct(who=foe, field="wounds", value=2))
    assert watched(evening.drawn("table/people.html", evening.ana), foe)
    evening.do(evening.mj, HandOver(who=foe, hidden=True))
    assert not watched(evening.drawn("table/people.html", evening.ana), foe)
    assert "Montrer ses nombres" in buttons(evening.drawn("table/people.html", evening.mj))
    assert not any("invite" in to for to in links(evening.drawn("table/people.html", evening.ana)))


@pytest.mark.parametrize("lang", LANGS)
def test_the_order_of_play_names_who_acts(evening: Evening, lang: str) -> None:
    page = evening.page(evening.ana, lang)
    elements = read(draw_part("table/scene_order.html", "order", lang, page))
    now = [turn.who for turn in page.view.turns if turn.when == "now"]
    (current,) = [one for one in elements if one["aria-current"] == "step"]
    assert any(page.called(who) in current.said for who in now)
    assert len([one for one in elements if one.tag == "li"]) == len(page.view.turns) + 1


def test_the_order_of_a_crowd_is_who_acts_now_and_six_more(evening: Evening) -> None:
    page = evening.page(evening.mj)
    somebody = page.order[0]
    page.order = [somebody._replace(who=f"{n}", when="now" if n == 40 else "later") for n in range(42)]
    elements = read(draw_part("table/scene_order.html", "order", "fr", page))
    listed = [one for one in elements if one.tag == "li" and "round" not in one["class"]]
    assert [one["aria-current"] for one in listed] == ["step", *[""] * 7]
    assert listed[-1].said.startswith("+35")


def test_nobody_is_waited_for_where_anybody_acts_when_they_like(tmp_path: Path) -> None:
    """After a fight that was lost, an opponent is all who could act: the table does not wait for it."""
    evening = Evening("undesix", tmp_path)
    told = []
    for round in (0, 3):
        page = evening.page(evening.ana)
        left = [TurnSeen(who, "now" if who in evening.foes else "out") for who in page.view.cast]
        page.view = replace(page.view, play={**page.view.play, "round": round}, turns=left)
        page.now = tuple(evening.foes)
        told.append(draw("table/turn.html", "fr", page=page))
    assert ["À jouer" in html for html in told] == [False, True]


def test_of_several_who_may_act_two_are_named_and_more_are_counted(tmp_path: Path) -> None:
    evening = Evening("undesix", tmp_path)
    page = evening.page(evening.ana)
    page.mine, page.now = (), ("loup", "brigand", "chloe")
    said = read(draw("table/turn.html", "fr", page=page))[0].said
    assert "À jouer : le loup ou 2 autres" in said.replace("\N{NO-BREAK SPACE}", " ")
    page.now = ("loup", "brigand")
    assert said.count("ou ") == 1
    both = read(draw("table/turn.html", "fr", page=page))[0].said
    assert "À jouer : le loup ou le brigand" in both.replace("\N{NO-BREAK SPACE}", " ")


def test_nothing_is_proposed_for_a_scene_that_waits_for_answers(tmp_path: Path) -> None:
    """While Ana chooses her defence the MJ is told so, and is offered no next round."""
    evening = Evening("d6", tmp_path)
    act = f"/t/{evening.table}/act"
    assert act in [one["action"] for one in evening.drawn("table/scene.html", evening.mj)]
    foe, target = evening.foes[0], evening.players[0]
    evening.do(evening.mj, Act(actor=foe, action="d6.attack", params={"target": target}))
    elements = evening.drawn("table/scene.html", evening.mj)
    assert act not in [one["action"] for one in elements]
    assert not any(one["id"] == "ends-fight" for one in elements)
    assert f"on attend {evening.page(evening.mj).called(target)} (Ana)" in elements[0].said


@pytest.mark.parametrize("lang", LANGS)
def test_the_mj_ends_a_fight_from_the_scene_and_says_how(evening: Evening, lang: str) -> None:
    elements = evening.drawn("table/scene.html", evening.mj, lang)
    to = f"/t/{evening.table}/end-fight"
    hows = [one["value"] for one in elements if one["name"] == "how"]
    assert hows == ["won", "lost", "fled", "away", "stopped"]
    assert len([one for one in elements if one["action"] == to]) == 6
    assert not any(one["action"] == to for one in evening.drawn("table/scene.html", evening.ana, lang))
    evening.do(evening.mj, EndFight(how="away"))
    assert not any(one["action"] == to for one in evening.drawn("table/scene.html", evening.mj, lang))
    ended = evening.page(evening.ana).view.ended
    assert ended
    assert ended.how == "away"


@pytest.mark.parametrize("lang", LANGS)
def test_who_is_away_is_stood_in_for_from_the_list_of_people(tmp_path: Path, lang: str) -> None:
    evening = Evening("undesix", tmp_path)
    who, to = evening.players[0], f"/t/{evening.table}/stand-in"

    def offered(seat: str, *here: str) -> list[str]:
        page = Page(evening.house, evening.table, seat, lang, PageQuery(), frozenset((seat, *here)))
        elements = read(draw("table/people.html", lang, page=page))
        return [one.said for one in elements if one.tag == "form" and one["action"] == to]

    assert offered(evening.mj, evening.ana) == []  # Ana has a page open
    assert offered(evening.ana, evening.mj) == []
    assert len(offered(evening.mj)) == 1
    assert who not in evening.page(evening.mj).mine
    evening.do(evening.mj, StandIn(seat=evening.ana))
    assert who in evening.page(evening.mj).mine
    assert ["Ana" in said for said in offered(evening.mj)] == [True]
    assert {"fr": "pour Ana", "en": "for Ana"}[lang] in read(
        draw("table/people.html", lang, page=evening.page(evening.mj, lang))
    )[0].said


@pytest.mark.parametrize("lang", LANGS)
def test_notes_are_written_and_changed_at_the_table(tmp_path: Path, lang: str) -> None:
    evening = Evening("undesix", tmp_path)
    evening.do(evening.ana, Say(text="Le pont grince.", kind="note"))
    evening.do(evening.mj, Say(text="Le brigand ment.", kind="note"))
    evening.do(evening.mj, Say(text="Cent pas de planches.", kind="group"))
    evening.do(evening.mj, Say(text="Une carte.", kind="handout"))
    elements = evening.drawn("table/notes.html", evening.ana, lang)
    said = elements[0].said
    assert "Le brigand ment." not in said
    assert [one["value"] for one in elements if one["name"] == "kind"] == ["note", "group"]
    notes = {one["id"]: one.said for one in elements if one["id"].startswith("notes-")}
    assert "Cent pas de planches." in notes["notes-group"]
    assert "Le pont grince." in notes["notes-own"]
    assert "Une carte." in notes["notes-given"]
    lines = {one.text: one.line for one in evening.page(evening.ana).view.papers}
    changed = [one["value"] for one in elements if one["name"] == "of"]
    assert changed == [str(lines[text]) for text in ("Cent pas de planches.", "Le pont grince.", "Le pont grince.")]
    watching = evening.do(evening.mj, Invite(role="spectator")).seat
    evening.do(watching, Join(called="Témoin"))
    assert not any(one.tag == "form" for one in evening.drawn("table/notes.html", watching, lang))


@pytest.mark.parametrize("lang", LANGS)
def test_the_scene_shows_turns_people_and_what_can_be_done(evening: Evening, lang: str) -> None:
    page = evening.page(evening.mj, lang)
    elements = evening.drawn("table/scene.html", evening.mj, lang)
    offered = {one.label for one in page.scene_offers}
    assert offered <= {label for label in offered if printed(label) in elements[0].said}
    assert [one["action"] for one in elements if one.tag == "form"][:2] == [
        f"/t/{evening.table}/take-back",
        f"/t/{evening.table}/redo",
    ]
    assert not any("take-back" in one["action"] for one in evening.drawn("table/scene.html", evening.ana, lang))
    assert all(person(elements, who, "here") for who in page.view.cast)


def test_what_lasts_is_counted(tmp_path: Path) -> None:
    evening = Evening("undesix", tmp_path)
    page = evening.page(evening.mj)
    label, unit, ends = Text("La planche cède", "The plank"), Text("rounds", "rounds"), Text("on tombe", "a fall")
    clock = ClockSeen(id="x", who="chloe", left=3, whole=4, ends=ends, label=label, unit=unit)
    page.view = replace(page.view, clocks=[clock])
    said = read(draw("table/people.html", "fr", page=page))[0].said
    assert "La planche cède" in said
    assert "encore 3 rounds : on tombe" in said.replace("\N{NO-BREAK SPACE}", " ")


def test_the_next_round_is_one_tap_for_the_mj_when_nobody_is_left_to_act(evening: Evening) -> None:
    game = games()[evening.page(evening.mj).view.game]
    page = evening.page(evening.mj)
    page.view = replace(page.view, turns=[TurnSeen(turn.who, "done") for turn in page.view.turns])
    label = game.action(game.next_round).label.say("fr")
    possible = page.next_round is not None
    assert (label in buttons(read(draw_part("table/scene_order.html", "order", "fr", page)))) == possible
    assert label not in buttons(read(draw_part("table/scene_order.html", "order", "fr", evening.page(evening.mj))))
    assert label not in buttons(evening.drawn("table/scene.html", evening.ana))


def test_the_next_round_is_the_strongest_button_only_once_nobody_is_to_act(evening: Evening) -> None:
    """While somebody may still act it comes after all else that may be done with the scene."""
    game, page = games()[evening.page(evening.mj).view.game], evening.page(evening.mj)
    open_now = [one.action for one in page.scene_offers if not one.refusal]
    assert page.now
    if game.next_round in open_now:
        assert open_now[-1] == game.next_round
    strong = [one.said for one in evening.drawn("table/scene.html", evening.mj) if one["class"] == "quiet main"]
    assert game.action(game.next_round).label.say("fr") not in strong
    later = evening.page(evening.mj)
    del later.now  # read before
    later.view = replace(later.view, turns=[TurnSeen(turn.who, "done") for turn in later.view.turns])
    strong = [one.said for one in read(draw("table/scene.html", "fr", page=later)) if one["class"] == "quiet main"]
    assert strong == ([later.next_round.label] if later.next_round else [])


def test_the_hand_of_cle_en_main_passes_between_two_sides(tmp_path: Path) -> None:
    elements = Evening("cle-en-main", tmp_path).drawn("table/scene.html", "mj")
    ours, theirs = [one for one in elements if one["class"].startswith("side")]
    assert "Octavie" in ours.said
    assert "contremaître" in theirs.said
    assert ours["class"] == "side holds"
    assert any(one.said.startswith("La main est aux joueurs") for one in elements)


DOWN = {"undesix": ("phy", -5), "cle-en-main": ("dead", True), "d6": ("wounds", 6)}  # what puts somebody down


@pytest.mark.parametrize("game", DOWN)
@pytest.mark.parametrize("alone", [False, True])
def test_a_fight_that_is_decided_ends_and_every_seat_is_told(game: str, alone: bool, tmp_path: Path) -> None:
    """Once only one side stands the fight is over, whether opponents are played or play: each seat has its end with
    what may follow, and whoever acts then tries something.
    """
    evening = Evening(game, tmp_path)
    evening.do(evening.mj, Arrange(opponents="by-themselves" if alone else "played"))
    if alone:
        for who in evening.players[1:]:
            evening.do(evening.mj, HandOver(who=who, owner=evening.ana))
    assert evening.page(evening.mj).view.ended is None
    field, value = DOWN[game]
    for who in evening.foes:
        evening.do(evening.mj, Correct(who=who, field=field, value=value))
    for seat in (evening.mj, evening.ana):
        page = evening.page(seat)
        assert page.round == 0
        (card,) = [card for card in page.story.cards if card.kind == "end"]
        drawn = draw_part("table/card.html", "card", "fr", card, page)
        assert ("Vous l’emportez" in drawn, "Raconter" in drawn, "Mener à mon tour" in drawn) == (True, True, True)
        assert ("Rejouer" in drawn) == (seat == evening.mj and page.view.again)
        assert f"#n{card.n}" in draw("table/turn.html", "fr", page=page)
    ana = evening.page(evening.ana)
    assert ana.first_action(ana.mine[0]) == f"{game}.test"


def test_a_turn_opens_on_what_the_rules_take_as_it_is_proposed(tmp_path: Path) -> None:
    """D6-CODE-04: wounds left no die for the weapon, a speciality might; « À vous » led to that refusal each time."""
    evening = Evening("d6", tmp_path)
    who = evening.players[0]
    while (first := evening.page(evening.mj).now[0]) != who:
        evening.do(evening.mj, Act(actor=first, action="d6.pass"))
    assert evening.page(evening.ana).first_action(who) == "d6.attack"
    traits = evening.house.state(evening.table).cast[who].sheet["characteristics"]
    for field, value in (("characteristics", {**traits, "A": "1D", "F": "1D"}), ("levels", {}), ("wounds", 2)):
        evening.do(evening.mj, Correct(who=who, field=field, value=value))
    page = evening.page(evening.ana)
    attack = evening.house.form(evening.table, evening.ana, PageQuery(who=who, action="d6.attack").act, "fr")
    assert isinstance(attack, FormSeen)
    assert attack.refusal
    assert page.now == (who,)
    assert page.first_action(who) == "d6.pass"


def test_who_is_tapped_on_the_scene_s_own_tab_opens_their_hand(tmp_path: Path) -> None:
    """On a phone the hand lies out of sight: taking up somebody there shows it. Beside the story it is in sight."""
    evening = Evening("undesix", tmp_path)
    for template, opens in (("table/scene.html", True), ("table/people.html", False)):
        links = [one for one in evening.drawn(template, evening.mj) if "self" in one["class"].split()]
        assert {"data-open" in one.attributes for one in links if one["href"]} == {opens}
