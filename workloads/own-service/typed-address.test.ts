import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTypedAddress } from './typed-address.ts';

describe('readTypedAddress', () => {
  it.each([
    ['localhost:8080', 'http://localhost:8080', '/'],
    [' 127.0.0.1:50051 ', 'http://127.0.0.1:50051', '/'],
    [':8080', 'http://localhost:8080', '/'],
    ['8080/orders?all=1', 'http://localhost:8080', '/orders?all=1'],
    ['shop.example', 'http://shop.example', '/'],
    ['HTTPS://Shop.Example/api/', 'https://shop.example', '/api/'],
    ['0.0.0.0:3000', 'http://127.0.0.1:3000', '/'],
    ['[::]:3000/x', 'http://[::1]:3000', '/x'],
    ['grpcs://orders.example:443', 'https://orders.example', '/'],
    ['localhost:8080/ws?wsdl#top', 'http://localhost:8080', '/ws?wsdl'],
  ])('understands %s', (typed, origin, target) => {
    expect(readTypedAddress(typed)).toMatchObject({ origin, target });
  });

  it('says host and port for gRPC, and whether a scheme was typed', () => {
    expect(readTypedAddress('https://[::1]/')).toMatchObject({
      place: '[::1]:443',
      host: '::1',
      namesScheme: true,
    });
    expect(readTypedAddress('shop')).toMatchObject({ place: 'shop:80', namesScheme: false });
  });

  it.each([
    '',
    'ftp://host',
    'file:///etc/passwd',
    'http://',
    'http:///path',
    'me:secret@host:80',
    'localhost:99999',
    'localhost:0',
    'two words',
    'openapi: 3.0.0\ninfo: {}',
    '{"openapi": "3.0.0"}',
    'host\\path',
    `h/${'a'.repeat(3000)}`,
  ])('refuses %j', (typed) => {
    expect(readTypedAddress(typed)).toBeNull();
  });

  it('yields an address of the web or nothing, whatever is typed', () => {
    const parts = fc.constantFrom(
      ':',
      '/',
      '@',
      '[',
      ']',
      '::1',
      '0.0.0.0',
      '80',
      'http',
      '?',
      '#',
    );
    const typed = fc
      .array(fc.oneof(parts, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 8 })
      .map((some) => some.join(''));
    fc.assert(
      fc.property(fc.oneof(typed, fc.webUrl(), fc.domain()), (text) => {
        const read = readTypedAddress(text);
        if (read === null) return;
        expect(read.origin).toMatch(/^https?:\/\/[^\s/@]+$/);
        expect(read.place).toMatch(/^(\[[\da-f:.]+\]|[^\s:/?#@]+):[1-9]\d{0,4}$/);
        const again = new URL(read.origin + read.target);
        expect([again.origin, again.username]).toEqual([read.origin, '']);
        expect(readTypedAddress(read.origin + read.target)).toMatchObject({ origin: read.origin });
      }),
    );
  });
});
