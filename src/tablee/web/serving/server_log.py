"""What the server writes of its own accidents: one line each, with its place in the code; all of it if asked for."""

from __future__ import annotations

import logging
import traceback
from types import TracebackType
from typing import Any

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class OneLine(logging.Formatter):
    """Messages of one line: of an exception its kind, its words and where it was raised."""

    def formatException(self, ei: Raised) -> str:  # noqa: N802  (the name is logging's)
        last = traceback.extract_tb(ei[2])[-1:] if ei[2] else []
        place = "".join(f" ({frame.filename}:{frame.lineno}, {frame.name})" for frame in last)
        return f"{type(ei[1]).__name__}: {ei[1]}{place}"

    def format(self, record: logging.LogRecord) -> str:
        return " ".join(super().format(record).split())


def log_config(debug: bool) -> dict[str, Any]:
    """How the server and its tables log, as logging.config reads it; whole tracebacks with `debug`."""
    kind = "logging.Formatter" if debug else "tablee.web.serving.server_log.OneLine"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": kind, "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
    }
