"""Build hook: fetches the fonts of the pages from npm, as frontend/package-lock.json pins them, with their licences.

They go to src/tablee/web/static/fonts. Without npm, or without a network, it warns and does without: pages then use the
fonts of the system.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FONTS = {
    "@fontsource/young-serif": ("young-serif", "young-serif-latin-400-normal"),
    "@fontsource-variable/bricolage-grotesque": ("bricolage-grotesque", "bricolage-grotesque-latin-wght-normal"),
    "@fontsource-variable/alegreya": ("alegreya", "alegreya-latin-wght-normal"),
}
"""npm package → what we call the font, what the package calls its file."""
FETCH = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=20000"]
MAX_SECONDS = 120


class Fonts(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        frontend = Path(self.root, "frontend")
        held = Path(self.root, "src/tablee/web/static/fonts")
        lock, fetched = (frontend / "package-lock.json").read_bytes(), held / ".lock"
        if fetched.exists() and fetched.read_bytes() == lock:
            return
        npm = shutil.which("npm")
        if npm is None:
            self.app.display_warning("npm is not here: pages will use the fonts of the system")
            return
        with tempfile.TemporaryDirectory() as folder:
            for name in ("package.json", "package-lock.json", ".npmrc"):
                shutil.copy(frontend / name, folder)
            try:
                subprocess.run([npm, *FETCH], cwd=folder, check=True, capture_output=True, timeout=MAX_SECONDS)
            except (OSError, subprocess.SubprocessError) as why:
                self.app.display_warning(f"npm could not fetch the fonts, pages will use those of the system: {why}")
                return
            held.mkdir(parents=True, exist_ok=True)
            for package, (name, file) in FONTS.items():
                source = Path(folder, "node_modules", package)
                shutil.copy(source / "files" / f"{file}.woff2", held / f"{name}.woff2")
                shutil.copy(source / "LICENSE", held / f"{name}.LICENSE.txt")
        fetched.write_bytes(lock)
