"""Names that somebody could be mistaken by, and whispers that reach one person or nobody."""

from __future__ import annotations

import pytest

from tablee.errors import BadInput
from tablee.table.decide.naming import skeleton
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import Enter, HandOver
from tablee.table.topics.chat import Say
from tablee.table.topics.seat import Invite, Join, Joined
from tests.sent import sent
from tests.table.conftest import Evening


def heard(evening: Evening, seat: str) -> list[str]:
    lines = sent(evening.house.lines(evening.table, seat))
    return [line["text"] for line in lines if line["name"] == "said/1"]


def invited(evening: Evening, called: str = "") -> str:
    seat = evening.house.seat(evening.table, evening.do(evening.mj, Invite()).token)
    if called:
        evening.do(seat, Join(called=called))
    return seat


@pytest.mark.parametrize("name", [
    "Аna", "Αna", "ana ", "ＡＮＡ", "𝐀𝐧𝐚", "ana\N{NO-BREAK SPACE}", "Ana\N{VARIATION SELECTOR-16}",
    "mj", "Мo", "M0", "ᎪNA", "ᴀɴᴀ", "Ana.", "A na", "«Ana»", "A-n’a", "Аna !", "m.j",
])  # fmt: skip
def test_nobody_takes_a_name_that_looks_like_another_s(evening: Evening, name: str) -> None:
    assert "already" in evening.refused(evening.leo, Join(called=name))
    assert "already" in evening.refused(evening.leo, Enter(who="spy", sheet={"name": {"fr": name}}))


@pytest.mark.parametrize("sign", [
    "\u200b", "\u200d", "\u2060", "\ufeff", "\u202e", "\u2066", "\u200f", "\u00ad", "\x00", "\x1b", "\u034f", "\u3164",
    "\u2800", "\ue000", "\U000e0041", "a\u0301\u0302\u0303\u0304",
])  # fmt: skip
def test_signs_that_are_not_seen_are_no_part_of_a_name(evening: Evening, sign: str) -> None:
    for command in (
        Join(called=f"Zoé{sign}"),
        Enter(who="zoe", sheet={"name": {"fr": f"Zo{sign}é"}}),
        Enter(who="zoe", sheet={"name": {"fr": "Zoé", "en": f"{sign}Zoe"}}),
    ):
        for seat in (evening.leo, evening.mj):
            assert "U+" in evening.refused(seat, command)
    for say in (lambda: evening.house.open("sample", f"Un{sign} soir"), lambda: knocked(evening, f"Zoé{sign}")):
        with pytest.raises(BadInput, match=r"U\+"):
            say()


def knocked(evening: Evening, called: str) -> str:
    return evening.house.knock(evening.table, called).seat


def test_a_blank_name_is_none(evening: Evening) -> None:
    assert evening.refused(evening.leo, Join(called=" \t\u2003")) == "A name is missing."


@pytest.mark.parametrize(
    "name", ["Zoé", "Jean-Loup d'Arc", "Ольга", "小龍", "Nguyễn", "🐉", "محمد", "Anaïs", "Ann", "1"]
)
def test_names_of_every_language_are_welcome(evening: Evening, name: str) -> None:
    evening.do(evening.leo, Join(called=name))
    assert evening.house.state(evening.table).seats[evening.leo].called == name


def test_what_looks_alike() -> None:
    assert skeleton("Iris") == skeleton("lrls") == skeleton("1ris")
    assert skeleton("Bernard") == skeleton("Bemard")
    assert skeleton("Jean-Luc") == skeleton("Jean Luc") != skeleton("Jean")
    assert len({skeleton(name) for name in ("!", "?", "…", "-", "🐉", "🐲", "Ana 🐉", "Ana")}) == 8
    assert len({skeleton(name) for name in ("Zoé", "Zoe", "Léa", "Leo", "Mo", "Max", "Ana")}) == 7


def test_names_are_not_tested_at_a_guarded_door(evening: Evening) -> None:
    """A code alone does not tell who is at a table: whoever knocks under a name that is taken is asked for another
    once they are in. An open door lets them in to see for themselves.
    """
    knock = knocked(evening, "Аna")
    evening.do(evening.mj, Invite(knock=knock))
    assert evening.house.state(evening.table).seats[knock].called == ""
    assert "already" in evening.refused(knock, Join(called="Аna"))
    evening.do(evening.mj, Arrange(door="open"))
    with pytest.raises(BadInput, match="already"):
        knocked(evening, "Аna")


def test_the_mj_names_characters_as_they_wish(evening: Evening) -> None:
    evening.do(evening.mj, Enter(who="wolf-2", ready="wolf"))
    evening.do(evening.mj, Enter(who="ana-2", ready="ana"))


def test_a_name_that_begins_like_another_s_hears_nothing(evening: Evening) -> None:
    """« Ana je » waits for « /w Ana je t'attends »: nobody is told, and the sentence says who fits."""
    spy = invited(evening, "Ana je")
    no = evening.refused(evening.leo, Say(text="/w Ana je t'attends"))
    assert f"Ana ({evening.ana}), Ana je ({spy})" in no or f"Ana je ({spy}), Ana ({evening.ana})" in no
    evening.do(evening.leo, Say(text="/w Ana tu viens ?"))
    evening.do(evening.leo, Say(text='/w "Ana" je t\'attends'))
    evening.do(evening.leo, Say(text="/w « Ana » je suis là"))
    evening.do(evening.leo, Say(text=f"/w {evening.ana} je pars"))
    assert heard(evening, evening.ana) == ["tu viens ?", "je t'attends", "je suis là", "je pars"]
    assert heard(evening, spy) == []
    evening.do(evening.leo, Say(text="/w «Ana je» et toi ?"))
    assert heard(evening, spy) == ["et toi ?"]


def test_a_whisper_to_a_character_goes_to_their_player(evening: Evening) -> None:
    evening.do(evening.mj, Enter(who="chien", ready="wolf", owner=evening.ana))
    evening.do(evening.leo, Say(text="/w CHIEN assis"))
    evening.do(evening.leo, Say(text="couché", kind="whisper", to=("chien",)))
    evening.do(evening.leo, Say(text="au pied", to=(evening.ana,)))
    assert heard(evening, evening.ana) == ["assis", "couché", "au pied"]
    assert evening.refused(evening.leo, Say(text='/w "wolf-9" psst')).startswith("There is nobody called")
    spectator = invited(evening)
    for words in (Say(text="pour le meneur", to=("wolf",)), Say(text="/me pour le meneur", to=("wolf",))):
        evening.do(evening.leo, words)
    assert heard(evening, spectator) == heard(evening, evening.ana)[3:] == []
    assert heard(evening, evening.mj)[-1] == "pour le meneur"


@pytest.mark.parametrize("words", ['"' + " " * 3900 + "x", "«" * 3900, '" "' * 1300, "a " * 1900])
def test_whom_is_found_in_a_moment_whatever_is_typed(evening: Evening, words: str) -> None:
    assert evening.refused(evening.leo, Say(text=f"/w {words}")).startswith("There is nobody called")


def test_two_characters_of_one_name_are_told_apart_by_their_id(evening: Evening) -> None:
    evening.do(evening.mj, Enter(who="wolf-2", ready="wolf", owner=evening.ana))
    evening.do(evening.mj, HandOver(who="wolf", owner=evening.leo))
    no = evening.refused(evening.mj, Say(text='/w "loup" assis'))
    assert all(f"{name} ({seat})" in no for name, seat in (("Ana", evening.ana), ("Leo", evening.leo)))
    evening.do(evening.mj, Say(text="/w wolf-2 assis"))
    assert (heard(evening, evening.ana), heard(evening, evening.leo)) == (["assis"], [])


def test_words_to_somebody_unknown_are_kept_for_nobody(evening: Evening) -> None:
    for words in (Say(text="/me rit", to=("nobody",)), Say(text="psst", kind="whisper", to=("nobody",))):
        assert evening.refused(evening.ana, words) == "There is no seat “nobody”."


def test_a_seat_s_id_is_nobody_s_character(evening: Evening) -> None:
    assert "already" in evening.refused(evening.leo, Enter(who=evening.ana, ready="wolf"))
    evening.do(evening.mj, Enter(who=evening.ana, ready="wolf", owner=evening.leo))
    assert "both a seat" in evening.refused(evening.mj, Say(text="psst", to=(evening.ana,)))


def test_an_import_brings_no_unseen_names(evening: Evening) -> None:
    lines = list(evening.house.backup(evening.table))
    for line in lines:
        if line["name"] == Joined.name and line["called"] == "Leo":
            line["called"] = "Ana\u200b"
    with pytest.raises(BadInput, match="cannot be seen"):
        evening.house.import_log(lines)
