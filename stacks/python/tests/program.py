"""The program as Wirebench starts it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from wirebench_stack.lines import Lines

STATUS = {
    "company": "Ålesund",
    "warehouse": "W",
    "currency": "SEK",
    "items": 1,
    "units": 2**40,
    "value": 3,
    "lowStock": 4,
    "remark": "",
}
CONTENT = {
    "items-status": STATUS,
    "items-summary": {"items": [], "remark": "m"},
    "items-full": {"items": [], "remark": "l"},
}


class Program:
    """A running program. It is told what an unusual size of the inventory contains."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        pipes = process.stdout, process.stdin
        self._lines = Lines(*cast(tuple[BinaryIO, BinaryIO], pipes))
        self._incoming = iter(self._lines)
        self.started: dict[str, Any] = {}

    @property
    def port(self) -> int:
        return cast(int, self.started["port"])

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        self._lines.send(message)
        return next(self._incoming)

    def answered(self) -> int:
        return cast(int, self.ask({"type": "measure", "id": 1})["answered"])

    def give_content(self) -> int:
        """Waits for a question for content and answers it; the size that is asked for."""
        question = next(self._incoming)
        size = cast(int, question["bytes"])
        message = {**STATUS, "remark": str(size)}
        self._lines.send({"type": "content", "id": question["id"], "message": message})
        return size

    def end(self) -> int:
        """Ends its stdin; the code with which it ends."""
        cast(BinaryIO, self._process.stdin).close()
        return self._process.wait(10)


@contextmanager
def running(protocol: str, workload: str, workers: int = 1, tls: Any = None) -> Iterator[Program]:
    process = subprocess.Popen(
        [sys.executable, "-m", "wirebench_stack"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parent.parent,
    )
    try:
        program = Program(process)
        program.started = program.ask(
            {
                "type": "start",
                "workload": workload,
                "protocol": protocol,
                "host": "127.0.0.1",
                "port": 0,
                "tls": tls,
                "content": CONTENT,
                "workers": workers,
            }
        )
        yield program
    finally:
        process.kill()
        process.wait()
