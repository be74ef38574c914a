"""A workload as an application."""

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, FastAPI
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..control import Control
from ..order import Order, UnservableError
from .errors import add_errors
from .inventory import inventory_router
from .json_response import OrjsonResponse
from .product import router as product_router

HEALTH_PATH = "/health"
DESCRIPTION_PATH = "/openapi.json"
_PROBES = (HEALTH_PATH, DESCRIPTION_PATH)


def _router_of(order: Order, control: Control) -> APIRouter:
    if order.workload == "product":
        return product_router
    if order.workload == "inventory":
        return inventory_router(order, control)
    raise UnservableError(f"The services in Python do not offer {order.workload} over REST.")


def _counted(app: ASGIApp, control: Control) -> ASGIApp:
    """The application, whose answers are counted as they are sent."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in _PROBES and scope["method"] == "GET":
            await app(scope, receive, send)
            return

        def counting(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                control.count_answer()
            return send(message)

        await app(scope, receive, counting)

    return serve


def create_app(order: Order, control: Control) -> ASGIApp:
    """What answers requests, with the probes and errors that every service has."""
    app = FastAPI(
        title=order.workload,
        default_response_class=OrjsonResponse,
        openapi_url=DESCRIPTION_PATH if order.openapi is None else None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.include_router(_router_of(order, control))
    add_errors(app)

    @app.get(HEALTH_PATH)
    async def health() -> dict[str, str]:
        return {"status": "ok"}

    if order.openapi is not None:
        described = Response(order.openapi, media_type="application/json")
        app.get(DESCRIPTION_PATH)(_answering(described))
    return _counted(app, control)


def _answering(response: Response) -> Callable[[], Awaitable[Response]]:
    async def answer() -> Response:
        return response

    return answer
