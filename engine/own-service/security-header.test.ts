import { describe, expect, it } from 'vitest';
import { withSecurity } from './security-header.ts';

/** The envelope with `S` in place of the security header. */
function secured(envelope: string): string {
  const security = { user: 'me', password: 'secret', type: 'text' } as const;
  return withSecurity(envelope, security, 'digest.soap')
    .map((piece) => ('text' in piece ? piece.text : ''))
    .join('')
    .replace(/<wsse:Security .*<\/wsse:Security>/, 'S');
}

describe('a header of WS-Security', () => {
  it.each([
    ['<e:Body/>', '<e:Header>S</e:Header><e:Body/>'],
    ['<e:Header/><e:Body/>', '<e:Header>S</e:Header><e:Body/>'],
    ['<e:Header><a/></e:Header><e:Body/>', '<e:Header>S<a/></e:Header><e:Body/>'],
    [
      '<e:Body><Order><Header><id/></Header></Order></e:Body>',
      '<e:Header>S</e:Header><e:Body><Order><Header><id/></Header></Order></e:Body>',
    ],
  ])('stands in the header of the envelope alone: %s', (inner, expected) => {
    expect(secured(`<e:Envelope>${inner}</e:Envelope>`)).toBe(
      `<e:Envelope>${expected}</e:Envelope>`,
    );
  });
});
