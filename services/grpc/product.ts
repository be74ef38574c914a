import { fileURLToPath } from 'node:url';
import {
  type ServerUnaryCall,
  type ServiceDefinition,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';
import { grpcService, type Product } from '../../contracts/workloads/product.ts';
import type { ServiceOptions } from '../service.ts';
import type { ProductHandler } from '../workloads/product.ts';

const interfaceFile = (name: string) =>
  fileURLToPath(new URL(`../../proto/${name}`, import.meta.url));

/** The interface file as gRPC's libraries understand it; absent fields read as empty texts. */
export function loadProductPackage(): PackageDefinition {
  return loadSync(interfaceFile('product.proto'), { defaults: true });
}

/** What reflection tells of: with the health service in it, grpcurl can call that too. */
export function describedPackages(product: PackageDefinition): PackageDefinition {
  return { ...product, ...loadSync(interfaceFile('health.proto')) };
}

/** Bytes that are no message, with the decoder's complaint. */
class Undecodable {
  readonly reason: string;
  constructor(cause: unknown) {
    this.reason = cause instanceof Error ? cause.message : String(cause);
  }
}

type Request = Product | Undecodable;

/**
 * The service as proto-loader defines it, save that bytes which cannot be decoded reach the
 * handler: only so can they be answered with INVALID_ARGUMENT, and be counted.
 */
export function productService(definitions: PackageDefinition): ServiceDefinition {
  const service = definitions[grpcService] as ServiceDefinition;
  const tolerant = Object.entries(service).map(([name, method]) => {
    const requestDeserialize = (bytes: Buffer): unknown => {
      try {
        return method.requestDeserialize(bytes);
      } catch (error) {
        return new Undecodable(error);
      }
    };
    return [name, { ...method, requestDeserialize }];
  });
  return Object.fromEntries(tolerant);
}

/** An operation as a gRPC method. */
export function unary(handle: ProductHandler, options: ServiceOptions) {
  const { pause, countAnswer, onClientError } = options;
  return (call: ServerUnaryCall<Request, Product>, respond: sendUnaryData<Product>): void => {
    const { request } = call;
    const answer = request instanceof Undecodable ? undefined : handle(request);
    if (!answer) onClientError(complaint(request));
    pause(() => {
      countAnswer();
      if (answer) respond(null, answer);
      else respond({ code: status.INVALID_ARGUMENT, details: complaint(request) });
    });
  };
}

function complaint(request: Request): string {
  const reason = request instanceof Undecodable ? request.reason : 'unknown';
  return `The message is no Product: ${reason}`;
}
