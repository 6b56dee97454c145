"""tablee character: characters without a table, made, drawn at random, looked at and checked, kept in a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from tablee.cli.language import Command, Group, spoken
from tablee.cli.typed_input import text_of
from tablee.errors import BadInput
from tablee.text import Text

if TYPE_CHECKING:
    from tablee.rules.action import Scene
    from tablee.rules.fields import Declared
    from tablee.rules.game import Game

ABOUT = Text(fr="Des personnages sans table, dans un fichier.", en="Characters without a table, in a file.")
NEW = Text(fr="Créer un personnage, question par question.", en="Make a character, question by question.")
RANDOM = Text(fr="Tirer un personnage au hasard.", en="Draw a character at random.")
SHOW = Text(
    fr="Montrer les personnages d'un fichier, ou un personnage prêt d'un jeu.",
    en="Show the characters of a file, or a ready character of a game.",
)
CHECK = Text(fr="Vérifier un fichier de personnages.", en="Check a file of characters.")
INTO = Text(
    fr="Le fichier à écrire, ou à compléter s'il a déjà des personnages ; sinon, l'écran.",
    en="The file to write, or to add to if it holds characters already; else the screen.",
)
SEED = Text(fr="Un nombre : le même donne le même personnage.", en="A number: the same gives the same character.")
NAMED = Text(fr="Comment il ou elle s'appelle.", en="What they are called.")
FINE = Text(
    fr="{count} personnage{count:|s} de {game} : rien à corriger.", en="{count} {game} character{count:|s}: all well."
)
WRITTEN = Text(fr="Écrit dans {path}.", en="Written to {path}.")
NOT_A_NUMBER = Text(fr="« {text} » n'est pas un nombre.", en="“{text}” is not a number.")
HOW = Text(fr="Comment ?", en="How?")
AT_KEYBOARD = Text(
    fr="La création se fait au clavier : lancez cette commande dans un terminal, ou « tablee character random ».",
    en="Making a character needs a keyboard: run this command in a terminal, or “tablee character random”.",
)
NOBODY_MADE = Text(fr="Personne n'a été créé.", en="Nobody was made.")
FILE = Text(fr="FICHIER", en="FILE")
GAME = Text(fr="JEU", en="GAME")
FILE_OR_GAME = Text(fr="FICHIER|JEU", en="FILE|GAME")


def command(lang: str) -> Group:
    """`tablee character`, in one language."""
    game = click.Argument(["game"], metavar=GAME.say(lang))
    into = click.Option(["--into"], metavar="…", help=INTO.say(lang))
    name = click.Option(["--name"], metavar="…", help=NAMED.say(lang))
    seed = click.Option(["--seed"], metavar="N", help=SEED.say(lang))
    what = click.Argument(["what"], metavar=FILE_OR_GAME.say(lang))
    who = click.Argument(["who"], required=False, metavar="ID")
    path = click.Argument(["path"], metavar=FILE.say(lang))
    group = Group("character", help=ABOUT.say(lang), no_args_is_help=True)
    group.add_command(Command("new", params=[game, into], callback=new, help=NEW.say(lang)))
    group.add_command(Command("random", params=[game, name, seed, into], callback=random, help=RANDOM.say(lang)))
    group.add_command(Command("show", params=[what, who], callback=show, help=SHOW.say(lang)))
    group.add_command(Command("check", params=[path], callback=check, help=CHECK.say(lang)))
    return group


def check(path: str) -> None:
    """Say that a file fits its game, portraits included; BadInput with a sentence for each key that does not."""
    from tablee.rules.sheet.character_file import read_characters, read_portraits

    text = text_of(path)
    game, cast = read_characters(text)
    read_portraits(text)
    print(FINE.say(spoken(), count=len(cast), game=game.label))


def cast_of(what: str) -> tuple[Game, Mapping[str, Any], bool]:
    """The game and the characters of a file; of a game called by its id, those that are ready (then True)."""
    from tablee.rules.game import entries, game_called
    from tablee.rules.sheet.character_file import read_characters

    if what in entries():
        game = game_called(what)
        return game, game.ready(), True
    return *read_characters(text_of(what)), False


def show(what: str, who: str | None) -> None:
    """Print sheets as the game lays them out."""
    game, cast, _ = cast_of(what)
    if who:
        game.scene(who, cast)  # an unknown character is refused here
    for one in [who] if who else list(cast):
        print("\n".join(sheet_lines(game, game.scene(one, cast), spoken())))
        print()


def sheet_lines(game: Game, scene: Scene[Any], lang: str) -> list[str]:
    """The sheet of the actor of a scene, in words: its sections, each number with its terms where it has several."""
    from tablee.rules.tell import value_in_words

    who = scene.actor
    lines = [f"{scene.me.name.say(lang)} ({who}) — {game.condition(scene, who).say(lang, scene.me.name)}"]
    for section in game.sections(scene, who):
        lines.append(f"  {section.label.say(lang)}")
        for entry in section.entries:
            most = f"/{entry.most}" if entry.most else ""
            lines.append(f"    {entry.label.say(lang)} {value_in_words(entry.value, lang)}{most}")
            if entry.sum and len(entry.sum.terms) > 1:
                lines.append(f"      {entry.sum.say(lang)}")
    return lines


def random(game: str, name: str | None, seed: str | None, into: str | None) -> None:
    """Draw a character: by the game's own random creation, else a ready one with lawful advances drawn at random."""
    from tablee.dice import Fresh, Seeded
    from tablee.rules.game import game_called
    from tablee.rules.sheet.random_character import random_character

    if seed is not None and not seed.lstrip("-").isdecimal():
        raise BadInput(NOT_A_NUMBER, text=seed)
    played = game_called(game)
    dice = Fresh() if seed is None else Seeded(int(seed))
    _kept(played, random_character(played, dice, name or ""), into)


def new(game: str, into: str | None) -> None:
    """Make a character at the keyboard, question by question."""
    from tablee.rules.game import game_called

    played = game_called(game)
    if sys.stdin is None or not sys.stdin.isatty():
        raise BadInput(AT_KEYBOARD)
    _kept(played, made_at_keyboard(played, spoken()), into)


def made_at_keyboard(game: Game, lang: str, ask: Callable[[str], str] = input) -> dict[str, Declared]:
    """The characters that the person at the keyboard makes, at a table of their own that is not kept."""
    from tablee.cli.play import KeyboardTable
    from tablee.table.log.sqlite import SqliteStore
    from tablee.table.service import House

    with TemporaryDirectory(prefix="tablee-") as folder:
        store = SqliteStore(Path(folder) / "tables.db")
        made = KeyboardTable(House(store), game, lang, ask).make_character()
        store.close()
    if not made:
        raise BadInput(NOBODY_MADE)
    return made


def _kept(game: Game, cast: Mapping[str, Declared], into: str | None) -> None:
    """Write characters to the screen, or to a file beside those that it holds."""
    from tablee.rules.sheet.character_file import with_characters, write_characters

    if into is None:
        print(write_characters(game, cast), end="")
        return
    text = with_characters(text_of(into), game, cast) if Path(into).exists() else write_characters(game, cast)
    Path(into).write_text(text, "utf-8")
    print(WRITTEN.say(spoken(), path=into))
