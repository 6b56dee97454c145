"""A review in sentences, for whoever may read all of it: the curve, what dice and choices came to, the moments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.lab.fights import Estimate
from tablee.review.chances import POLICY
from tablee.review.evening import Fought, Turn
from tablee.review.figures import ASSUMED, EXACT, NOTHING_CLEAR, THROWN, Found, chance, points, sum_told
from tablee.review.reviewing import Moment, Review
from tablee.review.steps import answer_at, attempt_of, natural_move
from tablee.rules.data.ends import HEADLINES
from tablee.rules.forms import in_words
from tablee.rules.tell import name_of
from tablee.text import Text

WIDTH = 24  # cells of a bar
HEADING = Text(
    fr="{how}, après {turns} actions (ligne {n}). Chances de notre camp avant chacune :",
    en="{how}, after {turns} actions (line {n}). The chance of our side before each:",
)
AT = Text(fr="round {round}, ligne {n}", en="round {round}, line {n}")
WHAT_DECIDED = Text(fr="Ce qui a compté :", en="What counted:")
TOO_SHORT = Text(
    fr="{how} (ligne {n}) : un combat trop court pour en dire quelque chose.",
    en="{how} (line {n}): a fight too short to say anything of it.",
)
NO_FIGHT = Text(fr="Il n'y a pas de combat fini dans ce journal.", en="There is no fight in this log that is over.")
AT_LINE = Text(fr="Ligne {n} : {told}. {worth}", en="Line {n}: {told}. {worth}")
MOVED = Text(fr="De {before} à {after}.", en="From {before} to {after}.")
WITH_DIE = Text(
    fr="Au lieu de {fell}, avec {total} ou {or_more:moins|plus} nous étions à {wins}.",
    en="Instead of {fell}, with {total} or {or_more:less|more} we were at {wins}.",
)
WITH_DICE = Text(
    fr="Au lieu d'un total de {fell}, avec {total} ou {or_more:moins|plus} nous étions à {wins}.",
    en="Instead of a total of {fell}, with {total} or {or_more:less|more} we were at {wins}.",
)
CHOSEN = Text(
    fr="Le choix {who:de} : {points}, de {before} à {after}{instead}.",
    en="The choice of {who:the}: {points}, from {before} to {after}{instead}.",
)
INSTEAD = Text(fr=" (le coup naturel : {move})", en=" (the natural move: {move})")
ANSWERED = Text(
    fr="« {question} », {who:le} : {answer} ; {points}, de {before} à {after}.",
    en="“{question}”, {who:the}: {answer}; {points}, from {before} to {after}.",
)


def told(review: Review, fought: Fought, lang: str) -> list[str]:
    """A review as lines of text."""
    how, count = HEADLINES[review.how].say(lang), len(review.points)
    lines = [HEADING.say(lang, how=how, turns=count, n=review.ended)]
    for point in review.points:
        filled = "█" * round(WIDTH * point.wins.value)
        at = AT.say(lang, round=point.round, n=point.n)
        lines.append(f"  {at:<20} {chance(plain(point.wins), lang):>16}  {filled}")
    moved = {name: plain(getattr(review, name)) for name in ("luck", "ours", "theirs", "word")}
    lines += [sum_told(plain(review.points[0].wins), plain(review.end), moved, lang), ""]
    turns = {turn.line.n: turn for turn in fought.turns}
    moments = [f"  {moment_told(one, fought, turns, lang)}" for one in review.moments]
    lines += [WHAT_DECIDED.say(lang), *moments] if moments else [NOTHING_CLEAR.say(lang)]
    exact = all(not point.wins.error for point in review.points)
    lines += ["", ASSUMED.say(lang, policy=POLICY.label.say(lang))]
    return [*lines, EXACT.say(lang) if exact else THROWN.say(lang, fights=review.fights)]


def short_told(fought: Fought, lang: str) -> str:
    """What is said of a fight that has no review."""
    return TOO_SHORT.say(lang, how=HEADLINES[fought.how].say(lang), n=fought.ended.n)


def moment_told(moment: Moment, fought: Fought, turns: Mapping[int, Turn], lang: str) -> str:
    """What happened at a moment, and what it moved."""
    turn = turns[moment.n]
    line = turn.what.headline.note(fought.game.book).say(lang)
    return AT_LINE.say(lang, n=moment.n, told=line, worth=worth_told(moment, fought, turn, lang))


def worth_told(moment: Moment, fought: Fought, turn: Turn, lang: str) -> str:
    """What a moment moved, and why: the die that turned it, the choice that was made."""
    before, after = chance(plain(moment.before), lang), chance(plain(moment.after), lang)
    if moment.kind != "luck":
        return _choice_told(moment, fought, turn, {"before": before, "after": after}, lang)
    said, die = MOVED.say(lang, before=before, after=after), moment.turned
    if die is None:
        return said
    words, wins = WITH_DIE if die.dice == 1 else WITH_DICE, chance(plain(die.wins), lang)
    return f"{said} {words.say(lang, fell=die.fell, total=die.total, or_more=2 if die.or_more else 1, wins=wins)}"


def _choice_told(moment: Moment, fought: Fought, turn: Turn, known: Mapping[str, Any], lang: str) -> str:
    """A choice or an answer, and what it moved beside the natural one."""
    game, attempt = fought.game, attempt_of(fought.game, turn)
    values = {**known, "who": name_of(attempt.scene, moment.who), "points": points((moment.moved, 0.0), lang)}
    said = answer_at(turn, attempt, moment.who, moment.question) if moment.question else None
    if said:
        return ANSWERED.say(lang, question=said[0], answer=said[1], **values)
    move = natural_move(game, attempt)
    words = in_words(game, game.action(move.action), attempt.scene, move.params, lang, optional=True) if move else ""
    return CHOSEN.say(lang, instead=INSTEAD.say(lang, move=words) if words else "", **values)


def plain(one: Estimate) -> Found:
    """A chance and its error."""
    return one.value, one.error
