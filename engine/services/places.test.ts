import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { protocols } from '../../contracts/words.ts';
import { certificateHosts, isLoopback, placeOf } from './places.ts';

describe('placeOf', () => {
  it.each([
    ['rest', 'http://127.0.0.1:81', 'http://127.0.0.1:81/openapi.json'],
    ['soap', 'http://127.0.0.1:81', 'http://127.0.0.1:81/soap/product?wsdl'],
    ['grpc', '127.0.0.1:81', expect.stringMatching(/product\.proto$/)],
    ['rsocket', '127.0.0.1:81', expect.stringMatching(/rsocket.product\.md$/)],
  ] as const)('finds %s', (protocol, target, interfaceFile) => {
    expect(placeOf(protocol, '127.0.0.1', 81, false)).toEqual({ protocol, target, interfaceFile });
  });

  it('says https with TLS, and writes IPv6 addresses in brackets', () => {
    expect(placeOf('rest', '::1', 81, true).target).toBe('https://[::1]:81');
    expect(placeOf('grpc', '::1', 81, true).target).toBe('[::1]:81');
  });

  it('names the machine where all its addresses are listened on', () => {
    for (const protocol of protocols) {
      expect(placeOf(protocol, '0.0.0.0', 81, false).target).toContain(`${hostname()}:81`);
    }
  });
});

describe('hosts', () => {
  it('covers every address of the machine by the certificate when all are listened on', () => {
    expect(certificateHosts('0.0.0.0')).toEqual(expect.arrayContaining([hostname(), '127.0.0.1']));
    expect(certificateHosts('10.0.0.7')).toEqual(['10.0.0.7']);
  });

  it.each([
    ['127.0.0.1', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['128.0.0.1', false],
  ])('knows whether %s stays on this machine: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});
