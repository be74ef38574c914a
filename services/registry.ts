import type { Protocol } from '../contracts/words.ts';
import type { StartGateway } from './gateway/listening.ts';
import type { StartService } from './service.ts';

/** Starts the services of a protocol. */
export interface ProtocolServices {
  readonly service: () => Promise<StartService>;
  /** The same as a null service; see the start message's `null`. */
  readonly null: () => Promise<StartService>;
  readonly gateway: () => Promise<StartGateway>;
}

const http1Gateway = async () => (await import('./gateway/http1.ts')).startHttp1Gateway;
const http2Gateway = async () => (await import('./gateway/http2.ts')).startHttp2Gateway;

/** Loaded on demand, so that a process does not load the other protocols. */
export const protocolServices: Readonly<Record<Protocol, ProtocolServices>> = {
  rest: {
    service: async () => (await import('./rest/rest.ts')).startRest,
    null: async () => (await import('./null/http.ts')).startNullRest,
    gateway: http1Gateway,
  },
  'rest-h2': {
    service: async () => (await import('./rest/rest-h2.ts')).startRestHttp2,
    null: async () => (await import('./null/http2.ts')).startNullRestHttp2,
    gateway: http2Gateway,
  },
  'rest-protobuf': {
    service: async () => (await import('./rest/rest.ts')).startRestProtobuf,
    null: async () => (await import('./null/rest-protobuf.ts')).startNullRestProtobuf,
    gateway: http1Gateway,
  },
  soap: {
    service: async () => (await import('./soap/soap.ts')).startSoap,
    null: async () => (await import('./null/http.ts')).startNullSoap,
    gateway: http1Gateway,
  },
  grpc: {
    service: async () => (await import('./grpc/grpc.ts')).startGrpc,
    null: async () => (await import('./null/http2.ts')).startNullGrpc,
    gateway: http2Gateway,
  },
  graphql: {
    service: async () => (await import('./graphql/graphql.ts')).startGraphql,
    null: async () => (await import('./null/http.ts')).startNullGraphql,
    gateway: http1Gateway,
  },
  rsocket: {
    service: async () => (await import('./rsocket/rsocket.ts')).startRSocket,
    null: async () => (await import('./null/rsocket.ts')).startNullRSocket,
    gateway: async () => (await import('./gateway/rsocket.ts')).startRSocketGateway,
  },
};
