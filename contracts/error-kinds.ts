import type { ErrorKind } from './words.ts';

/** What a kind of error means, and codes that go with it, as they stand in results. */
export interface ErrorKindFacts {
  readonly meaning: string;
  readonly codes: readonly string[];
}

export const errorKindFacts: Readonly<Record<ErrorKind, ErrorKindFacts>> = {
  connect: { meaning: 'no connection', codes: ['ECONNREFUSED', 'EADDRNOTAVAIL'] },
  tls: {
    meaning: 'the handshake failed, or a certificate was refused',
    codes: ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ALPN'],
  },
  timeout: { meaning: 'no complete answer in time', codes: ['TIMEOUT'] },
  reset: {
    meaning: 'the connection or stream broke before the answer was complete',
    codes: ['ECONNRESET', 'CLOSED', 'GOAWAY'],
  },
  protocol: {
    meaning:
      'the answer breaks the rules of HTTP, gRPC or RSocket, or is encoded in a way that was not asked for',
    codes: ['HTTP_HEAD', 'HTTP_ENCODING', 'H2_PROTOCOL', 'GRPC_LENGTH', 'RSOCKET_PROTOCOL'],
  },
  status: {
    meaning: 'an HTTP status outside 200–299, or a gRPC status other than OK',
    codes: ['503', 'UNAVAILABLE'],
  },
  fault: {
    meaning: 'a SOAP fault, an error of GraphQL, or an RSocket ERROR on a stream',
    codes: ['Server', 'NOT_FOUND', 'APPLICATION_ERROR'],
  },
  mismatch: {
    meaning: 'a good answer with the wrong content or size',
    codes: ['CONTENT', 'SIZE', 'UNDECODABLE', 'NOT_TAKEN'],
  },
  pool: {
    meaning: 'the service had no database connection free in time',
    codes: ['POOL', 'APPLICATION_ERROR'],
  },
  memory: {
    meaning: 'the answers under way were longer together than what the client keeps of them',
    codes: ['ANSWER_MEMORY'],
  },
};

/** Client libraries that take a fault for something else, which a driver cannot help. */
export interface FaultException {
  /** As `protocolFacts` calls them. */
  readonly libraries: readonly string[];
  /** Null where they take the answer. */
  readonly kind: ErrorKind | null;
  readonly why: string;
}

/** Something that is wrong with a target, and how its requests fail, whatever the protocol and the client. */
export interface TargetFault {
  /** Follows on *the target*. */
  readonly what: string;
  readonly kind: ErrorKind;
  readonly exceptions: readonly FaultException[];
}

const fault = (
  kind: ErrorKind,
  what: string,
  ...exceptions: readonly FaultException[]
): TargetFault => ({ what, kind, exceptions });

/** Every fault that drivers tell from the others. `tests/integration/target-faults.test.ts` shows each to each client. */
export const targetFaults = {
  refuses: fault('connect', 'refuses connections'),
  refusesSetup: fault('connect', 'refuses the set-up of a connection', {
    libraries: ['rsocket-core'],
    kind: 'reset',
    why: 'it names no code for a connection that was ended by an error',
  }),
  plainText: fault('tls', 'does not speak TLS, though TLS is asked for'),
  endsHandshake: fault('tls', 'closes the connection during the TLS handshake'),
  unknownAuthority: fault('tls', 'has a certificate that no trusted authority has signed'),
  otherName: fault('tls', 'has a certificate for another name'),
  otherProtocol: fault('tls', 'does not agree on HTTP/2 during the TLS handshake'),
  wantsCertificate: fault('tls', 'demands a client certificate, and there is none'),
  silent: fault('timeout', 'accepts connections and stays silent'),
  stalls: fault('timeout', 'starts an answer and never finishes it'),
  hangsUp: fault('reset', 'closes every connection at once'),
  cutsShort: fault('reset', 'closes the connection in the middle of an answer'),
  breaksOff: fault('reset', 'resets the connection in the middle of an answer'),
  resetsStream: fault('reset', 'resets the stream of an answer'),
  goesAway: fault('reset', 'announces that it is going away instead of answering'),
  otherLanguage: fault('protocol', 'answers in another protocol'),
  breaksFraming: fault('protocol', 'breaks the rules of its protocol in the middle of an answer', {
    libraries: ['rsocket-core'],
    kind: 'timeout',
    why: 'it takes no notice of frames that do not belong where they come',
  }),
  wrongLength: fault('protocol', 'sends less than it announced, then ends the answer'),
  encodes: fault('protocol', 'uses an encoding that nobody asked for'),
  compresses: fault(
    'protocol',
    'compresses its answers with gzip, unasked',
    {
      libraries: ['axios', 'axios and protobufjs', '@urql/core', 'grpc-js'],
      kind: null,
      why: 'they ask for gzip',
    },
    { libraries: ['the soap library'], kind: null, why: 'it undoes gzip, asked for or not' },
  ),
  refusesRequests: fault('status', 'reports by status that it is overloaded'),
  knowsNothing: fault('status', 'reports by status that there is no such resource or method'),
  leadsElsewhere: fault('status', 'redirects the client'),
  quotesReset: fault('status', 'reports by status that a connection of its own was reset'),
  fails: fault('fault', 'reports an error in its protocol’s own form'),
  lacksConnections: fault('pool', 'reports that its database had no connection free'),
  undecodable: fault('mismatch', 'sends a successful answer that cannot be decoded'),
  answersNothing: fault('mismatch', 'sends a successful answer that is empty'),
  otherInterface: fault('mismatch', 'sends a successful answer that belongs to another interface'),
  otherContent: fault('mismatch', 'sends a successful answer with different content'),
  otherSize: fault('mismatch', 'sends a successful answer of a different size'),
} as const satisfies Readonly<Record<string, TargetFault>>;

export type TargetFaultName = keyof typeof targetFaults;
export const targetFaultNames = Object.keys(targetFaults) as TargetFaultName[];
