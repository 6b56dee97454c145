"""The pictures of the README: each shows what its page says today."""

from __future__ import annotations

import json
import re

import pytest
from PIL import Image

from browser.showcase import LOCALES, PICTURES, STAMPS, THEMES, stamps_of

HEAVIEST = 130_000  # bytes of one picture
README = {"fr": "README.fr.md", "en": "README.md"}


@pytest.mark.parametrize("lang", LOCALES)
def test_pictures_are_those_of_today(lang: str) -> None:
    kept, today = json.loads(STAMPS.read_text("utf-8")), stamps_of(lang)
    old = [name for name, stamp in today.items() if kept.get(name) != stamp]
    assert not old, "pages say something else than their pictures: python -m browser showcase"


@pytest.mark.parametrize("lang", LOCALES)
def test_the_readme_shows_each_picture_in_light_and_dark(lang: str) -> None:
    text = (PICTURES.parent.parent / README[lang]).read_text("utf-8")
    kept = [name for name in json.loads(STAMPS.read_text("utf-8")) if name.endswith(f"-{lang}")]
    assert len(kept) == len(("phone", "table", "lab"))
    shown = re.findall(r"docs/pictures/([\w-]+\.webp)", text)
    assert sorted(shown) == sorted(f"{name}-{theme}.webp" for name in kept for theme in THEMES)
    for name in shown:
        with Image.open(PICTURES / name) as picture:
            assert picture.width > 300
        assert (PICTURES / name).stat().st_size < HEAVIEST
