"""Messages as JSON, one a line: how this program is spoken to, and how it speaks to its workers."""

import json
from collections.abc import Iterator
from threading import Lock
from typing import Any, BinaryIO

Message = dict[str, Any]


class Lines:
    """Both directions of a conversation. Any thread may send; one receives."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._sending = Lock()

    def send(self, message: Message) -> None:
        """Sends a message at once. What nobody reads any more is lost."""
        line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        with self._sending:
            try:
                self._outgoing.write(line)
                self._outgoing.flush()
            except OSError:
                # The other side has gone; the end of what it says tells the receiver.
                pass

    def __iter__(self) -> Iterator[Message]:
        """The messages that come, until the other side ends."""
        for line in self._incoming:
            yield json.loads(line)
