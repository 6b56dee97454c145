"""Some of the party are elsewhere: they are not asked, not aimed at, and read nothing of the scene; the MJ goes to and
fro."""

from __future__ import annotations

import pytest

from tablee.dice import fair
from tablee.rules.stored.written import written
from tablee.table.log.events import EVERYONE, Event
from tablee.table.log.state import BEFORE, folded
from tablee.table.scenes import scene_of
from tablee.table.show.audience import Viewer, sees
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter, Retire
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.dice import Reveal
from tablee.table.topics.parting import PartWays, Rejoin
from tablee.table.topics.request import Request
from tablee.table.topics.scene import OpenScene, Prepare
from tablee.table.topics.undo import TakeBack
from tests.rules.sample import GAME
from tests.table.conftest import Evening
from tests.table.show.test_secrets import _leaves as leaves
from tests.table.show.test_secrets import altered_together, received


def place_of(evening: Evening, who: str = "leo") -> str:
    return evening.house.state(evening.table).cast[who].elsewhere


def _log(evening: Evening) -> list[Event]:
    return list(evening.house.store.read(evening.table, 0, 1000))


def told(evening: Evening, seat: str) -> str:
    lines = evening.house.lines(evening.table, seat)
    return "\n".join(evening.house.sentences(evening.table, lines, "fr"))


def test_those_elsewhere_are_not_in_the_scene(evening: Evening) -> None:
    evening.do(evening.mj, PartWays(who=("leo",)))
    state = evening.house.state(evening.table)
    assert set(scene_of(GAME, state, now=True).cast) == {"ana", "wolf"}
    assert state.heroes == ("ana",)
    evening.do(evening.mj, Request(action="sample.strike", params={"target": "wolf"}))
    assert next(iter(evening.house.state(evening.table).requests.values())).who == ("ana",)
    asked = Request(action="sample.strike", params={"target": "wolf"}, who=("leo",))
    assert "is elsewhere" in evening.refused(evening.mj, asked)
    blow = Act(actor="leo", action="sample.strike", params={"target": "wolf"})
    assert "the GM is with the others" in evening.refused(evening.leo, blow)
    assert "have them come" in evening.refused(evening.mj, blow)
    evening.refused(evening.ana, Act(actor="ana", action="sample.strike", params={"target": "leo"}))


def test_the_mj_goes_to_them_and_back(evening: Evening) -> None:
    """One command each way; each scene is as it was left, with its people."""
    evening.do(evening.mj, Prepare(title="La cave", who=("max",), text="Il fait froid."))
    cave = next(iter(evening.house.state(evening.table).scenes))
    evening.do(evening.mj, PartWays(who=("leo",), scene=cave))
    assert evening.house.view(evening.table, evening.mj).places[0].title == "La cave"
    evening.do(evening.mj, OpenScene(scene=cave))
    state = evening.house.state(evening.table)
    assert state.heroes == ("leo",)
    assert state.cast["wolf"].retired
    assert state.cast["max"].here
    assert state.cast["ana"].elsewhere == BEFORE
    assert "Il fait froid." in told(evening, evening.leo)
    assert "froid" not in told(evening, evening.ana)
    evening.do(evening.mj, OpenScene(scene=BEFORE))
    state = evening.house.state(evening.table)
    assert state.heroes == ("ana",)
    assert state.cast["wolf"].here
    assert state.cast["max"].retired
    assert state.cast["leo"].elsewhere == cave
    evening.do(evening.mj, Rejoin())
    state = evening.house.state(evening.table)
    assert not state.apart
    assert state.heroes == ("ana", "leo")


def test_a_place_without_a_scene_is_one_to_go_to(evening: Evening) -> None:
    evening.do(evening.mj, PartWays(who=("leo",)))
    place = place_of(evening)
    evening.do(evening.mj, OpenScene(scene=place))
    assert evening.house.state(evening.table).heroes == ("leo",)
    evening.do(evening.mj, OpenScene(scene=BEFORE))
    assert place_of(evening) == place


def test_those_who_go_along_when_nobody_waits_there(evening: Evening) -> None:
    """A scene where nobody is opens for all who are here; those elsewhere stay where they are."""
    evening.do(evening.mj, Prepare(title="Le toit"))
    roof = next(iter(evening.house.state(evening.table).scenes))
    evening.do(evening.mj, PartWays(who=("leo",)))
    place = place_of(evening)
    evening.do(evening.mj, OpenScene(scene=roof))
    assert evening.house.state(evening.table).heroes == ("ana",)
    assert place_of(evening) == place


def test_words_are_for_those_who_are_there(evening: Evening) -> None:
    evening.do(evening.mj, PartWays(who=("leo",)))
    evening.do(evening.ana, Say(text="je fouille", speaker="ana"))
    evening.do(evening.mj, Say(text="un coffre"))
    evening.do(evening.leo, Say(text="il pleut"))
    evening.do(evening.leo, Say(text="rendez-vous au pont", kind="group"))
    evening.do(evening.mj, Say(text="tu entends un cri", kind="handout", to=("leo",)))
    assert "fouille" not in told(evening, evening.leo)
    assert "coffre" not in told(evening, evening.leo)
    assert "il pleut" not in told(evening, evening.ana)
    assert "cri" not in told(evening, evening.ana)
    assert "fouille" in told(evening, evening.mj)
    assert "il pleut" in told(evening, evening.mj)
    assert "il pleut" in told(evening, evening.leo)
    assert "coffre" in told(evening, evening.ana)
    assert [one.text for one in evening.house.view(evening.table, evening.ana).papers] == ["rendez-vous au pont"]


def test_people_are_known_to_those_who_have_met_them(evening: Evening) -> None:
    evening.do(evening.mj, PartWays(who=("leo",)))
    evening.do(evening.mj, Enter(who="max", ready="max"))
    assert "max" not in evening.house.view(evening.table, evening.leo).cast
    assert "max" in evening.house.view(evening.table, evening.ana).cast
    evening.do(evening.mj, Retire(who="max"))
    evening.do(evening.mj, Rejoin())
    assert "max" not in evening.house.view(evening.table, evening.leo).cast
    evening.do(evening.mj, Retire(who="max", returned=True))
    assert "max" in evening.house.view(evening.table, evening.leo).cast


def test_nobody_of_the_scene_is_named_to_those_elsewhere_by_whose_turn_it_is(evening: Evening) -> None:
    evening.do(evening.mj, PartWays(who=("leo",)))
    evening.do(evening.mj, Enter(ready="max", called="Zorglub"))
    for seat in (evening.leo, ""):
        view = evening.house.view(evening.table, seat)
        assert b"zorglub" not in written(view).lower()
        assert [turn.who for turn in view.turns] == ["ana"]
    assert "zorglub" in [turn.who for turn in evening.house.view(evening.table, evening.ana).turns]


def test_how_the_others_fare_is_not_told(evening: Evening) -> None:
    """Their names alone: not their sheets, nor how they are, nor the people of the scene that they are in."""
    evening.do(evening.mj, PartWays(who=("leo",)))
    leo, ana = (evening.house.view(evening.table, seat) for seat in (evening.leo, evening.ana))
    assert leo.away
    assert not ana.away
    assert list(leo.cast["ana"].sheet) == ["name"]
    assert leo.cast["ana"].condition is None
    assert list(ana.cast["leo"].sheet) == ["name"]
    assert ana.cast["leo"].elsewhere
    assert leo.cast["leo"].condition
    assert len(leo.cast["leo"].sheet) > 1
    assert leo.cast["wolf"].retired, "out of sight"
    assert leo.cast["wolf"].condition is None
    assert evening.house.sheet(evening.table, evening.leo, "leo", "fr").sections
    assert not evening.house.sheet(evening.table, evening.ana, "leo", "fr").sections


def test_dice_of_a_scene_are_verified_with_the_secret_ones(evening: Evening) -> None:
    """Others cannot count them; once all keys are shown, the log verifies."""
    before = evening.house.view(evening.table, evening.leo).dice.drawn
    evening.do(evening.mj, PartWays(who=("leo",)))
    evening.do(evening.ana, Say(text="/r 3d6"))
    assert evening.house.view(evening.table, evening.leo).dice.drawn == before
    evening.do(evening.mj, Rejoin())
    evening.do(evening.mj, Reveal(secret=True))
    told = [line for event in _log(evening) for line in getattr(event.what, "fair", ())]
    verdict = fair.verify(map(fair.from_dict, told))
    assert verdict["secret"].verified == 3


def test_what_cannot_be(evening: Evening) -> None:
    assert "Nobody would stay" in evening.refused(evening.mj, PartWays(who=("ana", "leo")))
    assert "belongs to no player" in evening.refused(evening.mj, PartWays(who=("wolf",)))
    assert "Everybody is here" in evening.refused(evening.mj, Rejoin())
    assert "is here already" in evening.refused(evening.mj, Rejoin(who=("ana",)))
    evening.refused(evening.mj, PartWays(who=("nobody",)))
    evening.refused(evening.mj, PartWays(who=()))
    evening.refused(evening.mj, PartWays(who=("leo",), scene="nowhere"))
    evening.refused(evening.mj, PartWays(who=("leo",), scene=BEFORE))
    evening.refused(evening.ana, PartWays(who=("leo",)))


@pytest.mark.parametrize("who", ["leo", "screen"])
def test_no_byte_of_the_scene_reaches_those_elsewhere(evening: Evening, who: str) -> None:
    """Alter whatever happens in the stored log where they are not, and all that they are sent is the same."""
    seat = {"leo": evening.leo, "screen": "nobody"}[who]
    evening.do(evening.mj, PartWays(who=("leo",)))
    start = evening.house.state(evening.table).version
    evening.do(evening.mj, Enter(who="max", ready="max"))
    evening.do(evening.ana, Say(text="qui va là ?", speaker="ana"))
    evening.do(evening.ana, Say(text="/r 2d6"))
    evening.do(evening.mj, Request(action="sample.strike", params={"target": "wolf"}, title="Frappe"))
    evening.do(evening.ana, Act(actor="ana", action="sample.strike", params={"target": "max"}, faces=(6,)))
    evening.do(evening.mj, Correct(who="ana", field="guard", value=2))
    evening.do(evening.mj, Correct(who="max", field="guard", value=1))
    evening.do(evening.mj, TakeBack())
    evening.do(evening.mj, Say(text="une lettre", kind="handout", title="Sceau"))
    evening.do(evening.mj, Retire(who="max"))
    events = _log(evening)
    viewer, plain = Viewer.of(folded(events), seat), received(events, seat)
    tried = 0
    for at, event in enumerate(events[start:], start):
        assert event.to != EVERYONE, event
        assert not sees(viewer, event), event
        line = event.to_json()
        paths = [path for path in leaves(line) if path[0] not in ("n", "to", "name", "by", "struck", "previous")]
        for together, changed in altered_together(events, at, paths):
            tried += len(together)
            assert received(changed, seat) == plain, (event.what.name, together)
    assert tried > 60
