"""What an evening comes to, as a seat reads it: luck, figures, dice that fell, and the story to print."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from tablee.errors import BadInput
from tablee.review.seen import ReviewSeen, kept_review
from tablee.table.service import House
from tablee.text import Text, number, percent
from tablee.web.pages import tokens
from tablee.web.pages.journal.journal import THE_MJ, day
from tablee.web.pages.journal.telling import Told, retold
from tablee.web.pages.table import cards

Json = dict[str, Any]

MAX_LINES = 3000  # of a recap: beyond that, the last ones
TOLD = ("roll", "slim", "free", "say", "me", "paper", "event", "tale", "end")
MAX_FIGHTS = 10  # told of a recap: the last ones
NOTES = ("note", "group")
# the rest is housekeeping
OF_THE_STORY = (
    *("acted/1", "asked/1", "disclosed/1", "rolled/1", "corrected/1", "said/1"),
    *("adventure_turned/1", "way_tried/1", "fight_ended/1"),
)
HOURS = Text(fr="{hours} h {minutes}", en="{hours} h {minutes}")
MINUTES = Text(fr="{minutes} min", en="{minutes} min")


class Bar(NamedTuple):
    """The luck of a character, or of the MJ, as a bar, in hundredths of it: what came, what was expected, how widely
    that varies.
    """

    name: str
    player: str
    tint: str
    foe: bool
    rolls: int
    successes: int
    expected: str
    more: str
    deviation: str
    as_far: str
    came: float
    awaited: float
    spread: tuple[float, float]  # from where to where it usually is


class Faces(NamedTuple):
    """How often each face of a kind of die fell, with a bar in hundredths, and how often each was to be expected."""

    sides: int
    thrown: int
    expected: str
    faces: list[tuple[int, int, float]]


def off(successes: float, lang: str) -> str:
    """How many successes more or fewer than expected: +1,3, −0,4; what is told as 0,0 has no sign."""
    written = number(successes, lang, 1)
    return f"+{written}" if successes > 0 and written.strip("0,.") else written


class Recap:
    """What the lines of a seat come to: those of its present evening, or all of them."""

    def __init__(self, house: House, table: str, seat: str, lang: str, everything: bool = False) -> None:
        self.house, self.table, self.seat, self.lang, self.everything = house, table, seat, lang, everything
        self.view = house.view(table, seat)
        whole = 0 if everything else house.evening(table, seat)
        self.after = max(whole, int(self.view.seen) - MAX_LINES)
        self.cut = self.after > whole  # whether there are lines before those that are told
        self.found = house.statistics(table, seat, self.after)

    @property
    def day(self) -> str:
        return day(self.found.ended, self.lang)

    @property
    def length(self) -> str:
        """How long it lasted; "" for less than a minute."""
        minutes = round((self.found.ended - self.found.began) / 60)
        if not minutes:
            return ""
        if minutes < 60:
            return MINUTES.say(self.lang, minutes=minutes)
        return HOURS.say(self.lang, hours=minutes // 60, minutes=f"{minutes % 60:02}")

    @property
    def bars(self) -> list[Bar]:
        """The luck of each, the players' characters first."""
        return [self._bar(who) for who in sorted(self.found.luck, key=lambda who: (not who, who))]

    def _bar(self, who: str) -> Bar:
        luck, lang = self.found.luck[who], self.lang

        def place(successes: float) -> float:
            return round(100 * min(max(successes / luck.rolls, 0), 1), 1)

        return Bar(
            tokens.called(who, self.view, lang) if who else THE_MJ.say(lang),
            self.view.player(who),
            tokens.tint(who, self.view) if who else "t3",
            not who,
            luck.rolls,
            luck.successes,
            number(luck.expected, lang, 1),
            off(luck.more, lang),
            number(luck.deviation, lang, 1),
            percent(luck.as_far, lang),
            place(luck.successes),
            place(luck.expected),
            (place(luck.expected - luck.deviation), place(luck.expected + luck.deviation)),
        )

    @property
    def dice(self) -> list[Faces]:
        """How often each face fell, by kind of die."""
        told = []
        for sides, found in sorted(self.found.faces.items()):
            thrown, most = sum(found.values()), max(found.values())
            faces = [(face, found[face], round(100 * found[face] / most, 1)) for face in range(1, sides + 1)]
            if sides <= 20:
                told.append(Faces(sides, thrown, number(thrown / sides, self.lang, 1), faces))
        return told

    @property
    def story(self) -> list[Told]:
        """What was done and said, oldest first: not what was taken back, nor notes, nor who came and went."""
        window = self.house.window(self.table, self.seat, most=int(self.view.seen) - self.after)
        lines = self.house.with_sentences(self.table, window.lines, self.lang)
        told = {line.n for line in lines if line.name in OF_THE_STORY and getattr(line.what, "kind", "") not in NOTES}
        drawn = cards.cards(lines, self.view, self.lang)
        kept = {one.n: one for one in drawn if one.kind in TOLD and not one.struck and one.n in told}
        return list(retold(lines, kept, self.view, self.lang))

    @property
    def fights(self) -> list[ReviewSeen]:
        """The last fights of these lines that were read again, as far as the seat may read what they came to."""
        told = list[ReviewSeen]()
        if self.view.arranged.reviews == "on":
            here = [fight for fight, n in enumerate(self.view.fights, 1) if n > self.after]
            for fight in here[-MAX_FIGHTS:]:
                with suppress(BadInput):  # its end was taken back, or it is too long
                    told.append(kept_review(self.house, self.table, self.seat, fight, self.lang))
        return [one for one in told if one.summed]

    @property
    def people(self) -> list[tuple[str, str]]:
        """The characters that players play, and who plays them."""
        played = [who for who, one in self.view.cast.items() if one.owner]
        return [(tokens.called(who, self.view, self.lang), self.view.player(who)) for who in played]
