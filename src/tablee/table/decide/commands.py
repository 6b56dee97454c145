"""What people may ask of a table, declared once for JSON, forms and the terminal."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import AfterValidator, Field

from tablee.rules.fields import Annotated, Declared, Label, OneOf
from tablee.text import Text

NAME = Field(min_length=1, max_length=40)
LINE = Field(max_length=4000)
ID = Field(min_length=1, max_length=60, pattern=r"^[\w.:-]+$")
PICTURE, ALT = Field(max_length=40), Field(max_length=400)

MOST_DEEP, MOST_ITEMS, LARGEST, LONGEST = 12, 4000, 1_000_000, 4000


def modest(value: Any, deep: int = 0) -> Any:
    """Plain data of a size that people write: no endless nesting or text, no number that takes a year to count to."""
    if deep > MOST_DEEP:
        raise ValueError("too deep")
    if isinstance(value, int | float) and not abs(value) <= LARGEST:  # nor is NaN
        raise ValueError("too large")
    if isinstance(value, str):
        value.encode()  # half a character is no text
        if len(value) > LONGEST:
            raise ValueError("too long")
    if isinstance(value, dict | list | tuple):
        if len(value) > MOST_ITEMS:
            raise ValueError("too many")
        for item in (*value, *value.values()) if isinstance(value, dict) else value:
            modest(item, deep + 1)
    return value


PLAIN = AfterValidator(modest)
FACES = Field(max_length=1000)
WHO = Field(max_length=200)  # people at once
Who = Annotated[str, Field(max_length=60)]
SEEN = Field(ge=0, le=2**53)

ROLES = {
    "mj": Text(fr="meneur", en="GM"),
    "player": Text(fr="joueur", en="player"),
    "spectator": Text(fr="spectateur", en="spectator"),
    "screen": Text(fr="écran partagé", en="shared screen"),
}
AUDIENCES = {
    "open": Text(fr="à tous", en="in the open"),
    "secret": Text(fr="en secret, pour le meneur", en="secretly, for the GM"),
    "blind": Text(fr="à l'aveugle : seul le meneur voit", en="blind: only the GM sees"),
    "self": Text(fr="pour soi et le meneur", en="for oneself and the GM"),
}
KINDS = {
    "say": Text(fr="dire", en="say"),
    "me": Text(fr="décrire", en="describe"),
    "whisper": Text(fr="chuchoter", en="whisper"),
    "note": Text(fr="noter pour soi", en="note to oneself"),
    "handout": Text(fr="distribuer", en="hand out"),
}


COLOURS = {
    "garance": Text(fr="garance", en="madder red"),
    "petrole": Text(fr="pétrole", en="petrol blue"),
    "encre": Text(fr="encre", en="ink violet"),
    "laiton": Text(fr="laiton", en="brass"),
    "sapin": Text(fr="sapin", en="fir green"),
    "prune": Text(fr="prune", en="plum"),
    "brique": Text(fr="brique", en="brick"),
    "ardoise": Text(fr="ardoise", en="slate"),
}
LANGUAGES = {"fr": Text(fr="français", en="French"), "en": Text(fr="anglais", en="English")}
DOORS = {
    "guarded": Text(fr="gardée : le meneur fait entrer", en="guarded: the GM lets people in"),
    "open": Text(fr="ouverte : le code suffit", en="open: the code is enough"),
}
OPPONENTS = {
    "played": Text(fr="joué par le meneur", en="played by the GM"),
    "by-themselves": Text(fr="joue tout seul", en="plays by itself"),
}
TEMPERS = {
    "natural": Text(fr="naturel", en="natural"),
    "careful": Text(fr="prudent", en="careful"),
    "brutal": Text(fr="brutal", en="brutal"),
    "coward": Text(fr="lâche", en="coward"),
    "best": Text(fr="les meilleurs coups", en="the best moves"),
}
PLAYERS = {"played": OPPONENTS["played"], **TEMPERS}  # who plays somebody without player
ADVICE = {
    "off": Text(fr="pas de conseils", en="no advice"),
    "on": Text(fr="qui joue peut demander conseil", en="whoever plays may ask for advice"),
}
ODDS = {"shown": Text(fr="montrées", en="shown"), "hidden": Text(fr="cachées aux joueurs", en="hidden from players")}


class Command(Declared):
    """Base of all commands; `id` is how they are called from outside."""

    id: ClassVar[str]


class Join(Command):
    """Take one's seat: a name, a colour, a language, and words that are mixed into the dice."""

    id = "join"
    called: Annotated[str, NAME, Label(fr="Nom", en="Name")]
    colour: Annotated[str, OneOf(COLOURS), Label(fr="Couleur", en="Colour")] = ""
    lang: Annotated[str, OneOf(LANGUAGES), Label(fr="Langue", en="Language")] = ""
    words: Annotated[
        str, Field(max_length=200), Label(fr="Quelques mots pour les dés", en="Some words for the dice")
    ] = ""


class Invite(Command):
    """A link for one more person; or, for somebody who knocked, a seat."""

    id = "invite"
    role: Annotated[str, OneOf(ROLES), Label(fr="Rôle", en="Role")] = "player"
    knock: Annotated[str, Field(max_length=60), Label(fr="Qui a frappé", en="Who knocked")] = ""


class Dismiss(Command):
    """Turn away somebody who knocked."""

    id = "dismiss"
    knock: Annotated[str, ID, Label(fr="Qui a frappé", en="Who knocked")]


class Relink(Command):
    """Renew a seat's link, or revoke it."""

    id = "relink"
    seat: Annotated[str, ID, Label(fr="Place", en="Seat")]
    revoke: Annotated[bool, Label(fr="Révoquer", en="Revoke")] = False


class Enter(Command):
    """A character comes in: a ready one (once more, with a number, if it is there already; or under another name), or
    the sheet given.
    """

    id = "enter"
    who: Annotated[str, Field(max_length=60, pattern=r"^[\w.:-]*$"), Label(fr="Identifiant", en="Id")] = (
        ""  # that of the ready character, with a number if need be
    )
    ready: Annotated[str, Field(max_length=60), Label(fr="Personnage prêt", en="Ready character")] = ""
    called: Annotated[str, Field(max_length=40), Label(fr="Sous le nom de", en="Under the name of")] = ""
    feminine: Annotated[bool, Label(fr="Ce nom est féminin", en="That name is feminine")] = False
    sheet: Annotated[dict[str, Any] | None, PLAIN, Label(fr="Fiche", en="Sheet")] = None
    owner: Annotated[str, Field(max_length=60), Label(fr="Joué par", en="Played by")] = ""
    hidden: Annotated[bool, Label(fr="Nombres cachés", en="Numbers hidden")] = False
    free: Annotated[bool, Label(fr="Libre", en="Free")] = False  # any player may take it


class HandOver(Command):
    """Give a character to a player, to the GM, or to whoever takes it; show or hide its numbers."""

    id = "hand-over"
    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]
    owner: Annotated[str, Field(max_length=60), Label(fr="Joué par", en="Played by")] = ""
    hidden: Annotated[bool | None, Label(fr="Nombres cachés", en="Numbers hidden")] = None
    free: Annotated[bool, Label(fr="Libre", en="Free")] = False


class Claim(Command):
    """Take a free character."""

    id = "claim"
    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]


class Release(Command):
    """Leave one's character to whoever takes it."""

    id = "release"
    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]


class Portray(Command):
    """Give a character a portrait, in the place of the last one; none takes it away."""

    id = "portray"
    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]
    picture: Annotated[str, PICTURE, Label(fr="Portrait", en="Portrait")] = ""


class Arrange(Command):
    """How the table is kept: its door, odds, advice, who plays the other side, its content notes; keep a trial for
    good.
    """

    id = "arrange"
    door: Annotated[str, OneOf(DOORS), Label(fr="La porte", en="The door")] = ""
    odds: Annotated[str, OneOf(ODDS), Label(fr="Les chances", en="Odds")] = ""
    opponents: Annotated[str, OneOf(OPPONENTS), Label(fr="L'autre camp", en="The other side")] = ""
    advice: Annotated[str, OneOf(ADVICE), Label(fr="Les conseils", en="Advice")] = ""
    notes: Annotated[  # what people read before they sit down; None leaves them as they are
        str | None, Field(max_length=2000), Label(fr="Notes de contenu", en="Content notes")
    ] = None
    keep: Annotated[bool, Label(fr="Garder cette table", en="Keep this table")] = False


class Entrust(Command):
    """Who plays somebody without player, or all of the other side (no `who`): the MJ, or nobody but with a temper; with
    no temper, as that side is played.
    """

    id = "entrust"
    who: Annotated[str, Field(max_length=60), Label(fr="Personnage", en="Character")] = ""
    temper: Annotated[str, OneOf(PLAYERS), Label(fr="Qui joue", en="Who plays")] = ""


class Pause(Command):
    """Stop the game without saying why; nobody is told who did. The MJ lets it go on (`on` false)."""

    id = "pause"
    on: Annotated[bool, Label(fr="En pause", en="Paused")] = True


class Pin(Command):
    """Pin a message that everybody has before their eyes, in the place of the last one; none takes it away."""

    id = "pin"
    text: Annotated[str, Field(max_length=500), Label(fr="Message épinglé", en="Pinned message")] = ""


class Prepare(Command):
    """Prepare a scene for later: who is there, what is read when it opens, which notes are handed out; or drop it."""

    id = "prepare"
    scene: Annotated[str, Field(max_length=60), Label(fr="Scène", en="Scene")] = ""  # none: a new one
    title: Annotated[str, Field(max_length=120), Label(fr="Titre", en="Title")] = ""
    who: Annotated[tuple[Who, ...], Field(max_length=30), Label(fr="Qui est là", en="Who is there")] = ()  # ready ones
    text: Annotated[str, LINE, Label(fr="Ce qu'on y trouve", en="What lies around")] = ""
    papers: Annotated[  # lines of the MJ's notes
        tuple[int, ...], Field(max_length=30), Label(fr="Papiers à donner", en="Papers to hand out")
    ] = ()
    drop: Annotated[bool, Label(fr="Y renoncer", en="Drop it")] = False


class OpenScene(Command):
    """Open a prepared scene: everybody in it comes in, its words are read, its papers are handed out."""

    id = "open-scene"
    scene: Annotated[str, ID, Label(fr="Scène", en="Scene")]


class Settle(Command):
    """Answer a decision once for all on behalf of a character, or be asked again."""

    id = "settle"
    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]
    decision: Annotated[str, ID, Label(fr="Décision", en="Decision")]
    answer: Annotated[Any, PLAIN, Label(fr="Réponse", en="Answer")] = None  # None: ask again


class Retire(Command):
    """Take a character out of the scene, or bring them back as they were."""

    id = "retire"
    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]
    returned: Annotated[bool, Label(fr="Faire revenir", en="Bring back")] = False


class Act(Command):
    """An action of the game."""

    id = "act"
    actor: Annotated[str, Field(max_length=60), Label(fr="Qui agit", en="Who acts")] = ""
    action: Annotated[str, ID, Label(fr="Action", en="Action")]
    params: Annotated[dict[str, Any], PLAIN, Label(fr="Paramètres", en="Parameters")] = Field(default_factory=dict)
    audience: Annotated[str, OneOf(AUDIENCES), Label(fr="Pour qui", en="For whom")] = "open"
    faces: Annotated[tuple[int, ...] | None, FACES, PLAIN, Label(fr="Dés réels", en="Real dice")] = None
    request: Annotated[str, Field(max_length=60), Label(fr="Demande", en="Request")] = ""
    answers: Annotated[  # those of the one who acts, by decision: what is answered here is not asked
        dict[str, Any], PLAIN, Label(fr="Décisions prises d'avance", en="Decisions taken beforehand")
    ] = Field(default_factory=dict)
    seen: Annotated[int | None, SEEN, Label(fr="Vu jusqu'à", en="Seen up to")] = None


class Answer(Command):
    """Decisions of the action in progress: who answers what."""

    id = "answer"
    answers: Annotated[dict[str, Any], PLAIN, Label(fr="Réponses", en="Answers")]
    faces: Annotated[tuple[int, ...] | None, FACES, PLAIN, Label(fr="Dés réels", en="Real dice")] = None
    settle: Annotated[bool, Label(fr="Ne plus demander", en="Do not ask again")] = False  # as `Settle` would, with them
    seen: Annotated[int | None, SEEN, Label(fr="Vu jusqu'à", en="Seen up to")] = None


class Abandon(Command):
    """Drop the action in progress, or a creation; its dice stay visible."""

    id = "abandon"
    creation: Annotated[str, Field(max_length=60), Label(fr="La création de", en="The creation of")] = ""  # a seat


class TakeBack(Command):
    """Take back the last action, or everything down to a line."""

    id = "take-back"
    to: Annotated[int | None, Field(ge=0, le=2**53), Label(fr="Jusqu'à la ligne", en="Back to line")] = None


class Redo(Command):
    """What was taken back last stands again, or everything up to a line."""

    id = "redo"
    to: Annotated[int | None, Field(ge=0, le=2**53), Label(fr="Jusqu'à la ligne", en="Up to line")] = None


class Correct(Command):
    """The MJ's word on a value."""

    id = "correct"
    who: Annotated[str, Field(max_length=60), Label(fr="Personnage", en="Character")] = ""
    field: Annotated[str, ID, Label(fr="Champ", en="Field")]
    value: Annotated[Any, PLAIN, Label(fr="Valeur", en="Value")]
    text: Annotated[str, LINE, Label(fr="Pourquoi", en="Why")] = ""


class Override(Command):
    """The MJ's word on a result."""

    id = "override"
    of: Annotated[int, Field(ge=1, le=2**53), Label(fr="Ligne", en="Line")]
    text: Annotated[str, LINE, Label(fr="Ce qu'il en est", en="What it becomes")]


class SetOption(Command):
    """Switch a house rule, from now on."""

    id = "option"
    option: Annotated[str, ID, Label(fr="Règle", en="Rule")]
    value: Annotated[Any, PLAIN, Label(fr="Valeur", en="Value")]


class Request(Command):
    """Ask characters for a roll; all of those with a player if none is named."""

    id = "request"
    action: Annotated[str, ID, Label(fr="Action", en="Action")]
    params: Annotated[dict[str, Any], PLAIN, Label(fr="Paramètres", en="Parameters")] = Field(default_factory=dict)
    who: Annotated[tuple[Who, ...], WHO, Label(fr="À qui", en="To whom")] = ()
    audience: Annotated[str, OneOf(AUDIENCES), Label(fr="Pour qui", en="For whom")] = "open"
    title: Annotated[str, Field(max_length=120), Label(fr="Titre", en="Title")] = ""


class Close(Command):
    """End a request for a roll: nobody is waited for any more."""

    id = "close"
    request: Annotated[str, ID, Label(fr="Demande", en="Request")]


class Remind(Command):
    """Remind those who have not answered a request for a roll."""

    id = "remind"
    request: Annotated[str, ID, Label(fr="Demande", en="Request")]


class Revise(Command):
    """Change one's note or handout, or withdraw it."""

    id = "revise"
    of: Annotated[int, Field(ge=1, le=2**53), Label(fr="Ligne", en="Line")]  # by the seat's own number
    text: Annotated[str, LINE, Label(fr="Texte", en="Text")] = ""
    title: Annotated[str, Field(max_length=120), Label(fr="Titre", en="Title")] = ""
    withdrawn: Annotated[bool, Label(fr="Retirer", en="Withdraw")] = False
    picture: Annotated[str | None, PICTURE, Label(fr="Image", en="Picture")] = None  # None leaves it, "" takes it off
    alt: Annotated[str | None, ALT, Label(fr="Ce que montre l'image", en="What the picture shows")] = None


class Give(Command):
    """Hand out a note of one's own, to everybody or to some; it is no longer a note."""

    id = "give"
    of: Annotated[int, Field(ge=1, le=2**53), Label(fr="Ligne", en="Line")]
    to: Annotated[tuple[Who, ...], WHO, Label(fr="À qui", en="To whom")] = ()


class Say(Command):
    """Words, and the command line: `/r`, `/sr` (dice for oneself and the GM), `/w`, `/me`, `/mj`."""

    id = "say"
    text: Annotated[str, LINE, Label(fr="Texte", en="Text")]
    kind: Annotated[str, OneOf(KINDS), Label(fr="Sorte", en="Kind")] = "say"
    title: Annotated[str, Field(max_length=120), Label(fr="Titre", en="Title")] = ""
    to: Annotated[tuple[Who, ...], WHO, Label(fr="À qui", en="To whom")] = ()
    audience: Annotated[str, OneOf(AUDIENCES), Label(fr="Des dés pour qui", en="Dice for whom")] = "open"
    picture: Annotated[str, PICTURE, Label(fr="Image", en="Picture")] = (
        ""  # on a note or a handout: the id it was given
    )
    alt: Annotated[str, ALT, Label(fr="Ce que montre l'image", en="What the picture shows")] = ""


class Hide(Command):
    """Hide a message from everybody but the MJ, or show it again."""

    id = "hide"
    of: Annotated[int, Field(ge=1, le=2**53), Label(fr="Ligne", en="Line")]
    hidden: Annotated[bool, Label(fr="Caché", en="Hidden")] = True


class StrikeOut(Command):
    """Remove a person's name and everything they have said from every line, for good; what they played stays."""

    id = "strike-out"
    seat: Annotated[str, ID, Label(fr="Place", en="Seat")]


class Disclose(Command):
    """Say what a blind roll gave: its line is told to everybody, and what it changes happens."""

    id = "disclose"
    of: Annotated[int, Field(ge=1, le=2**53), Label(fr="Ligne", en="Line")]


class Reveal(Command):
    """End the evening: show the key of the public dice, and of the secret ones if the MJ wishes."""

    id = "reveal"
    secret: Annotated[bool, Label(fr="Les dés secrets aussi", en="The secret dice too")] = False


COMMANDS: dict[str, type[Command]] = {kind.id: kind for kind in Command.__subclasses__()}
