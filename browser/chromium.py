"""Chromium: the one that the machine has, or one that is installed here and now."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from playwright.sync_api import Browser, Playwright, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium", "chromium-browser", "google-chrome")
SLOWEST = 120_000  # milliseconds that it may take to start on a busy machine
MISSING = (
    "The tests of the pages need Chromium, and none was found: install it (Debian: apt-get install chromium), "
    "or name one in TABLEE_CHROMIUM."
)


def started(playwright: Playwright) -> Browser:
    """A Chromium without windows."""
    return playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS), timeout=SLOWEST)


def chromium() -> str:
    """The path of a Chromium: TABLEE_CHROMIUM, one on the path, or one installed now; SystemExit if there is none."""
    found = os.environ.get("TABLEE_CHROMIUM") or _on_the_path()
    return found or _installed() or sys.exit(MISSING)


def _on_the_path() -> str:
    return next((path for name in NAMES if (path := shutil.which(name))), "")


def _installed() -> str:
    if shutil.which("apt-get") and os.geteuid() == 0:
        for words in (("update",), ("install", "-y", "--no-install-recommends", "chromium")):
            without_questions = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            subprocess.run(["apt-get", "-qq", *words], check=False, stdout=subprocess.DEVNULL, env=without_questions)
        return _on_the_path()
    done = subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if done.returncode:
        return ""
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path
