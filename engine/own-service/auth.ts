import type { AuthSettings } from '../../contracts/experiment/auth.ts';
import type { Protocol } from '../../contracts/words.ts';

/** Headers that say who asks, with all secrets filled in. */
export interface AuthHeaders {
  readonly headers: Readonly<Record<string, string>>;
  /** Texts made of secrets, which are secret too. */
  readonly secrets: readonly string[];
}

/** The name by which templates ask for the token of a protocol. */
export const tokenName = (protocol: Protocol) => `oauth.${protocol}`;
/** The name by which templates ask for a digest of the password of a protocol. */
export const digestName = (protocol: Protocol) => `digest.${protocol}`;

/** @param auth with all secrets filled in. */
export function authHeaders(auth: AuthSettings | undefined, protocol: Protocol): AuthHeaders {
  const { basic, bearer, 'api-key': key, oauth } = auth ?? {};
  if (basic) {
    const pair = Buffer.from(`${basic.user}:${basic.password}`).toString('base64');
    return { headers: { authorization: `Basic ${pair}` }, secrets: [pair] };
  }
  if (bearer) return { headers: { authorization: `Bearer ${bearer}` }, secrets: [] };
  if (key?.header) return { headers: { [key.header.toLowerCase()]: key.value }, secrets: [] };
  const header = { authorization: `Bearer {{${tokenName(protocol)}}}` };
  return { headers: oauth ? header : {}, secrets: [] };
}
