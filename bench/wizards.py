"""Each wizard driven at random many times: dead ends, sheets that the game refuses, wrong counts of what is left."""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path
from time import process_time

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tests.web.pages.characters.walking import WALKS, walk

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House


def wizards(asked: argparse.Namespace) -> None:
    """Walk `count` times through each wizard whose name holds `only`; how the walks ended, or the one that broke it."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "tables.db")
        house = House(store)
        for name in WALKS:
            if asked.only in name:
                began, ends = process_time(), Counter[str]()
                _walks(house, name, asked, ends)
                told = ", ".join(f"{count} {end}" for end, count in sorted(ends.items()))
                print(f"{name}: {told}; {process_time() - began:.0f} s", flush=True)
        store.close()


def _walks(house: House, name: str, asked: argparse.Namespace, ends: Counter[str]) -> None:
    @seed(asked.seed)
    @settings(
        max_examples=asked.count,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @given(data=st.data())
    def every(data: st.DataObject) -> None:
        ends[walk(house, name, data)] += 1

    every()
