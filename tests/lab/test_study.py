"""Studies: the same numbers on one process or several, at once or after a kill half-way, here or on a cluster."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tablee.errors import BadInput
from tablee.lab.fights import Fight, fight
from tablee.lab.grid import Axis, axis_of, cells, checked, fight_at, values_at
from tablee.lab.study import Study, piece, run

SHORT = 40  # fights of a chunk, in tests of this process
THROWN = Fight("deusex", ("youssef",), ("tueur",), method="bulk", fights=2 * SHORT + 10, seed=5)
STUDY = Study((Axis("youssef.reserve", (0, 2)), Axis("policy.one", ("strike", "brutal"))), THROWN)
# In the background of a shell SIGINT is ignored, and children inherit that: the command listens all the same.
LISTENING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
TABLEE = [sys.executable, "-c", f"{LISTENING}; from tablee.cli import main; raise SystemExit(main())"]
CLI = [*TABLEE, "--lang", "en", "study", "deusex", "youssef", "vs", "tueur", "--method", "bulk"]
GRID = ["--grid", "youssef.reserve=0..5", "--grid", "policy.one=strike,brutal", "--fights", "5000", "--json"]


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.lab.study.CHUNK", SHORT)


def chances(study: Study, path: Path | None = None, processes: int = 1) -> list[tuple[float | None, float]]:
    return [(cell.chance, cell.error) for cell in run(study, path, processes)]


def test_a_grid_is_every_combination_in_order() -> None:
    axes = (axis_of("count.brigand=1..3"), axis_of("nicolas.phy=2..10/4"), axis_of("policy.two=strike,brutal"))
    assert (cells(axes), len(axes[1].values)) == (18, 3)
    assert values_at(axes, 17) == {"count.brigand": 3, "nicolas.phy": 10, "policy.two": "brutal"}
    assert len({tuple(values_at(axes, cell).values()) for cell in range(18)}) == 18


@pytest.mark.parametrize("text", ["phy", "=3", "phy=", "phy=,"])
def test_what_is_no_axis_is_said(text: str) -> None:
    with pytest.raises(BadInput, match="write name="):
        axis_of(text)


def test_a_grid_of_a_thousand_million_cells_gets_a_sentence_at_once() -> None:
    with pytest.raises(BadInput, match="1,000,000,000 cells: 10,000 at most"):
        checked([axis_of("a.b=1..1000000000")])
    with pytest.raises(BadInput, match="at most"):
        checked([axis_of("a.b=1..1000"), axis_of("a.c=1..999999")])
    with pytest.raises(BadInput, match="varies twice"):
        checked([axis_of("a.b=1..2"), axis_of("a.b=3..4")])


def test_a_cell_is_the_fight_it_says() -> None:
    asked = Fight("undesix", ("nicolas",), ("brigand",))
    told = fight_at(
        asked, {"count.brigand": 2, "nicolas.phy": 3, "policy.two": "brutal", "option.roll_under": "strict"}
    )
    assert (told.two, told.policies, told.options) == (("brigand",) * 2, {"two": "brutal"}, {"roll_under": "strict"})
    assert told.cast["nicolas"]["phy"] == 3
    for wrong in ({"count.loup": 2}, {"count.brigand": 0}, {"phy": 3}, {"nicolas.nothing": 3}):
        with pytest.raises(BadInput):
            fight_at(asked, wrong)


def test_exact_cells_are_the_fights_themselves_and_refusals_have_their_sentence() -> None:
    asked = Fight("d6", ("mael",), ("rouquin",))
    found = run(Study((Axis("policy.one", ("strike", "coward", "sneaky")),), asked))
    assert [cell.method for cell in found] == ["exact", "exact", "refused"]
    assert found[0].chance == pytest.approx(fight(asked).wins[0].value, abs=1e-12)
    assert found[2].refused is not None
    assert "sneaky" in found[2].refused.en


def test_odds_of_an_action_over_a_grid() -> None:
    """UDS-COMBAT-01, -03: each point of PHY is a face more that wounds."""
    study = Study((Axis("chloe.phy", (1, 2, 3)),), None, "undesix", "undesix.attack", "chloe", {"target": "loup"})
    assert [cell.chance for cell in run(study)] == pytest.approx([1 / 6, 1 / 3, 1 / 2])
    assert [one.refused is not None for one in run(replace(study, values={"target": "nobody"}))] == [True] * 3


def test_pieces_depend_on_nothing_but_their_place() -> None:
    told = STUDY.to_json()
    assert Study.from_json(json.loads(json.dumps(told))) == STUDY
    alone = piece(told, 3, 1, "bulk")
    for other in [(0, 0, ""), (3, 2, "bulk")]:
        assert piece(told, *other)["tally"] != alone["tally"]
    assert piece(told, 3, 1, "bulk") == alone


def test_a_study_cut_short_anywhere_goes_on_to_the_same_numbers(tmp_path: Path) -> None:
    path, whole = tmp_path / "study.jsonl", chances(STUDY)
    assert chances(STUDY, path) == whole
    lines = path.read_bytes()
    for length in (0, 5, len(lines) // 3, len(lines) // 2 + 7, len(lines) - 1):
        path.write_bytes(lines[:length])
        assert chances(STUDY, path) == whole
    before = path.stat().st_size
    assert chances(STUDY, path) == whole
    assert path.stat().st_size == before  # nothing is done again


def test_the_file_of_another_study_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    run(Study((Axis("policy.one", ("strike",)),), Fight("d6", ("mael",), ("rouquin",))), path)
    kept = path.read_bytes()
    with pytest.raises(BadInput, match="another study"):
        run(STUDY, path)
    assert path.read_bytes() == kept
    path.write_text("my notes\n")
    with pytest.raises(BadInput, match="not the file of a study"):
        run(STUDY, path)
    assert path.read_text() == "my notes\n"


def test_a_damaged_file_and_an_absent_cluster_get_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    run(STUDY, path)
    first, *_ = path.read_text().splitlines()
    path.write_text(f"{first}\nnothing of a study\n")
    with pytest.raises(BadInput, match="is damaged"):
        run(STUDY, path)
    with pytest.raises(BadInput, match="is not the address of a cluster"):
        run(STUDY, cluster="foo")
    with pytest.raises(BadInput, match="No cluster answers"):
        run(STUDY, cluster="tcp://127.0.0.1:1")


def until(path: Path, lines: int) -> None:
    """Wait until a study has kept so many lines."""
    for _ in range(1200):
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.05)
    raise AssertionError("the study does not begin")


@pytest.fixture(scope="module")
def alone() -> bytes:
    """What one process makes of the study, all at once."""
    return subprocess.run([*CLI, *GRID, "--processes", "1"], capture_output=True, check=True, timeout=300).stdout


@pytest.mark.evening
def test_killed_half_way_and_on_two_processes(tmp_path: Path, alone: bytes) -> None:
    """The process is killed once some pieces are kept; then one of the two processes that go on; same numbers."""
    path = tmp_path / "study.jsonl"
    killed = subprocess.Popen([*CLI, *GRID, "--keep", str(path), "--processes", "1"], stdout=subprocess.DEVNULL)
    until(path, 3)
    killed.kill()
    killed.wait()
    kept = path.read_bytes().count(b"\n")
    again = subprocess.Popen([*CLI, *GRID, "--keep", str(path), "--processes", "2"], stdout=subprocess.PIPE)
    until(path, min(kept + 1, 13))
    for worker in workers_of(again.pid)[:1]:
        os.kill(worker, signal.SIGKILL)
    assert again.communicate(timeout=300)[0] == alone


def workers_of(parent: int) -> list[int]:
    """The processes of a pool, youngest first."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            after = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(after[1]) == parent:
            found.append(int(status.parent.name))
    return sorted(found, reverse=True)


def test_a_study_interrupted_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    many = [*CLI, "--grid", "youssef.reserve=0..2", "--fights", "2000000", "--keep", str(path), "--processes", "1"]
    study = subprocess.Popen(many, stderr=subprocess.PIPE, text=True)
    until(path, 2)
    study.send_signal(signal.SIGINT)
    assert "the same command goes on from there" in study.communicate(timeout=120)[1]
    assert study.returncode == 2


CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    workers = int(sys.argv[1])
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, *(worker.pid for worker in cluster.workers.values()), flush=True)
        sys.stdin.read()
"""


@pytest.mark.evening
@pytest.mark.parametrize("workers", [1, 2])
def test_a_dask_cluster_gives_the_same_numbers_also_when_one_of_two_workers_is_killed(
    tmp_path: Path, alone: bytes, workers: int
) -> None:
    script, path = tmp_path / "cluster.py", tmp_path / "study.jsonl"
    script.write_text(CLUSTER)
    cluster = subprocess.Popen(
        [sys.executable, str(script), str(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert cluster.stdout is not None
        address, *started = cluster.stdout.readline().split()
        asked = [*CLI, *GRID, "--keep", str(path), "--cluster", address]
        study = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        until(path, 2)
        for worker in started[1:]:
            os.kill(int(worker), signal.SIGKILL)
        said, wrong = study.communicate(timeout=300)
        assert said == alone, wrong.decode()
    finally:
        cluster.communicate(timeout=60)
