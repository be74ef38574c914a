import { messageOf } from '../../../contracts/errors.ts';

const longest = 120;

/**
 * Text from another party, made safe as part of a sentence: without non-printing characters
 * or characters that change the writing direction, of bounded length, in quotes.
 */
export function quoted(text: string): string {
  const start = text.slice(0, longest * 2);
  const plain = start
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(plain);
  const cut = characters.length > longest || start.length < text.length;
  return `“${characters.slice(0, longest).join('')}${cut ? '…' : ''}”`;
}

const systemWords: Readonly<Record<string, string>> = {
  ENOTFOUND: 'No machine has this name',
  EAI_AGAIN: 'The name could not be looked up: the name server does not answer',
  ECONNREFUSED: 'Nothing is listening on this port',
  ECONNRESET: 'The connection was cut off by the other side',
  ETIMEDOUT: 'No answer in time',
  EHOSTUNREACH: 'No route to this machine',
  ENETUNREACH: 'No route to this network',
  EACCES: 'This machine does not allow the connection',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The other side does not use TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'The other side does not use TLS on this port',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'The service wants a client certificate',
};

/** A system error in words, with its code. */
export function failureWords(error: unknown): string {
  const code = errorCodeOf(error);
  const known = systemWords[code];
  if (known !== undefined) return `${known} (${code}).`;
  const message = messageOf(error);
  return `It failed: ${quoted(message)}${code ? ` (${code})` : ''}.`;
}

export function errorCodeOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : '';
}
