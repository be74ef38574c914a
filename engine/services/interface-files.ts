import { readFileSync } from 'node:fs';
import type { InterfaceFile } from '../../contracts/services.ts';
import type { Protocol } from '../../contracts/words.ts';
import { openApiOf } from '../../contracts/workloads/openapi.ts';
import { productWorkload } from '../../contracts/workloads/product.ts';

const resource = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The interface file of the product workload in a protocol. */
export function interfaceFileOf(protocol: Protocol): InterfaceFile {
  switch (protocol) {
    case 'rest':
    case 'rest-h2':
    case 'rest-protobuf':
    case 'graphql':
      return {
        name: 'openapi.json',
        mediaType: 'application/json',
        text: `${JSON.stringify(openApiOf(productWorkload.description), null, 2)}\n`,
      };
    case 'soap':
      return {
        name: 'product.wsdl',
        mediaType: 'application/wsdl+xml',
        text: resource('wsdl/product.wsdl'),
      };
    case 'grpc':
      return {
        name: 'product.proto',
        mediaType: 'text/plain',
        text: resource('proto/product.proto'),
      };
    case 'rsocket':
      return {
        name: 'product.md',
        mediaType: 'text/markdown',
        text: resource('rsocket/product.md'),
      };
  }
}
