import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type Protocol, protocols } from '../../contracts/words.ts';
import { certificateHosts, isLoopback, placeOf } from './places.ts';

const served = (protocol: Protocol, tls = false) =>
  ({ protocol, workload: 'product', tls }) as const;

describe('placeOf', () => {
  it.each([
    ['rest', 'http://127.0.0.1:81', 'http://127.0.0.1:81/openapi.json'],
    ['rest-h2', 'http://127.0.0.1:81', 'http://127.0.0.1:81/openapi.json'],
    ['rest-protobuf', 'http://127.0.0.1:81', 'http://127.0.0.1:81/openapi.json'],
    ['soap', 'http://127.0.0.1:81', 'http://127.0.0.1:81/soap/product?wsdl'],
    ['graphql', 'http://127.0.0.1:81', 'http://127.0.0.1:81/schema.graphql'],
    ['grpc', '127.0.0.1:81', expect.stringMatching(/product\.proto$/)],
    ['rsocket', '127.0.0.1:81', expect.stringMatching(/rsocket.product\.md$/)],
  ] as const)('finds %s', (protocol, target, interfaceFile) => {
    expect(placeOf(served(protocol), '127.0.0.1', 81)).toEqual({ protocol, target, interfaceFile });
  });

  it('says https with TLS, and writes IPv6 addresses in brackets', () => {
    expect(placeOf(served('rest', true), '::1', 81).target).toBe('https://[::1]:81');
    expect(placeOf(served('grpc', true), '::1', 81).target).toBe('[::1]:81');
  });

  it('names the machine where the service listens on all addresses', () => {
    for (const protocol of protocols) {
      expect(placeOf(served(protocol), '0.0.0.0', 81).target).toContain(`${hostname()}:81`);
    }
  });
});

describe('hosts', () => {
  it('has every address of the machine in the certificate when listening on all', () => {
    expect(certificateHosts('0.0.0.0')).toEqual(expect.arrayContaining([hostname(), '127.0.0.1']));
    expect(certificateHosts('10.0.0.7')).toEqual(['10.0.0.7']);
  });

  it.each([
    ['127.0.0.1', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['128.0.0.1', false],
  ])('says whether %s stays on this machine: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});
