"""tablee doctor: whether a house has what it needs, in sentences: version, database, rights, disk, memory, proxy."""

from __future__ import annotations

import os
import platform
import shutil
import stat
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

import click

from tablee.cli.language import Command, spoken
from tablee.cli.tables import database_setting
from tablee.errors import BadInput, TableeError, Unavailable
from tablee.text import Text

DOCTOR = Text(
    fr="Dire si la maison a ce qu'il lui faut : version, base, disque, droits, mémoire, mandataire.",
    en="Say whether the house has what it needs: version, database, disk, permissions, memory, proxy.",
)
PUBLIC_URL = Text(
    fr="L'adresse que les gens ouvrent, à essayer d'ici (sinon TABLEE_PUBLIC_URL).",
    en="The address that people open, to be tried from here (else TABLEE_PUBLIC_URL).",
)
VERSION = Text(fr="Tablée {tablee}, Python {python}.", en="Tablée {tablee}, Python {python}.")
TABLES = Text(
    fr="La base s'ouvre : {count} table{count:|s} ({where}).",
    en="The database opens: {count} table{count:|s} ({where}).",
)
NEW = Text(
    fr="Il n'y a pas encore de fichier « {path} » : « tablee serve » le fera.",
    en="There is no file “{path}” yet: “tablee serve” will make it.",
)
DAMAGED = Text(
    fr="Le fichier des tables est abîmé ({why}) : reprenez une sauvegarde.",
    en="The file of the tables is damaged ({why}): go back to a backup.",
)
PRIVATE = Text(
    fr="Seul {who} peut lire « {path} », où sont les liens et les clés des dés.",
    en="Only {who} can read “{path}”, which holds links and the keys of dice.",
)
NOT_PRIVATE = Text(
    fr="D'autres comptes de cette machine peuvent lire « {path} », où sont les liens et les clés des dés : "
    "chmod 600 {path}",
    en="Other accounts of this machine can read “{path}”, which holds links and the keys of dice: chmod 600 {path}",
)
NOT_READ = Text(
    fr="Le fichier des tables ne se lit pas ({why}) : rien ne dit qu'il est abîmé.",
    en="The file of the tables cannot be read ({why}): nothing says that it is damaged.",
)
NO_FOLDER = Text(
    fr="Le dossier « {path} » n'existe pas : faites-le (mkdir -p {path}), ou donnez un autre chemin (--database).",
    en="There is no folder “{path}”: make it (mkdir -p {path}), or give another path (--database).",
)
A_FOLDER = Text(
    fr="« {path} » est un dossier : donnez le chemin d'un fichier (--database).",
    en="“{path}” is a folder: give the path of a file (--database).",
)
NO_FILE_RIGHTS = Text(
    fr="Ce compte ne peut pas lire et écrire « {path} », qui est à {who} : lancez ceci comme la maison, ou donnez-lui "
    "ce fichier.",
    en="This account cannot read and write “{path}”, which is {who}'s: run this as the house does, or give it that "
    "file.",
)
NO_WRITING = Text(
    fr="Ce compte ne peut pas écrire dans « {path} » : lancez ceci comme la maison, ou donnez-lui ce dossier.",
    en="This account cannot write in “{path}”: run this as the house does, or give it that folder.",
)
ROOM = Text(
    fr="Il reste {free} Mo sur le disque ; les tables en prennent {held}.",
    en="{free} MB are free on the disk; the tables take {held}.",
)
LITTLE_ROOM = Text(
    fr="Il ne reste que {free} Mo sur le disque ; les tables en prennent {held} : faites de la place avant qu'elles ne "
    "puissent plus être gardées.",
    en="Only {free} MB are free on the disk; the tables take {held}: make room before they can no longer be kept.",
)
MEMORY = Text(fr="{free} Mo de mémoire sont libres.", en="{free} MB of memory are free.")
LITTLE_MEMORY = Text(
    fr="{free} Mo de mémoire sont libres : c'est peu. La maison en prend 100 à 200, et les impressions, les images et "
    "le labo jusqu'à {wanted} à côté d'elle.",
    en="{free} MB of memory are free, which is little. The house takes 100 to 200, and prints, pictures and the lab up "
    "to {wanted} beside it.",
)
ANSWERS = Text(
    fr="La maison répond à {url}, à travers le mandataire.", en="The house answers at {url}, through the proxy."
)
NO_ANSWER = Text(
    fr="La maison ne répond pas à {url} ({why}) : est-elle ouverte, et le mandataire la connaît-il ?",
    en="The house does not answer at {url} ({why}): is it open, and does the proxy know it?",
)
IN_CLEAR = Text(
    fr="{url} n'est pas en HTTPS : les liens des places passent en clair.",
    en="{url} is not HTTPS: the links of seats go in clear.",
)
NO_PROXY = Text(
    fr="Aucune adresse publique n'est donnée : la maison n'est essayée à travers aucun mandataire (--public-url).",
    en="No public address is given: the house is tried through no proxy (--public-url).",
)
WELL = Text(fr="Tout va bien.", en="All is well.")
MEGABYTE = 1024 * 1024
LEAST_DISK, LEAST_MEMORY = 500, 1000  # megabytes that should be free
GIVEN = Path("/sys/fs/cgroup")  # what Linux says of the memory that a container is given
PATIENCE = 10.0  # seconds for the public address


class Finding(NamedTuple):
    """A sentence of the doctor's, and whether it is good news."""

    well: bool
    sentence: Text


def command(lang: str, database: click.Option) -> click.Command:
    """`tablee doctor`, in one language."""
    public = click.Option(["--public-url"], default="", metavar="URL", help=PUBLIC_URL.say(lang))
    return Command("doctor", params=[public, database], callback=doctor, help=DOCTOR.say(lang))


def doctor(public_url: str, database: str | None) -> None:
    """Print every finding; exit status 1 if something is not as it should be."""
    lang = spoken()
    found = list(findings(database_setting(database), public_url or os.environ.get("TABLEE_PUBLIC_URL", "")))
    for one in found:
        print(f"{'✓' if one.well else '✗'} {one.sentence.say(lang)}")
    if not all(one.well for one in found):
        click.get_current_context().exit(1)
    print(WELL.say(lang))


def findings(setting: str, public_url: str, answers: Callable[[str], int] | None = None) -> Iterator[Finding]:
    """What can be said of the house whose tables are at this setting; `answers` asks a web address for its status."""
    yield _told(True, VERSION, tablee=version("tablee"), python=platform.python_version())
    if setting.startswith(("postgresql://", "postgres://")):
        yield _opened(setting, "PostgreSQL")
    else:
        yield from _of_file(Path(setting))
    free = _free_memory()
    if free is not None:
        much = free >= LEAST_MEMORY
        yield _told(much, MEMORY if much else LITTLE_MEMORY, free=free, wanted=LEAST_MEMORY)
    yield from _through_the_proxy(public_url, answers or _status)


def _told(well: bool, text: Text, **values: object) -> Finding:
    return Finding(well, Text(fr=text.say("fr", **values), en=text.say("en", **values)))


def _opened(setting: str, where: str) -> Finding:
    from tablee.table.log.store import store_at

    try:
        store = store_at(setting)
        count = len(store.tables())
        store.close()
    except BadInput as no:
        return Finding(False, no.sentence)
    except Unavailable as no:
        return Finding(False, Text(no.say("fr"), no.say("en")))
    except TableeError as no:
        return _told(False, DAMAGED, why=str(no))
    return _told(True, TABLES, count=count, where=where)


def _of_file(path: Path) -> Iterator[Finding]:
    folder = path.parent
    if not folder.exists():
        yield _told(False, NO_FOLDER, path=folder)
        return
    if path.is_dir():
        yield _told(False, A_FOLDER, path=path)
        return
    held = sum(one.stat().st_size for one in folder.glob(f"{path.name}*")) // MEGABYTE if path.exists() else 0
    yield from _opening(path)
    if path.exists():
        private = not path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        yield _told(private, PRIVATE if private else NOT_PRIVATE, path=path, who=_owner(path))
    free = shutil.disk_usage(folder).free // MEGABYTE
    enough = free >= max(LEAST_DISK, 2 * held)
    yield _told(enough, ROOM if enough else LITTLE_ROOM, free=free, held=held)


def _opening(path: Path) -> Iterator[Finding]:
    """Whether the file opens. What this account may not do is no fault of the file, of which nothing is said then."""
    kept = path.exists()
    if not os.access(path.parent, os.W_OK):
        yield _told(False, NO_WRITING, path=path.parent)
    if kept and not os.access(path, os.R_OK | os.W_OK):
        yield _told(False, NO_FILE_RIGHTS, path=path, who=_owner(path))
    elif not kept:
        yield _told(True, NEW, path=path)
    elif os.access(path.parent, os.W_OK):
        yield _whole(path) or _opened(str(path), str(path))


def _whole(path: Path) -> Finding | None:
    """What is wrong with a file of tables, if something is: it is read from end to end."""
    import sqlite3
    from contextlib import closing

    from tablee.table.log.sqlite import WHY

    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            said = str(file.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.Error as why:
        said, code = str(why), getattr(why, "sqlite_errorcode", 0) & 0xFF
        if code in WHY:  # locked, the disk is full…
            return Finding(False, WHY[code])
        if code not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return _told(False, NOT_READ, why=said)
    return None if said == "ok" else _told(False, DAMAGED, why=said)


def _owner(path: Path) -> str:
    try:
        return path.owner()
    except (KeyError, NotImplementedError, OSError):
        return str(path.stat().st_uid)


def _free_memory() -> int | None:
    """Megabytes that programs may still take; None where the system does not say."""
    try:
        said = Path("/proc/meminfo").read_text("ascii")
    except OSError:
        return None
    left = [int(line.split()[1]) // 1024 for line in said.splitlines() if line.startswith("MemAvailable:")]
    return min([*left, *_left_in_container()], default=None)


def _left_in_container() -> Iterator[int]:
    """Megabytes that are left of what this container is given, if it is given only so much."""
    try:
        most, held = (int((GIVEN / name).read_text("ascii")) for name in ("memory.max", "memory.current"))
        files = dict(line.split() for line in (GIVEN / "memory.stat").read_text("ascii").splitlines())
    except (OSError, ValueError):  # no container, or all that there is: « max »
        return
    yield max(0, most - held + int(files.get("inactive_file", 0))) // MEGABYTE


def _through_the_proxy(public_url: str, answers: Callable[[str], int]) -> Iterator[Finding]:
    if not public_url:
        yield _told(True, NO_PROXY)
        return
    if not public_url.startswith("https://"):
        yield _told(False, IN_CLEAR, url=public_url)
    try:
        status = answers(f"{public_url.rstrip('/')}/health")
        well, why = status == 200, str(status)
    except (OSError, URLError, ValueError) as no:
        well, why = False, str(no.reason if type(no) is URLError else no)
    yield _told(well, ANSWERS if well else NO_ANSWER, url=public_url, why=why)


def _status(url: str) -> int:
    with urlopen(url, timeout=PATIENCE) as answer:
        return int(answer.status)
