"""Running an evening: the game paused, a message pinned or hidden, content notes read at the door."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tablee.rules.stored.written import written
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.quotas import Quotas
from tablee.table.seen.prepared import NamedPerson, PreparedTry, Result
from tablee.table.seen.view import Paper
from tablee.table.service import House
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import Enter, Retire
from tablee.table.topics.chat import Hide, Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Abandon, Answer
from tablee.table.topics.paper import Give, Project, Revise
from tablee.table.topics.pause import Pause
from tablee.table.topics.pin import Pin
from tablee.table.topics.request import Request
from tablee.table.topics.scene import FollowScene, OpenScene, Prepare
from tablee.table.topics.seat import Invite, StrikeOut
from tests.rules.sample import GAME
from tests.sent import sent
from tests.table.conftest import Evening, opened

PAUSED = "The game is paused: the GM lets it go on."


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    store = SqliteStore(tmp_path / "tables.db")
    yield opened(House(store, lambda _: GAME))
    store.close()


def test_anybody_pauses_and_nobody_is_told_who(evening: Evening) -> None:
    house, table = evening.house, evening.table
    watching = house.seat(table, evening.do(evening.mj, Invite(role="spectator")).token)
    screen = house.seat(table, evening.do(evening.mj, Invite(role="screen")).token)
    assert evening.refused(screen, Pause()) == "This seat watches without playing."
    for seat in (evening.leo, watching, evening.mj):
        evening.do(seat, Pause())
        assert house.view(table, evening.ana).paused
        line = sent(house.with_sentences(table, house.lines(table, evening.mj)[-1:], "fr"))[0]
        assert (line["name"], line["by"], line["on"]) == ("paused/1", "", True)
        assert line["said"]["told"] == "La partie est en pause."
        written = house.store.read(table, house.state(table).version - 1, 1)[0].to_json()
        assert set(written) == {"n", "at", "by", "to", "name", "on", "fruitless"}, (
            "it is written nowhere who asked for it"
        )
        assert evening.refused(seat, Pause()) == "The game is paused already."
        evening.do(evening.mj, Pause(on=False))
    assert not house.view(table, evening.ana).paused
    assert evening.refused(evening.mj, Pause(on=False)) == "The game is not paused."


def test_nothing_is_rolled_until_the_mj_lets_it_go_on(evening: Evening) -> None:
    evening.do(evening.ana, evening.strike((1,)))
    evening.do(evening.leo, Pause())
    for seat in (evening.ana, evening.mj):
        assert evening.refused(seat, evening.strike((6,))) == PAUSED
        assert evening.refused(seat, Say(text="/r 3d6")) == PAUSED
    assert evening.refused(evening.mj, Answer(answers={"wolf": False})) == PAUSED
    assert evening.refused(evening.mj, Request(action="sample.strike")) == PAUSED
    assert evening.refused(evening.leo, Pause(on=False)) == "Only the GM can do that."
    evening.do(evening.ana, Say(text="on respire"))
    evening.do(evening.mj, Abandon())
    evening.do(evening.mj, Correct(who="ana", field="health", value=4))
    offers = evening.house.offers(evening.table, evening.ana, "ana", "en")
    assert not isinstance(offers, Refusal)
    assert {offer.refusal and offer.refusal.sentence for offer in offers} == {PAUSED}
    evening.do(evening.mj, Pause(on=False))
    evening.do(evening.ana, evening.strike((6,)))


def test_a_message_is_pinned_in_the_place_of_the_last(evening: Evening) -> None:
    house, table = evening.house, evening.table
    assert evening.refused(evening.mj, Pin()) == "There is no pinned message to take away."
    for text in ("À lundi.", "À mardi."):
        evening.do(evening.mj, Pin(text=text))
        assert house.view(table, evening.leo).pinned == text
    assert "Épinglé par le meneur : À mardi." in house.markdown(table, evening.leo, "fr").replace("\u00a0", " ")
    evening.do(evening.mj, Pin(text=" "))
    assert house.view(table, evening.leo).pinned == ""
    evening.do(evening.mj, Pin(text="De Mo."))
    evening.do(evening.mj, StrikeOut(seat=evening.mj))
    assert "De Mo." not in json.dumps(house.exported(table, evening.mj))


def test_a_hidden_message_is_the_mj_s_alone_wherever_one_reads(evening: Evening) -> None:
    house, table = evening.house, evening.table
    evening.do(evening.ana, Say(text="XYZZY", kind="note", title="PLUGH", to=(evening.leo,)))
    evening.do(evening.ana, Revise(of=house.view(table, evening.ana).seen, text="XYZZY encore"))
    of = house.state(table).version - 1
    assert evening.refused(evening.mj, Hide(of=1)) == "Line 1 is not a message."
    assert evening.refused(evening.mj, Hide(of=999)) == "Line 999 is not a message."
    assert "seen by those" in evening.refused(evening.mj, Hide(of=of, hidden=False))
    seen = house.view(table, evening.leo).seen
    evening.do(evening.mj, Hide(of=of))

    def reads(seat: str) -> str:
        past = house.view_at(table, seat, seen)
        said = sent(house.with_sentences(table, house.lines(table, seat), "fr"))
        read = [house.view(table, seat), past, said, house.exported(table, seat), house.markdown(table, seat, "fr")]
        return written(read).decode()

    for seat in (evening.ana, evening.leo):
        assert "XYZZY" not in reads(seat)
        assert "PLUGH" not in reads(seat)
        assert "Message retiré par le meneur." in reads(seat)
        line = sent(house.lines(table, seat))[-1]
        assert (line["name"], line["hidden"]) == ("hid/1", True)
        assert sent(house.lines(table, seat))[line["of"] - 1]["hidden"]
    assert "XYZZY" in reads(evening.mj)
    told = sent(house.with_sentences(table, house.lines(table, evening.mj)[of - 1 : of], "fr"))[0]
    assert (told["hidden"], told["text"], told["to"]) == (True, "XYZZY", sorted([evening.ana, evening.leo]))
    again, token = house.import_log([json.loads(line) for line in house.exported(table, evening.mj)])
    assert "XYZZY" not in written(house.seen_as(again, house.seat(again, token), evening.leo)).decode()
    evening.do(evening.mj, Hide(of=of, hidden=False))
    assert "XYZZY encore" in reads(evening.leo)


def test_content_notes_are_read_before_one_comes_in(evening: Evening) -> None:
    house, table = evening.house, evening.table
    assert house.doorway(table).notes == ""
    evening.do(evening.mj, Arrange(notes=" Des araignées. "))
    evening.do(evening.mj, Arrange(odds="hidden"))
    assert (house.doorway(table).notes, house.doorway(table).door) == ("Des araignées.", "guarded")
    assert house.view(table, evening.leo).arranged.notes == "Des araignées."
    evening.do(evening.mj, Arrange(notes=""))
    assert house.doorway(table).notes == ""


def test_a_ready_character_comes_in_under_another_name(evening: Evening) -> None:
    house, table = evening.house, evening.table
    for _ in range(2):
        evening.do(evening.mj, Enter(ready="wolf", called="garde  du port"))
    evening.do(evening.mj, Enter(ready="wolf", called="Élise", feminine=True))
    state = house.state(table)
    assert list(state.cast)[-3:] == ["garde-du-port", "garde-du-port-2", "elise"]
    assert state.called("garde-du-port").with_article("fr", "le") == "le garde du port"
    assert state.called("elise").with_article("fr", "de") == "d'Élise"
    assert {**evening.sheet("elise"), "name": ""} == {**evening.sheet("wolf"), "name": ""}
    assert evening.refused(evening.mj, Enter(ready="wolf", called="a\u200bb")).startswith("A name is written")


def test_whoever_left_the_scene_comes_back_as_they_were(evening: Evening) -> None:
    evening.do(evening.mj, Correct(who="leo", field="health", value=2))
    assert evening.refused(evening.mj, Retire(who="leo", returned=True)) == "Léo is here already."
    evening.do(evening.mj, Retire(who="leo"))
    assert evening.refused(evening.mj, Retire(who="leo")) == "Léo is gone already."
    assert evening.refused(evening.leo, Retire(who="leo", returned=True)) == "Only the GM can do that."
    evening.do(evening.mj, Retire(who="leo", returned=True))
    seen = evening.house.view(evening.table, evening.leo).cast["leo"]
    assert (seen.retired, seen.owner, seen.sheet["health"]) == (False, evening.leo, 2)


def test_a_note_is_given_later_to_some(evening: Evening) -> None:
    house, table = evening.house, evening.table
    evening.do(evening.mj, Say(text="La clé est sous l'horloge.", kind="note", title="Indice"))
    of = house.view(table, evening.mj).papers[-1].line
    evening.do(evening.mj, Revise(of=of, text="La clé est sous le banc.", title="Indice"))
    assert house.view(table, evening.ana).papers == []
    assert evening.refused(evening.ana, Give(of=of)) == "Only the GM can do that."
    assert evening.refused(evening.mj, Give(of=1)) == "Line 1 is not a note."
    assert evening.refused(evening.mj, Give(of=of, to=("nobody",))) == "There is no seat “nobody”."
    evening.do(evening.mj, Give(of=of, to=("ana",)))
    given = Paper("handout", evening.mj, "Indice", "La clé est sous le banc.", picture="", alt="")
    own = house.view(table, evening.ana).seen  # the last line that Ana was shown
    assert house.view(table, evening.ana).papers == [replace(given, line=own)]
    assert house.view(table, evening.leo).papers == []
    assert [paper.kind for paper in house.view(table, evening.mj).papers] == ["handout"], "no longer a note"
    assert evening.refused(evening.mj, Give(of=of)) == f"Line {of} is not a note."


def test_a_paper_is_on_the_shared_screen_in_one_tap(evening: Evening) -> None:
    house, table = evening.house, evening.table
    assert evening.refused(evening.mj, Project()) == "No paper is on the screen."
    evening.do(evening.mj, Say(text="Une carte.", kind="note", title="Carte"))
    note = house.view(table, evening.mj).papers[-1].line
    assert evening.refused(evening.ana, Project(of=note)) == "Only the GM can do that."
    evening.do(evening.mj, Project(of=note))
    for seat in (evening.mj, evening.ana, "screen"):
        view = house.view(table, seat)
        assert view.projected
        assert (view.projected.title, view.projected) == ("Carte", view.papers[-1]), "given to all with it"
    evening.do(evening.mj, Project())
    assert house.view(table, "screen").projected is None
    evening.do(evening.mj, Project(of=house.view(table, evening.mj).papers[-1].line))
    assert house.view(table, "screen").projected
    evening.do(evening.mj, Revise(of=house.view(table, evening.mj).papers[-1].line, withdrawn=True))
    assert house.view(table, "screen").projected is None
    evening.do(evening.mj, Say(text="Une clé.", kind="handout", to=("ana",)))
    some = house.view(table, evening.mj).papers[-1].line
    assert evening.refused(evening.mj, Project(of=some)).startswith("This paper is not for everybody")


def test_a_table_is_called_otherwise(evening: Evening) -> None:
    house, table = evening.house, evening.table
    before = house.view(table, evening.ana).arranged
    assert evening.refused(evening.ana, Arrange(title="Autre")) == "Only the GM can do that."
    assert "\u202e" not in evening.refused(evening.mj, Arrange(title="a\u202eb"))
    evening.do(evening.mj, Arrange(title="  Le  lac noir "))
    view = house.view(table, evening.ana)
    assert (view.title, view.arranged) == ("Le lac noir", before)
    evening.do(evening.mj, Arrange(odds="hidden"))
    assert house.view(table, evening.ana).title == "Le lac noir"
    assert house.markdown(table, evening.ana, "fr").startswith("# Le lac noir")


def test_the_mj_sees_what_a_seat_sees_to_the_last_byte(evening: Evening) -> None:
    house, table = evening.house, evening.table
    evening.do(evening.ana, evening.strike((1,)))  # the wolf is asked: the card has its number among their lines
    for seat in (evening.ana, evening.leo, evening.mj):
        assert written(house.seen_as(table, evening.mj, seat)) == written(house.view(table, seat))


def test_a_table_holds_no_more_people_however_a_scene_opens(evening: Evening) -> None:
    house, table = evening.house, evening.table
    evening.do(evening.mj, Prepare(title="La meute", named=(NamedPerson("wolf", "Loup", 30),)))
    pack = next(iter(house.state(table).scenes))
    evening.do(evening.mj, Prepare(title="Le bois", tries=(PreparedTry("Hurler", good=Result(to=pack)),)))
    wood = next(id for id in house.state(table).scenes if id != pack)
    evening.do(evening.mj, OpenScene(scene=wood))
    house._quotas = Quotas(characters=len(house.state(table).cast) + 29)
    for opens in (OpenScene(scene=pack), FollowScene(attempt=0)):
        assert "former ones included" in evening.refused(evening.mj, opens)
    house._quotas = Quotas()
    evening.do(evening.mj, FollowScene(attempt=0))
    assert sum(one.sheet["name"]["fr"].startswith("Loup") for one in house.state(table).cast.values()) == 30


def test_a_prepared_scene_opens_at_once_and_was_nobody_s_business(evening: Evening) -> None:
    house, table = evening.house, evening.table
    evening.do(evening.mj, Say(text="Signé L.", kind="note", title="Lettre"))
    letter = house.view(table, evening.mj).papers[-1].line
    before = written([house.view(table, evening.ana), sent(house.lines(table, evening.ana))])
    assert evening.refused(evening.mj, Prepare()) == "Give this scene a title."
    assert evening.refused(evening.mj, Prepare(title="X", who=("nobody",))).startswith("This game has no ready")
    assert evening.refused(evening.mj, Prepare(title="X", papers=(1,))) == "Line 1 is not a note."
    strange = PreparedTry("Frapper", "sample.strike", {"zeal": 3})
    assert "zeal" in evening.refused(evening.mj, Prepare(title="X", tries=(strange,)))
    assert evening.refused(evening.ana, Prepare(title="X")) == "Only the GM can do that."
    laid = Prepare(title="La grange", who=("wolf", "wolf"), text="Du foin.", papers=(letter,))
    evening.do(evening.mj, laid)
    (id,) = house.view(table, evening.mj).scenes
    evening.do(
        evening.mj,
        Prepare(scene=id, title="La grange, de nuit", who=("wolf", "wolf"), text="Du foin.", papers=(letter,)),
    )
    assert written([house.view(table, evening.ana), sent(house.lines(table, evening.ana))]) == before
    house._quotas = Quotas(characters=len(house.state(table).cast) + 1)
    assert "former ones included" in evening.refused(evening.mj, OpenScene(scene=id))
    house._quotas = Quotas()
    evening.do(evening.mj, OpenScene(scene=id))
    seen = house.view(table, evening.ana)
    assert [who for who in seen.cast if who.startswith("wolf")] == ["wolf", "wolf-2", "wolf-3"]
    assert [(paper.title, paper.text) for paper in seen.papers] == [
        ("La grange, de nuit", "Du foin."),
        ("Lettre", "Signé L."),
    ]
    assert evening.refused(evening.mj, OpenScene(scene=id)) == "This scene is open already."
    assert evening.refused(evening.mj, OpenScene(scene="none")).startswith("This scene is no longer prepared")
    evening.do(evening.mj, Prepare(title="Ailleurs"))
    other = next(iter(house.view(table, evening.mj).scenes))
    again, token = house.import_log([json.loads(line) for line in house.exported(table, evening.mj)])
    assert next(iter(house.view(again, house.seat(again, token)).scenes)) == other, "it is in the export"
    assert "Ailleurs" not in json.dumps(house.exported(table, evening.ana))
    evening.do(evening.mj, Prepare(scene=other, drop=True))
    assert other not in house.view(table, evening.mj).scenes


def test_another_edition_of_the_rules_is_told_once_before_it_is_played(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is told before anything was played, nor as long as the edition is the same; then one line, to everybody,
    before the first result of the new one, and of lines that name no edition too.
    """
    house, table = evening.house, evening.table

    def played(*editions: str) -> list[str]:
        for edition in editions:
            for room in ("edition", "action"):
                monkeypatch.setattr(f"tablee.table.topics.{room}.edition", lambda _game, edition=edition: edition)
            evening.do(evening.ana, evening.strike((6,)))
        lines = sent(house.with_sentences(table, house.lines(table, evening.leo), "en"))
        return [line["said"]["told"] for line in lines if line["name"] == "edition/1"]

    assert played("", "") == []
    assert len(played("1.0 aaaaaaaa")) == 1
    told = played("1.0 aaaaaaaa", "1.1 bbbbbbbb", "1.1 bbbbbbbb")
    assert len(told) == 2
    assert told[-1].startswith("From here on the rules are those of edition 1.1 bbbbbbbb")
    names = [line["name"] for line in sent(house.lines(table, evening.mj))]
    assert names[len(names) - names[::-1].index("edition/1")] == "acted/1", "it comes before the result"
