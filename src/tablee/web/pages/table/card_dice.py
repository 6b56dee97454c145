"""The dice of a card: rows of faces by who threw them, named by the sums they are, and what they were compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from tablee.dice.throw import Rolled
from tablee.rules.data.look import look_of
from tablee.rules.game import Game, game_called
from tablee.rules.sheet.sheet_data import SumTold
from tablee.rules.stored.steps import Step, SumStep
from tablee.table.lines import Sentences
from tablee.table.seen.view import View
from tablee.table.topics.action import Acted
from tablee.table.topics.blind import Disclosed
from tablee.text import Text, number, signed
from tablee.web.pages import tokens
from tablee.web.pages.tokens import Token, person

SHORT = 16  # letters of a term that is told beside the total
APART = "\u00a0· "  # a line may end with the point, not begin with it
OR_LESS = Text(fr="{n} ou moins", en="{n} or less")
TARGET = Text(fr="seuil {n}", en="target {n}")
AGAINST = Text(fr="contre {n}", en="against {n}")
MARGIN = Text(fr="marge {n}", en="margin {n}")
ADDED = Text(fr="relancés et ajoutés", en="thrown again and added")
AGAIN = Text(fr="{what}, de nouveau", en="{what}, again")
AT_FIRST = Text(fr="{what}, d'abord", en="{what}, at first")


@dataclass(frozen=True)
class CardDice:
    """Dice thrown together: their sides, their faces in order, their name, and whether a reroll discarded them."""

    sides: int
    faces: tuple[int, ...]
    named: str = ""
    discarded: bool = False
    called: str = ""  # what dice of a colour of their own are called: « rouge »


@dataclass(frozen=True)
class Hand:
    """What one person threw in a row; `theirs` if it is not the dice of whom the card is about, or a foe's."""

    by: Token | None
    dice: tuple[CardDice, ...]
    theirs: bool
    what: str = ""  # what it was thrown for: « défense », or the sum that these dice are: « Dégâts 5D »
    made: str = ""  # what it came to, where it was compared too: « 34 · marge 19 »
    replaced: bool = False  # thrown again later: it no longer counts


@dataclass(frozen=True)
class Compared:
    """What was compared: the figure that matters, and the rest in small."""

    big: str
    small: str
    line: str = ""  # both on one line, without how the figure was made


def hands_of(rolls: Iterable[Rolled], actor: str, view: View, lang: str) -> tuple[Hand, ...]:
    """Dice by who threw them, in the order they fell; those of one throw together, with those they replace. What the
    first row was for and somebody bought again opens them with its last throw: that one counts.
    """
    game, look = game_called(view.game), look_of(view.game).dice
    rows: list[tuple[str, list[CardDice]]] = []
    for roll in rolls:
        named = roll.label
        called = _term(game, named, lang) if named in look.named else ""
        dice = CardDice(roll.sides, roll.faces, named, roll.discarded, called)
        last = rows[-1][1][-1] if rows and rows[-1][0] == roll.by else None
        if last and (last.discarded or named in look.beside):
            rows[-1][1].append(dice)
        else:
            rows.append((roll.by, [dice]))
    hands: list[Hand] = []
    thrown: list[tuple[str, str]] = []  # by whom and what for, row by row
    for by, row in rows:
        what = _term(game, look.rows.get(row[0].named, row[0].named), lang)
        one = person(by, view, lang) if by in view.cast else None
        again = bool(what) and (by, what) in thrown
        if again:
            hands = [
                replace(hand, replaced=True) if key == (by, what) else hand
                for key, hand in zip(thrown, hands, strict=True)
            ]
        named = AGAIN.say(lang, what=what) if again else what
        hands.append(Hand(one, tuple(row), by != actor or (by in view.cast and tokens.is_foe(by, view)), named))
        thrown.append((by, what))
    return _last_first(hands, thrown, lang)


def _last_first(hands: list[Hand], thrown: list[tuple[str, str]], lang: str) -> tuple[Hand, ...]:
    """Rows of dice, by whom and what for they were thrown, opened by the throw that replaced the first one, if any."""
    if not hands or not hands[0].replaced:
        return tuple(hands)
    last = max(place for place, key in enumerate(thrown) if key == thrown[0])
    first = replace(hands[0], what=AT_FIRST.say(lang, what=hands[0].what))
    return (replace(hands[last], what=hands[0].what), first, *hands[1:last], *hands[last + 1 :])


def _term(game: Game, key: str, lang: str) -> str:
    """The words of a term by its key; "" for dice that bear another name, or none."""
    term = game.book.terms.get(key)
    return term.label.say(lang) if term else ""


class Code(NamedTuple):
    """A sum that its game writes as dice to be thrown: its name with the total, and how many dice."""

    head: str
    dice: int


def codes_of(game: Game, why: Iterable[Step], lang: str) -> list[Code]:
    """The codes of an explanation, in its order; none where a game has no codes."""
    sums = [step.tally(game.book) for step in why if isinstance(step, SumStep)]
    return [Code(one.head(lang), dice) for one in sums if (dice := game.dice_of_sum(one))]


def named_by_codes(hands: tuple[Hand, ...], codes: list[Code], lang: str) -> tuple[Hand, ...]:
    """Each row of dice with the code that it is of, in the order of the explanation, or as thrown again where the row
    before showed nothing but its highest face; as it is where neither fits, or where a game has no codes.
    """
    if not codes:
        return hands
    left, named = list(codes), list[Hand]()
    for place, hand in enumerate(hands):
        again = place > 0 and len(hands) - place > len(left) and _follows(hands[place - 1], hand)
        mine = None if again else next((one for one in left if one.dice == len(_kept(hand))), None)
        if mine:
            left.remove(mine)
        named.append(replace(hand, what=ADDED.say(lang) if again else mine.head if mine else hand.what))
    return tuple(named)


def _follows(before: Hand, hand: Hand) -> bool:
    """Whether a row is one person's dice thrown again because all of them showed their highest face."""
    faces = _kept(before)
    return before.by == hand.by and len(faces) == len(_kept(hand)) and all(face == sides for sides, face in faces)


def _kept(hand: Hand) -> list[tuple[int, int]]:
    """The dice of a row that no reroll discarded, as sides and face."""
    return [(dice.sides, face) for dice in hand.dice if not dice.discarded for face in dice.faces]


def faces_in_a_row(hands: Iterable[Hand]) -> str:
    return " ; ".join(" ".join(str(face) for dice in hand.dice for face in dice.faces) for hand in hands)


def compared_first(done: Acted | Disclosed, said: Sentences, hands: Iterable[Hand], lang: str) -> Compared | None:
    """What was compared first: a die to be no higher than a target, or a total against another; where dice were thrown
    again, what was compared in its place at last.
    """
    if not done.compared:
        return None
    one, hands = done.compared[0], tuple(hands)
    if any(hand.replaced for hand in hands):
        one = [each for each in done.compared if (each.rule, each.who) == (one.rule, one.who)][-1]
    margin = [_margin(one.margin, lang)] if one.margin is not None else []
    if one.under:
        small = APART.join([TARGET.say(lang, n=one.against), *margin])
        return Compared(OR_LESS.say(lang, n=one.against), small, small)
    terms = _added_to_dice(hands, said, one.total)
    if one.dice is not None:
        terms = [f"{one.dice} + {one.total - one.dice}"]
    total, against = number(one.total, lang), AGAINST.say(lang, n=one.against)
    return Compared(total, APART.join([*terms, against, *margin]), APART.join([f"{total} {against}", *margin]))


def with_totals(hands: tuple[Hand, ...], done: Acted | Disclosed, lang: str) -> tuple[Hand, ...]:
    """Each row of somebody who opposed the actor with what it came to: in an opposition the higher margin wins, so a
    total that beats its number may lose to it.
    """
    made: dict[str, str] = {}
    for one in done.compared[1:]:
        if one.who is not None and one.margin is not None and not one.under:
            made.setdefault(one.who.say(lang), f"{number(one.total, lang)}{APART}{_margin(one.margin, lang)}")
    rows = Counter(hand.by.name for hand in hands if hand.by)  # of two rows, one is not what was compared
    first = hands[0].by if hands else None
    return tuple(
        replace(hand, made=made.get(hand.by.name, ""))
        if hand.by and hand.by != first and rows[hand.by.name] == 1
        else hand
        for hand in hands
    )


def _margin(margin: int, lang: str) -> str:
    return MARGIN.say(lang, n=signed(margin, lang) if margin < 0 else number(margin, lang))


def _added_to_dice(hands: tuple[Hand, ...], said: Sentences, total: int) -> list[str]:
    """« 13 + Acrobatie 2 » where the dice of the actor and one sum of the explanation make the total."""
    mine = [hand for hand in hands if hand.by == hands[0].by and not hand.replaced]
    dice = sum(face for hand in mine for _, face in _kept(hand))
    found = [step for step in said.why or () if isinstance(step, SumTold) and step.total == total - dice != 0]
    if not found or total < dice:
        return []
    terms = found[0].terms
    named = len(terms) == 1 and len(terms[0].said) <= SHORT
    return [f"{dice} + {terms[0].said if named else total - dice}"]
