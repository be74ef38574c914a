"""Listening addresses."""

import socket

from .order import UnservableError

# All users may connect at the same moment; the system lowers this to its own limit.
LISTEN_BACKLOG = 8192


def bind(host: str, port: int, shares_port: bool) -> socket.socket:
    """A socket that is bound and does not listen yet.

    `shares_port` lets other processes of this user bind to the same port: the system spreads
    connections over those that listen.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    bound = socket.socket(family, kind, protocol)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shares_port:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise UnservableError(f"Cannot listen at {host}:{port}: {error.strerror}") from error
    return bound


def port_of(bound: socket.socket) -> int:
    """The port that a socket is bound to."""
    port: int = bound.getsockname()[1]
    return port
