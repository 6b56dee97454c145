"""Headings: every place of the words that a structure calls for, what must stand there, and those that lack written."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.adventures.story import AGAIN, FIGHT
from tablee.adventures.structure import Adventure, Outcome
from tablee.adventures.words import HEADING, Place, Section, words_of

CONTAINERS = ("people", "things", "papers", "words", "clocks")
BEFORE = ("notes", "mj")  # what is read before the story
OF_THE_WORDS = (*CONTAINERS, *BEFORE)  # headings of the second level that are no scene
END = "end."  # before the id of an end
LABEL, READ, ALT = "label", "read", "alt"  # what may have to stand under a heading
TO_WRITE = "…"  # stands for words that are not written yet
PLACEHOLDERS = {LABEL: TO_WRITE, READ: f"> {TO_WRITE}", ALT: f"![{TO_WRITE}]({{picture}})"}


def shown(place: Place) -> str:
    """A place in the words, as headings write it: `## pont` / `### parler`."""
    return " / ".join(heading(place[: n + 1]) for n in range(len(place))) or "#"


def heading(place: Place) -> str:
    """The last heading of a place: `### parler`."""
    return f"{'#' * (len(place) + 1)} {place[-1]}"


def wanted(adventure: Adventure) -> Iterator[tuple[Place, tuple[str, ...]]]:
    """Every place of the words with what must stand there: a label, a text to read, `alt` where a picture is shown;
    nothing where a text may be left out.
    """
    drawn = {place for _, place, file in adventure.pictures() if file}
    for place, needs in _spoken(adventure):
        yield place, (*needs, ALT) if place in drawn else needs


def _spoken(adventure: Adventure) -> Iterator[tuple[Place, tuple[str, ...]]]:
    """Every place of the words with what must stand there, pictures left aside."""
    for kind, ids in (("people", adventure.people), ("things", adventure.things), ("clocks", adventure.clocks)):
        yield from (((kind, id), (LABEL,)) for id in ids)
    yield from ((("clocks", id, "full"), ()) for id in adventure.clocks)
    yield from ((("papers", id), (LABEL, READ)) for id in adventure.papers)
    for word in dict.fromkeys(word for _, one in adventure.outcomes() for word in one.remember):
        yield ("words", word), (LABEL,)
    for id, scene in adventure.scenes.items():
        yield (id,), (READ,)
        yield (id, AGAIN), ()
        yield from (((id, one.id), (READ,)) for one in scene.also)
        for attempt in scene.tries:
            yield (id, attempt.id), (LABEL,)
            yield from _texts((id, attempt.id), attempt.results())
        if scene.fight:
            yield (id, FIGHT), ()
            yield from _texts((id, FIGHT), scene.fight.results())
    for id, end in adventure.ends.items():
        yield (f"{END}{id}",), (LABEL, READ)
        yield from (((f"{END}{id}", one.id), (READ,)) for one in end.epilogue)


def _texts(place: Place, results: Iterator[tuple[str, tuple[Outcome, ...]]]) -> Iterator[tuple[Place, tuple[str, ...]]]:
    """The texts of outcomes; one that begins a fight or ends the story may go without."""
    needs: dict[Place, tuple[str, ...]] = {}
    for name, outcomes in results:
        for one in outcomes:
            where = (*place, one.text or name)
            needs[where] = needs.get(where) or (() if one.fight or one.end else (READ,))
    yield from needs.items()


def completed(text: str, adventure: Adventure) -> tuple[str, int]:
    """The words with every heading that lacks, what is to be written marked, and how many these are."""
    pictures = {place: file for _, place, file in adventure.pictures()}
    lines, added = text.rstrip("\n").split("\n"), 0
    for place, needs in wanted(adventure):
        known = words_of("\n".join(lines)).sections
        if not needs or place in known:
            continue
        rest = [PLACEHOLDERS[need].format(picture=pictures.get(place, "")) for need in needs]
        for n in range(1, len(place)):
            if place[:n] not in known:
                lines = _inserted(lines, place[:n], [])
        lines, added = _inserted(lines, place, rest), added + 1
    return "\n".join(lines) + "\n", added


def _inserted(lines: list[str], place: Place, blocks: list[str]) -> list[str]:
    """These lines with a new heading, last of what it belongs to; scenes stand before the ends, lists before scenes."""
    new = ["", heading(place), *(line for block in blocks for line in ("", block))]
    at = _after(lines, place)
    return [*_trimmed(lines[:at]), *new, *([""] if at < len(lines) else []), *lines[at:]]


def _trimmed(lines: list[str]) -> list[str]:
    return _trimmed(lines[:-1]) if lines and not lines[-1].strip() else lines


def _after(lines: list[str], place: Place) -> int:
    """The line before which a new heading belongs."""
    here: Place = ()
    inside = False
    for at, line in enumerate(lines):
        if found := HEADING.match(line):
            level = len(found[1])
            here = () if level == 1 else (*here[: level - 2], found[2])
            if len(place) == 1:
                if level == 2 and _rank(here) > _rank(place):
                    return at
            elif inside and here[: len(place) - 1] != place[:-1]:
                return at
            inside = here[: len(place) - 1] == place[:-1]
    return len(lines)


def _rank(place: Place) -> int:
    """Where a heading of the second level stands: what comes before the story, lists, scenes, ends."""
    if place[0] in BEFORE:
        return 0
    return 1 if place[0] in CONTAINERS else 3 if place[0].startswith(END) else 2


def to_write(section: Section | None, need: str) -> bool:
    """Whether what must stand there is not written yet."""
    return section is None or getattr(section, need) in ("", TO_WRITE)
