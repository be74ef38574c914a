"""Which bodies are taken."""

from collections.abc import AsyncGenerator, Callable, Coroutine
from http import HTTPStatus
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from ..order import MAX_MESSAGE_BYTES


class _BoundedRequest(Request):
    """A request whose body is read up to the limit. FastAPI's own answers without JSON."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        size = 0
        async for part in super().stream():
            size += len(part)
            _refuse_beyond_limit(size)
            yield part


def _refuse_beyond_limit(size: int) -> None:
    if size > MAX_MESSAGE_BYTES:
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "Request body is too large")


def _refuse_other_types(request: Request) -> None:
    """A request without any body is left to validation, which says what it lacks."""
    content_type = request.headers.get("content-type")
    if content_type is None and "content-length" not in request.headers:
        return
    media_type = (content_type or "").split(";", 1)[0].strip().lower()
    if media_type != "application/json":
        raise HTTPException(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"Unsupported Media Type: {content_type}"
        )


class JsonRoute(APIRoute):
    """A route that refuses a body of another media type than JSON, and one that is too long."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()

        async def checked(request: Request) -> Response:
            _refuse_other_types(request)
            length = request.headers.get("content-length", "")
            _refuse_beyond_limit(int(length) if length.isdecimal() else 0)
            return await answer(_BoundedRequest(request.scope, request.receive))

        return checked
