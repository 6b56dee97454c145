"""What somebody sees who just types `tablee`: a blow, its odds, and a line to type the next thing."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable

from tablee.text import Text

HELLO = Text(
    fr="Bienvenue à la tablée. Chloé frappe Nicolas avec son espadon :",
    en="Welcome to the table. Chloé strikes Nicolas with her greatsword:",
)
CHANCES = Text(fr="Ce qu'elle pouvait espérer, exactement :", en="What she could hope for, exactly:")
TRY = Text(
    fr="""À vous. Essayez par exemple :
  roll 3d6+2
  roll undesix.attack --actor nicolas --target chloe
  odds cle-en-main.attack --actor aubree --target contremaitre
  rules undesix combat
  help, puis quit pour sortir""",
    en="""Your turn. Try for instance:
  roll 3d6+2
  roll undesix.attack --actor nicolas --target chloe
  odds cle-en-main.attack --actor aubree --target contremaitre
  rules undesix combat
  help, then quit to leave""",
)
UNFINISHED = Text(fr="Il manque un guillemet.", en="A quote is missing.")
ATTACK = ("undesix.attack", "--actor", "chloe", "--target", "nicolas")


def welcome(lang: str, run: Callable[[list[str]], int]) -> None:
    """Show a first blow and its odds; with a person at the keyboard, go on with what he types."""
    say = ["--lang", lang]
    print(HELLO.say(lang))
    run([*say, "roll", *ATTACK])
    print(f"\n{CHANCES.say(lang)}")
    run([*say, "odds", *ATTACK])
    print(f"\n{TRY.say(lang)}")
    while sys.stdin.isatty():
        try:
            words = shlex.split(input("> "))
        except ValueError:
            print(UNFINISHED.say(lang), file=sys.stderr)
            continue
        except EOFError:
            return
        if words[:1] in (["quit"], ["exit"], ["q"]):
            return
        if words:
            run([*say, *(["--help"] if words[0] in ("help", "?", "tablee") else words)])
