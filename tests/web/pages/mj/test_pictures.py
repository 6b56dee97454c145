"""Papers with a picture from the MJ's screen: given, read by whom they are for, changed; also without script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablee.table.topics.chat import Say
from tablee.web.pages.drawing import draw
from tablee.web.pages.screen.screen import Screen
from tests.table.test_pictures import image
from tests.web.pages.mj.conftest import SCRIPT, Run
from tests.web.pages.reading import read

Running = Callable[[str], Run]


def sent(run: Run, name: str = "carte.png", file: bytes = b"", script: bool = True, **fields: Any) -> Any:
    """What the form of a paper sends, with a file of this name if there is one."""
    files = {"picture": (name, file, "image/png")} if name else {"picture": ("", b"", "application/octet-stream")}
    how = SCRIPT if script else {"accept": "text/html"}
    return run.mj.post(f"/t/{run.table}/mj/papier", data=fields, files=files, headers=how)


def test_a_picture_is_given_to_one_player_shown_and_taken_off(running: Running) -> None:
    run = running("d6")
    assert run.mj.get(f"/t/{run.table}/mj").text.count('type="file"') == 1
    given: dict[str, Any] = {"kind": "handout", "title": "Le plan", "text": "", "alt": "Un couloir", "to": run.ana_seat}
    assert sent(run, file=image(), **given).status_code == 200
    (paper,) = run.view.papers
    address = f"/api/tables/{run.table}/pictures/{paper.picture}"
    tag = f'<img src="{address}" alt="Un couloir" width="40" height="20">'
    assert tag in run.mj.get(f"/t/{run.table}/mj").text
    assert tag in run.ana.get(f"/t/{run.table}").text
    assert run.ana.get(address).headers["content-type"] == "image/webp"
    assert "Un couloir" in read(run.ana, f"/t/{run.table}/journal").text
    rewrite = next(form for to, form in run.screen().forms if to.endswith("/mj/papier") and "of" in form)
    assert sent(run, "", of=rewrite["of"], title="Le plan", text="", alt="Un long couloir").status_code == 200
    assert 'alt="Un long couloir"' in run.ana.get(f"/t/{run.table}").text
    assert sent(run, "", of=rewrite["of"], text="", without="1").status_code == 422, "nothing would be left"
    assert sent(run, "", of=rewrite["of"], text="Perdu.", without="1").status_code == 200
    assert "<img" not in run.ana.get(f"/t/{run.table}").text
    assert run.ana.get(address).status_code == 404


def test_on_the_television_a_picture_gives_way_to_the_next_result(running: Running) -> None:
    """Both together did not fit: the card below the picture was cut."""
    run = running("d6")

    def drawn() -> tuple[bool, bool]:
        html = draw("screen/tv.html", "fr", page=Screen(run.house, run.table, "fr", 1))
        return "<img" in html, 'class="tvcard"' in html

    run.do("mj", Say(text="/r 1d6"))
    assert sent(run, file=image(), kind="handout", title="La carte", text="", to="*").status_code == 200
    assert drawn() == (True, False)
    run.do("mj", Say(text="/r 1d6"))
    assert drawn() == (False, True)


def test_without_script_the_form_leads_back_to_the_screen(running: Running) -> None:
    run = running("d6")
    form = {**run.screen("?panel=papers").form(f"/t/{run.table}/mj/papier"), "to": "*"}
    done = sent(run, 'a"b;\r\n../é☃.png', image(), script=False, **{**form, "kind": "handout", "text": "Voici."})
    assert (done.status_code, done.headers["location"]) == (303, f"/t/{run.table}/mj?panel=papers")
    assert run.view.papers[0].picture
    no = sent(run, "carte.png", image()[:60], script=False, **{**form, "kind": "handout", "text": "Voici."})
    assert (no.status_code, "abîmée ou coupée" in read_text(no.text)) == (422, True)
    assert len(run.view.papers) == 1
    assert len(run.house.store.pictures(run.table)) == 1


def read_text(html: str) -> str:
    return " ".join(html.split())


def test_others_and_other_forms_are_refused(running: Running) -> None:
    run = running("d6")
    stranger = run.ana.post(f"/t/{run.table}/mj/papier", data={"kind": "handout", "text": "x"}, headers=SCRIPT)
    assert stranger.status_code == 403
    assert "se met sur un papier" in sent(run, file=image(), kind="whisper", text="x").json()["detail"]
    assert sent(run, "vide.png", b"", kind="handout", text="x").json()["detail"] == "Choisissez d'abord une image."
    broken = run.mj.post(
        f"/t/{run.table}/mj/papier", content=b"--x\r\n", headers={**SCRIPT, "content-type": "multipart/form-data"}
    )
    assert broken.status_code in (400, 422)
    assert run.view.papers == []
