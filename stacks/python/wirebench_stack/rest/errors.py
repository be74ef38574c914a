"""What is told in the place of an answer."""

from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from .json_response import OrjsonResponse

# What others call what this version of the standard library calls something else.
_PHRASES = {HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Payload Too Large"}


def _problem(status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    error = _PHRASES.get(HTTPStatus(status), HTTPStatus(status).phrase)
    content = {"statusCode": status, "error": error, "message": message}
    return OrjsonResponse(content, status, headers)


async def _refused(request: Request, error: Exception) -> Response:
    """A status that the framework or a handler gave."""
    if not isinstance(error, HTTPException):
        raise error
    message = error.detail
    if error.status_code in (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED):
        message = f"There is nothing at {request.method} {request.url.path}"
    return _problem(error.status_code, message, dict(error.headers or {}))


async def _invalid(_request: Request, error: Exception) -> Response:
    """A request that does not fit what is expected of it."""
    if not isinstance(error, RequestValidationError):
        raise error
    faults = [
        f"{'/'.join(str(part) for part in fault['loc'])}: {fault['msg']}"
        for fault in error.errors()
    ]
    return _problem(HTTPStatus.BAD_REQUEST, "; ".join(faults))


async def _failed(_request: Request, error: Exception) -> Response:
    """A fault of the service itself."""
    return _problem(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))


def add_errors(app: FastAPI) -> None:
    """Has errors told in the words of every service of Wirebench."""
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(Exception, _failed)
