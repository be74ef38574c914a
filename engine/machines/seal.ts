import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Makes messages unreadable for others, or leaves them as they are. */
export interface Seal {
  /** @param context what the message is for; it opens in that alone. */
  close(content: Uint8Array, context: string): Uint8Array;
  /** @returns null of what was not closed by the same seal for the same context. */
  open(sealed: Uint8Array, context: string): Uint8Array | null;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** Octets that a sealed message has more than its content. */
export const sealBytes = nonceBytes + tagBytes;

/** For a server that itself sees to it who says what. */
export const noSeal: Seal = { close: (content) => content, open: (sealed) => sealed };

/** What tells a question from all others: answers are sealed for it. */
export const nonceOf = (sealed: Uint8Array) =>
  Buffer.from(sealed.subarray(0, nonceBytes)).toString('hex');

/**
 * For a server that others use, too: only who holds the secret can read or make messages (AES-256-GCM by a key that is
 * derived from it).
 */
export function sealBy(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wirebench machines', 32));
  return {
    close: (content, context) => {
      const nonce = randomBytes(nonceBytes);
      const closing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(context));
      const closed = Buffer.concat([closing.update(content), closing.final()]);
      return Buffer.concat([nonce, closing.getAuthTag(), closed]);
    },
    open: (sealed, context) => {
      if (sealed.length < sealBytes) return null;
      const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(nonceBytes, sealBytes));
      try {
        return Buffer.concat([opening.update(sealed.subarray(sealBytes)), opening.final()]);
      } catch {
        return null;
      }
    },
  };
}
