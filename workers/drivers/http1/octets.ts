const HTAB = 9;
const SPACE = 32;
const DEL = 127;

/** 1 for octets valid in a header name (RFC 9110, 5.6.2). */
export const isTokenOctet = new Uint8Array(256);
for (const c of "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") {
  isTokenOctet[c.charCodeAt(0)] = 1;
}

/**
 * Whether an octet is valid in a header value, a reason phrase or a chunk extension: no control character
 * except tab.
 */
export function isTextOctet(octet: number): boolean {
  return octet >= SPACE ? octet !== DEL : octet === HTAB;
}

/** Trims blanks (RFC 9110, 5.6.3); unlike `trim`, nothing else. */
export function trimBlanks(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '');
}

/** The octets of an ASCII text. */
export function octetsOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * Whether the token `bytes[start..end)` equals `name`, case-insensitively. `name` is lower-case: letters and
 * hyphens.
 */
export function hasName(bytes: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  if (end - start !== name.length) return false;
  for (let i = 0; i < name.length; i++) {
    const octet = bytes[start + i] ?? 0;
    const lower = octet >= 65 && octet <= 90 ? octet + 32 : octet;
    if (lower !== name[i]) return false;
  }
  return true;
}
