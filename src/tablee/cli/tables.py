"""tablee play, serve and table: the tables kept on this machine or in a database, played, served and looked after."""

from __future__ import annotations

import json
import os
import re
import socket
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablee.cli.language import Command, Group, lang_of
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
SERVE = Text(fr="Ouvrir la maison : l'API et les tables en direct.", en="Open the house: the API and live tables.")
TABLE = Text(fr="Les tables gardées ici : liste, sauvegarde, liens.", en="The tables kept here: list, backup, links.")
LIST = Text(
    fr="Les tables, leur jeu, leur code, et quand un essai s'efface.",
    en="The tables, their game, their code, and when a trial vanishes.",
)
TRIAL = Text(fr="essai, s'efface le {day} s'il n'est pas gardé", en="trial, vanishes on {day} unless it is kept")
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
HOST = Text(fr="Adresse d'écoute.", en="Address to listen on.")
PORT = Text(fr="Port d'écoute.", en="Port to listen on.")
PUBLIC_URL = Text(
    fr="L'adresse que les gens ouvrent, derrière un serveur mandataire : https://jeu.example.org.",
    en="The address that people open, behind a reverse proxy: https://game.example.org.",
)
HOST_NAME = Text(
    fr="Un nom de plus auquel la maison répond ; se répète.", en="One more name that the house answers to; repeatable."
)
PROXY = Text(
    fr="Un mandataire (adresse ou réseau) dont on croit X-Forwarded-For et X-Forwarded-Proto ; se répète.",
    en="A proxy (address or network) whose X-Forwarded-For and X-Forwarded-Proto are believed; repeatable.",
)
METRICS = Text(
    fr="Qui peut lire /metrics (adresse ou réseau) ; personne par défaut ; se répète.",
    en="Who may read /metrics (address or network); nobody by default; repeatable.",
)
LIMIT = Text(
    fr="Fixer une limite : tables-per-address=50 (docs/api.md les nomme ; sinon TABLEE_LIMITS) ; se répète.",
    en="Set a limit: tables-per-address=50 (docs/api.md names them; else TABLEE_LIMITS); repeatable.",
)
DEBUG = Text(
    fr="Écrire en entier la trace de ce qui se casse, au lieu d'une ligne.",
    en="Write the whole trace of what breaks, instead of one line.",
)
IN_CLEAR = Text(
    fr="Attention : la maison est joignable d'autres machines sans HTTPS. Ce qui s'y dit et les liens des places "
    "passent en clair : docs/hosting.md dit comment faire mieux.",
    en="Beware: the house can be reached from other machines without HTTPS. What is said there and the links of seats "
    "go in clear: docs/hosting.md tells how to do better.",
)
SERVING = Text(
    fr="La maison est ouverte : {at} (Ctrl+C pour fermer).",
    en="The house is open: {at} (Ctrl+C to close).",
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
TAKEN_IN = Text(fr="Table {table}. Lien du meneur : {token}", en="Table {table}. GM link: {token}")
SURE = Text(
    fr="Effacer « {title} » ({game}, {lines} ligne{lines:|s}) pour toujours ? (oui/non)",
    en="Delete “{title}” ({game}, {lines} line{lines:|s}) for good? (yes/no)",
)
YES = Text(fr="Sans demander.", en="Without asking.")
NEEDS_YES = Text(
    fr="Effacer une table se confirme : ajoutez --yes.", en="Deleting a table needs a confirmation: add --yes."
)
KEPT = Text(fr="Table {table} gardée.", en="Table {table} kept.")
DELETED = Text(fr="Table {table} effacée.", en="Table {table} deleted.")
NOT_LINES = Text(fr="La ligne {line} de « {path} » n'est pas du JSON.", en="Line {line} of “{path}” is not JSON.")
NOT_A_PORT = Text(
    fr="Le port est un nombre de 1 à 65535, pas « {port} ».", en="The port is a number from 1 to 65535, not “{port}”."
)
NO_ADDRESS = Text(
    fr="La maison ne peut pas ouvrir sur {host}:{port} : {why}.", en="The house cannot open on {host}:{port}: {why}."
)
NO_FOLDER = Text(
    fr="« {path} » n'est pas un dossier où écrire : {why}.", en="“{path}” is no folder to write in: {why}."
)


BACKED_UP = ".jsonl"


def house_at(database: str | None, quotas: Quotas | None = None) -> House:
    """The house at `--database`, else at TABLEE_DATABASE, else in the user's own data folder."""
    from tablee.table.log.store import store_at
    from tablee.table.service import House  # tables are slow to load: only when one is opened

    return House(store_at(database or os.environ.get("TABLEE_DATABASE") or str(_default())), quotas=quotas)


def _default() -> Path:
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    folder = data / "tablee"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # keys of dice are kept there
    return folder / "tables.db"


def commands(lang: str) -> list[click.Command]:
    """`play`, `serve` and `table`, in one language."""
    database = click.Option(["--database"], help=DATABASE.say(lang))
    host = click.Option(["--host"], default="127.0.0.1", help=HOST.say(lang))
    port = click.Option(["--port"], default="8000", help=PORT.say(lang))
    reached = [
        click.Option(["--public-url"], default="", metavar="URL", help=PUBLIC_URL.say(lang)),
        click.Option(["--host-name"], multiple=True, metavar="…", help=HOST_NAME.say(lang)),
        click.Option(["--proxy"], multiple=True, metavar="…", help=PROXY.say(lang)),
        click.Option(["--metrics"], multiple=True, metavar="…", help=METRICS.say(lang)),
        click.Option(["--limit"], multiple=True, metavar="…", help=LIMIT.say(lang)),
        click.Option(["--debug"], is_flag=True, help=DEBUG.say(lang)),
    ]
    table = click.Argument(["table"], metavar="TABLE")
    path = click.Argument(["path"], metavar="FICHIER" if lang == "fr" else "FILE")
    group = Group("table", help=TABLE.say(lang), no_args_is_help=True)
    for name, help, params, run in (
        ("list", LIST, [], list_tables),
        ("export", EXPORT, [table], export_table),
        ("import", IMPORT, [path], import_table),
        ("delete", DELETE, [table, click.Option(["--yes"], is_flag=True, help=YES.say(lang))], delete_table),
        ("backup", BACKUP, [path], backup_all),
        ("restore", RESTORE, [path], restore_all),
        ("mj-link", MJ_LINK, [table], mj_link),
    ):
        group.add_command(Command(name, params=[*params, database], callback=run, help=help.say(lang)))
    game = click.Argument(["game"], metavar="JEU" if lang == "fr" else "GAME")
    return [
        Command("play", params=[game, database], callback=play_game, help=PLAY.say(lang)),
        Command("serve", params=[host, port, *reached, database], callback=serve, help=SERVE.say(lang)),
        group,
    ]


def _say(text: Text, **values: object) -> None:
    print(text.say(lang_of(click.get_current_context()), **values), flush=True)


def play_game(game: str, database: str | None) -> None:
    from tablee.cli.play import play
    from tablee.rules.game import game_called

    play(house_at(database), game_called(game), lang_of(click.get_current_context()))


def serve(
    host: str,
    port: str,
    public_url: str,
    host_name: tuple[str, ...],
    proxy: tuple[str, ...],
    metrics: tuple[str, ...],
    limit: tuple[str, ...],
    debug: bool,
    database: str | None,
) -> None:
    from tablee.web.hosting import Hosting, is_loopback
    from tablee.web.limits import Limits
    from tablee.web.server import serve as serve_house  # the web is half a second to load: only here
    from tablee.web.server import server_of

    if not port.isdecimal() or not 1 <= int(port) <= 65535:
        raise BadInput(NOT_A_PORT, port=port)
    hosting = Hosting.of(public_url, host_name, proxy, metrics)
    limits = Limits.of((*re.split(r"[\s,]+", os.environ.get("TABLEE_LIMITS", "").strip()), *limit))
    house = house_at(database, limits.quotas)
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, int(port)), family=family)
    except (OSError, UnicodeError) as why:
        raise BadInput(NO_ADDRESS, host=host, port=port, why=getattr(why, "strerror", None) or str(why)) from why
    _say(SERVING, at=hosting.origin or f"http://{f'[{host}]' if ':' in host else host}:{port}")
    if not hosting.https and not is_loopback(host):
        print(IN_CLEAR.say(lang_of(click.get_current_context())), file=sys.stderr, flush=True)
    serve_house(server_of(house, host, int(port), hosting, limits, debug), listening)


def list_tables(database: str | None) -> None:
    house, lang = house_at(database), lang_of(click.get_current_context())
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
    """Delete a table once somebody has said so: at the keyboard, or by --yes."""
    house, lang = house_at(database), lang_of(click.get_current_context())
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
    house, lang = house_at(database), lang_of(click.get_current_context())
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
