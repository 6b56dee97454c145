"""Counts: how much a house does and how long it takes, for the person who runs it. Sums alone, nothing about people."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds; the last one has no end
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Counts:
    """What one process has done since its start."""

    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()  # by the hundreds of their status
        self.streams = 0  # open now
        self.refused = 0  # connections turned away
        self.connections: Callable[[], int] = lambda: 0  # open now; a server says
        self._within: Counter[float] = Counter()  # answers other than streams, by the step they took at most
        self._seconds = 0.0

    def answered(self, status: int, seconds: float) -> None:
        """A request was answered, streams aside."""
        self.answers[status // 100] += 1
        self._seconds += seconds
        step = bisect_left(STEPS, seconds)
        self._within[STEPS[step] if step < len(STEPS) else float("inf")] += 1

    def text(self) -> str:
        """All of it in the text format of Prometheus."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield from _head("tablee_requests_total", "counter", "Requests answered, by the hundreds of their status.")
        for hundreds in range(1, 6):
            yield f'tablee_requests_total{{status="{hundreds}xx"}} {self.answers[hundreds]}'
        yield from _head("tablee_request_seconds", "histogram", "Time from a request to the end of its answer.")
        so_far = 0
        for step in STEPS:
            so_far += self._within[step]
            yield f'tablee_request_seconds_bucket{{le="{step:g}"}} {so_far}'
        total = sum(self._within.values())
        yield f'tablee_request_seconds_bucket{{le="+Inf"}} {total}'
        yield f"tablee_request_seconds_sum {self._seconds:.6f}"
        yield f"tablee_request_seconds_count {total}"
        for name, kind, help, value in (
            ("tablee_streams", "gauge", "Live streams open now.", self.streams),
            ("tablee_connections", "gauge", "Connections open now.", self.connections()),
            ("tablee_connections_refused_total", "counter", "Connections turned away or cut for room.", self.refused),
            ("process_cpu_seconds_total", "counter", "Processor time used.", f"{time.process_time():.3f}"),
        ):
            yield from _head(name, kind, help)
            yield f"{name} {value}"


def _head(name: str, kind: str, help: str) -> Iterator[str]:
    yield f"# HELP {name} {help}"
    yield f"# TYPE {name} {kind}"
