"""« À vous »: what a seat is asked, in full; what is rolled where the MJ asks for a roll; what may be said there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tablee.table.decide.refusal import Refusal
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import Claim, Enter
from tablee.table.topics.closing import EndFight
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Answer
from tablee.table.topics.request import Request
from tablee.table.topics.seat import Invite, Join
from tablee.web.pages.drawing import draw_part
from tests.web.pages.elements import read
from tests.web.pages.table.test_people import Evening, buttons

WHY = "Entendre la minuterie"
ROLLS: dict[str, tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]] = {
    "undesix": ({"characteristic": "sens"}, ("SENS",), ("SENS",)),
    "cle-en-main": ({"skill": "athletics", "difficulty": 17}, ("Athlétisme", "Difficulté 17"), ("Athletics", "17")),
    "deusex": ({"difficulty": 20}, ("couteau", "Difficulté 20"), ("knife", "Difficulty 20")),
    "d6": ({"what": "A", "difficulty": "easy"}, ("Agilité", "facile"), ("Agility", "easy")),
}


@pytest.mark.parametrize("game", ROLLS)
def test_a_roll_asked_for_says_what_is_rolled_against_what_and_why(game: str, tmp_path: Path) -> None:
    """On the bar of the player's phone and on the card, in both languages."""
    evening = Evening(game, tmp_path)
    params, *words = ROLLS[game]
    who, action = evening.players[0], f"{game}.test"
    form = evening.house.form(evening.table, evening.mj, Act(actor=who, action=action, params=params), "fr")
    evening.do(evening.mj, Request(action=action, params=form.values, title=WHY, who=(who,)))
    for lang, told in zip(("fr", "en"), words, strict=True):
        bar = next(one.said for one in evening.drawn("table/turn.html", evening.ana, lang) if one["id"] == "turn")
        page = evening.page(evening.ana, lang)
        asked = page.what_is_asked(next(iter(page.view.requests)))
        for word in (WHY, *told):
            assert word in bar
        assert all(word in asked for word in told)
        assert "round" not in asked  # what is as always is not said
        assert page.what_is_asked(next(iter(page.view.requests)), headed=True) == asked  # the card bears its title


def test_a_request_without_a_title_is_named_once_on_its_card(tmp_path: Path) -> None:
    """The head says which roll; what is below says against what."""
    evening = Evening("deusex", tmp_path)
    evening.do(evening.mj, Request(action="deusex.test", params={"difficulty": 20}, who=(evening.players[0],)))
    page = evening.page(evening.ana)
    (asked,) = page.view.requests
    assert page.what_is_asked(asked).startswith("Faire un Test")
    assert page.what_is_asked(asked, headed=True) == "Difficulté 20"


def test_who_is_down_and_still_acts_is_told_why(tmp_path: Path) -> None:
    """UDS-INIT-03: the wounds of an instant stop nobody in it; « À vous » below « mourant » read as a mistake."""
    evening = Evening("undesix", tmp_path)
    evening.do(evening.mj, Correct(who="nicolas", field="phy", value=1))
    evening.do(evening.ana, Claim(who="nicolas"))
    for who in ("chloe", "loup"):
        evening.do(evening.mj, Act(actor=who, action="undesix.hold"))
    assert "avant de tomber" not in bar(evening)
    evening.do(
        evening.mj, Act(actor="brigand", action="undesix.attack", params={"target": "nicolas"}, faces=(1,), sure=True)
    )
    while pending := evening.house.state(evening.table).pending:
        evening.do(evening.mj, Answer(answers={who: asked.default for who, asked in pending.asked.asked.items()}))
    assert evening.page(evening.ana).mine_now == ("nicolas",)
    assert "À vous" in bar(evening)
    assert "au même instant, avant de tomber" in bar(evening)


def test_whose_characters_are_all_down_reads_it_while_the_others_play(tmp_path: Path) -> None:
    """A player whose character had died read whom the table waits for, and nothing of why it was never them."""
    evening = Evening("d6", tmp_path)
    assert "mort" not in bar(evening)
    field, value = FALLEN["d6"]
    evening.do(evening.mj, Correct(who=evening.players[0], field=field, value=value))
    page = evening.page(evening.ana)
    assert (page.mine_now, page.all_down) == ((), evening.players[:1])
    assert not evening.page(evening.mj).all_down
    assert " ".join(bar(evening).split()).endswith("Maël : mort")


def test_two_who_may_act_are_both_named(tmp_path: Path) -> None:
    """« La petite frappe ou 1 autre » hid a name that is shorter than what stood for it."""
    evening = Evening("cle-en-main", tmp_path)
    evening.do(evening.mj, Correct(who="octavie", field="dead", value=True))
    assert "À jouer : le professeur Anselme Quatrevaux ou Bruno Kowarski" in bar(evening).replace("\u00a0", " ")


def test_two_phones_that_may_act_at_once_name_each_other(tmp_path: Path) -> None:
    """Both read « À vous », and neither that the other did."""
    evening = Evening("cle-en-main", tmp_path)
    ben = evening.do(evening.mj, Invite()).seat
    evening.do(ben, Join(called="Ben"))
    evening.do(ben, Claim(who="anselme"))
    assert "À vous, Octavie Lerougeou l’un des 2 autres" in bar(evening)
    evening.do(evening.mj, Correct(who="bruno", field="dead", value=True))
    assert "ou le professeur Anselme Quatrevaux" in bar(evening)


def test_a_name_that_takes_an_article_is_not_called_with_it(tmp_path: Path) -> None:
    """« À vous, le professeur » is said to nobody."""
    evening = Evening("cle-en-main", tmp_path)
    page = evening.page(evening.mj)
    assert page.your_turn("octavie") == "À vous, Octavie Lerouge"
    assert page.your_turn("anselme") == "À vous\u00a0: le professeur Anselme Quatrevaux"
    assert evening.page(evening.mj, "en").your_turn("dockers") == "Your turn: the gang of dockers"


def test_who_knocks_is_let_in_from_the_table_too(tmp_path: Path) -> None:
    """On the MJ's page of the table a knock was a line of the story, and nothing to tap."""
    evening = Evening("d6", tmp_path)
    evening.do(evening.mj, Arrange(door="guarded"))
    evening.house.knock(evening.table, "Zoé")
    (knock,) = evening.house.state(evening.table).knocks
    assert any(
        one["value"] == knock for one in evening.drawn("table/notice.html", evening.mj) if one["name"] == "knock"
    )
    assert not any(one["name"] == "knock" for one in evening.drawn("table/notice.html", evening.ana))


@pytest.mark.parametrize("game", ROLLS)
def test_a_player_reads_the_chance_of_each_way_out(game: str, tmp_path: Path) -> None:
    """Alone « Fuir 50 % », at a table « Fuir »: its difficulty was taken for one that the MJ alone may set."""
    evening = Evening(game, tmp_path)
    for _ in range(6):
        if evening.players[0] in evening.page(evening.ana).mine_now:
            break
        now = next(one.who for one in evening.page(evening.mj).view.turns if one.when == "now")
        evening.do(evening.mj, Act(actor=now, action=f"{game}.pass"))
    page = evening.page(evening.ana)
    assert [chance[-1:] for _, _, chance in page.ways] == ["%"] * len(page.view.ways)
    assert page.view.ways


def test_who_must_interrupt_first_is_offered_no_way_out(tmp_path: Path) -> None:
    """CEM-TURN-07: « Fuir » stood there, and was refused."""
    evening = Evening("cle-en-main", tmp_path)
    evening.do(evening.mj, Act(actor="octavie", action="cle-en-main.yield"))
    evening.do(evening.mj, Act(actor="dockers", action="cle-en-main.attack", params={"target": "anselme"}))
    evening.do(
        evening.ana, Answer(answers={"octavie": evening.page(evening.ana).view.asked["octavie"].options[1].value})
    )
    while asked := evening.page(evening.mj).view.asked:
        evening.do(evening.mj, Answer(answers={who: one.default for who, one in asked.items()}))
    page = evening.page(evening.ana)
    assert page.prepared
    assert page.prepared.form.action == "cle-en-main.interrupt"
    assert page.ways == []


def test_who_comes_late_is_offered_a_character_where_a_sheet_would_be(tmp_path: Path) -> None:
    """On a phone the tab said that nobody is played, and led nowhere."""
    evening = Evening("deusex", tmp_path)
    late = evening.do(evening.mj, Invite()).seat
    evening.do(late, Join(called="Zoé"))
    assert any(one["href"].endswith("/personnages") for one in evening.drawn("table/sheet.html", late))
    told = " ".join(one.said for one in evening.drawn("table/turn.html", late) if one["id"] == "turn")
    assert "Vous ne jouez personne pour l’instant." in told.replace("'", "’")
    assert any(one["href"].endswith("/personnages") for one in evening.drawn("table/turn.html", late))
    assert "personne pour" not in bar(evening)
    watching = evening.do(evening.mj, Invite(role="spectator")).seat
    assert not any(one["href"].endswith("/personnages") for one in evening.drawn("table/turn.html", watching))
    assert not any(one["href"].endswith("/personnages") for one in evening.drawn("table/sheet.html", watching))


def test_the_bar_names_every_answer_that_is_owed(tmp_path: Path) -> None:
    """Two characters of one seat are asked in the same blow: both are named, with what they are asked."""
    evening = Evening("cle-en-main", tmp_path)
    evening.do(evening.ana, Claim(who=evening.players[1]))
    evening.do(evening.mj, Act(actor="dockers", action="cle-en-main.attack", params={"target": "octavie"}))
    drawn = evening.drawn("table/turn.html", evening.ana)
    bar = next(one.said for one in drawn if one["id"] == "turn")
    page = evening.page(evening.ana)
    assert [*page.owed.decisions] == ["octavie", "anselme"]
    assert page.owed.in_short == "Octavie Lerouge et le professeur Anselme Quatrevaux"
    assert page.owed.in_short in bar


def test_whoever_waits_for_many_npcs_waits_for_the_mj(tmp_path: Path) -> None:
    """Six bands of dockers were named one by one, each with « le meneur »: the bar was taller than the story."""
    evening = Evening("cle-en-main", tmp_path)
    for _ in range(5):
        evening.do(evening.mj, Enter(ready="dockers"))
    evening.do(evening.ana, Act(actor="octavie", action="cle-en-main.attack", params={"target": "dockers"}))
    mine, theirs = evening.page(evening.ana), evening.page(evening.mj)
    assert len(theirs.owed.decisions) > 4
    assert mine.waits.count("(le meneur)") == 1
    assert re.search(r" et \d autres \(le meneur\)", mine.waits)
    assert re.search(r" et \d autres$", theirs.owed.names)


def test_what_may_be_said_opens_where_it_is_asked(tmp_path: Path) -> None:
    """Each thing to say is a button of the bar itself, for each character; silence is sent for the others."""
    evening = Evening("cle-en-main", tmp_path)
    evening.do(evening.mj, Act(actor="dockers", action="cle-en-main.attack", params={"target": "octavie"}))
    drawn = evening.drawn("table/turn.html", evening.ana)
    (speak,) = [one for one in drawn if one["class"] == "speak"]
    said = [one for one in drawn if one.tag == "button" and any(over is speak for over in one.above)]
    assert [one["name"] for one in said] == ["a.octavie"] * 2
    assert [one.said.split("!")[0].strip() for one in said] == ["J’interromps", "Un point"]
    assert buttons(drawn)[-1] == "Laisser passer"


def test_what_a_sensible_person_would_say_is_proposed_and_silence_is_still_silence(tmp_path: Path) -> None:
    """CEM-HERO-04: a test is lost, and its player has points to spare: redoing it is proposed, on bar and card.
    Where nothing is to be said, letting it pass is.
    """
    evening = Evening("cle-en-main", tmp_path)
    evening.do(
        evening.ana, Act(actor="octavie", action="cle-en-main.test", params={"skill": "athletics"}, faces=(1, 1, 2))
    )
    page = evening.page(evening.ana)
    assert page.owed.to_say
    (asked,) = page.owed.to_say.questions
    proposed = [one.label for one in asked.choices if one.proposed]
    assert proposed == ["Un point\u202f! Je refais ce test"]
    assert page.owed.to_say.silence == {"octavie": '"pass"'}
    bar = evening.drawn("table/turn.html", evening.ana)
    assert [one.said for one in bar if one["class"] == "button"] == ["Oui"]
    (card,) = [card for card in page.story.cards if card.to_say]
    buttons = [one for one in read(draw_part("table/card.html", "card", "fr", card, page)) if one.tag == "button"]
    assert [("proposed" in one["class"], "proposé" in one.said) for one in buttons[:4]] == [
        (True, True),
        (False, False),
        (False, False),
        (False, False),
    ]
    evening.do(evening.ana, Answer(answers={"octavie": "pass"}))
    evening.do(evening.mj, Act(actor="dockers", action="cle-en-main.attack", params={"target": "octavie"}))
    waits = evening.drawn("table/turn.html", evening.ana)
    assert [one.said for one in waits if one["class"] == "button"] == ["Laisser passer"]


FALLEN = {"undesix": ("phy", -5), "cle-en-main": ("dead", True), "deusex": ("pv", -60), "d6": ("wounds", 6)}


@pytest.mark.parametrize("game", FALLEN)
def test_nobody_who_has_fallen_is_called_to_act_once_the_fight_is_over(game: str, tmp_path: Path) -> None:
    """« Agir » led to a hand with nothing to do; whoever stands is called."""
    evening = Evening(game, tmp_path)
    first, second = evening.players[:2]
    evening.do(evening.ana, Claim(who=second))
    field, value = FALLEN[game]
    evening.do(evening.mj, Correct(who=first, field=field, value=value))
    evening.do(evening.mj, EndFight(how="won"))
    page = evening.page(evening.ana)
    assert page.mine_now == (second,)
    assert any(f"who={second}" in one["href"] for one in evening.drawn("table/turn.html", evening.ana))
    evening.do(evening.mj, Correct(who=second, field=field, value=value))
    assert not any("who=" in one["href"] for one in evening.drawn("table/turn.html", evening.ana))


def test_a_roll_that_cannot_be_made_now_is_not_asked_on_the_bar(tmp_path: Path) -> None:
    """CEM-TURN-05: who has fainted is not sent to a form that refuses; the bar says whom the table waits for."""
    evening = Evening("cle-en-main", tmp_path)
    who, params = evening.players[0], {"skill": "reflexes", "difficulty": 15}
    evening.do(evening.mj, Request(action="cle-en-main.test", params=params, who=(who,)))
    assert "Le meneur demande un jet" in bar(evening)
    (request,) = evening.page(evening.ana).view.requests
    evening.do(evening.mj, Correct(who=who, field="wakes_at", value=4))
    assert evening.page(evening.ana).owed.roll is None
    assert "Le meneur demande un jet" not in bar(evening)
    act = Act(actor=who, action="cle-en-main.test", params=params, request=request)
    told = evening.house.form(evening.table, evening.ana, act, "fr")
    assert isinstance(told, Refusal)
    assert told.rule == "CEM-TURN-05"


def test_a_roll_for_which_no_dice_are_left_is_not_asked_on_the_bar(tmp_path: Path) -> None:
    """D6-CODE-04: « Lancer » led to a form that cannot be sent, again and again, before one's own turn."""
    evening = Evening("d6", tmp_path)
    who, params = evening.players[0], {"what": "Tir à l'arc", "difficulty": "medium"}
    form = evening.house.form(evening.table, evening.mj, Act(actor=who, action="d6.test", params=params), "fr")
    evening.do(evening.mj, Request(action="d6.test", params=form.values, who=(who,)))
    assert "Le meneur demande un jet" in bar(evening)
    evening.do(evening.mj, Correct(who=who, field="wounds", value=3))
    assert "Le meneur demande un jet" not in bar(evening)


def bar(evening: Evening) -> str:
    return next(one.said for one in evening.drawn("table/turn.html", evening.ana) if one["id"] == "turn")
