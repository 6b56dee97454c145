"""Hosting: how a house is reached. Its public address, the names it answers to, the proxies it believes."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from tablee.errors import BadInput
from tablee.text import Text

Network = IPv4Network | IPv6Network

NOT_A_URL = Text(
    fr="« {url} » n'est pas l'adresse d'une maison : écrivez par exemple https://jeu.example.org.",
    en="“{url}” is not the address of a house: write for instance https://game.example.org.",
)
NOT_A_NAME = Text(
    fr="« {name} » n'est pas un nom de machine : écrivez par exemple jeu.example.org.",
    en="“{name}” is not the name of a machine: write for instance game.example.org.",
)
NOT_A_NETWORK = Text(
    fr="« {address} » n'est ni une adresse ni un réseau : écrivez par exemple 127.0.0.1 ou 10.0.0.0/24.",
    en="“{address}” is neither an address nor a network: write for instance 127.0.0.1 or 10.0.0.0/24.",
)
PORTS = {"http": 80, "https": 443}
PUBLIC = "public"  # of receivers of webhooks: any public address
PREFIX = re.compile(r"(/[\w-]+)*/?", re.ASCII)

TOLD_TO_GUESTS = ("etag", "link", "retry-after", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset")
"""The headers that a page of another site may read."""


@dataclass(frozen=True)
class Hosting:
    """How a house is reached, as told by the person who runs it; by default directly, on its own machine."""

    origin: str = ""  # what pages of the public address send as their Origin: https://jeu.example.org
    names: frozenset[str] = frozenset({"localhost"})
    proxies: tuple[Network, ...] = ()  # whose word is taken for the address and scheme of a request
    counts_for: tuple[Network, ...] = ()  # who may read /metrics
    prefix: str = ""  # below which path of its site it lives: /tablee
    in_page: bool = False  # whether it lives inside a page that shows it in a frame: one machine, no network
    guests: frozenset[str] = frozenset()  # other sites whose pages may ask its API, by a seat's token
    webhooks: tuple[Network, ...] = ()  # where lines of a seat may be sent, if it asks for that
    webhooks_to_public: bool = False  # to public addresses too, by https
    lan: str = ""  # its address on the local network, where it is open to that: http://192.168.1.20:8000

    @classmethod
    def of(
        cls,
        url: str = "",
        names: Iterable[str] = (),
        proxies: Iterable[str] = (),
        counts_for: Iterable[str] = (),
        guests: Iterable[str] = (),
        webhooks: Iterable[str] = (),
    ) -> Hosting:
        """The hosting that these words describe; BadInput if one cannot be read."""
        origin, prefix = _public(url) if url else ("", "")
        known = {"localhost", *_own_names(), *(_name(name) for name in names)}
        if origin:
            known.add(host_name(origin.partition("://")[2]))
        others = frozenset(_public(guest)[0] for guest in guests)
        receivers = tuple(webhooks)
        near = _networks(one for one in receivers if one != PUBLIC)
        believed, readers = _networks(proxies), _networks(counts_for)
        public = PUBLIC in receivers
        return cls(
            origin,
            frozenset(known),
            believed,
            readers,
            prefix,
            guests=others,
            webhooks=near,
            webhooks_to_public=public,
        )

    @property
    def sends(self) -> bool:
        """Whether anything is sent to other machines."""
        return bool(self.webhooks) or self.webhooks_to_public

    @property
    def https(self) -> bool:
        """Whether the public address says that what goes over the network is hidden."""
        return self.origin.startswith("https://")

    @property
    def believed(self) -> list[str]:
        """The proxies as uvicorn reads them."""
        return [str(proxy.network_address if proxy.num_addresses == 1 else proxy) for proxy in self.proxies]

    def answers_to(self, host: str) -> bool:
        """Whether a `Host` header names this house.

        Another site can give a name of its own our address and then pass for us in a browser (DNS rebinding); it
        cannot do so with an address, so every address is good.
        """
        name = host_name(host)
        return name in self.names or is_address(name)

    def own_page(self, scheme: str, host: str, origin: str | None, site: str | None) -> bool:
        """Whether a request that may change something comes from a page of ours, or from no page at all.

        `origin` and `site` are its headers `Origin` and `Sec-Fetch-Site`, which browsers write and no page can forge.
        """
        if site not in (None, "same-origin", "none"):
            return False
        if origin == "null":  # a page that keeps to itself where it is from
            return site == "same-origin"
        return origin is None or origin.lower() in (self.origin, f"{scheme}://{host.lower()}")

    def shared_with(self, origin: str | None) -> tuple[tuple[bytes, bytes], ...]:
        """The headers that let a page of this origin read an answer of the API (CORS); none for those not invited.

        Cookies are never asked for: such a page shows the token of a seat itself.
        """
        if not origin or origin.lower() not in self.guests:
            return ()
        return (
            (b"access-control-allow-origin", origin.lower().encode()),
            (b"access-control-expose-headers", ", ".join(TOLD_TO_GUESTS).encode()),
            (b"vary", b"origin"),
        )

    def may_read_counts(self, address: str) -> bool:
        return within(address, self.counts_for)


def host_name(host: str) -> str:
    """The name in a `Host` header, without its port."""
    name = host.lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].removesuffix(".")


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def household(address: str) -> str:
    """Whom requests of an address are counted for: of IPv6 the network /64, which a household is given whole."""
    if ":" not in address or not is_address(address):
        return address
    whole = IPv6Address(address)
    return str(whole.ipv4_mapped or IPv6Network((whole.packed[:8] + bytes(8), 64)))


def is_loopback(host: str) -> bool:
    """Whether what listens there can be reached from this machine alone."""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def within(address: str, networks: Iterable[Network]) -> bool:
    return is_address(address) and any(ip_address(address) in network for network in networks)


def _own_names() -> set[str]:
    name = socket.gethostname().lower()
    return {name, f"{name}.local"} if name else set()


def _public(url: str) -> tuple[str, str]:
    """The origin and the prefix that a public address names."""
    try:
        parts = urlsplit(url.strip())
        name, port = parts.hostname, parts.port
    except ValueError:
        raise BadInput(NOT_A_URL, url=url) from None
    if parts.scheme not in PORTS or not name or not PREFIX.fullmatch(parts.path) or parts.query or parts.username:
        raise BadInput(NOT_A_URL, url=url)
    shown = f"[{name}]" if ":" in name else name
    origin = f"{parts.scheme}://{shown}" + (f":{port}" if port and port != PORTS[parts.scheme] else "")
    return origin, parts.path.rstrip("/")


def _name(name: str) -> str:
    plain = name.strip().lower().removesuffix(".")
    if not plain or not all(part and part.replace("-", "a").replace("_", "a").isalnum() for part in plain.split(".")):
        raise BadInput(NOT_A_NAME, name=name)
    return plain


def _networks(addresses: Iterable[str]) -> tuple[Network, ...]:
    made: list[Network] = []
    for address in addresses:
        try:
            made.append(ip_network(address.strip(), strict=False))
        except ValueError:
            raise BadInput(NOT_A_NETWORK, address=address) from None
    return tuple(made)
