"""The MJ's screen: whose it is, requests, people, shelf, papers, seats, house rules, and what a seat sees."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch
from urllib.parse import urlencode

import pytest

from tablee.rules.action import Kind
from tablee.rules.game import game_called
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.view import PreparedScene
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter, HandOver, Retire
from tablee.table.topics.chat import Say
from tablee.table.topics.closing import EndFight
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Answer, Settle
from tablee.table.topics.request import Request
from tablee.table.topics.scene import OpenScene, Prepare
from tablee.table.topics.seat import Invite, Join
from tablee.web.pages.forms import PageQuery, fields_of
from tablee.web.pages.table.page import Page as TablePage
from tests.web.pages.elements import read as elements
from tests.web.pages.mj.conftest import GAMES, Run
from tests.web.pages.reading import Page, read

Running = Callable[[str], Run]
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
TESTS: dict[str, dict[str, object]] = {
    "undesix": {"characteristic": "sens"},
    "cle-en-main": {"skill": "athletics"},
    "deusex": {"difficulty": 20},
    "d6": {"what": "A", "difficulty": "easy"},
}
HARD = {"skill": "perception", "difficulty": 25}
MAIN = re.compile(r"<main.*</main>", re.DOTALL)


def plain(text: str) -> str:
    """Words without the spaces of careful typography."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_the_screen_draws_of_a_long_story_its_end_alone(running: Running) -> None:
    """An MJ's screen that showed eight cards read two hundred lines and drew sixty."""
    run = running("d6")
    for n in range(100):
        run.do("mj", Say(text=f"réplique {n}"))
    with patch.object(run.house, "lines", wraps=run.house.lines) as read_from:
        html = run.mj.get(f"/t/{run.table}/mj").text
    assert re.findall(r"réplique (\d+)", html.partition('id="last"')[2]) == [str(n) for n in range(92, 100)]
    assert all(call.args[2] >= run.view.seen - 80 for call in read_from.call_args_list)


@EVERY_GAME
def test_asking_for_a_test_in_a_fight_takes_nobody_s_turn_and_says_so(running: Running, game: str) -> None:
    """A player who had answered « Faire un Test » found their turn gone; in peace nothing is said."""
    run, told = running(game), "ce jet ne prend le tour de personne"
    (first,) = [one.who for one in run.view.turns if one.when == "now"][:1]
    assert told in run.mj.get(f"/t/{run.table}/mj").text
    run.do("mj", Request(action=f"{game}.test", params=TESTS[game], who=(first,)))
    (request,) = run.view.requests
    act = Act(actor=first, action=f"{game}.test", params=TESTS[game], request=request)
    run.do("mj", act)
    while asked := run.view.asked:
        run.do("mj", Answer(answers={who: one.default for who, one in asked.items()}))
    assert first in [one.who for one in run.view.turns if one.when == "now"]
    run.do("mj", EndFight(how="won"))
    assert told not in run.mj.get(f"/t/{run.table}/mj").text


def test_asking_for_a_skill_of_undesix_in_a_fight_says_that_it_takes_the_round(running: Running) -> None:
    """UDS-TIME-02: most actions that use skills last six seconds; a characteristic alone is how one resists."""
    run = running("undesix")
    page = f"/t/{run.table}/mj/ask?do=undesix.test&panel=ask&p.characteristic=&p.skill="
    assert "l’action du round de qui le fait" in run.mj.get(page + "stealth").text
    assert "l’action du round de qui le fait" not in run.mj.get(page.replace("istic=", "istic=phy")).text


@EVERY_GAME
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_screen_is_the_mj_s_and_is_whole_in_every_game(running: Running, game: str, lang: str) -> None:
    run = running(game)
    run.do("mj", Join(called="Mo", lang=lang))
    text = run.mj.get(f"/t/{run.table}/mj").text
    elements(text)  # every tag is closed where it should be
    titles = {
        "fr": ("Demander un jet", "Papiers", "Autour de la table"),
        "en": ("Ask for a roll", "Papers", "House rules"),
    }
    assert all(title in text for title in titles[lang])
    assert f'href="/t/{run.table}/mj"' in run.mj.get(f"/t/{run.table}").text
    assert "/mj" not in run.ana.get(f"/t/{run.table}").text
    assert run.ana.get(f"/t/{run.table}/mj").status_code == 403
    assert run.ana.get(f"/t/{run.table}/mj/comme/mj").status_code == 403
    assert run.ana.get(f"/t/{run.table}/mj/shelf").status_code == 403
    assert run.mj.get(f"/t/{run.table}/mj/nothing").status_code == 404


@EVERY_GAME
def test_a_roll_is_asked_for_as_a_sentence_and_gathered_on_one_card(running: Running, game: str) -> None:
    run = running(game)
    asked = run.screen().form(f"/t/{run.table}/mj", back="mj.ask")
    first = f"{game}.test"
    form = run.house.form(run.table, "mj", Act(actor=run.who, action=first), "fr")
    assert not isinstance(form, Refusal)
    chosen = dict(fields_of(form.values))
    done = run.post("request", **{**chosen, **asked, "do": first, "whom": run.who, "title": "Entendre la minuterie"})
    assert done.status_code == 200, done.text
    page = run.screen()
    assert "Entendre la minuterie" in page.text
    assert "0 réponse sur 1" in page.text
    assert "Lancer à sa place" in page.text
    phone = read(run.ana, f"/t/{run.table}")
    assert "Le meneur demande un jet" in phone.text
    (request,) = run.view.requests
    assert run.post("remind", request=request).status_code == 200
    assert "Le meneur attend un jet : Entendre la minuterie." in plain(read(run.ana, f"/t/{run.table}").text)
    for_them = next(link for link in page.links if f"request={request}" in link)
    assert f'name="who" value="{run.who}"' in run.mj.get(for_them).text, "the MJ rolls for whom they asked"
    given = run.view.requests[request].params
    run.do("mj", Act(actor=run.who, action=first, params=given, request=request))
    while waits := run.view.asked:
        run.do("mj", Answer(answers={who: one.default for who, one in waits.items()}))
    assert "1 réponse sur 1" in run.screen().text
    assert "Le meneur demande un jet" not in read(run.ana, f"/t/{run.table}").text
    assert run.post("close", request=request).status_code == 200
    assert "1 réponse sur 1" not in run.screen().text


@pytest.mark.parametrize(("game", "told"), [("undesix", "UDS-ACTION-14"), ("d6", "pas de règle pour ce jet")])
def test_the_card_tells_how_the_group_came_out_and_by_which_rule(running: Running, game: str, told: str) -> None:
    run = running(game)
    other = next(who for who, seen in run.view.cast.items() if seen.free)
    run.do("mj", HandOver(who=other, owner=run.ana_seat))
    params = {"undesix": {"characteristic": "phy"}, "d6": {"what": "courage", "difficulty": "medium"}}[game]
    run.do("mj", Request(action=f"{game}.test", params=params, who=(run.who, other)))
    (request,) = run.view.requests
    for who in (run.who, other):
        assert told not in run.screen().text
        run.do("mj", Act(actor=who, action=f"{game}.test", params=params, request=request))
    for page in (run.screen(), read(run.ana, f"/t/{run.table}"), read(run.mj, f"/t/{run.table}")):
        assert told in page.text
    assert ("UDS-ACTION-14" in read(run.mj, f"/t/{run.table}/ecran").text) is (game == "undesix")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_answers_left_are_seen_and_changed_where_they_belong(running: Running, lang: str) -> None:
    """A player's on their own menu, those of the MJ's people on the screen, each in words."""
    run = running("cle-en-main")
    for seat in ("mj", run.ana_seat):
        run.do(seat, Join(called="Mo" if seat == "mj" else "Ana", lang=lang))
    assert {"fr": "Ne plus demander", "en": "Do not ask again"}[lang] in read(run.ana, f"/t/{run.table}/menu").text
    run.do("mj", Act(actor=run.who, action="cle-en-main.test", params=HARD, faces=(1, 2, 1)))
    run.do(run.ana_seat, Answer(answers={run.who: "pass"}, settle=True))
    (left,) = run.house.view(run.table, run.ana_seat).not_asked
    menu = read(run.ana, f"/t/{run.table}/menu")
    assert {"fr": "toujours : non", "en": "always: no"}[lang] in plain(menu.text)
    assert left.rule in menu.text
    assert "toujours" not in run.screen().text, "it is Ana's, not the MJ's"
    form = menu.form(f"/t/{run.table}/settle", who=run.who)
    done = run.ana.post(f"/t/{run.table}/settle", data={**form, "answer": "true"})
    assert done.headers["location"] == f"/t/{run.table}/menu#reponses"
    assert run.house.view(run.table, run.ana_seat).not_asked[0].answer is True
    run.ana.post(f"/t/{run.table}/settle", data={**form, "answer": "null"})
    assert not run.house.view(run.table, run.ana_seat).not_asked
    run.do("mj", Settle(who=run.foe, decision=left.decision, answer=False))
    screen = plain(run.screen().text)
    assert {"fr": "Réponses laissées", "en": "Answers left"}[lang] in screen
    assert {"fr": "toujours : non", "en": "always: no"}[lang] in screen


@EVERY_GAME
def test_a_quick_npc_is_like_a_passer_by_and_those_on_the_shelf_come_in(running: Running, game: str) -> None:
    """Their name and a tap: nobody becomes a boss by inattention."""
    run = running(game)
    known = game_called(game)
    assert known.passer_by in known.ready()
    page = run.mj.get(f"/t/{run.table}/mj?panel=shelf").text
    first = re.search(r'<select name="ready"><option value="([^"]+)"', page)
    assert first is not None
    assert first[1] == known.passer_by
    assert run.post("enter", ready=first[1], called="garde du port").status_code == 200
    made = list(run.view.cast)[-1]
    assert run.view.cast[made].sheet["name"]["fr"] == "garde du port"


@pytest.mark.parametrize(
    ("game", "field", "value"),
    [("undesix", "phy", -3), ("cle-en-main", "dead", True), ("deusex", "pv", -6), ("d6", "wounds", 6)],
)
def test_neither_the_fallen_nor_those_who_left_are_ticked_in_a_request(
    running: Running, game: str, field: str, value: int
) -> None:
    run = running(game)
    free = [who for who, one in run.view.cast.items() if one.free]
    for who in free:
        run.do("mj", HandOver(who=who, owner=run.ana_seat))

    def ticked(part: str = "") -> set[str]:
        page = run.mj.get(f"/t/{run.table}/mj{part}").text
        return set(re.findall(r'name="whom"\s+value="([\w-]+)" checked', page))

    assert ticked() == {run.who, *free}
    standing = run.screen().form(f"/t/{run.table}/mj", back="mj.ask") | {"whom": run.who}
    run.do("mj", Correct(who=run.who, field=field, value=value))
    assert ticked() == set(free), "the fallen may be ticked by hand"
    as_it_stands = f"/ask?{urlencode(standing)}&whom={free[0]}"
    assert ticked(as_it_stands) == {free[0]}, "whoever fell since is no longer asked"
    assert ticked(f"/ask?whom={run.who}&fallen={run.who}") == {run.who}
    assert f'id="whom-{run.who}"' in run.mj.get(f"/t/{run.table}/mj").text
    run.do("mj", Correct(who=run.who, field=field, value=run.house.view(run.table, "mj").cast[free[0]].sheet[field]))
    run.do("mj", Retire(who=free[0]))
    assert ticked() == {run.who, *free[1:]}
    assert f'id="whom-{free[0]}"' not in run.mj.get(f"/t/{run.table}/mj").text


def test_only_what_everybody_can_roll_is_asked_of_all(running: Running) -> None:
    run = running("cle-en-main")
    other = next(who for who, seen in run.view.cast.items() if seen.free)
    run.do("mj", HandOver(who=other, owner=run.ana_seat))
    alone = run.mj.get(f"/t/{run.table}/mj/ask", params={"do": "cle-en-main.test", "whom": run.who}).text
    of_all = run.mj.get(f"/t/{run.table}/mj/ask", params={"do": "cle-en-main.test"}).text
    assert "Pilotage (Avions)" in alone
    assert "Pilotage (Avions)" not in of_all
    assert 'value="perception"' in of_all


@EVERY_GAME
def test_what_the_mj_asks_for_waits_for_no_turn(running: Running, game: str) -> None:
    run = running(game)
    waiting = [turn.who for turn in run.view.turns if turn.when in ("next", "later")]
    who = next((who for who in waiting if run.view.cast[who].free), run.who)
    run.do("mj", HandOver(who=who, owner=run.ana_seat))
    form = run.house.form(run.table, run.ana_seat, Act(actor=who, action=f"{game}.test"), "fr")
    assert not isinstance(form, Refusal)
    run.do("mj", Request(action=f"{game}.test", params=form.values, who=(who,)))
    (request,) = run.view.requests
    asked = Act(actor=who, action=f"{game}.test", params=form.values, request=request)
    now = run.house.form(run.table, run.ana_seat, asked, "fr")
    assert not isinstance(now, Refusal)
    assert now.refusal is None


def test_answers_that_the_mj_alone_saw_are_shown_to_the_table_at_once(running: Running) -> None:
    run = running("undesix")
    run.do("mj", Request(action="undesix.test", params={"characteristic": "phy"}, audience="blind"))
    (request,) = run.view.requests
    assert "Montrer à la table" not in run.screen().text
    run.do(
        run.ana_seat,
        Act(actor=run.who, action="undesix.test", params={"characteristic": "phy"}, request=request, audience="blind"),
    )
    assert not run.house.view(run.table, run.ana_seat).requests[request].done[run.who].known
    assert "Montrer à la table" in run.screen().text
    assert run.post("mj/publier", request=request).status_code == 200
    assert run.house.view(run.table, run.ana_seat).requests[request].done[run.who].parts
    assert "Montrer à la table" not in run.screen().text


@EVERY_GAME
def test_a_value_is_set_right_in_place(running: Running, game: str) -> None:
    run = running(game)
    form = next(form for to, form in run.screen().forms if to.endswith("/correct") and form["who"] == run.foe)
    assert run.post("correct", **{**form, "value": "1"}).status_code == 200
    assert run.view.cast[run.foe].sheet[form["field"]] == 1
    no = run.post("correct", **{**form, "value": "beaucoup"})
    assert no.status_code == 422
    assert "nombre entier" in no.json()["detail"]


@EVERY_GAME
def test_a_quick_npc_and_copies_come_from_the_shelf(running: Running, game: str) -> None:
    run = running(game)
    before = set(run.view.cast)
    page = run.screen("?panel=shelf")
    quick = next(form for to, form in page.forms if "called" in form)
    base = re.search(r'<select name="ready"><option value="([\w-]+)"', run.mj.get(f"/t/{run.table}/mj").text)
    assert base
    assert run.post("enter", **{**quick, "called": "garde du port", "ready": base[1]}).status_code == 200
    assert set(run.view.cast) - before == {"garde-du-port"}
    for _ in range(2):
        assert run.post("enter", ready=base[1]).status_code == 200
    names = [seen.sheet["name"]["fr"] for seen in run.view.cast.values()]
    assert len(names) == len(set(names)), "copies are told apart"
    found = run.mj.get(f"/t/{run.table}/mj/shelf", params={"q": "zzz"}).text
    assert "Personne de ce nom" in found
    assert run.post("retire", who="garde-du-port").status_code == 200
    assert "Faire revenir" in run.screen().text
    assert run.post("retire", who="garde-du-port", returned="true").status_code == 200
    assert not run.view.cast["garde-du-port"].retired


def test_npcs_written_for_a_number_of_players_come_in_to_that_measure(running: Running) -> None:
    run = running("cle-en-main")
    form = next(
        form for to, form in run.screen().forms if form.get("do") == "cle-en-main.enter" and form["p.npc"] == "loups"
    )
    assert run.post("act", **form).status_code == 200
    assert any(who.startswith("loups") for who in run.view.cast)


def test_papers_are_kept_given_rewritten_and_withdrawn(running: Running) -> None:
    run = running("d6")
    assert run.post("say", kind="note", title="Indice", text="Sous le banc.").status_code == 200
    give = next(form for to, form in run.screen().forms if to.endswith("/give"))
    assert run.post("give", of=give["of"], to=run.ana_seat).status_code == 200
    assert run.house.view(run.table, run.ana_seat).papers[0].text == "Sous le banc."
    page = run.screen()
    assert "donné à Ana" in page.text
    rewrite = next(form for to, form in page.forms if to.endswith("/mj/papier") and "of" in form)
    assert run.post("mj/papier", **{**rewrite, "text": "Dans le puits."}).status_code == 200
    assert run.house.view(run.table, run.ana_seat).papers[0].text == "Dans le puits."
    withdraw = next(form for to, form in page.forms if to.endswith("/revise") and "withdrawn" in form)
    assert run.post("revise", **withdraw).status_code == 200
    assert run.house.view(run.table, run.ana_seat).papers == []


@EVERY_GAME
def test_a_scene_is_prepared_and_opened_with_one_tap(running: Running, game: str) -> None:
    run = running(game)
    base = re.search(r'<select name="ready"><option value="([\w-]+)"', run.mj.get(f"/t/{run.table}/mj").text)
    assert base
    run.do("mj", Say(text="Signé L.", kind="note", title="Lettre"))
    line = run.view.papers[-1].line
    given = {"title": "La grange", "who": [base[1], base[1], ""], "text": "Du foin.", "papers": line}
    before = run.ana.get(f"/t/{run.table}").text
    assert run.post("prepare", **given).status_code == 200
    assert run.ana.get(f"/t/{run.table}").text == before, "players learn nothing of it"
    page = run.screen("?panel=scene")
    assert "La grange" in page.text
    assert "× 2, 1 papier" in page.text
    cast = len(run.view.cast)
    opens = page.form(f"/t/{run.table}/open-scene")
    assert run.post("open-scene", **opens).status_code == 200
    assert len(run.view.cast) == cast + 2
    assert "Du foin." in read(run.ana, f"/t/{run.table}").text
    assert run.post("open-scene", **opens).status_code == 422


def test_what_is_read_in_the_open_scene_stays_in_view_and_one_tap_reads_or_shows_it(running: Running) -> None:
    run = running("undesix")

    def in_view() -> str:
        return plain(run.mj.get(f"/t/{run.table}/mj").text.partition('id="reading"')[2].partition("</section>")[0])

    assert in_view().startswith(' aria-labelledby="reading-title" hidden>'), "nothing to read: no empty paper"
    run.do("mj", Say(text="Signé L.", kind="note", title="Lettre"))
    assert "Signé L." in in_view(), "without a scene, the notes of the evening"
    line = run.view.papers[-1].line
    run.post("mj/scene", title="La grange", text="Du foin.", at_hand=line, who="", n="1", **{"as": "who"})
    assert "Signé L." not in in_view(), "laid by for a scene to come"
    run.post("open-scene", scene=next(iter(run.view.scenes)))
    assert re.search(r"Du foin\..*donné à tous.*Signé L\..*Lire à tous", in_view(), re.DOTALL)
    assert 'data-panel="scene"' in run.mj.get(f"/t/{run.table}/mj").text, "a phone opens on it"
    assert "Signé L." not in run.ana.get(f"/t/{run.table}").text
    page = run.screen()
    assert run.post("give", **page.form(f"/t/{run.table}/give", to="*")).status_code == 200
    assert "Signé L." in run.ana.get(f"/t/{run.table}").text
    assert "Lire à tous" not in in_view()
    shown = run.screen().form(f"/t/{run.table}/project", of=str(run.view.papers[-1].line), back="mj.scene")
    assert run.post("project", **shown).status_code == 200
    assert "Retirer de l’écran" in in_view()
    assert run.house.view(run.table, "").projected is not None


def test_a_prepared_scene_is_changed_before_it_is_opened(running: Running) -> None:
    run = running("undesix")
    people = ["loup"] * 5
    assert run.post("prepare", title="La grange", who=people, text="Du foin.").status_code == 200
    ((id, _),) = run.view.scenes.items()
    shown = run.mj.get(f"/t/{run.table}/mj?panel=scene").text
    form = shown.partition(f'id="change-{id}"')[2].partition("</form>")[0]
    assert form.count('<option value="loup" selected>') == 1, "everybody who is in it is still there"
    assert 'name="n" value="5"' in form
    assert form.count('name="who"') == 3, "and others may come"
    assert 'value="La grange"' in form
    assert ">Du foin.</textarea>" in form
    changed = {"scene": id, "title": "Le grenier", "text": "Du foin."}
    rows = {"who": ["loup", "", "brigand"], "n": ["2", "1", "3"], "as": ["who", "who", "unseen"]}
    assert run.post("mj/scene", **changed, **rows).status_code == 200
    assert run.view.scenes == {
        id: PreparedScene("Le grenier", ["loup", "loup"], "Du foin.", [], ["brigand", "brigand", "brigand"])
    }
    assert "loup × 2, brigand × 3 (pas en vue)" in run.mj.get(f"/t/{run.table}/mj?panel=scene").text
    run.post("open-scene", scene=id)
    shown = run.mj.get(f"/t/{run.table}/mj?panel=scene").text
    assert "en cours" in shown.partition("Scènes ouvertes")[2]
    assert "Revenir à La scène d’avant" in shown


def test_what_is_pinned_and_a_pause_are_before_everybody_s_eyes(running: Running) -> None:
    run = running("d6")
    assert run.post("pin", text="Jusqu'à minuit.").status_code == 200
    assert "Jusqu’à minuit." in read(run.ana, f"/t/{run.table}").text
    pause = read(run.ana, f"/t/{run.table}/menu").form(f"/t/{run.table}/pause")
    assert run.ana.post(f"/t/{run.table}/pause", data=pause).status_code == 303
    for person in (run.ana, run.mj):
        assert "La partie est en pause." in read(person, f"/t/{run.table}").text
    assert not [to for to, _ in read(run.ana, f"/t/{run.table}").forms if to.endswith("/pause")]
    assert run.post("pause", **run.screen().form(f"/t/{run.table}/pause", on="false")).status_code == 200
    assert not run.view.paused
    said = run.do(run.ana_seat, Say(text="Un gros mot"))
    assert said
    hide = next(form for to, form in read(run.mj, f"/t/{run.table}").forms if to.endswith("/hide"))
    assert run.post("hide", **hide).status_code == 200
    assert "Un gros mot" not in run.ana.get(f"/t/{run.table}").text


def test_seats_are_linked_let_in_and_revoked(running: Running) -> None:
    run = running("deusex")
    run.house.knock(run.table, "Léo")
    page = run.screen("?panel=seats")
    assert "Léo" in page.text
    knock = next(form for to, form in page.forms if to.endswith("/invite"))
    assert run.post("invite", **knock).status_code == 200
    shown = run.mj.post(f"/t/{run.table}/mj/lien", data={"role": "spectator"})
    assert "Ce lien ouvre une seule place" in shown.text.replace("’", "'")
    screen = run.do("mj", Invite(role="screen")).seat
    assert run.mj.get(f"/t/{run.table}/mj/comme/{screen}").headers["location"] == f"/t/{run.table}/ecran"
    renewed = run.mj.post(f"/t/{run.table}/mj/lien", data={"seat": run.ana_seat})
    link = re.search(r"/place/([\w-]+)", renewed.text)
    assert link
    assert run.house.seat(run.table, link[1]) == run.ana_seat
    assert run.post("relink", seat=run.ana_seat, revoke="true").status_code == 200
    assert not run.view.seats[run.ana_seat].link
    assert run.mj.get(f"/t/{run.table}/mj/comme/{run.ana_seat}").status_code == 200  # what a new link would show
    assert run.mj.get(f"/t/{run.table}/mj/comme/personne").status_code == 404


@EVERY_GAME
def test_a_house_rule_shows_its_effect_on_a_chosen_roll_and_is_adopted(running: Running, game: str) -> None:
    run = running(game)
    chosen = {
        "undesix": ("roll_under", '"strict"', "undesix.test"),
        "cle-en-main": ("opposition_auto", '"none"', "cle-en-main.oppose"),
        "deusex": ("crit_success_auto", "false", "deusex.test"),
        "d6": ("threshold_comparison", '"inclusive"', "d6.test"),
    }
    option, value, roll = chosen[game]
    asked = {"option": option, "value": value, "of": run.who, "roll": roll}
    text = run.mj.get(f"/t/{run.table}/mj/rules", params=asked).text
    figures = re.findall(r'<span class="big">([^<]+)</span>', text)
    assert len(figures) == 2
    assert (figures[0] != figures[1]) == (game != "deusex"), "a critical success at 15 was a success anyway"
    assert run.post("option", **asked, panel="rules", back="mj.rules").status_code == 200, "as the form sends it"
    assert run.view.options[option] == json.loads(value)


@EVERY_GAME
def test_the_mj_sees_the_very_page_of_a_seat_and_can_do_nothing_there(running: Running, game: str) -> None:
    run = running(game)
    run.do("mj", HandOver(who=run.foe, hidden=True))
    run.do(run.ana_seat, Say(text="Bonsoir"))
    theirs, seen = (
        MAIN.findall(run.ana.get(f"/t/{run.table}").text),
        MAIN.findall(run.mj.get(f"/t/{run.table}/mj/comme/{run.ana_seat}").text),
    )
    assert theirs == seen
    assert len(seen) == 1
    assert (
        run.mj.get(f"/api/tables/{run.table}/as/{run.ana_seat}").content
        == run.ana.get(f"/api/tables/{run.table}").content
    )
    whole = elements(run.mj.get(f"/t/{run.table}/mj/comme/{run.ana_seat}").text)
    back = [one["href"] for one in whole if one.tag == "a" and any(up["class"] == "watching" for up in one.above)]
    assert back == [f"/t/{run.table}/mj?panel=seats", f"/t/{run.table}"]
    for button in (one for one in whole if one.tag == "button"):
        assert any(up.tag == "fieldset" and "disabled" in up.attributes for up in button.above), button
    door = run.mj.get(f"/t/{run.table}/mj/comme/nouveau").text
    assert "fieldset disabled" in door
    assert "Prenez place" in door


def test_without_script_the_screen_comes_back_to_its_panel(running: Running) -> None:
    run = running("d6")
    form = run.screen("?panel=papers").form(f"/t/{run.table}/pin")
    done = run.mj.post(f"/t/{run.table}/pin", data={**form, "text": "Bonsoir"})
    assert (done.status_code, done.headers["location"]) == (303, f"/t/{run.table}/mj?panel=papers")
    asked = run.mj.get(f"/t/{run.table}/mj?panel=ask&do=d6.test&whom={run.who}").text
    assert Page(asked).form(f"/t/{run.table}/mj", back="mj.ask")


@pytest.mark.parametrize(
    ("game", "action", "asks"),
    [
        ("cle-en-main", "cle-en-main.chase-place", True),
        ("cle-en-main", "cle-en-main.ignite", True),
        ("undesix", "undesix.award", True),
        ("undesix", "undesix.hazard", False),
        ("undesix", "undesix.test", False),
    ],
)
def test_what_only_the_mj_does_befalls_whom_they_choose(running: Running, game: str, action: str, asks: bool) -> None:
    """CEM-CHASE-01: the MJ has a player's character enter a chase; a form that asks whom needs no second question."""
    run = running(game)
    address = f"/t/{run.table}?who={run.who}&do={action}"
    chosen = run.mj.get(address).text.partition('aria-label="Pour qui"')[2]
    assert (f"who={run.who}&amp;do={action}" in chosen) == asks
    if asks:
        assert read(run.mj, address).form(f"/t/{run.table}", do=action)["who"] == run.who
    assert 'aria-label="Pour qui"' not in run.ana.get(address).text


def test_a_roll_that_was_asked_for_is_prepared_while_the_scene_waits_for_an_answer(running: Running) -> None:
    run = running("cle-en-main")
    run.do("mj", Request(action="cle-en-main.test", params=HARD, who=(run.who,), title="Entendre"))
    run.do("mj", Act(actor="dockers", action="cle-en-main.attack", params={"target": run.who}))
    view = run.house.view(run.table, run.ana_seat)
    assert view.pending
    (request,) = view.requests
    address = f"/t/{run.table}?who={run.who}&do=cle-en-main.test&request={request}"
    assert read(run.ana, address).form(f"/t/{run.table}", do="cle-en-main.test")["request"] == request
    other = run.ana.get(f"/t/{run.table}?who={run.who}&do=cle-en-main.test").text
    assert 'id="prepare"' not in other


def test_who_is_awaited_stands_on_top_and_can_be_passed(running: Running) -> None:
    """CEM-HERO-04: a roll that was asked for, then the question it stops at; passing answers that by default."""
    run = running("cle-en-main")

    def told() -> str:
        top = run.mj.get(f"/t/{run.table}/mj").text.partition('id="awaited"')[2].partition("</aside>")[0]
        return plain(" ".join(re.sub(r"<[^>]+>", " ", top.partition(">")[2]).split()))

    name = plain(run.house.state(run.table).called(run.who).say("fr"))
    free = "le professeur Anselme Quatrevaux, Bruno Kowarski peuvent agir, et personne ne les joue. Jouer"
    turn = f"{free} On attend {name} (Ana) pour agir Jouer à sa place"
    assert told() == turn
    run.do("mj", Request(action="cle-en-main.test", params=HARD, who=(run.who,), title="Entendre"))
    assert told() == turn.replace(" On", f" On attend {name} (Ana) Entendre Passer On")
    (request,) = run.house.view(run.table, "mj").requests
    run.do(run.ana_seat, Act(actor=run.who, action="cle-en-main.test", request=request, faces=(1, 1, 2)))
    assert told() == turn.replace(" On", f" On attend {name} (Ana) Refaire ce test ? Passer On")
    form = next(
        one
        for one in elements(run.mj.get(f"/t/{run.table}/mj").text)
        if one.tag == "input" and one["name"] == f"a.{run.who}" and any(up["id"] == "awaited" for up in one.above)
    )
    passed = run.mj.post(f"/t/{run.table}/answer", data={form["name"]: form["value"]})
    assert passed.status_code == 303
    assert told() == turn  # which a roll that was asked for does not take
    assert list(run.house.view(run.table, "mj").requests[request].done) == [run.who]


@EVERY_GAME
def test_what_the_mj_opens_for_somebody_stays_theirs(running: Running, game: str) -> None:
    """First aid for a player's character was prepared for whomever the MJ plays first."""
    run = running(game)
    care = next(one.id for one in game_called(game).actions if one.kind is Kind.CARE and one.offered({}, mj=False))
    for query in (PageQuery(who=run.who, action=care), PageQuery(who=run.who)):
        assert TablePage(run.house, run.table, "mj", "fr", query, frozenset()).asked.who == run.who
        other = TablePage(run.house, run.table, run.ana_seat, "fr", replace(query, who=run.foe), frozenset())
        assert other.asked.who == run.who, "players open their own alone"


def test_the_scenario_is_opened_before_anything_else(running: Running) -> None:
    """CEM-HERO-01: « Ouvrir le scénario » comes first until it is open."""
    run = running("cle-en-main")
    table, token = run.house.open("cle-en-main")
    mj = run.house.seat(table, token)
    run.house.submit(table, mj, Enter(ready="octavie", free=True))

    def first() -> str:
        return TablePage(run.house, table, mj, "fr", PageQuery(), frozenset()).scene_offers[0].action

    assert first() == "cle-en-main.open"
    run.house.submit(table, mj, Act(action="cle-en-main.open", params={"pcs": 3}))
    assert first() != "cle-en-main.open"


def test_a_private_word_stands_on_top_until_it_is_answered(running: Running) -> None:
    run = running("d6")
    assert "en privé :" not in run.screen().text
    run.do(run.ana_seat, Say(text="/mj Je triche un peu."))
    told = run.screen()
    assert "en privé : Je triche un peu." in told.text
    form = next(form for to, form in told.forms if form.get("kind") == "whisper" and "to" in form)
    assert run.post("say", **{**form, "text": "Je sais."}).status_code == 200
    assert "en privé : Je triche un peu." not in run.screen().text
    assert "Je sais." in run.ana.get(f"/t/{run.table}").text
    run.do("mj", Join(called="Zoé"))
    run.do(run.ana_seat, Say(text="/w Zoé Et encore."))
    told = run.screen()
    assert "en privé : Et encore." in told.text, "told by name, too"
    seen = next(form for to, form in told.forms if form.get("text") == "Vu.")
    assert run.post("say", **seen).status_code == 200
    assert "en privé :" not in run.screen().text


def test_who_is_chosen_to_speak_may_be_one_to_speak_to_in_private(running: Running) -> None:
    run = running("d6")
    assert '<option value="@mj">en privé au meneur' in run.ana.get(f"/t/{run.table}").text.replace("\n        ", " ")
    assert run.ana.post(f"/t/{run.table}/say", data={"text": "Je triche.", "speaker": "@mj"}).status_code == 303
    assert "en privé : Je triche." in run.screen().text
    assert "Je triche." not in str(run.house.lines(run.table, ""))
    assert f'<option value="@{run.ana_seat}">en privé à Ana' in run.mj.get(f"/t/{run.table}/mj").text
    assert run.post("say", text="Moi aussi.", speaker=f"@{run.ana_seat}").status_code == 200
    assert "Moi aussi." in run.ana.get(f"/t/{run.table}").text
    assert "Moi aussi." not in str(run.house.lines(run.table, ""))


def test_in_a_fight_asking_for_a_roll_is_folded_and_leaves_its_place_to_the_story(running: Running) -> None:
    run = running("undesix")
    assert '<details class="asks plus" id="asks-later"><' in run.mj.get(f"/t/{run.table}/mj").text
    assert 'id="asks" open><' in run.mj.get(f"/t/{run.table}/mj?panel=ask").text, "a phone opens on it"
    run.do("mj", Act(actor=run.who, action="undesix.end-fight"))
    assert 'id="asks" open><' in run.mj.get(f"/t/{run.table}/mj").text


@EVERY_GAME
def test_opening_a_fight_is_not_among_other_gestures(running: Running, game: str) -> None:
    run = running(game)
    run.do("mj", Prepare(title="La grange"))
    run.do("mj", OpenScene(scene=next(iter(run.view.scenes)), sure=True))
    offers = TablePage(run.house, run.table, "mj", "fr", PageQuery(), frozenset()).scene_offers
    opens = {"undesix": "fight", "cle-en-main": "start", "deusex": "start-fight", "d6": "fight"}[game]
    assert f"{game}.{opens}" in [one.action for one in offers[:2]]


def test_whoever_comes_in_stands_beside_those_of_their_kind_and_all_sides_are_in_sight(running: Running) -> None:
    """UDS-COMBAT-07: the brigand, whom the fight was opened without, comes in beside the wolf."""
    run = running("undesix")
    run.do("mj", Act(action="undesix.end-fight"))
    run.do("mj", Act(action="undesix.fight", params={"one": ("chloe", "nicolas"), "two": ("loup",)}))
    shown = run.mj.get(f"/t/{run.table}?who={run.who}&do=undesix.join").text
    form = shown.partition('id="prepare"')[2].partition("</form>")[0]
    usual = form.partition('id="f-beside"')[2].partition("</fieldset>")[0]
    assert set(re.findall(r'name="p.beside"\s+value="([\w-]+)"', usual)) == {"chloe", "nicolas", "loup"}
    assert re.search(r'name="p.beside"\s+value="loup" checked', usual)
    assert re.search(r'name="p.who"\s+value="brigand" checked', form)


def test_what_is_taken_up_on_the_screen_leads_back_to_it(running: Running) -> None:
    run = running("undesix")
    page = run.screen()
    taken_up = next(link for link in page.links if "do=undesix.join" in link)
    assert taken_up.endswith("&back=mj.scene")
    form = run.mj.get(taken_up).text.partition('id="prepare"')[2]
    assert form.partition(">")[0].rstrip().endswith('autocomplete="off"')
    assert f'data-then="/t/{run.table}/mj"' in form.partition(">")[0]
    assert '<input type="hidden" name="back" value="mj.scene">' in form
    assert "data-then" not in run.mj.get(f"/t/{run.table}").text.partition('id="prepare"')[2].partition(">")[0]


def test_the_screen_says_which_npcs_may_act_and_they_do_in_one_tap(running: Running) -> None:
    run = running("undesix")
    assert "Jouer les PNJ" not in run.screen().text
    run.do("mj", Act(actor=run.who, action="undesix.hold"))
    told = run.screen().text
    assert "Jouer les PNJ" in told
    assert "peut agir." in told
    to_the_machine = run.screen().form(f"/t/{run.table}/entrust", back="mj.cast", temper="natural")
    assert run.post("let-act").status_code == 200
    assert "Jouer les PNJ" not in run.screen().text
    assert run.post("entrust", **to_the_machine).status_code == 200
    assert run.foe in run.view.by_themselves, "from now on, too"
