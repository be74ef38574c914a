import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import { formatNatsAddresses, parseNatsAddresses } from './nats-address.ts';

const parse = (text: string) => parseNatsAddresses(text, '--nats');

describe('addresses of NATS servers', () => {
  it.each([
    ['nats://lab:4222', { scheme: 'nats', host: 'lab', port: 4222, path: '' }],
    ['lab', { scheme: 'nats', host: 'lab', port: 4222, path: '' }],
    ['10.0.0.5:4333', { scheme: 'nats', host: '10.0.0.5', port: 4333, path: '' }],
    ['TLS://n1.example.org', { scheme: 'tls', host: 'n1.example.org', port: 4222, path: '' }],
    ['[fe80::1]:4222', { scheme: 'nats', host: 'fe80::1', port: 4222, path: '' }],
    ['wss://lab/nats/ws', { scheme: 'wss', host: 'lab', port: 443, path: '/nats/ws' }],
    ['ws://lab/', { scheme: 'ws', host: 'lab', port: 80, path: '' }],
  ] as const)('%s', (text, address) => {
    expect(parse(text)).toEqual([address]);
  });

  it.each([
    ['', 'is not a NATS server address'],
    ['http://lab:80', 'is not a NATS server address'],
    ['nats://user:secret@lab', 'no user, password or token'],
    ['lab:0', 'is not a port'],
    ['lab:65536', 'is not a port'],
    ['nats://lab/path', 'only a WebSocket has a path'],
    ['lab,', 'is not a NATS server address'],
    ['ws://a,nats://b', 'either all'],
    [Array.from({ length: 17 }, (_, place) => `n${place}`).join(','), 'more than 16'],
  ])('refuses %j', (text, message) => {
    expect(() => parse(text)).toThrow(message);
    expect(() => parse(text)).not.toThrow('secret');
  });

  it('can be parsed as they are formatted', () => {
    const host = fc.oneof(
      fc.ipV4(),
      fc.ipV6().filter((text) => !text.includes('.')),
      fc.domain(),
    );
    const address = (web: boolean) =>
      fc.record({
        scheme: web ? fc.constantFrom('ws', 'wss') : fc.constantFrom('nats', 'tls'),
        host,
        port: fc.integer({ min: 1, max: 65_535 }),
        path: web ? fc.constantFrom('', '/nats', '/a/b-c') : fc.constant(''),
      });
    fc.assert(
      fc.property(
        fc.boolean().chain((web) => fc.array(address(web), { minLength: 1, maxLength: 16 })),
        (addresses) => {
          const known = addresses.map(({ scheme, ...rest }) => ({ ...rest, scheme }));
          const text = known
            .map(
              ({ scheme, host, port, path }) =>
                `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}${path}`,
            )
            .join(',');
          const read = parse(text);
          expect(read).toEqual(addresses);
          expect(formatNatsAddresses(read)).toBe(text);
        },
      ),
    );
  });

  it('are parsed from any text or refused by name', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
        try {
          expect(parse(text).length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(WirebenchError);
          expect(error).toMatchObject({ code: 'ARGUMENT_INVALID' });
        }
      }),
    );
  });
});
