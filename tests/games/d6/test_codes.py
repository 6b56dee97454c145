"""Die codes as values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.errors import BadInput
from tablee.games.d6.codes import NOTHING, DieCode, parse, total
from tablee.games.d6.sheet import Sheet
from tablee.text import Name

CODES = st.integers(0, 60).map(DieCode)


@given(code=CODES)
def test_a_code_reads_back_as_it_is_written(code: DieCode) -> None:
    """D6-CODE-01."""
    assert parse(str(code)) == code


@given(a=CODES, b=CODES)
def test_codes_are_ordered_and_added_by_rank(a: DieCode, b: DieCode) -> None:
    """D6-CODE-02, -03: three pips make a die."""
    assert (a < b) == ((a.dice, a.pips) < (b.dice, b.pips))
    assert (a + b).rank == a.rank + b.rank == total((b, a)).rank
    assert (a + b).pips == (a.pips + b.pips) % 3


@pytest.mark.parametrize("written", [" 3 d + 1 ", "3D+1", "2D+4", "1d + 7", "3d+1"])
def test_case_spaces_and_many_pips_are_read(written: str) -> None:
    assert str(parse(written)) == "3D+1"


@pytest.mark.parametrize("written", ["", "D", "D+1", "3", "3D-1", "3D+", "1D+1D", "+", "x", "٣D", "1000D"])
def test_anything_else_is_refused_in_both_languages(written: str) -> None:
    with pytest.raises(BadInput) as wrong:
        parse(written)
    assert wrong.value.say("fr") != wrong.value.say("en")
    assert written in wrong.value.say("fr")


@pytest.mark.parametrize(
    ("code", "less", "left"), [("3D+2", 2, "1D+2"), ("2D+2", 2, "0"), ("1D", 1, "0"), ("2D", 0, "2D")]
)
def test_a_code_without_dice_is_nothing(code: str, less: int, left: str) -> None:
    """D6-CODE-04, D6-COMBAT-05."""
    assert parse(code).less(less) == parse(left)


def test_codes_are_words_in_json() -> None:
    sheet = Sheet(name=Name("Ana"), characteristics={"F": parse("3D+1")}, levels={"Forge": parse("+2")})
    assert sheet.model_dump(mode="json")["characteristics"] == {"F": "3D+1"}
    assert Sheet.model_validate(sheet.model_dump(mode="json")) == sheet
    assert Sheet.model_json_schema()["properties"]["levels"]["additionalProperties"]["type"] == "string"
    assert sheet.levels.get("Épées", NOTHING) == NOTHING
