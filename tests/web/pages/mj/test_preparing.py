"""The preparation page: scenes in order, how they lead on, what may be tried; drafts and duplicates."""

from __future__ import annotations

import re

from tablee.table.seen.prepared import NamedPerson, PreparedTry, Result
from tests.web.pages.elements import read as elements
from tests.web.pages.mj.conftest import Run
from tests.web.pages.mj.test_screen import EVERY_GAME, Running, plain
from tests.web.pages.reading import read


def scene(run: Run, title: str, **fields: str) -> str:
    """A scene laid by on the preparation page; its id."""
    rows = {"who": "", "n": "1", "as": "who", "under": "", "she": "", "was": ""}
    assert run.post("mj/scene", **{"title": title, **rows, **fields}).status_code == 200
    return max(run.view.scenes, key=lambda id: run.view.scenes[id].place)


def page(run: Run, query: str = "") -> str:
    answer = run.mj.get(f"/t/{run.table}/mj/preparer{query}")
    assert answer.status_code == 200
    return answer.text


def trying(html: str) -> str:
    """The form by which something that may be tried is written."""
    return "<form" + html.partition('id="trying"')[2].partition("<form")[2].partition("</form>")[0] + "</form>"


def filled(html: str, action: str, **told: str) -> dict[str, list[str]]:
    """What a browser would send of the form that goes to an address, with what is told changed."""
    whole = elements(html)
    at = next(one for one in whole if one.tag == "form" and one["action"] == action)
    sent: dict[str, list[str]] = {}
    for one in whole:
        if not any(over is at for over in one.above) or not one["name"]:
            continue
        if one.tag == "select":
            options = [other for other in whole if other.tag == "option" and any(over is one for over in other.above)]
            chosen = [other for other in options if "selected" in other.attributes] or options
            sent.setdefault(one["name"], []).append(chosen[0]["value"])
        elif one["type"] not in ("checkbox", "radio") or "checked" in one.attributes:
            sent.setdefault(one["name"], []).append(one.text if one.tag == "textarea" else one["value"])
    return {**sent, **{name: [value] for name, value in told.items()}}


@EVERY_GAME
def test_scenes_stand_in_order_and_a_drawing_tells_where_they_lead(running: Running, game: str) -> None:
    run = running(game)
    assert "Aucune encore" in plain(page(run))
    barn, attic = scene(run, "La grange", text="Du foin."), scene(run, "Le grenier", notes="Le coffre est vide.")
    shown = page(run, f"?scene={barn}")
    assert "<svg viewBox" not in shown.partition('class="ways-drawn"')[2][:40], "nothing leads anywhere yet"
    roll = re.search(rf"scene={barn}&amp;do=({game}\.[\w-]+)#trying", shown)
    assert roll
    writing = page(run, f"?scene={barn}&do={roll[1]}")
    written = {"label": "Grimper", "good-to": attic, "bad-text": "On tombe."}
    form = filled(trying(writing), f"/t/{run.table}/mj/essai", **written)
    assert run.post("mj/essai", **form).status_code == 200
    (one,) = run.view.scenes[barn].tries
    assert (one.label, one.action, one.good, one.bad) == ("Grimper", roll[1], Result("", attic), Result("On tombe."))
    shown = page(run, f"?scene={barn}")
    assert 'aria-label="1 mène à 2"' in shown
    order = read(run.mj, f"/t/{run.table}/mj/preparer?scene={attic}").form(f"/t/{run.table}/order-scene")
    assert run.post("order-scene", **order).status_code == 200
    assert 'aria-label="2 mène à 1"' in page(run, f"?scene={barn}")
    assert "Le coffre est vide." in page(run, f"?scene={attic}")


def test_what_was_prepared_is_at_hand_once_the_scene_opens_and_leads_on(running: Running) -> None:
    run = running("undesix")
    attic = scene(run, "Le grenier", text="Des malles.")
    barn = scene(run, "La grange", notes="Le chat ment.", who="brigand", n="2", under="Gaspard", she="")
    tries = {"scene": barn, "at": "", "do": "undesix.test", "label": "Grimper", "p.characteristic": "phy"}
    assert run.post("mj/essai", **tries, **{"good-text": "En haut !", "good-to": attic}).status_code == 200
    assert run.view.scenes[barn].named == [NamedPerson("brigand", "Gaspard", 2)]
    assert run.post("open-scene", scene=barn).status_code == 200
    names = [one.sheet["name"]["fr"] for one in run.view.cast.values() if not (one.owner or one.free or one.retired)]
    assert names[-2:] == ["Gaspard", "Gaspard 2"]
    screen = run.screen("?panel=scene")
    assert "Le chat ment." in screen.text
    asked = screen.form(f"/t/{run.table}/request", title="Grimper")
    assert run.post("request", **asked).status_code == 200
    assert [one.title for one in run.view.requests.values() if not one.closed] == ["Grimper"]
    for path in ("", "/journal"):
        told = run.ana.get(f"/t/{run.table}{path}").text
        assert not [word for word in ("Le chat ment", "En haut", "Des malles") if word in told]
    follow = screen.form(f"/t/{run.table}/follow-scene")
    assert run.post("follow-scene", **follow).status_code == 200
    assert all(one.closed for one in run.view.requests.values())
    assert run.view.scenes[attic].now
    told = plain(run.ana.get(f"/t/{run.table}").text)
    assert "En haut !" in told
    assert "Des malles." in told


def test_a_draft_waits_and_a_duplicate_is_one(running: Running) -> None:
    run = running("d6")
    barn = scene(run, "La grange", text="Du foin.", draft="true")
    assert "La grange" not in run.screen("?panel=scene").text.partition('id="staged"')[2].partition("</ul>")[0]
    assert "1 brouillon" in plain(run.screen("?panel=scene").text)
    assert run.post("mj/double", scene=barn).status_code == 200
    _first, second = run.view.scenes.values()
    assert (second.title, second.text, second.draft) == ("La grange (bis)", "Du foin.", True)
    assert run.post("prepare", scene=barn, drop="true").status_code == 200
    assert list(run.view.scenes.values()) == [second.__class__("La grange (bis)", [], "Du foin.", [], draft=True)]
    assert run.ana.get(f"/t/{run.table}/mj/preparer").status_code == 403


def test_what_cannot_be_prepared_is_refused_and_changes_nothing(running: Running) -> None:
    run = running("undesix")
    barn = scene(run, "La grange")
    before = run.view.scenes
    for fields in (
        {"named": '[{"ready": "personne", "called": "X"}]'},
        {"named": '[{"ready": "brigand", "called": "X", "n": 5000}]'},
        {"named": '[{"ready": "brigand", "called": "X", "sheet": {"phy": "beaucoup"}}]'},
        {"named": '[{"ready": "brigand", "called": "X", "sheet": {"phy": ' + "[" * 30 + "]" * 30 + "}}]"},
        {"tries": '[{"label": " "}]'},
        {"tries": '[{"label": "X", "action": "undesix.nothing"}]'},
        {"tries": "[" + ",".join(['{"label": "X"}'] * 13) + "]"},
        {"tries": "{"},
        {"notes": "x" * 50_001},
    ):
        assert run.post("prepare", scene=barn, **fields).status_code in (400, 404, 409, 422), fields
    assert run.post("mj/essai", scene="rien", label="X").status_code == 404
    assert run.post("follow-scene", attempt="0").status_code == 422
    assert run.view.scenes == before


def test_a_person_keeps_what_differs_on_their_sheet_when_their_scene_is_changed(running: Running) -> None:
    run = running("undesix")
    run.post(
        "prepare",
        title="Le gué",
        named='[{"ready": "brigand", "called": "Odile", "feminine": true, "sheet": {"phy": 9}}]',
    )
    ((id, _),) = run.view.scenes.items()
    form = filled(page(run, f"?scene={id}"), f"/t/{run.table}/mj/scene", title="Le gué, le soir")
    assert run.post("mj/scene", **form).status_code == 200
    assert run.view.scenes[id].named == [NamedPerson("brigand", "Odile", 1, True, False, {"phy": 9})]
    run.post("open-scene", scene=id)
    assert run.view.cast["odile"].sheet["phy"] == 9


def test_a_try_is_changed_and_taken_away(running: Running) -> None:
    run = running("undesix")
    barn = scene(run, "La grange")
    run.post("mj/essai", scene=barn, label="Pousser la porte", **{"good-text": "Elle grince."})
    run.post("mj/essai", scene=barn, label="Appeler")
    form = filled(trying(page(run, f"?scene={barn}&essai=0")), f"/t/{run.table}/mj/essai", label="Forcer la porte")
    assert form["good-text"] == ["Elle grince."]
    assert run.post("mj/essai", **form).status_code == 200
    assert [one.label for one in run.view.scenes[barn].tries] == ["Forcer la porte", "Appeler"]
    assert run.post("mj/essai", scene=barn, at="0", drop="true").status_code == 200
    assert run.view.scenes[barn].tries == [PreparedTry("Appeler")]
