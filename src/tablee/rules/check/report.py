"""examine: a game found by its name, its module or its folder, and all that can be said of it."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

from tablee.errors import BadGame, Unknown
from tablee.rules.check.failures import failure
from tablee.rules.check.findings import Finding, mistake, remark
from tablee.rules.check.loaded import of_the_game, of_the_ready
from tablee.rules.check.sources import Sources
from tablee.rules.check.trial import Trial
from tablee.rules.check.written import of_the_files
from tablee.rules.game import GROUP, Game, entries
from tablee.text import Text


@dataclass(frozen=True)
class Report:
    """What was found about a game: mistakes and remarks by file and line, and how much of it could be tried."""

    name: str
    game: Game | None  # None if it does not load
    findings: tuple[Finding, ...]
    tried: int = 0  # actions that somebody of the ready cast or of the first scene could do

    @property
    def mistakes(self) -> int:
        return sum(not finding.remark for finding in self.findings)


@dataclass(frozen=True)
class _Package:
    """Where a game is: its package and folder, the module and the name that hold it, its entry point if installed."""

    name: str
    folder: Path
    module: str
    attribute: str = "GAME"
    entry: str = ""


def examine(what: str, here: Path = Path()) -> Report:
    """The report on a game: `what` is the id of an installed game, a module, or a folder seen from `here`."""
    with _importing(here):
        package = _found(what, here)
        with _importing(package.folder.parents[package.name.count(".")]):
            return _examined(package)


@contextmanager
def _importing(folder: Path) -> Iterator[None]:
    searched = str(folder.resolve())
    sys.path.insert(0, searched)
    try:
        yield
    finally:
        sys.path.remove(searched)


def _found(what: str, here: Path) -> _Package:
    installed = entries()
    if what in installed:
        entry = installed[what]
        spec = _spec(entry.module)
        if spec is None or not spec.origin:
            raise BadGame(NO_MODULE, id=what, module=entry.module)
        package = entry.module if spec.submodule_search_locations else spec.parent or entry.module
        return _Package(package, Path(spec.origin).parent, entry.module, entry.attr, what)
    folder = (here / what).resolve()
    if (folder / "__init__.py").exists():
        names = [folder.name]
        for parent in folder.parents:
            if not (parent / "__init__.py").exists():
                break
            names.insert(0, parent.name)
        return _Package(".".join(names), folder, ".".join(names))
    spec = _spec(what)
    if spec is None or not spec.origin or not spec.submodule_search_locations:
        raise Unknown(NO_GAME, what=what, known=tuple(installed))
    return _Package(what, Path(spec.origin).parent, what)


def _spec(module: str) -> ModuleSpec | None:
    """Where Python finds a module, or None."""
    try:
        return find_spec(module)
    except (ImportError, ValueError):
        return None


def _examined(package: _Package) -> Report:
    sources = Sources(package.name, package.folder)
    findings = [*of_the_files(sources)]
    game: Game | None = None
    tried = 0
    try:
        for file in sources.modules:
            import_module(sources.module_name(file))
        value = getattr(import_module(package.module), package.attribute, None)
        game = value if isinstance(value, Game) else None
        if game is None:
            findings.append(mistake(sources.entrance, NO_VALUE, name=package.attribute))
    except Exception as wrong:
        stopped = failure(sources, wrong, LOADING)
        if stopped.place not in {finding.place for finding in findings}:  # else it is said already
            findings.append(stopped)
    if game is not None:
        ready = [*of_the_ready(sources, game)]
        findings += (*of_the_game(sources, game), *_announced(sources, game, package), *ready)
        if not ready:
            trial = Trial(sources, game)
            said = {(finding.text, finding.values) for finding in findings}
            findings += (one for one in trial.findings() if (one.text, one.values) not in said)
            tried = len(trial.tried)
    ordered = sorted(dict.fromkeys(findings), key=lambda finding: (finding.remark, finding.place))
    return Report(package.name if game is None else game.id, game, tuple(ordered), tried)


def _announced(sources: Sources, game: Game, package: _Package) -> Iterator[Finding]:
    """A game is found by an entry point that has its id."""
    place = sources.place_of(game.id, "Game")
    if package.entry:
        if package.entry != game.id:
            yield mistake(place, OTHER_NAME, id=game.id, entry=package.entry)
        return
    line = f'{game.id} = "{package.module}:{package.attribute}"'
    for folder in package.folder.parents[:4]:
        project = folder / "pyproject.toml"
        if project.exists():
            points = tomllib.loads(project.read_text("utf-8")).get("project", {}).get("entry-points", {}).get(GROUP, {})
            if game.id not in points:
                yield remark(place, NOT_ANNOUNCED, line=line)
            elif game.id not in entries():
                yield remark(place, NOT_INSTALLED, folder=str(folder))
            return
    yield remark(place, NOT_ANNOUNCED, line=line)


LOADING = Text(fr="Le chargement du jeu", en="Loading the game")
NO_GAME = Text(
    fr="« {what} » n'est ni un jeu installé ({known}), ni le dossier d'un paquet Python, ni un module.",
    en="“{what}” is neither an installed game ({known}), nor the folder of a Python package, nor a module.",
)
NO_MODULE = Text(
    fr="Le point d'entrée « {id} » mène à {module}, que Python ne trouve pas.",
    en="Entry point “{id}” leads to {module}, which Python does not find.",
)
NO_VALUE = Text(
    fr="Il n'y a pas de jeu « {name} » ici : terminez par GAME = Game(…).",
    en="There is no game “{name}” here: end with GAME = Game(…).",
)
OTHER_NAME = Text(
    fr="Le jeu s'appelle « {id} » et son point d'entrée « {entry} » : il faut le même nom.",
    en="The game is called “{id}” and its entry point “{entry}”: they must have the same name.",
)
NOT_ANNOUNCED = Text(
    fr="Ce jeu n'a pas de point d'entrée. Dans pyproject.toml, sous [project.entry-points.\"tablee.games\"] : {line}",
    en='This game has no entry point. In pyproject.toml, under [project.entry-points."tablee.games"]: {line}',
)
NOT_INSTALLED = Text(
    fr="Le jeu est annoncé mais pas installé : pip install -e {folder}",
    en="The game is announced but not installed: pip install -e {folder}",
)
