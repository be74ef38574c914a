import type { AuthSettings } from '../../contracts/experiment/auth.ts';
import type { Protocol } from '../../contracts/words.ts';

/** Headers that authenticate the caller, with all secrets filled in. */
export interface AuthHeaders {
  readonly headers: Readonly<Record<string, string>>;
  /** Texts derived from secrets, which are secret too. */
  readonly secrets: readonly string[];
}

/** Name of a protocol's token in templates. */
export const tokenName = (protocol: Protocol) => `oauth.${protocol}`;
/** Name of a protocol's password digest in templates. */
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
