"""Builds the static folder: what the page needs of Python, the house and its libraries, and the page itself.

Everything comes from the registries, pinned with hashes: Pyodide by `package-lock.json`, libraries by
`requirements.lock` (those that are Python alone as they are installed here, the one in C as built for browsers). Each
build has a folder of its own, named by its content, so that no start mixes two.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path

HERE, ROOT = Path(__file__).parent, Path(__file__).parent.parent
PURE = (
    "annotated-doc",
    "annotated-types",
    "anyio",
    "fastapi",
    "idna",
    "jinja2",
    "markupsafe",
    "opentelemetry-api",
    "pydantic",
    "python-multipart",
    "segno",
    "starlette",
    "typing-extensions",
    "typing-inspection",
)
"""Libraries of the page that are Python alone, or do without the rest (markupsafe)."""
COMPILED = "pydantic-core"
PLATFORM = (
    "pyemscripten_2026_0_wasm32",
    "3.14",
    "cp",
    "cp314",
)  # of Pyodide 314: platform, Python, implementation, ABI
UNNEEDED = shutil.ignore_patterns(
    "__pycache__", "*.pyc", "*.pyi", "*.so", "*.c", "py.typed", "tests", "cli", "printing"
)
NPM = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"]
OF_PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
SHELL = ("shell.mjs", "shell.css", "python.mjs", "lasting.mjs", "manifest.webmanifest")
STATIC = ROOT / "src" / "tablee" / "web" / "static"
ICONS = ("icon.svg", "icon-192.png", "icon-512.png", "icon-cut-512.png")
NO_NPM = "make site needs npm and node, which are not here: they fetch Pyodide, the Python of browsers."


class CannotBuild(Exception):
    """What is missing to build the folder, in a sentence."""


def build(into: Path) -> dict[str, int]:
    """Write the static folder; the bytes of each of its files as they are sent."""
    for tool in ("npm", "node"):
        if shutil.which(tool) is None:
            raise CannotBuild(NO_NPM)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        pyodide, packages, house = _pyodide(work), work / "packages", work / "house.tar"
        _libraries(packages, work)
        _house(packages)
        subprocess.run(["node", HERE / "compile.mjs", pyodide, packages, house], check=True)
        return _written(into, pyodide, house)


def _pyodide(work: Path) -> Path:
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(HERE / name, work)
    subprocess.run(["npm", *NPM], cwd=work, check=True, capture_output=True)
    return work / "node_modules" / "pyodide"


def _libraries(packages: Path, work: Path) -> None:
    """Lay out the libraries: those in Python as they are installed here, by hashes; the one in C for browsers."""
    for name in PURE:
        held = distribution(name)
        for top in sorted({file.parts[0] for file in held.files or () if ".." not in file.parts}):
            source = Path(str(held.locate_file(top)))
            if source.is_dir() and top != "__pycache__":
                shutil.copytree(source, packages / top, ignore=UNNEEDED, dirs_exist_ok=True)
            elif source.suffix == ".py":
                shutil.copy(source, packages / top)
    platform, version, implementation, abi = PLATFORM
    wanted = work / "wanted.txt"
    wanted.write_text(_locked(COMPILED), "utf-8")
    where = ["--platform", platform, "--python-version", version, "--implementation", implementation, "--abi", abi]
    fetch: list[str | Path] = [
        "download",
        "-q",
        "--no-deps",
        "--only-binary=:all:",
        "--require-hashes",
        *where,
        "-d",
        work,
        "-r",
        wanted,
    ]
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *fetch], check=True)
    for wheel in work.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(packages)


def _locked(name: str) -> str:
    """The lines of a library in requirements.lock, with its hashes."""
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith(f"{name}=="))
    last = next(n for n in range(first, len(lines)) if not lines[n].endswith("\\"))
    return "\n".join(lines[first : last + 1]) + "\n"


def _house(packages: Path) -> None:
    shutil.copytree(ROOT / "src" / "tablee", packages / "tablee", ignore=UNNEEDED)
    shutil.copy(ROOT / "CREDITS.md", packages / "tablee" / "CREDITS.md")
    about = next(
        Path(str(file.locate())).parent for file in distribution("tablee").files or () if file.name == "METADATA"
    )
    shutil.copytree(about, packages / about.name)  # its games are found by entry points


def _written(into: Path, pyodide: Path, house: Path) -> dict[str, int]:
    """Write the folder: large files squeezed (the page unpacks them), all of a build below its own name."""
    files = dict(_files(pyodide, house))
    build = sha256(b"".join(name.encode() + data for name, data in sorted(files.items()))).hexdigest()[:12]
    shutil.rmtree(into, ignore_errors=True)
    below = into / "b" / build
    below.mkdir(parents=True)
    for name, data in files.items():
        (below / name).write_bytes(data)
    listed = {name: len(data) for name, data in sorted(files.items())}
    for name in ("index.html", "sw.js"):
        text = (HERE / "shell" / name).read_text("utf-8")
        (into / name).write_text(
            text.replace("__BUILD__", build).replace("__FILES__", json.dumps(listed, separators=(",", ":"))), "utf-8"
        )
    return listed | {name: (into / name).stat().st_size for name in ("index.html", "sw.js")}


def _files(pyodide: Path, house: Path) -> Iterator[tuple[str, bytes]]:
    """Name and bytes, as they are sent, of each file of a build; what is squeezed ends in `.pack`."""
    for name in OF_PYTHON:
        data = (pyodide / name).read_bytes()
        if name == "pyodide-lock.json":  # only its head: none of its packages is asked for
            data = json.dumps({"info": json.loads(data)["info"], "packages": {}}).encode()
        yield _squeezed(name, data)
    yield _squeezed("house.tar", house.read_bytes())
    for file in (*(HERE / "shell" / name for name in SHELL), *(STATIC / name for name in ICONS)):
        yield file.name, file.read_bytes()


def _squeezed(name: str, data: bytes) -> tuple[str, bytes]:
    small = gzip.compress(data, 9, mtime=0)
    return (f"{name}.pack", small) if len(small) < len(data) * 0.9 else (name, data)
