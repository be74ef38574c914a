import type grpc from '@grpc/grpc-js';
import { expect, it } from 'vitest';
import { newMeter, plainAddress } from '../../../tests/support/loopback.ts';
import { newWatch } from './agents.ts';
import { tlsFailureIn } from './grpc-credentials.ts';
import { classify } from './grpc-failures.ts';
import { addressOrigin, CallFailure } from './http-connection.ts';
import { sizeOfTexts } from './texts.ts';

it.each([
  [{}, 0],
  [{ a: 'é€😀' }, 4],
  [{ a: 1, b: true, c: -7.5 }, 3],
  [{ a: Buffer.from('abc') }, 3],
  [{ a: { b: 'xy', c: { d: 'z' } } }, 3],
  [{ a: [] }, 1],
  [{ a: ['xy', '', 3], b: [{ c: 'z' }] }, 1 + 2 + 0 + 1 + 1 + 1],
])('the size of %j is %i', (message, size) => expect(sizeOfTexts(message)).toBe(size));

it.each([
  [plainAddress(80), 'http://127.0.0.1:80'],
  [{ ...plainAddress(1), host: '::1', basePath: '/a' }, 'http://[::1]:1/a'],
  [{ ...plainAddress(2), tls: {} as never }, 'https://127.0.0.1:2'],
])('the origin of an address', (address, origin) => expect(addressOrigin(address)).toBe(origin));

it('a failed call has the words of its failure', () => {
  const failure = { kind: 'status', code: '404', message: 'gone' } as const;
  const thrown = new CallFailure(failure);
  expect([thrown.message, thrown.failure]).toEqual(['gone', failure]);
  expect(newWatch()).toMatchObject({ connected: false, ready: false });
  expect(newMeter().take()).toMatchObject({ sent: 0, received: 0 });
});

const said = (code: number | undefined, details: string) => {
  const failure = classify({ code, details } as grpc.ServiceError);
  return `${failure.kind} ${failure.code}: ${failure.message}`;
};
const unavailable = 14;
const none = 'No connection established. Last error: ';

it.each([
  [
    unavailable,
    `${none}Error: connect ECONNREFUSED 127.0.0.1:1`,
    'connect ECONNREFUSED: Error: connect ECONNREFUSED 127.0.0.1:1',
  ],
  [
    unavailable,
    `${none}Failed to connect before the deadline`,
    'reset CLOSED: The connection was closed before the answer was complete',
  ],
  [
    unavailable,
    `${none}Protocol error`,
    'protocol H2_PROTOCOL: The service broke HTTP/2: Protocol error',
  ],
  [
    unavailable,
    `${none}Error: TLS CERT_HAS_EXPIRED: expired\nlong ago`,
    'tls CERT_HAS_EXPIRED: expired\nlong ago',
  ],
  [unavailable, `${none}TLS ALPN: no`, 'tls ALPN: no'],
  [unavailable, `${none}Error: read ECONNRESET`, 'reset ECONNRESET: Error: read ECONNRESET'],
  [unavailable, `${none}Error: write EPIPE`, 'reset EPIPE: Error: write EPIPE'],
  [
    unavailable,
    `${none}80:error:0A:SSL routines:alert`,
    'tls ERROR: 80:error:0A:SSL routines:alert',
  ],
  [unavailable, `${none}odd`, 'connect ERROR: odd'],
  [
    unavailable,
    'Name resolution failed for target dns:x: ENOTFOUND',
    'connect ENOTFOUND: Name resolution failed for target dns:x: ENOTFOUND',
  ],
  [
    unavailable,
    'Connection dropped',
    'reset CLOSED: The connection was closed before the answer was complete',
  ],
  [unavailable, 'read ECONNRESET', 'reset ECONNRESET: read ECONNRESET'],
  [unavailable, 'write ETIMEDOUT', 'reset ETIMEDOUT: write ETIMEDOUT'],
  [2, 'Received HTTP status code 502', /^status 502: /],
  [
    13,
    'Received RST_STREAM with code 2 triggered by internal client error: bad frame',
    'protocol H2_PROTOCOL: The service broke HTTP/2: bad frame',
  ],
  [
    13,
    'Received RST_STREAM with code 0 (no error)',
    'protocol GRPC_STATUS: Received RST_STREAM with code 0 (no error)',
  ],
  [13, 'Received RST_STREAM with code 2 (Internal server error)', /INTERNAL_ERROR/],
  [unavailable, 'Stream refused by server', /REFUSED_STREAM/],
  [1, 'Call cancelled', /CANCEL/],
  [8, 'Bandwidth exhausted or memory limit exceeded', /ENHANCE_YOUR_CALM/],
  [7, 'Protocol not secure enough', /INADEQUATE_SECURITY/],
  [13, 'No message received', 'protocol GRPC_LENGTH: No message received'],
  [13, 'Too many responses received', 'protocol GRPC_LENGTH: Too many responses received'],
  [
    8,
    'Received message larger than max (5 vs. 4)',
    'protocol GRPC_LENGTH: Received message larger than max (5 vs. 4)',
  ],
  [13, 'Failed to decompress gzip', 'protocol GRPC_COMPRESSED: Failed to decompress gzip'],
  [
    8,
    'Received message that decompresses to a size larger than max',
    /^protocol GRPC_COMPRESSED: Received/,
  ],
  [
    13,
    'Response message parsing error: odd\nbytes',
    'mismatch UNDECODABLE: The answer cannot be decoded: odd\nbytes',
  ],
  [
    undefined,
    '',
    'protocol GRPC_COMPRESSED: The message is compressed in a way that was not asked for',
  ],
  [5, 'no such thing', 'status NOT_FOUND: gRPC NOT_FOUND: no such thing'],
  [8, 'pool: none', 'pool POOL: gRPC RESOURCE_EXHAUSTED: pool: none'],
  // The service's own words do not begin as the library's.
  [
    5,
    'It said: Connection dropped',
    'status NOT_FOUND: gRPC NOT_FOUND: It said: Connection dropped',
  ],
] as const)('grpc-js says %j %j', (code, details, expected) => {
  if (typeof expected === 'string') expect(said(code, details)).toBe(expected);
  else expect(said(code, details)).toMatch(expected);
});

it.each([
  ['TLS X_1: a: b', { kind: 'tls', code: 'X_1', message: 'a: b' }],
  ['Error: TLS X: ', { kind: 'tls', code: 'X', message: '' }],
  ['A TLS X: a', null],
])('the failure in %j', (text, failure) => expect(tlsFailureIn(text)).toEqual(failure));
