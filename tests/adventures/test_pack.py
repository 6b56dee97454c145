"""Packs: an adventure sent and received; anything else gets a sentence."""

from __future__ import annotations

import re
import warnings
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile, ZipInfo

import pytest

from tablee.adventures.folder import MAX_BYTES, Files, adventures_of, bound
from tablee.adventures.pack import MAX_PACK, packed, unpacked
from tablee.adventures.sketch import sketch
from tablee.errors import BadInput
from tablee.rules.game import game_called

FERRY = sketch(game_called("undesix"), "le-bac")


def zipped(names: dict[str, str | bytes], compression: int = ZIP_DEFLATED) -> bytes:
    into = BytesIO()
    with ZipFile(into, "w", compression) as pack:
        for name, text in names.items():
            pack.writestr(name, text)
    return into.getvalue()


def named(files: Files = FERRY) -> dict[str, str | bytes]:
    return dict(files.named())


def test_a_pack_is_the_adventure_again_and_always_the_same_bytes() -> None:
    for book in (bound(FERRY), *adventures_of("undesix").values()):
        assert packed(book) == packed(book)
        assert unpacked(packed(book)).files == book.files


def linked() -> bytes:
    into = BytesIO()
    with ZipFile(into, "w") as pack:
        link = ZipInfo("fr.md")
        link.external_attr = 0o120777 << 16
        pack.writestr(link, "/etc/passwd")
    return into.getvalue()


def broken() -> bytes:
    """A pack in whose first file some bits are other ones."""
    data = bytearray(zipped(named()))
    data[60:70] = b"\xff" * 10
    return bytes(data)


def doubled() -> bytes:
    """A pack with two files of one name, of which a reader might look at one and play the other."""
    into = BytesIO()
    with ZipFile(into, "w") as pack, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, text in (*named().items(), ("fr.md", "# Autre chose\n\nAilleurs.")):
            pack.writestr(name, text)
    return into.getvalue()


CIRCLE = (
    FERRY.structure.replace('start = "pont"', 'start = "a"') + '\n[forks]\na = [{ go = "b" }]\nb = [{ go = "a" }]\n'
)
HUNDRED = str(["x"] * 100).replace(", ", ",\n")
WAYS = ", ".join(f"{field} = {HUNDRED}" for field in ("characteristic", "skill", "modifier", "actions", "at_stake"))
INTO_ITSELF = FERRY.structure.replace("[scenes.rive]\n", '[scenes.rive]\nenter = { go = "rive" }\n')
DEEP = FERRY.structure + "\nx = " + "[\n" * 5000 + "]" * 400
DOTTED = f"x{'.x' * 5000} = 1\n{FERRY.structure}"
AGAIN = FERRY.structure.replace(
    "[scenes.pont]\n",
    '[people.x]\nis = "loup"\ncount = { 1 = 0 }\n[scenes.pont]\npeople = ["x"]\nenter = { fight = true }\n'
    "[scenes.pont.fight]\nwon = { fight = true }\nlost = { fight = true }\n",
    1,
)
WORD = (
    FERRY.structure.replace('characteristic = "dex"', 'characteristic = "dex", modifier = "un"').replace(
        'good = { go = "rive" }', 'good = { gain = "x", go = "rive" }'
    )
    + '[things.x]\ngives = { "undesix.test" = { modifier = 1 } }\n'
)
HOSTILE: dict[str, tuple[bytes, str]] = {
    "no zip": (b"PK\x03\x04 nothing", "n'est pas une aventure en zip"),
    "empty": (b"", "n'est pas une aventure en zip"),
    "a path upwards": (zipped({**named(), "../../etc/cron.d/x": "x"}), "n'est pas d'une aventure"),
    "an absolute path": (zipped({**named(), "/tmp/fr.md": "x"}), "n'est pas d'une aventure"),
    "a path of Windows": (zipped({**named(), "..\\fr.md": "x"}), "n'est pas d'une aventure"),
    "a script": (zipped({**named(), "live.mjs": "alert(1)"}), "n'est pas d'une aventure"),
    "a link": (linked(), "n'est pas d'une aventure"),
    "a bomb": (zipped({**named(), "fr.md": "a" * (40 * 1024 * 1024)}), "trop grand"),
    "a bomb that unfolds at once": (
        zipped({**named(), "fr.md": "a" * (40 * 1024 * 1024)}, ZIP_BZIP2),
        "n'est pas une aventure en zip",
    ),
    "another one": (zipped({**named(), "fr.md": "a" * (40 * 1024 * 1024)}, ZIP_LZMA), "n'est pas une aventure en zip"),
    "broken bits": (broken(), "n'est pas une aventure en zip"),
    "a huge pack": (b"PK" * MAX_PACK, "trop grand"),
    "a huge text": (zipped({**named(), "en.md": "x " * MAX_BYTES}), "trop grand"),
    "no text": (zipped({**named(), "en.md": b"\xff\xfe\x00"}), "n'est pas un texte"),
    "signs that turn text round": (zipped({**named(), "en.md": "# a\u202eb\n\nc"}), "n'est pas un texte"),
    "a file missing": (zipped({"adventure.toml": FERRY.structure}), "Il manque fr.md"),
    "a circle of forks": (zipped({**named(), "adventure.toml": CIRCLE}), "erreur"),
    "a scene that leads into itself": (zipped({**named(), "adventure.toml": INTO_ITSELF}), "erreur"),
    "ten thousand million ways": (
        zipped({**named(), "adventure.toml": FERRY.structure.replace('characteristic = "dex"', WAYS)}),
        "est refusé",
    ),
    "a number without end": (
        zipped({**named(), "adventure.toml": FERRY.structure.replace("minutes = 40", f"minutes = {'9' * 5000}")}),
        "trop longue",
    ),
    "a name of thousands of parts": (zipped({**named(), "adventure.toml": DOTTED}), "trop longue"),
    "endless nesting": (zipped({**named(), "adventure.toml": DEEP}), "trop de crochets"),
    "a fight that begins itself again": (zipped({**named(), "adventure.toml": AGAIN}), "n'a pas d'adversaire"),
    "a thing that adds to a word": (zipped({**named(), "adventure.toml": WORD}), "nombre entier"),
    "a number that is none": (zipped({**named(), "adventure.toml": FERRY.structure + '"²" = 1'}), "n'existe pas"),
    "a file twice": (doubled(), "on ne saurait pas laquelle"),
    "another game": (zipped({**named(), "adventure.toml": FERRY.structure.replace("undesix", "nowhere")}), "nowhere"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_pack_gets_a_sentence(name: str) -> None:
    data, told = HOSTILE[name]
    with pytest.raises(BadInput) as wrong:
        unpacked(data)
    assert told in re.sub(r"\s", " ", wrong.value.say("fr"))
    assert wrong.value.say("en")


def test_the_pack_of_another_game_is_refused_where_one_game_is_played() -> None:
    with pytest.raises(BadInput, match="undesix"):
        unpacked(packed(bound(FERRY)), game_called("d6"))
