import { huffmanCodes } from './huffman-table.ts';

/**
 * Decoder of HPACK's Huffman code (RFC 7541, 5.2) as a binary tree in one array:
 * `tree[2 n + bit]` is the next node, or -(symbol + 1) at a leaf.
 */
const endOfString = 256;
const tree = buildTree();

function buildTree(): Int32Array {
  const nodes: number[] = [0, 0];
  huffmanCodes.forEach(([code, bits], symbol) => {
    let node = 0;
    for (let bit = bits - 1; bit >= 0; bit--) {
      const slot = 2 * node + ((code >>> bit) & 1);
      if (bit === 0) {
        nodes[slot] = -(symbol + 1);
      } else {
        if (!nodes[slot]) {
          nodes[slot] = nodes.length / 2;
          nodes.push(0, 0);
        }
        node = nodes[slot] ?? 0;
      }
    }
  });
  return Int32Array.from(nodes);
}

/**
 * @returns the octets as latin1 text, or null when the code is invalid: an end-of-string symbol,
 * or padding that is longer than 7 bits or not all ones.
 */
export function decodeHuffman(bytes: Buffer, start: number, end: number): string | null {
  const out: number[] = [];
  let node = 0;
  let pendingBits = 0;
  let pendingOnes = true;
  for (let i = start; i < end; i++) {
    const octet = bytes[i] ?? 0;
    for (let bit = 7; bit >= 0; bit--) {
      const value = (octet >>> bit) & 1;
      const next = tree[2 * node + value] ?? 0;
      pendingBits++;
      if (value === 0) pendingOnes = false;
      if (next < 0) {
        if (next === -(endOfString + 1)) return null;
        out.push(-next - 1);
        node = 0;
        pendingBits = 0;
        pendingOnes = true;
      } else {
        node = next;
      }
    }
  }
  return pendingBits > 7 || !pendingOnes ? null : Buffer.from(out).toString('latin1');
}
