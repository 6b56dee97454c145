"""Words: the texts of an adventure in one language, read from Markdown, each with its line.

`#` is the title and what the adventure is, in a few sentences; `##` a scene, an end (`end.word`), or one of `people`,
`things`, `papers`, `words`, `clocks`, `notes` (what its story holds, read before one plays) and `mj` (what the MJ reads
first); `###` what belongs to it, `####` its outcomes. A quotation (`>`) is read to all, a paragraph in italics helps
newcomers, a picture (`![what it shows](name.png)`) is told to those who do not see it, any other is the MJ's alone;
under `###` and an end, the first line is what it is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

HEADING = re.compile(r"^(#{1,4})\s+(.+?)\s*$")
HELP = re.compile(r"^\*([^*].*?)\*$", re.DOTALL)
PICTURE = re.compile(r"^!\[([^\]]+)\]\(([^()\s]+)\)$")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
Place = tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """What stands under a heading: the line of the heading, quotations, paragraphs, help, what a picture shows."""

    line: int
    heading: str
    read: str = ""  # to all, paragraphs apart
    paragraphs: tuple[str, ...] = ()
    help: str = ""
    alt: str = ""
    picture: str = ""  # the file that `alt` is about

    @property
    def label(self) -> str:
        """The first paragraph: what it is called."""
        return self.paragraphs[0] if self.paragraphs else ""

    @property
    def aside(self) -> str:
        """The paragraphs after what it is called."""
        return "\n\n".join(self.paragraphs[1:])

    @property
    def whole(self) -> str:
        """All paragraphs, of what is called by its heading alone."""
        return "\n\n".join(self.paragraphs)


NOTHING = Section(1, "")


@dataclass(frozen=True)
class Words:
    """The sections of a file by their place: () for the title, ("pont",), ("pont", "parler", "good")."""

    sections: dict[Place, Section] = field(default_factory=dict)
    twice: tuple[tuple[int, Place], ...] = ()  # headings that stood there already

    def at(self, *place: str) -> Section:
        """What stands at a place; nothing, if nothing does."""
        return self.sections.get(place, NOTHING)

    @property
    def title(self) -> str:
        return self.at().heading

    @property
    def pitch(self) -> str:
        """What it is about, in a few sentences."""
        return self.at().whole


def words_of(text: str) -> Words:
    """The words that a file holds."""
    hidden = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    sections: dict[Place, Section] = {}
    twice: list[tuple[int, Place]] = []
    place: Place | None = None
    for line, level, heading, blocks in _parts(hidden):
        above = place[: level - 2] if place else ()
        place = () if level == 1 else (*above, heading)
        section = _section(line, heading, blocks)
        if place in sections:
            twice.append((line, place))
        else:
            sections[place] = section
    return Words(sections, tuple(twice))


def _parts(text: str) -> Iterator[tuple[int, int, str, list[str]]]:
    """Each heading with its line and level, and the blocks of text under it."""
    here: tuple[int, int, str] | None = None
    blocks: list[str] = []
    block: list[str] = []
    for number, line in enumerate([*text.splitlines(), "# end"], 1):
        found = HEADING.match(line)
        apart = HELP.match(line.strip()) or PICTURE.match(line.strip())  # a help or a picture needs no blank line
        if block and (found or apart or not line.strip() or line.startswith(">") != block[0].startswith(">")):
            blocks.append("\n".join(block))
            block = []
        if found:
            if here:
                yield (*here, blocks)
            here, blocks = (number, len(found[1]), found[2]), []
        elif line.strip():
            block.append(line.strip())


def _section(line: int, heading: str, blocks: list[str]) -> Section:
    read, paragraphs, help = [], [], []
    alt = picture = ""
    for block in blocks:
        joined = " ".join(block.split("\n"))
        if block.startswith(">"):
            quoted = [part.removeprefix(">").strip() for part in block.split("\n")]
            read += [one for one in "\n".join(quoted).split("\n\n") if one.strip()]
        elif drawn := PICTURE.match(joined):
            alt, picture = drawn[1], drawn[2]
        elif found := HELP.match(joined):
            help.append(found[1])
        else:
            paragraphs.append(joined)
    text = "\n\n".join(" ".join(one.split("\n")) for one in read)
    return Section(line, heading, text, tuple(paragraphs), " ".join(help), alt, picture)
