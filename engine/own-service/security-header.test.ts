import { describe, expect, it } from 'vitest';
import { securityNamespaces } from '../../workloads/own-service/username-token.ts';
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

  it('gives a password as text as it is, escaped, and the same in every request', () => {
    const security = { user: 'm&e', password: 'p<ss&', type: 'text' } as const;
    const pieces = withSecurity('<e:Envelope><e:Body/></e:Envelope>', security, 'digest.soap');
    const { wsse, wsu } = securityNamespaces;
    expect(pieces.map((piece) => ('text' in piece ? piece.text : piece)).join('')).toBe(
      `<e:Envelope><e:Header><wsse:Security xmlns:wsse="${wsse}" xmlns:wsu="${wsu}"><wsse:UsernameToken>` +
        '<wsse:Username>m&amp;e</wsse:Username>' +
        '<wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">p&lt;ss&amp;</wsse:Password>' +
        '</wsse:UsernameToken></wsse:Security></e:Header><e:Body/></e:Envelope>',
    );
  });
});
