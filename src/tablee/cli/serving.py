"""tablee serve: the house opened on this machine, on the local network (--lan), or behind a proxy for everybody."""

from __future__ import annotations

import io
import os
import re
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from dataclasses import replace

import click

from tablee.cli.language import Command, spoken
from tablee.cli.tables import house_at
from tablee.errors import BadInput
from tablee.text import Text

FIRST_PORT, MORE_PORTS = 8000, 20  # the port, unless one is told, and how many after it are tried
NOWHERE = ("192.0.2.1", "10.255.255.255", "192.168.255.255")  # addresses to which a way is looked up; nothing is sent

SERVE = Text(
    fr="Ouvrir la maison : les tables dans le navigateur, et l'API JSON.",
    en="Open the house: the tables in the browser, and the JSON API.",
)
LAN = Text(
    fr="Y laisser entrer les appareils du même réseau ; affiche l'adresse et son QR code.",
    en="Let the devices of the same network in; shows the address and its QR code.",
)
OPEN = Text(fr="Ouvrir aussi le navigateur.", en="Open the browser too.")
HOST = Text(fr="Adresse d'écoute (sinon 127.0.0.1).", en="Address to listen on (else 127.0.0.1).")
PORT = Text(
    fr="Port d'écoute (sinon 8000, ou le premier libre après lui).",
    en="Port to listen on (else 8000, or the first free one after it).",
)
PUBLIC_URL = Text(
    fr="L'adresse que les gens ouvrent, derrière un serveur mandataire : https://jeu.example.org, https://example.org/jeu.",
    en="The address that people open, behind a reverse proxy: https://game.example.org, https://example.org/game.",
)
HOST_NAME = Text(
    fr="Un nom de plus auquel la maison répond ; se répète.", en="One more name that the house answers to; repeatable."
)
PROXY = Text(
    fr="Un mandataire (adresse ou réseau) dont on croit X-Forwarded-For et X-Forwarded-Proto ; se répète.",
    en="A proxy (address or network) whose X-Forwarded-For and X-Forwarded-Proto are believed; repeatable.",
)
CORS = Text(
    fr="Un autre site dont les pages peuvent parler à l'API (https://outils.example.org) ; aucun sinon ; se répète.",
    en="Another site whose pages may use the API (https://tools.example.org); none by default; repeatable.",
)
WEBHOOKS = Text(
    fr="Où une place peut faire envoyer ce qu'elle voit : « public » (adresses publiques, en https), une adresse ou un "
    "réseau ; nulle part sinon ; se répète.",
    en="Where a seat may have what it sees sent: “public” (public addresses, by https), an address or a network; "
    "nowhere by default; repeatable.",
)
METRICS = Text(
    fr="Qui peut lire /metrics (adresse ou réseau) ; personne par défaut ; se répète.",
    en="Who may read /metrics (address or network); nobody by default; repeatable.",
)
LIMIT = Text(
    fr="Fixer une limite : tables-per-address=50 (docs/api.md les nomme ; sinon TABLEE_LIMITS) ; se répète.",
    en="Set a limit: tables-per-address=50 (docs/api.md names them; else TABLEE_LIMITS); repeatable.",
)
DEBUG = Text(
    fr="Écrire en entier la trace de ce qui se casse, au lieu d'une ligne.",
    en="Write the whole trace of what breaks, instead of one line.",
)
IN_CLEAR = Text(
    fr="Attention : la maison est joignable d'autres machines sans HTTPS. Ce qui s'y dit et les liens des places "
    "passent en clair : docs/hosting.md dit comment faire mieux.",
    en="Beware: the house can be reached from other machines without HTTPS. What is said there and the links of seats "
    "go in clear: docs/hosting.md tells how to do better.",
)
SERVING = Text(
    fr="La maison est ouverte : {at} (Ctrl+C pour fermer).",
    en="The house is open: {at} (Ctrl+C to close).",
)
ON_THE_LAN = Text(fr="Sur le réseau local : {at}", en="On the local network: {at}")
WHO_MAY = Text(
    fr="Tout appareil de ce réseau peut y entrer, sans chiffrement. Pour la garder à cette machine : tablee serve",
    en="Every device of that network can come in, unencrypted. To keep it to this machine: tablee serve",
)
NO_LAN = Text(
    fr="Cette machine n'a pas d'adresse sur un réseau local en ce moment.",
    en="This machine has no address on a local network at the moment.",
)
LAN_OR_HOST = Text(
    fr="--lan choisit l'adresse d'écoute : donnez --lan ou --host, pas les deux.",
    en="--lan chooses the address to listen on: give --lan or --host, not both.",
)
NOT_A_PORT = Text(
    fr="Le port est un nombre de 1 à 65535, pas « {port} ».", en="The port is a number from 1 to 65535, not “{port}”."
)
NO_ADDRESS = Text(
    fr="La maison ne peut pas ouvrir sur {host}:{port} : {why}.", en="The house cannot open on {host}:{port}: {why}."
)


def command(lang: str, database: click.Option) -> click.Command:
    """`tablee serve`, in one language."""
    params = [
        click.Option(["--lan"], is_flag=True, help=LAN.say(lang)),
        click.Option(["--open", "browser"], is_flag=True, help=OPEN.say(lang)),
        click.Option(["--host"], default="", help=HOST.say(lang)),
        click.Option(["--port"], default="", help=PORT.say(lang)),
        click.Option(["--public-url"], default="", metavar="URL", help=PUBLIC_URL.say(lang)),
        click.Option(["--host-name"], multiple=True, metavar="…", help=HOST_NAME.say(lang)),
        click.Option(["--proxy"], multiple=True, metavar="…", help=PROXY.say(lang)),
        click.Option(["--cors"], multiple=True, metavar="URL", help=CORS.say(lang)),
        click.Option(["--webhooks"], multiple=True, metavar="…", help=WEBHOOKS.say(lang)),
        click.Option(["--metrics"], multiple=True, metavar="…", help=METRICS.say(lang)),
        click.Option(["--limit"], multiple=True, metavar="…", help=LIMIT.say(lang)),
        click.Option(["--debug"], is_flag=True, help=DEBUG.say(lang)),
    ]
    return Command("serve", params=[*params, database], callback=serve, help=SERVE.say(lang))


def serve(
    lan: bool,
    browser: bool,
    host: str,
    port: str,
    public_url: str,
    host_name: tuple[str, ...],
    proxy: tuple[str, ...],
    cors: tuple[str, ...],
    webhooks: tuple[str, ...],
    metrics: tuple[str, ...],
    limit: tuple[str, ...],
    debug: bool,
    database: str | None,
) -> None:
    """Open the house and serve it until it is told to stop."""
    from tablee.web.serving.hosting import Hosting, is_loopback
    from tablee.web.serving.limits import Limits

    lang = spoken()
    if lan and host:
        raise BadInput(LAN_OR_HOST)
    limits = Limits.of((*re.split(r"[\s,]+", os.environ.get("TABLEE_LIMITS", "").strip()), *limit))
    hosting = Hosting.of(public_url, host_name, proxy, metrics, cors, webhooks)
    house = house_at(database, limits.quotas)
    host = host or ("0.0.0.0" if lan else "127.0.0.1")
    listening = _listening(host, port)
    number, near = listening.getsockname()[1], lan_address() if lan else ""
    hosting = replace(hosting, lan=f"http://{near}:{number}" if near else "")
    at = hosting.origin or f"http://{'localhost' if lan else f'[{host}]' if ':' in host else host}:{number}"
    at += hosting.prefix
    print(SERVING.say(lang, at=at), flush=True)
    if lan:
        near = hosting.origin or hosting.lan
        _show_lan(near and near + hosting.prefix, lang)
    elif not hosting.https and not is_loopback(host):
        print(IN_CLEAR.say(lang), file=sys.stderr, flush=True)
    if browser and has_desktop():
        threading.Thread(target=_open, args=(at,), daemon=True).start()  # it waits for the house, not the house for it
    from tablee.web.serving.server import serve as serve_house  # a second to load: the address is told before
    from tablee.web.serving.server import server_of

    serve_house(server_of(house, host, number, hosting, limits, debug), listening)


def _listening(host: str, port: str) -> socket.socket:
    """A socket that listens on a port, or without one on the first free port from 8000 on; BadInput if none does."""
    if port and (not port.isdecimal() or not 1 <= int(port) <= 65535):
        raise BadInput(NOT_A_PORT, port=port)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    first = int(port or FIRST_PORT)
    why: Exception | None = None
    for number in range(first, first + (1 if port else MORE_PORTS)):
        try:
            return socket.create_server((host, number), family=family)
        except (OSError, UnicodeError) as no:
            why = no
    reason = os.strerror(why.errno) if isinstance(why, OSError) and why.errno else str(why)
    raise BadInput(NO_ADDRESS, host=host, port=str(first), why=reason) from why


def lan_address() -> str:
    """The address by which the devices of the local network reach this machine; "" if it has none."""
    for elsewhere in NOWHERE:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            way.connect((elsewhere, 9))  # a datagram socket: only the way is looked up
            found = str(way.getsockname()[0])
            if not found.startswith(("127.", "0.")):
                return found
    return ""


def _show_lan(at: str, lang: str) -> None:
    """Tell how the local network reaches the house: its address, and a QR code of it to point a phone at."""
    if not at:
        print(NO_LAN.say(lang), flush=True)
        return
    print(ON_THE_LAN.say(lang, at=at))
    with suppress(UnicodeEncodeError):
        print(f"\n{qr_code(at, colour=sys.stdout.isatty())}\n")
    print(WHO_MAY.say(lang), flush=True)


def qr_code(text: str, colour: bool) -> str:
    """A QR code drawn with half blocks, light on dark, whatever the colours of the terminal if it has some."""
    import segno

    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, compact=True)
    rows = drawn.getvalue().rstrip("\n").split("\n")
    return "\n".join(f"\x1b[97;40m{row}\x1b[0m" if colour else row for row in rows)


def has_desktop() -> bool:
    """Whether a user sits before this machine with a browser to open: a desktop, not a shell from elsewhere."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")) and "SSH_CONNECTION" not in os.environ


def _open(at: str) -> None:
    with suppress(Exception):  # no browser is no reason to close the house
        webbrowser.open(at)
