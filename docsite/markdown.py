"""Markdown written from words and docstrings: signs that mean something to it are made harmless, examples are code."""

from __future__ import annotations

import html
import inspect
import re

FENCE = "```"


def plain(words: str) -> str:
    """Words that stand as they are, `code` in backquotes aside."""
    parts = re.split(r"(`[^`]*`)", words)
    return "".join(part if part.startswith("`") else _harmless(part) for part in parts)


def _harmless(words: str) -> str:
    return re.sub(r"([\[\]*_#|])", r"\\\1", html.escape(words, quote=False))


def cell(words: str) -> str:
    """Words in a cell of a table."""
    return " ".join(plain(words).split())


def docstring(told: str | None) -> str:
    """A docstring as Markdown: paragraphs, with what is indented or typed at a prompt as code."""
    written = []
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(told or "")):
        code = paragraph.lstrip().startswith(">>>") or paragraph.startswith("    ")
        written.append(f"{FENCE}python\n{inspect.cleandoc(paragraph)}\n{FENCE}" if code else plain(paragraph))
    return "\n\n".join(written)
