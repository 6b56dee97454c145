"""The long tests, one after the other; the last line says in JSON what was run, what failed, what was measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


class Results:
    """What a run of tests came to."""

    def __init__(self) -> None:
        self.run: dict[str, float] = {}
        self.failed: list[str] = []
        self.measured: dict[str, object] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.split("evenings/")[-1]
        if report.when == "call":
            self.run[name] = round(report.duration, 1)
            self.measured.update(dict(report.user_properties))
        if report.failed and name not in self.failed:
            self.failed.append(name)


def evenings(only: str = "") -> int:
    """Run the long tests whose names hold a word (all without one), print their JSON line; how many failed."""
    results = Results()
    folder = Path(__file__).parent / "evenings"
    words = ["-q", "-p", "no:cacheprovider", "-o", "python_files=*.py", "--tb=short", str(folder)]
    code = pytest.main([*words, *(["-k", only] if only else [])], plugins=[results])
    told = {"run": results.run, "failed": results.failed, "measured": results.measured}
    print(json.dumps(told, ensure_ascii=False))
    return int(code)
