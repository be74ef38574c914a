"""The inventory workload: all payload is in the answers."""

from enum import StrEnum
from typing import Annotated, TypeVar

from fastapi import APIRouter, Query, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from ..contents import LEAST_BYTES, MOST_BYTES, Contents
from ..control import Control
from ..order import Order

# Numbers with a fraction; one without is written without, as JSON of other languages has it.
Number = int | float
M = TypeVar("M", bound=BaseModel)
Size = Annotated[int | None, Query(alias="bytes", ge=LEAST_BYTES, le=MOST_BYTES)]


class Model(BaseModel):
    """A message as in `proto/inventory.proto`."""

    model_config = ConfigDict(alias_generator=to_camel, frozen=True)


class Category(StrEnum):
    TOOLS = "TOOLS"
    FASTENERS = "FASTENERS"
    ELECTRICAL = "ELECTRICAL"
    PLUMBING = "PLUMBING"
    GARDEN = "GARDEN"


class Condition(StrEnum):
    AS_NEW = "AS_NEW"
    USED = "USED"
    REFURBISHED = "REFURBISHED"
    DAMAGED = "DAMAGED"


class ItemsStatus(Model):
    company: str
    warehouse: str
    currency: str
    items: int
    units: int
    value: Number
    low_stock: int
    remark: str


class ItemSummary(Model):
    id: int
    article_number: str
    name: str
    category: Category
    price: Number
    quantity: int
    available: bool


class ItemsSummary(Model):
    items: list[ItemSummary]
    remark: str


class Dimensions(Model):
    length_mm: int
    width_mm: int
    height_mm: int
    weight_kg: Number


class Supplier(Model):
    id: int
    name: str
    country: str
    preferred: bool


class StockLevel(Model):
    site: str
    quantity: int
    reserved: int


class Item(ItemSummary):
    description: str
    condition: Condition
    dimensions: Dimensions
    supplier: Supplier
    stock: list[StockLevel]
    tags: list[str]
    discontinued_on: str | None = None
    replaced_by: int | None = None


class ItemsFull(Model):
    items: list[Item]
    remark: str


async def _answer(contents: Contents[M], size: int | None) -> M:
    known = contents.known(size)
    return await run_in_threadpool(contents.of, size) if known is None else known


def inventory_router(order: Order, control: Control) -> APIRouter:
    """The routes of the workload, with the answers of the order."""
    content = order.content
    status = Contents("items-status", content["items-status"], ItemsStatus.model_validate, control)
    summary = Contents(
        "items-summary", content["items-summary"], ItemsSummary.model_validate, control
    )
    full = Contents("items-full", content["items-full"], ItemsFull.model_validate, control)
    router = APIRouter(prefix="/inventory")

    @router.get("/heartbeat")
    async def heart_beat() -> Response:
        """Says nothing at all: no encoder runs, and the body is empty."""
        return Response()

    @router.get("/status")
    async def items_status(size: Size = None) -> ItemsStatus:
        """Figures of the whole inventory in one object."""
        return await _answer(status, size)

    @router.get("/items/summary")
    async def items_summary(size: Size = None) -> ItemsSummary:
        """A short object for each item."""
        return await _answer(summary, size)

    @router.get("/items")
    async def items_full(size: Size = None) -> ItemsFull:
        """Everything there is to know of each item."""
        return await _answer(full, size)

    return router
