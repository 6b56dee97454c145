"""The last steps of a walk, with pictures: kept while it goes, written as one page when something is wrong."""

from __future__ import annotations

import html
import time
from base64 import b64encode
from collections import deque
from pathlib import Path
from typing import NamedTuple

LAST = 60.0  # seconds that can be looked at again


class Step(NamedTuple):
    """One step: when, who, what they did, and what they saw before it."""

    at: float
    who: str
    did: str
    picture: bytes


class Trail:
    """The steps of the last minute of a walk."""

    def __init__(self) -> None:
        self.steps: deque[Step] = deque()

    def add(self, who: str, did: str, picture: bytes) -> None:
        now = time.monotonic()
        self.steps.append(Step(now, who, did, picture))
        while now - self.steps[0].at > LAST:
            self.steps.popleft()

    def write(self, into: Path, title: str, wrong: str) -> Path:
        """A page with every step of the last minute, the newest last."""
        into.mkdir(parents=True, exist_ok=True)
        path = into / f"{title.replace(' ', '-')}.html"
        shown = "".join(
            f"<figure><figcaption>{html.escape(f'{one.who}: {one.did}')}</figcaption>"
            f'<img src="data:image/jpeg;base64,{b64encode(one.picture).decode()}"></figure>'
            for one in self.steps
        )
        style = (
            "body{font:15px sans-serif}main{display:flex;flex-wrap:wrap;gap:1em}img{max-height:640px}figure{margin:0}"
        )
        head = f"<!doctype html><meta charset=utf-8><title>{html.escape(title)}</title><style>{style}</style>"
        path.write_text(f"{head}<h1>{html.escape(title)}</h1><pre>{html.escape(wrong)}</pre><main>{shown}</main>")
        return path
