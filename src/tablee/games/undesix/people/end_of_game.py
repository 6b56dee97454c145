"""The end of a game: a point of Vitality or PSY for good, perhaps qualities and a flaw (Fiche 2)."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.options import EVERYONE_MAGIC, not_yet
from tablee.games.undesix.people.progress import LEARNS, ungifted
from tablee.games.undesix.people.qualities import Endow, Qualities, tell, too_gifted, too_many_qualities
from tablee.games.undesix.play import GameEnded, stage_of
from tablee.games.undesix.present import dead
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Effect, Kind, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Ask, Audience, By, Label, OneOf
from tablee.rules.forms import HOW, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Text

QUALITY_GAMES = 6
GAINS = {
    "vitality": Text(fr="1 point de Vitalité", en="1 point of Vitality"),
    "psy": Text(fr="1 point de PSY maximum", en="1 point of PSY maximum"),
    "none": Text(fr="rien", en="nothing"),
}


@dataclass(frozen=True)
class EndGame:
    """UDS-XP-09: the game counts, its gain is for good, and skills may be learnt in anew."""

    who: str
    gain: str

    def on(self, sheet: Sheet) -> Sheet:
        gains = {"vitality": ("vitality", "vitality_max"), "psy": ("psy", "psy_max"), "none": ()}[self.gain]
        return sheet.with_changes(
            games=sheet.games + 1, gained=(), **{field: getattr(sheet, field) + 1 for field in gains}
        )


def has_ended(scene: Scene[Sheet]) -> bool:
    """Whether the actor has ended this game already: if anything, another one ends now."""
    return scene.actor in stage_of(scene).ended


class GameEnding(Qualities):
    """Parameters: what a game leaves to a character."""

    gain: Annotated[str, OneOf(GAINS), Label(fr="Gain", en="Gain"), Ask(HOW)]
    another: Annotated[
        bool,
        Label(fr="C'est la fin d'une autre partie", en="It is the end of another game"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=lambda scene, _values: has_ended(scene), default=lambda scene: has_ended(scene)),
    ] = False


def cannot_end_game(scene: Scene[Sheet], do: GameEnding | None) -> Note | None:
    """UDS-XP-09, -10, UDS-QUAL-01…06, UDS-OPT-12, UDS-HEALTH-04: why this gain or these qualities are refused."""
    refusal = dead(scene, scene.actor)
    if do is None or refusal:
        return refusal
    if has_ended(scene) and not do.another:
        return BOOK.note("UDS-XP-09:ended", who=scene.me.name)
    me, chosen = scene.me, bool(do.taken or do.flaws)
    refusal = not_yet(scene, 2) if chosen or do.gain != "none" else None
    if refusal is None and do.gain == "psy":
        refusal = ungifted(me, scene.option(EVERYONE_MAGIC))
    if refusal is None and chosen and me.games >= QUALITY_GAMES:
        refusal = BOOK.note("UDS-QUAL-01:late", games=QUALITY_GAMES)
    return refusal or too_many_qualities(do.taken, len(do.flaws), do.misfortune) or too_gifted(me, do.gifted)


@action(
    "undesix.end-game",
    GameEnding,
    fr="Finir la partie",
    en="End the game",
    refuse=cannot_end_game,
    by=Audience.MJ,
    kind=Kind.GROWTH,
)
def end_game(scene: Scene[Sheet], do: GameEnding, roll: Roll) -> Outcome:
    """UDS-XP-09, UDS-QUAL-01…05: a point of Vitality or of PSY, qualities and perhaps a flaw. That a game is over is
    the MJ's word: players choose what it leaves them once they are asked.
    """
    tell(scene.me, do, roll)
    headline = BOOK.note("UDS-XP-09", who=scene.me.name, game=scene.me.games + 1, gain=GAINS[do.gain])
    gained = EndGame(scene.actor, do.gain), Endow(scene.actor, do.qualities, do.gifted, do.flaws)
    effects: tuple[Effect, ...] = (*gained, GameEnded(scene.actor, do.another))
    return Outcome((part(scene.actor, LEARNS),), headline, effects)
