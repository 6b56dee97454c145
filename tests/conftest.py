"""Options and fixtures shared by every room of the tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("told", deadline=None, derandomize=True)  # a busy machine is no reason to fail
settings.register_profile("fresh", deadline=None)

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--vectors", metavar="DIR", help="run the conformance vectors of this folder instead of ours")
    parser.addoption("--fresh-chance", action="store_true", help="other dice and examples in each run (make evenings)")
    parser.addoption("--rewrite-golden", action="store_true", help="write the golden files anew; read them in review")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("fresh" if config.getoption("--fresh-chance") else "told")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Every test has the same luck in each run, whichever came before it: keys, dice and ids hang on its name alone.

    What `secrets` draws comes from `random._urandom`. Servers in processes of their own draw as they always do.
    """
    if item.config.getoption("--fresh-chance"):
        return (yield)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("random._urandom", random.Random(item.nodeid).randbytes)
        random.seed(item.nodeid)
        return (yield)


@pytest.fixture(scope="session", autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing that a test keeps for the person at the terminal lands among that person's own things."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Both stores for a test that names one itself or is marked; a file alone where it only sits at a table."""
    chosen = any("setting" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))
    if "setting" in metafunc.fixturenames and not chosen:
        named = {"setting", "store"} & signature(metafunc.function).parameters.keys()
        both = named or metafunc.definition.get_closest_marker("both_stores")
        metafunc.parametrize("setting", ["sqlite", "postgres"] if both else ["sqlite"], indirect=True)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden("undesix/attack.fr.txt", text)`: the text as it was last read and agreed with."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--rewrite-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        assert path.exists(), f"no golden file {name}: make golden writes it"
        assert text == path.read_text("utf-8"), f"{name} reads otherwise now: make golden, then read the difference"

    return check


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many vectors of each game agree, and how many differ."""
    counts: dict[str, Counter[str]] = {}
    for report in (*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())):
        for key, value in getattr(report, "user_properties", ()):
            if key == "conformance":
                game, agree, differ = value
                counts.setdefault(game, Counter()).update(agree=agree, differ=differ)
    if counts:
        terminalreporter.section("conformance")
        for game, count in sorted(counts.items()):
            terminalreporter.line(f"{game}: {count['agree']} agree, {count['differ']} differ")
