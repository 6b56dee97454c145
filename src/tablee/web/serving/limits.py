"""Limits of a house: how large, how often, how much for each seat and address. Documented in docs/api.md.

Those in `Limits` are set by the person who runs it: `tablee serve --limit reads-per-second=50`, or in TABLEE_LIMITS.
"""

from __future__ import annotations

import re
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from tablee.adventures.pack import MAX_PACK
from tablee.errors import BadInput
from tablee.table import pictures
from tablee.table.quotas import Quotas
from tablee.text import Text

MAX_BYTES = 256 * 1024  # of a request body
MAX_IMPORT_BYTES = 32 * 1024 * 1024
MAX_PICTURE_BYTES = pictures.MAX_BYTES + 128 * 1024  # with the other fields of its form
MAX_PACK_BYTES = MAX_PACK * 4 // 3 + 128 * 1024  # of an adventure, perhaps in base64, with the other fields
MAX_UNWANTED_BYTES = 64 * 1024 * 1024  # of a file that is refused, which its sender may send to its end
MAX_SECONDS = 10.0  # for a request body to arrive, and between two pieces of a file
MAX_FILE_SECONDS = 60.0  # for all of an import or a picture to arrive
OPENING, IMPORTING, PER_BYTE = 5.0, 15.0, 1 / (256 * 1024)  # what making a table costs, counted in commands
PICTURE, PER_PICTURE_BYTE = 2.0, 1 / (512 * 1024)  # what a picture costs, likewise
PER_DOT = 1 / 1_000_000  # and what each of its dots adds: a telephone takes 12 million
EXPORT = 20.0  # what a whole log, or a paper, costs, counted in reads
WHOLE_LOGS = ("/export", "/export.md", ".pdf", "/journal/chance", "/journal/recit", "/journal/des")  # read long logs
A_READ = 64 * 1024  # bytes of an answer that are counted as one read
SAVED = 3.0  # seconds of commands or reads that may be saved up
DAY = 86_400.0
MAX_CALLERS = 10_000
MAX_STREAMS = 32  # open at once, of one seat
READING = ("GET", "HEAD", "OPTIONS")
ASKING = ("/odds", "/compare", "/form")  # read, though they are posted
IMPORT = "/api/tables/import"
EVENINGS = (IMPORT, "/soirees/verifier", "/soirees/reprendre")  # where whole evenings come in
BRINGING = re.compile(  # where pictures come in
    r"/api/tables/[^/]+/pictures|/t/[^/]+/mj/papier|/t/[^/]+/personnages/portrait|/personnages/[^/]+/portrait"
)
PACKS = re.compile(  # where adventures come in, which costs as much
    r"/aventures|/api/tables/[^/]+/begin-adventure|/t/[^/]+/mj/apporter"
)
MAKING = ("/api/tables", "/essayer", "/ouvrir", "/aventure")  # where a table is made

NO_LIMIT = Text(
    fr="Il n'y a pas de limite « {name} ». Limites : {known}.", en="There is no limit “{name}”. Limits: {known}."
)
NOT_A_LIMIT = Text(
    fr="« {word} » ne fixe pas une limite : écrivez par exemple tables-per-address=50.",
    en="“{word}” sets no limit: write for instance tables-per-address=50.",
)


@dataclass(frozen=True)
class Limits:
    """Limits that the person who runs a house may set; 0 tables or requests per address is any number of them."""

    commands_per_second: int = 20  # of one seat, on average
    reads_per_second: int = 150
    odds_seconds: int = 2  # of work on one question about odds
    tables_per_address: int = 100  # opened or imported in a day
    requests_per_address: int = 500  # answered at once, open streams included
    table_bytes: int = Quotas.bytes
    table_seats: int = Quotas.seats
    table_characters: int = Quotas.characters
    table_pictures: int = Quotas.pictures

    @classmethod
    def of(cls, words: Iterable[str]) -> Limits:
        """The limits that words such as `tables-per-address=50` set; BadInput if one cannot be read."""
        limits, known = cls(), {field.name.replace("_", "-"): field.name for field in fields(cls)}
        for word in filter(None, words):
            name, _, value = word.partition("=")
            if name not in known:
                raise BadInput(NO_LIMIT, name=name[:40], known=tuple(known))
            if not (value.isascii() and value.isdigit() and len(value) <= 12):
                raise BadInput(NOT_A_LIMIT, word=word[:60])
            limits = replace(limits, **{known[name]: int(value)})
        return limits

    @property
    def quotas(self) -> Quotas:
        return Quotas(self.table_bytes, self.table_seats, self.table_characters, self.table_pictures)


def brings_file(path: str) -> bool:
    """Whether a file comes in at this address."""
    return path in EVENINGS or any(where.fullmatch(path) for where in (BRINGING, PACKS))


def most_bytes(path: str) -> int:
    """How much the body of a request to this address may hold."""
    if path in EVENINGS:
        return MAX_IMPORT_BYTES
    kinds = {BRINGING: MAX_PICTURE_BYTES, PACKS: MAX_PACK_BYTES}
    return next((most for where, most in kinds.items() if where.fullmatch(path)), MAX_BYTES)


class Bucket:
    """Tokens that come back with time: callers who empty their bucket wait."""

    def __init__(self, per_second: float, most: float) -> None:
        self.per_second, self.most = per_second, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, caller: str) -> float:
        """What a caller may still spend now."""
        left, since = self._left.get(caller, (self.most, 0.0))
        return min(self.most, left + (time.monotonic() - since) * self.per_second)

    def told(self, caller: str) -> tuple[tuple[bytes, bytes], ...]:
        """What a caller has and may still spend, and when all of it is back, as headers."""
        left = self.left(caller)
        back = (self.most - left) / self.per_second
        figures = {b"limit": self.most, b"remaining": max(0.0, left), b"reset": back + 0.999}
        return tuple((b"ratelimit-" + name, b"%d" % figure) for name, figure in figures.items())

    def take(self, caller: str, price: float = 1.0) -> bool:
        """Whether the caller may ask now for something of this price, which is then paid; it may be given back."""
        allowed = self.left(caller) >= min(price, self.most)
        self.charge(caller, price if allowed else 0.0)
        return allowed

    def charge(self, caller: str, price: float) -> None:
        """Have a caller pay for something, with what comes back later if need be."""
        self._left[caller] = (min(self.most, self.left(caller) - price), time.monotonic())
        self._left.move_to_end(caller)
        while len(self._left) > MAX_CALLERS:
            self._left.popitem(last=False)


class Callers:
    """Whom requests are counted for: the seat once its token was seen to open one, until then the address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._commands = Bucket(limits.commands_per_second, limits.commands_per_second * SAVED)
        self._reads = Bucket(limits.reads_per_second, limits.reads_per_second * SAVED)
        self._wrong = Bucket(limits.commands_per_second, limits.commands_per_second * SAVED)  # tokens that open nothing
        self._tables = Bucket(limits.tables_per_address / DAY, limits.tables_per_address)
        self._welcome: OrderedDict[str, None] = OrderedDict()
        self._inside: Counter[str] = Counter()  # requests that are being answered, by address

    def enters(self, address: str) -> bool:
        """Whether one more request of an address may be answered beside its others; if so, until it `leaves`."""
        most = self.limits.requests_per_address
        if most and self._inside[address] >= most:
            return False
        self._inside[address] += 1
        return True

    def leaves(self, address: str) -> None:
        """A request that entered was answered."""
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]

    def admits(self, method: str, path: str, size: int, token: str | None, address: str) -> bool:
        """Whether a request with a body of this size may be answered now; it is counted."""
        account, caller = self.account(method, path, token, address)
        if account is self._commands:
            return account.take(caller, self._price(path, size))
        if token and token not in self._welcome and not self.may_guess(address):
            return False
        return account.take(caller, EXPORT if path.endswith(WHOLE_LOGS) else 1.0)

    def account(self, method: str, path: str, token: str | None, address: str) -> tuple[Bucket, str]:
        """What a request is paid from, and by whom: commands by the seat once its token was seen to open one."""
        if method in READING or path.endswith(ASKING):
            return self._reads, token or address
        return self._commands, token if token and token in self._welcome else address

    def answered(self, size: int, token: str | None, address: str) -> None:
        """Count the length of an answer, once it is known: a long one is as many reads as it would fill."""
        if size >= 2 * A_READ:
            self._reads.charge(token or address, size // A_READ - 1)

    def _price(self, path: str, size: int) -> float:
        """What a command costs, counted in commands."""
        if path in EVENINGS:
            return IMPORTING + size * PER_BYTE
        if BRINGING.fullmatch(path):
            return PICTURE + size * PER_PICTURE_BYTE
        return OPENING if path in MAKING or PACKS.fullmatch(path) else 1.0

    def drew(self, dots: int, token: str | None, address: str) -> None:
        """Count the dots of a picture, once they are known: a large one is as many commands as it took work."""
        known = token is not None and token in self._welcome
        self._commands.charge(token if token and known else address, dots * PER_DOT)

    def opens(self, address: str) -> bool:
        """Whether an address may open one more table today; it is counted."""
        return not self.limits.tables_per_address or self._tables.take(address)

    def welcome(self, token: str, address: str) -> None:
        """A token opened its seat: what its address was charged for asking is given back."""
        if token not in self._welcome:
            self._commands.take(address, -1.0)
        self._welcome[token] = None
        self._welcome.move_to_end(token)
        while len(self._welcome) > MAX_CALLERS:
            self._welcome.popitem(last=False)

    def stranger(self, address: str) -> None:
        """A token or a code from this address opened nothing."""
        self._wrong.take(address)

    def may_guess(self, address: str) -> bool:
        """Whether an address may try one more token or code: few of its last ones opened nothing."""
        return self._wrong.left(address) >= 1
