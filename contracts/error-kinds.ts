import { z } from 'zod';

/**
 * Why a request did not succeed. `pool`: the service had no database connection free in time. `memory`: the
 * client had no memory left for the answer.
 */
export const errorKindSchema = z.enum([
  'connect',
  'tls',
  'timeout',
  'reset',
  'protocol',
  'status',
  'fault',
  'mismatch',
  'pool',
  'memory',
]);
export type ErrorKind = z.infer<typeof errorKindSchema>;
export const errorKinds = errorKindSchema.options;

/**
 * A fault of a target, and how its requests fail, whatever the protocol and client; some library clients
 * report it differently, see `protocolFacts`.
 */
export interface TargetFault {
  /** Follows on *the target*. */
  readonly what: string;
  readonly kind: ErrorKind;
}

const fault = (kind: ErrorKind, what: string): TargetFault => ({ what, kind });

/** Every fault that drivers distinguish. `tests/integration/full/target-faults.test.ts` tries each with each client. */
export const targetFaults = {
  refuses: fault('connect', 'refuses connections'),
  refusesSetup: fault('connect', 'refuses the set-up of a connection'),
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
  breaksFraming: fault('protocol', 'breaks the rules of its protocol in the middle of an answer'),
  wrongLength: fault('protocol', 'sends less than it announced, then ends the answer'),
  encodes: fault('protocol', 'uses an encoding that was not requested'),
  compresses: fault('protocol', 'compresses its answers with gzip, unasked'),
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
