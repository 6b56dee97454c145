"""A second verifier, written from docs/dice.md alone: it imports nothing of Tablée."""

from __future__ import annotations

import hashlib
import hmac
import json
from itertools import count
from typing import Any


class Wrong(Exception):
    """A line that does not hold: which point of docs/dice.md, and where."""


def h(purpose: str, *parts: bytes) -> bytes:
    return hashlib.sha256(b"\0".join([b"tablee/fair/1 " + purpose.encode("ascii"), *parts])).digest()


def face(key: bytes, stream: str, mix: bytes, counter: int, sides: int) -> int:
    for again in count():
        where = mix + counter.to_bytes(8, "big") + again.to_bytes(4, "big")
        text = b"tablee/fair/1 face" + b"\0" + stream.encode() + b"\0" + where
        number = int.from_bytes(hmac.new(key, text, hashlib.sha256).digest(), "big")
        if number < 2**256 - 2**256 % sides:
            return number % sides + 1
    raise AssertionError


def quoted(text: str) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    written = ""
    for letter in text:
        code = ord(letter)
        if letter in short:
            written += short[letter]
        elif 32 <= code <= 126:
            written += letter
        elif code > 0xFFFF:
            code -= 0x10000
            written += f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
        else:
            written += f"\\u{code:04x}"
    return f'"{written}"'


def mixed(mix: bytes, by: str, words: str) -> bytes:
    return h("mix", mix, f"[{quoted(by)}, {quoted(words)}]".encode("ascii"))


def root(reveal: dict[str, Any]) -> str:
    key, evening = bytes.fromhex(reveal["key"]), reveal["evening"]
    need(2, len(reveal["path"]) == 8)
    found = h("leaf", reveal["stream"].encode(), evening.to_bytes(8, "big") + key)
    for i, beside in enumerate(map(bytes.fromhex, reveal["path"])):
        found = h("node", beside + found) if evening >> i & 1 else h("node", found + beside)
    return found.hex()


def need(point: int, holds: bool) -> None:
    if not holds:
        raise Wrong(point)


def once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(fields)
    need(0, len(read) == len(fields))
    return read


def verify(text: str) -> dict[str, int]:
    """How many faces of each stream were computed again; Wrong at the first line that does not hold."""
    lines = [json.loads(line, object_pairs_hook=once) for line in text.splitlines() if line.strip()]
    flat = [item for line in lines if isinstance(line.get("fair"), list) for item in line["fair"]]
    computed = {"public": 0, "secret": 0}
    start = 0
    for end in [*(i for i, item in enumerate(flat) if item["fair"] == "restart/1"), len(flat)]:
        for stream, faces in segment(flat[start:end]).items():
            computed[stream] += faces
        start = end
    table(lines)
    sealed(lines)
    return computed


def segment(items: list[dict[str, Any]]) -> dict[str, int]:
    keys = {(r["stream"], r["evening"]): bytes.fromhex(r["key"]) for r in items if r["fair"] == "reveal/2"}
    commitments: dict[str, str] = {}
    counters, computed, ended = {"public": 0, "secret": 0}, {"public": 0, "secret": 0}, set[str]()
    mix, words, evening, fresh = h("mix"), 0, 0, True
    later: list[bytes] = []  # the mix after each of the words that wait for the next evening
    for item in items:
        kind = item["fair"]
        if kind == "commit/2":
            need(1, fresh and item["stream"] not in commitments)
            commitments[item["stream"]] = item["commitment"]
        elif kind in ("entropy/2", "struck/2"):
            before = later[-1] if later else mix
            later.append(bytes.fromhex(item["mix"]) if "mix" in item else mixed(before, item["by"], item["words"]))
            fresh = False
        elif kind == "entropy/1":
            need(4, not later)
            mix, words, fresh = mixed(mix, item["by"], item["words"]), words + 1, False
        elif kind == "struck/1":
            need(4, not later)
            mix, words, fresh = bytes.fromhex(item["mix"]), words + 1, False
        elif kind == "evening/1":
            need(3, fresh or (item["evening"] == evening + 1 and "public" in ended))
            evening, counters, ended = item["evening"], {"public": 0, "secret": 0}, set()
            mix, words, later = (later[-1] if later else mix), words + len(later), []
        elif kind == "reveal/2":
            stream = item["stream"]
            need(2, stream not in ended and root(item) == commitments.get(stream))
            need(2, (item["evening"], item["drawn"], item["mix"]) == (evening, counters[stream], mix.hex()))
            ended.add(stream)
        elif kind == "drawn/1":
            stream, fresh = item["stream"], False
            need(4, stream in commitments and stream not in ended and item["mixed"] == words)
            need(4, item["counter"] == counters[stream] or (stream == "secret" and item["counter"] > counters[stream]))
            counters[stream] = item["counter"] + len(item["faces"])
            if (stream, evening) in keys:
                numbers = range(item["counter"], counters[stream])
                made = [face(keys[stream, evening], stream, mix, number, item["sides"]) for number in numbers]
                need(4, made == item["faces"])
                computed[stream] += len(made)
    return computed


def sealed(lines: list[dict[str, Any]]) -> None:
    """Point 7: the chain of seals and the head of the file, where there are any."""

    def hashed(purpose: str, *parts: str) -> str:
        return hashlib.sha256("\0".join([f"tablee/seal/1 {purpose}", *parts]).encode()).hexdigest()

    def written(value: Any) -> str:
        return json.dumps(value, sort_keys=True, separators=(",", ":"))

    first, *others = lines
    if not any("seal" in line for line in lines):
        return
    found = sent = hashed("first")
    for line in [line for line in lines if "n" in line]:
        seal, fields = line["seal"], dict(line["seal"]["hidden"])
        for name, salt in seal["salts"].items():
            fields[name] = hashed("field", salt, name, written(line.get(name)))
        found = hashed("line", found, *(fields[name] for name in sorted(fields)))
        need(7, found == seal["hash"])
    for line in [*others, {name: value for name, value in first.items() if name != "head"}]:
        sent = hashed("sent", sent, written(line))
    need(7, first["head"] == (sent if "salt" in first else found))


def table(lines: list[dict[str, Any]]) -> None:
    """Point 5, but for the notation of free rolls."""
    told = [line for line in lines if "n" in line]
    whole = all("to" in line for line in told)
    need(5, [line["n"] for line in told] == list(range(1, len(told) + 1)))
    in_progress: dict[str, list[list[int]]] = {}
    words: set[str] = set()
    for line in told:
        fair = line.get("fair", [])
        if line["name"] == "moved/1" and fair:
            words = set()
        for item in fair:
            if item["fair"].startswith(("entropy/", "struck/")) and line["name"] == "joined/1":
                need(5, item["by"] == line["seat"] and item["by"] not in words)
                words.add(item["by"])
        if line["name"] == "abandoned/1":
            in_progress.pop(line.get("maker", ""), None)
        if line["name"] in ("asked/1", "acted/1", "rolled/1") and not line.get("unseen"):
            if not whole and line.get("audience", "open") != "open":
                continue
            thrown = in_progress.setdefault(line.get("maker", ""), [])
            thrown += [[item["sides"], face] for item in fair if "faces" in item for face in item["faces"]]
            rolls = line["progress"]["rolls"] if line["name"] == "asked/1" else line["rolls"]
            need(5, [[roll["sides"], face] for roll in rolls for face in roll["faces"]] == thrown)
            if line["name"] != "asked/1":
                del in_progress[line.get("maker", "")]
