"""Serving the API: one process, which ends soon when asked to, whatever those who are connected do."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, cast

import uvicorn

from tablee.table.service import House
from tablee.web.application import application
from tablee.web.live import Hub
from tablee.web.serving.connections import Connections, TurnedAway, most_files
from tablee.web.serving.hosting import Hosting
from tablee.web.serving.limits import Limits
from tablee.web.serving.metrics import Counts
from tablee.web.serving.server_log import log_config

BACKLOG = 2048  # connections that the system keeps waiting
KEPT = 75  # seconds that a connection waits for its next request, longer than clients and proxies keep theirs
GRACE = 3  # seconds for what is under way to end once the server is asked to stop
LAST = 4.5  # seconds after which the process ends in any case
CLOSING = 1.0  # seconds more, for the tables to be closed
# what ends a process beside Ctrl-C and `kill`: a terminal that is closed, Ctrl-\\ (not known to Windows)
ENDS = [how for how in (getattr(signal, name, None) for name in ("SIGHUP", "SIGQUIT")) if how is not None]


class Server(uvicorn.Server):
    """A server whose open streams say goodbye on the first signal, and that waits for nobody beyond its time."""

    def __init__(self, config: uvicorn.Config, house: House, hub: Hub, counts: Counts, files: int) -> None:
        super().__init__(config)
        self.house, self.hub = house, hub
        self.visitors = Connections(cast(Any, self.server_state.connections), files, counts)
        config.backlog = self.visitors.at_once  # how many asyncio accepts before it looks at any of them
        config.load()
        protocol = config.http_protocol_class

        def admitted(**given: Any) -> asyncio.Protocol:
            return cast(Any, protocol)(**given) if self.visitors.room() else TurnedAway()

        config.http_protocol_class = cast(Any, admitted)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            if threading.current_thread() is not threading.main_thread():
                yield
                return
            heard = [how for how in ENDS if signal.getsignal(how) is not signal.SIG_IGN]  # `nohup` goes on
            before = {how: signal.signal(how, self.handle_exit) for how in heard}
            try:
                yield
            finally:
                for how, handler in before.items():
                    signal.signal(how, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            last = threading.Timer(LAST, _end, [self.house])  # a thread may still wait for a database
            last.daemon = True
            last.start()
        self.hub.close()
        super().handle_exit(sig, frame)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        gc.freeze()
        gc.set_threshold(100_000, 50, 1000)
        await super().serve(sockets and [_without_delay(listening) for listening in sockets])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)

    async def on_tick(self, counter: int) -> bool:
        self.visitors.look()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let what is under way end, refuse what does not end in time, and cut those who do not read."""
        await super().shutdown(sockets)
        await asyncio.sleep(0.1)  # for the refusals to leave
        for connection in list(self.server_state.connections):
            cast(Any, connection).transport.abort()
        self.house.store.close()  # here: after it the signal is raised again, and may end the process at once


def _without_delay(listening: socket.socket) -> socket.socket:
    """A listening socket of which asyncio knows that it is TCP, so that it sets TCP_NODELAY on each connection."""
    return socket.socket(listening.family, listening.type, socket.IPPROTO_TCP, listening.detach())


def _end(house: House) -> None:
    """End the process; the tables are closed first, unless that takes long too."""
    closing = threading.Thread(target=house.store.close, daemon=True)
    closing.start()
    closing.join(CLOSING)
    logging.getLogger(__name__).warning("some work did not end in time and was cut; nothing acknowledged is lost")
    os._exit(0)


def server_of(
    house: House, host: str, port: int, hosting: Hosting, limits: Limits | None = None, debug: bool = False
) -> Server:
    """A server of a house of tables. Requests are not logged: their headers hold tokens."""
    app = application(house, hosting, limits, apart=sys.platform != "win32")
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        log_config=log_config(debug),
        access_log=False,
        server_header=False,
        proxy_headers=bool(hosting.proxies),
        forwarded_allow_ips=hosting.believed,
        timeout_keep_alive=KEPT,
        timeout_graceful_shutdown=GRACE,
    )
    return Server(config, house, app.state.hub, app.state.counts, most_files())


def serve(server: Server, listening: socket.socket) -> None:
    """Serve a house of tables until told to stop."""
    asyncio.run(server.serve([listening]))
