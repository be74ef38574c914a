"""Listens with Uvicorn."""

import socket
import ssl
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from ..control import Control
from ..order import Order, Tls
from ..ports import LISTEN_BACKLOG, bind, port_of
from .app import create_app

# Idle connections are the users' thinking time: nothing may close them. Seconds; some weeks.
_FOREVER = 2_000_000


def _tls_context(tls: Tls) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion[tls.min_version.replace(".", "_")]
    context.maximum_version = ssl.TLSVersion[tls.max_version.replace(".", "_")]
    context.set_alpn_protocols(["http/1.1"])
    # The library reads keys from files only.
    with tempfile.TemporaryDirectory() as folder:
        cert, key = Path(folder, "cert"), Path(folder, "key")
        cert.write_text(tls.cert)
        key.write_text(tls.key)
        context.load_cert_chain(cert, key)
    if tls.client_ca is not None:
        context.load_verify_locations(cadata=tls.client_ca)
        context.verify_mode = ssl.CERT_REQUIRED
    return context


class _Server(uvicorn.Server):
    """Tells when it listens, and leaves signals alone."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._listening()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def serve(order: Order, control: Control) -> None:
    """Serves without end."""
    tls = order.tls
    config = uvicorn.Config(
        create_app(order, control),
        http="httptools",
        ws="none",
        lifespan="off",
        interface="asgi3",
        backlog=LISTEN_BACKLOG,
        timeout_keep_alive=_FOREVER,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ssl_context_factory=None if tls is None else lambda *_: _tls_context(tls),
    )
    bound = bind(order.host, order.port, order.shares_port)
    server = _Server(
        config,
        listening=lambda: control.started(
            port_of(bound), ("fastapi", "uvicorn", "pydantic", "orjson")
        ),
    )
    server.run(sockets=[bound])
