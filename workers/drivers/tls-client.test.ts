import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import type { Address } from '../../contracts/worker-messages.ts';
import { plainAddress } from '../../tests/support/loopback.ts';
import { TlsClient, tlsClientOf, tlsOptions } from './tls-client.ts';

const tls = (serverName = 'localhost'): NonNullable<Address['tls']> => ({
  ...{ ca: [], serverName, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3', identity: null },
});
const address = (serverName?: string): Address => ({ ...plainAddress(1), tls: tls(serverName) });

it.each([
  ['localhost', { servername: 'localhost', host: 'localhost' }],
  ['10.0.0.1', { host: '10.0.0.1' }],
  ['::1', { host: '::1' }],
])('sends the name %s unless it is an address', (serverName, expected) => {
  const one = address(serverName);
  const { host, servername, secureContext, ALPNProtocols, minVersion, maxVersion } = tlsOptions(
    one,
    null,
  );
  expect({ host, ...(servername === undefined ? {} : { servername }) }).toEqual(expected);
  expect([ALPNProtocols, minVersion, maxVersion]).toEqual([undefined, 'TLSv1.2', 'TLSv1.3']);
  // Certificates are read once.
  const again = tlsOptions(one, 'h2');
  expect([again.ALPNProtocols, again.secureContext === secureContext]).toEqual([['h2'], true]);
  expect(tlsOptions(address(serverName), null).secureContext).not.toBe(secureContext);
});

it('keeps sessions only to resume them', () => {
  for (const resumption of [false, true]) {
    const secure = new TlsClient(address(), null, resumption).connect(new Socket());
    expect(secure.listenerCount('session')).toBe(resumption ? 1 : 0);
    secure.destroy();
  }
});

it('is one for an address and a protocol, and none without TLS', () => {
  const one = address();
  const client = tlsClientOf(one, 'h2');
  expect(tlsClientOf({ ...one }, 'h2')).toBe(client);
  expect(tlsClientOf(one, 'http/1.1')).not.toBe(client);
  expect(tlsClientOf(one, 'h2')).toBe(client);
  expect(tlsClientOf(address(), 'h2')).not.toBe(client);
  const secure = client.connect(new Socket());
  expect(secure.listenerCount('session')).toBe(0);
  secure.destroy();
  const missing = new TypeError('the address has no TLS');
  expect(() => tlsClientOf(plainAddress(1), 'h2')).toThrow(missing);
  expect(() => tlsOptions(plainAddress(1), null)).toThrow(missing);
});
