"""Serving the API: one process, streams that end cleanly when it is asked to stop."""

from __future__ import annotations

import asyncio
import gc
import socket
from types import FrameType

import uvicorn

from tablee.table.service import House
from tablee.web.api import application
from tablee.web.hosting import Hosting
from tablee.web.live import Hub


class Server(uvicorn.Server):
    """A server whose open streams say goodbye on the first signal, instead of being waited for."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.hub.close()
        super().handle_exit(sig, frame)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        gc.freeze()
        gc.set_threshold(100_000, 50, 1000)
        await super().serve(sockets and [_without_delay(listening) for listening in sockets])


def _without_delay(listening: socket.socket) -> socket.socket:
    """A listening socket of which asyncio knows that it is TCP, so that it sets TCP_NODELAY on each connection."""
    return socket.socket(listening.family, listening.type, socket.IPPROTO_TCP, listening.detach())


def server_of(house: House, host: str, port: int, hosting: Hosting) -> Server:
    """A server of a house of tables. Requests are not logged: their headers hold tokens."""
    app = application(house, hosting)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(hosting.proxies),
        forwarded_allow_ips=hosting.believed,
    )
    return Server(config, app.state.hub)


def serve(house: House, host: str, port: int, listening: socket.socket, hosting: Hosting) -> None:
    """Serve a house of tables until told to stop."""
    asyncio.run(server_of(house, host, port, hosting).serve([listening]))
