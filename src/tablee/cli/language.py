"""French or English: by --lang, else by the locale; help and usage errors follow."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import click

from tablee.errors import BadInput, Unknown
from tablee.text import LANGS, NO_BREAK, Text

USAGE = Text(fr="Utilisation :", en="Usage:")
OPTIONS = Text(fr=f"Options{NO_BREAK}", en="Options")  # a colon follows
COMMANDS = Text(fr=f"Commandes{NO_BREAK}", en="Commands")
COMMAND = Text(fr="COMMANDE [ARGUMENTS]…", en="COMMAND [ARGUMENTS]…")
HELP = Text(fr="Afficher cette aide.", en="Show this help.")

NO_LANG = Text(fr="La langue est fr ou en, pas « {lang} ».", en="The language is fr or en, not “{lang}”.")
NO_OPTION = Text(
    fr="L'option {option} n'existe pas ici. --help donne celles qui existent.",
    en="There is no option {option} here. --help lists those there are.",
)
NO_COMMAND = Text(
    fr="Il n'y a pas de commande « {name} ». Commandes : {known}.",
    en="There is no command “{name}”. Commands: {known}.",
)
NO_VALUE = Text(fr="L'option {option} attend une valeur.", en="Option {option} needs a value.")
TAKES_NO_VALUE = Text(fr="L'option {option} ne prend pas de valeur.", en="Option {option} takes no value.")
MISSING = Text(fr="Il manque {what}.", en="{what} is missing.")
TOO_MANY_WORDS = Text(fr="Il y a un mot de trop dans cette commande.", en="There is a word too many in this command.")
ITSELF = Text(fr="{help}", en="{help}")
UNEXPECTED = Text(fr="Commande mal formée : {message}", en="Malformed command: {message}")


def language(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The reader's language, and the arguments without --lang (which may stand anywhere)."""
    lang, rest = _by_locale(), []
    words = iter(arguments)
    for word in words:
        if word == "--lang" or word.startswith("--lang="):
            lang = word.partition("=")[2] if "=" in word else next(words, "")
            lang = lang.lower()
            if lang not in LANGS:
                raise BadInput(NO_LANG, lang=lang)
        else:
            rest.append(word)
    return lang, rest


def _by_locale() -> str:
    """French first: English only where the locale asks for another language."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name, ""):
            return "fr" if value.startswith(("fr", "C", "POSIX")) else "en"
    return "fr"


def usage_problem(error: click.ClickException) -> BadInput:
    """What click complains of, in our words."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return BadInput(ITSELF, help=error.format_message())
    if isinstance(error, click.NoSuchOption):
        return BadInput(NO_OPTION, option=error.option_name)
    if isinstance(error, click.BadOptionUsage):
        takes_none = "not take" in error.message
        return BadInput(TAKES_NO_VALUE if takes_none else NO_VALUE, option=error.option_name)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return BadInput(MISSING, what=str(error.param.metavar or error.param.name))
    if "extra argument" in error.message:
        return BadInput(TOO_MANY_WORDS)
    return BadInput(UNEXPECTED, message=error.message)


class _Localised(click.Command):
    """Help whose own words are in the reader's language (`context.obj`)."""

    def format_usage(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(context))
        formatter.write_usage(context.command_path, pieces, f"{USAGE.say(lang_of(context))} ")

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [row for param in self.get_params(context) if (row := param.get_help_record(context))]
        with formatter.section(OPTIONS.say(lang_of(context))):
            formatter.write_dl(rows)

    def get_help_option_names(self, context: click.Context) -> list[str]:
        return ["-h", *super().get_help_option_names(context)]

    def get_help_option(self, context: click.Context) -> click.Option | None:
        option = super().get_help_option(context)
        if option is not None:
            option.help = HELP.say(lang_of(context))
        return option


class Command(_Localised):
    """A command in the reader's language."""


class Group(_Localised, click.Group):
    """A group of commands in the reader's language."""

    def collect_usage_pieces(self, context: click.Context) -> list[str]:
        return [*click.Command.collect_usage_pieces(self, context), COMMAND.say(lang_of(context))]

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        if self.get_command(context, args[0]) is None and not args[0].startswith("-"):
            raise Unknown(NO_COMMAND, name=args[0], known=tuple(self.list_commands(context)))
        return super().resolve_command(context, args)

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(context, formatter)
        names = self.list_commands(context)
        rows = [
            (name, (command.help or "").split("\n")[0])
            for name in names
            if (command := self.get_command(context, name)) is not None
        ]
        with formatter.section(COMMANDS.say(lang_of(context))):
            formatter.write_dl(rows)


def lang_of(context: click.Context) -> str:
    return str(context.find_root().obj)


def spoken() -> str:
    """The language of the command that is running."""
    return lang_of(click.get_current_context())
