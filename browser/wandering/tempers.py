"""Tempers: how a walker chooses among what it sees. Each is a function of a sight; names are read in both languages."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from browser.wandering.sight import TO_FILL, Sight, Thing

HAND, PREPARING = ("Votre main", "Your hand"), ("Préparer une action", "Prepare an action")
MJ_SCREEN = ("Écran du meneur", "GM’s screen")
TURN, SCENE, STORY = ("Qui joue", "Whose turn"), ("Scène", "Scene"), ("Histoire", "Story")
ORDER, TABS = ("Ordre de jeu", "Order of play"), ("Pages de la table", "Pages of the table")
PASS = r"^Je laisse passer|^I let it pass|^(?:Laisser passer|Let it pass)$"
BY_DEFAULT = re.compile(rf"par défaut|by default|{PASS}")
SENSIBLE = re.compile(r"\bproposée?\b|\bproposed\b")  # an answer that is proposed instead of the default
LAUNCH = re.compile(r"^(Lancer|Valider|Roll|Do it)\b")
YES, NO = re.compile(r"^(Oui|Yes)\b", re.I), re.compile(rf"^(?:Non|No)\b|{PASS}", re.I)
REPLY = re.compile(r"^(Répondre|Answer)$")
UNDO, CLOSE = re.compile(r"^(Annuler|Undo)$"), re.compile(r"^(Fermer|Close)$")
RESUME = re.compile(r"^(Reprendre|Go on)$")
DEEDS = re.compile(  # what an MJ does with a table: scenes, evenings, people, rolls, whoever is waited for
    r"^(Préparer|Ouvrir|Scène suivante|Faire entrer|Faire sortir|Finir|Fin|Commencer|Demander|Clore|Passer"
    r"|Jouer à sa place|Mettre en pause|Prepare|Open|Next scene|Bring|Send out"
    r"|End|Finish|Begin|Start|Ask|Close|Skip|Play for them|Pause)\b"
)
TO_KNOW = ("À savoir", "To know")
MAY_ACT = re.compile(r"peut agir|may act")  # of somebody in the order of play
BACK = re.compile(r"^(La table|The table|Revenir|Back)\b")
BACKWARDS = re.compile(r"^(Annuler|Undo|Rétablir|Redo)$")
BEYOND = re.compile(  # doors that lead away for good, and what speaks to others than the table
    r"^(Supprimer|Effacer|Oublier|Delete|Erase|Forget|Strike|Tablée|English|Français|Markdown|JSON|Imprimer|Print|Son|Sound)"
)

Temper = Callable[["Sight", bool, random.Random], Thing | None]


def in_front(sight: Sight, phone: bool) -> list[Thing]:
    """What can be tapped: on a phone an open hand lies over everything else."""
    over = [one for one in sight.taps() if one.inside(*HAND)] if phone else []
    return over or sight.taps()


def answers(things: Sequence[Thing]) -> list[Thing]:
    """The answers of the first question that is asked: the buttons beside the one that is marked as the default. Where
    one may speak up, all that can be said stands before the button that lets it pass.
    """
    first = next((one for one in things if one.role == "button" and BY_DEFAULT.search(one.name)), None)
    if not first:
        return []
    if re.match(PASS, first.name):
        told = things[: things.index(first) + 1]
        return [one for one in told if one.role == "button" and one.within[: len(first.within)] == first.within]
    return [one for one in things if one.role == "button" and one.within == first.within]


def proposed(sight: Sight, phone: bool, _chance: random.Random) -> Thing | None:
    """Takes what is proposed: the default of a question, « À vous », the dice; else the way on of the scene."""
    front = in_front(sight, phone)
    there = bool(sight.part(*SCENE))
    for found in (
        _resume(front),
        _default(front),
        _reply(front),
        _launch(front),
        _turn(front),
        None if MAY_ACT.search(sight.said(*ORDER, *SCENE)) else _next(front),
        None if there else _scene(front),
    ):
        if found:
            return found
    return next((one for one in front if CLOSE.match(one.name)), None) if phone else None


def yes(sight: Sight, phone: bool, chance: random.Random) -> Thing | None:
    """Says yes to whatever is asked, or the first thing that is not the default."""
    offered = answers(in_front(sight, phone))
    plainly = next((one for one in offered if YES.match(one.name)), None)
    return (
        plainly
        or next((one for one in offered if not BY_DEFAULT.search(one.name)), None)
        or proposed(sight, phone, chance)
    )


def no(sight: Sight, phone: bool, chance: random.Random) -> Thing | None:
    """Says no to whatever is asked, or the last thing that can be answered."""
    offered = answers(in_front(sight, phone))
    plainly = next((one for one in offered if NO.match(one.name)), None)
    return plainly or (offered[-1] if offered else proposed(sight, phone, chance))


def anything(sight: Sight, phone: bool, chance: random.Random) -> Thing | None:
    """Taps anything that is there and does not lead away for good; half of the time what is proposed."""
    if chance.random() < 0.5:
        return proposed(sight, phone, chance)
    front = [one for one in in_front(sight, phone) if not BEYOND.match(one.name)]
    fields = [one for one in sight if one.ref and one.role in TO_FILL and (not phone or one.inside(*HAND))]
    return chance.choice([*front, *fields]) if front or fields else None


def undoing(sight: Sight, phone: bool, chance: random.Random) -> Thing | None:
    """Takes what is proposed, and takes it back now and then."""
    undo = [one for one in in_front(sight, phone) if UNDO.match(one.name)]
    return undo[-1] if undo and chance.random() < 0.25 else proposed(sight, phone, chance)


def leading(sight: Sight, phone: bool, chance: random.Random) -> Thing | None:
    """An MJ at work: goes to the MJ's screen, opens and closes scenes, brings people in, asks, ends evenings; now and
    then anything else that is there; answers what is asked, and comes back to the table.
    """
    if chance.random() < 0.35:
        return proposed(sight, phone, chance) or _back(sight)
    ways = [one for one in in_front(sight, phone) if one.name in MJ_SCREEN]
    if ways and "/mj" not in sight.address:
        return ways[0]
    there = [one for one in sight.taps() if not one.inside("banner") and not BEYOND.match(one.name)]
    deeds = [one for one in there if DEEDS.match(one.name)]
    if deeds and chance.random() < 0.5:
        return chance.choice(deeds)
    fields = [one for one in sight if one.ref and one.role in TO_FILL]
    return chance.choice([*there, *fields]) if there or fields else None


TEMPERS: dict[str, Temper] = {
    "defaults": proposed,
    "yes": yes,
    "no": no,
    "random": anything,
    "undoes": undoing,
    "reloads": proposed,
    "offline": proposed,
    "leaves": proposed,
    "leads": leading,
}
OF_MJ = ("defaults", "yes", "no", "random", "undoes", "leads", "leads", "leads")  # of who opened a table for several


def _resume(things: Sequence[Thing]) -> Thing | None:
    """The end of a pause, for who may tell it."""
    return next((one for one in things if one.inside(*TO_KNOW) and RESUME.match(one.name)), None)


def _back(sight: Sight) -> Thing | None:
    """The way back to the table from another page of it, or to its MJ's screen, from where one goes there."""
    links = [one for one in sight.taps() if one.role == "link"]
    return next((one for one in links if BACK.match(one.name) or one.name in MJ_SCREEN), None)


def _default(things: Sequence[Thing]) -> Thing | None:
    """The answer that is proposed: what a sensible person would say, else what is assumed of who says nothing."""
    found = (one for said in (SENSIBLE, BY_DEFAULT) for one in things if one.role == "button" and said.search(one.name))
    return next(found, None)


def _reply(things: Sequence[Thing]) -> Thing | None:
    """The way from a hand to the question that it waits for."""
    return next((one for one in things if one.inside(*HAND) and REPLY.match(one.name)), None)


def _launch(things: Sequence[Thing]) -> Thing | None:
    return next(
        (one for one in things if one.role == "button" and one.inside(*PREPARING) and LAUNCH.match(one.name)), None
    )


def _turn(things: Sequence[Thing]) -> Thing | None:
    return next((one for one in things if one.inside(*TURN)), None)


def _next(things: Sequence[Thing]) -> Thing | None:
    """What goes on with the scene where nobody is to act: beside the order of play, or on the scene's own page."""
    found = (one for one in things if one.role == "button" and one.inside(*ORDER, *SCENE))
    return next((one for one in found if not BACKWARDS.match(one.name)), None)


def _scene(things: Sequence[Thing]) -> Thing | None:
    return next((one for one in things if one.inside(*TABS) and one.name in SCENE), None)
