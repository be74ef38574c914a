import type { Canvas } from './canvas.ts';
import type { ByteStretch } from './stretch.ts';
import { suiteName } from './tls-keys.ts';

const messageNames = new Map<number, string>([
  [0, 'HelloRequest'],
  [1, 'ClientHello'],
  [2, 'ServerHello'],
  [4, 'NewSessionTicket'],
  [5, 'EndOfEarlyData'],
  [8, 'EncryptedExtensions'],
  [11, 'Certificate'],
  [12, 'ServerKeyExchange'],
  [13, 'CertificateRequest'],
  [14, 'ServerHelloDone'],
  [15, 'CertificateVerify'],
  [16, 'ClientKeyExchange'],
  [20, 'Finished'],
  [24, 'KeyUpdate'],
]);
export const finishedMessage = 20;

const extensionNames = new Map<number, string>([
  [0, 'server_name'],
  [5, 'status_request'],
  [10, 'supported_groups'],
  [11, 'ec_point_formats'],
  [13, 'signature_algorithms'],
  [16, 'application_layer_protocol_negotiation'],
  [21, 'padding'],
  [22, 'encrypt_then_mac'],
  [23, 'extended_master_secret'],
  [35, 'session_ticket'],
  [43, 'supported_versions'],
  [45, 'psk_key_exchange_modes'],
  [49, 'post_handshake_auth'],
  [51, 'key_share'],
  [65_281, 'renegotiation_info'],
]);

const u16 = (bytes: Buffer, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
export const u24 = (bytes: Buffer, at: number) => ((bytes[at] ?? 0) << 16) | u16(bytes, at + 1);

export interface Hello {
  readonly random: Buffer;
  /** Chosen cipher suite; in a ServerHello only. */
  readonly suite: number;
  readonly tls13: boolean;
  /** Range of its extensions. */
  readonly extensions: readonly { id: number; at: number; length: number }[];
}

/** Parses a ClientHello or ServerHello including its four octets of type and length; null if invalid. */
export function readHello(bytes: Buffer): Hello | null {
  const type = bytes[0];
  if ((type !== 1 && type !== 2) || bytes.length < 42) return null;
  const random = bytes.subarray(6, 38);
  let at = 39 + (bytes[38] ?? 0);
  const suite = type === 2 ? u16(bytes, at) : 0;
  if (type === 1) {
    at += 2 + u16(bytes, at);
    at += 1 + (bytes[at] ?? 0);
  } else at += 3;
  const extensions = readExtensions(bytes, at);
  const versions = extensions.find(({ id }) => id === 43);
  const tls13 = type === 2 && versions !== undefined && u16(bytes, versions.at + 4) === 0x0304;
  return { random, suite, tls13, extensions };
}

function readExtensions(bytes: Buffer, from: number): Hello['extensions'] {
  const found: { id: number; at: number; length: number }[] = [];
  let at = from + 2;
  while (at + 4 <= bytes.length) {
    const length = 4 + u16(bytes, at + 2);
    if (at + length > bytes.length) break;
    found.push({ id: u16(bytes, at), at, length });
    at += length;
  }
  return found;
}

const handshake = { layer: 'tls-handshake', stage: 'tls' } as const;

/** Annotates every handshake message of a stretch; hellos extension by extension. */
export function markHandshake(canvas: Canvas, stretch: ByteStretch): void {
  const { bytes } = stretch;
  let at = 0;
  while (at + 4 <= bytes.length) {
    const end = at + 4 + u24(bytes, at + 1);
    if (end > bytes.length) break;
    const type = bytes[at] ?? 0;
    const title = messageNames.get(type) ?? `handshake message ${type}`;
    const hello = readHello(bytes.subarray(at, end));
    if (hello) markHello(canvas, stretch, { at, end, title, hello });
    else canvas.mark(stretch, at, end, { ...handshake, title, label: title });
    at = end;
  }
  if (at < bytes.length) {
    const label = 'part of a handshake message';
    canvas.mark(stretch, at, bytes.length, { ...handshake, label });
  }
}

function markHello(
  canvas: Canvas,
  stretch: ByteStretch,
  { at, end, title, hello }: { at: number; end: number; title: string; hello: Hello },
): void {
  const fixed = hello.extensions[0] ? at + hello.extensions[0].at : end;
  const what = title === 'ServerHello' ? `cipher suite ${suiteName(hello.suite)}` : 'cipher suites';
  canvas.mark(stretch, at, fixed, {
    ...handshake,
    title,
    label: `${title}: version, random, session, ${what}`,
  });
  let last = fixed;
  for (const { id, at: offset, length } of hello.extensions) {
    const name = extensionNames.get(id) ?? `extension ${id}`;
    last = at + offset + length;
    canvas.mark(stretch, at + offset, last, {
      ...handshake,
      label: `${title}: extension ${name}`,
      field: { name, value: extensionValue(id, stretch.bytes.subarray(at + offset + 4, last)) },
    });
  }
  if (last < end) canvas.mark(stretch, last, end, { ...handshake, label: `${title}: rest` });
}

/** Readable text, if possible. */
function extensionValue(id: number, content: Buffer): string {
  const names = content
    .toString('latin1')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim();
  return id === 0 || id === 16 ? names : `${content.length} bytes`;
}
