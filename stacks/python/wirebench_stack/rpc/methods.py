"""What becomes of the methods of a service on their way to the server."""

from collections.abc import Callable
from typing import Any, Protocol

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from grpc import ServicerContext

from ..control import Control
from ..refusals import InvalidInputError

Behaviour = Callable[[Message, ServicerContext], Message]


class Servicer(Protocol):
    """An implementation of a service, with a method for each that the descriptor names."""

    descriptor: ServiceDescriptor


class _Undecodable:
    """Bytes that are no message: what refuses them has to know of them, and to count them."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


def _tolerant(message: type[Message]) -> Callable[[bytes], Message | _Undecodable]:
    """The decoder of a message."""
    decode = message.FromString

    def read(data: bytes) -> Message | _Undecodable:
        try:
            return decode(data)
        except DecodeError as error:
            return _Undecodable(f"The message is not a valid {message.__name__}: {error}")

    return read


def _unary(behaviour: Behaviour, request_type: type[Message], control: Control) -> Any:
    """A method whose calls are counted as they are answered, well or not."""

    def answer(request: Message | _Undecodable, context: ServicerContext) -> Message:
        try:
            if isinstance(request, _Undecodable):
                raise InvalidInputError(request.reason)
            response = behaviour(request, context)
        except InvalidInputError as error:
            control.count_answer()
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
        except Exception as error:
            control.count_answer()
            context.abort(grpc.StatusCode.INTERNAL, str(error))
        control.count_answer()
        return response

    return grpc.unary_unary_rpc_method_handler(
        answer,
        request_deserializer=_tolerant(request_type),
        # By name, as every message class has it.
        response_serializer=lambda message: message.SerializeToString(),
    )


def handlers_of(servicer: Servicer, control: Control) -> grpc.GenericRpcHandler:
    """The methods of a service for the server.

    Made here and not by the generated code, in which bytes that are no message are refused by the
    library: with another status, and without being counted.
    """
    service = servicer.descriptor
    methods = {
        method.name: _unary(
            getattr(servicer, method.name), GetMessageClass(method.input_type), control
        )
        for method in service.methods
    }
    return grpc.method_handlers_generic_handler(service.full_name, methods)
