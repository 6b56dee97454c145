"""Equal first, timed after: one process, interleaved runs, ratios taken repeat by repeat."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from statistics import geometric_mean, median
from time import process_time
from typing import Any

from bench import brute, peers_dyce, peers_icepool, tuned
from bench.questions import ATTACKS, QUESTIONS
from tablee.dice import Question, clear_caches, odds

Laws = Mapping[str, Callable[[], Any]]
AS_WRITTEN: tuple[Laws, Laws] = (peers_icepool.LAWS, peers_dyce.LAWS)
OWN = ("dx_attack", "d6_attack")  # where ours asks for a difference, and the peers have operators of their own
"""The questions in which `own` gives the peers their `-` and `>`."""
OPERATORS: tuple[Laws, Laws] = (
    {**peers_icepool.LAWS, **{key: tuned.ICEPOOL[key] for key in OWN}},
    {**peers_dyce.LAWS, **{key: tuned.DYCE[key] for key in OWN}},
)
TUNED: tuple[Laws, Laws] = (tuned.ICEPOOL, tuned.DYCE)
ASKED_AGAIN = 100  # times in one go: a single answer from memory is too short for the clock


@dataclass(frozen=True)
class Measure:
    """One question: times to read, ratios to compare; every figure is a median over the repeats."""

    ours_cold_ms: float
    ours_again_us: float
    icepool_ms: float
    dyce_ms: float
    icepool_over_ours: float
    best_peer_over_ours: float
    memo_ratio: float
    control: float  # ours ÷ ours, measured twice: how far from 1 a ratio may be by accident


@dataclass(frozen=True)
class Report:
    """`minimum_ratio` is the lowest icepool ÷ ours of all, `memo_ratio` the lowest of the four attacks."""

    icepool_over_ours_geomean: float
    best_peer_over_ours_geomean: float
    minimum_ratio: float
    memo_ratio: float
    import_ratio: float
    questions: dict[str, Measure]

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def check_equal(key: str, icepool: Laws, dyce: Laws) -> None:
    """The four answers are the same law, fraction by fraction."""
    expected = brute.fractions(brute.LAWS[key]())
    clear_caches()
    answers = {
        "ours": odds(QUESTIONS[key]()),
        "icepool": icepool[key](),
        "dyce": dyce[key](),
    }
    for who, law in answers.items():
        if brute.fractions(law) != expected:
            raise AssertionError(f"{key}: {who} disagrees with brute force")


def seconds(run: Callable[[], object]) -> float:
    """Processor time: whatever else the machine does counts for nobody, long or short."""
    start = process_time()
    run()
    return process_time() - start


def measure(
    question: Callable[[], Question[Any]], icepool: Callable[[], Any], dyce: Callable[[], Any], repeats: int
) -> Measure:
    """Time one question; our caches are cleared before each cold run, which is not timed."""

    def ours() -> None:
        odds(question())

    def again() -> None:
        for _ in range(ASKED_AGAIN):
            odds(question())

    variants = {"cold": ours, "control": ours, "icepool": icepool, "dyce": dyce}
    times: dict[str, list[float]] = {name: [] for name in variants}
    asked_again = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(repeats):
            for name in random.sample(list(variants), len(variants)):
                clear_caches()
                times[name].append(seconds(variants[name]))
            ours()
            asked_again.append(seconds(again) / ASKED_AGAIN)
    finally:
        gc.enable()
    cold, ice, dy = times["cold"], times["icepool"], times["dyce"]
    return Measure(
        ours_cold_ms=median(cold) * 1e3,
        ours_again_us=median(asked_again) * 1e6,
        icepool_ms=median(ice) * 1e3,
        dyce_ms=median(dy) * 1e3,
        icepool_over_ours=ratio(ice, cold),
        best_peer_over_ours=ratio(list(map(min, ice, dy)), cold),
        memo_ratio=ratio(cold, asked_again),
        control=ratio(cold, times["control"]),
    )


def ratio(above: list[float], below: list[float]) -> float:
    return median(a / b for a, b in zip(above, below, strict=True))


def import_ratio(repeats: int = 5) -> float:
    """`import icepool` ÷ `import tablee.dice`, each in fresh processes, turn by turn."""

    def fresh(module: str) -> float:
        script = f"from time import process_time as now; start = now(); import {module}; print(now() - start)"
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        return float(done.stdout)

    theirs, ours = zip(*((fresh("icepool"), fresh("tablee.dice")) for _ in range(repeats)), strict=True)
    return ratio(list(theirs), list(ours))


def exact(repeats: int, peers: tuple[Laws, Laws] = AS_WRITTEN) -> Report:
    """Check then time the thirteen questions."""
    icepool, dyce = peers
    for key in QUESTIONS:
        check_equal(key, icepool, dyce)
    measures = {key: measure(question, icepool[key], dyce[key], repeats) for key, question in QUESTIONS.items()}
    return Report(
        icepool_over_ours_geomean=geometric_mean(m.icepool_over_ours for m in measures.values()),
        best_peer_over_ours_geomean=geometric_mean(m.best_peer_over_ours for m in measures.values()),
        minimum_ratio=min(m.icepool_over_ours for m in measures.values()),
        memo_ratio=min(measures[key].memo_ratio for key in ATTACKS),
        import_ratio=import_ratio(),
        questions=measures,
    )


def table(report: Report) -> str:
    """The report for people."""
    titles = ("question", "ours ms", "again µs", "icepool ms", "dyce ms", "icepool÷ours", "best÷ours", "cold÷again")
    lines = ["{:<11}{:>9}{:>10}{:>12}{:>9}{:>14}{:>11}{:>12}".format(*titles)]
    for key, m in report.questions.items():
        lines.append(
            f"{key:<11}{m.ours_cold_ms:>9.3f}{m.ours_again_us:>10.2f}{m.icepool_ms:>12.3f}{m.dyce_ms:>9.3f}"
            f"{m.icepool_over_ours:>14.1f}{m.best_peer_over_ours:>11.1f}{m.memo_ratio:>12.0f}"
        )
    lines += [
        "",
        f"geometric mean  icepool ÷ ours {report.icepool_over_ours_geomean:.1f}, "
        f"best peer ÷ ours {report.best_peer_over_ours_geomean:.1f}",
        f"lowest          icepool ÷ ours {report.minimum_ratio:.1f}, cold ÷ again (attacks) {report.memo_ratio:.0f}",
        f"import          icepool ÷ ours {report.import_ratio:.1f}",
    ]
    return "\n".join(lines)
