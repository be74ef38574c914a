import type { ClientKind, Protocol } from '../contracts/words.ts';
import type { DriverFactory } from './drivers/driver.ts';
import type { MessageSizes } from './sizes/size.ts';

/** A protocol's code for workers: a driver for each client, and its message sizes. */
export interface ProtocolClients
  extends Readonly<Record<ClientKind, () => Promise<DriverFactory>>> {
  readonly sizes: () => Promise<MessageSizes>;
}

/** Loaded on demand, so that a worker does not load unused protocols. */
export const protocolClients: Readonly<Record<Protocol, ProtocolClients>> = {
  rest: {
    raw: async () => (await import('./drivers/rest-raw.ts')).openRestRaw,
    library: async () => (await import('./drivers/library/rest-library.ts')).openRestLibrary,
    sizes: async () => (await import('./sizes/resources.ts')).jsonResourceSizes,
  },
  'rest-h2': {
    raw: async () => (await import('./drivers/rest-h2-raw.ts')).openRestH2Raw,
    library: async () => (await import('./drivers/library/rest-h2-library.ts')).openRestH2Library,
    sizes: async () => (await import('./sizes/resources.ts')).jsonResourceSizes,
  },
  'rest-protobuf': {
    raw: async () => (await import('./drivers/rest-raw.ts')).openRestProtobufRaw,
    library: async () =>
      (await import('./drivers/library/rest-library.ts')).openRestProtobufLibrary,
    sizes: async () => (await import('./sizes/resources.ts')).protobufResourceSizes,
  },
  soap: {
    raw: async () => (await import('./drivers/soap-raw.ts')).openSoapRaw,
    library: async () => (await import('./drivers/library/soap-library.ts')).openSoapLibrary,
    sizes: async () => (await import('./sizes/soap.ts')).soapSizes,
  },
  grpc: {
    raw: async () => (await import('./drivers/grpc-raw.ts')).openGrpcRaw,
    library: async () => (await import('./drivers/library/grpc-library.ts')).openGrpcLibrary,
    sizes: async () => (await import('./sizes/grpc.ts')).grpcSizes,
  },
  graphql: {
    raw: async () => (await import('./drivers/graphql-raw.ts')).openGraphqlRaw,
    library: async () => (await import('./drivers/library/graphql-library.ts')).openGraphqlLibrary,
    sizes: async () => (await import('./sizes/graphql.ts')).graphqlSizes,
  },
  rsocket: {
    raw: async () => (await import('./drivers/rsocket-raw.ts')).openRSocketRaw,
    library: async () => (await import('./drivers/library/rsocket-library.ts')).openRSocketLibrary,
    sizes: async () => (await import('./sizes/rsocket.ts')).rsocketSizes,
  },
};
