"""Listens with the asynchronous server of grpcio."""

import asyncio

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from ..control import Control
from ..order import MAX_MESSAGE_BYTES, UnservableError, Order, Tls
from .methods import Servicer, handlers_of
from .product import ProductService

# What the library negotiates, whatever it is asked.
_TLS_VERSIONS = ("TLSv1.2", "TLSv1.3")
_LOOKAHEAD_BYTES = 16 * 1024 * 1024


def _servicer_of(order: Order) -> Servicer:
    if order.workload == "product":
        return ProductService()
    raise UnservableError(f"The services in Python do not offer {order.workload} over gRPC.")


def _credentials(tls: Tls) -> grpc.ServerCredentials:
    if (tls.min_version, tls.max_version) != _TLS_VERSIONS:
        raise UnservableError(
            "gRPC in Python cannot be limited to one version of TLS: its library always offers "
            "TLS 1.2 and 1.3. Use the level on or mtls for it."
        )
    authority = None if tls.client_ca is None else tls.client_ca.encode()
    return grpc.ssl_server_credentials(
        [(tls.key.encode(), tls.cert.encode())],
        root_certificates=authority,
        require_client_auth=authority is not None,
    )


def _listen(server: grpc.aio.Server, order: Order) -> int:
    host = f"[{order.host}]" if ":" in order.host else order.host
    address = f"{host}:{order.port}"
    if order.tls is None:
        return server.add_insecure_port(address)
    return server.add_secure_port(address, _credentials(order.tls))


async def _serve(order: Order, control: Control) -> None:
    servicer = _servicer_of(order)
    server = grpc.aio.server(
        options=(
            ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
            ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
            ("grpc.http2.lookahead_bytes", _LOOKAHEAD_BYTES),
            ("grpc.so_reuseport", int(order.shares_port)),
        )
    )
    server.add_generic_rpc_handlers((handlers_of(servicer, control),))
    name = servicer.descriptor.full_name
    probe = health.aio.HealthServicer()
    await probe.set(name, health_pb2.HealthCheckResponse.SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(probe, server)
    reflection.enable_server_reflection(
        (name, health.SERVICE_NAME, reflection.SERVICE_NAME), server
    )
    port = _listen(server, order)
    await server.start()
    control.started(port, ("grpcio", "protobuf"))
    await server.wait_for_termination()


def serve(order: Order, control: Control) -> None:
    """Serves without end."""
    asyncio.run(_serve(order, control))
