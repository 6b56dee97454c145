"""The story of a table as cards: real evenings of the four games, as each seat reads them, in both languages."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from bench.pace import Fight

from tablee.dice.throw import Rolled
from tablee.rules.forms import natural_moves
from tablee.rules.game import game_called
from tablee.rules.stored.steps import NoteStep
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Line, Sentences
from tablee.table.log.events import from_json
from tablee.table.log.sqlite import SqliteStore
from tablee.table.seen.view import View
from tablee.table.service import House
from tablee.table.show.gate import replace_seen
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.blind import Disclose
from tablee.table.topics.character import Claim, HandOver
from tablee.table.topics.chat import Say
from tablee.table.topics.closing import EndFight
from tablee.table.topics.correction import Correct, Override
from tablee.table.topics.decision import Abandon, Answer
from tablee.table.topics.fight import FightEnded
from tablee.table.topics.paper import Revise
from tablee.table.topics.request import Request
from tablee.table.topics.seat import Invite, Join, StrikeOut
from tablee.table.topics.undo import TakeBack
from tablee.text import percent
from tablee.web.pages.drawing import draw_part, printed
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.table import card_dice, cards, decisions
from tablee.web.pages.table.news import NEAR, Ground, News, news, reach
from tablee.web.pages.table.page import Page as TablePage
from tablee.web.pages.tokens import Token
from tests.sent import sent
from tests.web.pages.reading import Page

GAMES = ("cle-en-main", "d6", "deusex", "undesix")
LANGS = ("fr", "en")
MOVES = 5


class Evening:
    """The first scene of a game with two players; the numbers of one opponent are hidden."""

    def __init__(self, path: Path, game: str) -> None:
        self.game = game_called(game)
        assert self.game.first_scene
        self.house = House(SqliteStore(path / "tables.db"))
        self.table, token = self.house.open_ready(game)
        self.mj = self.house.seat(self.table, token)
        self.ana, self.jo = (self.do(self.mj, Invite()).seat for _ in range(2))
        self.do(self.ana, Join(called="Ana", colour="garance"))
        self.do(self.jo, Join(called="Jo"))
        self.hero, self.friend = self.game.first_scene.players[:2]
        self.do(self.ana, Claim(who=self.hero))
        self.do(self.jo, Claim(who=self.friend))
        self.foe = next(who for who in self.game.first_scene.cast() if who not in self.game.first_scene.players)
        self.do(self.mj, HandOver(who=self.foe, hidden=True))

    @property
    def seats(self) -> tuple[str, str, str]:
        return self.mj, self.ana, self.jo

    def do(self, seat: str, command: Command) -> Any:
        done = self.house.submit(self.table, seat, command)
        assert not isinstance(done, Refusal), done.say("en")
        return done

    def move(self, audience: str = "open", faces: tuple[int, ...] | None = None) -> None:
        """Whoever may act does what is natural, as far as its first question; `faces` are those of real dice."""
        who = self.game.order.may_act(self.house.scene(self.table))[0]
        action, params = next(iter(natural_moves(self.game, self.house.scene(self.table, who))))
        self.do(self.mj, Act(actor=who, action=action.id, params=params, audience=audience, faces=faces))

    def answer(self) -> None:
        """Every question takes its default."""
        while (view := self.house.view(self.table, self.mj)).pending:
            who = view.waiting_for[0]
            self.do(self.mj, Answer(answers={who: view.asked[who].default}))

    def play(self, moves: int = MOVES, faces: tuple[int, ...] | None = None) -> None:
        for _ in range(moves):
            self.move(faces=faces)
            self.answer()

    def lines(self, seat: str, lang: str = "fr", after: int = 0) -> list[Line]:
        return self.house.with_sentences(self.table, self.house.lines(self.table, seat, after), lang)

    def view(self, seat: str) -> View:
        return self.house.view(self.table, seat)

    def page(self, seat: str) -> TablePage:
        return TablePage(self.house, self.table, seat, "fr", PageQuery(), frozenset((seat,)))

    def cards(self, seat: str, lang: str = "fr") -> list[cards.Card]:
        return cards.cards(self.lines(seat, lang), self.view(seat), lang)

    def news(self, seat: str, after: int, before: Ground | None = None, lang: str = "fr") -> News:
        """What the lines after one do to the page of a seat, whose cards were drawn on this ground."""
        view = self.view(seat)
        now = Ground.of(view)
        return news(self.lines(seat, lang), after, view, lang, now, before or now)

    def html(self, seat: str, lang: str = "fr") -> str:
        told = cards.story(self.lines(seat, lang), self.view(seat), lang)
        return draw_part("table/story.html", "story", lang, told, self.page(seat))


@pytest.fixture(params=GAMES)
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Evening:
    return Evening(tmp_path, request.param)


@pytest.fixture
def bridge(tmp_path: Path) -> Evening:
    """The first scene of UnDéSix: one die, no question."""
    return Evening(tmp_path, "undesix")


class Drawn(Page):
    """A drawing as a browser reads it: its ids, what is not closed, what our policy would block."""

    EMPTY = ("input", "use")

    def __init__(self, html: str) -> None:
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: list[str] = []
        super().__init__(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.wrong += [f"{tag} {name}" for name, _ in attrs if name == "style" or name.startswith("on")]
        if tag not in self.EMPTY:
            self.open.append(tag)
        super().handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY and (not self.open or self.open.pop() != tag):
            self.wrong.append(f"/{tag}")


@pytest.mark.parametrize("lang", LANGS)
def test_an_evening_is_drawn_for_every_seat(evening: Evening, lang: str) -> None:
    evening.do(evening.jo, Say(text="<b>Salut</b>"))
    evening.do(evening.ana, Say(text="/r 2d6+1"))
    evening.play()
    evening.move()
    for seat in evening.seats:
        html = evening.html(seat, lang)
        read = Drawn(html)
        assert not read.wrong
        assert not read.open
        assert len(read.ids) == len(set(read.ids))
        assert "<b>Salut" not in html
        drawn = evening.cards(seat, lang)
        assert [f"n{card.n}" for card in drawn] == [id for id in read.ids if re.fullmatch(r"n\d+", id)]
        rolled = [card for card in drawn if card.kind in ("roll", "slim") and card.hands]
        few = MOVES - 2 if any(card.kind == "end" for card in drawn) else MOVES  # a fight may be over sooner
        assert len(rolled) >= few
        assert all(card.title and card.who for card in rolled)
        assert sum(card.verdict is not None for card in rolled) >= few - 1  # a countdown has none


def test_each_thrown_dice_says_which_code_it_is_of() -> None:
    """An attack of D6: the strike and its parry, then damage and resistance, some with as many dice."""
    hands = tuple(card_dice.Hand(None, (card_dice.CardDice(6, (3,) * n),), False) for n in (5, 4, 5, 4, 2))
    heads = ("Masses 5D+1", "Épées 4D+1", "Dégâts 5D", "Résistance 4D", "Seuil 15")
    codes = [card_dice.Code(head, n) for head, n in zip(heads[:4], (5, 4, 5, 4), strict=True)]
    assert [hand.what for hand in card_dice.named_by_codes(hands, codes, "fr")] == [*heads[:4], ""]


def test_dice_thrown_again_after_all_sixes_say_so() -> None:
    """D6-CRIT-02: Maël's three sixes are thrown again, then come the parry and damage of as many dice."""
    mael, bandit = Token("Maël", "t1"), Token("bandit", "t2", foe=True)
    rows = ((mael, (6, 6, 6)), (mael, (6, 2, 1)), (bandit, (6, 6)), (mael, (6, 6, 6)), (bandit, (1, 2)))
    hands = tuple(card_dice.Hand(by, (card_dice.CardDice(6, faces),), False) for by, faces in rows)
    heads = ("Masses 3D", "Épées 2D", "Dégâts 3D+1", "Résistance 2D")
    codes = [card_dice.Code(head, n) for head, n in zip(heads, (3, 2, 3, 2), strict=True)]
    told = [hand.what for hand in card_dice.named_by_codes(hands, codes, "fr")]
    assert told == [heads[0], "relancés et ajoutés", *heads[1:]]
    assert card_dice.named_by_codes(hands, [], "fr") == hands  # a game without codes


def test_a_value_set_right_by_the_mj_says_whose(bridge: Evening) -> None:
    n = bridge.lines(bridge.jo)[-1].n
    bridge.do(bridge.mj, Correct(who="chloe", field="phy", value=1))
    (card,) = bridge.news(bridge.jo, n).new
    assert card.title == "Le meneur corrige la fiche de Chloé."
    assert [(one.label, one.after) for one in card.changes] == [("PHY", "1")]


def test_the_opening_is_told_first_in_the_readers_language(evening: Evening) -> None:
    opening = evening.view(evening.ana).opening
    assert opening
    for lang in LANGS:
        first = Page(evening.html(evening.ana, lang)).text
        assert first.split()[:5] == opening.say(lang).split()[:5]


def test_a_success_against_us_is_no_success_of_ours(bridge: Evening) -> None:
    """Form tells success or failure of whoever acts, colour whether it is for us."""
    for who, face, classes in (
        ("chloe", 1, "stamp hit"),
        ("loup", 1, "stamp hit foes"),
        ("nicolas", 6, "stamp miss"),
        ("brigand", 6, "stamp miss foes"),
    ):
        target = "chloe" if who in ("loup", "brigand") else "brigand"
        act = Act(actor=who, action="undesix.attack", params={"target": target}, faces=(face,))
        bridge.do(bridge.mj, act)
        last = [card for card in bridge.cards(bridge.ana) if card.who and card.verdict][-1]
        html = draw_part("table/card.html", "card", "fr", last, bridge.page(bridge.ana))
        assert f'class="{classes}"' in html, who


def test_two_failures_have_their_stamp(tmp_path: Path) -> None:
    """Who opposes somebody and fails as they do is told so, like anybody who fails."""
    evening = Evening(tmp_path, "deusex")
    hard = {"opponent": "vigile", "talent": "INT", "their_talent": "INT"}
    params = {**hard, "difficulty": 40, "their_difficulty": 40}
    evening.do(evening.mj, Act(actor="petite_frappe", action="deusex.oppose", params=params, faces=(2, 3, 2, 3)))
    evening.answer()
    card = evening.cards(evening.mj)[-1]
    assert card.verdict is not None
    assert not card.verdict.good
    assert [one.good for one in card.others] == [False]


def test_fate_dice_show_their_signs(bridge: Evening) -> None:
    bridge.do(bridge.ana, Say(text="/r 4dF"))
    faces = [face for roll in sent(bridge.lines(bridge.ana))[-1]["rolls"] for face in roll["faces"]]
    html = draw_part("table/card.html", "card", "fr", bridge.cards(bridge.ana)[-1], bridge.page(bridge.ana))
    assert re.findall(r"dé\s*: (.)\"", html) == ["−0+"[face - 1] for face in faces]


def test_a_question_is_asked_on_the_card_of_whoever_answers(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "d6")
    evening.do(evening.mj, HandOver(who=evening.foe, hidden=False))
    while evening.hero not in (view := evening.view(evening.mj)).waiting_for:
        evening.answer()
        evening.move()
    mine, theirs = evening.cards(evening.ana)[-1], evening.cards(evening.jo)[-1]
    assert mine.kind == theirs.kind == "waiting"
    assert [question.who for question in mine.questions] == [evening.hero]
    assert theirs.questions == ()
    assert theirs.waiting == "On attend Maël (Ana)"
    html = draw_part("table/card.html", "decision", "fr", mine.questions[0], evening.page(evening.ana), mine.n)
    values = re.findall(rf'name="a\.{evening.hero}" value="([^"]*)"', html)
    options = view.asked[evening.hero].options
    assert [json.loads(value.replace("&#34;", '"')) for value in values] == [one.value for one in options]
    assert html.count("par défaut") == 1
    assert "de blesser" in html
    before, ground = evening.lines(evening.ana), Ground.of(evening.view(evening.ana))
    evening.do(evening.ana, Answer(answers={evening.hero: options[0].value}))
    evening.answer()
    told = evening.news(evening.ana, before[-1].n, ground)
    assert told.gone == (mine.n,)
    assert any(card.verdict for card in told.new)  # a round may begin after it


def thrown(by: str, label: str, *faces: int) -> Rolled:
    return Rolled(6, faces, by, label)


def test_each_row_says_whose_dice_and_what_for(tmp_path: Path) -> None:
    """CEM-DMG-02, CEM-HERO-03, -04, CEM-VIT-03: one row a throw, the heroic die beside, a defence made again."""
    evening = Evening(tmp_path, "cle-en-main")
    rolls = [thrown("octavie", "red", 3), thrown("octavie", "white", 2, 6)]
    rolls += [thrown("dockers", "defence", 2, 2, 2), thrown("dockers", "defence", 1, 2, 2)]
    rolls += [thrown("dockers", "heroic", 5), thrown("dockers", "body_test", 1, 2, 3)]
    rows = card_dice.hands_of(rolls, "octavie", evening.view(evening.mj), "fr")
    assert [(row.by and row.by.name, row.what) for row in rows] == [
        ("Octavie Lerouge", "attaque"),
        ("bande de dockers", "défense"),
        ("bande de dockers", "défense, de nouveau"),
        ("bande de dockers", "test de Résistance"),
    ]
    assert [len(row.dice) for row in rows] == [2, 1, 2, 1]
    assert [dice.called for dice in rows[0].dice] == ["rouge", ""]


def test_whoever_spoke_up_reads_what_they_said_while_others_are_waited_for(tmp_path: Path) -> None:
    """CEM-TURN-07: after « J'interromps ! » the card waited for somebody else, and said nothing of it."""
    evening = Evening(tmp_path, "cle-en-main")
    attack = {"target": evening.friend}
    evening.do(evening.mj, Act(actor="octavie", action="cle-en-main.yield"))
    evening.do(evening.mj, Act(actor="dockers", action="cle-en-main.attack", params=attack))
    asked = evening.view(evening.ana).asked[evening.hero]
    other = next(one for one in asked.options if one.value != asked.default)
    evening.do(evening.ana, Answer(answers={evening.hero: other.value}))
    card, theirs = evening.cards(evening.ana)[-1], evening.cards(evening.jo)[-1]
    assert card.kind == theirs.kind == "waiting"
    assert card.spoken == (f"Octavie Lerouge\u00a0: {other.label.say('fr')}",)
    assert card.spoken[0] in draw_part("table/card.html", "card", "fr", card, evening.page(evening.ana)).replace(
        "’", "'"
    )
    assert theirs.spoken == ()


def test_an_action_that_was_dropped_says_so_once(tmp_path: Path) -> None:
    """« Action abandonnée ; ses dés restent » stood twice, of an action whose dice had not been thrown."""
    evening = Evening(tmp_path, "d6")
    evening.do(evening.mj, Act(actor=evening.hero, action="d6.attack", params={"target": evening.foe}))
    waiting, theirs = evening.cards(evening.mj)[-1], evening.cards(evening.ana)[-1]
    assert (waiting.may_drop, waiting.may_undo, theirs.may_drop) == (True, False, False)
    assert theirs.waiting.endswith(" (le meneur)"), "of an NPC, whom the players look at"
    evening.do(evening.mj, Abandon())
    (dropped, *after) = evening.cards(evening.mj)[-1:]
    assert (dropped.n, dropped.text, dropped.struck, after) == (waiting.n, "Action abandonnée.", True, [])


def test_what_was_thrown_again_stands_before_what_it_replaces(tmp_path: Path) -> None:
    """CEM-HERO-04: « 16 contre 11 » stood on the card of an attack that hit with 21, thrown again for a point."""
    evening = Evening(tmp_path, "cle-en-main")
    evening.do(evening.mj, Act(actor="octavie", action="cle-en-main.attack", params={"target": "dockers"}))
    for faces in ((1, 3, 4, 1, 4, 2), (4, 4, 5)):
        asked = evening.view(evening.mj).asked
        again = {who: one.options[1].value for who, one in asked.items() if who == "octavie"}
        silent = {who: one.default for who, one in asked.items()}
        evening.do(evening.mj, Answer(answers=again or silent, faces=faces))
    evening.answer()
    card = evening.cards(evening.mj)[-1]
    assert card.compared
    assert (card.compared.line, card.compared.small) == ("21 contre 11", "13 + 8\u00a0· contre 11")
    rows = [(hand.what, [face for dice in hand.dice for face in dice.faces]) for hand in card.hands]
    assert rows == [("attaque", [4, 4, 5]), ("attaque, d'abord", [1, 3, 4]), ("défense", [1, 4, 2])]


def test_what_coloured_dice_count_for_stands_below_them(tmp_path: Path) -> None:
    """CEM-DMG-02, -08: the red die of an attack that hits."""
    evening = Evening(tmp_path, "cle-en-main")
    for _ in range(30):
        evening.play(1)
        card = next((card for card in evening.cards(evening.mj) if card.sums), None)
        if card:
            break
    assert card
    assert "Dégâts de l'attaque" in card.sums[0]
    assert printed(card.sums[0]) in evening.html(evening.mj)
    assert re.search(r'aria-label="dé rouge\s: \d"', evening.html(evening.mj))


def verdicts(evening: Evening, target: str, *parts: tuple[str, str, str]) -> list[tuple[str, str]]:
    """The verdicts of a card whose sentence is about a target: each label, and whose it is."""
    name = {"name": evening.view(evening.mj).cast[target].sheet["name"]}
    done: Any = SimpleNamespace(
        headline=NoteStep("", {"target": name}),
        parts=[SimpleNamespace(who=who, grade=grade, good=True) for who, grade, _ in parts],
    )
    said = Sentences("", parts=tuple(label for _, _, label in parts))
    found = cards._verdicts(done, said, True, evening.view(evening.mj), "fr")
    return [(one.label, one.who.name if one.who else "") for one in found]


def test_the_stamp_agrees_with_the_sentence(tmp_path: Path) -> None:
    """DEX-COMBAT-03, CEM-NPC-11: whoever attacks may be the one who is struck; two figurants down are not one."""
    evening = Evening(tmp_path, "deusex")
    struck = [("vigile", "missed", "manqué"), ("nadia", "struck_hurt", "touchée, blessée")]
    assert verdicts(evening, "nadia", *struck)[0] == ("touchée, blessée", "Nadia Belkacem")
    assert verdicts(evening, "vigile", *struck)[0] == ("manqué", "vigile")
    band = [("nadia", "one_out", "un figurant inconscient")] * 2
    assert verdicts(evening, "nadia", *band) == [("un figurant inconscient × 2", "Nadia Belkacem")]


def test_the_end_of_a_fight_tells_our_own_fallen_from_the_others(bridge: Evening) -> None:
    """Each in the game's word for how they are, to whoever may not know the numbers too; a line of an earlier version
    holds names alone.
    """
    for who, value in (("chloe", -5), ("loup", 0), ("brigand", -9)):
        bridge.do(bridge.mj, Correct(who=who, field="phy", value=value))
    told = {
        "fr": ("Des nôtres\u00a0: Chloé, morte.", "En face\u00a0: le loup, mourant\u202f; le brigand, mort."),
        "en": ("Our side: Chloé, dead.", "Their side: the wolf, dying; the brigand, dead."),
    }
    names = {"fr": "À terre\u00a0: Chloé, le loup, le brigand.", "en": "Down: Chloé, the wolf, the brigand."}
    for seat, lang in product((bridge.mj, bridge.jo), LANGS):
        (line,) = [line for line in bridge.lines(seat, lang) if isinstance(line.what, FightEnded)]
        (card,) = cards.cards([line], bridge.view(seat), lang)
        assert card.fallen == told[lang]
        drawn = draw_part("table/card.html", "card", lang, card, bridge.page(seat))
        assert all(f">{one}</p>" in drawn for one in card.fallen)
        stored = next(
            one for one in bridge.house.store.read(bridge.table, 0, 1000) if one.what.name == line.name
        ).to_json()
        former = from_json({name: value for name, value in stored.items() if name not in ("ours", "others")})
        (card,) = cards.cards([replace(line, what=former.what)], bridge.view(seat), lang)
        assert card.fallen == (names[lang],)
        watched = replace(line, what=replace_seen(line.what, how="over", ours=()))
        (card,) = cards.cards([watched], bridge.view(seat), lang)
        assert [one.split(",")[0] for one in card.fallen] == [
            {"fr": "À terre\u00a0: le loup", "en": "Down: the wolf"}[lang]
        ]


def test_the_end_of_a_fight_says_how_those_are_who_still_stand(tmp_path: Path) -> None:
    """CEM-VIT-03: a fight was over, and nothing said that somebody would die within three rounds; no longer told once
    something was done about it.
    """
    evening = Evening(tmp_path, "cle-en-main")
    evening.do(evening.mj, Correct(who="anselme", field="vitality", value=0))
    evening.do(evening.mj, EndFight(how="won"))
    how = "Encore debout\u00a0: Octavie Lerouge, touchée\u202f; le professeur Anselme Quatrevaux, mal en point\u202f; "
    (end,) = [one for one in evening.cards(evening.ana) if one.kind == "end"]
    assert end.fallen[-1].startswith(how)
    evening.do(evening.mj, Act(actor="octavie", action="cle-en-main.test", params={"skill": "perception"}))
    evening.answer()
    (end,) = [one for one in evening.cards(evening.ana) if one.kind == "end"]
    assert not [one for one in end.fallen if "debout" in one]


def test_whoever_is_whole_is_told_beside_whoever_is_hurt(tmp_path: Path) -> None:
    """Youssef, unhurt, was named nowhere where a fight ended: he seemed to have fallen."""
    evening = Evening(tmp_path, "deusex")
    evening.do(evening.mj, Correct(who="nadia", field="pv", value=5))
    evening.do(evening.mj, EndFight(how="won"))
    (end,) = [one for one in evening.cards(evening.ana) if one.kind == "end"]
    assert "Youssef Diarra, indemne" in end.fallen[-1]
    assert "Nadia Belkacem, blessée" in end.fallen[-1]


def test_who_falls_is_told_and_may_strike_in_the_same_instant(bridge: Evening) -> None:
    """UDS-COMBAT-04, UDS-HEALTH-04: the brigand is struck down, and still strikes in the instant he shares."""
    bridge.play(2, faces=(6,))
    bridge.do(bridge.mj, Correct(who="brigand", field="phy", value=1))
    bridge.do(bridge.jo, Act(actor="nicolas", action="undesix.attack", params={"target": "brigand"}, faces=(1,)))
    struck = bridge.cards(bridge.jo)[-1]
    assert struck.falls == ("Le brigand tombe, mort",)
    assert not struck.at_once
    lines = bridge.house.lines(bridge.table, bridge.jo, 0)
    assert any("Le brigand tombe, mort" in said for said in bridge.house.sentences(bridge.table, lines, "fr"))
    bridge.do(bridge.mj, Act(actor="brigand", action="undesix.attack", params={"target": "chloe"}, faces=(6,)))
    (late,) = [card for card in bridge.cards(bridge.jo) if card.at_once]
    assert late.title == "Le brigand manque Chloé"
    html = bridge.html(bridge.jo)
    assert "au même instant, avant de tomber" in html
    assert "Le brigand tombe, mort" in html


@pytest.mark.parametrize("odds", ["shown", "hidden"])
def test_each_answer_of_a_decision_tells_its_chance(tmp_path: Path, odds: str) -> None:
    """The reserve of DeusEx: one die more for a point; nothing is told where the MJ hides odds."""
    evening = Evening(tmp_path, "deusex")
    evening.do(evening.mj, Arrange(odds=odds))
    evening.do(evening.ana, Act(actor="youssef", action="deusex.shoot", params={"target": "vigile"}))
    (question,) = evening.cards(evening.ana)[-1].questions
    decision = evening.view(evening.mj).asked["youssef"]
    good = {grade for grade, told in (decision.grades or {}).items() if told.good}
    chances = [
        sum((Fraction(chance) for grade, chance in (option.odds or {}).items() if grade in good), Fraction(0))
        for option in decision.options
    ]
    assert chances == sorted(chances)
    told = [(one.chance, one.leads) for one in question.choices]
    assert told == [(percent(chance, "fr"), "de blesser") if odds == "shown" else ("", "") for chance in chances]
    assert [one.default for one in question.choices] == [True, False]
    assert [one.cost for one in question.choices] == ["", "Réserve DeusEx\u00a0−1"]


def test_an_answer_that_does_not_change_success_tells_each_result(tmp_path: Path) -> None:
    """CEM-VIT-03, CEM-HERO-03, -07: she falls whatever she says; a die more is bought so as not to die of it. He who
    takes the blow in her place falls too. Each price is told with its unit.
    """
    fight = Fight(House(SqliteStore(tmp_path / "tables.db")), "ready", machine=False)
    for who in ("octavie", "bruno"):
        fight.do("mj", Correct(who=who, field="vitality", value=1))
    fight.do("mj", Arrange(moment="0"))
    fight.do("mj", Act(actor="octavie", action="cle-en-main.attack", params={"target": "contremaitre"}))
    while asked := fight.house.view(fight.table, "mj").asked:
        fight.do("mj", Answer(answers={who: one.default for who, one in asked.items()}))
    fight.do("mj", Act(actor="contremaitre", action="cle-en-main.attack", params={"target": "octavie"}))
    asked = fight.house.view(fight.table, "mj").asked
    let = {who: one.default for who, one in asked.items()}
    fight.do("mj", Answer(answers=let, faces=(4, 4, 4, 1, 1, 2)))
    view = fight.house.view(fight.table, "mj")
    assert view.pending
    told = {
        (one.who, json.loads(choice.value)): choice
        for one in decisions.questions(view.pending, view, "fr")
        for choice in one.choices
    }
    dies = re.compile(r"([\d,]+)\s% en danger de mort(?: ·|$)")
    passes, resists = told["octavie", "pass"], told["octavie", "extra-die"]
    assert passes.chance == resists.chance == ""
    before, after = (float(dies.findall(one.leads)[0].replace(",", ".")) for one in (passes, resists))
    assert after < before
    takes = told["bruno", "damage:take:octavie"]
    assert takes.label == "Je prends le coup à la place d'Octavie Lerouge (Héroïsme\u00a0−2)"
    assert takes.chance == takes.cost == ""
    assert "Octavie Lerouge épargnée, Bruno Kowarski mal en point" in takes.leads
    redo = told["octavie", "redo"]
    assert (bool(redo.chance), redo.leads) == (True, "de blesser")


def test_a_paper_that_is_revised_is_drawn_again(bridge: Evening) -> None:
    bridge.do(bridge.mj, Say(text="un plan", kind="handout", title="Plan"))
    n = bridge.lines(bridge.jo)[-1].n
    bridge.do(bridge.mj, Revise(of=bridge.lines(bridge.mj)[-1].line, text="un autre", title="Plan"))
    assert [card.n for card in bridge.news(bridge.jo, n).again] == [n]


def test_a_paper_is_said_aloud_without_its_marks(bridge: Evening) -> None:
    after = bridge.lines(bridge.jo)[-1].n
    bridge.do(bridge.mj, Say(text="# Le pont\n- **trois** hommes\n- *un* loup", kind="handout"))
    (aloud,) = bridge.news(bridge.jo, after).aloud
    assert aloud.endswith("Le pont trois hommes un loup")


def test_undone_is_struck_through_and_corrected_is_written_on_it(bridge: Evening) -> None:
    bridge.do(bridge.ana, Act(actor="chloe", action="undesix.attack", params={"target": "brigand"}))
    n = bridge.lines(bridge.jo)[-1].n
    bridge.do(bridge.mj, Override(of=bridge.lines(bridge.mj)[-1].line, text="Le brigand esquive"))
    news = bridge.news(bridge.jo, n)
    assert [(card.n, card.corrected) for card in news.again] == [(n, ("Le brigand esquive",))]
    assert not news.new
    assert news.aloud == ("Le meneur corrige\N{NO-BREAK SPACE}: Le brigand esquive",)
    last = bridge.lines(bridge.jo)[-1].n
    bridge.do(bridge.mj, TakeBack(to=bridge.lines(bridge.mj)[-2].line - 1))
    news = bridge.news(bridge.jo, last)
    assert [(card.n, card.struck) for card in news.again] == [(n, True)]
    assert "<s>" in bridge.html(bridge.jo)


def test_a_roll_that_only_the_mj_sees(bridge: Evening) -> None:
    act = Act(actor="chloe", action="undesix.test", params={"characteristic": "sens"}, audience="secret")
    bridge.do(bridge.ana, act)
    for seat in (bridge.ana, bridge.jo):
        unseen = [card for card in bridge.cards(seat) if card.kind == "unseen"]
        assert [card.title for card in unseen] == ["Chloé lance des dés que seul le meneur voit"] * (seat == bridge.ana)
        assert not any(card.hands for card in unseen)
    hers = bridge.cards(bridge.mj)[-1]
    assert hers.hands
    assert hers.secret == "en secret"
    assert hers.may_disclose
    bridge.do(bridge.mj, Disclose(of=hers.n))
    assert bridge.cards(bridge.jo)[-1].hands


def test_only_its_player_and_the_mj_may_undo(bridge: Evening) -> None:
    bridge.do(bridge.ana, Act(actor="chloe", action="undesix.attack", params={"target": "brigand"}))
    undo = {seat: any(card.may_undo for card in bridge.cards(seat)) for seat in bridge.seats}
    assert undo == {bridge.mj: True, bridge.ana: True, bridge.jo: False}
    assert not any(card.may_mend for card in bridge.cards(bridge.ana))


def test_a_mis_tap_is_taken_back_from_its_own_card_until_another_has_acted(bridge: Evening) -> None:
    """Also where the MJ alone sees the dice: the card tells nothing of them to the player who threw them."""
    test = Act(actor="chloe", action="undesix.test", params={"characteristic": "sens"}, audience="secret")
    bridge.do(bridge.ana, test)
    line = bridge.cards(bridge.ana)[-1].n

    def drawn(seat: str) -> str:
        acted = [one for one in bridge.cards(seat) if one.kind in ("unseen", "roll", "slim")]
        return draw_part("table/card.html", "card", "fr", acted[-1], bridge.page(seat), fresh=True)

    own = drawn(bridge.ana)
    assert "undo at-once" in own
    assert 'class="die' not in own
    assert "at-once" not in drawn(bridge.mj)  # who may undo it, and has not tapped it
    bridge.do(bridge.ana, TakeBack())
    assert [one.struck for one in bridge.cards(bridge.ana) if one.n == line] == [True]
    bridge.do(bridge.ana, test)
    bridge.do(bridge.mj, test.with_changes(actor="brigand", audience="open"))
    assert not any(one.may_undo for one in bridge.cards(bridge.ana))


def test_removed_words_are_drawn_nowhere(bridge: Evening) -> None:
    bridge.do(bridge.jo, Say(text="corbeaux"))
    assert "corbeaux" in bridge.html(bridge.ana)
    bridge.do(bridge.jo, StrikeOut(seat=bridge.jo))
    html = bridge.html(bridge.ana)
    assert "corbeaux" not in html
    assert ">Jo<" not in html
    assert bridge.cards(bridge.ana)[-1].title == "Le nom et les messages d'une personne ont été retirés."


def test_answers_gather_on_the_card_of_their_request(bridge: Evening) -> None:
    ask = Request(action="undesix.test", params={"characteristic": "sens"}, title="Entendre le loup")
    bridge.do(bridge.mj, ask)
    asked = bridge.cards(bridge.ana)[-1]
    assert asked.gathering
    assert asked.title == "Entendre le loup"
    assert [(one.who, one.done, one.mine) for one in asked.gathering.answers] == [
        ("chloe", False, True),
        ("nicolas", False, False),
    ]
    seen, ground = bridge.lines(bridge.jo)[-1].n, Ground.of(bridge.view(bridge.jo))
    act = Act(actor="chloe", action="undesix.test", params={}, request=asked.gathering.request)
    bridge.do(bridge.ana, act)
    (again,) = [one for one in bridge.news(bridge.jo, seen, ground).again if one.gathering]
    assert again.gathering
    assert again.gathering.answers[0].verdict
    assert "request=" in bridge.html(bridge.jo)


def test_news_read_as_far_back_as_they_change_something(bridge: Evening) -> None:
    bridge.do(bridge.mj, Request(action="undesix.test", params={"characteristic": "sens"}))
    asked = bridge.cards(bridge.jo)[-1]
    assert asked.gathering
    for n in range(NEAR + 3):
        bridge.do(bridge.jo, Say(text=f"mot {n}"))
    seen, before = bridge.lines(bridge.jo)[-1].n, Ground.of(bridge.view(bridge.jo))
    bridge.do(bridge.ana, Act(actor="chloe", action="undesix.test", params={}, request=asked.gathering.request))
    fresh, view = bridge.house.lines(bridge.table, bridge.jo, seen), bridge.view(bridge.jo)
    now = Ground.of(view)
    told = bridge.lines(bridge.jo, "fr", reach(fresh, seen, now, before))
    assert asked.n in [card.n for card in news(told, seen, view, "fr", now, before).again]
    bridge.do(bridge.jo, Say(text="mot"))
    seen += len(fresh)
    assert reach(bridge.house.lines(bridge.table, bridge.jo, seen), seen, now, now) == seen - NEAR


def test_a_long_evening_shows_its_last_cards(bridge: Evening) -> None:
    for n in range(cards.MOST + 5):
        bridge.do(bridge.jo, Say(text=f"mot {n}"))
    lines, view = bridge.lines(bridge.jo), bridge.view(bridge.jo)
    told = cards.story(lines, view, "fr")
    assert len(told.cards) == cards.MOST
    assert told.opening == ""
    assert told.cards[-1].text == f"mot {cards.MOST + 4}"
    assert "before=" in bridge.html(bridge.jo)
    earlier = cards.story(lines, view, "fr", told.earlier)
    assert earlier.cards[-1].n < told.cards[0].n
    assert earlier.opening


def test_sentences_are_made_for_the_cards_that_are_drawn(bridge: Evening) -> None:
    bridge.move()
    for n in range(cards.JUST_ABOVE + 1):
        bridge.do(bridge.jo, Say(text=f"mot {n}"))
    bridge.do(bridge.mj, TakeBack())  # tells what the move was, far above
    for n in range(cards.MOST - 2):
        bridge.do(bridge.jo, Say(text=f"mot {n}"))
    unsaid, view, asked = bridge.house.lines(bridge.table, bridge.mj), bridge.view(bridge.mj), list[int]()
    teller = bridge.house.teller(bridge.table, "fr")

    def tell(line: Line) -> Line:
        asked.append(line.n)
        return teller(line)

    told = cards.story(unsaid, view, "fr", tell=tell)
    assert told == cards.story(bridge.lines(bridge.mj), view, "fr")
    assert any("Annulé" in card.title for card in told.cards)
    assert len(asked) <= cards.MOST + 2 < len(unsaid)


MARKED = {"cle-en-main": "vitality", "deusex": "pv", "undesix": "sav", "d6": "experience"}
MARK = re.compile(
    r"\b7[56]\d\b|40\d\D?00\d"
)  # 761, or a little less after a blow; 400 000 and the die of a secret roll


def test_nothing_hidden_is_drawn_for_another_seat(evening: Evening) -> None:
    """What only the MJ knows of the hidden opponent, and of a secret roll, is in no byte of a player's page."""
    evening.do(evening.mj, Correct(who=evening.foe, field=MARKED[evening.game.id], value=761))
    evening.do(evening.mj, Say(text="/sr 1d6+400000"))
    evening.move("secret")
    evening.answer()
    evening.play()
    evening.move()
    for lang in LANGS:
        known = sent(evening.lines(evening.mj, lang))
        about = [line for line in known if evening.foe in json.dumps([line.get("params"), line.get("actor")])]
        hidden = steps(about) - steps([line for line in known if line not in about])
        assert hidden, "nothing was done by or to the hidden one"
        assert MARK.search(Page(evening.html(evening.mj, lang)).text)
        html = evening.html(evening.jo, lang).replace(evening.table, "")
        news = evening.news(evening.jo, 10, lang=lang)
        assert news.aloud
        assert not [found for found in map(MARK.search, (html, *news.aloud)) if found]
        words = Page(html).text
        assert not [one for one in hidden if re.search(rf"(?<!\d){re.escape(one)}", words)]  # not « 4 » in « 14 »


def steps(lines: list[dict[str, Any]]) -> set[str]:
    """The sentences of all explanations and changes that hold a number."""
    said = [line["said"] for line in lines]
    told = [step["sentence"] for one in said for step in (*one.get("why", ()), *one.get("changes", ()))]
    return {" ".join(sentence.split()) for sentence in told if re.search(r"\d", sentence)}


def test_the_fixed_part_of_a_sum_stands_beside_its_dice(tmp_path: Path) -> None:
    """DEX-TEST-08: dice 9 and 5 and a Talent of 2 make 16; the card says 14 + 2."""
    evening = Evening(tmp_path, "deusex")
    sheet = evening.view(evening.mj).cast["nadia"].sheet
    talent = next(name for name, score in sheet["talents"].items() if score == 2)
    evening.do(evening.mj, Act(action="deusex.end-fight"))
    test = Act(actor="nadia", action="deusex.test", params={"aptitude": "", "talent": talent})
    evening.do(evening.mj, test)
    evening.do(evening.mj, Answer(answers={"nadia": 0}, faces=(9, 5)))  # no point of the reserve
    compared = evening.cards(evening.ana)[-1].compared
    assert compared
    assert (compared.big, compared.small.partition("\u00a0")[0]) == ("16", "14 + 2")


def test_what_an_opposition_came_to_stands_beside_its_dice(tmp_path: Path) -> None:
    """DEX-OPP-02: 20 against 15 was told « manqué » without the 24 that won."""
    evening = Evening(tmp_path, "deusex")
    evening.do(evening.mj, Act(action="deusex.end-fight"))
    params = {"opponent": "vigile"}
    evening.do(evening.mj, Act(actor="nadia", action="deusex.oppose", params=params))
    evening.do(evening.mj, Answer(answers={"nadia": 0}, faces=(8, 9, 8, 10)))  # no point of the reserve
    card = evening.cards(evening.ana)[-1]
    assert card.compared
    assert card.compared.line == "17 contre 15\u00a0· marge 2"
    assert [hand.made for hand in card.hands] == ["", "18\u00a0· marge 3"]


def test_a_creation_that_goes_on_says_whose_it_is(tmp_path: Path) -> None:
    """The others read « Créer pas à pas » alone, on a card without anybody."""
    evening = Evening(tmp_path, "deusex")
    known = {"name": "Zoé Lambert", "occupation": "journalist"}
    evening.do(evening.ana, Act(action="deusex.create-guided", params=known))
    assert evening.cards(evening.mj)[-1].title == "Ana\u00a0· Créer pas à pas"


def test_dice_of_others_are_never_taken_for_those_of_the_one_who_acts() -> None:
    """Whoever has no die left may still be opposed: the row of dice is the other's, not in large under their name."""
    nadia, guard = Token("Nadia", "t1"), Token("vigile", "t2", True)
    theirs = card_dice.Hand(guard, (card_dice.CardDice(10, (5, 7, 7)),), True)
    card = cards.Card(1, "roll", 0.0, "Nadia manque", nadia, hands=(theirs,))
    assert (card.own_dice, card.other_dice) == (None, (theirs,))
    own = replace(theirs, by=nadia)
    assert (replace(card, hands=(own, theirs)).own_dice, replace(card, hands=(own, theirs)).other_dice) == (
        own,
        (theirs,),
    )


def test_the_end_of_a_fight_says_of_nobody_that_they_are_not_down(tmp_path: Path) -> None:
    """CEM-NPC-11: « Personne n'est à terre » was told while two of a band lay there."""
    evening = Evening(tmp_path, "cle-en-main")
    evening.do(evening.mj, Correct(who="dockers", field="group", value=1))
    evening.do(evening.mj, EndFight(how="stopped"))
    (end,) = [one for one in evening.cards(evening.ana) if one.kind == "end"]
    assert not [one for one in end.fallen if "à terre" in one]
