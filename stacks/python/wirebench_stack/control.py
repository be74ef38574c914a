"""What a process that serves hears from and tells the one that started it."""

import itertools
import os
import platform
import traceback
from concurrent.futures import Future
from importlib.metadata import version
from threading import Lock, Thread
from typing import Any

from .lines import Lines, Message


class Control:
    """Counts answers, tells of them, and ends the process when it is told to or nobody is left.

    It listens in a thread of its own, so that it is heard whatever the service is busy with.
    """

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        # Of requests, health and interface files aside.
        self._answered = 0
        self._counting = Lock()
        self._ids = itertools.count(1)
        self._awaited: dict[int, Future[Any]] = {}

    def count_answer(self) -> None:
        """Called once for each request as it is answered, well or not."""
        with self._counting:
            self._answered += 1

    def started(self, port: int, packages: tuple[str, ...]) -> None:
        """Tells that the service listens, and what it is made of."""
        runtime = f"{platform.python_implementation()} {platform.python_version()}"
        libraries = {name: version(name) for name in packages}
        self._lines.send(
            {"type": "started", "port": port, "runtime": runtime, "libraries": libraries}
        )

    def content(self, operation: str, size: int) -> Any:
        """An operation's answer whose JSON has so many bytes, which is waited for."""
        number = next(self._ids)
        answer = self._awaited[number] = Future()
        self._lines.send({"type": "content", "id": number, "operation": operation, "bytes": size})
        return answer.result()

    def listen(self) -> None:
        """Obeys from now on."""
        Thread(target=self._listen, name="control", daemon=True).start()

    def _listen(self) -> None:
        try:
            for message in self._lines:
                if message["type"] == "stop":
                    break
                self._obey(message)
        except Exception:
            traceback.print_exc()
            os._exit(1)
        # Not sys.exit: whatever is under way is not waited for.
        os._exit(0)

    def _obey(self, message: Message) -> None:
        if message["type"] == "content":
            self._awaited.pop(message["id"]).set_result(message["message"])
        elif message["type"] == "measure":
            self._lines.send(
                {
                    "type": "measured",
                    "id": message["id"],
                    "answered": self._answered,
                    # Neither is told by this language.
                    "heapUsedBytes": None,
                    "heapTotalBytes": None,
                    "threads": None,
                }
            )
