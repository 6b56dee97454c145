"""examine: a game found by its name, its module or its folder, and all that can be said of it."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path

from tablee.errors import Unknown
from tablee.rules.check.checks import FILE_CHECKS, code, lists
from tablee.rules.check.sources import Finding, Sources, mistake
from tablee.rules.check.trial import Trial
from tablee.rules.game import GROUP, Game, entries
from tablee.text import Text


@dataclass(frozen=True)
class Report:
    """What was found about a game: mistakes and remarks by file and line, and what could not be tried."""

    name: str
    game: Game | None  # None if it does not load
    findings: tuple[Finding, ...]
    folder: Path  # of its package
    untried: tuple[str, ...] = ()  # actions refused to everybody, done with the first values at hand

    @property
    def mistakes(self) -> int:
        return sum(not finding.remark for finding in self.findings)


def examine(what: str, here: Path = Path()) -> Report:
    """The report on a game: `what` is the id of an installed game, a module, or a folder seen from `here`."""
    searched = sys.path.copy()
    sys.path.insert(0, str(here.resolve()))
    try:
        entry, folder = _found(what, here)
        sys.path.insert(0, str(folder.parents[entry.module.count(".")]))
        return _examined(entry, Sources(entry.module, folder))
    finally:
        sys.path[:] = searched


def _found(what: str, here: Path) -> tuple[EntryPoint, Path]:
    """The entry point that a game has, or would have if it were installed (its name is then empty), and its folder."""
    module, folder, entry = what, (here / what).resolve(), entries().get(what)
    if entry is None and (folder / "pyproject.toml").exists():  # beside the package, or above its src/
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8")).get("project", {})
        for name, value in project.get("entry-points", {}).get(GROUP, {}).items():
            entry = EntryPoint(name, value, GROUP)
            sys.path[:0] = [str(folder), str(folder / "src")]
    if entry is not None:
        module = entry.module
    elif (folder / "__init__.py").exists():
        module = folder.name
        for parent in folder.parents:
            if not (parent / "__init__.py").exists():
                break
            module = f"{parent.name}.{module}"
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        spec = None
    found = Path(spec.origin).parent if spec and spec.origin and spec.submodule_search_locations else folder
    if not (found / "__init__.py").exists():
        raise Unknown(NO_GAME, what=module, known=tuple(entries()))
    return entry or EntryPoint("", f"{module}:GAME", GROUP), found


def _examined(entry: EntryPoint, sources: Sources) -> Report:
    """Three steps, each once the one before has found no mistake: the files, the game they make, the game tried out."""
    findings = sources.unreadable or [found for check in FILE_CHECKS for found in check(sources)]
    if not all(finding.remark for finding in findings):
        return Report(sources.package, None, _in_order(findings), sources.folder)
    try:
        for file in sources.modules:
            import_module(sources.module_name(file))
        game: Game = entry.load()
    except Exception as wrong:
        return Report(sources.package, None, (sources.failure(wrong, LOADING, sources.first_line),), sources.folder)
    findings += (*lists(sources, game), *code(sources, game), *_announced(sources, game, entry))
    if not all(finding.remark for finding in findings):
        return Report(game.id, game, _in_order(findings), sources.folder)
    trial = Trial(sources, game)
    untried = tuple(one.id for one in (*game.actions, *game.creations) if one.id not in trial.tried)
    return Report(game.id, game, _in_order([*findings, *trial.found]), sources.folder, untried)


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each finding once, mistakes before remarks, by file and line."""
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: (finding.remark, finding.place)))


def _announced(sources: Sources, game: Game, entry: EntryPoint) -> Iterator[Finding]:
    """A game is found by an entry point that has its id."""
    place = sources.place_of(game.id, "Game")
    if entry.name and entry.name != game.id:
        yield mistake(place, OTHER_NAME, id=game.id, entry=entry.name)
    if game.id not in entries():
        yield Finding(place, NOT_INSTALLED, (("line", f'{game.id} = "{entry.value}"'),), remark=True)


LOADING = Text(fr="Le chargement du jeu", en="Loading the game")
NO_GAME = Text(
    fr="« {what} » n'est ni un jeu installé ({known}), ni le dossier d'un jeu, ni un paquet que Python trouve.",
    en="“{what}” is neither an installed game ({known}), nor the folder of a game, nor a package that Python finds.",
)
OTHER_NAME = Text(fr="« {id} » a le point d'entrée « {entry} ».", en="“{id}” has the entry point “{entry}”.")
NOT_INSTALLED = Text(
    fr='Ce jeu n\'est pas installé : pip install -e . avec, sous [project.entry-points."tablee.games"], {line}',
    en='This game is not installed: pip install -e . with, under [project.entry-points."tablee.games"], {line}',
)
