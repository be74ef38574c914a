import type { ByteMark, Canvas } from './canvas.ts';
import { ByteStretch } from './stretch.ts';
import { finishedMessage, markHandshake, readHello, u24 } from './tls-hello.ts';
import {
  type KeyLog,
  type Negotiated,
  type Openers,
  openersOf,
  type RecordOpener,
  suiteName,
  tagBytes,
} from './tls-keys.ts';

const headerBytes = 5;
/** Maximum length of a record, including encryption overhead (RFC 5246, 6.2.3; RFC 8446, 5.2). */
const longestRecord = 16_384 + 2048;
const contentTypes = { changeCipher: 20, alert: 21, handshake: 22, application: 23 } as const;
const alertNames = new Map<number, string>([
  [0, 'close_notify'],
  [20, 'bad_record_mac'],
  [40, 'handshake_failure'],
  [42, 'bad_certificate'],
  [48, 'unknown_ca'],
  [116, 'certificate_required'],
]);

interface TlsRecord {
  readonly type: number;
  readonly at: number;
  readonly end: number;
}

/** Complete valid records from the start. */
function recordsOf(bytes: Buffer): TlsRecord[] {
  const records: TlsRecord[] = [];
  let at = 0;
  while (at + headerBytes <= bytes.length) {
    const type = bytes[at] ?? 0;
    const length = ((bytes[at + 3] ?? 0) << 8) | (bytes[at + 4] ?? 0);
    const end = at + headerBytes + length;
    const isRecord = type >= 20 && type <= 23 && bytes[at + 1] === 3 && length <= longestRecord;
    if (!isRecord || end > bytes.length) break;
    records.push({ type, at, end });
    at = end;
  }
  return records;
}

/** Parameters negotiated by the two hellos at the start; null without them. */
function negotiate(sent: Canvas, received: Canvas): Negotiated | null {
  const client = firstHello(sent);
  const server = firstHello(received);
  if (!client || !server) return null;
  const { suite, tls13, random: serverRandom } = server;
  return { suite, tls13, serverRandom, clientRandom: client.random };
}

function firstHello(canvas: Canvas) {
  const stretch = new ByteStretch();
  for (const record of recordsOf(canvas.bytes)) {
    if (record.type !== contentTypes.handshake) break;
    stretch.append(canvas.bytes.subarray(record.at + headerBytes, record.end), 0);
  }
  const { bytes } = stretch;
  const end = 4 + u24(bytes, 1);
  const hello = bytes.length >= end ? readHello(bytes.subarray(0, end)) : null;
  // Kept while the canvas is decrypted in place.
  return hello && { ...hello, random: Buffer.from(hello.random) };
}

export interface TlsReading {
  readonly secured: { readonly version: string; readonly cipher: string } | null;
  /** Content of the connection inside TLS. */
  readonly sent: ByteStretch;
  readonly received: ByteStretch;
}

/** Annotates all of TLS in both directions, and decrypts the content with the secrets of a key log. */
export function readTls(sent: Canvas, received: Canvas, log: KeyLog): TlsReading {
  const negotiated = negotiate(sent, received);
  const none: Openers = { handshake: null, application: null };
  const openers = (side: 'CLIENT' | 'SERVER') =>
    negotiated ? openersOf(log, negotiated, side) : none;
  const tls13 = negotiated?.tls13 ?? false;
  return {
    secured: negotiated && {
      version: tls13 ? 'TLS 1.3' : 'TLS 1.2',
      cipher: suiteName(negotiated.suite),
    },
    sent: new DirectionReader(sent, openers('CLIENT'), tls13).read(),
    received: new DirectionReader(received, openers('SERVER'), tls13).read(),
  };
}

const contentNames = new Map<number, string>([
  [contentTypes.alert, 'alert'],
  [contentTypes.handshake, 'handshake'],
  [contentTypes.application, 'application data'],
]);
const handshake = { layer: 'tls-handshake', stage: 'tls' } as const;
const overhead = { layer: 'tls-records' } as const;

/** Stage of the bytes around a record's content: set-up for a handshake, otherwise that of the call. */
function around(type: number, stage: 'next' | 'previous', label: string): ByteMark {
  return type === contentTypes.handshake ? { ...handshake, label } : { ...overhead, stage, label };
}

class DirectionReader {
  readonly #canvas: Canvas;
  readonly #openers: Openers;
  readonly #tls13: boolean;
  readonly #whole: ByteStretch;
  readonly #application = new ByteStretch();
  /** Of one epoch; hellos are not mixed with later messages. */
  #handshake = new ByteStretch();
  #encrypted = false;
  #finished = false;

  constructor(canvas: Canvas, openers: Openers, tls13: boolean) {
    this.#canvas = canvas;
    this.#openers = openers;
    this.#tls13 = tls13;
    this.#whole = canvas.whole();
  }

  read(): ByteStretch {
    for (const record of recordsOf(this.#canvas.bytes)) this.#read(record);
    this.#endHandshake();
    return this.#application;
  }

  #read(record: TlsRecord): void {
    const { type, at, end } = record;
    if (type === contentTypes.changeCipher) {
      const title = 'ChangeCipherSpec';
      this.#mark(at, end, { ...handshake, label: title, title });
      this.#encrypted ||= !this.#tls13;
      return;
    }
    const isOpen = this.#tls13 ? type !== contentTypes.application : !this.#encrypted;
    if (isOpen) {
      this.#header(type, at, at + headerBytes);
      this.#content(type, at + headerBytes, end);
    } else this.#sealed(record);
  }

  #sealed(record: TlsRecord): void {
    const { at, end } = record;
    const { bytes } = this.#canvas;
    const opener = this.#opener();
    const body = bytes.subarray(at + headerBytes, end);
    const clear = opener?.open(bytes.subarray(at, at + headerBytes), body) ?? null;
    if (!opener || !clear) {
      this.#closed(record);
      return;
    }
    const from = at + headerBytes + opener.explicit;
    const to = from + clear.length - (this.#tls13 ? innerTail(clear) : 0);
    this.#canvas.decrypt(from, clear);
    const type = this.#tls13 ? (bytes[to] ?? 0) : record.type;
    this.#header(type, at, from);
    this.#content(type, from, to);
    this.#tail(type, to, end);
  }

  /** A record that cannot be decrypted. */
  #closed({ type, at, end }: TlsRecord): void {
    const isHandshake = this.#tls13 ? !this.#finished : type === contentTypes.handshake;
    const label = 'encrypted record, not read';
    const around = isHandshake ? handshake : ({ ...overhead, stage: 'previous' } as const);
    this.#mark(at, end, { ...around, label, title: 'encrypted' });
  }

  #opener(): RecordOpener | null {
    if (!this.#tls13 || this.#finished) return this.#openers.application;
    return this.#openers.handshake;
  }

  #header(type: number, at: number, to: number): void {
    const nonce = to - at > headerBytes ? ' and nonce' : '';
    const label = `TLS record header${nonce}: ${contentNames.get(type) ?? `type ${type}`}`;
    this.#mark(at, to, around(type, 'next', label));
  }

  #tail(type: number, from: number, to: number): void {
    const inner = to - tagBytes - from;
    const more = inner === 0 ? '' : inner === 1 ? 'content type, ' : 'content type, padding, ';
    this.#mark(from, to, around(type, 'previous', `TLS record: ${more}authentication tag`));
  }

  #mark(from: number, to: number, mark: ByteMark): void {
    this.#canvas.mark(this.#whole, from, to, mark);
  }

  #content(type: number, from: number, to: number): void {
    const bytes = this.#canvas.bytes.subarray(from, to);
    if (type === contentTypes.handshake) this.#handshakeContent(bytes, from);
    else if (type === contentTypes.application) this.#application.append(bytes, from);
    else if (type === contentTypes.alert) {
      const title = alertNames.get(bytes[1] ?? -1) ?? `alert ${bytes[1] ?? ''}`;
      this.#mark(from, to, { ...overhead, stage: 'close', label: `alert: ${title}`, title });
    }
  }

  #handshakeContent(bytes: Buffer, from: number): void {
    this.#handshake.append(bytes, from);
    if (this.#finished || !this.#tls13) return;
    if (!this.#holdsFinished()) return;
    this.#endHandshake();
    this.#finished = true;
  }

  #holdsFinished(): boolean {
    const { bytes } = this.#handshake;
    for (let at = 0; at + 4 <= bytes.length; at += 4 + u24(bytes, at + 1)) {
      const end = at + 4 + u24(bytes, at + 1);
      if (bytes[at] === finishedMessage) return end <= bytes.length;
    }
    return false;
  }

  #endHandshake(): void {
    markHandshake(this.#canvas, this.#handshake);
    this.#handshake = new ByteStretch();
  }
}

/** Octets after the content: its type, and zeros of padding (RFC 8446, 5.2). */
function innerTail(clear: Buffer): number {
  let at = clear.length - 1;
  while (at > 0 && clear[at] === 0) at--;
  return clear.length - Math.max(0, at);
}
