"""An evening retold: a fight as paragraphs, one for each round, made of the headlines of its lines without numbers.

A blow that came to nothing is told by itself where it is the only one of its round, else with the others like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import cycle

from tablee.rules.action import PLAY
from tablee.rules.game import game_called
from tablee.rules.why import COLON
from tablee.table.lines import Line
from tablee.table.seen.view import View
from tablee.table.topics.action import Acted
from tablee.table.topics.blind import Disclosed
from tablee.table.topics.fight import FightEnded, WayTried
from tablee.text import Text
from tablee.web.pages.table.cards import Card, said_of
from tablee.web.pages.tokens import ARTICLE, called

LATER = (
    Text(fr="Puis ", en="Then "),
    Text(fr="Un instant plus tard, ", en="A moment later "),
    Text(fr="Aussitôt après, ", en="Right after that "),
)
AFTER = re.compile(r"\s?: |, ")  # what follows the blow itself
FOR_SO_MUCH = re.compile(r" for \d[^,:;]*")  # « hits the wolf for 2 points of damage »
WHO_FALLS = Text(fr="{said}, qui tombe, {state}", en="{said}, who falls, {state}")
AND_THEN = Text(fr="{said}, puis {next}", en="{said}, then {next}")
OTHERS_MISS = Text(fr="Les autres coups ne portent pas", en="The other blows come to nothing")
ALL_MISS = Text(fr="Des coups s'échangent, et aucun ne porte", en="Blows are traded, and none lands")
CORRECTED = Text(fr="Le meneur corrige : {word}", en="The GM corrects: {word}")

Told = Card | str
"""What a recap is made of: cards that are told as they are, and paragraphs."""


def without_numbers(sentence: str, lang: str) -> str:
    """A sentence without the clauses that hold figures; "" where it has none without.

    >>> without_numbers("Octavie touche la bande\\u00a0: 3 points de dégâts, un figurant inconscient", "fr")
    'Octavie touche la bande\\xa0: un figurant inconscient'
    """
    head, colon, rest = FOR_SO_MUCH.sub("", sentence).partition(COLON.say(lang))
    if any(map(str.isdigit, head)):
        return ""
    kept = [clause for clause in rest.split(", ") if clause and not any(map(str.isdigit, clause))]
    return head + (colon + ", ".join(kept) if kept else "")


@dataclass
class _Round:
    """What was done in one round, as sentences in their order; those at the places `vain` came to nothing."""

    told: list[str] = field(default_factory=list)
    vain: set[int] = field(default_factory=set)
    last: str = ""  # who acted in the last sentence
    fight: bool = False  # whether it is one of a fight

    def paragraph(self, lang: str, opening: str) -> str:
        """The round as a paragraph; "" for one in which nothing was done."""
        several = self.fight and len(self.vain) > 1
        told = [one for place, one in enumerate(self.told) if not several or place not in self.vain]
        told += [(OTHERS_MISS if told else ALL_MISS).say(lang)] if several else []
        ended = [one if one[-1:] in ".!?…»”" else f"{one}." for one in told]
        if opening and ended and (ARTICLE.match(ended[0]) or len(told) == several):
            ended[0] = ended[0][:1].lower() + ended[0][1:]
        return opening + " ".join(ended) if ended else ""


def retold(lines: Iterable[Line], cards: dict[int, Card], view: View, lang: str) -> Iterator[Told]:
    """The lines of an evening as it is retold, oldest first; `cards` are those of the lines that are told at all."""
    now, later, begins = _Round(), cycle(LATER), True

    def ended() -> Iterator[str]:
        nonlocal now, begins
        if paragraph := now.paragraph(lang, "" if begins else next(later).say(lang)):
            yield paragraph
            begins = False
        now = _Round(fight=now.fight)

    for line in lines:
        card, what = cards.get(line.n), line.what
        if card is None:
            continue
        if isinstance(what, Acted | Disclosed):
            turned = [one.after for one in what.changes if one.who == PLAY and one.field == "round"]
            if what.actor:
                _add(now, line, what, card, view, lang)
            elif not turned and (said := without_numbers(card.title, lang)):
                now.told.append(said)
            if turned:
                yield from ended()
                now.fight = bool(turned[-1])
        elif isinstance(what, WayTried):
            now.told.append(card.title)
        else:
            yield from ended()
            yield ". ".join(filter(None, (card.title, card.text))) if isinstance(what, FightEnded) else card
            begins = True
    yield from ended()


def _add(now: _Round, line: Line, what: Acted | Disclosed, card: Card, view: View, lang: str) -> None:
    """One more action of a round: after another of the same person, in the same sentence."""
    game, said = game_called(view.game), said_of(line)
    whole = said.attempt or without_numbers(said.told, lang)
    if not whole and now.fight:  # a count and nothing else: how long somebody has to live
        return
    whole = whole or said.told
    hurt = any(change.field in game.gauges for change in what.changes)
    if what.parts and not (what.parts[0].good or hurt or said.attempt):
        now.vain.add(len(now.told))
        now.told.append(whole)
        now.last = ""
        return
    going_on = without_numbers(what.headline.note(game.book).say_on(lang), lang)
    if now.told and now.last == what.actor and going_on and not said.attempt:
        now.told[-1] = AND_THEN.say(lang, said=now.told[-1], next=going_on)
    else:
        now.told.append(whole)
    for one, falls in zip(getattr(what, "fallen", ()), said.falls, strict=True):
        head, name = AFTER.split(now.told[-1])[0], called(one.who, view, lang)
        if head.endswith(name):  # how they were struck is how they fall
            now.told[-1] = WHO_FALLS.say(lang, said=head, state=one.state.say(lang))
        else:
            now.told.append(falls)
    now.told += [CORRECTED.say(lang, word=word) for word in card.corrected]
    now.last = what.actor if not card.corrected else ""
