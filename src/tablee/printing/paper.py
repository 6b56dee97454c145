"""pdf(): a paper from its template and its data, set by typst: black on white, tagged, the same on every machine.

Data go to typst as JSON and stand in the page as strings: nothing that a user typed is read as typst code. Fonts are
those inside typst, then the system's for signs that those do not have.
"""

from __future__ import annotations

import json
import unicodedata
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from threading import Lock
from typing import Any, cast

import typst

from tablee.text import Text

Json = dict[str, Any]

COLON = Text(fr=" : ", en=": ")
SOURCE = "Tablée"
_one_at_a_time = Lock()  # typst keeps what it has laid out; one sheet takes some hundredths of a second


def pdf(template: str, data: Json, lang: str) -> bytes:
    """The PDF of a template of this room, filled with these data in a language."""
    told = json.dumps(_clean({**data, "lang": lang, "source": SOURCE}), ensure_ascii=False)
    with _one_at_a_time, as_file(files(__package__).joinpath("templates")) as folder:
        compiler = _compiler(folder)
        inputs, path = {"data": told}, str(folder / template)
        try:
            made = compiler.compile(input=path, sys_inputs=inputs, pdf_standards="ua-1")  # for screen readers
        except typst.TypstError:  # a sign that no font here has, which PDF/UA forbids: tagged all the same
            made = compiler.compile(input=path, sys_inputs=inputs)
    return cast(bytes, made)


@cache
def _compiler(folder: Path) -> typst.Compiler:
    return typst.Compiler(root=str(folder))


def _clean(value: Any) -> Any:
    """Data without signs that are not printed: controls, and halves of signs."""
    if isinstance(value, str):
        return "".join(sign if unicodedata.category(sign) not in ("Cc", "Cs") else " " for sign in value)
    if isinstance(value, dict):
        return {key: _clean(one) for key, one in value.items()}
    return [_clean(one) for one in value] if isinstance(value, list | tuple) else value
