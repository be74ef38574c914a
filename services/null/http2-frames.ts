/** The little of HTTP/2 (RFC 9113) that null services write ready-made. */
export const frameType = {
  data: 0,
  headers: 1,
  rstStream: 3,
  settings: 4,
  ping: 6,
  windowUpdate: 8,
} as const;
export const endStream = 1;
export const ack = 1;
export const padded = 8;
export const endHeaders = 4;

export const clientPreface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
export const headerLength = 9;
export const largestWindow = 2 ** 31 - 1;
export const firstWindow = 65_535;
export const firstMaxFrame = 16_384;

/** A whole frame; `length` may announce more than `payload` holds, which the caller adds. */
export function makeFrame(
  type: number,
  flags: number,
  stream: number,
  payload: readonly number[] | Buffer,
  length = payload.length,
): Buffer {
  const head = Buffer.alloc(headerLength);
  head.writeUIntBE(length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, Buffer.from(payload)]);
}

/** A literal that no dynamic table keeps (RFC 7541, 6.2.2); both texts are shorter than 127 octets. */
export function literal(name: string, value: string): number[] {
  return [0, name.length, ...Buffer.from(name), value.length, ...Buffer.from(value)];
}

/** `:status: 200` has an index of its own in the static table. */
export const statusOk = 0x88;

/** Our settings, with windows so wide that requests hardly ever wait for an update. */
export const serverOpening = Buffer.concat([
  makeFrame(frameType.settings, 0, 0, [
    ...setting(3, 2 ** 31 - 1),
    ...setting(4, largestWindow),
    ...setting(6, 2 ** 20),
  ]),
  windowUpdate(largestWindow - firstWindow),
]);
export const settingsAck = makeFrame(frameType.settings, ack, 0, []);

/** Widens the connection's window. */
export function windowUpdate(increment: number): Buffer {
  return makeFrame(frameType.windowUpdate, 0, 0, uint32(increment));
}

function setting(id: number, value: number): number[] {
  return [0, id, ...uint32(value)];
}

function uint32(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}
