"""tablee play and table: the tables kept on this machine or in a database, played and looked after."""

from __future__ import annotations

import atexit
import json
import os
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from tablee.cli.language import Command, Group, spoken
from tablee.cli.typed_input import YES_NO, text_of
from tablee.errors import BadInput
from tablee.text import Text

if TYPE_CHECKING:
    from tablee.table.quotas import Quotas
    from tablee.table.service import House

PLAY = Text(
    fr="Jouer une première scène au clavier, seul ou à plusieurs ; tout est gardé.",
    en="Play a first scene at the keyboard, alone or together; everything is kept.",
)
OPPONENTS = Text(fr="Qui joue l'autre camp : {known}.", en="Who plays the other side: {known}.")
NO_TEMPER = Text(
    fr="« {typed} » n'est pas une façon de jouer l'autre camp : {known}.",
    en="“{typed}” is no way of playing the other side: {known}.",
)
TABLE = Text(fr="Les tables gardées ici : liste, sauvegarde, liens.", en="The tables kept here: list, backup, links.")
LIST = Text(
    fr="Les tables, leur jeu, leur code, et quand un essai s'efface.",
    en="The tables, their game, their code, and when a trial vanishes.",
)
TRIAL = Text(fr="essai, s'efface le {day} s'il n'est pas gardé", en="trial, vanishes on {day} unless it is kept")
ADVENTURE = Text(
    fr="Faire une aventure (zip) des scènes préparées d'une table.",
    en="Make an adventure (zip) of the prepared scenes of a table.",
)
INTO = Text(fr="Où l'écrire.", en="Where to write it.")
PACKED = Text(fr="Écrit dans {path}.", en="Written to {path}.")
EXPORT = Text(
    fr="Écrire tout d'une table, clés des dés comprises (à garder pour soi).",
    en="Write all of a table, the keys of its dice included (keep it to yourself).",
)
IMPORT = Text(
    fr="Reprendre une table exportée ; donne un nouveau lien de meneur.",
    en="Take in an exported table; gives a new GM link.",
)
DELETE = Text(fr="Effacer une table et toutes ses lignes.", en="Delete a table and all its lines.")
BACKUP = Text(fr="Sauvegarder toutes les tables dans un dossier.", en="Back up every table into a folder.")
RESTORE = Text(
    fr="Remettre les tables d'une sauvegarde qui ne sont plus ici, avec leurs liens et leurs dés.",
    en="Put back the tables of a backup that are no longer here, with their links and their dice.",
)
MJ_LINK = Text(
    fr="Un nouveau lien de meneur ; l'ancien ne sert plus.", en="A new GM link; the old one no longer works."
)
DATABASE = Text(
    fr="Où sont les tables : un fichier, ou postgresql://… (sinon TABLEE_DATABASE).",
    en="Where the tables are: a file, or postgresql://… (else TABLEE_DATABASE).",
)
NO_TABLE = Text(fr="Aucune table n'est gardée ici.", en="No table is kept here.")
RESTORED = Text(
    fr="{count} table{count:|s} remise{count:|s}, {here} déjà là.",
    en="{count} table{count:|s} put back, {here} here already.",
)
NO_BACKUPS = Text(fr="Il n'y a pas de sauvegarde dans « {path} ».", en="There is no backup in “{path}”.")
NOT_ALL = Text(
    fr="{count} sauvegarde{count:|s} n'{count:a|ont} pas pu être remise{count:|s} ; les autres le sont.",
    en="{count} backup{count:|s} could not be put back; the others were.",
)
SAVED = Text(fr="{count} table{count:|s} sauvegardée{count:|s}.", en="{count} table{count:|s} backed up.")
TAKEN_IN = Text(
    fr="Table {table}. Lien du meneur, à la suite de l'adresse de la maison : /t/{table}/place/{token}",
    en="Table {table}. GM link, after the address of the house: /t/{table}/place/{token}",
)
SURE = Text(
    fr="Effacer « {title} » ({game}, {lines} ligne{lines:|s}) pour toujours ? (oui/non)",
    en="Delete “{title}” ({game}, {lines} line{lines:|s}) for good? (yes/no)",
)
YES = Text(fr="Sans demander.", en="Without asking.")
NEEDS_YES = Text(
    fr="Effacer une table se confirme : ajoutez --yes.", en="Deleting a table needs a confirmation: add --yes."
)
KEPT = Text(fr="Table {table} gardée.", en="Table {table} kept.")
DELETED = Text(
    fr="Table {table} effacée, avec ses images. Les sauvegardes faites avant la contiennent encore : effacez-les, ou "
    "refaites-les.",
    en="Table {table} deleted, with its pictures. Backups made before still hold it: delete them, or make them anew.",
)
NOT_LINES = Text(fr="La ligne {line} de « {path} » n'est pas du JSON.", en="Line {line} of “{path}” is not JSON.")
NO_FOLDER = Text(
    fr="« {path} » n'est pas un dossier où écrire : {why}.", en="“{path}” is no folder to write in: {why}."
)


BACKED_UP = ".jsonl"


def house_at(database: str | None, quotas: Quotas | None = None) -> House:
    """The house at `--database`, else at TABLEE_DATABASE, else in the user's own data folder."""
    from tablee.table.log.store import store_at
    from tablee.table.service import House  # tables are slow to load: only when one is opened

    store = store_at(database_setting(database))
    atexit.register(store.close)  # however the command ends, all of it is in the one file
    return House(store, quotas=quotas)


def database_setting(database: str | None) -> str:
    """Where the tables are: at `--database`, else at TABLEE_DATABASE, else in the user's own data folder."""
    return database or os.environ.get("TABLEE_DATABASE") or str(data_folder() / "tables.db")


def data_folder() -> Path:
    """Where this person's tables and rolls are kept; made if it is not there."""
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    folder = data / "tablee"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # keys of dice are kept there
    return folder


def database_option(lang: str) -> click.Option:
    """Where the tables are, for the commands that read or write them."""
    return click.Option(["--database"], help=DATABASE.say(lang))


def commands(lang: str) -> list[click.Command]:
    """`play` and `table`, in one language."""
    database = database_option(lang)
    table = click.Argument(["table"], metavar="TABLE")
    path = click.Argument(["path"], metavar="FICHIER" if lang == "fr" else "FILE")
    group = Group("table", help=TABLE.say(lang), no_args_is_help=True)
    for name, help, params, run in (
        ("list", LIST, [], list_tables),
        ("export", EXPORT, [table], export_table),
        ("adventure", ADVENTURE, [table, click.Option(["--into"], metavar="…", help=INTO.say(lang))], take_adventure),
        ("import", IMPORT, [path], import_table),
        ("delete", DELETE, [table, click.Option(["--yes"], is_flag=True, help=YES.say(lang))], delete_table),
        ("backup", BACKUP, [path], backup_all),
        ("restore", RESTORE, [path], restore_all),
        ("mj-link", MJ_LINK, [table], mj_link),
    ):
        group.add_command(Command(name, params=[*params, database], callback=run, help=help.say(lang)))
    game = click.Argument(["game"], metavar="JEU" if lang == "fr" else "GAME")
    return [
        Command("play", params=[game, Opponents(lang), database], callback=play_game, help=PLAY.say(lang)),
        group,
    ]


def _say(text: Text, **values: object) -> None:
    print(text.say(spoken(), **values), flush=True)


class Opponents(click.Option):
    """`--opponents`: nobody but a temper plays the other side, by the table's own list; loaded when first read."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        super().__init__(["--opponents"], metavar="…", shell_complete=self._begins)

    def tempers(self) -> dict[str, str]:
        from tablee.table.topics.temper import PLAYERS

        return {id: label.say(self.lang) for id, label in PLAYERS.items()}

    def known(self) -> str:
        return ", ".join(f"{id} ({label})" if label != id else id for id, label in self.tempers().items())

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = OPPONENTS.say(self.lang, known=self.known())
        return super().get_help_record(ctx)

    def _begins(self, _context: click.Context, _param: click.Parameter, typed: str) -> list[CompletionItem]:
        return [CompletionItem(id, help=label) for id, label in self.tempers().items() if id.startswith(typed)]

    def type_cast_value(self, ctx: click.Context, value: Any) -> str | None:
        """The temper that is meant, by its id or its name."""
        from tablee.cli.keyboard import meant_by
        from tablee.table.topics.temper import PLAYERS

        meant = meant_by(value, PLAYERS) if value is not None else [None]
        if len(meant) != 1:
            raise BadInput(NO_TEMPER, typed=value, known=self.known())
        return meant[0]


def play_game(game: str, opponents: str | None, database: str | None) -> None:
    from tablee.cli.play import play
    from tablee.rules.game import game_called

    play(house_at(database), game_called(game), spoken(), opponents=opponents)


def list_tables(database: str | None) -> None:
    house, lang = house_at(database), spoken()
    tables = house.store.tables()
    if not tables:
        _say(NO_TABLE)
    for table, code in tables:
        try:
            state = house.state(table)
        except BadInput as why:  # a game that is no longer installed, say
            print(f"{table}  {code}  {why.say(lang)}")
            continue
        vanishes = house.vanishes(table)
        day = date.fromtimestamp(vanishes).isoformat() if vanishes else ""
        trial = f"  {TRIAL.say(lang, day=day)}" if vanishes else ""
        print(f"{table}  {code}  {state.game}  {state.title}  ({state.version}){trial}")


def export_table(table: str, database: str | None) -> None:
    for line in house_at(database).backup(table):
        print(json.dumps(line, ensure_ascii=False))


def take_adventure(table: str, into: str | None, database: str | None) -> None:
    """Write the prepared scenes of a table as an adventure that can be sent."""
    from tablee.adventures.pack import packed
    from tablee.table.bringing import prepared_book
    from tablee.table.decide.refusal import Refusal

    house = house_at(database)
    mj = next(id for id, seat in house.state(table).seats.items() if seat.role == "mj")
    book = prepared_book(house, table, mj, spoken())
    if isinstance(book, Refusal):
        raise BadInput(book.text, **dict(book.values))
    path = Path(into or f"{book.id}.zip")
    path.write_bytes(packed(book))
    _say(PACKED, path=str(path))


def import_table(path: str, database: str | None) -> None:
    table, token = house_at(database).import_log(_lines(path), with_keys=True)
    _say(TAKEN_IN, table=table, token=token)


def _lines(path: str) -> list[dict[str, Any]]:
    """The JSON lines of a file."""
    lines = []
    for number, written in enumerate(text_of(path).split("\n"), 1):
        if written.strip():
            try:
                line = json.loads(written)
            except (ValueError, RecursionError):
                line = None
            if not isinstance(line, dict):
                raise BadInput(NOT_LINES, line=number, path=path)
            lines.append(line)
    return lines


def delete_table(table: str, yes: bool, database: str | None) -> None:
    """Delete a table once the user has confirmed it: at the keyboard, or by --yes."""
    house, lang = house_at(database), spoken()
    state = house.state(table)
    if not yes:
        if sys.stdin is None or not sys.stdin.isatty():
            raise BadInput(NEEDS_YES)
        asked = SURE.say(lang, title=state.title, game=state.game, lines=state.version)
        if input(f"{asked} ").strip().lower() not in YES_NO[True]:
            _say(KEPT, table=table)
            return
    house.delete(table)
    _say(DELETED, table=table)


def backup_all(path: str, database: str | None) -> None:
    house, folder = house_at(database), Path(path)
    tables = house.store.tables()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for table, _ in tables:
            part = folder / f"{table}.part"
            part.touch(mode=0o600)  # the keys of its dice are in it
            with part.open("w", encoding="utf-8") as file:
                for line in house.backup(table, links=True):
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
                file.flush()
                os.fsync(file.fileno())
            part.replace(folder / f"{table}{BACKED_UP}")  # an older backup stands until this one is whole
    except OSError as why:
        raise BadInput(NO_FOLDER, path=path, why=str(why.strerror)) from why
    _say(SAVED, count=len(tables))


def restore_all(path: str, database: str | None) -> None:
    files = sorted(Path(path).glob(f"*{BACKED_UP}"))
    if not files:
        raise BadInput(NO_BACKUPS, path=path)
    house, lang = house_at(database), spoken()
    restored: list[bool] = []
    for file in files:
        try:
            restored.append(house.restore(_lines(str(file))))
        except BadInput as why:
            print(
                f"{file.name} : {why.say(lang)}" if lang == "fr" else f"{file.name}: {why.say(lang)}", file=sys.stderr
            )
    _say(RESTORED, count=sum(restored), here=len(restored) - sum(restored))
    if len(restored) < len(files):
        raise BadInput(NOT_ALL, count=len(files) - len(restored))


def mj_link(table: str, database: str | None) -> None:
    _say(TAKEN_IN, table=table, token=house_at(database).relink_mj(table))
