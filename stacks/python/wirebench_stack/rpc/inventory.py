"""The inventory workload: all payload is in the answers."""

from typing import TypeVar

import inventory_pb2
import inventory_pb2_grpc
from google.protobuf.json_format import ParseDict
from google.protobuf.message import Message
from grpc import ServicerContext
from inventory_pb2 import Empty, ItemsFull, ItemsRequest, ItemsStatus, ItemsSummary

from ..contents import LEAST_BYTES, MOST_BYTES, Contents
from ..control import Control
from ..order import Order
from ..refusals import InvalidInputError

M = TypeVar("M", bound=Message)


def _size_of(request: ItemsRequest) -> int | None:
    """The size that a request asks for, if any."""
    if not request.HasField("bytes"):
        return None
    size: int = request.bytes
    if not LEAST_BYTES <= size <= MOST_BYTES:
        raise InvalidInputError(f"An answer has from {LEAST_BYTES} to {MOST_BYTES} bytes of JSON")
    return size


class InventoryService(inventory_pb2_grpc.InventoryServiceServicer):
    """As in `proto/inventory.proto`."""

    descriptor = inventory_pb2.DESCRIPTOR.services_by_name["InventoryService"]

    def __init__(self, order: Order, control: Control) -> None:
        def contents(operation: str, answer: type[M]) -> Contents[M]:
            return Contents(
                operation,
                order.content[operation],
                lambda content: ParseDict(content, answer()),
                control,
            )

        self._status = contents("items-status", ItemsStatus)
        self._summary = contents("items-summary", ItemsSummary)
        self._full = contents("items-full", ItemsFull)

    def HeartBeat(self, _request: Empty, _context: ServicerContext) -> Empty:  # noqa: N802
        """Says nothing at all."""
        return Empty()

    def ItemsStatus(  # noqa: N802
        self, request: ItemsRequest, _context: ServicerContext
    ) -> ItemsStatus:
        """Figures of the whole inventory in one object."""
        return self._status.of(_size_of(request))

    def ItemsSummary(  # noqa: N802
        self, request: ItemsRequest, _context: ServicerContext
    ) -> ItemsSummary:
        """A short object for each item."""
        return self._summary.of(_size_of(request))

    def ItemsFull(  # noqa: N802
        self, request: ItemsRequest, _context: ServicerContext
    ) -> ItemsFull:
        """Everything there is to know of each item."""
        return self._full.of(_size_of(request))
