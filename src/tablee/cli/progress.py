"""A bar on one line of a terminal, while something long goes on; wiped out once it is done."""

from __future__ import annotations

import sys

WIDTH = 24  # cells


def progress(done: int, known: int) -> None:
    """How far it is; nothing where nobody looks."""
    if not sys.stderr.isatty():
        return
    filled = WIDTH * done // max(1, known)
    bar = f"{'█' * filled}{'░' * (WIDTH - filled)} {done}/{known} "
    print("\r\033[K" if done >= known else f"\r{bar}", end="", file=sys.stderr, flush=True)
