"""What the first line on stdin orders."""

import os
from dataclasses import dataclass
from typing import Any

# Longest message in bytes, in either direction, of every protocol.
MAX_MESSAGE_BYTES = 128 * 1024 * 1024


class UnservableError(Exception):
    """An order that this program does not carry out, with the reason in words for the user."""


@dataclass(frozen=True)
class Tls:
    """PEM texts and limits of transport security."""

    cert: str
    key: str
    # Of the authority that must have signed the client's certificate; None asks for none.
    client_ca: str | None
    min_version: str
    max_version: str


@dataclass(frozen=True)
class Order:
    """A service to start."""

    workload: str
    protocol: str
    host: str
    # 0 for a free port.
    port: int
    tls: Tls | None
    # The usual answers of the inventory by operation, as JSON has them.
    content: dict[str, Any]
    # Text of the description of the routes; None leaves it to the framework.
    openapi: str | None
    # Processes that answer.
    workers: int
    # Whether other processes listen on the same port.
    shares_port: bool


def _usable_cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        # Not on every system.
        return os.cpu_count() or 1


def read_order(message: dict[str, Any]) -> Order:
    """The order that a message is; one that is none raises what reading it raised."""
    if message["type"] != "start":
        raise UnservableError(f"The first message must be a start, and not a {message['type']}.")
    tls = message["tls"]
    return Order(
        workload=message["workload"],
        protocol=message["protocol"],
        host=message["host"],
        port=message["port"],
        tls=tls
        and Tls(tls["cert"], tls["key"], tls["clientCa"], tls["minVersion"], tls["maxVersion"]),
        content=message.get("content") or {},
        openapi=message.get("openapi"),
        workers=message.get("workers", 1) or _usable_cores(),
        shares_port=message.get("sharesPort", False),
    )
