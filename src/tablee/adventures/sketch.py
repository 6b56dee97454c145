"""sketch(): a small adventure that its writer changes bit by bit, and that the checker accepts from the first line."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace

from tablee.adventures.folder import Files
from tablee.rules.action import Kind
from tablee.rules.data.openings import FILE
from tablee.rules.forms import form
from tablee.rules.game import Game, own_file

STRUCTURE = """\
# docs/fr/aventures.md, docs/en/adventures.md say what may stand here; `tablee adventure check {id}` what is wrong.

id = "{id}"
game = "{game}"
minutes = 40
players = [1, 5]
start = "pont"
party = [{party}]
# whom [people.…] may name by `is`: {ready}

[scenes.pont]

[[scenes.pont.try]]
id = "tenter"
roll = {{ {roll} }}
good = {{ go = "rive" }}
bad = {{ remember = "mouille", go = "rive" }}

[[scenes.pont.try]]
id = "renoncer"
then = {{ end = "retour" }}

[scenes.rive]

[[scenes.rive.also]]
id = "froid"
have = ["mouille"]

[[scenes.rive.try]]
id = "frapper"
then = {{ end = "lumiere" }}

[ends.lumiere]

[ends.retour]
"""
FR = """\
# {title}

Un pont, une rivière, une lumière sur l'autre rive. Dites en deux phrases ce qui attend ceux qui jouent.

## words

### mouille
l'eau est entrée dans les bottes

## pont

> Le pont n'a plus de planches au milieu. En face, une fenêtre s'allume.

Ce paragraphe est pour le meneur : la personne qui allume attend quelqu'un.

### tenter
Essayer de passer

*Un jet dit si cela réussit ; vos chances s'affichent.*

#### good
> Les planches grincent, et tiennent.

#### bad
> L'eau est froide, et la rive plus loin que prévu.

### renoncer
Faire demi-tour

## rive

> Une porte, une lanterne, une odeur de pain.

### froid
> Vos bottes font un bruit de soupe.

### frapper
Frapper à la porte

## end.lumiere
La lumière

> On ouvre. « Vous voilà. Il était temps. »

## end.retour
Le demi-tour

> Derrière vous, la fenêtre s'éteint.
"""
EN = """\
# {title}

A bridge, a river, a light on the other bank. Say in two sentences what awaits those who play.

## words

### mouille
water got into your boots

## pont

> The middle of the bridge has no planks left. Across the river, a window lights up.

This paragraph is the GM's: whoever lit the lamp is waiting for somebody.

### tenter
Try to get across

*A roll says whether it works; your chances are shown.*

#### good
> The planks groan, and hold.

#### bad
> The water is cold, and the bank further off than it looked.

### renoncer
Turn back

## rive

> A door, a lantern, a smell of bread.

### froid
> Your boots squelch like soup.

### frapper
Knock

## end.lumiere
The light

> The door opens. “There you are. About time.”

## end.retour
Turning back

> Behind you, the window goes dark.
"""


def sketch(game: Game, id: str) -> Files:
    """The files of a new adventure of a game: a choice, a roll of one of its tests, two ends."""
    party = list(game.ready_for_players)[:5]
    title = id.replace("-", " ").capitalize()
    structure = STRUCTURE.format(
        id=id,
        game=game.id,
        party=", ".join(map(json.dumps, party)),
        ready=", ".join(game.ready()),
        roll=_roll(game, party),
    )
    return Files(structure, FR.format(title=title), EN.format(title=title))


def _roll(game: Game, party: list[str]) -> str:
    """A test of the game with its parameters, as TOML writes them: the first that the game names, else the first of
    its usual tests as a form proposes it where nobody but the party is there.
    """
    named = tomllib.loads(own_file(game.id, FILE) or "").get("tests")
    if named:
        action, values = named[0]["action"], named[0].get("params", {})
    else:
        tests = [one for one in game.actions if one.kind is Kind.CHECK and one.id in game.usual] or game.actions
        there = game.scene(party[0])
        alone = replace(there, cast={who: there.cast[who] for who in party})
        filled = form(game, tests[0], alone)
        needed = (asked for asked in filled.fields if asked.field.required and asked.value is not None)
        action, values = tests[0].id, {asked.field.name: asked.value for asked in needed}
    return ", ".join([f'action = "{action}"', *(f"{name} = {json.dumps(value)}" for name, value in values.items())])
