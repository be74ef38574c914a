"""The product workload: one message, for both requests and answers."""

import product_pb2
import product_pb2_grpc
from grpc import ServicerContext
from product_pb2 import Product


class ProductService(product_pb2_grpc.ProductServiceServicer):
    """As in `proto/product.proto`."""

    descriptor = product_pb2.DESCRIPTOR.services_by_name["ProductService"]

    def Echo(self, request: Product, _context: ServicerContext) -> Product:  # noqa: N802
        """Answers with the product as it came."""
        return request

    def Modify(self, request: Product, _context: ServicerContext) -> Product:  # noqa: N802
        """Answers with the characters (code points) of the description in reverse order."""
        return Product(id=request.id, name=request.name, description=request.description[::-1])
