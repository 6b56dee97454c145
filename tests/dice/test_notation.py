"""Free rolls: what is understood, what is refused and where, and the same numbers thrown as counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice import Fed, Odds, d6, mistakes, odds, throw
from tablee.dice.expression import CAPPED, TOO_MUCH_WORK, Added, Expression, handfuls
from tablee.dice.handful import LEFT_OUT, Compare, Handful
from tablee.dice.notation import MAX_CHARACTERS, MAX_THROWN, parse, parse_stored
from tablee.dice.patience import Patience
from tablee.errors import BadDice, BadNotation, BadRule
from tablee.text import Text


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("3d6+2", "3d6+2"),
        ("  3 D 6 + 2 ", "3d6+2"),
        ("1d6", "d6"),
        ("4d6KH3", "4d6kh3"),
        ("4d6 kl 3", "4d6kl3"),
        ("4D6dl1", "4d6dl1"),
        ("4Ddl1", "4d6dl1"),
        ("4d6dh1", "4d6dh1"),
        ("2d10!", "2d10!"),
        ("5d6 C 4", "5d6c4"),
        ("5Dc4>2", "5d6c4>2"),
        ("d%", "d100"),
        ("D%", "d100"),
        ("3D+1", "3d6+1"),
        ("D", "d6"),
        ("3D!", "3d6!"),
        ("4D+1>14", "4d6+1>14"),
        ("4D+1 ≥ 14", "4d6+1>=14"),
        ("d20<=5", "d20<=5"),
        ("d20 ≤ 5", "d20<=5"),
        ("d20<5", "d20<5"),
        ("d20=5", "d20=5"),
        ("(3d6!)=18", "(3d6!)=18"),
        ("2d10!>=8", "2d10x>=8"),
        ("4d6!6", "4d6!"),
        ("4d6e>4", "4d6x>4"),
        ("4d6!!5kh2", "4d6!!5kh2"),
        ("4d6!p", "4d6!p"),
        ("d20 + -2", "d20-2"),
        ("3d6++2", "3d6+2"),
        ("--d6", "d6"),
        ("4dF>0", "4dF>0"),
        ("floor(11/2)d6", "5d6"),
        ("ceil(d6/3)d6", "(ceil(d6/3))d6"),
        ("4d6!kh3", "4d6!kh3"),
        ("4d6kh", "4d6kh1"),
        ("4d6d1", "4d6dl1"),
        ("4d6pl1", "4d6dl1"),
        ("4d6r1!", "4d6!r1"),
        ("4d6kh3rr1", "4d6r1kh3"),
        ("4dFkh3", "4dFkh3"),
        ("5d10cs>8", "5d10c>8"),
        ("5d10cs>=8cf=1", "5d10c8f1"),
        ("4d6min2ma5", "4d6mi2ma5"),
        ("{4d6; 2d8}k1", "{4d6,2d8}kh1"),
        ("{4d6}kh3", "4d6kh3"),
        ("{d6,d8,d10}d1", "{d6,d8,d10}kh2"),
        ("{d6,d8}", "d6+d8"),
        ("d{1,1,2}", "d{1,1,2}"),
        ("2d{−1..1}", "2dF"),
        ("(1d4)d6", "(d4)d6"),
        ("(2+1)d6", "3d6"),
        ("6 x 4d6kh3", "6x4d6kh3"),
        ("2d6[feu]+3[force] # au bras", "2d6+3 # au bras"),
        ("/r 3d6", "3d6"),
        ('output 3d6 named "force"', "3d6 # force"),
        ("[highest 3 of 4d6]", "4d6kh3"),
        ("[lowest of d6 and d8]", "min(d6,d8)"),
        ("[explode d6]", "d6!"),
        ("floor(3d6/2)", "3d6/2"),
        ("ceil(3d6/2)+1", "ceil(3d6/2)+1"),
        ("round(7/2)+d6", "d6+4"),
        ("abs(d6-d8)", "abs(d6-d8)"),
        ("3d6==10", "3d6=10"),
        ("2d6+1>d12", "2d6-d12+1>0"),
        ("3d6>4+1", "3d6>5"),
        ("2d6−2d4 > −3", "2d6-2d4>-3"),
        ("-d6+10", "-d6+10"),
        ("2+3d6-1+1d4", "3d6+d4+1"),
        ("3d6+2-2", "3d6"),
        ("003d06", "3d6"),
        ("4d6k3", "4d6kh3"),
        ("4dF", "4dF"),
        ("df+1", "dF+1"),
        ("3d6 r 1", "3d6r1"),
        ("3d6r=1", "3d6r1"),
        ("3d6r≤2", "3d6r<=2"),
        ("4d6RO<3kh3", "4d6ro<3kh3"),
        ("5d10c>=8", "5d10c8"),
        ("5d10c=1", "5d10c=1"),
        ("5d10c>=8>=2", "5d10c8>=2"),
        ("d20adv", "2d20kh1"),
        ("d20 dis + 5 > 12", "2d20kl1+5>12"),
        ("adv(2d6+1)", "adv(2d6+1)"),
        ("max(d6, d6)", "adv(d6)"),
        ("min(2d6; d8; 3)", "min(2d6,d8,3)"),
        ("max(d6)", "d6"),
        ("(2d6 + 1) × 2", "(2d6+1)*2"),
        ("2*3d6", "2*3d6"),
        ("2*3+d6*1", "d6*1+6"),
        ("d6*(d4*2)", "d6*(d4*2)"),
        ("d6*(2-5)", "d6*(-3)"),
        ("3d6÷2", "3d6/2"),
        ("7/2+d6", "d6+3"),
        ("d8-(d6-2)", "d8-(d6-2)"),
        ("((d6))", "d6"),
        ("3d6\N{NO-BREAK SPACE}+ 2", "3d6+2"),
    ],
)
def test_what_is_written_is_read(written: str, canonical: str) -> None:
    assert str(parse(written)) == canonical
    assert parse(canonical) == parse(written)


@pytest.mark.parametrize(
    ("written", "column", "why"),
    [
        ("", 1, mistakes.EMPTY),
        (" \t", 1, mistakes.EMPTY),
        ("hello", 1, mistakes.NOT_A_TERM),
        ("12", 1, mistakes.NO_DICE),
        ("1000000d6", 1, mistakes.BAD_COUNT),
        ("0d6", 1, mistakes.BAD_COUNT),
        ("2+0d6", 3, mistakes.BAD_COUNT),
        ("6000d6+4001d6", 8, mistakes.BAD_COUNT),
        ("10000d6-d4", 9, mistakes.BAD_COUNT),
        ("3d", 3, mistakes.NO_FACES),
        ("d", 2, mistakes.NO_FACES),
        ("d6+2dkh1", 6, mistakes.NO_FACES),
        ("3d0", 3, mistakes.BAD_FACES),
        ("3d1001", 3, mistakes.BAD_FACES),
        ("3d6+", 5, mistakes.UNFINISHED),
        ("3d6 + ", 7, mistakes.UNFINISHED),
        ("3d6>", 5, mistakes.UNFINISHED),
        ("3d6+x", 5, mistakes.NOT_A_TERM),
        ("٣d6", 1, mistakes.NOT_A_TERM),
        ("4d6kh9", 6, mistakes.CANNOT_KEEP),
        ("4d6kh0", 6, mistakes.CANNOT_KEEP),
        ("4d6dl4", 6, mistakes.CANNOT_KEEP),
        ("4d6dl0", 6, mistakes.CANNOT_KEEP),
        ("d6dl1", 3, mistakes.ONLY_DIE),
        ("4d6c", 5, mistakes.WHICH_FACES),
        ("4d6c0", 5, mistakes.NO_SUCH_FACE),
        ("4d6c7", 5, mistakes.NO_SUCH_FACE),
        ("4d6c4kh2", 6, mistakes.NOT_A_LINK),
        ("4d6kh3kl1", 7, mistakes.NOT_A_LINK),
        ("4d6!3kh3", 1, mistakes.NOT_ALIKE),
        ("4d6!pkh3", 1, mistakes.NOT_ALIKE),
        ("4d6!r1!", 7, mistakes.NOT_A_LINK),
        ("3d6 2", 5, mistakes.NOT_A_LINK),
        ("3d6*", 5, mistakes.UNFINISHED),
        ("3d6/0", 5, mistakes.NOT_A_DIVISOR),
        ("3d6/d6", 5, mistakes.NOT_A_DIVISOR),
        ("3d6/(2-4)", 5, mistakes.NOT_A_DIVISOR),
        ("100d1000*1000000", 9, mistakes.TOTAL_TOO_BIG),
        ("(2d6+1", 1, mistakes.NOT_CLOSED),
        ("2*(d6+(d4", 7, mistakes.NOT_CLOSED),
        ("(d6 d4)", 5, mistakes.ONLY_DIE),
        ("(d6,d4)", 4, mistakes.ONE_GROUP),
        ("d6)", 3, mistakes.NOT_A_LINK),
        ("()", 2, mistakes.NOT_A_TERM),
        ("max", 1, mistakes.NOT_OPENED),
        ("3+min d6", 3, mistakes.NOT_OPENED),
        ("max(", 5, mistakes.UNFINISHED),
        ("max(3,4)", 1, mistakes.NO_DICE),
        ("adv(d6,d4)", 1, mistakes.ONE_PART),
        ("(" * 9 + "d6" + ")" * 9, 9, mistakes.TOO_DEEP),
        ("2d20adv", 5, mistakes.ONE_DIE),
        ("adv(6000d6)", 1, mistakes.BAD_COUNT),
        ("9999d6+d20adv+d6", 11, mistakes.BAD_COUNT),
        ("4d6r", 5, mistakes.WHICH_FACES),
        ("4d6ro<", 6, mistakes.WHICH_FACES),
        ("4d6r7", 5, mistakes.NO_SUCH_FACE),
        ("4d6r>=1", 5, mistakes.TOO_OFTEN),
        ("d100r<92", 6, mistakes.TOO_OFTEN),
        ("dFoo", 3, mistakes.NOT_A_LINK),
        ("2d1!", 4, mistakes.ENDLESS),
        ("3d6>x", 5, mistakes.NOT_A_TERM),
        ("3d6>4>5", 6, mistakes.ONE_COMPARISON),
        ("3d6>3f1", 6, mistakes.OTHERWISE),
        ("4d6f1", 4, mistakes.NOT_COUNTED),
        ("ceil(3d6/2+1)", 1, mistakes.NOT_ROUNDED),
        ("d{1,x}", 2, mistakes.OWN_FACES),
        ("d{}", 2, mistakes.OWN_FACES),
        ("d{3..1}", 2, mistakes.OWN_FACES),
        ("d{1..500}", 2, mistakes.OWN_FACES),
        ("(d4-2)d6", 1, mistakes.TOO_FEW_DICE),
        ("1x3d6", 1, mistakes.TOO_MANY_TIMES),
        ("99x3d6", 1, mistakes.TOO_MANY_TIMES),
        ("{d6+d8}kh1", 1, mistakes.ONE_GROUP),
        ("{d6,d8}kh3", 10, mistakes.CANNOT_KEEP),
        ("[count {2,4} in 3d6]", 1, mistakes.OTHERWISE),
        ("[middle 1 of 3d6]", 1, mistakes.OTHERWISE),
        ("[reverse 3d6]", 1, mistakes.ELSEWHERE),
        ("d20+5 attack", 7, mistakes.OTHERWISE),
        ("4d6k>3", 4, mistakes.OTHERWISE),
        ("3d6!18", 5, mistakes.NO_SUCH_FACE),
        ("d20 != 1", 5, mistakes.NOT_EQUAL),
        ("{d20,d20}>10", 10, mistakes.OTHERWISE),
        ("{d20+1,d6}>10", 11, mistakes.GROUP_COMPARED),
        ("d20+5 dis", 7, mistakes.OTHERWISE),
        ("6 4d6kh3", 3, mistakes.OTHERWISE),
        ("2**3", 2, mistakes.NO_POWERS),
        ("(d6)2d6", 5, mistakes.NOT_A_LINK),
        ("(2d6>7)*2", 5, mistakes.COMPARED_WITHIN),
        ("d6>3 & d8>3", 6, mistakes.COMPARED_WITHIN),
        ("d20+5 != 25", 7, mistakes.CONTRARY),
        ("pow(d6, 2)", 1, mistakes.NO_SUCH_FUNCTION),
        ("loop N", 1, mistakes.PROGRAM),
        ("d20>={1..3}", 8, mistakes.OWN_FACES),
        ("d{0:200}", 2, mistakes.OWN_FACES),
        ("d{0..9999:999}", 2, mistakes.OWN_FACES),
        ("d20!>=2", 5, mistakes.NEVER_ENDING),
        ("4d6mi", 6, mistakes.BOUND),
        ("4d6ma9", 6, mistakes.NO_SUCH_FACE),
        ("3d6>4.5", 6, mistakes.NO_DECIMALS),
        ("d6+1000001", 4, mistakes.CONSTANT_TOO_BIG),
        ("d6+1000000+1", 12, mistakes.CONSTANT_TOO_BIG),
        ("d6>1000001", 4, mistakes.CONSTANT_TOO_BIG),
        ("9" * 200, 1, mistakes.CONSTANT_TOO_BIG),
        ("9" * 198 + "d6", 1, mistakes.BAD_COUNT),
        ("d" + "9" * 199, 2, mistakes.BAD_FACES),
        ("4d6kh" + "9" * 190, 6, mistakes.CANNOT_KEEP),
        (str(9**400), MAX_CHARACTERS + 1, mistakes.TOO_LONG),
        ("9" * 10**6, MAX_CHARACTERS + 1, mistakes.TOO_LONG),
        ("+".join(["d6"] * 21), 61, mistakes.TOO_MANY_TERMS),
    ],
)
def test_what_cannot_be_read_says_where_and_why(written: str, column: int, why: Text) -> None:
    with pytest.raises(BadNotation) as refused:
        parse(written)
    assert (refused.value.column, refused.value.text) == (column, why)
    for lang, where in (("fr", "Colonne"), ("en", "Column")):
        said = refused.value.say(lang)
        assert said.startswith(f"{where} {column}")
        assert "{column" not in said
        assert not re.search(r"\{[a-z]+[:}]", said)
        assert len(said) < 200


def test_a_refusal_says_what_to_write_instead() -> None:
    with pytest.raises(BadNotation) as refused:
        parse("4d6dl4")
    said = refused.value.say("fr").replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert said == "Colonne 6 : sur 4 dés, dl4 est impossible ; écrivez de dl1 à dl3."
    assert refused.value.say("en") == "Column 6: of 4 dice, dl4 cannot be; write dl1 to dl3."


def test_every_sentence_has_the_same_placeholders_in_both_languages() -> None:
    sentences = [CAPPED, TOO_MUCH_WORK, *(value for value in vars(mistakes).values() if isinstance(value, Text))]
    assert len(sentences) > 15
    for sentence in sentences:
        told = sentence.placeholders()
        assert told["fr"] == told["en"], sentence


@settings(deadline=None)
@given(st.text(alphabet="0123456789dDkhlrocFavmxipe!%+-−*/(),{}[]#<>=≥≤ ", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    column = 1
    try:
        read = parse(text)
    except BadNotation as refused:
        column = refused.column
    else:
        assert parse(str(read)) == read
    assert 1 <= column <= len(text) + 1


def brute(count: int, sides: int, read: Callable[[Sequence[int]], int]) -> Odds[int]:
    return Odds(dict(Counter(read(faces) for faces in product(range(1, sides + 1), repeat=count))))


@pytest.mark.parametrize(
    ("written", "counted"),
    [
        ("3d6+2", brute(3, 6, lambda f: sum(f) + 2)),
        ("10-2d4", brute(2, 4, lambda f: 10 - sum(f))),
        ("4d6kh3", brute(4, 6, lambda f: sum(f) - min(f))),
        ("4d6dl1", brute(4, 6, lambda f: sum(f) - min(f))),
        ("4d6kl3", brute(4, 6, lambda f: sum(f) - max(f))),
        ("4d6dh1", brute(4, 6, lambda f: sum(f) - max(f))),
        ("3d4kh3", brute(3, 4, sum)),
        ("5d4kh2-1", brute(5, 4, lambda f: sum(sorted(f)[3:]) - 1)),
        ("2d4+d4-2d4+3", brute(5, 4, lambda f: f[0] + f[1] + f[2] - f[3] - f[4] + 3)),
        ("5d6c4", brute(5, 6, lambda f: sum(face >= 4 for face in f))),
        ("3d6-2d6c5-1", brute(5, 6, lambda f: sum(f[:3]) - (f[3] >= 5) - (f[4] >= 5) - 1)),
        ("d%", brute(1, 100, sum)),
        ("2D+1", brute(2, 6, lambda f: sum(f) + 1)),
        ("3d6r1", brute(3, 5, lambda f: sum(f) + 3)),
        ("2d6r<=2kh1", brute(2, 4, lambda f: max(f) + 2)),
        ("d6ro<3", brute(2, 6, lambda f: f[0] if f[0] >= 3 else f[1])),
        ("2d6ro1c6", brute(4, 6, lambda f: sum((b if a == 1 else a) == 6 for a, b in (f[:2], f[2:])))),
        ("3d6c=6", brute(3, 6, lambda f: f.count(6))),
        ("4dF", brute(4, 3, lambda f: sum(f) - 8)),
        ("d6*d6-1", brute(2, 6, lambda f: f[0] * f[1] - 1)),
        ("(2d6+1)/2", brute(2, 6, lambda f: (sum(f) + 1) // 2)),
        ("(1-d6)/2", brute(1, 6, lambda f: (1 - f[0]) // 2)),
        ("max(d6,d6,4)", brute(2, 6, lambda f: max(*f, 4))),
        ("min(d6,2d6-3)", brute(3, 6, lambda f: min(f[0], f[1] + f[2] - 3))),
        ("adv(d6+d6)", brute(4, 6, lambda f: max(f[0] + f[1], f[2] + f[3]))),
        ("d6dis", brute(2, 6, min)),
        ("d{1,1,2}", Odds({1: 2, 2: 1})),
        ("2d{-1,5}r5+3", Odds({1: 1})),
        ("3d6c>=5f1", brute(3, 6, lambda f: sum(face >= 5 for face in f) - f.count(1))),
        ("3d6mi3ma5", brute(3, 6, lambda f: sum(min(5, max(3, face)) for face in f))),
        ("{2d4,d4,d4}kh2", brute(4, 4, lambda f: sum(sorted((f[0] + f[1], f[2], f[3]))[1:]))),
        ("abs(d6-d6)", brute(2, 6, lambda f: abs(f[0] - f[1]))),
        ("ceil(2d6/4)", brute(2, 6, lambda f: -(-sum(f) // 4))),
        ("round(2d6/4)", brute(2, 6, lambda f: int(sum(f) / 4 + 0.5))),
        ("(d2)d6", Odds.mix([(brute(1, 6, sum), 1), (brute(2, 6, sum), 1)])),
        ("(d3-1)d4kh2", Odds.mix([(Odds({0: 1}), 1), (brute(1, 4, sum), 1), (brute(2, 4, sum), 1)])),
    ],
)
def test_odds_are_those_of_every_combination(written: str, counted: Odds[int]) -> None:
    assert odds(parse(written).question()) == counted


def test_different_dice_are_added_one_handful_at_a_time() -> None:
    law = odds(parse("10d6+10d10+10d20").question())
    assert (min(law), max(law), law.total) == (30, 360, (6 * 10 * 20) ** 10)
    assert law.mean(lambda total: total) == 195
    assert odds(parse("60d6+40d6").question()) == odds(100 * d6)


@pytest.mark.parametrize(
    ("written", "faces", "expected"),
    [
        ("3d6+2", [4, 6, 2], 14),
        ("4d6kh3", [1, 5, 3, 6], 14),
        ("4d6kl1", [4, 5, 3, 6], 3),
        ("4d6dl1", [1, 5, 3, 6], 14),
        ("4d6dh2", [1, 5, 3, 6], 4),
        ("5d6c4", [4, 3, 6, 1, 5], 3),
        ("10-3d6c6", [6, 6, 1], 8),
        ("2d10!", [10, 3, 10, 4], 27),
        ("d%-d%", [7, 100], -93),
        ("3D+1", [1, 1, 1], 4),
        ("2d6+d20-3", [1, 2, 20], 20),
        ("5-2d4!", [4, 4, 4, 1, 2], -10),
        ("3d6r1", [1, 5, 1, 1, 2, 6], 13),
        ("3d6ro<3kh2", [1, 5, 2, 1, 3], 8),
        ("4dF", [1, 2, 3, 3], 1),
        ("d20adv", [7, 12], 12),
        ("adv(2d6)-min(d4,d8)", [1, 2, 3, 4, 2, 8], 5),
        ("(d6+1)*2/3", [3], 2),
        ("2d6!>=5", [5, 1, 6, 2], 14),
        ("2d6!!kh1", [6, 5, 3], 9),
        ("2d6!kh1", [6, 5, 3], 6),
        ("2d6!p", [6, 5, 6, 2], 6 + 5 + 5 + 1),
        ("3d6c>=5f1", [5, 1, 1], -1),
        ("2d{0,0,5}", [3, 1], 5),
        ("(d4)d6", [2, 3, 4], 7),
        ("{2d6,d8}kl1", [5, 6, 3], 3),
        ("3d6mi2!", [1, 6, 2, 1], 2 + 6 + 2 + 2),
    ],
)
def test_told_faces_make_the_expected_total(written: str, faces: list[int], expected: int) -> None:
    expression = parse(written)
    thrown = throw(expression.question(), Fed(faces), by="ana")
    assert thrown.outcome == expected
    assert [face for rolled in thrown.rolls for face in rolled.faces] == faces
    assert {rolled.by for rolled in thrown.rolls} == {"ana"}
    assert odds(expression.question()).p(expected) > 0


HANDFULS = st.tuples(st.sampled_from([1, -1]), st.builds(Handful, n=st.integers(1, 3), sides=st.integers(2, 6)))


@settings(deadline=None)
@given(st.lists(HANDFULS, min_size=1, max_size=4), st.integers(-9, 9), st.data())
def test_what_is_thrown_is_among_the_odds(terms: list[tuple[int, Handful]], constant: int, data: st.DataObject) -> None:
    expression = Expression(Added(tuple(terms), constant))
    assert str(parse(str(expression))) == str(expression)
    faces = [data.draw(st.integers(1, handful.sides)) for _, handful in terms for _ in range(handful.n)]
    law = odds(expression.question())
    assert law[throw(expression.question(), Fed(faces)).outcome] > 0
    assert law.total > 0
    assert sum(law.fractions().values()) == 1


@pytest.mark.parametrize(
    ("written", "chance"),
    [
        ("3d6>10", Fraction(1, 2)),
        ("d6>=5", Fraction(1, 3)),
        ("d6≥5", Fraction(1, 3)),
        ("d6<5", Fraction(2, 3)),
        ("d6≤5", Fraction(5, 6)),
        ("d6=5", Fraction(1, 6)),
        ("d6-d6=0", Fraction(1, 6)),
        ("2d6c5>=1", Fraction(5, 9)),
        ("d6>6", Fraction(0)),
        ("d6>-1", Fraction(1)),
    ],
)
def test_a_comparison_is_a_question_of_success(written: str, chance: Fraction) -> None:
    assert odds(parse(written).success()).p(True) == chance


def test_a_throw_tells_its_total_and_its_success() -> None:
    expression = parse("4D+1>14")
    assert expression.compare == Compare(">", 14)
    assert throw(expression.success(), Fed([3, 3, 4, 4])).outcome is True
    assert throw(expression.success(), Fed([3, 3, 4, 3])).outcome is False
    assert expression.compare.holds(throw(expression.question(), Fed([3, 3, 4, 4])).outcome)


def test_without_a_comparison_there_is_no_success_to_ask() -> None:
    assert parse("3d6").compare is None
    with pytest.raises(BadRule):
        odds(parse("3d6").success())


@pytest.mark.parametrize("written", ["d2!", "2d10!", "5d6!", "10d10!", "d1000!"])
def test_open_ended_odds_leave_out_less_than_they_say(written: str) -> None:
    expression = parse(written)
    ((dice, cap),) = expression.caps
    assert dice == written
    law = odds(expression.question())
    assert max(law) == cap
    assert law.p(cap) < LEFT_OUT


def test_open_ended_odds_below_the_cap_are_exact() -> None:
    law = odds(parse("2d10!").question())
    assert law.p(2) == Fraction(1, 100)
    assert law.p(10) == Fraction(9, 100)
    assert law.p(12) == Fraction(7, 100) + Fraction(2, 1000)  # 3+9 to 9+3, or 10 then 1 beside a 1


def test_an_open_ended_throw_counts_as_the_cap_beyond_it() -> None:
    expression = parse("d2!+1")
    ((_, cap),) = expression.caps
    thrown = throw(expression.question(), Fed([2] * cap + [1]))
    assert thrown.outcome == cap + 1
    assert odds(expression.question()).p(cap + 1) > 0


def test_the_cap_is_said_in_both_languages() -> None:
    expression = parse("2d10!-d6!+1")
    note = expression.cap_note
    assert note is not None
    for said in (note.fr, note.en):
        for dice, cap in expression.caps:
            assert dice in said
            assert str(cap) in said
    assert [dice for dice, _ in expression.caps] == ["2d10!", "d6!"]
    assert parse("3d6").cap_note is None


@pytest.mark.parametrize("written", ["2000d1000!", "500d1000kh250", "50d1000+50d999"])
def test_what_cannot_be_counted_can_still_be_thrown(written: str) -> None:
    expression = parse(written)
    assert not expression.countable
    with pytest.raises(BadDice) as refused:
        odds(expression.question())
    assert str(expression) in refused.value.say("fr")
    assert str(expression) in refused.value.say("en")
    ones = Fed([1] * 2000)
    assert throw(expression.question(), ones).outcome == sum(handful.kept for handful in handfuls(expression.total))


@pytest.mark.parametrize("written", ["100d6", "100d6kh1", "20d20kh10", "10d10!", "50d6+50d10", "d1000-d1000"])
def test_usual_rolls_are_counted(written: str) -> None:
    expression = parse(written)
    assert expression.countable
    assert sum(odds(expression.question()).fractions().values()) == 1


@pytest.mark.parametrize(
    "written", ["100d100", "100d1000", "100d20kh50", "50d100dh40", "100d10!", "50d20!", "1000d6", "500d6!"]
)
def test_large_pools_are_counted(written: str) -> None:
    expression = parse(written)
    assert expression.countable
    law = odds(expression.question())
    (handful,) = handfuls(expression.total)
    assert (min(law), max(law)) == (expression.total.low, expression.total.high)
    if not handful.keep:
        mean = law.mean(lambda total: total)
        each = Fraction(handful.sides + 1, 2)
        expected = handful.n * (each * handful.sides / (handful.sides - 1) if handful.open else each)
        assert abs(mean - expected) < Fraction(1, 10**6) if handful.open else mean == expected


def test_what_is_counted_for_oneself_may_be_too_much_to_ask_of_a_house() -> None:
    usual, large = parse("1000d6"), parse("500d1000")
    assert usual.countable
    assert large.countable
    with Patience(2.0).waiting():
        assert usual.countable
        assert not large.countable
    with pytest.raises(BadNotation) as refused:
        parse("1000d6", MAX_THROWN)
    assert "1 to 100 dice" in refused.value.say("en")


def test_an_expression_is_a_plain_value_and_asks_the_same_question_again() -> None:
    assert parse("3D+1") is parse("3D+1")
    assert hash(parse("3D+1")) == hash(parse("3d6 + 1"))
    assert parse("3D+1").question() is parse("3d6 + 1").question()


def test_a_stored_roll_keeps_the_meaning_it_had() -> None:
    """In logs, what follows ! compares the total; what is written now has marks of its own."""
    assert parse_stored("2d10!>=8") == parse("(2d10!)>=8") != parse("2d10!>=8")
    assert parse_stored("3d6!=18").compare == Compare("=", 18)
    for written in ("2d10!>=8", "(2d10!)>=8", "4d6!!5kh2", "4d6!p>4", "5-(2d4!)>3"):
        assert parse_stored(str(parse(written))) == parse(written)


@pytest.mark.parametrize(
    ("written", "aside"),
    [
        ("5d10>=8", "The total is compared; to count dice, write 5d10c>=8."),
        ("2d10!>=8", "Dice >=8 are rolled again and added; to compare the total, write (2d10!)>=8."),
        ("d20>=8", None),
        ("3d6>10", None),
        ("5d10c>=8", None),
        ("5d10+1>=8", None),
        ("5d10!>8>6", "The total is compared; to count dice, write 5d10x>8c>6."),
        ("d20cs20+5", "d20c20 counts the die, and does not add what it shows; to add it, write d20."),
        ("d6c>3+d8c>3", None),
    ],
)
def test_two_meanings_are_told(written: str, aside: str | None) -> None:
    found = parse(written).aside
    assert (found.say("en") if found else None) == aside
    if found:
        assert str(parse(found.en.rpartition("write ")[2].rstrip(".")))


def chains(sides: int, opens: Callable[[int], bool], most: int) -> list[list[int]]:
    """Every way one die may fall, with at most so many faces that go on."""
    faces = range(1, sides + 1)
    further = chains(sides, opens, most - 1) if most else []
    return [[face] for face in faces if not opens(face)] + [[f, *rest] for f in faces if opens(f) for rest in further]


def every(dice: list[list[int]]) -> list[int]:
    return sorted(face for die in dice for face in die)


@pytest.mark.parametrize(("compound", "beside"), [("100d6!!", "100d6!"), ("40d6!!>=5", "40d6!>=5")])
def test_a_sum_is_the_same_whether_added_dice_stand_beside_or_within(compound: str, beside: str) -> None:
    start = process_time()
    assert odds(parse(compound).question()) == odds(parse(beside).question())
    assert process_time() - start < 2


@pytest.mark.parametrize(
    ("written", "sides", "opens", "read"),
    [
        ("2d4!kh2", 4, lambda f: f == 4, lambda dice: sum(every(dice)[-2:])),
        ("2d4!kl1", 4, lambda f: f == 4, lambda dice: every(dice)[0]),
        ("2d4!dl1", 4, lambda f: f == 4, lambda dice: sum(every(dice)[1:])),
        ("2d4!dh1", 4, lambda f: f == 4, lambda dice: sum(every(dice)[:-1])),
        ("2d4!<2kh1", 4, lambda f: f < 2, lambda dice: every(dice)[-1]),
        ("2d4!ma3kh1", 4, lambda f: f == 4, lambda dice: min(3, every(dice)[-1])),
        ("2d5!>=4c>=3", 5, lambda f: f >= 4, lambda dice: sum(face >= 3 for face in every(dice))),
        ("2d4!!kh1", 4, lambda f: f == 4, lambda dice: max(map(sum, dice))),
        ("2d4!!c>=6", 4, lambda f: f == 4, lambda dice: sum(sum(die) >= 6 for die in dice)),
        ("2d4!p", 4, lambda f: f == 4, lambda dice: sum(sum(die) - len(die) + 1 for die in dice)),
        ("2d4!2", 4, lambda f: f == 2, lambda dice: sum(map(sum, dice))),
        ("2d4!!", 4, lambda f: f == 4, lambda dice: sum(map(sum, dice))),
        ("2d5!!>=4", 5, lambda f: f >= 4, lambda dice: sum(map(sum, dice))),
    ],
)
def test_dice_that_are_added_have_the_odds_of_every_chain(
    written: str, sides: int, opens: Callable[[int], bool], read: Callable[[list[list[int]]], int]
) -> None:
    """All chains but the longest are tried: the law differs by no more than what they leave out."""
    found: dict[int, Fraction] = {}
    for dice in product(chains(sides, opens, 4), repeat=2):
        total = read(list(dice))
        found[total] = found.get(total, Fraction(0)) + Fraction(1, sides ** sum(map(len, dice)))
    left, law = 1 - sum(found.values()), odds(parse(written).question())
    assert left < Fraction(1, 40)
    for total, chance in found.items():
        assert 0 <= law.p(total) - chance <= left
