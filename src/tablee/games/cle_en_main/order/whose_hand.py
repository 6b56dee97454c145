"""Whose hand it is, in words (Fiche 3, Ordre de jeu)."""

from __future__ import annotations

from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.order.hand import Hands
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.why import Note
from tablee.text import Text

PLAYERS = BOOK.saying(
    "CEM-TURN-02", key="players", fr="Round {round}, aux joueurs : {who}", en="Round {round}, the players: {who}"
)
MJ = BOOK.saying(
    "CEM-TURN-03", key="mj", fr="Round {round}, au meneur, {why} : {who}", en="Round {round}, the GM, {why}: {who}"
)
ASIDE = BOOK.saying("CEM-TURN-07", key="aside", fr="Round {round}, {why} : {who}", en="Round {round}, {why}: {who}")
OWED = BOOK.saying("CEM-TURN-05", key="owed", fr="Fin du round {round}", en="End of round {round}")
FREE = BOOK.saying("CEM-TURN-01", key="free", fr="Hors scène d'action", en="No action scene")

REASONS = {
    "": Text(fr="à son tour", en="in turn"),
    "response": Text(fr="en réplique", en="in reply"),
    "response_other": Text(fr="à la place de la cible, s'il veut", en="in place of the target, if wanted"),
    "yielded": Text(fr="à la demande des joueurs", en="at the players' wish"),
    "disagreement": Text(fr="faute d'accord", en="for want of agreement"),
    "sweep": Text(fr="pour finir le round", en="to end the round"),
}
CHALLENGES = Text(fr="à qui veut interrompre", en="wanting to interrupt")
INTERRUPTS = Text(fr="à qui interrompt", en="interrupting")
RESUMES = Text(fr="à qui reprend son tour", en="going on")


def whose_hand(scene: Scene[Sheet]) -> Note:
    """CEM-TURN-02…07: one line: the round, who chooses, among whom, and why."""
    play, order = played(scene), Hands()
    if not play.round:
        return FREE.note()
    if order.due(scene):
        return OWED.note(round=play.round)
    who = tuple(scene[one].name for one in order.may_act(scene))
    if play.challenge:
        return ASIDE.note(round=play.round, why=CHALLENGES, who=who)
    if play.stack:
        return ASIDE.note(round=play.round, why=RESUMES if play.stack[-1].over else INTERRUPTS, who=who)
    if play.hand == "players":
        return PLAYERS.note(round=play.round, who=who)
    return MJ.note(round=play.round, why=REASONS[play.reason], who=who)
