"""Listens with the threaded server of grpcio.

The study had it, and it takes no more CPU for a request than the asynchronous one.
"""

from concurrent.futures import ThreadPoolExecutor

import grpc
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import FileDescriptor
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2

from ..control import Control
from ..order import MAX_MESSAGE_BYTES, Order, Tls, UnservableError
from ..ports import bind
from .inventory import InventoryService
from .methods import Servicer, handlers_of
from .product import ProductService

# What the library negotiates, whatever it is asked.
_TLS_VERSIONS = ("TLSv1.2", "TLSv1.3")
_LOOKAHEAD_BYTES = 16 * 1024 * 1024
# As in the library's own examples. Handlers do not wait: more would only take turns.
_THREADS = 10


def _servicer_of(order: Order, control: Control) -> Servicer:
    if order.workload == "product":
        return ProductService()
    if order.workload == "inventory":
        return InventoryService(order, control)
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


def _listen(server: grpc.Server, order: Order) -> int:
    # The library does not tell why it cannot listen; this does.
    bind(order.host, order.port, order.shares_port).close()
    host = f"[{order.host}]" if ":" in order.host else order.host
    address = f"{host}:{order.port}"
    if order.tls is None:
        return server.add_insecure_port(address)
    return server.add_secure_port(address, _credentials(order.tls))


class _Symbols:
    """The usual pool, but with methods among its symbols: grpcurl asks for the file of a method."""

    def __init__(self) -> None:
        self._pool = descriptor_pool.Default()

    def __getattr__(self, name: str) -> object:
        return getattr(self._pool, name)

    def FindFileContainingSymbol(self, symbol: str) -> FileDescriptor:  # noqa: N802
        try:
            return self._pool.FindFileContainingSymbol(symbol)
        except KeyError:
            service, _, method = symbol.rpartition(".")
            descriptor = self._pool.FindServiceByName(service)
            return descriptor.methods_by_name[method].containing_service.file


def _add_reflection(server: grpc.Server, names: tuple[str, ...]) -> None:
    """Adds the protocol by both of its names: clients ask by the newer one first."""
    symbols = _Symbols()
    reflection.enable_server_reflection(names, server, symbols)
    same = grpc.stream_stream_rpc_method_handler(
        reflection.ReflectionServicer(names, symbols).ServerReflectionInfo,
        request_deserializer=reflection_pb2.ServerReflectionRequest.FromString,
        response_serializer=reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    handlers = {"ServerReflectionInfo": same}
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("grpc.reflection.v1.ServerReflection", handlers),)
    )


def serve(order: Order, control: Control) -> None:
    """Serves without end."""
    servicer = _servicer_of(order, control)
    server = grpc.server(
        ThreadPoolExecutor(_THREADS),
        options=(
            ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
            ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
            ("grpc.http2.lookahead_bytes", _LOOKAHEAD_BYTES),
            ("grpc.so_reuseport", int(order.shares_port)),
        ),
    )
    server.add_generic_rpc_handlers((handlers_of(servicer, control),))
    name = servicer.descriptor.full_name
    probe = health.HealthServicer()
    probe.set(name, health_pb2.HealthCheckResponse.SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(probe, server)
    _add_reflection(server, (name, health.SERVICE_NAME, reflection.SERVICE_NAME))
    port = _listen(server, order)
    server.start()
    control.started(port, ("grpcio", "protobuf"))
    server.wait_for_termination()
