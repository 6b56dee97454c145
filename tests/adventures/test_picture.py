"""Pictures of adventures: plain PNG files, read with distrust; named by the structure, told by the words."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from struct import pack
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tablee.adventures.check import examined
from tablee.adventures.folder import Files, adventures_of, bound, files_in
from tablee.adventures.pack import packed, unpacked
from tablee.adventures.picture import MAX_PICTURE, MAX_PICTURES, MAX_SIDE, SIGNATURE, kept
from tablee.adventures.sketch import sketch
from tablee.errors import BadInput
from tablee.rules.game import game_called, games

FERRY = sketch(game_called("undesix"), "le-bac")


def chunk(kind: bytes, body: bytes) -> bytes:
    return pack(">I", len(body)) + kind + body + pack(">I", zlib.crc32(kind + body))


def png(
    width: int = 4, height: int = 3, dots: bytes | None = None, *more: bytes, colour: int = 0, interlaced: int = 0
) -> bytes:
    """A grey picture of so many dots, with these chunks beside those that draw it."""
    header = chunk(b"IHDR", pack(">IIBBBBB", width, height, 8, colour, 0, 0, interlaced))
    drawn = chunk(b"IDAT", zlib.compress(bytes((1 + width) * height) if dots is None else dots))
    return SIGNATURE + header + b"".join(more) + drawn + chunk(b"IEND", b"")


WITH_WORDS = png(4, 3, None, chunk(b"tEXt", b"Comment\0<script>alert(1)</script>"))


def test_only_what_is_drawn_is_kept() -> None:
    plain = b64decode(kept("pont.png", png()))
    assert plain == png()
    assert b64decode(kept("pont.png", WITH_WORDS)) == plain
    assert b64decode(kept("pont.png", png() + b"<script>alert(1)</script>")) == plain


HOSTILE = {
    "no picture": (b"<svg onload=alert(1)>", "PNG simple"),
    "empty": (b"", "PNG simple"),
    "a page that begins like one": (SIGNATURE + b"<html><script>", "PNG simple"),
    "cut short": (png()[:-20], "PNG simple"),
    "other bits": (png()[:-30] + b"\x00" + png()[-29:], "PNG simple"),
    "fewer dots than it says": (png(4, 3, bytes(3)), "PNG simple"),
    "a bomb": (png(4, 3, bytes(30_000_000)), "PNG simple"),
    "an immense one": (png(60_000, 60_000, b""), "trop grande"),
    "a wide one": (png(MAX_SIDE + 1, 1), "trop grande"),
    "a heavy file": (png() + bytes(MAX_PICTURE), "trop grande"),
    "interlaced": (png(interlaced=1), "PNG simple"),
    "without its palette": (png(colour=3), "PNG simple"),
    "of no colour that is known": (png(colour=5), "PNG simple"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_picture_gets_a_sentence(name: str) -> None:
    file, told = HOSTILE[name]
    with pytest.raises(BadInput) as wrong:
        kept("pont.png", file)
    assert told in wrong.value.say("fr")
    assert "pont.png" in wrong.value.say("en")


@pytest.mark.parametrize("name", ["../pont.png", "Pont.png", "pont.svg", "pont", "a b.png", "-.png"])
def test_a_name_is_plain(name: str) -> None:
    with pytest.raises(BadInput):
        kept(name, png())


def drawn(structure: str = "", fr: str = "", en: str = "", **pictures: bytes) -> Files:
    """The sketch with a picture of its first scene."""
    toml = FERRY.structure.replace("[scenes.pont]\n", structure or '[scenes.pont]\npicture = "pont.png"\n')
    french = FERRY.fr.replace("## pont\n", fr or "## pont\n![Un pont.](pont.png)\n\n")
    english = FERRY.en.replace("## pont\n", en or "## pont\n![A bridge.](pont.png)\n\n")
    files = pictures or {"pont": png()}
    return Files(toml, french, english, tuple((f"{name}.png", kept(f"{name}.png", one)) for name, one in files.items()))


def told(files: Files, tmp_path: Path) -> list[tuple[str, int, str]]:
    """What the check says of files in a folder: file, line, sentence."""
    folder = tmp_path / "le-bac"
    folder.mkdir()
    for name, text in files.named().items():
        (folder / name).write_text(text, "utf-8")
    for name, picture in files.pictures:
        (folder / name).write_bytes(b64decode(picture))
    return [(one.place.file.name, one.place.line, re.sub(r"\s", " ", one.say("fr"))) for one in examined(folder)]


def test_a_picture_that_is_named_and_told_is_right(tmp_path: Path) -> None:
    assert told(drawn(), tmp_path) == []
    book = bound(files_in(tmp_path / "le-bac"))
    assert book.drawn == {("pont",): "pont.png"}
    assert (book.alt("pont").fr, book.alt("pont").en) == ("Un pont.", "A bridge.")
    assert "Un pont." not in book.whole("pont").fr, "what it shows is not the MJ's secret"


@pytest.mark.parametrize(
    ("files", "file", "words"),
    [
        (drawn('[scenes.pont]\npicture = "ponts.png"\n'), "adventure.toml", "peut-être « pont.png »"),
        (drawn(fr="## pont\n"), "fr.md", "dites ce que montre l'image"),
        (drawn(en="## pont\n![A bridge.](bridge.png)\n\n"), "en.md", "« bridge.png »"),
        (drawn("[scenes.pont]\n"), "fr.md", "« pont.png »"),
        (drawn(pont=png(), autre=png()), "autre.png", "n'est montrée nulle part"),
        (drawn('[scenes.pont]\npicture = "../pont.png"\n'), "adventure.toml", ""),
    ],
)
def test_a_mistake_about_a_picture_is_told_with_its_place(files: Files, file: str, words: str, tmp_path: Path) -> None:
    found = told(files, tmp_path)
    assert any(name == file and words in said for name, _, said in found), found


def zipped(**pictures: bytes) -> bytes:
    into = BytesIO()
    with ZipFile(into, "w", ZIP_DEFLATED) as pack:
        for name, text in drawn().named().items():
            pack.writestr(name, text)
        for name, file in pictures.items():
            pack.writestr(f"{name}.png", file)
    return into.getvalue()


def test_a_pack_brings_its_pictures_along() -> None:
    book = bound(drawn())
    assert unpacked(packed(book)).files == book.files
    assert unpacked(zipped(pont=WITH_WORDS)).files == book.files


@pytest.mark.parametrize(
    ("pack", "told"),
    [
        (zipped(), "pont.png"),
        (zipped(pont=b"GIF89a"), "PNG simple"),
        (zipped(pont=png(4, 3, bytes(30_000_000))), "PNG simple"),
        (zipped(pont=bytes(20 * 1024 * 1024)), "trop grande"),
        (zipped(**{f"a{n}": png() for n in range(MAX_PICTURES + 1)}), "images au plus"),
    ],
    ids=["none", "another kind", "a bomb", "a bomb of a file", "many"],
)
def test_a_pack_with_hostile_pictures_gets_a_sentence(pack: bytes, told: str) -> None:
    with pytest.raises(BadInput) as wrong:
        unpacked(pack)
    assert told in wrong.value.say("fr")


def test_each_adventure_of_ours_has_a_picture_and_its_drawing() -> None:
    for game in games():
        for book in adventures_of(game).values():
            assert book.files.pictures
            assert set(book.drawn.values()) == {name for name, _ in book.files.pictures}
