"""failure: an exception raised by a game's own code, as a finding at the line of the game that raised it."""

from __future__ import annotations

import traceback
from pathlib import Path

from pydantic import ValidationError

from tablee.errors import BadInput
from tablee.rules.check.findings import Finding, Place, mistake
from tablee.rules.check.sources import Sources
from tablee.text import Text


def failure(sources: Sources, wrong: BaseException, doing: Text) -> Finding:
    """What went wrong while `doing` something, where the game's own code last was."""
    frames = [frame for frame in traceback.extract_tb(wrong.__traceback__) if _inside(sources.folder, frame.filename)]
    place = Place(Path(frames[-1].filename), frames[-1].lineno or 1) if frames else sources.entrance
    return mistake(place, STOPPED, doing=doing, why=_sentence(wrong))


def _inside(folder: Path, file: str) -> bool:
    return Path(file).is_relative_to(folder)


def _sentence(wrong: BaseException) -> Text:
    if isinstance(wrong, BadInput):
        return Text(wrong.say("fr"), wrong.say("en"))
    if isinstance(wrong, ValidationError):
        said = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in wrong.errors())
    elif isinstance(wrong, KeyError):
        return Text(f"« {wrong.args[0]} » n'existe pas (KeyError).", f"“{wrong.args[0]}” does not exist (KeyError).")
    else:
        said = f"{type(wrong).__name__}: {wrong}"
    return Text(said, said)


STOPPED = Text(fr="{doing} s'arrête ici. {why}", en="{doing} stops here. {why}")
