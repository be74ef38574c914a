import { createDecipheriv, createHmac } from 'node:crypto';

/** A cipher suite that can be decrypted with a key log: all of them are AEADs. */
interface Suite {
  readonly name: string;
  readonly cipher: 'aes-128-gcm' | 'aes-256-gcm' | 'chacha20-poly1305';
  readonly keyBytes: 16 | 32;
  readonly hash: 'sha256' | 'sha384';
}

const aes128 = { cipher: 'aes-128-gcm', keyBytes: 16, hash: 'sha256' } as const;
const aes256 = { cipher: 'aes-256-gcm', keyBytes: 32, hash: 'sha384' } as const;
const chacha = { cipher: 'chacha20-poly1305', keyBytes: 32, hash: 'sha256' } as const;

/** By their numbers in a ServerHello (RFC 8446, B.4; RFC 5289; RFC 7905). */
const suites = new Map<number, Suite>([
  [0x1301, { name: 'TLS_AES_128_GCM_SHA256', ...aes128 }],
  [0x1302, { name: 'TLS_AES_256_GCM_SHA384', ...aes256 }],
  [0x1303, { name: 'TLS_CHACHA20_POLY1305_SHA256', ...chacha }],
  [0xc02b, { name: 'ECDHE-ECDSA-AES128-GCM-SHA256', ...aes128 }],
  [0xc02f, { name: 'ECDHE-RSA-AES128-GCM-SHA256', ...aes128 }],
  [0xc02c, { name: 'ECDHE-ECDSA-AES256-GCM-SHA384', ...aes256 }],
  [0xc030, { name: 'ECDHE-RSA-AES256-GCM-SHA384', ...aes256 }],
  [0xcca8, { name: 'ECDHE-RSA-CHACHA20-POLY1305', ...chacha }],
  [0xcca9, { name: 'ECDHE-ECDSA-CHACHA20-POLY1305', ...chacha }],
]);

export const suiteName = (suite: number) =>
  suites.get(suite)?.name ?? `0x${suite.toString(16).padStart(4, '0')}`;

/** Secrets by the client's random and their label (NSS key log format). */
export type KeyLog = ReadonlyMap<string, ReadonlyMap<string, Buffer>>;

/** Parses a key log; skips invalid lines. */
export function parseKeyLog(text: string): KeyLog {
  const log = new Map<string, Map<string, Buffer>>();
  for (const line of text.split('\n')) {
    const [, label, random, secret] =
      /^([A-Z0-9_]+) ([0-9a-fA-F]{64}) ([0-9a-fA-F]+)\s*$/.exec(line) ?? [];
    if (!label || !random || !secret) continue;
    const key = random.toLowerCase();
    const secrets = log.get(key) ?? new Map<string, Buffer>();
    secrets.set(label, Buffer.from(secret, 'hex'));
    log.set(key, secrets);
  }
  return log;
}

/** HKDF-Expand-Label with an empty context, for results no longer than the hash (RFC 8446, 7.1). */
function expandLabel(suite: Suite, secret: Buffer, label: string, length: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`, 'latin1');
  const info = Buffer.concat([Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])]);
  return createHmac(suite.hash, secret).update(info).digest().subarray(0, length);
}

/** The pseudo-random function of TLS 1.2 (RFC 5246, 5). */
function prf(suite: Suite, secret: Buffer, seed: Buffer, length: number): Buffer {
  const hmac = (data: Buffer) => createHmac(suite.hash, secret).update(data).digest();
  const pieces: Buffer[] = [];
  let a = seed;
  for (let have = 0; have < length; ) {
    a = hmac(a);
    const piece = hmac(Buffer.concat([a, seed]));
    pieces.push(piece);
    have += piece.length;
  }
  return Buffer.concat(pieces).subarray(0, length);
}

/** One epoch of one direction: decrypts its records in order. */
export class RecordOpener {
  readonly #suite: Suite;
  readonly #key: Buffer;
  readonly #iv: Buffer;
  /** Nonce octets in each record (AES-GCM in TLS 1.2). */
  readonly explicit: 0 | 8;
  readonly #tls13: boolean;
  #sequence = 0n;

  constructor(suite: Suite, key: Buffer, iv: Buffer, tls13: boolean) {
    this.#suite = suite;
    this.#key = key;
    this.#iv = iv;
    this.#tls13 = tls13;
    this.explicit = !tls13 && suite.cipher !== 'chacha20-poly1305' ? 8 : 0;
  }

  /**
   * @param header the record's five octets,
   * @param body the octets after them.
   * @returns the content, as long as the ciphertext without nonce and tag; null if decryption fails.
   */
  open(header: Buffer, body: Buffer): Buffer | null {
    const length = body.length - this.explicit - tagBytes;
    if (length < 0) return null;
    const sequence = Buffer.alloc(8);
    sequence.writeBigUInt64BE(this.#sequence++);
    const nonce =
      this.explicit > 0
        ? Buffer.concat([this.#iv, body.subarray(0, 8)])
        : xorTail(this.#iv, sequence);
    const aad = this.#tls13
      ? header
      : Buffer.concat([sequence, header.subarray(0, 3), uint16(length)]);
    try {
      const decipher = createDecipheriv(this.#suite.cipher as 'aes-128-gcm', this.#key, nonce, {
        authTagLength: tagBytes,
      });
      decipher.setAAD(aad, { plaintextLength: length });
      decipher.setAuthTag(body.subarray(body.length - tagBytes));
      const content = body.subarray(this.explicit, body.length - tagBytes);
      return Buffer.concat([decipher.update(content), decipher.final()]);
    } catch {
      // Not encrypted with these keys: the caller shows it undecrypted.
      return null;
    }
  }
}

export const tagBytes = 16;

function uint16(value: number): Buffer {
  return Buffer.from([value >>> 8, value & 0xff]);
}

function xorTail(iv: Buffer, sequence: Buffer): Buffer {
  const nonce = Buffer.from(iv);
  for (let at = 0; at < 8; at++) {
    const place = nonce.length - 8 + at;
    nonce[place] = (nonce[place] ?? 0) ^ (sequence[at] ?? 0);
  }
  return nonce;
}

/** Keys to decrypt one direction of a connection. */
export interface Openers {
  /** Records of the handshake after the hellos (TLS 1.3 only). */
  readonly handshake: RecordOpener | null;
  readonly application: RecordOpener | null;
}

export interface Negotiated {
  readonly tls13: boolean;
  readonly suite: number;
  readonly clientRandom: Buffer;
  readonly serverRandom: Buffer;
}

export function openersOf(log: KeyLog, negotiated: Negotiated, side: 'CLIENT' | 'SERVER'): Openers {
  const suite = suites.get(negotiated.suite);
  const secrets = log.get(negotiated.clientRandom.toString('hex'));
  if (!suite || !secrets) return { handshake: null, application: null };
  if (!negotiated.tls13) {
    const master = secrets.get('CLIENT_RANDOM');
    return {
      handshake: null,
      application: master ? opener12(suite, master, negotiated, side) : null,
    };
  }
  const opener = (label: string) => {
    const secret = secrets.get(label);
    return secret ? opener13(suite, secret) : null;
  };
  return {
    handshake: opener(`${side}_HANDSHAKE_TRAFFIC_SECRET`),
    application: opener(`${side}_TRAFFIC_SECRET_0`),
  };
}

function opener13(suite: Suite, secret: Buffer): RecordOpener {
  const key = expandLabel(suite, secret, 'key', suite.keyBytes);
  return new RecordOpener(suite, key, expandLabel(suite, secret, 'iv', 12), true);
}

/** The key block of an AEAD: both keys, then both fixed parts of the nonce (RFC 5246, 6.3). */
function opener12(
  suite: Suite,
  master: Buffer,
  { clientRandom, serverRandom }: Negotiated,
  side: 'CLIENT' | 'SERVER',
): RecordOpener {
  const ivBytes = suite.cipher === 'chacha20-poly1305' ? 12 : 4;
  const seed = Buffer.concat([Buffer.from('key expansion', 'latin1'), serverRandom, clientRandom]);
  const block = prf(suite, master, seed, 2 * (suite.keyBytes + ivBytes));
  const index = side === 'CLIENT' ? 0 : 1;
  const keyAt = index * suite.keyBytes;
  const ivAt = 2 * suite.keyBytes + index * ivBytes;
  return new RecordOpener(
    suite,
    block.subarray(keyAt, keyAt + suite.keyBytes),
    block.subarray(ivAt, ivAt + ivBytes),
    false,
  );
}
