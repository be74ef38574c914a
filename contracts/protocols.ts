import type { ErrorKind, TargetFaultName } from './error-kinds.ts';

/** The interface file of a service. `{workload}` stands for the workload's name. */
interface InterfaceFacts {
  /** Display name of such a file. */
  readonly title: string;
  readonly file: string;
  /** Folder of the repository with one for each workload; null if services generate it. */
  readonly folder: string | null;
  readonly mediaType: string;
  /** Path and query at which a service serves it; null if it does not. */
  readonly served: string | null;
}

/** How a library client reports a fault of the target. */
interface TakenFault {
  /** Null if it accepts the answer. */
  readonly kind: ErrorKind | null;
  readonly why: string;
}

/** Facts about a protocol, whatever the workload. */
export interface ProtocolFacts {
  /** Display name. */
  readonly label: string;
  /** Style of calls: a resource with a method, a named procedure, a query that selects fields. */
  readonly style: 'resources' | 'procedures' | 'queries';
  /** Form of a target's address: an http(s) URL, whose scheme determines TLS, or host:port. */
  readonly address: 'url' | 'host:port';
  /** An example address. */
  readonly example: string;
  /** Path of the single endpoint, with `{workload}` for its name; null if each call has its own. */
  readonly endpoint: string | null;
  /** Layer below: `h1` HTTP/1.1, `h2` HTTP/2, `tcp` frames of its own. */
  readonly transport: 'h1' | 'h2' | 'tcp';
  /** Encoding of its messages. */
  readonly encoding: 'json' | 'protobuf' | 'xml';
  /** Envelope around a message, as in `SOAP’s envelope`; null for none. */
  readonly envelope: string | null;
  /** Concurrent requests per connection. */
  readonly multiplexed: boolean;
  /** Sides that may send many messages in a call. */
  readonly streams: readonly ('request' | 'response')[];
  /** Transfer of files: in parts as they are read, whole in a message, or not at all. */
  readonly files: 'in-parts' | 'whole' | 'none';
  /** The library of the library client. */
  readonly library: string;
  /** Whether that library sends files whole, although the protocol would allow parts. */
  readonly libraryBuffersFiles?: true;
  /** Packages of the library client and of the service; their versions are recorded with every run. */
  readonly packages: {
    readonly client: readonly string[];
    readonly service: readonly string[];
  };
  /** The protocol's own form of errors, with an example of their code in results; null if there is only a status. */
  readonly fault: { readonly form: string; readonly code: string } | null;
  /** Code in results for an answer that breaks the protocol's rules; null if it has none besides those of HTTP. */
  readonly breach: string | null;
  /** Faults that its library client reports differently, which a driver cannot correct. */
  readonly libraryTakes: Readonly<Partial<Record<TargetFaultName, TakenFault>>>;
  readonly interface: InterfaceFacts;
  /**
   * Kind of request to an own service: a method, a path and a body; an envelope; a message of a named
   * method; a document with variables. Null if only bundled services are measured.
   */
  readonly custom: 'resource' | 'envelope' | 'message' | 'query' | null;
}

const openApi: InterfaceFacts = {
  title: 'OpenAPI',
  file: 'openapi.json',
  folder: null,
  mediaType: 'application/json',
  served: '/openapi.json',
};

const asksForGzip = { compresses: { kind: null, why: 'gzip is asked for' } } as const;

/** The three with resources over HTTP. */
const resources = {
  style: 'resources',
  address: 'url',
  endpoint: null,
  envelope: null,
  streams: [],
  files: 'in-parts',
  fault: null,
  breach: null,
  interface: openApi,
  custom: 'resource',
} as const;

const table = {
  /** JSON over HTTP/1.1. */
  rest: {
    ...resources,
    label: 'REST',
    example: 'http://127.0.0.1:8080',
    transport: 'h1',
    encoding: 'json',
    multiplexed: false,
    library: 'axios',
    libraryTakes: asksForGzip,
    packages: { client: ['axios'], service: ['fastify'] },
  },
  /** The same over HTTP/2. */
  'rest-h2': {
    ...resources,
    label: 'REST/2',
    example: 'http://127.0.0.1:8082',
    transport: 'h2',
    encoding: 'json',
    multiplexed: true,
    library: 'node:http2',
    libraryTakes: {},
    packages: { client: [], service: ['fastify'] },
  },
  /** The same routes over HTTP/1.1 with Protobuf bodies. */
  'rest-protobuf': {
    ...resources,
    label: 'REST Protobuf',
    example: 'http://127.0.0.1:8083',
    transport: 'h1',
    encoding: 'protobuf',
    multiplexed: false,
    custom: null,
    library: 'axios and protobufjs',
    libraryTakes: asksForGzip,
    packages: { client: ['axios', 'protobufjs'], service: ['fastify', 'protobufjs'] },
  },
  soap: {
    label: 'SOAP',
    style: 'procedures',
    address: 'url',
    example: 'http://127.0.0.1:8081',
    endpoint: '/soap/{workload}',
    transport: 'h1',
    encoding: 'xml',
    envelope: 'envelope',
    multiplexed: false,
    custom: 'envelope',
    streams: [],
    files: 'in-parts',
    fault: { form: 'a SOAP fault', code: 'Server' },
    breach: null,
    library: 'the soap library',
    libraryTakes: { compresses: { kind: null, why: 'gzip is undone, asked for or not' } },
    libraryBuffersFiles: true,
    packages: { client: ['soap', 'fast-xml-parser'], service: ['soap'] },
    interface: {
      title: 'WSDL',
      file: '{workload}.wsdl',
      folder: 'wsdl',
      mediaType: 'application/wsdl+xml',
      served: '/soap/{workload}?wsdl',
    },
  },
  grpc: {
    label: 'gRPC',
    style: 'procedures',
    address: 'host:port',
    example: '127.0.0.1:50051',
    endpoint: null,
    transport: 'h2',
    encoding: 'protobuf',
    envelope: 'five bytes',
    multiplexed: true,
    custom: 'message',
    streams: ['request', 'response'],
    files: 'in-parts',
    fault: null,
    breach: 'GRPC_LENGTH',
    library: 'grpc-js',
    libraryTakes: asksForGzip,
    packages: {
      client: ['@grpc/grpc-js', '@grpc/proto-loader', 'protobufjs'],
      service: [
        '@grpc/grpc-js',
        '@grpc/proto-loader',
        'protobufjs',
        '@grpc/reflection',
        'grpc-health-check',
      ],
    },
    interface: {
      title: 'Proto file',
      file: '{workload}.proto',
      folder: 'proto',
      mediaType: 'text/plain',
      served: null,
    },
  },
  graphql: {
    label: 'GraphQL',
    style: 'queries',
    address: 'url',
    example: 'http://127.0.0.1:8084',
    endpoint: '/graphql',
    transport: 'h1',
    encoding: 'json',
    envelope: 'document and wrapper',
    multiplexed: false,
    custom: 'query',
    streams: [],
    files: 'whole',
    fault: { form: 'an error of GraphQL', code: 'NOT_FOUND' },
    breach: null,
    library: '@urql/core',
    libraryTakes: asksForGzip,
    packages: { client: ['@urql/core', 'undici'], service: ['graphql', 'fastify'] },
    interface: {
      title: 'Schema',
      file: '{workload}.graphql',
      folder: 'graphql',
      mediaType: 'text/graphql',
      served: '/schema.graphql',
    },
  },
  /** JSON in frames over TCP. */
  rsocket: {
    label: 'RSocket',
    style: 'procedures',
    address: 'host:port',
    example: '127.0.0.1:7000',
    endpoint: null,
    transport: 'tcp',
    encoding: 'json',
    envelope: 'metadata',
    multiplexed: true,
    custom: null,
    streams: ['response'],
    files: 'none',
    fault: { form: 'an RSocket ERROR on a stream', code: 'APPLICATION_ERROR' },
    breach: 'RSOCKET_PROTOCOL',
    library: 'rsocket-core',
    libraryTakes: {
      refusesSetup: {
        kind: 'reset',
        why: 'no code is named for a connection that was ended by an error',
      },
      breaksFraming: {
        kind: 'timeout',
        why: 'frames that do not belong where they come are ignored',
      },
    },
    packages: { client: ['rsocket-core', 'rsocket-tcp-client'], service: [] },
    interface: {
      title: 'Routes',
      file: '{workload}.md',
      folder: 'rsocket',
      mediaType: 'text/markdown',
      served: null,
    },
  },
} as const satisfies Record<string, ProtocolFacts>;

type Name = keyof typeof table;
/** Protocols with a connection set-up in their own frames. */
export type FramedProtocol = {
  [P in Name]: (typeof table)[P]['transport'] extends 'tcp' ? P : never;
}[Name];

export const protocolFacts: Readonly<Record<Name, ProtocolFacts>> = table;

/** In display order. */
export const protocolNames = Object.keys(table) as readonly Name[];

/** The default. */
export const defaultProtocol: Name = 'rest';

/** The original protocols, in the order of their ports; every workload is offered in them. */
export const firstProtocols: readonly Name[] = ['rest', 'soap', 'grpc'];

export const framedProtocols = protocolNames.filter(
  (name) => protocolFacts[name].transport === 'tcp',
) as readonly FramedProtocol[];

/** Protocols with a property, in order. */
export function protocolsWhere(test: (facts: ProtocolFacts) => boolean): Name[] {
  return protocolNames.filter((name) => test(protocolFacts[name]));
}

/** Their labels as a list, such as `gRPC, RSocket`. */
export function protocolLabels(names: readonly Name[]): string {
  return names.map((name) => protocolFacts[name].label).join(', ');
}

/** Their group names, each kind once: of `REST` and `REST/2` the first. */
export const protocolFamilies: readonly string[] = protocolNames
  .map((name) => protocolFacts[name].label)
  .filter((label, _, all) => !all.some((other) => other !== label && label.startsWith(other)));

/** Their envelopes: `SOAP’s envelope`, `RSocket’s metadata`. */
export const protocolEnvelopes: readonly string[] = Object.values<ProtocolFacts>(table).flatMap(
  ({ label, envelope }) => (envelope === null ? [] : [`${label}’s ${envelope}`]),
);

/** Inserts the workload into a path or a file name. */
export function forWorkload(text: string, workload: string): string {
  return text.replace('{workload}', workload);
}

/** Path of the single endpoint of a workload; empty if each call has its own. */
export function endpointOf(protocol: Name, workload: string): string {
  return forWorkload(protocolFacts[protocol].endpoint ?? '', workload);
}

/** Path and query of a service's interface file; empty if it serves none. */
export function interfacePathOf(protocol: Name, workload: string): string {
  return forWorkload(protocolFacts[protocol].interface.served ?? '', workload);
}

/** All packages of library clients and services, each once. */
export const recordedPackages: readonly string[] = [
  ...new Set(
    protocolNames.flatMap((name) => {
      const { client, service } = protocolFacts[name].packages;
      return [...client, ...service];
    }),
  ),
];
