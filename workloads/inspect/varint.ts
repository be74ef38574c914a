/** Base-128 varints of Protobuf: seven bits per octet, lowest first; the top bit marks that more follow. */

/** @param value an integer; negative ones take ten octets, as 64-bit two's complement. */
export function varintOf(value: number): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value));
  const octets: number[] = [];
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    octets.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Uint8Array.from(octets);
}

export interface ReadVarint {
  /** As unsigned 64 bits. */
  readonly value: bigint;
  /** Position after its last octet. */
  readonly end: number;
}

/** @returns null if it does not end within ten octets, or within the bytes. */
export function readVarint(bytes: Uint8Array, at: number): ReadVarint | null {
  let value = 0n;
  for (let index = 0; index < 10; index++) {
    const octet = bytes[at + index];
    if (octet === undefined) return null;
    value |= BigInt(octet & 0x7f) << BigInt(7 * index);
    if (octet < 0x80) return { value: BigInt.asUintN(64, value), end: at + index + 1 };
  }
  return null;
}

/** Explains how its octets form the number: `96 01: seven bits each, lowest first = 150`. */
export function explainVarint(octets: Uint8Array, value: string): string {
  const hex = Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join(' ');
  const how =
    octets.length === 1
      ? 'one octet, top bit 0'
      : `${octets.length} octets of seven bits, lowest first`;
  return `varint ${hex} (${how}) = ${value}`;
}
