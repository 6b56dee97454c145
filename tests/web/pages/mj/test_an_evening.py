"""What an MJ of an evening looked for on their screen and did not find."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

from tablee.table.topics.action import Act
from tablee.table.topics.character import HandOver
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Answer
from tablee.table.topics.undo import TakeBack
from tablee.web.pages.mj.awaiting import awaited
from tests.web.pages.mj.conftest import Run

Running = Callable[[str], Run]


def plain(html: str) -> str:
    """The words of a page, without its tags and the spaces of careful typography."""
    words = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    return words.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_what_opens_the_scene_is_read_on_the_mjs_screen_until_the_story_has_gone_on(running: Running) -> None:
    run = running("undesix")
    assert "Le pont de bois est étroit" in run.mj.get(f"/t/{run.table}/mj").text
    for n in range(20):
        run.do("mj", Say(text=f"réplique {n}"))
    assert "Le pont de bois est étroit" not in run.mj.get(f"/t/{run.table}/mj").text


def test_whoever_has_risen_again_is_asked_with_all_the_others(running: Running) -> None:
    run = running("undesix")
    run.do("mj", HandOver(who="nicolas", owner=run.ana_seat))
    before = run.house.view(run.table, "mj").cast["chloe"].sheet["phy"]
    run.do("mj", Correct(who="chloe", field="phy", value=0))
    stands = [("whom", "nicolas"), ("fallen", "chloe")]
    run.do("mj", Correct(who="chloe", field="phy", value=before))

    def ticked(*fields: tuple[str, str]) -> set[str]:
        page = run.mj.get(f"/t/{run.table}/mj/ask?{urlencode(fields)}").text
        return set(re.findall(r'name="whom"\s+value="([\w-]+)" checked', page))

    assert ticked(*stands) == {"chloe", "nicolas"}
    assert ticked(("whom", "nicolas"), ("fallen", "")) == {"nicolas"}, "one who stood and was not to be asked"


def test_the_mj_reads_why_one_who_has_fallen_is_waited_for(running: Running) -> None:
    """UDS-INIT-03: struck down in the instant in which they act."""
    run = running("undesix")
    run.do("mj", HandOver(who="nicolas", owner=run.ana_seat))
    for who in ("chloe", "loup"):
        run.do("mj", Act(actor=who, action="undesix.hold"))
    run.do("mj", Correct(who="nicolas", field="phy", value=1))
    run.do("mj", Act(actor="brigand", action="undesix.attack", params={"target": "nicolas"}, faces=(1,)))
    while waits := run.house.view(run.table, "mj").asked:
        run.do("mj", Answer(answers={one: asked.default for one, asked in waits.items()}))
    page = run.mj.get(f"/t/{run.table}/mj").text
    assert "On attend Nicolas (Ana) pour agir au même instant, avant de tomber" in plain(page)
    assert '<p class="falls">Nicolas' in page
    run.do("mj", TakeBack())
    assert '<p class="falls"><s>Nicolas' in run.ana.get(f"/t/{run.table}").text


def test_the_way_back_from_the_code_of_the_television_is_to_the_screen_it_was_asked_from(running: Running) -> None:
    run = running("undesix")
    page = run.mj.post(f"/t/{run.table}/ecran").text
    assert f'href="/t/{run.table}/mj?panel=seats"' in page
    assert "Revenir à l’écran du meneur" in plain(page)


def test_nothing_is_corrected_before_one_has_said_what(running: Running) -> None:
    run = running("undesix")
    page = run.mj.get(f"/t/{run.table}/mj").text
    assert re.search(r'name="field" required><option\s+value="">quoi', page)


def test_the_band_says_which_of_those_awaited_has_no_page_open(running: Running) -> None:
    run = running("cle-en-main")
    view = run.house.view(run.table, "mj")

    def told(*present: str) -> str:
        return " ".join(one.what for one in awaited(view, "fr", present))

    assert told("mj", run.ana_seat) == told() == "pour agir"
    assert plain(told("mj")) == "pour agir · hors ligne : Ana"
