"""The workloads over gRPC."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import grpc
import pytest
from inventory_pb2 import Empty, ItemsRequest, ItemsStatus
from inventory_pb2_grpc import InventoryServiceStub
from product_pb2 import Product
from product_pb2_grpc import ProductServiceStub

from .program import STATUS, running


def code_of(call: Callable[[], Any]) -> grpc.StatusCode | None:
    """The status that a call fails with."""
    with pytest.raises(grpc.RpcError) as raised:
        call()
    error: Any = raised.value
    code: grpc.StatusCode | None = error.code()
    return code


@pytest.mark.parametrize("workers", [1, 2])
def test_answers_and_counts(workers: int) -> None:
    with running("grpc", "product", workers) as program:
        with grpc.insecure_channel(f"127.0.0.1:{program.port}") as channel:
            service = ProductServiceStub(channel)
            product = Product(id="0", name="Coffee", description="ab😀")
            assert service.Echo(product) == product
            assert service.Modify(product).description == "😀ba"
            path = "/wirebench.product.v1.ProductService/Echo"
            broken: Any = channel.unary_unary(path)
            assert code_of(lambda: broken(b"\x80")) == grpc.StatusCode.INVALID_ARGUMENT
            other: Any = channel.unary_unary(f"{path}Other")
            assert code_of(lambda: other(b"")) == grpc.StatusCode.UNIMPLEMENTED
        assert program.answered() == 3
        assert program.end() == 0


def test_inventory() -> None:
    with (
        running("grpc", "inventory") as program,
        grpc.insecure_channel(f"127.0.0.1:{program.port}") as channel,
    ):
        service = InventoryServiceStub(channel)
        assert service.HeartBeat(Empty()) == Empty()
        status = service.ItemsStatus(ItemsRequest())
        assert (status.company, status.units) == (STATUS["company"], STATUS["units"])
        short = ItemsRequest(bytes=0)
        invalid = grpc.StatusCode.INVALID_ARGUMENT
        assert code_of(lambda: service.ItemsStatus(short)) == invalid
        answers: list[ItemsStatus] = []
        unusual = ItemsRequest(bytes=700)
        asking = Thread(target=lambda: answers.append(service.ItemsStatus(unusual)))
        asking.start()
        assert program.give_content() == 700
        asking.join()
        assert [answer.remark for answer in answers] == ["700"]


def test_refuses_what_it_cannot_limit() -> None:
    tls = {
        "cert": "",
        "key": "",
        "clientCa": None,
        "minVersion": "TLSv1.3",
        "maxVersion": "TLSv1.3",
    }
    with running("grpc", "product", tls=tls) as program:
        assert program.started["type"] == "failed"
        assert "TLS" in program.started["message"]
