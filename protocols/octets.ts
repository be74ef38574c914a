/** Three octets, the most significant first. By hand, because it runs for every frame. */
export function readUint24(bytes: Buffer, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}
