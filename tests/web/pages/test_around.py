"""What lies around a scene: clocks and tracks, and where each is drawn for whom."""

from __future__ import annotations

import pytest

from tablee.rules.sheet.sheet_data import EntrySeen, entry_told
from tablee.rules.sheet.sheets import Entry
from tablee.table.topics.action import Act
from tablee.table.topics.character import HandOver
from tablee.table.topics.correction import Correct
from tablee.text import Text
from tablee.web.pages.around import clock_parts, track_of
from tests.web.pages.mj.conftest import Run
from tests.web.pages.mj.conftest import running as running
from tests.web.pages.mj.test_screen import Running
from tests.web.pages.reading import read

FLIGHT = ("octavie", True, 4), ("contremaitre", False, 1)


@pytest.mark.parametrize(
    ("gone", "whole", "parts", "filled"),
    [
        (0, 4, 4, 0),
        (1, 4, 4, 1),
        (4, 4, 4, 4),
        (1, 1, 1, 1),
        (0, 1, 1, 0),
        (1, 60, 12, 1),
        (59, 60, 12, 11),
        (0, 0, 1, 1),
    ],
)
def test_a_clock_has_a_part_for_each_unit_and_something_left_until_the_end(
    gone: int, whole: int, parts: int, filled: int
) -> None:
    drawn = clock_parts(gone, whole)
    assert (len(drawn), sum(one.gone for one in drawn)) == (parts, filled)
    assert len({one.path for one in drawn}) == parts


def placed(value: int, most: int | None) -> EntrySeen:
    return entry_told(Entry("x", Text("x", "x"), value, "track", most=most), "fr")


def test_a_track_reaches_from_the_hindmost_to_the_furthest_end() -> None:
    track = track_of([placed(4, 11), placed(1, 4), placed(-2, None)])
    assert [lane.end for lane in track.lanes] == [94.0, track.lanes[0].at, None]
    assert track.lanes[2].at == 6.0
    assert [n for _, n in track.marks] == list(range(-2, 12))
    alone = track_of([placed(3, None)])
    assert 6 <= alone.lanes[0].at <= 94


def chased(run: Run) -> None:
    for who, fugitive, progress in FLIGHT:
        place = Act(actor=who, action="cle-en-main.chase-place", params={"fugitive": fugitive, "progress": progress})
        run.do("mj", place)


def test_a_chase_is_drawn_for_all_and_not_the_lane_of_somebody_hidden(running: Running) -> None:
    run = running("cle-en-main")
    chased(run)
    for page in (
        run.mj.get(f"/t/{run.table}/mj").text,
        run.ana.get(f"/t/{run.table}?tab=scene").text,
        run.mj.get(f"/t/{run.table}/ecran").text,
    ):
        assert page.count('class="lane"') == 2
        assert "à +10" in page.replace("\N{NO-BREAK SPACE}", " ")
    run.do("mj", HandOver(who="contremaitre", hidden=True))
    assert run.mj.get(f"/t/{run.table}/mj").text.count('class="lane"') == 2
    for page in (run.ana.get(f"/t/{run.table}?tab=scene").text, run.mj.get(f"/t/{run.table}/ecran").text):
        assert page.count('class="lane"') == 1


def test_a_pursuer_with_nobody_ahead_is_not_said_to_flee(running: Running) -> None:
    """CEM-CHASE-03: the first to enter a chase may be the one who pursues."""
    run = running("cle-en-main")
    run.do("mj", Act(actor="octavie", action="cle-en-main.chase-place", params={"fugitive": False, "progress": 1}))
    page = run.mj.get(f"/t/{run.table}/mj").text
    assert "poursuit, personne ne fuit" in page
    assert "à ses trousses" not in page


def test_a_countdown_is_a_clock_with_what_comes_at_its_end(running: Running) -> None:
    run = running("deusex")
    run.do("mj", Correct(who="nadia", field="pv", value=-4))
    (clock,) = run.view.clocks
    assert clock.whole >= clock.left > 0
    for address in ("/mj", "?tab=scene", "/ecran"):
        page = run.mj.get(f"/t/{run.table}{address}").text
        assert 'class="clock"' in page
        assert "sans soins d&#39;ici là" in page or "sans soins d’ici là" in page
        assert 'aria-current="step">les tirs' in page or address == "/ecran"


@pytest.mark.parametrize("game", ["undesix", "cle-en-main", "deusex", "d6"])
def test_a_danger_or_a_rest_is_two_taps_away_for_anybody(running: Running, game: str) -> None:
    """The action, then the person: the form that opens is theirs, and the rules take it or say why not."""
    run = running(game)
    page = run.screen()
    ways = [link for link in page.links if "&do=" in link and "panel" not in link]
    people = len(run.view.cast)
    assert len(ways) >= 2 * people
    for link in ways[:people]:
        shown = run.mj.get(link).text
        assert 'id="prepare"' in shown
    target = {
        "undesix": "undesix.hazard",
        "cle-en-main": "cle-en-main.fall",
        "deusex": "deusex.first-aid",
        "d6": "d6.courage",
    }
    assert any(target[game] in link for link in ways)


def test_shocks_and_troubles_are_reached_by_reading_their_note_first(running: Running) -> None:
    """DEX-STRESS-01, DEX-TROUBLE-01: off, the note and the switch; on, the note and the shock."""
    run = running("deusex")
    rule = next(one for one in run.view.house_rules if one.id == "stress_rules")
    page = read(run.mj, f"/t/{run.table}/mj")
    assert rule.note
    assert rule.note.fr[:40] in page.text
    assert "deusex.stress" not in " ".join(page.links)
    form = page.form(f"/t/{run.table}/option", option="stress_rules", back="mj.scene")
    assert run.post("option", **form).status_code == 200
    after = read(run.mj, f"/t/{run.table}/mj")
    assert rule.note.fr[:40] in after.text
    assert "deusex.stress" in " ".join(after.links)
