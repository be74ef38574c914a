"""Which bodies are taken."""

from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException


class JsonRoute(APIRoute):
    """A route that refuses a body of another media type than JSON before it is read."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()

        async def checked(request: Request) -> Response:
            media_type = request.headers.get("content-type", "").split(";", 1)[0]
            if media_type.strip().lower() != "application/json":
                raise HTTPException(
                    HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"Unsupported Media Type: {media_type}"
                )
            return await answer(request)

        return checked
