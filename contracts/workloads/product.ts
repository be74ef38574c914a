import { z } from 'zod';
import type { Operation, Shape } from '../experiment/shape.ts';
import type { TextKind } from '../words.ts';
import { makeText } from './text.ts';

/** The one message of the workload, for requests and answers alike. */
export const productSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
});
export type Product = z.infer<typeof productSchema>;

/** Where an operation is found in each protocol; services and workers both read it from here. */
export interface OperationRoute {
  /** HTTP method and path of the REST route. */
  readonly rest: { readonly method: 'POST'; readonly path: string };
  /** SOAPAction, request and response element; all in {@link soapNamespace}. */
  readonly soap: { readonly action: string; readonly request: string; readonly response: string };
  /** Full gRPC method path. */
  readonly grpc: { readonly path: string };
}

export const soapNamespace = 'urn:wirebench:product:v1';
/** Path at which the SOAP service listens; `?wsdl` serves the interface file. */
export const soapPath = '/soap/product';
/** Path of a liveness probe on REST and SOAP services; it is not counted as a request. */
export const healthPath = '/health';
export const grpcService = 'wirebench.product.v1.ProductService';

export const productRoutes: Record<Operation, OperationRoute> = {
  echo: {
    rest: { method: 'POST', path: '/products/echo' },
    soap: { action: `${soapNamespace}:Echo`, request: 'EchoRequest', response: 'EchoResponse' },
    grpc: { path: `/${grpcService}/Echo` },
  },
  modify: {
    rest: { method: 'POST', path: '/products/modify' },
    soap: {
      action: `${soapNamespace}:Modify`,
      request: 'ModifyRequest',
      response: 'ModifyResponse',
    },
    grpc: { path: `/${grpcService}/Modify` },
  },
};

/** The request that a shape stands for; the same for one seed in every protocol. */
export function makeProduct(shape: Shape, text: TextKind, seed: number): Product {
  return { id: '0', name: 'Coffee', description: makeText(text, shape.length, seed) };
}

/**
 * What a service must answer. Deliberately written apart from the services' handlers, so that
 * verification is an independent check and not the same code run twice.
 */
export function expectedProduct(operation: Operation, request: Product): Product {
  if (operation === 'echo') return request;
  return { ...request, description: Array.from(request.description).reverse().join('') };
}
