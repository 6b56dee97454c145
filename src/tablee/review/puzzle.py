"""A moment of a fight as a puzzle: what could be done there, and what each choice was worth to the end of the fight."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablee.errors import Unknown
from tablee.review.evening import fight_of
from tablee.table.history import FightLog
from tablee.text import LANGS, Text

NO_PUZZLE = Text(
    fr="À cette ligne, personne de notre camp ne choisissait.", en="Nobody of our side had a choice at this line."
)


@dataclass(frozen=True, slots=True)
class Way:
    """Something that could be done at a moment, in words, and the chance of our side afterwards, with its error;
    whether it is what was done.
    """

    words: Text
    chance: float
    error: float
    done: bool


def ways_at(log: FightLog, n: int) -> list[Way]:
    """What the one who acted at a line of a fight could have done, the best first. For a process of the lab's own."""
    from tablee.lab.midway import choices_of  # slow to load, and needs NumPy
    from tablee.lab.policy import Move
    from tablee.review.steps import attempt_of
    from tablee.rules.forms import in_words
    from tablee.table.scenes import midway

    fight = fight_of(log)
    turn = next((one for one in fight.turns if one.line.n == n), None) if fight else None
    if fight is None or turn is None or not turn.what.actor:
        raise Unknown(NO_PUZZLE)
    game, attempt = fight.game, attempt_of(fight.game, turn)
    before = replace(midway(game, turn.before), stopped=None)
    done = Move(attempt.action.id, turn.what.params, attempt.do)
    found = dict[Text, Way]()
    for one in choices_of(before, turn.what.actor, done).choices:
        action = game.action(one.action)
        words = Text(**{lang: in_words(game, action, attempt.scene, one.params, lang, optional=True) for lang in LANGS})
        if words not in found or one.plan:  # what reads alike is told once
            found[words] = Way(words, one.wins.value, one.wins.error, one.plan)
    return sorted(found.values(), key=lambda way: -way.chance)
