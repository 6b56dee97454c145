"""The server itself: its connections."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.serving.hosting import Hosting
from tablee.web.serving.server import server_of


def test_a_kept_connection_answers_without_delay(tmp_path: Path) -> None:
    """On the socket that the command line makes, an answer does not wait 40 ms for its own second half."""
    server = server_of(House(SqliteStore(tmp_path / "tables.db")), "127.0.0.1", 0, Hosting())
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    address = listening.getsockname()
    thread.start()
    with socket.create_connection(address):
        while not server.server_state.connections:
            time.sleep(0.01)
        (connection,) = server.server_state.connections
        accepted = connection.transport.get_extra_info("socket")
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    server.should_exit = True
    thread.join()
