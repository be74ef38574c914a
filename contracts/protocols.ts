import type { Protocol } from './words.ts';

/** What is true of a protocol everywhere, whatever the workload. */
export interface ProtocolFacts {
  /** As people write it. */
  readonly label: string;
  /** Form of a target's address: an http(s) URL, whose scheme says whether TLS is used, or host:port. */
  readonly address: 'url' | 'host:port';
  /** An address for people to go by. */
  readonly example: string;
  /** What is below it: `h1` HTTP/1.1, `h2` HTTP/2, `tcp` frames of its own. */
  readonly transport: 'h1' | 'h2' | 'tcp';
  /** What its messages are encoded in. */
  readonly encoding: 'json' | 'protobuf' | 'xml';
  /** How many requests a connection carries at once. */
  readonly multiplexed: boolean;
  /** The library that the library client is made of. */
  readonly library: string;
}

export const protocolFacts: Readonly<Record<Protocol, ProtocolFacts>> = {
  rest: {
    label: 'REST',
    address: 'url',
    example: 'http://127.0.0.1:8080',
    transport: 'h1',
    encoding: 'json',
    multiplexed: false,
    library: 'axios',
  },
  'rest-h2': {
    label: 'REST/2',
    address: 'url',
    example: 'http://127.0.0.1:8082',
    transport: 'h2',
    encoding: 'json',
    multiplexed: true,
    library: 'node:http2',
  },
  'rest-protobuf': {
    label: 'REST Protobuf',
    address: 'url',
    example: 'http://127.0.0.1:8083',
    transport: 'h1',
    encoding: 'protobuf',
    multiplexed: false,
    library: 'axios and protobufjs',
  },
  soap: {
    label: 'SOAP',
    address: 'url',
    example: 'http://127.0.0.1:8081',
    transport: 'h1',
    encoding: 'xml',
    multiplexed: false,
    library: 'the soap library',
  },
  grpc: {
    label: 'gRPC',
    address: 'host:port',
    example: '127.0.0.1:50051',
    transport: 'h2',
    encoding: 'protobuf',
    multiplexed: true,
    library: 'grpc-js',
  },
  graphql: {
    label: 'GraphQL',
    address: 'url',
    example: 'http://127.0.0.1:8084',
    transport: 'h1',
    encoding: 'json',
    multiplexed: false,
    library: '@urql/core',
  },
  rsocket: {
    label: 'RSocket',
    address: 'host:port',
    example: '127.0.0.1:7000',
    transport: 'tcp',
    encoding: 'json',
    multiplexed: true,
    library: 'rsocket-core',
  },
};
