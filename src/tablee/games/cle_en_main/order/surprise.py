"""Surprise in the middle of an action scene: an ambush, a betrayal (Fiche 3, Surprise)."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.fields import living
from tablee.games.cle_en_main.order.hand import SURPRISE, back
from tablee.games.cle_en_main.order.turns import SURPRISED, becomes, no_scene
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Effect, Kind, Outcome, Put, Scene, action, applied, part
from tablee.rules.fields import Annotated, Ask, Audience, Declared, Label, OneOf
from tablee.rules.forms import WHOM


class Ambush(Declared):
    """Who is surprised."""

    surprised: Annotated[tuple[str, ...], OneOf(living), Label(fr="Surpris", en="Surprised"), Ask(WHOM)]


@action(SURPRISE, Ambush, fr="Surprendre", en="Take by surprise", refuse=no_scene, by=Audience.MJ, kind=Kind.SCENE)
def surprise(scene: Scene[Sheet], do: Ambush, roll: Roll) -> Outcome:
    """CEM-DEF-04, CEM-TURN-05: the surprised neither act nor defend until the end of this round."""
    caught = tuple(dict.fromkeys(do.surprised))
    changed: list[Effect] = [Put(who, "surprised", True) for who in caught]
    for who in caught:
        roll.note("CEM-DEF-04:round", who=scene[who].name)
    play = played(scene)
    if play.hand == "players" and not play.stack and not play.challenge:
        after = applied(scene, changed)
        changed.append(becomes(back(play, after.cast)))
    headline = BOOK.note("CEM-DEF-04:ambush", who=tuple(scene[who].name for who in caught), n=len(caught))
    return Outcome(tuple(part(who, SURPRISED) for who in caught), headline, tuple(changed))
