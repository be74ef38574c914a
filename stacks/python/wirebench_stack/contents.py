"""The answers of the inventory, which Wirebench makes."""

from collections.abc import Callable
from threading import Lock
from typing import Any, Generic, TypeVar

from .control import Control

T = TypeVar("T")

# Bounds of an answer's JSON in bytes.
LEAST_BYTES = 500
MOST_BYTES = 20_000_000
# Answers of unusual sizes that are kept; a run asks for few.
_KEPT = 8


class Contents(Generic[T]):
    """What an operation answers: the usual answer, and others by the bytes that its JSON has.

    Each is decoded once; encoding it is the work that is measured, done for each request.
    """

    def __init__(
        self, operation: str, usual: Any, decode: Callable[[Any], T], control: Control
    ) -> None:
        self._operation = operation
        self._decode = decode
        self._control = control
        self._usual = decode(usual)
        self._others: dict[int, T] = {}
        self._making = Lock()

    def known(self, size: int | None) -> T | None:
        """The answer of a size, or the usual one: at once, or not at all."""
        return self._usual if size is None else self._others.get(size)

    def of(self, size: int | None) -> T:
        """The same, waited for if it is not here. Of the kept ones the oldest goes."""
        if size is None:
            return self._usual
        with self._making:
            answer = self._others.get(size)
            if answer is None:
                if len(self._others) >= _KEPT:
                    del self._others[next(iter(self._others))]
                answer = self._decode(self._control.content(self._operation, size))
                self._others[size] = answer
            return answer
