"""What strangers ask leaves little in the memory of a house; `python -m bench memory` asks five times as much."""

from __future__ import annotations

import subprocess
import sys

import pytest
from bench.memory import ALLOWED, measured


@pytest.mark.evening
def test_prints_questions_imports_and_pictures_leave_little_in_memory() -> None:
    """Fifteen prints of long sheets once took a house from 85 to 2,770 MB."""
    found = list(measured({"prints": 40, "lab": 20, "imports": 20, "pictures": 20}, seed=7))
    assert found[-1][1] - found[0][1] < ALLOWED
    for what, _, answers in found[1:]:
        assert answers.get(200, 0) + answers.get(201, 0) >= 15, (what, answers)


def test_a_house_that_opens_holds_nothing_that_few_ask_for() -> None:
    """Codes, pictures, paper, the lab's numbers, and the models of the API's description come once somebody asks."""
    heavy = ("segno", "PIL", "typst", "numpy")
    code = f"""import sys, tablee.web.application
from tablee.web.lines import LINES
print([one for one in {heavy} if one in sys.modules], any(one.__pydantic_complete__ for one in LINES))"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[] False\n"
