"""Pictures of a table: drawn again, kept beside its log, for the eyes of those who have the paper, gone with it."""

from __future__ import annotations

import io
import json
import time
from typing import Any

import pytest
from PIL import Image

from tablee.errors import BadInput, BadRecord, Unknown
from tablee.table.decide.refusal import Refusal
from tablee.table.gallery import UNUSED_SECONDS
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.state import State
from tablee.table.log.store import Store
from tablee.table.pictures import ID, Picture, redrawn, size_of
from tablee.table.quotas import Quotas
from tablee.table.service import House, Submitted
from tablee.table.topics.character import HandOver, Portray
from tablee.table.topics.chat import Hide, Say
from tablee.table.topics.decision import Answer
from tablee.table.topics.paper import Give, Revise
from tablee.table.topics.scene import OpenScene, Prepare
from tablee.table.topics.seat import Invite, StrikeOut
from tablee.table.topics.undo import Redo, TakeBack
from tests.rules.sample import GAME
from tests.sent import sent
from tests.table.conftest import Evening, opened

pytestmark = pytest.mark.both_stores


def image(colour: str = "red", size: tuple[int, int] = (40, 20), kind: str = "PNG", **more: Any) -> bytes:
    """The file of a plain picture."""
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, kind, **more)
    return out.getvalue()


def as_drawn(colour: str = "red") -> Picture:
    """A picture as `redrawn` makes it, without a process for each test."""
    return Picture(image(colour, (40, 20), "WEBP"), 40, 20)


def brought(evening: Evening, seat: str, colour: str = "red") -> str:
    id = evening.house.keep_picture(evening.table, seat, as_drawn(colour))
    assert isinstance(id, str), id
    return id


def seen(evening: Evening, seat: str, id: str) -> bool:
    try:
        return evening.house.picture(evening.table, seat, id) == as_drawn().file
    except Unknown:
        return False


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
def test_a_picture_is_drawn_again_small_upright_and_without_what_came_with_it(kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "la maison d'Ana"  # held on its side; a description
    more = {} if kind == "GIF" else {"exif": exif}
    made = redrawn(image("red", (3200, 1600), kind, **more))
    with Image.open(io.BytesIO(made.file)) as drawn:
        assert (drawn.format, drawn.size) == ("WEBP", (1600, 800) if kind == "GIF" else (800, 1600))
        assert (made.width, made.height) == drawn.size
        assert not drawn.getexif()
        assert not {"exif", "icc_profile", "xmp"} & drawn.info.keys()
    assert b"maison" not in made.file


def test_what_lets_the_paper_through_still_does() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (10, 10), (255, 0, 0, 0)).save(out, "PNG")
    with Image.open(io.BytesIO(redrawn(out.getvalue()).file)) as drawn:
        assert drawn.convert("RGBA").getpixel((5, 5))[3] == 0  # type: ignore[index]


def test_a_store_keeps_pictures_beside_its_logs(store: Store) -> None:
    store.create("t", "CODE", {})
    file = bytes(range(256)) * 300
    store.keep_picture("t", "b", "ana", file)
    store.keep_picture("t", "b", "leo", b"other")  # the same id: as it was
    store.keep_picture("t", "A", "mj", b"\0")
    assert [(one.id, one.by, one.size) for one in store.pictures("t")] == [("A", "mj", 1), ("b", "ana", len(file))]
    assert abs(store.pictures("t")[0].at - time.time()) < 60
    assert (store.picture("t", "b"), store.picture("t", "?"), store.picture("?", "b")) == (file, None, None)
    store.drop_pictures("t", ["A", "?"])
    store.drop_pictures("t", [])
    assert [one.id for one in store.pictures("t")] == ["b"]
    store.delete("t")
    assert (store.picture("t", "b"), store.pictures("t")) == (None, [])
    with pytest.raises(Unknown):
        store.keep_picture("t", "b", "ana", file)


def test_a_command_without_portrait_looks_through_no_papers(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many papers a table has, a word costs the same."""
    monkeypatch.setattr(State, "pictures", property(lambda _: pytest.fail("looked through the papers")))
    evening.do(evening.ana, Say(text="Bonjour"))


def test_a_picture_is_prepared_given_to_one_rewritten_and_withdrawn(evening: Evening) -> None:
    id = brought(evening, evening.mj)
    assert ID.fullmatch(id)
    assert size_of(id) == (40, 20)
    assert brought(evening, evening.mj) == id, "sent again, it is the same"
    assert not any(seen(evening, seat, id) for seat in (evening.mj, evening.ana)), "no paper shows it yet"
    evening.do(evening.mj, Say(text="", kind="note", title="Carte", picture=id, alt=" Une carte rouge "))
    of = evening.house.view(evening.table, evening.mj).papers[-1].line
    assert [seen(evening, seat, id) for seat in (evening.mj, evening.ana, evening.leo)] == [True, False, False]
    evening.do(evening.mj, Give(of=of, to=("ana",)))
    assert [seen(evening, seat, id) for seat in (evening.mj, evening.ana, evening.leo)] == [True, True, False]
    (paper,) = evening.house.view(evening.table, evening.ana).papers
    assert (paper.text, paper.picture, paper.alt) == ("", id, "Une carte rouge")
    assert id not in json.dumps(sent(evening.house.lines(evening.table, evening.leo)))
    told = sent(evening.house.with_sentences(evening.table, evening.house.lines(evening.table, evening.ana), "en"))[-1]
    assert told["said"]["told"] == "Mo: a picture, “Une carte rouge”"
    of = evening.house.view(evening.table, evening.mj).papers[-1].line
    evening.do(evening.mj, Revise(of=of, text="Lisez.", title="Carte"))  # the picture stays
    assert seen(evening, evening.ana, id)
    evening.do(evening.mj, Revise(of=of, text="Lisez.", title="Carte", picture=""))
    assert not seen(evening, evening.ana, id)
    evening.do(evening.mj, Revise(of=of, text="", title="Carte", picture=id, alt="Une carte"))
    assert evening.house.view(evening.table, evening.ana).papers[0].alt == "Une carte"
    line = sent(evening.house.lines(evening.table, evening.mj))[of - 1]["line"]
    evening.do(evening.mj, Hide(of=line))
    assert [seen(evening, seat, id) for seat in (evening.mj, evening.ana)] == [True, False]
    assert id not in json.dumps(sent(evening.house.lines(evening.table, evening.ana)))
    evening.do(evening.mj, Hide(of=line, hidden=False))
    evening.do(evening.mj, Revise(of=of, withdrawn=True))
    assert not seen(evening, evening.ana, id)


def test_undoing_and_redoing_leave_papers_and_their_pictures(evening: Evening) -> None:
    id = brought(evening, evening.mj)
    evening.do(evening.ana, evening.strike((3,)))
    evening.do(evening.mj, Answer(answers={"wolf": False}))
    evening.do(evening.mj, Say(text="", kind="handout", picture=id))
    evening.do(evening.mj, TakeBack(to=1))
    assert seen(evening, evening.leo, id)
    evening.do(evening.mj, Redo())
    assert seen(evening, evening.leo, id)


def test_whose_pictures_go_on_whose_papers(evening: Evening) -> None:
    id, mine = brought(evening, evening.mj), brought(evening, evening.ana)
    assert id != mine, "nobody finds out that somebody else has brought the same"
    gone = "This picture is gone: choose it again."
    assert evening.refused(evening.ana, Say(text="x", kind="note", picture=id)) == gone
    assert evening.refused(evening.mj, Say(text="x", kind="note", picture="?")) == gone
    assert evening.refused(evening.mj, Say(text="x", picture=id)).startswith("A picture goes on a paper")
    assert evening.refused(evening.mj, Say(text="/w Ana x", kind="note", picture=id)).startswith("A picture goes on")
    evening.do(evening.ana, Say(text="", kind="note", picture=mine))
    assert [seen(evening, seat, mine) for seat in (evening.ana, evening.mj, evening.leo)] == [True, True, False]
    evening.do(evening.mj, Say(text="", kind="handout", picture=mine))
    assert seen(evening, evening.leo, mine)
    watching = evening.do(evening.mj, Invite(role="spectator")).seat
    no = evening.house.keep_picture(evening.table, watching, as_drawn())
    assert isinstance(no, Refusal)
    assert no.say("en") == "This seat watches without playing."


def test_what_nothing_shows_goes_after_a_while(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, left = brought(evening, evening.mj), brought(evening, evening.mj, "blue")
    evening.do(evening.mj, Say(text="", kind="note", picture=kept))
    brought(evening, evening.mj, "green")
    assert len(evening.house.store.pictures(evening.table)) == 3
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + UNUSED_SECONDS + 1)
    newest = brought(evening, evening.mj, "white")
    assert {one.id for one in evening.house.store.pictures(evening.table)} == {kept, newest}
    assert left != newest


def test_pictures_count_among_what_a_table_may_hold(store: Store) -> None:
    file = as_drawn().file
    evening = opened(House(store, lambda _: GAME, quotas=Quotas(pictures=1)))
    brought(evening, evening.mj)
    brought(evening, evening.mj)  # the same
    no = evening.house.keep_picture(evening.table, evening.mj, as_drawn("blue"))
    assert isinstance(no, Refusal)
    assert no.say("en").startswith("This table has 1 picture already")
    held = store.size(evening.table, 0, 2**31 - 1) + len(file)
    full = House(store, lambda _: GAME, quotas=Quotas(bytes=held + len(file) // 2))
    no = full.keep_picture(evening.table, evening.mj, as_drawn("blue"))
    assert isinstance(no, Refusal)
    assert no.say("en").startswith("This table is full")
    full = House(store, lambda _: GAME, quotas=Quotas(bytes=held))
    assert isinstance(full.submit(evening.table, evening.mj, Say(text="x")), Refusal)
    assert len(store.pictures(evening.table)) == 1


def test_whoever_is_struck_out_takes_their_pictures_along(evening: Evening) -> None:
    mine, other = brought(evening, evening.ana), brought(evening, evening.mj)
    evening.do(evening.ana, Say(text="", kind="note", picture=mine, alt="Mon chat"))
    evening.do(evening.mj, Say(text="", kind="handout", picture=other))
    evening.do(evening.ana, StrikeOut(seat=evening.ana))
    assert [one.id for one in evening.house.store.pictures(evening.table)] == [other]
    assert "Mon chat" not in "\n".join(evening.house.exported(evening.table, evening.mj))


def pictured(evening: Evening) -> tuple[str, str]:
    """A table with a picture for Ana and one for everybody; another that nothing shows."""
    hers, all_s = brought(evening, evening.mj), brought(evening, evening.mj, "blue")
    brought(evening, evening.mj, "green")
    evening.do(evening.mj, Say(text="Pour toi.", kind="handout", to=("ana",), picture=hers))
    evening.do(evening.mj, Say(text="Pour tous.", kind="handout", picture=all_s))
    return hers, all_s


def test_an_export_holds_the_pictures_that_its_seat_may_see(evening: Evening) -> None:
    hers, all_s = pictured(evening)

    def pictures(seat: str) -> set[str]:
        held, *lines = map(json.loads, evening.house.exported(evening.table, seat))
        found = {line["id"] for line in lines if line["name"] == "picture/1"}
        assert (held["pictures"], held["lines"]) == (len(found), len(lines) - len(found))
        return found

    assert pictures(evening.mj) == pictures(evening.ana) == {hers, all_s}
    assert pictures(evening.leo) == {all_s}


def test_an_imported_table_has_its_pictures_drawn_again(evening: Evening) -> None:
    hers, all_s = pictured(evening)
    lines = [json.loads(line) for line in evening.house.exported(evening.table, evening.mj)]
    table, token = evening.house.import_log(lines)
    mj = evening.house.seat(table, token)
    assert {one.id for one in evening.house.store.pictures(table)} == {hers, all_s}
    with Image.open(io.BytesIO(evening.house.picture(table, mj, hers))) as drawn:
        assert (drawn.format, drawn.size) == ("WEBP", (40, 20))
    evening.house.delete(table)
    assert evening.house.store.pictures(table) == []
    before = evening.house.store.tables()
    damaged = [{**line, "file": "AAAA"} if line.get("id") == hers else line for line in lines]
    strange = [{**line, "id": "../x"} if line.get("id") == hers else line for line in lines]
    for wrong in (
        lines[:-1],
        damaged,
        strange,
        [*lines[:-1], {"name": "picture/1", "id": hers, "by": "", "file": "é"}],
    ):
        with pytest.raises(BadRecord):
            evening.house.import_log(wrong)
    full = House(evening.house.store, lambda _: GAME, quotas=Quotas(pictures=1))
    with pytest.raises(BadInput, match="1 picture already"):
        full.import_log(lines)
    assert evening.house.store.tables() == before, "nothing is left of what was refused"


def test_a_backup_brings_pictures_back_as_they_were(evening: Evening, tmp_path: Any) -> None:
    hers, all_s = pictured(evening)
    kept = list(evening.house.backup(evening.table, links=True))
    files = [evening.house.store.picture(evening.table, id) for id in (hers, all_s)]
    evening.house.delete(evening.table)
    for store in (evening.house.store, SqliteStore(tmp_path / "elsewhere.db")):
        assert House(store, lambda _: GAME).restore(kept)
        assert [store.picture(evening.table, id) for id in (hers, all_s)] == files
        assert len(store.pictures(evening.table)) == 2
    store.close()


def test_a_prepared_scene_hands_its_pictures_out(evening: Evening) -> None:
    id = brought(evening, evening.mj)
    noted = evening.do(evening.mj, Say(text="", kind="note", title="Plan", picture=id))
    evening.do(evening.mj, Prepare(title="La cave", papers=(noted.version,)))
    (scene,) = evening.house.view(evening.table, evening.mj).scenes
    assert not seen(evening, evening.leo, id)
    assert isinstance(evening.do(evening.mj, OpenScene(scene=scene)), Submitted)
    assert seen(evening, evening.leo, id)


def portrait(colour: str = "red") -> Picture:
    return Picture(image(colour, (256, 256), "WEBP"), 256, 256)


def test_a_character_has_a_portrait_until_it_is_taken_away(evening: Evening) -> None:
    house, table = evening.house, evening.table
    id = house.keep_picture(table, evening.ana, portrait())
    other = house.keep_picture(table, evening.ana, portrait("blue"))
    assert isinstance(id, str)
    assert isinstance(other, str)
    for command, why in (
        (Portray(who="leo", picture=id), "Léo is not your character."),
        (Portray(who="ana", picture="?"), "This picture is gone: choose it again."),
        (
            Portray(who="ana", picture=brought(evening, evening.ana)),
            "This picture is no portrait: send it as a portrait.",
        ),
    ):
        assert evening.refused(evening.ana, command) == why
    assert evening.refused(evening.mj, Portray(who="nobody")).startswith("Nobody is called")
    evening.do(evening.ana, Portray(who="ana", picture=id))
    for seat in (evening.mj, evening.leo, ""):
        assert house.view(table, seat).cast["ana"].portrait == id
        assert house.picture(table, seat, id) == portrait().file
    assert house.portrait(table, evening.leo, "ana") == portrait()
    assert house.portrait(table, evening.leo, "leo") is None
    evening.do(evening.mj, HandOver(who="ana", owner=evening.ana, hidden=True))
    assert house.picture(table, evening.leo, id), "as the name, which is everybody's"
    evening.do(evening.ana, Portray(who="ana", picture=other))
    assert house.store.picture(table, id) is None, "deleted with the change"
    table_again, _ = house.import_log([json.loads(line) for line in house.exported(table, evening.mj)])
    assert house.state(table_again).cast["ana"].portrait == other
    assert house.store.picture(table_again, other)
    evening.do(evening.ana, Portray(who="ana"))
    assert (house.view(table, evening.leo).cast["ana"].portrait, house.store.picture(table, other)) == ("", None)


def test_whoever_is_struck_out_leaves_no_portrait(evening: Evening) -> None:
    id = evening.house.keep_picture(evening.table, evening.ana, portrait())
    assert isinstance(id, str)
    evening.do(evening.ana, Portray(who="ana", picture=id))
    evening.do(evening.mj, StrikeOut(seat=evening.ana))
    assert evening.house.state(evening.table).cast["ana"].portrait == ""
    assert evening.house.store.pictures(evening.table) == []
