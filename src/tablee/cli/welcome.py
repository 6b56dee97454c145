"""What a user sees who just types `tablee`: a blow, its odds, the games to play, and a line to type anything else."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable

from tablee.text import Text

HELLO = Text(fr="Bienvenue à la tablée.", en="Welcome to the table.")
PLAY = Text(fr="Jouer une première scène :", en="Play a first scene:")
TRY = Text(
    fr="Un numéro pour jouer (Entrée : 1), ou une commande : roll 3d6+2, odds 4d6kh3, rules {game}, help, quit",
    en="A number to play (Enter: 1), or a command: roll 3d6+2, odds 4d6kh3, rules {game}, help, quit",
)
UNFINISHED = Text(fr="Il manque un guillemet.", en="A quote is missing.")


def welcome(lang: str, run: Callable[[list[str]], int]) -> None:
    """Show a first blow and its odds; with a person at the keyboard, play or run what they type."""
    from tablee.cli.keyboard import show
    from tablee.rules.data.look import in_place
    from tablee.rules.game import games

    say = ["--lang", lang]
    known = games()
    listed = [known[id] for id in in_place(known)]
    first = next((game.welcome for game in listed if game.welcome), None)
    show(" ".join([HELLO.say(lang), *([first.text.say(lang)] if first else [])]))
    if first:
        params = [word for name, value in first.params.items() for word in (f"--{name}", value)]
        attack = [first.action, "--actor", first.actor, *params]
        run([*say, "roll", *attack])
        print(f"\n{first.hopes.say(lang)}")
        run([*say, "odds", *attack])
    playable = [game for game in listed if game.first_scene]
    print(f"\n{PLAY.say(lang)}")
    for place, game in enumerate(playable, 1):
        show(f"  {place}. {game.label.say(lang)} — {game.tagline.say(lang)}")
    show(TRY.say(lang, game=playable[0].id if playable else ""))
    while sys.stdin is not None and sys.stdin.isatty():
        try:
            words = shlex.split(input("> ")) or ["1"]
        except ValueError:
            print(UNFINISHED.say(lang), file=sys.stderr)
            continue
        except EOFError:
            return
        if words[0] in ("quit", "exit", "q"):
            return
        if words[0].isdecimal() and 1 <= int(words[0]) <= len(playable):
            words = ["play", playable[int(words[0]) - 1].id]
        run([*say, *(["--help"] if words[0] in ("help", "?", "tablee") else words)])
