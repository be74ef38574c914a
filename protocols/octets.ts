/** Three octets, the most significant first. By hand, because it runs for every frame. */
export function readUint24(bytes: Buffer, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}

/** A copy of `bytes[start..end)`, without a view of it on the way. */
export function copied(bytes: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafe(end - start);
  bytes.copy(copy, 0, start, end);
  return copy;
}

/** Pieces behind each other; one alone as it is. */
export function concatenated(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces;
  return only && pieces.length === 1 ? only : Buffer.concat(pieces);
}
