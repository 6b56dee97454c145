"""What the MJ draws and sets up on the spot: theirs until they say so, in the log like any dice."""

from __future__ import annotations

from pathlib import Path

from tablee.rules.stored.written import written
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.chat import Say
from tablee.table.topics.dial import SetDial
from tablee.table.topics.dice import Reveal
from tablee.table.topics.random_table import Draw, WriteTables
from tablee.table.verifying import verified
from tests.table.conftest import Evening


def test_a_draw_is_the_mj_s_and_its_dice_are_verified(tmp_path: Path) -> None:
    house = House(SqliteStore(tmp_path / "tables.db"))
    table, token = house.open("undesix")
    mj = house.seat(table, token)
    for words in ("/nom", "/table rumeurs", "/table person"):
        house.submit(table, mj, Say(text=words))
    draws = house.view(table, mj).draws
    assert [one.label.en for one in draws] == ["Person", "Rumour", "Name"]
    assert (draws[0].names, draws[2].names, bool(draws[2].called)) == ("en", "fr", True)
    assert house.view(table, "nobody").seen == house.state(table).version - 3
    house.submit(table, mj, Reveal(secret=True))
    told = verified("\n".join(house.exported(table, mj)))
    assert told.dice["secret"].verified == 8  # a name has two, a rumour one, a person five
    house.store.close()


def test_what_a_secret_table_gives_is_not_told(evening: Evening) -> None:
    text = "# Butin\n[Traître]\n\n# Météo\npluie\nvent\n\n# Traître (secret)\nle duc\nle page"
    evening.do(evening.mj, WriteTables(text=text))
    before = written(evening.house.view(evening.table, evening.ana))
    evening.do(evening.mj, Draw(table="butins", audience="open"))
    assert written(evening.house.view(evening.table, evening.ana)) == before
    evening.do(evening.mj, Draw(table="meteo", audience="open"))
    line = evening.house.lines(evening.table, evening.ana)[-1].to_json()
    assert line["text"]["fr"] in ("pluie", "vent")
    assert "dealt" not in line
    assert evening.refused(evening.mj, Draw(table="Zut")).endswith("There are: Butin, Météo, Traître.")
    assert evening.refused(evening.mj, WriteTables(text="# A\n[B]")).startswith("Line 2: There is neither")
    assert evening.refused(evening.ana, Say(text="/table meteo")) == "Only the GM can do that."


def test_a_clock_is_seen_by_whom_it_is_for(evening: Evening) -> None:
    def seen() -> list[tuple[str, int]]:
        return [(one.title, one.now) for one in evening.house.view(evening.table, evening.ana).dials.values()]

    evening.do(evening.mj, SetDial(title="La crue", size=3))
    dial = next(iter(evening.house.state(evening.table).dials))
    assert seen() == []
    evening.do(evening.mj, SetDial(dial=dial, now=1, shown=True))
    assert seen() == [("La crue", 1)]
    evening.do(evening.mj, SetDial(dial=dial, now=2, shown=False))
    gone = evening.house.lines(evening.table, evening.ana)[-1].to_json()
    assert (seen(), gone["now"], gone["kept"]) == ([], 1, False)  # not what it came to unseen
    evening.do(evening.mj, SetDial(dial=dial, now=9))
    assert evening.house.view(evening.table, evening.mj).dials[dial].left == 0
    evening.do(evening.mj, SetDial(dial=dial, drop=True))
    assert evening.refused(evening.mj, SetDial(dial=dial, now=1)) == "This clock is gone."
