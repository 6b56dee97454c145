"""Run by compile.mjs in the Python of the page: modules and templates compiled, packed; the archive's bytes.

Sources are left out, but for packages that read their own: a module that was compiled here starts sooner.
"""

import compileall
import importlib
import io
import py_compile
import shutil
import sysconfig
import tarfile
from pathlib import Path

READS_ITS_SOURCE = ("anyio",)  # its __init__ parses itself to import lazily

site = Path(sysconfig.get_paths()["purelib"])  # where it will lie: templates are kept by their path
shutil.copytree("/packages", site, dirs_exist_ok=True)
for package in sorted(site.iterdir()):
    keeps = package.name in READS_ITS_SOURCE
    how = {"quiet": 1, "legacy": not keeps, "stripdir": str(site)}
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    if package.is_dir():
        compileall.compile_dir(package, invalidation_mode=mode, **how)
    elif package.suffix == ".py":
        compileall.compile_file(package, invalidation_mode=mode, **how)
    for source in [package] if package.is_file() else package.glob("**/*.py"):
        if not keeps and source.with_suffix(".pyc").exists():
            source.unlink()
importlib.invalidate_caches()

from tablee.web.pages.drawing import compile_all  # noqa: E402

templates = compile_all()
packed = io.BytesIO()
with tarfile.open(fileobj=packed, mode="w") as archive:
    for file in sorted([*site.glob("**/*"), *Path(templates).glob("*")]):
        if file.is_file():
            told = archive.gettarinfo(file, str(file).lstrip("/"))
            told.mtime, told.uid, told.gid, told.uname, told.gname = (
                0,
                0,
                0,
                "",
                "",
            )  # the same bytes from the same files
            with file.open("rb") as held:
                archive.addfile(told, held)
packed.getvalue()
