"""Which answers are kept."""

from typing import Any, cast

from wirebench_stack.contents import Contents
from wirebench_stack.control import Control


class Source:
    """Stands in for what asks Wirebench."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def content(self, _operation: str, size: int) -> Any:
        self.asked.append(size)
        return size


def test_keeps_the_last_eight() -> None:
    source = Source()
    contents = Contents("items-full", 0, str, cast(Control, source))
    assert contents.known(None) == "0"
    for size in [*range(501, 510), 509, 502]:
        assert contents.of(size) == str(size)
    assert source.asked == list(range(501, 510))
    assert contents.known(501) is None
    contents.of(501)
    assert contents.known(502) is None
