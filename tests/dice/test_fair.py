"""Fair dice: uniform by construction, computed again by anyone, and no line can be touched unseen."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice import Dice, d6, die, odds, throw
from tablee.dice.fair import (
    STREAMS,
    Commit,
    Count,
    Drawn,
    Entropy,
    FairDice,
    FairLine,
    Keys,
    Physical,
    Restart,
    Reveal,
    State,
    Stream,
    draw,
    from_dict,
    log,
    read_log,
    verdict,
    verify,
)
from tablee.dice.fair.draw import NO_WORDS, commitment, face, face_of, first_face
from tablee.errors import BadRecord
from tablee.text import Text

KEYS = Keys(public=bytes(range(32)), secret=bytes(range(32, 64)))


def evening(keys: Keys = KEYS) -> list[FairLine]:
    """Two players, public and secret throws, real dice, then both keys revealed."""
    state = State()
    log: list[FairLine] = [*keys.commits()]

    def words(by: str, said: str) -> None:
        nonlocal state
        log.append(Entropy(by, said))
        state = state.after(log[-1])

    def rolled(stream: Stream, count: int, sides: int, by: str) -> None:
        nonlocal state
        dice = FairDice(keys, state, stream)
        dice.faces(count, sides, by, "")
        state = dice.state
        log.extend(dice.lines)

    words("ana", "trois petits chats")
    rolled("public", 3, 6, "ana")
    rolled("secret", 1, 20, "mj")
    log.append(Physical("public", 6, (4, 4), "ana"))
    words("léo", "chapeau de paille")
    rolled("public", 2, 10, "léo")
    rolled("secret", 2, 6, "mj")
    rolled("public", 1, 2, "ana")
    return [*log, *(state.reveal(keys, stream) for stream in STREAMS)]


EVENING = evening()
REDACTED = [line for line in EVENING if not (isinstance(line, Drawn | Reveal | Physical) and line.stream == "secret")]


def refused(lines: Sequence[FairLine]) -> BadRecord:
    with pytest.raises(BadRecord) as wrong:
        verify(lines)
    for lang in ("fr", "en"):
        assert "{" not in wrong.value.say(lang)
    return wrong.value


def touched(at: int, line: FairLine) -> list[FairLine]:
    return [*EVENING[:at], line, *EVENING[at + 1 :]]


def where(kind: type[FairLine], stream: str = "") -> list[int]:
    return [
        at
        for at, line in enumerate(EVENING)
        if isinstance(line, kind) and getattr(line, "stream", "").startswith(stream)
    ]


@pytest.mark.parametrize("sides", range(1, 257))
def test_every_face_stands_for_as_many_numbers(sides: int) -> None:
    shown = Counter(face_of(number, sides, span=256) for number in range(256))
    rejected = shown.pop(None, 0)
    assert set(shown) == set(range(1, sides + 1))
    assert set(shown.values()) == {256 // sides}
    assert rejected == 256 % sides


def test_a_rejected_number_gives_way_to_the_next() -> None:
    assert first_face(iter([255, 252, 251]), 6, span=256) == 251 % 6 + 1


def test_the_whole_span_is_cut_evenly_too() -> None:
    for sides in (6, 10, 20, 100, 1000):
        top = draw.SPAN - draw.SPAN % sides
        assert top % sides == 0
        assert face_of(top - 1, sides) == sides
        assert face_of(top, sides) == (1 if top < draw.SPAN and draw.SPAN % sides == 0 else None)


def test_a_face_depends_on_each_of_its_parts_and_on_nothing_else() -> None:
    mix, other = bytes(32), bytes([1] * 32)
    asked: list[tuple[bytes, Stream, bytes, int]] = [
        (KEYS.public, "public", mix, 0),
        (KEYS.secret, "public", mix, 0),
        (KEYS.public, "secret", mix, 0),
        (KEYS.public, "public", other, 0),
        (KEYS.public, "public", mix, 1),
    ]
    faces = [tuple(face(k, s, m, c + 8 * n, 1000) for n in range(1, 9)) for k, s, m, c in asked]
    assert len(set(faces)) == len(asked)
    assert faces == [tuple(face(k, s, m, c + 8 * n, 1000) for n in range(1, 9)) for k, s, m, c in asked]


def test_fair_dice_are_dice() -> None:
    dice: Dice = FairDice(KEYS, State())
    thrown = throw(3 * d6, dice, by="ana")
    assert odds(3 * d6).p(thrown.outcome) > 0
    (rolled,) = thrown.rolls
    assert FairDice(KEYS, State()).faces(3, 6, "ana", "") == rolled.faces


def test_any_process_draws_the_next_face_from_keys_and_state() -> None:
    one = FairDice(KEYS, State())
    together = [*one.faces(2, 6, "ana", ""), *one.faces(3, 20, "ana", "")]
    first = FairDice(KEYS, State())
    begun = list(first.faces(2, 6, "ana", ""))
    state = State.from_dict(json.loads(json.dumps(first.state.to_dict())))
    assert [*begun, *FairDice(KEYS, state).faces(3, 20, "ana", "")] == together
    assert state == State(public=2)


def test_a_secret_throw_leaves_the_public_faces_alone() -> None:
    secret = FairDice(KEYS, State(), "secret")
    secret.faces(4, 6, "mj", "")
    assert secret.state == State(secret=4)
    assert FairDice(KEYS, secret.state).faces(5, 6, "", "") == FairDice(KEYS, State()).faces(5, 6, "", "")


def test_words_are_mixed_without_running_together() -> None:
    mixes = {
        State().after(Entropy("a", "bc")).mix,
        State().after(Entropy("ab", "c")).mix,
        State().after(Entropy("a", "b")).after(Entropy("", "c")).mix,
        State().after(Entropy("", "c")).after(Entropy("a", "b")).mix,
        State().after(Entropy("a", "\ud800")).mix,
        NO_WORDS,
    }
    assert len(mixes) == 6


def test_commitments_say_nothing_and_are_apart() -> None:
    assert commitment("public", KEYS.public) != commitment("secret", KEYS.public)
    fresh = Keys.fresh()
    assert len(fresh.public) == len(fresh.secret) == 32
    assert fresh.public != fresh.secret


def test_keys_are_never_shown() -> None:
    reveal = State().reveal(KEYS, "public")
    for shown in (repr(KEYS), str(KEYS), repr(reveal), repr(FairDice(KEYS, State())), repr(State())):
        assert KEYS.public.hex() not in shown
        assert repr(KEYS.public) not in shown


def test_an_untouched_evening_verifies() -> None:
    assert verify(EVENING) == {"public": Count(verified=6, physical=2), "secret": Count(verified=3)}


def test_a_redacted_evening_verifies_and_does_not_show_what_it_lacks() -> None:
    assert verify(REDACTED) == {"public": Count(verified=6, physical=2), "secret": Count()}


def test_secret_throws_shown_to_one_player_wait_for_the_key() -> None:
    shown = where(Drawn, "secret")[1]
    log = [line for at, line in enumerate(EVENING) if line in REDACTED or at == shown]
    assert verify(log)["secret"] == Count(unrevealed=2, missing=1)


def test_before_the_reveal_throws_are_counted_as_unrevealed() -> None:
    assert verify(EVENING[:-2]) == {"public": Count(unrevealed=6, physical=2), "secret": Count(unrevealed=3)}


FACES = [(at, place) for at, line in enumerate(EVENING) if isinstance(line, Drawn) for place in range(len(line.faces))]


@settings(deadline=None)
@given(st.sampled_from(FACES), st.data())
def test_no_face_can_be_altered(spot: tuple[int, int], data: st.DataObject) -> None:
    at, place = spot
    line = EVENING[at]
    assert isinstance(line, Drawn)
    other = data.draw(st.integers(1, line.sides).filter(lambda shown: shown != line.faces[place]))
    altered = (*line.faces[:place], other, *line.faces[place + 1 :])
    wrong = refused(touched(at, replace(line, faces=altered)))
    assert wrong.text == verdict.ALTERED_FACE
    assert wrong.values["line"] == at + 1
    assert (wrong.values["expected"], wrong.values["found"]) == (line.faces[place], other)


@pytest.mark.parametrize("at", [*where(Commit), *where(Entropy), *where(Drawn)])
def test_no_line_can_be_dropped(at: int) -> None:
    refused([*EVENING[:at], *EVENING[at + 1 :]])


@pytest.mark.parametrize("stream", STREAMS)
def test_without_its_reveal_a_stream_is_not_verified(stream: Stream) -> None:
    (at,) = where(Reveal, stream)
    assert verify([*EVENING[:at], *EVENING[at + 1 :]])[stream].verified == 0


@pytest.mark.parametrize("at", [at for at, line in enumerate(EVENING) if isinstance(line, Drawn) and line.faces[1:]])
def test_no_throw_can_lose_a_face(at: int) -> None:
    line = EVENING[at]
    assert isinstance(line, Drawn)
    assert refused(touched(at, replace(line, faces=line.faces[:-1]))).text in (verdict.DROPPED, verdict.WRONG_COUNT)


@pytest.mark.parametrize("at", range(len(EVENING)))
def test_no_line_can_be_repeated_but_one_of_real_dice(at: int) -> None:
    twice = [*EVENING[: at + 1], *EVENING[at:]]
    if isinstance(EVENING[at], Physical):
        assert verify(twice)["public"].verified == verify(EVENING)["public"].verified
    else:
        refused(twice)


def harmless(one: FairLine, two: FairLine) -> bool:
    """Whether two neighbours may change places: they touch different streams, and neither is words."""
    if isinstance(one, Physical) or isinstance(two, Physical):
        return True
    return not isinstance(one, Entropy) and not isinstance(two, Entropy) and _stream(one) != _stream(two)


def _stream(line: FairLine) -> str:
    return str(getattr(line, "stream", ""))


def told_to(stream: Stream, lines: Sequence[FairLine]) -> list[FairLine]:
    """The lines whose order matters to a stream."""
    return [line for line in lines if not isinstance(line, Physical) and _stream(line) in ("", stream)]


@settings(deadline=None)
@given(st.permutations(range(len(EVENING))))
def test_no_order_but_an_equivalent_one_verifies(order: list[int]) -> None:
    moved = [EVENING[at] for at in order]
    if any(told_to(stream, moved) != told_to(stream, EVENING) for stream in STREAMS):
        refused(moved)
    else:
        assert verify(moved) == verify(EVENING)


@pytest.mark.parametrize("at", range(len(EVENING) - 1))
def test_neighbours_cannot_change_places(at: int) -> None:
    one, two = EVENING[at], EVENING[at + 1]
    moved = [*EVENING[:at], two, one, *EVENING[at + 2 :]]
    if harmless(one, two):
        assert verify(moved) == verify(EVENING)
    else:
        refused(moved)


@settings(deadline=None)
@given(st.sampled_from(STREAMS), st.binary(min_size=32, max_size=32))
def test_no_key_can_be_swapped(stream: Stream, key: bytes) -> None:
    (at,) = where(Reveal, stream)
    line = EVENING[at]
    assert isinstance(line, Reveal)
    if key.hex() != line.key:
        wrong = refused(touched(at, replace(line, key=key.hex())))
        assert (wrong.text, wrong.values["line"]) == (verdict.SWAPPED_KEY, at + 1)


@settings(deadline=None)
@given(st.sampled_from(where(Entropy)), st.text(), st.text())
def test_no_words_can_be_changed(at: int, by: str, words: str) -> None:
    if (other := Entropy(by, words)) != EVENING[at]:
        refused(touched(at, other))


def test_words_added_after_the_last_throw_are_seen() -> None:
    assert refused([*EVENING[:-2], Entropy("zoé", "moi aussi"), *EVENING[-2:]]).text == verdict.WRONG_MIX


def test_a_key_committed_after_the_words_may_have_been_chosen() -> None:
    late = [EVENING[0], EVENING[2], EVENING[1], *EVENING[3:]]
    assert refused(late).text == verdict.COMMITTED_LATE


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], verdict.NOTHING),
        ([Drawn("public", 0, 0, 6, (1,))], verdict.NOT_COMMITTED),
        ([State().reveal(KEYS, "public")], verdict.NOT_COMMITTED),
        ([*KEYS.commits(), KEYS.commits()[0]], verdict.COMMITTED_TWICE),
        ([*KEYS.commits(), Drawn("public", 3, 0, 6, (1,))], verdict.DROPPED),
        ([*KEYS.commits(), Drawn("public", 0, 1, 6, (1,))], verdict.WRONG_MIX),
        ([*KEYS.commits(), Drawn("secret", 0, 0, 6, (7,))], verdict.IMPOSSIBLE_FACE),
        ([Physical("public", 6, (0,))], verdict.IMPOSSIBLE_FACE),
        ([*KEYS.commits(), *[Drawn("public", 0, 0, 6, (1,))] * 2], verdict.REPEATED),
        ([*KEYS.commits(), *[State().reveal(KEYS, "public")] * 2], verdict.REVEALED_BEFORE),
        ([*KEYS.commits(), replace(State().reveal(KEYS, "secret"), drawn=1)], verdict.WRONG_COUNT),
    ],
)
def test_each_wrong_is_named(lines: list[FairLine], why: Text) -> None:
    assert refused(lines).text == why


def test_nothing_is_drawn_from_a_revealed_key() -> None:
    dice = FairDice(KEYS, State(public=6, mixed=2))
    dice.faces(1, 6, "ana", "")
    assert refused([*EVENING, *dice.lines]).text == verdict.REVEALED_BEFORE


def test_every_sentence_has_the_same_placeholders_in_both_languages() -> None:
    named = [*vars(log).values(), *vars(verdict).values()]
    sentences = [value for value in named if isinstance(value, Text)]
    assert len(sentences) > 12
    for sentence in sentences:
        told = sentence.placeholders()
        assert told["fr"] == told["en"], sentence


def written(lines: Sequence[FairLine]) -> str:
    return "\n".join(json.dumps(line.to_dict()) for line in lines)


def test_a_log_survives_json() -> None:
    assert read_log(written(EVENING)) == tuple(EVENING)
    assert verify(read_log(written(EVENING))) == verify(EVENING)


def test_a_whole_table_log_can_be_read_and_lines_keep_their_place() -> None:
    chat = '{"n": 1, "name": "said/1", "text": "bonjour\u2028à tous"}\n\n'
    whole = chat + written(EVENING).replace("\n", "\n" + chat)
    lines = read_log(whole)
    assert lines == tuple(EVENING)
    assert [line.at for line in lines] == [3 * n for n in range(1, len(EVENING) + 1)]
    drawn = where(Drawn)[0]
    line = lines[drawn]
    assert isinstance(line, Drawn)
    altered = [*lines[:drawn], replace(line, faces=(line.faces[0] % 6 + 1, *line.faces[1:])), *lines[drawn + 1 :]]
    assert refused(altered).values["line"] == line.at


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", log.NOT_JSON),
        ('{"fair": ', log.NOT_JSON),
        ("[" * 100_000, log.NOT_JSON),
        ("9" * 5000, log.NOT_JSON),
        ('{"fair": [], "text": "oui", "text": "non"}', log.TWICE),
        ('{"fair": [], "what": [{"total": 12, "total": 2}]}', log.TWICE),
        ("[1]", log.NOT_AN_OBJECT),
        ("null", log.NOT_AN_OBJECT),
        ('{"fair": "rolled/9"}', log.UNKNOWN_KIND),
        ('{"fair": null}', log.UNKNOWN_KIND),
        ('{"fair": ["commit/1"]}', log.NOT_AN_OBJECT),
        ('{"fair": "commit/1"}', log.BAD_FIELD),
    ],
)
def test_nonsense_is_refused_with_its_line(text: str, why: Text) -> None:
    with pytest.raises(BadRecord) as wrong:
        read_log("\n" + text)
    assert (wrong.value.text, wrong.value.values["line"]) == (why, 2)
    assert "2" in wrong.value.say("fr")
    assert "2" in wrong.value.say("en")


HASH = "0" * 64


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        (Commit("public", HASH), "stream", "other"),
        (Commit("public", HASH), "stream", ["public"]),
        (Commit("public", HASH), "commitment", "0" * 63),
        (Commit("public", HASH), "commitment", "G" * 64),
        (Commit("public", HASH), "commitment", 0),
        (Entropy("ana", "oui"), "words", 3),
        (Entropy("ana", "oui"), "by", None),
        (Drawn("public", 0, 0, 6, (1,)), "counter", -1),
        (Drawn("public", 0, 0, 6, (1,)), "counter", True),
        (Drawn("public", 0, 0, 6, (1,)), "counter", 1.0),
        (Drawn("public", 0, 0, 6, (1,)), "counter", 1 << 64),
        (Drawn("public", 0, 0, 6, (1,)), "mixed", "0"),
        (Drawn("public", 0, 0, 6, (1,)), "sides", 0),
        (Drawn("public", 0, 0, 6, (1,)), "sides", 1001),
        (Drawn("public", 0, 0, 6, (1,)), "faces", []),
        (Drawn("public", 0, 0, 6, (1,)), "faces", ["1"]),
        (Drawn("public", 0, 0, 6, (1,)), "faces", 1),
        (Physical("public", 6, (1,)), "label", 1),
        (Reveal("public", HASH, 0, HASH), "key", HASH + "00"),
        (Reveal("public", HASH, 0, HASH), "drawn", None),
        (Reveal("public", HASH, 0, HASH), "mix", "é" * 64),
    ],
)
def test_a_badly_written_field_is_named(line: FairLine, field: str, value: Any) -> None:
    assert from_dict(line.to_dict()) == line
    with pytest.raises(BadRecord) as wrong:
        from_dict(line.to_dict() | {field: value}, at=7)
    assert wrong.value.text == log.BAD_FIELD
    assert (wrong.value.values["field"], wrong.value.values["line"]) == (field, 7)


def test_a_badly_written_state_is_refused() -> None:
    with pytest.raises(BadRecord):
        State.from_dict({"public": 0, "secret": 0, "mixed": 0, "mix": "no"})


@settings(deadline=None)
@given(st.integers(1, 1000), st.integers(1, 5), st.binary(min_size=32, max_size=32), st.integers(0, 1 << 40))
def test_whatever_is_drawn_is_a_face_and_verifies(sides: int, count: int, key: bytes, start: int) -> None:
    keys = Keys(key, key)
    dice = FairDice(keys, State(public=start))
    assert odds(die(sides)).keys() >= set(dice.faces(count, sides, "", ""))
    assert dice.state.public == start + count
    from_zero = FairDice(keys, State())
    from_zero.faces(count, sides, "", "")
    log = [*keys.commits(), *from_zero.lines, from_zero.state.reveal(keys, "public")]
    assert verify(log)["public"] == Count(verified=count)


def test_a_table_that_moved_verifies_on_both_sides_of_the_move() -> None:
    """Keys, words and counters begin again after a restart; each part holds by itself."""
    other = Keys(public=bytes(range(64, 96)), secret=bytes(range(96, 128)))
    before, after = evening(), evening(other)
    both = verify([*before, Restart(), *after])
    assert both["public"].verified == 2 * verify(before)["public"].verified
    with pytest.raises(BadRecord):
        verify([*before, *after])
