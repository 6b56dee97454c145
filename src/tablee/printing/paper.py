"""pdf(): a paper from its template and its data, set by typst: black on white, tagged, the same on every machine.

Data go to typst as JSON and stand in the page as strings: nothing that a user typed is read as typst code. Fonts are
those inside typst, then the system's for signs that those do not have. Pages are set by `setting` in a process of its
own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from importlib.resources import as_file, files
from typing import Any

from tablee.errors import BadInput
from tablee.text import Text

Json = dict[str, Any]

COLON = Text(fr=" : ", en=": ")
SOURCE = "Tablée"
MAX_TEXT, MAX_WORDS = 3_000, 60_000  # signs of one text, and of all texts of a paper: the rest is cut
MAX_ROWS = 2_000  # of a list
MAX_SECONDS = 60.0  # for one paper, however busy the machine
CUT = "…"
NOT_SET = Text(
    fr="Cette page ne peut pas être imprimée : elle est trop longue. Raccourcissez ce qui y est écrit.",
    en="This page cannot be printed: it is too long. Shorten what is written on it.",
)


def pdf(template: str, data: Json, lang: str) -> bytes:
    """The PDF of a template of this room, filled with these data in a language; BadInput if it cannot be set."""
    told = json.dumps(_Cutter().cut({**data, "lang": lang, "source": SOURCE}), ensure_ascii=False)
    own = {name: value for name, value in os.environ.items() if not name.startswith("TABLEE")}  # no database's address
    with as_file(files(__package__)) as folder:
        worker = [sys.executable, "-P", str(folder / "setting.py"), str(folder / "templates" / template)]
        try:
            ran = subprocess.run(worker, input=told.encode(), capture_output=True, timeout=MAX_SECONDS, env=own)
        except subprocess.TimeoutExpired:
            raise BadInput(NOT_SET) from None
    if ran.returncode or not ran.stdout.startswith(b"%PDF"):
        raise BadInput(NOT_SET)
    return ran.stdout


class _Cutter:
    """Data without signs that are not printed (controls, halves of signs), and without more words than paper holds."""

    def __init__(self) -> None:
        self.left = MAX_WORDS

    def cut(self, value: Any) -> Any:
        if isinstance(value, str):
            most = min(MAX_TEXT, max(self.left, 0))
            self.left -= min(len(value), most)
            value = value if len(value) <= most else value[:most] + CUT
            return "".join(sign if unicodedata.category(sign) not in ("Cc", "Cs") else " " for sign in value)
        if isinstance(value, dict):
            return {key: self.cut(one) for key, one in value.items()}
        if isinstance(value, list | tuple) and value and isinstance(value[0], int):
            return list(value)  # the bytes of a portrait
        return [self.cut(one) for one in value[:MAX_ROWS]] if isinstance(value, list | tuple) else value
