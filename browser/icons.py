"""The icons of the house in dots, for phones that want no drawing: `python -m browser icons` makes them of `icon.svg`.

One fills its square, for systems that cut it to a shape of theirs: what they may cut off is cloth, never the die.
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from browser.chromium import started
from tablee.web.pages.assets import CLOTH, ICON
from tablee.web.pages.phone import ICONS

STATIC = Path(__file__).parents[1] / "src" / "tablee" / "web" / "static"
SAFE = 0.62  # of the side of an icon that may be cut: what every shape leaves whole, the corners of the die included
COLOURS = 64  # enough for a drawing with four


def icons() -> None:
    """Write each icon beside its drawing."""
    drawing = (STATIC / ICON).read_text("utf-8")
    with sync_playwright() as playwright:
        browser = started(playwright)
        for icon in ICONS:
            size = round(icon.side * (SAFE if icon.cut else 1))
            page = browser.new_page(viewport={"width": icon.side, "height": icon.side})
            page.set_content(
                f"<style>body {{ margin: 0; height: 100vh; display: grid; place-items: center; "
                f"background: {CLOTH[0] if icon.cut else 'none'}; }} svg {{ width: {size}px; }}</style>{drawing}"
            )
            shot = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
            few = shot.quantize(COLOURS, Image.Quantize.FASTOCTREE)
            few.save(STATIC / icon.file, optimize=True)
            page.close()
        browser.close()
