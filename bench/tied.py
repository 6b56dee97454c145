"""Processes that end with the one that started them, even where it is killed: each watches a pipe from it."""

from __future__ import annotations

import os
import subprocess
import sys
import weakref
from collections.abc import Sequence
from typing import Any

WATCH = "import os, threading; threading.Thread(target=lambda: os.read(0, 1) or os._exit(1), daemon=True).start(); "


def tied(code: str, *words: str, before: Sequence[str] = (), **how: Any) -> subprocess.Popen[Any]:
    """Python code in a process of its own, `before` in front of its command; `how` are options of `Popen`."""
    watched, held = os.pipe()  # whoever dies lets go of `held`: the reader of `watched` then comes to its end
    try:
        process = subprocess.Popen([*before, sys.executable, "-c", WATCH + code, *words], stdin=watched, **how)
    finally:
        os.close(watched)
    weakref.finalize(process, os.close, held)
    return process
