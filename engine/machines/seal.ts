import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts messages, or leaves them unchanged. */
export interface Seal {
  /** @param context purpose of the message; it opens in that context only. */
  close(content: Uint8Array, context: string): Uint8Array;
  /** @returns null for anything not sealed by the same secret for the same context. */
  open(sealed: Uint8Array, context: string): Uint8Array | null;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** Overhead of a sealed message in octets. */
export const sealBytes = nonceBytes + tagBytes;

/** For a server that itself controls who sends what. */
export const noSeal: Seal = { close: (content) => content, open: (sealed) => sealed };

/** Makes a question unique: answers are sealed for it. */
export const nonceOf = (sealed: Uint8Array) =>
  Buffer.from(sealed.subarray(0, nonceBytes)).toString('hex');

/**
 * For a shared server: only holders of the secret can read or write messages (AES-256-GCM with a key derived
 * from it).
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
