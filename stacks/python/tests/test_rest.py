"""The workloads over REST."""

import json
from http.client import HTTPConnection
from threading import Thread
from typing import Any

import pytest

from .program import STATUS, Program, running

JSON = {"content-type": "application/json"}
PRODUCT = {"id": "0", "name": "Coffee", "description": "ab😀"}


def send(
    program: Program, method: str, path: str, body: str | None = None, headers: Any = JSON
) -> tuple[int, Any]:
    connection = HTTPConnection("127.0.0.1", program.port)
    connection.request(method, path, None if body is None else body.encode(), headers)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response.status, json.loads(content) if content else None


@pytest.mark.parametrize("workers", [1, 2])
def test_answers_and_counts(workers: int) -> None:
    with running("rest", "product", workers) as program:
        modified = {**PRODUCT, "description": "😀ba"}
        assert send(program, "POST", "/products/modify", json.dumps(PRODUCT)) == (200, modified)
        for _ in range(20):
            assert send(program, "POST", "/products/echo", json.dumps(PRODUCT)) == (200, PRODUCT)
        assert send(program, "POST", "/products/echo", "{")[0] == 400
        assert send(program, "GET", "/health") == (200, {"status": "ok"})
        assert program.answered() == 22
        assert program.end() == 0


def test_errors() -> None:
    with running("rest", "product") as program:
        half = '{"id":"0","name":"x","description":"\\ud800"}'
        assert send(program, "POST", "/products/echo", half)[1]["description"] == "\ud800"
        number = '{"id":0,"name":"x","description":""}'
        status, problem = send(program, "POST", "/products/echo", number)
        assert (status, problem["statusCode"], problem["error"]) == (400, 400, "Bad Request")
        assert "id" in problem["message"]
        xml = {"content-type": "text/xml"}
        assert send(program, "POST", "/products/echo", "<a/>", xml)[0] == 415
        long = {**JSON, "content-length": str(128 * 1024 * 1024 + 1)}
        assert send(program, "POST", "/products/echo", "", long)[0] == 413
        assert send(program, "GET", "/products/echo")[0] == 405
        assert send(program, "POST", "/products/other", "{}")[0] == 404


@pytest.mark.parametrize("workers", [1, 2])
def test_inventory(workers: int) -> None:
    with running("rest", "inventory", workers) as program:
        assert send(program, "GET", "/inventory/heartbeat") == (200, None)
        assert send(program, "GET", "/inventory/status") == (200, STATUS)
        assert send(program, "GET", "/inventory/status?bytes=499")[0] == 400
        answers: list[Any] = []
        asking = Thread(
            target=lambda: answers.append(send(program, "GET", "/inventory/status?bytes=700"))
        )
        asking.start()
        assert program.give_content() == 700
        asking.join()
        assert answers == [(200, {**STATUS, "remark": "700"})]
