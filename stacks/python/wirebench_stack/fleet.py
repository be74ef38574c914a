"""Several processes that serve on one port, for a service that may use several cores."""

import itertools
import os
import subprocess
import sys
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Any, BinaryIO, cast

from .lines import Lines, Message
from .order import Order
from .ports import bind, port_of


class Worker:
    """A process that serves: this program again, in whose conversation we are the other side.

    It lives no longer than its stdin, so it goes with this process however that ends.
    """

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", __package__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        pipes = self._process.stdout, self._process.stdin
        self.lines = Lines(*cast(tuple[BinaryIO, BinaryIO], pipes))

    def end(self) -> None:
        """Ends it, whatever it does: it has nothing to lose."""
        self._process.kill()
        self._process.wait()


@dataclass
class _Measurement:
    """What the workers that have answered so far make together."""

    missing: int
    answered: int = 0


class Fleet:
    """Passes messages between the workers and the process that started this one.

    The workers do not share one listening socket, as Uvicorn's own do: a worker that wakes up
    takes all connections that wait there, and gRPC cannot be given one.
    """

    def __init__(self, order: Order, message: Message, lines: Lines) -> None:
        self._order = order
        self._message = message
        self._lines = lines
        self._workers: list[Worker] = []
        self._guard = Lock()
        self._started: list[Message] = []
        self._measurements: dict[int, _Measurement] = {}
        # Who asked for content, and what it called its question.
        self._questions: dict[int, tuple[Worker, int]] = {}
        self._ids = itertools.count(1)
        self._ending = False

    def run(self) -> int:
        """Serves until it is told to stop or stdin ends. The result is for the system."""
        # A port that somebody else shares would let in strangers: the first bind finds that out.
        bind(self._order.host, self._order.port, shares_port=False).close()
        with bind(self._order.host, self._order.port, shares_port=True) as reserved:
            start = {**self._message, "port": port_of(reserved), "workers": 1, "sharesPort": True}
            for _ in range(self._order.workers):
                worker = Worker()
                self._workers.append(worker)
                worker.lines.send(start)
                Thread(target=self._hear, args=(worker,), daemon=True).start()
            for message in self._lines:
                if message["type"] == "stop":
                    break
                self._obey(message)
        self._end()
        return 0

    def _end(self) -> None:
        self._ending = True
        for worker in self._workers:
            worker.end()

    def _obey(self, message: Message) -> None:
        if message["type"] == "measure":
            self._measurements[message["id"]] = _Measurement(missing=len(self._workers))
            for worker in self._workers:
                worker.lines.send(message)
        elif message["type"] == "content":
            with self._guard:
                worker, number = self._questions.pop(message["id"])
            worker.lines.send({**message, "id": number})

    def _hear(self, worker: Worker) -> None:
        """Takes what a worker says, in a thread of its own. If it ends by itself, all end."""
        for message in worker.lines:
            with self._guard:
                self._take(worker, message)
        if not self._ending:
            self._end()
            os._exit(1)

    def _take(self, worker: Worker, message: Message) -> None:
        handlers: dict[str, Any] = {
            "started": self._take_started,
            "failed": self._take_failed,
            "measured": self._take_measured,
        }
        if message["type"] == "content":
            number = next(self._ids)
            self._questions[number] = worker, message["id"]
            self._lines.send({**message, "id": number})
        else:
            handlers[message["type"]](message)

    def _take_started(self, message: Message) -> None:
        self._started.append(message)
        if len(self._started) == len(self._workers):
            self._lines.send(message)

    def _take_failed(self, message: Message) -> None:
        # The others may fail for the same reason: it is told once.
        if not self._ending:
            self._ending = True
            self._lines.send(message)
            self._end()
            os._exit(1)

    def _take_measured(self, message: Message) -> None:
        measurement = self._measurements[message["id"]]
        measurement.missing -= 1
        measurement.answered += message["answered"]
        if measurement.missing == 0:
            del self._measurements[message["id"]]
            self._lines.send({**message, "answered": measurement.answered})
