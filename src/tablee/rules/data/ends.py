"""Ends: how fights of a game end, by the `ends.toml` of its package: which action, which words, which ways out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from pydantic import Field

from tablee.rules.fields import Declared, record_of
from tablee.rules.game import own_file
from tablee.text import Text

FILE = "ends.toml"
DEAD = "dead"  # the word for it in every game, and how a fight ends that nobody of the players' side survives
WAY = "way:"  # before the id of a way out of a fight, where an action that tries one says what it answers
How = Literal["won", "lost", "fled", "away", "stopped", "over"]
"""How a fight ended for the players' side: won, lost; the others fled, or they themselves got away; both sides left it
at that; or it is over and no player was in it."""
HEADLINES: Mapping[str, Text] = {
    "won": Text(fr="Vous l'emportez", en="You win the day"),
    "lost": Text(fr="Vous êtes battus", en="You are beaten"),
    "fled": Text(fr="Ils ont fui", en="They have fled"),
    "away": Text(fr="Vous vous échappez", en="You get away"),
    "stopped": Text(fr="On en reste là", en="It is left at that"),
    "over": Text(fr="Le combat est fini", en="The fight is over"),
}


class Words(Declared):
    """A sentence in both languages, as a file writes it."""

    fr: str
    en: str

    @property
    def text(self) -> Text:
        return Text(self.fr, self.en)


class Way(Declared):
    """A way out of a fight that is no blow: what its button says (a verb: « Fuir »), the action by which it is tried
    with its parameters, how the fight ends if that works and what is told then, and what is told otherwise.
    """

    label: Words
    action: str
    params: Mapping[str, Any] = Field(default_factory=dict)
    how: How
    told: Words = Words(fr="", en="")
    fails: Words


class FirstSceneEnds(Declared):
    """How the fight of the first scene ends, in the scene's own words, and the ways out of it."""

    words: Mapping[str, Words] = Field(default_factory=dict)  # by how it ends; `dead`: lost, and none of them lives
    ways: Mapping[str, Way] = Field(default_factory=dict)


class Ends(Declared):
    """What `ends.toml` says of one game; without it a fight ends when the MJ ends it, in the house's words."""

    action: str = ""  # the one by which a fight ends, and which asks for nothing
    words: Mapping[str, Words] = Field(default_factory=dict)  # what becomes of people, where the scene does not say
    first_scene: FirstSceneEnds = FirstSceneEnds()
    ways: Mapping[str, Way] = Field(default_factory=dict)  # out of fights that lead on: `flight`, `parley`

    def way(self, id: str) -> Way | None:
        """A way out of a fight, of the first scene or of any other."""
        return self.first_scene.ways.get(id) or self.ways.get(id)

    def closing(self, how: str, first_scene: bool, ours: Sequence[Text] = ()) -> Text | None:
        """The sentence that closes a fight: the scene's own, if it was that of the first scene, else the game's. `ours`
        tell how those of the players' side are who have fallen: lost, and all of them dead, ends in words of its own.
        """
        if how == "lost" and ours and all(one.en == DEAD for one in ours):
            how = DEAD
        own = self.first_scene.words.get(how) if first_scene else None
        found = own or self.words.get(how)
        return found.text if found else None


@cache
def ends_of(game: str) -> Ends:
    """How the fights of the game of this id end."""
    found: Ends = record_of(Ends, tomllib.loads(own_file(game, FILE) or ""))
    return found
