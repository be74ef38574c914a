import type { UsernameToken } from '../../contracts/own-service.ts';
import { sha1 } from './sha1.ts';

/** Namespaces and types of the UsernameToken Profile 1.1 of OASIS. */
const specification = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
export const securityNamespaces = {
  wsse: `${specification}-wssecurity-secext-1.0.xsd`,
  wsu: `${specification}-wssecurity-utility-1.0.xsd`,
};
const types = `${specification}-username-token-profile-1.0`;
export const passwordText = `${types}#PasswordText`;

const base64 = (octets: Uint8Array) => btoa(String.fromCharCode(...octets));

/**
 * The part of a digest token after the user's name: Base64(SHA-1(nonce + created + password)), with a nonce
 * that no other request uses.
 * @param now in ms since 1970.
 */
export function passwordDigest(
  { password }: Pick<UsernameToken, 'password'>,
  nonce: Uint8Array = crypto.getRandomValues(new Uint8Array(16)),
  now = Date.now(),
): string {
  const created = new Date(now).toISOString();
  const said = new TextEncoder().encode(created + password);
  const message = new Uint8Array(nonce.length + said.length);
  message.set(nonce);
  message.set(said, nonce.length);
  return [
    `<wsse:Password Type="${types}#PasswordDigest">${base64(sha1(message))}</wsse:Password>`,
    `<wsse:Nonce EncodingType="${specification}-soap-message-security-1.0#Base64Binary">${base64(nonce)}</wsse:Nonce>`,
    `<wsu:Created>${created}</wsu:Created>`,
  ].join('');
}
