import { WirebenchError } from '../../contracts/errors.ts';
import type { AuthSettings } from '../../contracts/experiment/auth.ts';
import type { BodyPiece } from '../../contracts/own-service.ts';
import { passwordText, securityNamespaces } from '../../workloads/own-service/username-token.ts';

type Security = NonNullable<AuthSettings['ws-security']>;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The header, around the part that differs from request to request. @param digest names the value that creates it. */
function headerOf({ user, password, type }: Security, digest: string): BodyPiece[] {
  const { wsse, wsu } = securityNamespaces;
  const begin = `<wsse:Security xmlns:wsse="${wsse}" xmlns:wsu="${wsu}"><wsse:UsernameToken><wsse:Username>${escaped(user)}</wsse:Username>`;
  const end = '</wsse:UsernameToken></wsse:Security>';
  if (type === 'text') {
    const said = `<wsse:Password Type="${passwordText}">${escaped(password)}</wsse:Password>`;
    return [{ text: `${begin}${said}${end}`, escape: 'xml' }];
  }
  return [
    { text: begin, escape: 'xml' },
    { text: `{{${digest}}}`, escape: 'none' },
    { text: end, escape: 'xml' },
  ];
}

/**
 * Adds a WS-Security header with a UsernameToken to an envelope, next to its other headers.
 * @param digest name of the digest's value in templates.
 * @throws WirebenchError SERVICE_INVALID where there is no body to put it before.
 */
export function withSecurity(envelope: string, security: Security, digest: string): BodyPiece[] {
  const header = headerOf(security, digest);
  const put = (at: number, before: string, after: string, length = 0): BodyPiece[] => [
    { text: envelope.slice(0, at) + before, escape: 'xml' },
    ...header,
    { text: after + envelope.slice(at + length), escape: 'xml' },
  ];
  const body = /<([\w.-]+:)?Body[\s/>]/.exec(envelope);
  const known = /<([\w.-]+:)?Header(?:\s[^<>]*?)?(\/?)>/.exec(envelope);
  // After the beginning of the body it is an element of the message.
  if (known && !(body && body.index < known.index)) {
    const [all, prefix = '', isEmpty] = known;
    if (isEmpty !== '/') return put(known.index + all.length, '', '');
    return put(known.index, `<${prefix}Header>`, `</${prefix}Header>`, all.length);
  }
  if (body) {
    const prefix = body[1] ?? '';
    return put(body.index, `<${prefix}Header>`, `</${prefix}Header>`);
  }
  throw new WirebenchError('SERVICE_INVALID', 'the envelope has no body: expected <soap:Body>');
}
