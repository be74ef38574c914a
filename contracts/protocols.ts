import type { ErrorKind, TargetFaultName } from './error-kinds.ts';

/** The file that says what a service offers. `{workload}` stands for the workload's name. */
interface InterfaceFacts {
  /** What such a file is called. */
  readonly title: string;
  readonly file: string;
  /** Folder of the repository that holds one for each workload; null where services make it themselves. */
  readonly folder: string | null;
  readonly mediaType: string;
  /** Path and query at which a service hands it out; null where it does not. */
  readonly served: string | null;
}

/** What a library client makes of a fault of the target. */
interface TakenFault {
  /** Null where it takes the answer. */
  readonly kind: ErrorKind | null;
  readonly why: string;
}

/** What is true of a protocol everywhere, whatever the workload. */
export interface ProtocolFacts {
  /** As people write it. */
  readonly label: string;
  /** How calls are thought of: a resource with a method, a named procedure, a query that picks fields. */
  readonly style: 'resources' | 'procedures' | 'queries';
  /** Form of a target's address: an http(s) URL, whose scheme says whether TLS is used, or host:port. */
  readonly address: 'url' | 'host:port';
  /** An address for people to go by. */
  readonly example: string;
  /** Path of the one address that takes all calls, with `{workload}` for its name; null where each call has its own. */
  readonly endpoint: string | null;
  /** What is below it: `h1` HTTP/1.1, `h2` HTTP/2, `tcp` frames of its own. */
  readonly transport: 'h1' | 'h2' | 'tcp';
  /** What its messages are encoded in. */
  readonly encoding: 'json' | 'protobuf' | 'xml';
  /** What it puts around a message, as in `SOAP’s envelope`; null for nothing. */
  readonly envelope: string | null;
  /** How many requests a connection carries at once. */
  readonly multiplexed: boolean;
  /** Which side may send many messages in a call. */
  readonly streams: readonly ('request' | 'response')[];
  /** How files travel: in parts as they are read, whole in a message, or not at all. */
  readonly files: 'in-parts' | 'whole' | 'none';
  /** The library that the library client is made of. */
  readonly library: string;
  /** Whether that library sends files whole, though the protocol would take parts. */
  readonly libraryBuffersFiles?: true;
  /** Packages of the library client and of the service; their versions are recorded with every run. */
  readonly packages: {
    readonly client: readonly string[];
    readonly service: readonly string[];
  };
  /** How it tells of an error in a form of its own, and an example of the code that results have of one; null where a status is all there is. */
  readonly fault: { readonly form: string; readonly code: string } | null;
  /** Code that results have of an answer that breaks its own rules; null where it has none beside those of HTTP. */
  readonly breach: string | null;
  /** What its library client takes for something else, which a driver cannot help. */
  readonly libraryTakes: Readonly<Partial<Record<TargetFaultName, TakenFault>>>;
  readonly interface: InterfaceFacts;
  /**
   * What a request to a user's own service is made of: a method, a path and a body; an envelope; a message of a named
   * method; a document with variables. Null where only bundled services are measured.
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

/** Of the three that have resources over HTTP. */
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
/** Those whose connections have a set-up of their own in frames of their own. */
export type FramedProtocol = {
  [P in Name]: (typeof table)[P]['transport'] extends 'tcp' ? P : never;
}[Name];

export const protocolFacts: Readonly<Record<Name, ProtocolFacts>> = table;

/** In the order in which they are listed everywhere. */
export const protocolNames = Object.keys(table) as readonly Name[];

/** What is taken where nobody has chosen. */
export const defaultProtocol: Name = 'rest';

/** Those that got ports in this order before there were others; every workload is offered in them. */
export const firstProtocols: readonly Name[] = ['rest', 'soap', 'grpc'];

export const framedProtocols = protocolNames.filter(
  (name) => protocolFacts[name].transport === 'tcp',
) as readonly FramedProtocol[];

/** Protocols of which something is true, in their order. */
export function protocolsWhere(test: (facts: ProtocolFacts) => boolean): Name[] {
  return protocolNames.filter((name) => test(protocolFacts[name]));
}

/** Their labels in a sentence, such as `gRPC, RSocket`. */
export function protocolLabels(names: readonly Name[]): string {
  return names.map((name) => protocolFacts[name].label).join(', ');
}

/** What they are called together, each kind once: of `REST` and `REST/2` the first. */
export const protocolFamilies: readonly string[] = protocolNames
  .map((name) => protocolFacts[name].label)
  .filter((label, _, all) => !all.some((other) => other !== label && label.startsWith(other)));

/** What they put around messages: `SOAP’s envelope`, `RSocket’s metadata`. */
export const protocolEnvelopes: readonly string[] = Object.values<ProtocolFacts>(table).flatMap(
  ({ label, envelope }) => (envelope === null ? [] : [`${label}’s ${envelope}`]),
);

/** Fills in the workload where a path or the name of a file has its place. */
export function forWorkload(text: string, workload: string): string {
  return text.replace('{workload}', workload);
}

/** Path that takes all calls of a workload; empty where each call has its own. */
export function endpointOf(protocol: Name, workload: string): string {
  return forWorkload(protocolFacts[protocol].endpoint ?? '', workload);
}

/** Path and query at which a service hands out its interface file; empty where it does not. */
export function interfacePathOf(protocol: Name, workload: string): string {
  return forWorkload(protocolFacts[protocol].interface.served ?? '', workload);
}

/** Everything that library clients and services are made of, each package once. */
export const recordedPackages: readonly string[] = [
  ...new Set(
    protocolNames.flatMap((name) => {
      const { client, service } = protocolFacts[name].packages;
      return [...client, ...service];
    }),
  ),
];
