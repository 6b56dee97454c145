"""Notes: of one's own, which the MJ alone reads beside, and of the group, which anybody corrects."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from tablee.rules.stored.written import written
from tablee.table.topics.chat import Say
from tablee.table.topics.paper import Revise
from tablee.table.topics.seat import StrikeOut
from tests.sent import sent
from tests.table.conftest import Evening


def papers(evening: Evening, seat: str) -> list[tuple[str, str, int]]:
    return [(one.kind, one.text, one.line) for one in evening.house.view(evening.table, seat).papers]


def test_a_note_of_ones_own_is_found_again_and_changed_by_its_own_line(evening: Evening) -> None:
    evening.do(evening.leo, Say(text="Rien pour Ana.", kind="whisper"))  # lines that Ana does not count
    evening.do(evening.ana, Say(text="Le puits.", kind="note"))
    ((kind, text, line),) = papers(evening, evening.ana)
    assert (kind, text) == ("note", "Le puits.")
    evening.do(evening.ana, Revise(of=line, text="Le puits est à sec."))
    assert papers(evening, evening.ana) == [("note", "Le puits est à sec.", line)]
    (of_mj,) = papers(evening, evening.mj)
    assert of_mj[2] > line
    evening.do(evening.ana, Revise(of=line, withdrawn=True))
    assert papers(evening, evening.ana) == []


def test_a_note_of_ones_own_is_in_nothing_that_another_player_is_sent(evening: Evening) -> None:
    evening.do(evening.ana, Say(text="Le mot de passe est sésame.", title="Porte", kind="note"))
    (own,) = papers(evening, evening.ana)
    evening.do(evening.ana, Revise(of=own[2], text="Non : c'est tournesol."))
    house, table = evening.house, evening.table
    view = written(house.view(table, evening.leo)).decode()
    lines = str(sent(house.with_sentences(table, house.lines(table, evening.leo), "fr")))
    export = "".join(house.exported(table, evening.leo))
    for word in ("sésame", "tournesol", "Porte"):
        assert word not in view + lines + export
    assert "tournesol" in written(house.view(table, evening.mj)).decode()


def test_a_note_of_the_group_is_read_and_corrected_by_all_and_withdrawn_by_who_wrote_it(evening: Evening) -> None:
    evening.do(evening.ana, Say(text="On doit dix sous au passeur.", kind="group"))
    of_leo = papers(evening, evening.leo)[0]
    evening.do(evening.leo, Revise(of=of_leo[2], text="On doit vingt sous au passeur."))
    for seat in (evening.mj, evening.ana, evening.leo):
        ((kind, text, _),) = papers(evening, seat)
        assert (kind, text) == ("group", "On doit vingt sous au passeur.")
    assert "not yours" in evening.refused(evening.leo, Revise(of=of_leo[2], withdrawn=True))
    own = papers(evening, evening.ana)[0]
    evening.do(evening.ana, Revise(of=own[2], withdrawn=True))
    assert papers(evening, evening.leo) == []


def test_nobody_writes_over_what_another_has_just_written(evening: Evening) -> None:
    evening.do(evening.ana, Say(text="Un.", kind="group"))
    seen = evening.house.view(evening.table, evening.ana).seen
    of_leo, of_ana = papers(evening, evening.leo)[0][2], papers(evening, evening.ana)[0][2]
    evening.do(evening.leo, Revise(of=of_leo, text="Deux.", seen=evening.house.view(evening.table, evening.leo).seen))
    assert "just changed" in evening.refused(evening.ana, Revise(of=of_ana, text="Trois.", seen=seen))
    evening.do(evening.ana, Revise(of=of_ana, text="Trois.", seen=evening.house.view(evening.table, evening.ana).seen))


def test_what_others_wrote_on_a_note_stays_when_its_first_writer_is_struck_out(evening: Evening) -> None:
    evening.do(evening.ana, Say(text="De la main d'Ana.", kind="group"))
    evening.do(evening.ana, Say(text="Encore d'Ana.", kind="group"))
    evening.do(evening.leo, Revise(of=papers(evening, evening.leo)[0][2], text="De la main de Léo."))
    evening.do(evening.ana, StrikeOut(seat=evening.ana))
    assert [text for _, text, _ in papers(evening, evening.leo)] == ["De la main de Léo."]


def test_a_paper_holds_a_long_text_and_nothing_is_cut_in_silence(evening: Evening) -> None:
    """Fifty thousand letters on a paper; what is said aloud stays short, and says where a long text goes."""
    long = "a" * 50_000
    written = evening.do(evening.mj, Say(text=long, kind="note"))
    assert evening.house.view(evening.table, evening.mj).papers[-1].text == long
    evening.do(evening.mj, Revise(of=written.version, text=long[1:]))
    assert "Write it on a paper" in evening.refused(evening.mj, Say(text="b" * 4001))
    assert "Write it on a paper" in evening.refused(evening.mj, Say(text="/me " + "b" * 4001, kind="note"))
    with pytest.raises(ValidationError):
        Say(text=long + "a", kind="note")
