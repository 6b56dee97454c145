"""tablee adventure: adventures of games listed, shown, checked, begun, packed to be sent and unpacked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import click

from tablee.cli.language import Command, Group, spoken
from tablee.errors import BadGame, BadInput
from tablee.text import Text, number

if TYPE_CHECKING:
    from tablee.adventures.folder import Bound
    from tablee.adventures.structure import Fits, Outcome
    from tablee.lab.weighed import Row
    from tablee.rules.check.sources import Finding

ABOUT = Text(fr="Des aventures à jouer : ce qui existe, écrire la sienne.", en="Adventures to play, and to write.")
LIST = Text(fr="Les aventures des jeux installés.", en="The adventures of the installed games.")
SHOW = Text(
    fr="Montrer une aventure : ses scènes, ce qu'on y tente, ses fins.",
    en="Show an adventure: its scenes, what is tried there, its ends.",
)
CHECK = Text(
    fr="Examiner l'aventure d'un dossier : ce qu'il faut corriger, et où.",
    en="Examine the adventure in a folder: what must be mended, and where.",
)
NEW = Text(fr="Commencer une aventure dans un nouveau dossier.", en="Begin an adventure in a new folder.")
WORDS = Text(
    fr="Écrire dans fr.md et en.md les titres que la structure demande et qui n'y sont pas, à remplir.",
    en="Write the headings that the structure calls for and that lack in fr.md and en.md, to be filled in.",
)
EXPORT = Text(
    fr="Faire d'une aventure un seul fichier à envoyer (zip).", en="Make an adventure one file to send (zip)."
)
IMPORT = Text(
    fr="Ouvrir dans un dossier une aventure reçue (zip), une fois vérifiée.",
    en="Open an adventure that was received (zip) in a folder, once it is checked.",
)
PRINT = Text(
    fr="Imprimer une aventure pour son meneur (PDF) : scènes, secrets, jets, fins.",
    en="Print an adventure for its GM (PDF): scenes, secrets, rolls, ends.",
)
WEIGH = Text(
    fr="Peser une aventure : chances de chaque fin, de chaque jet et combat, qui tombe où.",
    en="Weigh an adventure: chances of each end, of each roll and fight, who falls where.",
)
PLAYERS = Text(fr="Combien jouent, de la troupe de l'aventure.", en="How many play, of the adventure's own party.")
PARTY = Text(
    fr="Qui joue : un personnage prêt du jeu ; à répéter.", en="Who plays: a ready character of the game; repeatable."
)
HARDER = Text(
    fr="Plus rude (1, 2…) ou plus doux (-1…) : des gens comme pour autant de joueurs de plus.",
    en="Harsher (1, 2…) or kinder (-1…): people as for so many players more.",
)
MANY_EVENINGS = Text(fr="Combien de soirées jouer (200 sinon).", en="How many evenings to play (200 if not told).")
SEED = Text(fr="Une autre suite de dés.", en="Another run of dice.")
AS_JSON = Text(fr="En JSON, pour un programme.", en="As JSON, for a program.")
HEAD = Text(
    fr="{title} · {party} · {evenings} soirée{evenings:|s} jouée{evenings:|s}, {harder}",
    en="{title} · {party} · {evenings} evening{evenings:|s} played, {harder}",
)
COMES_TO = Text(fr="{what} : {met} y viennent", en="{what}: {met} come to it")
CHANCE = Text(fr="{chance} ± {points} points", en="{chance} ± {points} points")
ENDS_TOLD, PLACES_TOLD = Text(fr="Fins", en="Ends"), Text(fr="Jets et combats", en="Rolls and fights")
FALLS_TOLD, POLICY_TOLD = Text(fr="Qui tombe", en="Who falls"), Text(fr="Comment on joue", en="How it is played")
INTO = Text(fr="Où l'écrire.", en="Where to write it.")
GAME, FOLDER, FILE = Text("JEU", "GAME"), Text("DOSSIER", "FOLDER"), Text("FICHIER", "FILE")
WHAT = Text(fr="IDENTIFIANT|DOSSIER", en="ID|FOLDER")
ROW = Text(
    fr="{id} · {game} · {title}, {minutes} minutes, {low} à {high} personnes",
    en="{id} · {game} · {title}, {minutes} minutes, {low} to {high} people",
)
NONE = Text(fr="Aucun jeu installé n'apporte d'aventure.", en="No installed game brings an adventure.")
FINE = Text(
    fr="{title} : rien à corriger. {scenes} scène{scenes:|s}, {ends} fin{ends:|s}.",
    en="{title}: nothing to mend. {scenes} scene{scenes:|s}, {ends} end{ends:|s}.",
)
TO_MEND = Text(fr="{folder} : {count} erreur{count:|s} à corriger.", en="{folder}: {count} mistake{count:|s} to mend.")
REMARK = Text(fr="remarque : ", en="remark: ")
NO_ADVENTURE = Text(
    fr="« {what} » n'est ni une aventure d'un jeu installé ({known}), ni le dossier d'une aventure.",
    en="“{what}” is neither an adventure of an installed game ({known}) nor the folder of one.",
)
NOBODY = Text(
    fr="« {who} » n'est pas un personnage prêt de ce jeu. Prêts : {known}.",
    en="“{who}” is no ready character of this game. Ready: {known}.",
)
THERE = Text(fr="« {path} » existe déjà.", en="“{path}” exists already.")
NOT_AN_ID = Text(
    fr="« {id} » : un identifiant s'écrit en minuscules, chiffres et traits d'union, comme « la-cloche ».",
    en="“{id}”: an id is written in small letters, digits and hyphens, such as “the-bell”.",
)
COMPLETED = Text(fr="{file} : {count} titre{count:|s} de plus.", en="{file}: {count} heading{count:|s} more.")
WRITTEN = Text(fr="Écrit dans {path}.", en="Written to {path}.")
RESULTS = {
    "then": Text(fr="sans jet", en="no roll"),
    "good": Text(fr="réussi", en="success"),
    "bad": Text(fr="raté", en="failure"),
    "won": Text(fr="gagné", en="won"),
    "lost": Text(fr="perdu", en="lost"),
    "fled": Text(fr="en fuite", en="fled"),
    "talked": Text(fr="par la parole", en="by talking"),
}
HAVING, LACKING = Text(fr="avec {words}", en="with {words}"), Text(fr="sans {words}", en="without {words}")
COUNTED = Text(fr="de {low} à {high} joueurs", en="{low} to {high} players")
THE_FIGHT, STAYS = Text(fr="Le combat", en="The fight"), Text(fr="on reste ici", en="one stays here")
FIGHT, END = Text(fr="un combat", en="a fight"), Text(fr="fin : {title}", en="end: {title}")


def command(lang: str) -> Group:
    """`tablee adventure`, in one language."""
    what = click.Argument(["what"], metavar=WHAT.say(lang))
    folder = click.Argument(["folder"], metavar=FOLDER.say(lang))
    game = click.Argument(["game"], metavar=GAME.say(lang))
    id = click.Argument(["id"], metavar="ID")
    file = click.Argument(["file"], metavar=FILE.say(lang))
    into = click.Option(["--into"], metavar="…", help=INTO.say(lang))
    group = Group("adventure", help=ABOUT.say(lang), no_args_is_help=True)
    group.add_command(Command("list", callback=listed, help=LIST.say(lang)))
    group.add_command(Command("show", params=[what], callback=show, help=SHOW.say(lang)))
    group.add_command(Command("check", params=[folder], callback=check, help=CHECK.say(lang)))
    group.add_command(Command("words", params=[folder], callback=write_words, help=WORDS.say(lang)))
    group.add_command(Command("new", params=[game, id, into], callback=new, help=NEW.say(lang)))
    group.add_command(Command("export", params=[what, into], callback=export, help=EXPORT.say(lang)))
    group.add_command(Command("print", params=[what, into], callback=print_paper, help=PRINT.say(lang)))
    weighing = [
        what,
        click.Option(["--players"], type=click.IntRange(1, 8), metavar="N", help=PLAYERS.say(lang)),
        click.Option(["--party"], multiple=True, metavar="…", help=PARTY.say(lang)),
        click.Option(["--harder"], type=int, default=0, metavar="N", help=HARDER.say(lang)),
        click.Option(["--evenings"], type=int, default=200, metavar="N", help=MANY_EVENINGS.say(lang)),
        click.Option(["--seed"], type=int, default=1, metavar="N", help=SEED.say(lang)),
        click.Option(["--json", "as_json"], is_flag=True, help=AS_JSON.say(lang)),
    ]
    group.add_command(Command("weigh", params=weighing, callback=weigh, help=WEIGH.say(lang)))
    group.add_command(Command("import", params=[file, into], callback=taken_in, help=IMPORT.say(lang)))
    return group


def _known() -> dict[str, Bound]:
    """The adventures of all installed games, by id."""
    from tablee.adventures.folder import adventures_of
    from tablee.rules.game import games

    return {id: one for game in games() for id, one in adventures_of(game).items()}


def _found(what: str) -> Bound:
    """An adventure by its id, or by its folder."""
    from tablee.adventures.folder import bound, files_in

    known = _known()
    if what in known:
        return known[what]
    if not Path(what).is_dir():
        raise BadInput(NO_ADVENTURE, what=what, known=tuple(known))
    return bound(files_in(Path(what)))


def listed() -> None:
    """Print a line for each adventure."""
    from tablee.rules.game import game_called

    lang, known = spoken(), _known()
    for one in known.values():
        low, high = one.adventure.players
        label = game_called(one.adventure.game).label.say(lang)
        title, minutes = one.title.say(lang), one.adventure.minutes
        print(ROW.say(lang, id=one.id, game=label, title=title, minutes=minutes, low=low, high=high))
    if not known:
        print(NONE.say(lang))


def show(what: str) -> None:
    """Print an adventure: what it is, each scene with what is tried there and where it leads, its ends."""
    lang, book = spoken(), _found(what)
    adventure = book.adventure
    print(f"{book.title.say(lang)}\n{book.pitch.say(lang)}")
    if book.notes.say(lang):
        print(book.notes.say(lang))
    for id, scene in adventure.scenes.items():
        print(f"\n{id}\n  {book.read(id).say(lang)}")
        for attempt in scene.tries:
            print(f"  - {book.label(id, attempt.id).say(lang)}{_when(attempt, lang)}")
            _show_results(book, attempt.results(), lang)
        if scene.fight:
            print(f"  - {THE_FIGHT.say(lang)}")
            _show_results(book, scene.fight.results(), lang)
    print()
    for id in adventure.ends:
        print(f"{END.say(lang, title=book.label(f'end.{id}').say(lang))}")


def _show_results(book: Bound, results: Iterable[tuple[str, tuple[Outcome, ...]]], lang: str) -> None:
    """Print a line for each outcome: how it came out, for whom, where it leads."""
    for name, outcomes in results:
        for one in outcomes:
            print(f"      {RESULTS[name].say(lang)}{_when(one, lang)} → {_led(book, one, lang)}")


def _when(one: Fits, lang: str) -> str:
    """For whom something is there, in words; nothing where it is there for all."""
    told = [COUNTED.say(lang, low=one.players[0], high=one.players[1])] if one.players != (1, 99) else []
    told += [text.say(lang, words=words) for text, words in ((HAVING, one.have), (LACKING, one.lack)) if words]
    return f" ({', '.join(told)})" if told else ""


def _led(book: Bound, outcome: Outcome, lang: str) -> str:
    """Where an outcome leads, in a word."""
    if outcome.end:
        return END.say(lang, title=book.label(f"end.{outcome.end}").say(lang))
    return FIGHT.say(lang) if outcome.fight else outcome.go or STAYS.say(lang)


def check(folder: str) -> None:
    """Print every finding about the adventure in a folder; BadGame if there is a mistake."""
    from tablee.adventures.check import examined
    from tablee.adventures.folder import bound, files_in

    lang, findings = spoken(), examined(Path(folder))
    print_findings(findings, lang)
    mistakes = sum(not one.remark for one in findings)
    if mistakes:
        raise BadGame(TO_MEND, folder=folder, count=mistakes)
    book = bound(files_in(Path(folder)))
    print(FINE.say(lang, title=book.title.say(lang), scenes=len(book.adventure.scenes), ends=len(book.adventure.ends)))


def print_findings(findings: Iterable[Finding], lang: str) -> None:
    """Print findings, each with its file and line."""
    for one in findings:
        file = min((str(one.place.file), os.path.relpath(one.place.file)), key=len)
        told = " ".join(one.say(lang).splitlines())
        print(f"{file}:{one.place.line}: {REMARK.say(lang) if one.remark else ''}{told}")


def new(game: str, id: str, into: str | None) -> None:
    """Write a small adventure that its writer changes bit by bit."""
    import re

    from tablee.adventures.sketch import sketch
    from tablee.adventures.structure import ID
    from tablee.rules.game import game_called

    if not re.match(ID, id):
        raise BadInput(NOT_AN_ID, id=id)
    files, folder = sketch(game_called(game), id), Path(into or ".") / id
    _write(folder, files.named())


def write_words(folder: str) -> None:
    """Write the headings that lack in both files of words, each with what is to be written under it."""
    from tablee.adventures.folder import EN, FR, bound, files_in
    from tablee.adventures.headings import completed

    files = files_in(Path(folder))
    adventure = bound(files).adventure
    for name in (FR, EN):
        text, count = completed(files.named()[name], adventure)
        if count:
            (Path(folder) / name).write_text(text, "utf-8")
        print(COMPLETED.say(spoken(), file=name, count=count))


def export(what: str, into: str | None) -> None:
    """Write the pack of an adventure."""
    from tablee.adventures.pack import packed

    book = _found(what)
    path = Path(into or f"{book.id}.zip")
    path.write_bytes(packed(book))
    print(WRITTEN.say(spoken(), path=str(path)))


def print_paper(what: str, into: str | None) -> None:
    """Write an adventure as a PDF for its MJ."""
    from tablee.printing.adventure import print_adventure
    from tablee.rules.game import game_called

    book, lang = _found(what), spoken()
    path = Path(into or f"{book.id}.pdf")
    path.write_bytes(print_adventure(book, game_called(book.adventure.game), lang))
    print(WRITTEN.say(lang, path=str(path)))


def weigh(
    what: str, players: int | None, party: tuple[str, ...], harder: int, evenings: int, seed: int, as_json: bool
) -> None:
    """Print what a party may expect of an adventure, by evenings that are played through."""
    import json

    from tablee.cli.progress import progress
    from tablee.lab.adventures import Weighing
    from tablee.lab.adventures import weigh as weighed
    from tablee.lab.weighed import report
    from tablee.rules.game import game_called

    book, lang = _found(what), spoken()
    known = game_called(book.adventure.game).ready()
    unknown = next((who for who in party if who not in known), None)
    if unknown is not None:
        raise BadInput(NOBODY, who=unknown, known=tuple(known))
    people = {who: known[who] for who in party}
    found = weighed(Weighing(book, people, players or 0, harder=harder, evenings=evenings, seed=seed), progress)
    if as_json:
        print(json.dumps(found.to_json(), ensure_ascii=False))
        return
    it = report(book, found, lang)
    print(HEAD.say(lang, title=it.title, party=", ".join(it.party), evenings=it.evenings, harder=it.harder))

    def listed(title: Text, rows: Iterable[str]) -> None:
        lines = list(rows)
        if lines:
            print("\n".join([f"\n{title.say(lang)}", *(f"  {line}" for line in lines)]))

    def chance(row: Row) -> str:
        return CHANCE.say(lang, chance=row.chance, points=number(row.points, lang, 1))

    listed(ENDS_TOLD, (f"{chance(row)}  {row.label}" for row in it.ends))
    listed(
        PLACES_TOLD,
        (
            COMES_TO.say(lang, what=f"{scene} · {one.label}", met=one.met)
            + "".join(f"\n      {row.label} {chance(row)}" for row in one.ways)
            for scene, places in it.scenes
            for one in places
        ),
    )
    listed(FALLS_TOLD, (f"{chance(row)}  {row.label}" for row in it.falls))
    listed(POLICY_TOLD, [it.policy])


def taken_in(file: str, into: str | None) -> None:
    """Open a pack in a folder of its name, if nothing is wrong with it."""
    from tablee.adventures.pack import MAX_PACK, unpacked
    from tablee.adventures.picture import file_of

    with Path(file).open("rb") as pack:
        book = unpacked(pack.read(MAX_PACK + 1))
    drawn = {name: file_of(name, picture) for name, picture in book.files.pictures}
    _write(Path(into or ".") / book.id, book.files.named(), drawn)


def _write(folder: Path, files: dict[str, str], pictures: Mapping[str, bytes] = MappingProxyType({})) -> None:
    """Write these files, and pictures, into a folder that is not there yet."""
    if folder.exists():
        raise BadInput(THERE, path=str(folder))
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    for name, picture in pictures.items():
        (folder / name).write_bytes(picture)
    print(WRITTEN.say(spoken(), path=str(folder)))
