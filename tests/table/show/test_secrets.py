"""What you may not see changes nothing you see: alter it in the stored log, and every byte sent to you is the same."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tablee.dice.fair import Keychain
from tablee.rules.stored.written import written
from tablee.table.decide.context import Context
from tablee.table.decide.deciding import decide
from tablee.table.decide.odds import odds
from tablee.table.decide.offering import asked_form, offers
from tablee.table.log.events import KINDS, Event, from_json
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.state import BEFORE, State, fold, folded
from tablee.table.log.store import store_at
from tablee.table.scenes import scene_of
from tablee.table.seen.prepared import NamedPerson, PreparedTry, Result
from tablee.table.service import House
from tablee.table.show.audience import Viewer, sees
from tablee.table.show.export import exported, markdown
from tablee.table.show.gate import show_event
from tablee.table.show.views import show
from tablee.table.topics.action import Act, Acted, Asked
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.blind import Disclose
from tablee.table.topics.character import Enter, HandOver, Portray, Retire
from tablee.table.topics.chat import Hide, Say
from tablee.table.topics.correction import Correct, Override
from tablee.table.topics.decision import Abandon, Answer, Hold, Settle
from tablee.table.topics.dial import SetDial
from tablee.table.topics.dice import Reveal
from tablee.table.topics.ledger import KeepLedger
from tablee.table.topics.paper import Project, Revise
from tablee.table.topics.parting import PartWays, Rejoin
from tablee.table.topics.pause import Pause
from tablee.table.topics.pin import Pin
from tablee.table.topics.random_table import Draw, WriteTables
from tablee.table.topics.request import Close, Remind, Request
from tablee.table.topics.scene import FollowScene, OpenScene, OrderScene, Prepare
from tablee.table.topics.seat import Dismiss, Invite, Join, Relink, StrikeOut
from tablee.table.topics.session import EndSession, TellSession
from tablee.table.topics.stand_in import StandIn
from tablee.table.topics.temper import Entrust
from tablee.table.topics.undo import Redo, TakeBack
from tablee.table.topics.unseen import Appear, Lurk
from tests.rules.sample import GAME
from tests.sent import sent
from tests.table.conftest import Evening, opened


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    store = store_at(str(tmp_path_factory.mktemp("secrets") / "tables.db"))
    evening = opened(House(store, lambda _: GAME))
    play(evening)
    yield evening
    store.close()


def play(evening: Evening) -> None:
    """Have every kind of event happen."""
    evening.do(evening.mj, Say(text="le duc ment", kind="note"))
    evening.do(evening.ana, Say(text="/mj je doute"))
    evening.do(evening.leo, Say(text="/w ana psst"))
    evening.do(evening.ana, evening.strike((1,)))
    evening.do(evening.mj, Hold())
    evening.do(evening.mj, Answer(answers={"wolf": False}))
    evening.do(evening.mj, Answer(answers={"leo": False}))
    hunt = Act(actor="wolf", action="sample.strike", params={"target": "ana"}, faces=(2,), audience="secret")
    evening.do(evening.mj, hunt)
    if evening.house.state(evening.table).pending:
        evening.do(evening.mj, Answer(answers={"leo": False}))
    evening.do(
        evening.leo, Act(actor="leo", action="sample.strike", params={"target": "ana"}, faces=(6,), audience="self")
    )
    evening.do(evening.mj, Correct(who="wolf", field="guard", value=2))
    evening.do(evening.mj, Correct(who="leo", field="secret", value="painter"))
    evening.do(evening.mj, Override(of=evening.house.state(evening.table).standing - 2, text="en fait non"))
    evening.do(evening.mj, Request(action="sample.strike", params={"target": "leo"}, who=("ana",), audience="blind"))
    request = next(iter(evening.house.state(evening.table).requests))
    evening.do(evening.ana, Act(actor="ana", action="sample.strike", request=request))
    while evening.house.state(evening.table).pending:
        waiting = evening.house.view(evening.table, evening.mj).waiting_for
        evening.do(evening.mj, Answer(answers=dict.fromkeys(waiting, False)))
    evening.do(evening.mj, Act(**{**hunt.model_dump(), "audience": "blind"}))
    evening.do(evening.mj, Disclose(of=evening.house.state(evening.table).version))
    evening.do(evening.ana, Say(text="/sr 3d6"))
    evening.do(evening.ana, Say(text="/r 3d6", audience="blind"))
    evening.do(evening.mj, Say(text="une carte", kind="handout", to=(evening.leo,)))
    evening.do(evening.mj, TakeBack())
    evening.do(evening.mj, TakeBack())
    evening.do(evening.mj, Redo())
    evening.do(evening.mj, Dismiss(knock=evening.house.knock(evening.table, "Zed").seat))
    watcher = evening.do(evening.mj, Invite(role="spectator"))
    evening.do(watcher.seat, Join(called="Vera"))
    evening.do(evening.mj, StrikeOut(seat=watcher.seat))
    evening.do(evening.mj, Relink(seat=watcher.seat, revoke=True))
    evening.do(evening.mj, HandOver(who="wolf", hidden=True))
    evening.do(evening.mj, Portray(who="wolf"))
    evening.do(evening.mj, Enter(who="max", ready="max"))
    evening.do(evening.mj, Retire(who="max"))
    evening.do(evening.ana, evening.strike((1,)))
    evening.do(evening.mj, Abandon())
    evening.do(evening.mj, Arrange(odds="shown"))
    evening.do(evening.leo, Settle(who="leo", decision="sample.step_in", answer=False))
    evening.do(evening.leo, Settle(who="leo", decision="sample.step_in"))
    evening.do(evening.mj, Request(action="sample.strike", who=("ana",), title="Qui frappe ?"))
    evening.do(evening.mj, Remind(request=list(evening.house.state(evening.table).requests)[-1]))
    evening.do(evening.mj, Close(request=list(evening.house.state(evening.table).requests)[-1]))
    noted = evening.do(evening.mj, Say(text="un piège", kind="note", title="Cave"))
    evening.do(evening.mj, Revise(of=noted.version, text="deux pièges"))
    attempt = PreparedTry("Forcer", "sample.strike", {"target": "wolf"}, Result("Il cède."), Result("Il tient."))
    well = Prepare(
        title="Le puits",
        text="Une corde",
        notes="il est vide",
        named=(NamedPerson("max", "Gaspard", 2),),
        tries=(attempt,),
        draft=True,
    )
    evening.do(evening.mj, well)
    cave = {"title": "La cave", "text": "Un coffre fermé", "papers": (noted.version,), "draft": False}
    evening.do(evening.mj, well.model_copy(update=cave))
    evening.do(evening.mj, OrderScene(scene=list(evening.house.state(evening.table).scenes)[-1], earlier=True))
    evening.do(evening.mj, OpenScene(scene=next(iter(evening.house.state(evening.table).scenes))))
    evening.do(evening.mj, FollowScene(attempt=0))
    evening.do(evening.mj, OpenScene(scene=BEFORE))
    evening.do(evening.mj, PartWays(who=("leo",)))
    evening.do(evening.ana, Say(text="sans lui", speaker="ana"))
    evening.do(evening.mj, OpenScene(scene=evening.house.state(evening.table).cast["leo"].elsewhere))
    evening.do(evening.leo, Say(text="sans elle"))
    evening.do(evening.mj, OpenScene(scene=BEFORE))
    evening.do(evening.mj, Rejoin())
    evening.do(evening.mj, Entrust(who="wolf", temper="brutal"))
    evening.do(evening.mj, StandIn(seat=evening.ana, instead=evening.leo))
    evening.do(evening.ana, StandIn(seat=evening.ana, on=False))
    evening.do(evening.mj, Lurk(ready="wolf"))
    evening.do(evening.mj, Lurk(ready="wolf", called="Ombre"))
    evening.do(evening.mj, Appear(who=next(iter(evening.house.state(evening.table).unseen))))
    evening.do(evening.mj, Project(of=evening.do(evening.mj, Say(text="un plan", kind="note")).version))
    evening.do(evening.mj, Pin(text="à lundi"))
    evening.do(evening.mj, WriteTables(text="# Butin\n3 × un sou\nune clé\n\n# Le traître (secret)\nle duc\nle page"))
    evening.do(evening.mj, Draw(table="Le traître", audience="open"))
    evening.do(evening.mj, Draw(table="Butin", audience="open"))
    evening.do(evening.mj, SetDial(title="La crue", size=4))
    evening.do(evening.mj, SetDial(title="L'aube", size=4, down=True, shown=True))
    for on in (True, False):
        evening.do(evening.leo if on else evening.mj, Pause(on=on))
    aloud = evening.do(evening.ana, Say(text="un gros mot"))
    evening.do(evening.mj, Hide(of=aloud.version))
    evening.do(evening.mj, Hide(of=aloud.version, hidden=False))
    shared = evening.do(evening.leo, Say(text="pas pour tous", kind="note", to=("ana",), title="Titre"))
    again = evening.house.view(evening.table, evening.leo).seen
    evening.do(evening.leo, Revise(of=again, text="toujours pas", title="Autre"))
    for line in (aloud, shared):
        evening.do(evening.mj, Hide(of=line.version))
    evening.do(evening.mj, Reveal())
    evening.do(evening.ana, KeepLedger(date="lundi", money="3 sous"))
    evening.do(evening.mj, EndSession(here=("ana",), told="Le duc a menti."))
    evening.do(evening.mj, TellSession(told="Le duc a menti, et vous l'ignorez."))
    evening.do(evening.ana, Say(text="/r 2d6"))
    evening.house.knock(evening.table, "Zoé")
    evening.do(evening.ana, evening.strike((1,)))


# the sample game has no rounds: tests/table/test_ends.py, test_scenes.py, tests/review/test_kept.py, test_what_if.py
ENDS = {
    "fight_ended/1",
    "review_told/1",
    "choices_shown/1",
    "way_tried/1",
    "laid_again/1",
    "joined_fight/1",
    "positioned/1",
}
ADVENTURES = {  # the sample game has none: tests/table/test_adventure.py looks for their secrets
    "adventure_begun/1", "adventure_chosen/1", "adventure_turned/1", "adventure_held/1",
}  # fmt: skip
ELSEWHERE = {  # house rules and editions are everybody's; a move voids seats, tells nothing else
    "optioned/1",
    "moved/1",
    "edition/1",
    *ENDS,
    *ADVENTURES,
}


def test_the_evening_has_every_kind_of_event(played: Evening) -> None:
    """Or the properties below would say nothing of those that are missing."""
    told = {event.what.name for event in played.house.store.read(played.table, 0, 10_000)}
    assert told == set(KINDS) - ELSEWHERE


def received(events: list[Event], seat: str, names: tuple[str, ...] = ()) -> bytes:
    """Everything a seat is ever sent: each line and the whole table in its time, offers, odds, both exports."""
    sent: list[Any] = []
    state, lines = State(), 0
    for event in events:
        state = fold(state, event)
        viewer = Viewer.of(state, seat)
        line = show_event(GAME, state, event, viewer, lines + 1)
        lines += line is not None
        sent += [line.to_json()] if line else []
        sent.append(show(GAME, state, viewer))
    assert state.seen_by(seat, viewer.mj) == lines
    sent += [*exported(GAME, state, events, viewer, None), markdown(GAME, state, events, viewer, "fr")]
    context = Context(state, GAME, Keychain.fresh(), seat, lambda n: events[n - 1], lambda _: [], str)
    sent.append(str(decide(context, Answer(answers={"leo": True}))))
    for who in names:
        scene = scene_of(GAME, state, who)
        sent += offers(context, scene, "fr")
        sent.append(asked_form(context, scene, Act(actor=who, action="sample.strike"), "fr"))
        for target in {"ana", "leo", "wolf"} - {who}:
            asked = Act(actor=who, action="sample.strike", params={"target": target})
            sent.append(
                [
                    target,
                    str(odds(context, scene_of(GAME, state, who), asked, "fr")),
                    str(decide(context, asked)),
                ]
            )
    return written(sent)


WHERE = ("behind", "there", "left", "back", "closed", "reopened")  # who of a scene is where is known by what they do
OUTCOME = ("n", "to", "name", "by", "changes", "struck", "again", "previous", "since", "request", *WHERE)


def hidden_places(events: list[Event], state: State, seat: str, who: str) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Where the stored log holds a value this seat may not know: the line, and the path inside it."""
    viewer = Viewer.of(state, seat)
    for at, event in enumerate(events):
        line = event.to_json()
        if not sees(viewer, event):
            for path in _leaves(line):
                answered = line.get("request") and path[0] == "actor"  # who has rolled is known to all
                if path[0] not in OUTCOME and path[-1] not in ("stream", "fair") and not answered:
                    yield at, path
        seen = sees(viewer, event)
        if line["name"] == "entered/1" and line["who"] == "wolf":
            yield from ((at, ("sheet", field)) for field in ("might", "guard", "health", "luck"))
        if line["name"] == "entered/1" and line["who"] == "leo" and who != "leo":
            yield at, ("sheet", "secret")
        concerns_wolf = seen and isinstance(event.what, Acted | Asked) and "wolf" in json.dumps(line)
        if concerns_wolf:
            for step, item in enumerate(line.get("why", [])):
                yield from ((at, ("why", step, "terms", i, "amount")) for i, _ in enumerate(item.get("terms", [])))
            yield from ((at, ("odds", grade)) for grade in line["odds"])
            for person, decision in line.get("asked", {}).items():
                for i, option in enumerate(decision["options"]):
                    yield from ((at, ("asked", person, "options", i, "odds", grade)) for grade in option["odds"])
        if seen and line["name"] != "requested/1" and line.get("audience") in ("secret", "blind"):
            unseen = ("rolls", "parts", "headline", "why", "total", "odds", "progress", "asked", "params", "text")
            yield from ((at, path) for path in _leaves(line) if path[0] in unseen and path[-1] != "rule")
        if line["name"] in ("opened/1", "moved/1"):
            yield at, ("code",)
        for i, change in enumerate(line.get("changes", [])):
            if change["who"] == "wolf":
                yield from ((at, ("changes", i, side)) for side in ("before", "after"))


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    found = False
    for key, item in items:
        found = True
        yield from _leaves(item, (*path, key))
    if not found and isinstance(value, int | str) and not isinstance(value, bool) and value != "":
        yield path


def altered(events: list[Event], at: int, paths: Sequence[tuple[Any, ...]]) -> list[Event] | None:
    """The log with other values at these paths of one line, each moved by a number of its own; None if it does not
    fold: an id that no longer exists, so not a log anybody could have written."""
    line = json.loads(json.dumps(events[at].to_json()))
    for by, path in enumerate(paths, 1):
        place = line
        for step in path[:-1]:
            place = place[step]
        value = place[path[-1]]
        place[path[-1]] = value + by if isinstance(value, int) else f"{value}x"
    changed = [*events[:at], from_json(line), *events[at + 1 :]]
    try:
        folded(changed)
    except Exception:
        return None
    return changed


Altered = tuple[list[tuple[Any, ...]], list[Event]]


def altered_together(events: list[Event], at: int, paths: list[tuple[Any, ...]]) -> Iterator[Altered]:
    """As many values of one line as can be altered together, then the others: what none of them changes in one go, no
    single one changes."""
    changed = altered(events, at, paths)
    if changed is not None:
        yield paths, changed
    elif len(paths) > 1:
        half = len(paths) // 2
        yield from altered_together(events, at, paths[:half])
        yield from altered_together(events, at, paths[half:])


@pytest.mark.parametrize("who", ["ana", "leo", "screen"])
def test_hidden_values_change_no_byte_of_what_others_receive(played: Evening, who: str) -> None:
    events = played.house.store.read(played.table, 0, 10_000)
    seat = {"ana": played.ana, "leo": played.leo, "screen": "nobody"}[who]
    names = (who,) if who != "screen" else ()
    plain = received(events, seat, names)
    places: dict[int, dict[tuple[Any, ...], None]] = defaultdict(dict)
    for at, path in hidden_places(events, folded(events), seat, who):
        places[at][path] = None
    tried = 0
    for at, paths in places.items():
        for together, changed in altered_together(events, at, list(paths)):
            tried += len(together)
            assert received(changed, seat, names) == plain, (events[at].what.name, together)
    assert tried > 100
    assert {event.what.name for event in events} >= set(KINDS) - NOT_PLAYED


NOT_PLAYED = {  # nothing hidden in them
    "dismissed/1", "relinked/1", "handed/1", "retired/1", "optioned/1", "abandoned/1", "moved/1",
    "revealed/1", "began/1", "edition/1",
} | ENDS | ADVENTURES  # fmt: skip


def test_numbers_of_a_hidden_foe_are_not_in_the_first_sentence(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store)
    table, token = house.open("undesix")
    mj = house.seat(table, token)
    for who, hidden in (("chloe", False), ("nicolas", True)):
        house.submit(table, mj, Enter(who=who, ready=who, hidden=hidden))
    house.submit(table, mj, Act(actor="chloe", action="undesix.attack", params={"target": "nicolas"}, faces=(2,)))
    line = sent(house.lines(table, "screen"))[-1]
    assert line["parts"][0]["amounts"] == {}
    assert not [value for value in line["headline"]["values"].values() if isinstance(value, int)]
    assert "? point" in house.markdown(table, "screen", "en")
    store.close()


def test_tokens_and_keys_are_never_shown(played: Evening) -> None:
    events = played.house.store.read(played.table, 0, 10_000)
    secret = played.house.store.secret(played.table)
    assert secret
    for seat in (played.mj, played.ana, played.leo):
        sent = received(events, seat).decode()
        assert not [s for s in folded(events).seats.values() if s.token and s.token in sent]
        before = events[: next(at for at, event in enumerate(events) if event.what.name == "revealed/1")]
        assert secret["public"] not in received(before, seat).decode()  # shown by the reveal, and not before
        assert secret["secret"] not in sent
