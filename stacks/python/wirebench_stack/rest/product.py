"""The product workload: one message, for both requests and answers."""

from fastapi import APIRouter
from pydantic import BaseModel

from .bodies import JsonRoute

router = APIRouter(prefix="/products", route_class=JsonRoute)


class Product(BaseModel):
    """As in `proto/product.proto`."""

    id: str
    name: str
    description: str


@router.post("/echo")
async def echo(product: Product) -> Product:
    """Answers with the product as it came."""
    return product


@router.post("/modify")
async def modify(product: Product) -> Product:
    """Answers with the characters (code points) of the description in reverse order."""
    return product.model_copy(update={"description": product.description[::-1]})
