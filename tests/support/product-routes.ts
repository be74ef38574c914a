import { endpointOf } from '../../contracts/protocols.ts';
import {
  grpcPathOf,
  type OperationDescription,
  soapNamespaceOf,
} from '../../workloads/description.ts';
import { productWorkload } from '../../workloads/product/product.ts';

const { description } = productWorkload;
const { echo, modify } = description.operations;
if (!echo || !modify) throw new TypeError('the product has other operations');

export const soapNamespace = soapNamespaceOf(description);
export const soapPath = endpointOf('soap', description.name);
export const grpcService = `${description.package}.${description.service}`;

const routesOf = (operation: OperationDescription) => ({
  rest: operation.http,
  grpc: { path: grpcPathOf(description, operation) },
});

/** Where the product's operations are found. */
export const productRoutes = { echo: routesOf(echo), modify: routesOf(modify) };
